"""Where a rolling drop ends, as soon as that is certain: what the tile there does next takes ten times as long."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

import numpy as np

from sandbox.components.garden import Garden
from sandbox.geometry import Pose, Vec3, quat_rotate
from sandbox.physics import World
from sandbox.referee.beethupferl.places import is_outside
from sandbox.referee.beethupferl.reading import resting_place
from sandbox.rules.beethupferl import Rest

__all__ = ["is_caught", "run_until_caught", "stays_below"]

GRAVITY: Final = 9.81

SURE: Final = 4e-3
"""Metres below the land that the top of a drop's way has to stay for it to be caught for good."""

SLACK: Final = 3e-4
"""Metres by which facets differ from the sphere that is reckoned with."""

STILL: Final = 3e-3
"""m/s below which a drop outside all hollows is at rest, after three looks."""


def is_caught(garden: Garden, at: Vec3, speed: float) -> bool:
    """Return whether a drop has too little energy left to come out of the hollow that it is in.

    A ball that rolls has 7/10 v² of it a mass.

    Args:
        garden: Its sizes.
        at: The drop's centre.
        speed: m/s.
    """
    if garden.hollow_under(at[0], at[1]) is None:
        return False
    return 0.7 * speed**2 + GRAVITY * (at[2] - garden.land_height) < -GRAVITY * SURE


def stays_below(garden: Garden, hollow: int, at: Vec3, speed: float, tile: Pose) -> bool:
    """Return whether a drop that is alone in its hollow can never touch the tile above it again.

    It rolls to and fro on a sphere until it lies at the lowest point; how high it still comes follows from its
    energy. When it stays clear of the tile's plane all that way, nothing else can happen.

    Args:
        garden: Its sizes.
        hollow: In which it is.
        at: The drop's centre.
        speed: m/s.
        tile: Where the tile lies, at rest.
    """
    x, y, _ = garden.hollow(hollow)
    low = (x, y, garden.bowl_bottom + garden.drop_radius)
    rise = max(0.0, 0.7 * speed**2 / GRAVITY + at[2] - low[2]) + SLACK
    normal = quat_rotate(tile.rotation, (0.0, 0.0, 1.0))
    up = abs(normal[2])
    aside = math.sqrt(max(0.0, 1 - up**2))
    gap = sum((t - b) * n for t, b, n in zip(tile.position, low, normal, strict=True)) * math.copysign(
        1, normal[2]
    )
    swing = math.sqrt(2 * (garden.bowl_radius - garden.drop_radius) * rise)
    nearest = gap - swing * aside - rise * up
    return nearest > garden.drop_radius + garden.tile_thickness / 2 + SLACK


def run_until_caught(
    garden: Garden, world: World, name: str, tiles: Mapping[int, str], timeout: float
) -> tuple[Rest, int]:
    """Let a drop run until it is certain where it ends, and return where, with its hollow (0 for none).

    Args:
        garden: Its sizes.
        world: It is advanced.
        name: Of the drop.
        tiles: Names of the tiles by hollow.
        timeout: Seconds after which the drop is read where it is.

    Raises:
        Diverged: A pose or speed became NaN.
    """
    still, at = 0, world.pose(name).position
    for _ in world.looks(timeout):
        poses, twists = world.rows([name])
        at = (float(poses[0, 0]), float(poses[0, 1]), float(poses[0, 2]))
        speed = float(np.linalg.norm(twists[0, :3]))
        if is_outside(garden, at):
            return Rest.GONE, 0
        if is_caught(garden, at, speed):
            return Rest.HOLLOW, garden.hollow_under(at[0], at[1]) or 0
        still = still + 1 if speed < STILL else 0
        if still > 2:
            break
    return resting_place(garden, {hollow: world.pose(tile) for hollow, tile in tiles.items()}, at)
