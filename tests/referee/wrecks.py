"""Towers that were hit, and how many of their levels stand, counted by rays alone."""

from __future__ import annotations

import functools
from dataclasses import dataclass, replace

import numpy as np

from sandbox.geometry import Pose
from sandbox.physics import settle
from sandbox.referee.hurlyburly import Scene
from sandbox.referee.hurlyburly.bench import BLOCK
from sandbox.referee.hurlyburly.building import own_tower
from sandbox.referee.hurlyburly.reading import by_chain, by_graph, standing_walls
from sandbox.referee.hurlyburly.umpire import column_of
from tests.referee.desk import STEADY, TABLE, _laid

LEVEL, WALL = 0.064, 0.063
GRID = 0.008


@functools.cache
def tower(levels: tuple[int, ...]) -> Scene:
    """Return a table on which P2 has this tower."""
    return _laid(((2,), levels), STEADY, 0.0)


def wreck(seed: int):
    """Hit a tower with a block, and return its world at rest, the scene and what was thrown at it."""
    rng = np.random.default_rng([77, seed])
    levels = tuple(int(walls) for walls in rng.integers(1, 3, size=int(rng.integers(2, 5))))
    scene = tower(levels)
    x, y = scene.flags[1]
    world = TABLE.bench.world(scene, own_tower(scene, 1))
    angle, speed = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 3.2)
    height = rng.uniform(0.02, LEVEL * len(levels))
    aside = rng.normal(0, 0.015)
    along = np.array([np.cos(angle), np.sin(angle)])
    start = np.array([x, y]) - 0.12 * along + aside * np.array([-along[1], along[0]])
    world.add(TABLE.bench.component(BLOCK), "thrown", Pose((float(start[0]), float(start[1]), float(height))))
    world.launch("thrown", (float(speed * along[0]), float(speed * along[1]), 0.4))
    rest = settle(world, timeout=8.0)
    now = world.snapshot()
    scene = scene.changed(lambda p: replace(p, pose=now.pose(p.name)))
    return world, scene, levels, rest


def standing(walls) -> int:
    """Return how many levels stand."""
    return next((i for i, count in enumerate(walls) if count < 1), len(walls))


def read(world, scene) -> tuple[int, int]:
    """Return the levels by the graph of supports and by the chain of poses."""
    column = column_of(scene, 1, TABLE.bench)
    graph, chain = by_graph(column, world.supports()), by_chain(column)
    return standing(standing_walls(graph)), standing(standing_walls(chain))


@dataclass(frozen=True)
class Judged:
    """How many levels of a wreck stand, counted three ways.

    Args:
        seed: Of the wreck.
        levels: The walls of each level before it was hit.
        graph: Levels that stand by who carries whom.
        chain: By poses.
        rays: By rays.
        settled: Whether everything came to rest.
    """

    seed: int
    levels: tuple[int, ...]
    graph: int
    chain: int
    rays: int
    settled: bool

    @property
    def is_alike(self) -> bool:
        """Whether all three count the same."""
        return self.graph == self.chain == self.rays


def judge(seed: int) -> Judged:
    """Wreck a tower and count what stands."""
    world, scene, levels, rest = wreck(seed)
    graph, chain = read(world, scene)
    rays = count_by_rays(world, scene.flags[1], len(levels))
    return Judged(seed, levels, graph, chain, rays, rest.ok)


def count_by_rays(world, centre, levels: int) -> int:
    """Return how many levels rays find: an underside at its height, and a wall below it from foot to top."""
    for level in range(levels):
        foot = level * LEVEL
        cells = _underside(world, centre, foot)
        if len(cells) * GRID**2 < 0.5 * 0.063 * 0.088:
            return level
        if not _walls(world, cells, foot):
            return level
    return levels


def _underside(world, centre, foot):
    """Return the points of a grid above which a level platform hangs at the height of this level."""
    found = []
    for dx in np.arange(-0.08, 0.0801, GRID):
        for dy in np.arange(-0.08, 0.0801, GRID):
            x, y = centre[0] + dx, centre[1] + dy
            hit = world.ray((x, y, foot + 0.045), (x, y, foot + WALL + 0.012))
            if hit is not None and "platform" in hit[0] and hit[2][2] < -0.94:
                found.append((x, y))
    return found


def _walls(world, cells, foot) -> bool:
    """Return whether rays from four sides meet one and the same upright face low and high below the cells."""
    points = np.array(cells)
    low, high = points.min(axis=0) - GRID, points.max(axis=0) + GRID
    seen = []
    for height in (0.010, 0.032, 0.054):
        names = set()
        for axis in (0, 1):
            for at in np.arange(low[1 - axis], high[1 - axis], 0.004):
                for a, b in ((low[axis], high[axis]), (high[axis], low[axis])):
                    start, end = [0.0, 0.0, foot + height], [0.0, 0.0, foot + height]
                    start[axis], end[axis] = a, b
                    start[1 - axis] = end[1 - axis] = at
                    hit = world.ray(tuple(start), tuple(end))
                    if hit is not None and ".wall" in hit[0] and abs(hit[2][2]) < 0.7:
                        names.add(hit[0])
        seen.append(names)
    return bool(seen[0] & seen[1] & seen[2])
