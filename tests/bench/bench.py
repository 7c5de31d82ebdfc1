"""What a benchmark yields, and how it is timed."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measured number with the bar it has to meet; no bar means that it is only shown."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    higher_is_better: bool = False

    @property
    def ok(self) -> bool:
        """True when the bar is met, or there is none."""
        if self.bar is None:
            return True
        return self.value >= self.bar if self.higher_is_better else self.value <= self.bar

    @property
    def allowed(self) -> str:
        """The bar as text."""
        if self.bar is None:
            return ""
        return f"{'>=' if self.higher_is_better else '<='} {self.bar:g}"


def cpu_seconds(action: Callable[[], object]) -> float:
    """Return the processor time that an action takes; other people's load counts less than on the clock."""
    gc.collect()
    gc.disable()
    try:
        started = time.process_time()
        action()
        return time.process_time() - started
    finally:
        gc.enable()


def median(times: int, measure: Callable[[], float]) -> float:
    """Return the median of some measurements."""
    return statistics.median(measure() for _ in range(times))


def median_ratio(times: int, one: Callable[[], float], other: Callable[[], float]) -> float:
    """Return the median of `one` over `other`, measured in turn so that a slow spell hits both."""
    ratios = []
    for turn in range(times):
        if turn % 2:
            below = other()
            ratios.append(one() / below)
        else:
            above = one()
            ratios.append(above / other())
    return statistics.median(ratios)
