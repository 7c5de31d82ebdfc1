"""Bots for Beethupferl that remember which tiles they saw before these were turned back, and where.

What they know they have seen: it comes from what the rules let their seat see, and from what others did in the
open. `Gardener` chooses moves; hands share its memory to know which hollow to aim at from the grass.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from sandbox.rules.base import Engine, Move
from sandbox.rules.beethupferl import (
    BACK,
    Beethupferl,
    BeethupferlState,
    Direct,
    Edge,
    Grass,
    Hollow,
    Leave,
    Stop,
    Take,
    Tile,
)

__all__ = ["FORGETFUL", "Gardener", "Memory", "best_lane", "lanes", "make", "worths"]

FORGETFUL: Final = 0.1
"""Part of the hidden tiles that a forgetful player loses at every watering."""

DIRECT_HITS: Final = 0.95
"""How often a drop poured directly ends in its hollow."""

LANE_HITS: Final = ((0.96, 0.03, 0.0, 0.0), (0.09, 0.9, 0.0, 0.0))
"""How often a drop from the grass ends in each hollow of its lane, aimed at the first and at the second one. Those
further on are the first ones of the grass beyond. Measured, 120 drops each, fair hands:

    sandbox aim beethupferl --edge north --lane 2 --shots 120 --up-mm 12
    sandbox aim beethupferl --edge north --lane 2 --shots 120 --up-mm 35
