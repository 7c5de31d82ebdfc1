"""The pieces of Burp: fruit with a hidden mark, pawns with a hidden sign, and the places they go to."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

from sandbox.rules.base import Seat, actor_name

__all__ = ["PAWNS", "QUARRY", "UNSEEN", "WOODS", "Fruit", "Pawn", "Place", "lacks", "village"]

_PLACE: Final = re.compile(r"quarry|woods|P[1-9][0-9]{0,3}")
_COLOUR: Final = re.compile(r"[a-z][a-z0-9_]*|\?")


@dataclass(frozen=True, slots=True, order=True)
class Fruit:
    """A fruit by the mark beneath it; fruits of one colour are equal.

    Args:
        colour: A colour of the data, or `?` for UNSEEN only, the fruit whose mark is hidden.
    """

    colour: str

    def to_text(self) -> str:
        """Return the colour, or `?`."""
        return self.colour

    @classmethod
    def from_text(cls, text: str) -> Fruit:
        """Return the fruit of a text; raises ValueError when it is none."""
        if not _COLOUR.fullmatch(text):
            raise ValueError(f"{text!r} is no fruit; expected the name of a colour")
        return cls(text)


UNSEEN: Final = Fruit("?")


class Pawn(Enum):
    """What a pawn is, by the sign beneath it; UNSEEN is a pawn of somebody else, face down."""

    FIGHTER = "fighter"
    TRADER = "trader"
    FISHER = "fisher"
    UNSEEN = "unseen"


PAWNS: Final = (Pawn.FIGHTER, Pawn.TRADER, Pawn.FISHER)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pawn can go.

    Args:
        name: `quarry`, `woods`, or `P1`, `P2`, ... for the village of a player.
    """

    name: str

    @property
    def seat(self) -> Seat | None:
        """Return whose village it is, or None for the quarry, the woods and what is no place."""
        number = self.name[1:]
        known = self.name[:1] == "P" and _PLACE.fullmatch(self.name)
        return Seat(int(number) - 1) if known else None

    def to_text(self) -> str:
        """Return the name."""
        return self.name

    @classmethod
    def from_text(cls, text: str) -> Place:
        """Return the place of a text; raises ValueError when it is none."""
        if not _PLACE.fullmatch(text):
            raise ValueError(f"{text!r} is no place; expected quarry, woods, or P1, P2, ... for a village")
        return cls(text)


QUARRY: Final = Place("quarry")
WOODS: Final = Place("woods")


@cache
def village(seat: Seat) -> Place:
    """Return the village of a player."""
    return Place(actor_name(seat))


def lacks(fruit: tuple[Fruit, ...], wanted: Iterable[Fruit]) -> int:
    """Return how many of the fruits `wanted` are not among `fruit`."""
    left = list(fruit)
    missing = 0
    for one in wanted:
        if one in left:
            left.remove(one)
        else:
            missing += 1
    return missing
