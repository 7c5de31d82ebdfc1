"""A bot for Hurlyburly that builds fast, shoots whoever is about to win, and steals all it can."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandbox.rules.base import Engine, Move
from sandbox.rules.hurlyburly import (
    Collect,
    Defend,
    Fast,
    Fire,
    HurlyburlyState,
    Raise,
    Steal,
    Stop,
    Strong,
    Upgrade,
)

__all__ = ["choose"]

_NEAR = 2  # a rival who lacks so many levels is close to winning


def choose(game: Engine[Any], view: HurlyburlyState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Return the move of greatest worth; equal ones by chance."""
    goal = game.data.height[str(len(view.players))]  # type: ignore[attr-defined]
    worth = [_worth(view, move, goal) for move in moves]
    best = max(worth)
    return rng.choice([move for move, w in zip(moves, worth, strict=True) if w == best])


def _worth(view: HurlyburlyState, move: Move, goal: int) -> int:
    """Return how good a move is, by a few rules of thumb."""
    own = view.players[view.turn]
    height = len(own.levels)
    rivals = [len(p.levels) for seat, p in enumerate(view.players) if seat != view.turn]
    danger = max(rivals) >= goal
    match move:
        case Fast(levels=levels):
            return 100 if height + levels >= goal else 30 + 10 * levels
        case Strong():
            return 99 if height + 1 >= goal else 45
        case Fire(target=target):
            rival = view.players[target]
            if danger:
                return 200 + len(rival.levels)
            if view.launched:
                return 60 + len(rival.levels)
            near = own.blocks > 1 and len(rival.levels) >= goal - _NEAR
            return 55 + len(rival.levels) if near else 10
        case Stop():
            return 62  # no shot at a base alone
        case Steal(walls=walls, platforms=platforms):
            return 70 + walls + 2 * platforms
        case Raise(walls=walls):
            return walls[0]
        case Collect():
            return 42 + height if own.blocks == 0 else 20
        case Upgrade():
            return 41 if own.upgrades < 2 else 15
        case Defend():
            return 25
    raise AssertionError(f"Hurlyburly has no move {move!r}")
