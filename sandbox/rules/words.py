"""The words that every game speaks: seats and nature, moves and findings, rulings and outcomes.

- actor: a Seat or NATURE;
- act: a Move (a player's intent) or a Finding (what the world was seen to do);
- ruling: the answer to an act: legal or not, by which numbered rule, and why.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Generic, NamedTuple, NewType, TypeAlias, TypeVar

__all__ = [
    "NATURE",
    "Act",
    "Actor",
    "Decision",
    "Finding",
    "Move",
    "Nature",
    "Options",
    "Outcome",
    "Ruling",
    "Seat",
    "actor_name",
    "actor_of",
    "allowed",
    "by_score",
    "refused",
    "some",
]

S = TypeVar("S")

Seat = NewType("Seat", int)
"""A player, counted clockwise from 0. A person reads `P1` for seat 0 (see `actor_name`)."""


class Nature(Enum):
    """The type of the one value NATURE, so that `Seat | Nature` can be checked."""

    NATURE = "nature"


NATURE: Final = Nature.NATURE
"""Acts where the physical world or chance decides: a shuffle, a shot, the order of taps, a clock."""

Actor: TypeAlias = Seat | Nature


@dataclass(frozen=True, slots=True)
class Move:
    """An intent that the rulebook names. Every game subclasses it, one class a kind of move.

    Args:
        seat: Who moves.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class Finding:
    """Facts read from the world. Every game subclasses it, one class for what was observed.

    A finding holds measured numbers and counts, never a verdict: the rules judge.
    """


Act: TypeAlias = Move | Finding


@dataclass(frozen=True, slots=True)
class Options:
    """House rules and variants of a game; a game with any subclasses it, each field with its default.

    Fields are `bool`, `int` or an `Enum`, so that a person can write them as `name=value`.
    """


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says about one act. It is read aloud: it must not give away a secret.

    Args:
        legal: Whether the act stands.
        rule: Id of the numbered rule that decided it.
        reason: One sentence with the numbers that decided it, without a full stop.
    """

    legal: bool
    rule: str
    reason: str


class Decision(NamedTuple, Generic[S]):
    """A ruling together with the state after it; a refused act leaves the state as it was."""

    ruling: Ruling
    state: S


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Args:
        rule: Id of the numbered rule that ended it.
        termination: One sentence that says what happened, without a full stop.
        winners: Who won; several when the win is shared, none when all lost together.
        scores: One figure a seat, in the unit that the game counts (points, cards, levels).
    """

    rule: str
    termination: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]


def allowed(rule: str, reason: str, state: S) -> Decision[S]:
    """Return the decision that an act stands and `state` follows."""
    return Decision(Ruling(True, rule, reason), state)


def refused(rule: str, reason: str, state: S) -> Decision[S]:
    """Return the decision that an act does not stand; `state` is the state as it was."""
    return Decision(Ruling(False, rule, reason), state)


def by_score(rule: str, termination: str, scores: tuple[int, ...]) -> Outcome:
    """Return the outcome in which the highest score wins and ties share the win."""
    best = max(scores)
    return Outcome(rule, termination, tuple(Seat(i) for i, s in enumerate(scores) if s == best), scores)


def actor_of(act: Act) -> Actor:
    """Return who acts: the seat of a move, or NATURE."""
    return act.seat if isinstance(act, Move) else NATURE


def actor_name(actor: Actor) -> str:
    """Return `P1` for seat 0, and so on; `nature` for NATURE."""
    return actor.value if isinstance(actor, Nature) else f"P{actor + 1}"


def some(number: int, thing: str) -> str:
    """Return `1 card`, `2 cards`, and so on."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
