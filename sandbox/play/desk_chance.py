"""Where there is no table yet: what nature does comes from a seed, and nothing lies anywhere."""

# ruff: noqa: ANN401 (states of any game)

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from sandbox.players.scripted_nature import ScriptedNature
from sandbox.referee.words import Attempt, Evidence, Field, Impossible, Report, demand_from_zero
from sandbox.rules.base import Act, Engine, Seat

__all__ = ["Chance", "ChanceHands", "ChanceTable", "Nothing"]


@dataclass(frozen=True, slots=True)
class Chance(Attempt):
    """Let it happen.

    Args:
        seed: The same seed gives the same again.
    """

    seed: int

    def __post_init__(self) -> None:
        demand_from_zero(self, "seed")


@dataclass(frozen=True, slots=True)
class Nothing:
    """What lies on a table that is not there."""


class ChanceTable:
    """Finds what `sandbox.players.nature` holds for plausible.

    Args:
        game: The rules.
    """

    attempt_type: Any = Chance
    lying_type: Any = Nothing
    models: ClassVar[Mapping[str, str]] = {}

    def __init__(self, game: Engine[Any]) -> None:
        self._game = game

    def empty(self, state: Any) -> Nothing:
        """Return nothing."""
        return Nothing()

    def doer(self, state: Any) -> Seat:
        """Return whose turn it is, or the first seat where the state does not say."""
        turn = getattr(state, "turn", getattr(state, "start", 0))
        return Seat(turn if isinstance(turn, int) else 0)

    def perform(
        self,
        lying: Nothing,
        state: Any,
        attempt: Attempt,
        *,
        records: bool = False,
    ) -> Report:
        """Return what happened. Raises `Impossible`."""
        if not isinstance(attempt, Chance):
            raise Impossible("there is no table for this game yet; what happens is drawn")
        rng = random.Random(attempt.seed)  # noqa: S311 (a game, not a secret)
        finding = ScriptedNature(self._game, rng).find(state)
        return Report(
            finding, Evidence(notes=(f"drawn with seed {attempt.seed}; nobody looked at a table",)), lying
        )

    def follow(
        self,
        lying: Nothing,
        before: Any,
        act: Act,
        after: Any,
    ) -> tuple[Nothing, tuple[str, ...]]:
        """Return nothing."""
        return lying, ()

    def misfit(self, lying: Nothing, state: Any) -> None:
        """Return None: nothing lies there."""


class ChanceHands:
    """Hands that let it happen."""

    def attempt(
        self,
        game: Engine[Any],
        field: Field,
        lying: Any,
        state: Any,
        rng: np.random.Generator,
    ) -> Attempt:
        """Return a seed."""
        return Chance(int(rng.integers(2**31)))
