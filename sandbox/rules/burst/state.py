"""The state of a game of Burst."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sandbox.rules.base import Seat
from sandbox.rules.burst.cards import Card

__all__ = ["BurstState", "Phase"]


class Phase(Enum):
    """What the game waits for."""

    CUT = "cut"  # nature: the players who still have to cut
    SHUFFLE = "shuffle"  # nature: the order of the deck
    TURN = "turn"  # the player: draw or play
    ROW = "row"  # nature: how the row lies after a play
    ACTION = "action"  # the player: which card to discard or take
    OVER = "over"


@dataclass(frozen=True, slots=True)
class BurstState:
    """A game of Burst.

    Args:
        phase: What it waits for.
        turn: Whose turn it is, or who starts the round after a shuffle.
        clockwise: Whether play goes on to the left.
        cutters: Who still has to cut for the start.
        deck: The face-down deck, the top first; before a shuffle the cards of the game in no order.
        hands: The cards of each player.
        row: The cards on the table, the one played last at the end.
        out: The cards discarded in this round.
        scores: The points of each player from the rounds that have ended.
        round: The round, counted from 1.
        spent: The take-one cards that have acted in this round.
    """

    phase: Phase
    turn: Seat
    clockwise: bool
    cutters: tuple[Seat, ...]
    deck: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    row: tuple[Card, ...]
    out: tuple[Card, ...]
    scores: tuple[int, ...]
    round: int = 1
    spent: tuple[Card, ...] = ()
