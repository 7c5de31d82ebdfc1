"""Plausible findings for Beethupferl: most drops land where they should; the special situations occur too."""

from __future__ import annotations

import math
import random

from sandbox.rules.base import Finding, Seat
from sandbox.rules.beethupferl import (
    Beethupferl,
    BeethupferlState,
    Carrot,
    Cleared,
    Direct,
    Edge,
    Garden,
    Hollow,
    Phase,
    Reading,
    Rest,
    Surface,
    TileOrder,
    Watered,
)

__all__ = ["find"]

_TILT = (0.0, 172.0, 90.0, 95.0)  # degrees over no, one, two, three drops, when all goes well
_ROWS = (70, 20, 7, 3)  # how often a drop from the grass stops in the first, second, ... row of its column


def find(game: Beethupferl, state: BeethupferlState, rng: random.Random) -> Finding:
    """Return what the garden shows in a state in which nature is to act."""
    if state.phase is Phase.TILES:
        return TileOrder(tuple(rng.sample(game.tiles, len(game.tiles))))
    if state.phase is Phase.GARDEN:
        upside_down = 1 if rng.random() < 0.05 else 0
        players = len(state.taken)
        return Garden(game.box.hollows, upside_down, game.box.grass_patches, game.box.drops, players)
    if state.phase is Phase.FIRST:
        return Carrot(Seat(rng.randrange(len(state.taken))))
    return _clear(state, rng) if state.phase is Phase.CLEAR else _pour(state, rng)


def _clear(state: BeethupferlState, rng: random.Random) -> Cleared:
    slip = rng.random()
    strays = (Hollow(rng.randint(1, len(state.drops))),) if slip < 0.05 else ()
    return Cleared(left=1 if 0.05 <= slip < 0.07 else 0, face_up=0, bare=0, strays=strays)


def _pour(state: BeethupferlState, rng: random.Random) -> Watered:
    """Return where the drop went, and what it knocked over on its way."""
    watering, slip = state.watering, rng.random()
    assert watering is not None
    if isinstance(watering, Direct):
        aim, touched = abs(rng.gauss(0, 0.004)), Surface.BED
        goal = watering.hollow if rng.random() < 0.95 else _neighbour(watering.hollow, len(state.drops), rng)
    else:
        aim, touched = 0.0, Surface.BED if rng.random() < 0.08 else Surface.GRASS
        goal = _from_edge(watering.edge, len(state.drops), rng)
    rest = Rest.HOLLOW
    if slip < 0.06:
        rest = rng.choice([Rest.TILE, Rest.LAND, Rest.GRASS, Rest.GONE])
    changed = {} if rest is not Rest.HOLLOW else {goal: state.drops[goal - 1] + 1}
    loose = 0
    wet = [Hollow(i) for i, drops in enumerate(state.drops, start=1) if drops and i != goal]
    if 0.06 <= slip < 0.08 and wet:  # a drop is knocked out of its hollow
        hit = rng.choice(wet)
        changed[hit], loose = state.drops[hit - 1] - 1, 1
    return Watered(
        poured=2 if 0.08 <= slip < 0.09 else 1,
        aim=0.03 if 0.09 <= slip < 0.1 else round(aim, 4),
        touched=touched,
        rest=rest,
        hollows=tuple(_reading(hollow, drops, rng) for hollow, drops in changed.items()),
        loose=loose,
        speed=0.02 if 0.1 <= slip < 0.11 else 0.0,
    )


def _reading(hollow: Hollow, drops: int, rng: random.Random) -> Reading:
    """Return how a hollow lies; a tile stays flat or is pushed off now and then."""
    tilt = round(_TILT[min(drops, 3)] + (rng.uniform(-8, 8) if drops else 0), 1)
    offset, rise, slip = rng.uniform(0, 0.002), rng.uniform(-0.004, 0.002), rng.random()
    if slip < 0.04:
        tilt = round(rng.uniform(0, 20), 1)
    elif slip < 0.07:
        offset, rise = rng.uniform(0.01, 0.03), 0.001
    return Reading(hollow, drops, tilt, round(offset, 4), round(rise, 4))


def _neighbour(hollow: Hollow, hollows: int, rng: random.Random) -> Hollow:
    width = math.isqrt(hollows)
    near = [h for h in (hollow - width, hollow - 1, hollow + 1, hollow + width) if 1 <= h <= hollows]
    return Hollow(rng.choice(near or [hollow]))


def _from_edge(edge: Edge, hollows: int, rng: random.Random) -> Hollow:
    """Return the hollow in which a drop from the grass stops."""
    width = max(2, math.isqrt(hollows))
    depth = rng.choices(range(len(_ROWS)), _ROWS)[0] % width
    across = rng.randrange(width)
    row, column = {
        Edge.NORTH: (depth, across),
        Edge.SOUTH: (width - 1 - depth, across),
        Edge.WEST: (across, depth),
        Edge.EAST: (across, width - 1 - depth),
    }[edge]
    return Hollow(min(row * width + column + 1, hollows))
