"""A watering can in a hand: held above the garden, tilted until its drop rolls out."""

from __future__ import annotations

import math

import numpy as np

from sandbox.components.garden import Garden
from sandbox.geometry import Pose, Vec3, quat_from_axis_angle, quat_from_euler_deg
from sandbox.physics import World
from sandbox.play.live import Live
from sandbox.referee.beethupferl.places import reach, release

__all__ = ["Can"]

LOWEST, HIGHEST = 0.01, 0.15
"""Metres that the drop falls from the spout."""

SPEED = 0.5
"""m/s at which the can follows the mouse."""


LEVEL = math.radians(-10)
"""How the can is held: its spout points up a little, so that the drop stays in the tub."""

EXIT = 0.25
"""m/s at which a drop leaves the spout, roughly: the can is drawn so much behind where the drop comes down."""


class Can:
    """A can in a hand.

    Args:
        live: The garden; the can is a fixed body in it, which is put where the hand holds it.
        name: Of its body.
        garden: What it is held above.
        start: `(x, y)` in metres above which it is held at first.
        fall: Metres that the drop falls.

    Attributes:
        is_tilted: Whether the hand has tilted it: the drop is on its way.
    """

    def __init__(self, live: Live, name: str, garden: Garden, start: tuple[float, float], fall: float) -> None:
        self._live, self.name, self.garden, self.fall = live, name, garden, fall
        self._at = self._goal = np.asarray(start, dtype=float)
        self.is_tilted = False
        live.add_drive(self._act)
        live.world.put(name, self.pose)

    @property
    def at(self) -> tuple[float, float]:
        """Above where the spout is, metres."""
        return float(self._at[0]), float(self._at[1])

    @property
    def spout(self) -> tuple[float, float]:
        """Where the tip of the spout is, seen from above: behind where the drop comes down."""
        return self.pose.position[0], self.pose.position[1]

    @property
    def goal(self) -> tuple[float, float]:
        """Above where the hand wants it, metres."""
        return float(self._goal[0]), float(self._goal[1])

    @property
    def nozzle(self) -> Vec3:
        """Where the drop leaves the spout."""
        return release(self.garden, *self.at, self.fall)

    @property
    def below(self) -> Vec3:
        """Where it would touch first, if it fell plumb."""
        x, y, z = self.nozzle
        return (x, y, z - self.fall - self.garden.drop_radius)

    @property
    def pose(self) -> Pose:
        """Of the can."""
        x, y, z = self.nozzle
        # As the referee holds it: over the bed it comes from its middle, over the grass from along the slope.
        yaw = math.degrees(math.atan2(y, x))
        if (edge := self.garden.patch_under(x, y)) is not None:
            yaw = 0.0 if edge in ("north", "south") else 90.0
        hand = Pose((x, y, z - self.garden.drop_radius), quat_from_euler_deg(0.0, 0.0, yaw))
        behind = EXIT * math.sqrt(2 * self.fall / 9.81)
        return hand @ Pose((-behind, 0.0, 0.0), quat_from_axis_angle((0.0, 1.0, 0.0), LEVEL))

    def aim_at(self, point: tuple[float, float]) -> None:
        """Hold the spout above a place of the garden."""
        edge = reach(self.garden) - 1e-3
        if not self.is_tilted:
            self._goal = np.clip(np.asarray(point, dtype=float), -edge, edge)

    def raise_by(self, metres: float) -> None:
        """Hold it higher or lower."""
        if not self.is_tilted:
            self.fall = float(np.clip(self.fall + metres, LOWEST, HIGHEST))

    def tilt(self) -> None:
        """Tilt it."""
        self.is_tilted = True

    def _act(self, world: World) -> None:
        if self.name not in world.names:
            return
        way = self._goal - self._at
        length = float(np.linalg.norm(way))
        if length > 1e-6:
            self._at = self._at + way * min(1.0, SPEED * world.profile.dt / length)
        world.put(self.name, self.pose)
