"""What players can do in Burst and what is read from its table, each with its verb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandbox.rules.base import Finding, Move, Notation
from sandbox.rules.burst.cards import Card

__all__ = ["NOTATION", "Cut", "DeckOrder", "Discard", "Draw", "Play", "RowLayout", "Take"]


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw the top card of the deck."""


@dataclass(frozen=True, slots=True)
class Play(Move):
    """Play a card from hand to the row.

    Args:
        card: The card.
    """

    card: Card


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Follow a discard-one action.

    Args:
        card: The card that leaves the row for this round.
    """

    card: Card


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Follow a take-one action.

    Args:
        card: The card that goes from the row into hand.
    """

    card: Card


@dataclass(frozen=True, slots=True)
class Cut(Finding):
    """The cards at which the deck was cut, read from the face that each cutter shows.

    Args:
        cards: One card for each player who has to cut, in the order of seats.
    """

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DeckOrder(Finding):
    """The deck after a shuffle, read from the list of cards of the deck's body.

    Args:
        cards: All cards, the top one first.
    """

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RowLayout(Finding):
    """How the row lies once a played card has come to rest, read from the poses of its cards.

    Args:
        face_down: Cards of the row whose picture side does not look up; a count.
        gap: Smallest clearance in metres between two cards of the row, or of a card and the deck, seen from
            above; below zero where they overlap.
        reach: Greatest distance in metres from any player's place at the table to the centre of a card of
            the row.
    """

    face_down: int
    gap: float
    reach: float


NOTATION: Final = Notation(
    {
        "draw": Draw,
        "play": Play,
        "discard": Discard,
        "take": Take,
        "cut": Cut,
        "deck": DeckOrder,
        "row": RowLayout,
    }
)
