"""Where things stand on the table of Hurlyburly: seats, towers, catapults, levels. Pure geometry, metres.

A seat's own directions: x from its tower towards the middle of the table, y to its left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sandbox.components.spec import Box, Component
from sandbox.geometry import Floats, Pose, quat_from_euler_deg

__all__ = [
    "APART",
    "BESIDE",
    "Ground",
    "apart_from_above",
    "catapult_pose",
    "footprint",
    "grounds",
    "level_spots",
]

APART = 0.598
"""Metres between the middles of neighbouring towers. The platforms' long sides (88 mm) lie along the line between
towers, which so stand 510 mm apart: more than the 50 cm of the rule by more than hands tremble."""

BESIDE = 0.13
"""Metres between the middles of a tower and of the catapult beside it."""

FOLD = (10.75e-3, 10.75e-3, 0.0)
"""The origin of a wall as seen from its fold."""

PAIR = (36e-3, 22e-3)
"""Where the folds of a pair of walls stand, to both sides of the middle: 8 mm inside the platform's edge along its
long side; the leaves run along a rectangle and do not meet."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a seat's tower stands: its middle, and the direction of the seat's own x."""

    x: float
    y: float
    yaw_deg: float

    @property
    def pose(self) -> Pose:
        """The seat's own directions as a pose."""
        return Pose((self.x, self.y, 0.0), quat_from_euler_deg(0.0, 0.0, self.yaw_deg))


def grounds(players: int, apart: float = APART) -> tuple[Ground, ...]:
    """Return where the towers stand: the corners of a regular figure around the middle of the table.

    Args:
        players: Two, three or four.
        apart: Metres between the middles of neighbours.
    """
    radius = apart / (2 * math.sin(math.pi / players))
    out = []
    for seat in range(players):
        # Clockwise, as the seats are; the first at the side of negative x.
        angle = math.pi - 2 * math.pi * seat / players
        x, y = radius * math.cos(angle), radius * math.sin(angle)
        out.append(Ground(x, y, math.degrees(math.atan2(-y, -x))))
    return tuple(out)


def level_spots(walls: int, level: int) -> tuple[tuple[float, float, float], ...]:
    """Return x, y of the origin and yaw in degrees of each wall of a level, from the middle of the level.

    One wall carries by its centre of mass and is turned from level to level.
    """
    if walls == 2:
        corners = [(-PAIR[0], -PAIR[1], 0.0), (PAIR[0], PAIR[1], 180.0)]
    else:
        corners = [(-FOLD[0], -FOLD[1], 0.0)] if level % 2 else [(FOLD[0], FOLD[1], 180.0)]
    spots = []
    for x, y, yaw in corners:
        pose = Pose((x, y, 0.0), quat_from_euler_deg(0.0, 0.0, yaw))
        ox, oy, _ = pose.apply(FOLD)
        spots.append((ox, oy, yaw))
    return tuple(spots)


def catapult_pose(x: float, y: float, yaw_deg: float) -> Pose:
    """Return the pose of a catapult on the table."""
    return Pose((x, y, 0.0), quat_from_euler_deg(0.0, 0.0, yaw_deg))


def footprint(component: Component, pose: Pose) -> list[Floats]:
    """Return the outlines of a component's boxes seen from above, each `(n, 2) float`, convex."""
    from scipy.spatial import ConvexHull

    out = []
    for part in component.all_parts():
        if isinstance(part.shape, Box):
            points = (pose @ part.pose).apply_all(part.shape.points())[:, :2]
            out.append(points[ConvexHull(points).vertices])
    return out


def apart_from_above(one: Sequence[Floats], other: Sequence[Floats]) -> float:
    """Return the shortest distance in metres between two sets of convex outlines; 0 when they overlap."""
    return min(_between(a, b) for a in one for b in other)


def _between(a: Floats, b: Floats) -> float:
    for outline in (a, b):
        edges = np.roll(outline, -1, axis=0) - outline
        normals = np.stack([edges[:, 1], -edges[:, 0]], axis=1)
        for normal in normals:
            if (a @ normal).max() < (b @ normal).min() or (b @ normal).max() < (a @ normal).min():
                break
        else:
            continue
        return min(_corners_to_edges(a, b), _corners_to_edges(b, a))
    return 0.0


def _corners_to_edges(points: Floats, outline: Floats) -> float:
    starts, edges = outline, np.roll(outline, -1, axis=0) - outline
    away = points[:, None, :] - starts[None]
    along = np.clip((away * edges).sum(axis=2) / (edges**2).sum(axis=1), 0, 1)
    return float(np.linalg.norm(away - along[..., None] * edges, axis=2).min())
