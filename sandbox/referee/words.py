"""What session, tables and players agree on: attempts, what came of them, and who says how a thing is tried."""

# ruff: noqa: ANN401 (states and tables of any game)
from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import numpy as np

from sandbox.errors import InputError
from sandbox.record import Trace
from sandbox.rules.base import Act, Engine, Finding, Seat

__all__ = ["Attempt", "Evidence", "Field", "Hands", "Impossible", "Report", "Shower", "demand_from_zero"]

S = TypeVar("S")
Shower = Callable[[Any], None]
"""Called with the world at every look, so that a picture can follow; it must not act."""


class Impossible(InputError):
    """An attempt that the table cannot perform; nothing was moved. The message says why, without a full stop."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """How something is tried, which the rules never mention. Every table subclasses it, one class a kind."""


def demand_from_zero(value: object, *names: str) -> None:
    """Refuse what is below zero, such as a seed. Raises `ValueError`, which names the field."""
    for name in names:
        number = getattr(value, name)
        if number < 0:
            whole = "whole number" if isinstance(number, int) else "number"
            raise ValueError(f"{name}: expected a {whole} from 0, not {number}")


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a finding rests on.

    Args:
        settled: Whether everything came to rest before it was read.
        waited: Seconds that were simulated while waiting for rest.
        notes: Sentences: which reading ruled, what fell by whom, what was done about what did not settle.
        bodies: The bodies that the finding speaks of.
        figures: Measured numbers by name, SI units but where the name says otherwise.
    """

    settled: bool = True
    waited: float = 0.0
    notes: tuple[str, ...] = ()
    bodies: tuple[str, ...] = ()
    figures: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """What came of an attempt.

    Args:
        finding: What the rules are told.
        evidence: What it rests on.
        after: What lies on the table afterwards; taken over only when the finding stands.
        trace: What the world did; None when nobody records.
        cpu: Processor seconds by part of the work.
    """

    finding: Finding
    evidence: Evidence
    after: Any
    trace: Trace | None = None
    cpu: Mapping[str, float] = field(default_factory=dict)


class Field(Protocol):
    """The table of one game: it performs attempts. What lies on it is a frozen value that the session keeps."""

    attempt_type: Any
    """A union of the attempts' classes, for the codec."""
    lying_type: Any
    """Class of what lies on the table, for the codec."""

    @property
    def models(self) -> Mapping[str, str]:
        """Short digests of the model files and the profile that it plays with, by name; empty without physics."""
        ...

    def empty(self, state: Any) -> Any:
        """Return what lies on the table before anything was done."""
        ...

    def doer(self, state: Any) -> Seat:
        """Return whose hands act where NATURE is to act."""
        ...

    def perform(self, lying: Any, state: Any, attempt: Attempt, *, records: bool = False) -> Report:
        """Try something and read what came of it.

        Args:
            lying: What lies on the table.
            state: The state of the rules.
            attempt: How it is tried.
            records: Whether a trace is kept.

        Raises:
            Impossible: It cannot be performed; nothing moved.
        """
        ...

    def follow(self, lying: Any, before: Any, act: Act, after: Any) -> tuple[Any, tuple[str, ...]]:
        """Bring the table in line with a state: what was cleared up, stolen or put back is taken away.

        Returns:
            What lies on the table now, and what is worth a note.
        """
        ...

    def misfit(self, lying: Any, state: Any) -> str | None:
        """Return in what a table lies otherwise than a state says; None where both count the same pieces."""
        ...


class Hands(Protocol):
    """Says how a seat tries what it wants: a bot, a person at the table, a list that was recorded."""

    def attempt(
        self, game: Engine[Any], field: Field, lying: Any, state: Any, rng: np.random.Generator
    ) -> Attempt:
        """Return how the seat tries what the state waits for."""
        ...
