"""What a law is: a function that yields rows, each a measured value beside the true one."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table


@dataclass(frozen=True)
class Row:
    """One line of the table of laws; the numbers are in `unit`.

    `low` and `high` bound what the law allows. A known limit is a law that no profile keeps: its bounds say that
    it must not get worse than it is.
    """

    law: str
    what: str
    true: float
    measured: float
    low: float
    high: float
    allowed: str
    unit: str = ""
    is_known_limit: bool = False

    @property
    def ok(self) -> bool:
        """True when the law allows what was measured."""
        return self.low <= self.measured <= self.high

    @property
    def verdict(self) -> str:
        """One word for the table."""
        if not self.ok:
            return "FAILS"
        return "limit" if self.is_known_limit else "holds"

    def __str__(self) -> str:
        return (
            f"{self.law}, {self.what}: {self.measured:.5g} {self.unit} where {self.true:.5g} is true "
            f"and {self.allowed} is allowed"
        )


def near(law: str, what: str, true: float, measured: float, part: float, unit: str = "") -> Row:
    """Return a row that allows a relative departure of `part`."""
    slack = abs(true) * part
    return Row(law, what, true, measured, true - slack, true + slack, f"{100 * part:g} %", unit)


def close(law: str, what: str, true: float, measured: float, slack: float, unit: str) -> Row:
    """Return a row that allows a departure of `slack` in its own unit."""
    return Row(law, what, true, measured, true - slack, true + slack, f"{slack:g} {unit}".strip(), unit)


def at_most(law: str, what: str, measured: float, most: float, unit: str, true: float = 0.0) -> Row:
    """Return a row of something that should not be there at all."""
    return Row(law, what, true, measured, -math.inf, most, f"{most:g} {unit}".strip(), unit)


def between(law: str, what: str, true: float, measured: float, low: float, high: float, unit: str = "") -> Row:
    """Return a row with its own bounds."""
    return Row(law, what, true, measured, low, high, f"{low:g} to {high:g}", unit)


def limit(law: str, what: str, true: float, measured: float, low: float, high: float, unit: str) -> Row:
    """Return a row of a law that is known not to be kept, and is not to get worse than `low` to `high`."""
    return Row(law, what, true, measured, low, high, f"{low:g} to {high:g}", unit, is_known_limit=True)


Law = Callable[[], Iterator[Row]]

LAWS: list[tuple[Law, bool]] = []
"""Every law with whether it is slow, in the order of the table."""


def law(*, slow: bool = False) -> Callable[[Law], Law]:
    """Register a law."""

    def register(function: Law) -> Law:
        LAWS.append((function, slow))
        return function

    return register


def table(rows: Iterable[Row], width: int = 100) -> str:
    """Return the rows as a table of at most `width` columns."""
    grid = Table(title="Laws: measured against true", title_justify="left", box=None, pad_edge=False)
    grid.add_column("law", overflow="fold", max_width=20)
    grid.add_column("measured quantity", overflow="fold", ratio=1)
    for column in ("true", "measured", "allowed", ""):
        grid.add_column(column, justify="right" if column else "left", no_wrap=True)
    last = ""
    for row in rows:
        unit = f" {row.unit}" if row.unit else ""
        name = "" if row.law == last else row.law
        grid.add_row(
            name, row.what, f"{row.true:.4g}{unit}", f"{row.measured:.4g}{unit}", row.allowed, row.verdict
        )
        last = row.law
    out = io.StringIO()
    Console(file=out, width=width).print(grid)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())
