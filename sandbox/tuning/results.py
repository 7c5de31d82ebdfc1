"""Numbers of a report: errors before and after, with bootstrap intervals over items."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sandbox.geometry import Floats
from sandbox.tuning.evaluate import Error, Flight
from sandbox.tuning.fit import Fit, worst_items

__all__ = ["ItemRow", "Row", "Value", "item_rows", "mean_interval", "summary"]

SAMPLES = 2000


@dataclass(frozen=True)
class Value:
    """A mean over items with its 95 % interval (NaN for one item), and the median."""

    value: float
    low: float
    high: float
    median: float


@dataclass(frozen=True)
class Row:
    """An error of a set of items, before and after tuning.

    Attributes:
        key: For JSON.
        name: For people.
        unit: Behind the number.
        untuned: Before.
        tuned: After.
    """

    key: str
    name: str
    unit: str
    untuned: Value
    tuned: Value


@dataclass(frozen=True)
class ItemRow:
    """What became of one item.

    Attributes:
        name: Of the item.
        part: `training`, `validation` or `held-out`.
        untuned: Its error before.
        tuned: Its error after.
        score: Robust deviations from the middle, for outliers; None for the others.
    """

    name: str
    part: str
    untuned: Error
    tuned: Error
    score: float | None


def mean_interval(values: Sequence[float] | Floats, seed: int = 0) -> Value:
    """Return the mean of some values with its bootstrap interval (BCa), and the median."""
    from scipy.stats import bootstrap

    array = np.asarray(values, dtype=float)
    mean, median = float(array.mean()), float(np.median(array))
    if len(array) < 2 or np.ptp(array) == 0:
        return Value(mean, mean if len(array) > 1 else math.nan, mean if len(array) > 1 else math.nan, median)
    found = bootstrap((array,), np.mean, n_resamples=SAMPLES, rng=np.random.default_rng(seed))
    low, high = found.confidence_interval
    return Value(mean, float(low), float(high), median)


MEASURES: tuple[tuple[str, str, str, Callable[[Error], float]], ...] = (
    ("position_percent", "position error", "%", lambda error: 100 * error.distance),
    ("rotation_deg", "rotation error", "°", lambda error: math.degrees(error.angle)),
    ("loss", "loss", "", lambda error: error.loss),
)


def summary(fit: Fit) -> dict[str, tuple[Row, ...]]:
    """Return the rows of each part of the split that has items."""
    work, out = fit.work, {}
    for part, indices in (
        ("training", work.training),
        ("validation", work.validation),
        ("held-out", work.held_out),
    ):
        rows = []
        for key, name, unit, read in MEASURES:
            before, after = (
                [value for i in indices if math.isfinite(value := read(errors[i]))]
                for errors in (fit.judged.untuned, fit.judged.tuned)
            )
            if before and after:
                rows.append(Row(key, name, unit, mean_interval(before), mean_interval(after)))
        if rows:
            out[part] = tuple(rows)
    return out


def item_rows(fit: Fit) -> tuple[ItemRow, ...]:
    """Return every item with its errors, the worst first."""
    work, scores = fit.work, worst_items(fit.work, fit.judged)
    part = dict.fromkeys(work.training, "training") | dict.fromkeys(work.validation, "validation")
    order = np.argsort([-error.loss for error in fit.judged.tuned], kind="stable")
    return tuple(
        ItemRow(
            work.items[i].name,
            part.get(int(i), "held-out"),
            fit.judged.untuned[i],
            fit.judged.tuned[i],
            scores.get(int(i)),
        )
        for i in order
    )


def length_mm(fit: Fit) -> float | None:
    """Return the length that position errors are divided by, in mm, where it is the same for all."""
    lengths = {item.length for item in fit.work.items if isinstance(item, Flight)}
    return 1000 * lengths.pop() if len(lengths) == 1 else None
