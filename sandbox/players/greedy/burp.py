"""A bot for Burp that fishes when it can, asks for what its cocktails lack, and invents as soon as it can."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sandbox.rules.base import Engine, Move, Seat
from sandbox.rules.burp import (
    QUARRY,
    WHEEL,
    WOODS,
    Ask,
    Burp,
    BurpState,
    Copy,
    Fruit,
    Invent,
    Pass,
    Pawn,
    Place,
    Put,
    Steal,
    lacks,
    village,
)

__all__ = ["choose"]

_PRIVILEGES = ("wheel", "fishing_pole", "language", "fence")
_STRIPS = 4  # strips that make a good dock
_STONES = 4  # stones that hold it


def choose(game: Engine[Any], view: BurpState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Return the move that promises most; equal ones by chance."""
    assert isinstance(game, Burp)
    worth = [_worth(game, view, move) for move in moves]
    best = max(worth)
    return rng.choice([move for move, w in zip(moves, worth, strict=True) if w == best])


def _worth(game: Burp, view: BurpState, move: Move) -> float:
    """Return how good a move is beside others of the same turn; to go without is worth nothing."""
    match move:
        case Put(pawn=pawn, place=place):
            return _worth_of_place(view, move.seat, pawn, place)
        case Ask(trader=trader, colour=colour):
            return _worth_of_fruit(game, view, move.seat, colour) + 0.1 * len(view.players[trader].fruit)
        case Invent(invention=invention):
            return len(game.figures.cocktails[invention]) + (2 if invention in _PRIVILEGES else 0)
        case Pass():
            return 0
        case Copy() | Steal():
            return 1
    return 0.5  # one strip or stone is as good as another


def _worth_of_place(view: BurpState, seat: Seat, pawn: Pawn, place: Place) -> float:
    """Fish from a dock at home, trade where a crowd is, and let the fighter fetch what the dock lacks."""
    me = view.players[seat]
    crowd = sum(other.place == place and other.seat != seat for other in view.pawns)
    if pawn is Pawn.FISHER:
        return 6 if place == village(seat) and me.dock_strips else 1
    if pawn is Pawn.TRADER and me.fruit:
        return 2 + 0.5 * crowd
    need = _STRIPS - me.strips - me.dock_strips if place == WOODS else 0
    if place == QUARRY:
        need = _STONES - len(me.stones + me.dock_stones)
    if pawn is Pawn.FIGHTER and place.seat not in (None, seat):
        need = min(2, len(view.players[place.seat or 0].stones))
    return 1 + need - crowd


def _worth_of_fruit(game: Burp, view: BurpState, seat: Seat, colour: str) -> float:
    """Return most for the fruit that completes a cocktail, less for one that leaves more to find."""
    me = view.players[seat]
    hand = me.fruit + me.aside
    best = 0.1
    for name in set(view.disks):
        cocktail = game.figures.cocktails[name]
        if name == WHEEL and WHEEL in me.ideas:
            continue
        more = Counter(cocktail)[Fruit(colour)] > hand.count(Fruit(colour))
        if more:
            best = max(best, len(cocktail) / lacks(hand, cocktail))
    return best
