"""A bot for Burst that never bursts when it can help it, and else keeps the most points in hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandbox.rules.base import Engine, Move
from sandbox.rules.burst import Action, BurstState, Card, Discard, Draw, Play, Take, total

__all__ = ["choose"]

_LIMIT = 21
_DRAWN = 4  # about the mean of the cards of the deck
_BURST = -1000


def choose(game: Engine[Any], view: BurstState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Return the move after which the hand is worth most; equal ones by chance."""
    worth = [_worth(view, move) for move in moves]
    best = max(worth)
    return rng.choice([move for move, w in zip(moves, worth, strict=True) if w == best])


def _worth(view: BurstState, move: Move) -> int:
    """Return the points that the hand would hold after a move, or very little after a burst."""
    match move:
        case Draw():
            return _DRAWN
        case Play(card=card):
            return _risk(_total_after(view.row, card)) - card.value
        case Discard(card=card):
            return _risk(total(view.row) - card.value)
        case Take(card=card):
            return _risk(total(view.row) - card.value) + card.value
    raise AssertionError(f"Burst has no move {move!r}")


def _total_after(row: tuple[Card, ...], card: Card) -> int:
    """Return the total of the row once a card's action has been followed at its best."""
    match card.action:
        case Action.DISCARD_SAME:
            row = tuple(other for other in row if other.value != card.value)
        case Action.DISCARD_ONE | Action.TAKE_ONE if row:
            return total(row) + card.value - max(other.value for other in row)
    return total(row) + card.value


def _risk(row: int) -> int:
    return _BURST if row > _LIMIT else 0
