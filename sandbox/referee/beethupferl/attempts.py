"""How things are tried in the garden of Beethupferl. Lengths in metres, seeds of tremors.

Positions are in the garden's frame: x east, y north, the origin on the table under the middle of the bed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sandbox.referee.words import Attempt, demand_from_zero

__all__ = ["AnyAttempt", "Ask", "Clear", "Hand", "Mix", "Pour", "SetUp"]


@dataclass(frozen=True, slots=True)
class Hand:
    """How steady a hand is, and which of its tremors comes.

    Args:
        seed: The same seed trembles the same way again.
        position: Sigma along x, along y and in height of where the nozzle is when the drop leaves it.
        placing: Sigma along x and along y of where a tile is let go.
        tilt_deg: Sigma of how far a tile that is let go leans, about x and about y.
        slips: Part of the drops that slip from the fingers while they are picked out.
    """

    seed: int = 0
    position: float = 4e-3
    placing: float = 5e-4
    tilt_deg: float = 2.0
    slips: float = 0.02

    def __post_init__(self) -> None:
        demand_from_zero(self, "seed", "position", "placing", "tilt_deg", "slips")


@dataclass(frozen=True, slots=True)
class Mix(Attempt):
    """Mix the tiles."""

    seed: int

    def __post_init__(self) -> None:
        demand_from_zero(self, "seed")


@dataclass(frozen=True, slots=True)
class SetUp(Attempt):
    """Lay a tile on every hollow, the rest in a heap, all drops into the bowl, a can before every player."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class Ask(Attempt):
    """Ask who ate a carrot last: somebody did, and chance knows."""

    seed: int

    def __post_init__(self) -> None:
        demand_from_zero(self, "seed")


@dataclass(frozen=True, slots=True)
class Pour(Attempt):
    """Empty the can.

    Args:
        hand: Of the player; `position` is its tremor.
        x: Where the nozzle is meant to be.
        y: Likewise.
        fall: How far the drop falls from the nozzle until it touches the land, or the grass below it.
        tilted: Whether the drop is in a can that is tilted until it rolls out of the spout, held so far back that
            the drop comes down there; above a hollow only falls up to 25 mm keep the spout above it. Else it is
            let go at the nozzle, which scatters by the hand's tremor only.
    """

    hand: Hand
    x: float
    y: float
    fall: float = 0.05
    tilted: bool = False


@dataclass(frozen=True, slots=True)
class Clear(Attempt):
    """Pick the drops out of the hollows to be cleared, turn their tiles back, and lay the new tile."""

    hand: Hand


AnyAttempt: TypeAlias = Mix | SetUp | Ask | Pour | Clear
