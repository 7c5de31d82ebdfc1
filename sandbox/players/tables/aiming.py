"""Where a catapult of Hurlyburly throws, found by throwing; and which pull meets a height at a distance."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sandbox.geometry import Pose
from sandbox.physics import World
from sandbox.referee.hurlyburly.bench import BLOCK, Bench
from sandbox.referee.hurlyburly.launch import launch, load_pose, most_pull_deg

__all__ = ["PULLS", "Throw", "best_pull", "throw", "throws"]

PULLS = tuple(float(pull) for pull in np.arange(22.0, 61.0, 2.0))
"""Degrees that are tried, from gentle to hard."""

GRAVITY = 9.81

HALF_BLOCK = 7e-3
"""Metres from the middle of a block to the table it lies on."""


@dataclass(frozen=True, slots=True)
class Throw:
    """How a block left a catapult that stands at the origin and shoots towards +x.

    Args:
        pull_deg: How far the arm was pulled.
        x: Of the block as it left, metres.
        z: Likewise.
        along: Speed towards the target, m/s.
        up: Upward speed, m/s.
        left: Whether it left at all.
    """

    pull_deg: float
    x: float
    z: float
    along: float
    up: float
    left: bool

    def height_at(self, distance: float) -> float:
        """Return the height in metres of the block's middle at a distance; far below when it stays short."""
        if not self.left or self.along < 0.05:
            return -10.0
        time = (distance - self.x) / self.along
        return self.z + self.up * time - GRAVITY / 2 * time**2

    @property
    def reach(self) -> float:
        """Where it would come down on the table, metres; 0 when it stays in the basket."""
        if not self.left:
            return 0.0
        drop = max(0.0, self.up**2 + 2 * GRAVITY * (self.z - HALF_BLOCK))
        return self.x + self.along * (self.up + math.sqrt(drop)) / GRAVITY


def throw(bench: Bench, upgrades: int, pull_deg: float, pull_speed: float = 0.2) -> Throw:
    """Return how one launch goes, without any tremor."""
    from sandbox.referee.hurlyburly.scene import Scene

    world = bench.world(Scene(2, 1.0))
    catapult, block = bench.catapult(upgrades), bench.component(BLOCK)
    world.add(catapult, "catapult", Pose(), fixed=True)
    world.add(block, "block", load_pose(catapult, block))
    done = launch(world, "catapult", ["block"], pull_deg=pull_deg, pull_speed=pull_speed)
    return _left(world, pull_deg, done.left)


def _left(world: World, pull_deg: float, left: bool) -> Throw:
    now = world.snapshot()
    (x, _, z), (vx, _, vz) = now.pose("block").position, now.twist("block").linear
    return Throw(pull_deg, x, z, vx, vz, left)


@lru_cache(maxsize=32)
def throws(bench: Bench, upgrades: int) -> tuple[Throw, ...]:
    """Return the throws of every pull in `PULLS`; found once a process."""
    most = most_pull_deg(bench.catapult(upgrades)) - 0.5
    return tuple(throw(bench, upgrades, pull) for pull in PULLS if pull <= most)


def best_pull(table: tuple[Throw, ...], distance: float, height: float, tolerance: float = 0.012) -> float:
    """Return the pull that meets a height at a distance; of several the one that arrives fastest.

    Args:
        table: The throws to choose between; pulls between two neighbours are interpolated.
        distance: Metres to the face of the target.
        height: Metres above the table.
        tolerance: Metres of height that do not matter.
    """
    pulls = np.array([each.pull_deg for each in table])
    heights = np.array([each.height_at(distance) for each in table])
    speeds = np.array([each.along for each in table])
    fine = np.arange(pulls[0], pulls[-1] + 0.01, 0.25)
    miss = np.abs(np.interp(fine, pulls, heights) - height)
    good = miss <= max(tolerance, float(miss.min()) + 1e-9)
    arriving = np.where(good, np.interp(fine, pulls, speeds), -np.inf)
    return float(fine[int(np.argmax(arriving))])