"""

_HELP: Final = -0.2  # a second drop on a vegetable: the next player may add the third
_GIFT: Final = -0.3  # two of a kind show and the third is known: the next player takes it
_WASTE: Final = -1.0  # a third drop that comes back to the bowl
_CURIOUS: Final = 0.1  # a tile comes to light that was not known


class Memory:
    """The tiles that were seen and lie face down now.

    Args:
        forgets: Part of them that is lost at every watering; 0 for a perfect memory.
    """

    def __init__(self, forgets: float = 0.0) -> None:
        self.forgets = forgets
        self.known: dict[Hollow, Tile] = {}

    def begin(self) -> None:
        """Forget everything: a game begins."""
        self.known.clear()

    def look(
        self, game: Engine[BeethupferlState], view: BeethupferlState, move: Move | None, rng: random.Random
    ) -> None:
        """See one act: the state before it as the seat sees it, and a move that was made in the open."""
        self.see(view)
        if isinstance(move, Take):  # a new tile comes in the place of the one that was taken
            self.known.pop(move.hollow, None)
        if isinstance(move, Direct | Grass) and self.forgets:
            hidden = [hollow for hollow in self.known if view.tiles[hollow - 1] is BACK]
            for hollow in hidden:
                if rng.random() < self.forgets:
                    del self.known[hollow]

    def see(self, view: BeethupferlState) -> None:
        """Take in the tiles that show."""
        for number, tile in enumerate(view.tiles, start=1):
            if tile is not BACK:
                self.known[Hollow(number)] = tile


class Gardener(Memory):
    """Chooses the move that is worth most by what it remembers; equal ones by chance."""

    def __call__(
        self,
        game: Engine[BeethupferlState],
        view: BeethupferlState,
        moves: Sequence[Move],
        rng: random.Random,
    ) -> Move:
        """Return one of `moves`."""
        assert isinstance(game, Beethupferl)
        self.see(view)
        direct = worths(game, view, self.known, direct=True)
        rolled = worths(game, view, self.known, direct=False)
        values = [_value(view, move, direct, rolled) for move in moves]
        best = max(values)
        return rng.choice([move for move, value in zip(moves, values, strict=True) if value == best])


def make(kind: str) -> Gardener:
    """Return a bot of a kind: `perfect` or `forgetful`."""
    return Gardener(FORGETFUL if kind == "forgetful" else 0.0)


def worths(
    game: Beethupferl, view: BeethupferlState, known: Mapping[Hollow, Tile], *, direct: bool
) -> dict[Hollow, float]:
    """Return what one more drop in each hollow is worth, in vegetables, to whoever waters.

    Args:
        game: The rules.
        view: As the seat sees it.
        known: Tiles that it remembers.
        direct: Whether the drop is poured directly.
    """
    every = [Hollow(number) for number in range(1, len(view.tiles) + 1)]
    unseen = _unseen(game, view, known)
    return {hollow: _drop(view, hollow, known, unseen, direct=direct) for hollow in every}


def lanes(edge: Edge, side: int) -> list[tuple[Hollow, ...]]:
    """Return the lanes of an edge, the first hollow downhill first; `side` hollows are in a row."""
    rows = [[Hollow(row * side + column + 1) for column in range(side)] for row in range(side)]
    columns = [[row[index] for row in rows] for index in range(side)]
    lines = {
        Edge.NORTH: columns,
        Edge.SOUTH: [column[::-1] for column in columns],
        Edge.WEST: rows,
        Edge.EAST: [row[::-1] for row in rows],
    }
    return [tuple(line) for line in lines[edge]]


def best_lane(edge: Edge, side: int, worth: Mapping[Hollow, float]) -> tuple[float, int, int]:
    """Return the value of the best aim from an edge, its lane, and the row aimed at, both from 0."""
    best = (float("-inf"), 0, 0)
    for number, lane in enumerate(lanes(edge, side)):
        for row, hits in enumerate(LANE_HITS[: len(lane)]):
            value = sum(hit * worth[hollow] for hit, hollow in zip(hits, lane, strict=False))
            best = max(best, (value, number, -row))
    return best[0], best[1], -best[2]


def _value(
    view: BeethupferlState, move: Move, direct: Mapping[Hollow, float], rolled: Mapping[Hollow, float]
) -> float:
    match move:
        case Direct(hollow=hollow):
            return DIRECT_HITS * direct[hollow]
        case Grass(edge=edge):
            side = round(len(view.tiles) ** 0.5)
            # After a first drop that went well the second one may be left out, so it is worth a little more.
            return best_lane(edge, side, rolled)[0] * (1.0 if view.watered else 1.3)
        case Take(hollow=hollow):
            return _wish(view, view.tiles[hollow - 1])
        case Stop() | Leave():
            return 0.0
    raise AssertionError(f"Beethupferl has no move {move!r}")


def _unseen(game: Beethupferl, view: BeethupferlState, known: Mapping[Hollow, Tile]) -> Counter[Tile]:
    """Return the tiles that lie face down, in the bed or in the supply, and are not known."""
    unseen = Counter(game.tiles)
    unseen.subtract(known.values())
    unseen.subtract(tile for tiles in (*view.taken, view.removed) for tile in tiles)
    # A tile that was known and taken in one act is counted once: nothing is below zero.
    return +unseen


def _drop(
    view: BeethupferlState,
    hollow: Hollow,
    known: Mapping[Hollow, Tile],
    unseen: Counter[Tile],
    *,
    direct: bool,
) -> float:
    """Return what one more drop in a hollow is worth."""
    drops, tile = view.drops[hollow - 1], view.tiles[hollow - 1]
    if drops == 0:
        shown: Counter[Tile] = Counter(view.tiles)
        del shown[BACK]
        if hollow in known:
            return _uncover(view, known[hollow], shown, known)
        total = max(1, unseen.total())
        return _CURIOUS + sum(n / total * _uncover(view, kind, shown, known) for kind, n in unseen.items())
    if drops == 1:
        return 0.0 if tile is Tile.SNAIL else _HELP
    if tile is Tile.SNAIL:
        return _wish(view, tile)
    if view.options.advanced and direct:
        return _WASTE
    return -_wish(view, tile) if view.options.cooperative else _wish(view, tile)


def _uncover(view: BeethupferlState, kind: Tile, shown: Counter[Tile], known: Mapping[Hollow, Tile]) -> float:
    """Return what it is worth that a tile of a kind comes to light."""
    if shown[kind] >= 2:
        return _wish(view, kind)
    if view.options.cooperative:
        return 0.3 * _wish(view, kind)
    hidden = sum(tile is kind and view.tiles[hollow - 1] is BACK for hollow, tile in known.items())
    return _GIFT if shown[kind] == 1 and hidden >= 2 and kind is not Tile.SNAIL else 0.05 * _wish(view, kind)


def _wish(view: BeethupferlState, tile: Tile) -> float:
    """Return what it is worth to take a tile: together, a kind of which enough are taken is worth little."""
    if tile is Tile.SNAIL:
        return -1.0
    enough = view.options.cooperative and sum(tiles.count(tile) for tiles in view.taken) >= 2
    return 0.2 if enough else 1.0
