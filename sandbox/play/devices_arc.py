"""Where a catapult throws: the predicted arc and its scatter, from trial throws in a world of their own.

A throw takes 40 ms of the processor, so one is made a frame, at whole steps of the pull, and kept; between two of
them everything is interpolated.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.errors import SandboxError
from sandbox.geometry import Floats, Pose, Vec3, quat_rotate
from sandbox.physics import Profile, World
from sandbox.physics.bullet import BulletEngine
from sandbox.referee.hurlyburly.launch import launch, load_pose, most_pull_deg

__all__ = ["Arcs", "Prediction"]

STEP_DEG = 4.0
"""Degrees between two pulls that are tried."""

FIRST_DEG = 12.0
"""The gentlest pull that is tried."""

PULL_SIGMA_DEG = 1.0
"""Tremor of a fair hand's pull (TABLES)."""

YAW_SIGMA_DEG = 0.5
"""Tremor of where a fair hand's catapult points (TABLES)."""


@dataclass(frozen=True, eq=False)
class Prediction:
    """Where a block would fly.

    Attributes:
        arc: `(n, 3) float` metres, from the basket to the table.
        landing: Where it comes down.
        along: Metres from there, along the shot, of one standard deviation.
        across: The same to both sides.
        direction: Of the shot, unit vector.
        speed: m/s with which it leaves.
    """

    arc: Floats
    landing: Vec3
    along: float
    across: float
    direction: Vec3
    speed: float

    def ring(self, sigmas: float = 2.0, count: int = 48) -> Floats:
        """Return the ellipse of the scatter on the table, closed, `(count + 1, 3) float`."""
        turn = np.linspace(0, 2 * math.pi, count + 1)[:, None]
        ahead = np.asarray(self.direction)
        aside = np.array((-ahead[1], ahead[0], 0.0))
        ellipse = self.along * np.cos(turn) * ahead + self.across * np.sin(turn) * aside
        ring: Floats = np.asarray(self.landing) + np.array((0.0, 0.0, 1e-3)) + sigmas * ellipse
        return ring


@dataclass(frozen=True, slots=True)
class _Throw:
    """How a block leaves: place and speed towards the target and upward, catapult at the origin."""

    x: float
    z: float
    along: float
    up: float
    left: bool


class Arcs:
    """Predicts the throws of one catapult with one kind of block.

    Args:
        catapult: The component.
        block: What is thrown.
        materials: Of the world that it stands in.
        profile: Likewise.
    """

    def __init__(self, catapult: Component, block: Component, materials: Materials, profile: Profile) -> None:
        self._catapult, self._block, self._materials, self._profile = catapult, block, materials, profile
        most = most_pull_deg(catapult) - 0.6
        self._pulls = [float(each) for each in np.arange(FIRST_DEG, most, STEP_DEG)] + [most]
        self._throws: dict[float, _Throw] = {}
        self._engine: BulletEngine | None = None

    @property
    def is_complete(self) -> bool:
        """Whether every pull has been tried."""
        return len(self._throws) == len(self._pulls)

    def work(self, near_deg: float | None = None) -> bool:
        """Try one more pull, the nearest to the one that is asked for; return whether there was one left."""
        left = [pull for pull in self._pulls if pull not in self._throws]
        if not left:
            return False
        pull = left[0] if near_deg is None else min(left, key=lambda each: abs(each - near_deg))
        self._throws[pull] = self._throw(pull)
        if len(left) == 1:
            self.close()
        return True

    def close(self) -> None:
        """Give the engine of the trial throws back."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None

    def predict(self, pose: Pose, pull_deg: float, ground: float = 0.0) -> Prediction | None:
        """Return the flight from a catapult that stands at a pose.

        Args:
            pose: Of the catapult.
            pull_deg: How far it is pulled.
            ground: Height in metres of where it comes down.

        Returns:
            None while too few pulls have been tried, and when the block would not leave.
        """
        tried = sorted(self._throws)
        if not tried or pull_deg < tried[0] - STEP_DEG / 2 or (len(tried) < 2 and not self.is_complete):
            return None
        here = self._at(pull_deg)
        if not here.left:
            return None
        ahead = quat_rotate(pose.rotation, (1.0, 0.0, 0.0))
        flat = math.hypot(ahead[0], ahead[1])
        if flat < 0.5:
            return None
        direction = (ahead[0] / flat, ahead[1] / flat, 0.0)
        g = max(self._profile.gravity, 1e-3)
        below = ground - pose.position[2] + self._block.size[2] / 2
        flight = _flight(here, below, g)
        times = np.linspace(0.0, flight, 40)
        way = here.x + here.along * times
        height = here.z + here.up * times - g / 2 * times**2
        arc = np.asarray(pose.position) + np.outer(way, direction) + np.outer(height, (0.0, 0.0, 1.0))
        reach = float(way[-1])
        near, far = (
            each.x + each.along * _flight(each, below, g)
            for each in (self._at(pull_deg - PULL_SIGMA_DEG), self._at(pull_deg + PULL_SIGMA_DEG))
        )
        return Prediction(
            arc,
            (float(arc[-1, 0]), float(arc[-1, 1]), float(arc[-1, 2]) - self._block.size[2] / 2),
            max(1e-3, abs(far - near) / 2),
            max(1e-3, reach * math.radians(YAW_SIGMA_DEG)),
            direction,
            math.hypot(here.along, here.up),
        )

    def _at(self, pull: float) -> _Throw:
        tried = sorted(self._throws)
        rows = np.array([[t.x, t.z, t.along, t.up] for t in (self._throws[each] for each in tried)])
        x, z, along, up = (float(np.interp(pull, tried, column)) for column in rows.T)
        nearest = self._throws[min(tried, key=lambda each: abs(each - pull))]
        return _Throw(x, z, along, up, nearest.left and along > 0.05)

    def _throw(self, pull: float) -> _Throw:
        if self._engine is None:
            self._engine = BulletEngine(self._profile)
        world = World(self._materials, self._profile, declare=[self._catapult, self._block], engine=self._engine)
        world.add(self._catapult, "catapult", Pose((0.0, 0.0, 1.0)), fixed=True)
        at = load_pose(self._catapult, self._block).moved((0.0, 0.0, 1.0))
        world.add(self._block, "block", at)
        try:
            done = launch(world, "catapult", ["block"], pull_deg=pull, pull_speed=0.2)
        except SandboxError:
            return _Throw(0.0, 0.0, 0.0, 0.0, False)
        poses, twists = world.rows(["block"])
        x, z = float(poses[0, 0]), float(poses[0, 2]) - 1.0
        return _Throw(x, z, float(twists[0, 0]), float(twists[0, 2]), done.left)


def _flight(throw: _Throw, ground: float, gravity: float) -> float:
    """Return the seconds until a block's middle is at a height."""
    drop = max(0.0, throw.up**2 + 2 * gravity * (throw.z - ground))
    return (throw.up + math.sqrt(drop)) / gravity
