"""The state of a game of BOURPIF."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sandbox.rules.base import Options, Seat
from sandbox.rules.bourpif.cards import Card

__all__ = ["BourpifOptions", "BourpifState", "Level", "Phase"]


class Level(Enum):
    """The two ways to play."""

    ONE = "1"  # without dragons
    TWO = "2"  # with dragons and doors


@dataclass(frozen=True, slots=True)
class BourpifOptions(Options):
    """The variants of BOURPIF.

    Args:
        level: Level 1, or level 2 with dragons and doors.
    """

    level: Level = Level.ONE


class Phase(Enum):
    """What the game waits for."""

    SHUFFLE = "shuffle"  # nature: the order of the draw pile
    SETUP = "setup"  # nature: the tiles before each player
    DOORS = "doors"  # nature: where the doors lie
    REST = "rest"  # nature: the tiles before a turn
    REVEAL = "reveal"  # nature: the cards that are turned
    RACE = "race"  # nature: who taps when, and with what
    PAY = "pay"  # the players who owe a card
    OVER = "over"


@dataclass(frozen=True, slots=True)
class BourpifState:
    """A game of BOURPIF.

    Args:
        phase: What it waits for.
        level: Which of the two it is.
        draw: The draw pile, parchments up, the top first; before the shuffle the cards in no order.
        pile: The monster pile, monsters up, the top last.
        stacks: The cards that each player has won.
        box: The cards that are not played with.
        owing: The players who still have to give a card.
        receiver: Who gets the cards that are owed; None when they go under the monster pile.
    """

    phase: Phase
    level: Level
    draw: tuple[Card, ...]
    pile: tuple[Card, ...]
    stacks: tuple[tuple[Card, ...], ...]
    box: tuple[Card, ...]
    owing: tuple[Seat, ...] = ()
    receiver: Seat | None = None
