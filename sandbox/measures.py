"""Small predicates over what was seen: a snapshot, and who carries whom. One for each phrase of the rules.

They know no engine and no game; scenarios and umpires share them. Lengths in metres, angles in radians.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from sandbox.geometry import Pose, tilt
from sandbox.record import Snapshot, Support

__all__ = ["carried_by", "carriers", "distance_moved", "has_dropped", "lean", "levels_standing", "stands"]

UPRIGHT_WALL = math.radians(45)
"""A wall leans by less than this; only about 0° and 90° are ever seen."""

LEVEL_PLATFORM = math.radians(20)
"""A platform of a standing level leans by less than this."""


def lean(pose: Pose, start: Pose | None = None) -> float:
    """Return by how much the direction that was up leans now.

    Args:
        pose: Now.
        start: When it stood; None means as its model is drawn.
    """
    return tilt((start or Pose()).rotation, pose.rotation)


def distance_moved(before: Snapshot, after: Snapshot, name: str) -> float:
    """Return how far the origin of a body moved, in a straight line."""
    return float(np.linalg.norm(after.poses[after.index(name), :3] - before.poses[before.index(name), :3]))


def has_dropped(before: Snapshot, after: Snapshot, name: str) -> float:
    """Return by how much the origin of a body came down; negative when it rose."""
    return float(before.poses[before.index(name), 2] - after.poses[after.index(name), 2])


def stands(before: Snapshot, after: Snapshot, name: str, *, tilt_below: float, drop_below: float) -> bool:
    """Return whether a body is still where it stood: it has neither tipped nor come down."""
    leans = lean(after.pose(name), before.pose(name))
    return leans < tilt_below and has_dropped(before, after, name) < drop_below


def carriers(supports: Iterable[Support], name: str) -> tuple[str, ...]:
    """Return the bodies that carry a body directly."""
    return tuple(dict.fromkeys(s.lower for s in supports if s.upper == name))


def carried_by(supports: Sequence[Support], roots: Iterable[str]) -> frozenset[str]:
    """Return everything that rests on the roots, directly or through others, with the roots."""
    found = set(roots)
    growing = True
    while growing:
        more = {s.upper for s in supports if s.lower in found} - found
        found |= more
        growing = bool(more)
    return frozenset(found)


def levels_standing(
    snapshot: Snapshot, supports: Sequence[Support], tower: str, ground: Iterable[str] = ("table",)
) -> int:
    """Return how many levels of a tower stand, from the ground up.

    A level stands when an upright wall of it rests on the platform below (or the ground), and its platform
    lies level on such a wall. Bodies are found by the names that the layout gives: `TOWER.level2.wall1`.

    Args:
        snapshot: At rest.
        supports: Who carries whom at that instant.
        tower: Name of the tower.
        ground: What the lowest walls stand on.
    """
    below = set(ground)
    level = 0
    while True:
        prefix = f"{tower}.level{level + 1}."
        walls = {
            name
            for name in snapshot.names
            if name.startswith(prefix + "wall")
            and lean(snapshot.pose(name)) < UPRIGHT_WALL
            and below.intersection(carriers(supports, name))
        }
        platform = prefix + "platform"
        if (
            platform not in snapshot
            or not walls.intersection(carriers(supports, platform))
            or lean(snapshot.pose(platform)) >= LEVEL_PLATFORM
        ):
            return level
        below = {platform}
        level += 1
