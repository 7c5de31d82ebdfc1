"""A bot for Beethupferl that counts what one drop may win or cost; it remembers nothing that it once saw."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from sandbox.rules.base import Engine, Move
from sandbox.rules.beethupferl import (
    BACK,
    Beethupferl,
    BeethupferlState,
    Direct,
    Grass,
    Hollow,
    Leave,
    Stop,
    Take,
    Tile,
)

__all__ = ["choose"]

_NOTHING = 0.0
_HELP = -0.2  # a second drop on a vegetable: the next player may add the third
_WASTE = -1.0  # a drop that comes back to the bowl without any effect
_CURIOUS = 0.1  # a hidden tile comes to light


def choose(
    game: Engine[BeethupferlState], view: BeethupferlState, moves: Sequence[Move], rng: random.Random
) -> Move:
    """Return the move that is worth most on average; equal ones by chance."""
    assert isinstance(game, Beethupferl)
    unseen = _unseen(game, view)
    worth = [_worth(view, move, unseen) for move in moves]
    best = max(worth)
    return rng.choice([move for move, w in zip(moves, worth, strict=True) if w == best])


def _unseen(game: Beethupferl, view: BeethupferlState) -> Counter[Tile]:
    """Return the tiles that lie face down in the bed or in the supply."""
    unseen = Counter(game.tiles)
    unseen.subtract(tile for tile in view.tiles if tile is not BACK)
    unseen.subtract(tile for tiles in (*view.taken, view.removed) for tile in tiles)
    return unseen


def _worth(view: BeethupferlState, move: Move, unseen: Counter[Tile]) -> float:
    """Return about how many vegetables a move wins for the player, or for all who play together."""
    hollows = range(1, len(view.tiles) + 1)
    match move:
        case Direct(hollow=hollow):
            return _drop(view, hollow, unseen, direct=True)
        case Grass():
            times = 1 if view.watered else 2
            return times * sum(_drop(view, Hollow(h), unseen, direct=False) for h in hollows) / len(hollows)
        case Take(hollow=hollow):
            return _wish(view, view.tiles[hollow - 1])
        case Stop() | Leave():
            return _NOTHING
    raise AssertionError(f"Beethupferl has no move {move!r}")


def _drop(view: BeethupferlState, hollow: Hollow, unseen: Counter[Tile], *, direct: bool) -> float:
    """Return what one more drop in a hollow is worth."""
    tile, drops = view.tiles[hollow - 1], view.drops[hollow - 1]
    if drops == 0:
        shown = Counter(view.tiles)
        total = max(1, unseen.total())
        return _CURIOUS + sum(n / total * _wish(view, kind) for kind, n in unseen.items() if shown[kind] == 2)
    if drops == 1:
        return _NOTHING if tile is Tile.SNAIL else _HELP
    if tile is Tile.SNAIL:
        return _wish(view, tile)
    if view.options.advanced and direct:
        return _WASTE
    return -_wish(view, tile) if view.options.cooperative else _wish(view, tile)


def _wish(view: BeethupferlState, tile: Tile) -> float:
    """Return what it is worth to take a tile: together, a kind of which enough are taken is worth little."""
    if tile is Tile.SNAIL:
        return -1.0
    enough = view.options.cooperative and sum(tiles.count(tile) for tiles in view.taken) >= 2
    return 0.2 if enough else 1.0
