"""What `sandbox aim` says of every game: parts with their 95 % intervals, and options that do not go together."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from sandbox.errors import InputError

__all__ = ["demand_apart", "demand_within", "flag_of", "interval", "intervals"]

_FLAGS: Mapping[str, str] = {"whole": "--map"}
"""Options that are called otherwise than the parameter."""


def flag_of(name: str) -> str:
    """Return an option as it is typed, by the name of its parameter."""
    return _FLAGS.get(name, f"--{name.replace('_', '-')}")


def interval(count: int, of: int) -> str:
    """Return the 95 % interval (Wilson's) of a part, such as `0.40–0.89` of 7 in 10."""
    from sandbox.runner.verdict import wilson  # takes most of a second

    low, high = wilson(count, of)
    return f"{low:.2f}–{high:.2f}"


def intervals(of: int) -> str:
    """Return what the 95 % intervals of none, half and all are: how well any part of so many is known."""
    parts = ", ".join(f"{count / of:.2f} means {interval(count, of)}" for count in sorted({0, of // 2, of}))
    return f"95 % intervals of {of}: {parts}"


def demand_within(name: str, value: float, low: float, high: float, why: str = "") -> None:
    """Refuse a number that is not between two others, or is none.

    Args:
        name: Of the parameter.
        value: What was written.
        low: The least that can be.
        high: The most.
        why: What is there, to be read after the range.

    Raises:
        InputError: It names the option and the range.
    """
    if not (math.isfinite(value) and low <= value <= high):
        raise InputError(f"{flag_of(name)} {value:g}: write a number from {low:g} to {high:g}{why}")


def demand_apart(given: Collection[str], by: str, others: Collection[str], why: str) -> None:
    """Refuse options that another one makes meaningless.

    Args:
        given: Parameters that were written.
        by: One of them, or not.
        others: Those that say nothing beside it.
        why: What it stands for.

    Raises:
        InputError: It names the first of them.
    """
    wrong = [name for name in others if name in given] if by in given else []
    if wrong:
        raise InputError(f"{flag_of(wrong[0])} says nothing here: {flag_of(by)} {why}; leave one of them out")
