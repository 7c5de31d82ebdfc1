"""Which walls carry their levels: read twice, from who rests on whom, and from where everything is.

The graph rules. The chain of poses knows nothing of contacts, so it errs in other ways; where the two differ the
evidence says so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from sandbox.components.spec import Box, Component
from sandbox.geometry import Floats, Pose
from sandbox.measures import LEVEL_PLATFORM, UPRIGHT_WALL, carriers, lean
from sandbox.record import Support

__all__ = ["Column", "Level", "by_chain", "by_graph", "flag_level", "standing_walls"]

GROUND: Final = "table"

SLACK: Final = 4e-3
"""Metres by which heights may differ in the chain of poses: a wall that leans by 20° is 4 mm lower."""


ALONG: Final = 23
"""Points along a leaf of 44 mm: one every 2 mm."""


@dataclass(frozen=True, slots=True)
class Level:
    """The names of one level's platform and walls."""

    platform: str
    walls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One tower at rest, and what is needed to read it.

    Args:
        levels: From the lowest up, as they are to be judged.
        poses: Of every piece that is on the table, its flag too; what left it is not in here.
        wall: What a wall is.
        platform: What a platform is.
    """

    levels: tuple[Level, ...]
    poses: Mapping[str, Pose]
    wall: Component
    platform: Component


def by_graph(column: Column, supports: Sequence[Support]) -> tuple[tuple[str, ...], ...]:
    """Return the walls of each level that carry it: upright, carried by what is below, under a level platform.

    Args:
        column: The tower.
        supports: Who carries whom.
    """
    below: set[str] = {GROUND}
    flat = {level.platform for level in column.levels}
    out = []
    for level in column.levels:
        carrying: tuple[str, ...] = ()
        platform = column.poses.get(level.platform)
        if platform is not None and lean(platform) < LEVEL_PLATFORM:
            under = _through(supports, level.platform, flat)
            carrying = tuple(
                wall
                for wall in level.walls
                if wall in under
                and lean(column.poses[wall]) < UPRIGHT_WALL
                and below.intersection(_through(supports, wall, flat - below))
            )
        out.append(carrying)
        below = {level.platform} if carrying else set()
    return tuple(out)


def _through(supports: Sequence[Support], name: str, flat: set[str]) -> set[str]:
    """Return what carries a piece, directly or through platforms that slid in between: flat cards of 1 mm."""
    found: set[str] = set()
    asked = [name]
    while asked:
        new = set(carriers(supports, asked.pop())) - found
        found |= new
        asked += sorted(new & flat)
    return found


def by_chain(column: Column) -> tuple[tuple[str, ...], ...]:
    """Return the same from poses alone: every piece is at the height at which it was built, above the one below.

    Args:
        column: The tower.
    """
    out: list[tuple[str, ...]] = []
    height, base = 0.0, None
    broken, leaves = False, _leaves(column.wall)
    for level in column.levels:
        platform = column.poses.get(level.platform)
        rise = column.wall.size[2]
        carrying: list[str] = []
        if platform is not None and not broken and lean(platform) < LEVEL_PLATFORM:
            for name in level.walls:
                wall = column.poses.get(name)
                if (
                    wall is not None
                    and lean(wall) < UPRIGHT_WALL
                    and abs(_bottom(column.wall, wall) - height) < SLACK + _sag(wall)
                    and abs(_middle_below(column.platform, platform, wall) - _top(column.wall, wall)) < SLACK
                    and (base is None or _over(column.platform, base, wall, leaves))
                    and _over(column.platform, platform, wall, leaves)
                ):
                    carrying.append(name)
        broken = broken or not carrying
        out.append(tuple(carrying))
        height += rise + column.platform.size[2]
        base = platform
    return tuple(out)


def standing_walls(walls: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """Return how many walls carry each level."""
    return tuple(len(each) for each in walls)


def flag_level(levels: Sequence[Level], flag: str, supports: Sequence[Support]) -> int:
    """Return the number of the platform on which a flag rests; 0 for none."""
    under = carriers(supports, flag)
    return max((i for i, level in enumerate(levels, start=1) if level.platform in under), default=0)


def _bottom(component: Component, pose: Pose) -> float:
    return component.extent(pose.rotation)[0][2] + pose.position[2]


def _top(component: Component, pose: Pose) -> float:
    return component.extent(pose.rotation)[1][2] + pose.position[2]


def _sag(pose: Pose) -> float:
    """Return by how much a level below may have come down where a piece that leans stands."""
    return 0.03 * math.sin(min(lean(pose), math.pi / 2))


def _middle_below(component: Component, platform: Pose, wall: Pose) -> float:
    """Return the height of a platform's underside above the middle of a wall."""
    normal = np.asarray(platform.apply((0.0, 0.0, 1.0))) - np.asarray(platform.position)
    x, y = wall.position[0] - platform.position[0], wall.position[1] - platform.position[1]
    fall = (normal[0] * x + normal[1] * y) / max(float(normal[2]), 1e-6)
    return float(platform.position[2] - fall - component.size[2] / 2)


def _over(component: Component, platform: Pose, wall: Pose, leaves: Floats) -> bool:
    """Return whether some of a wall is above or below a platform: its middle may be beside it, and a leaf carry.

    Args:
        component: What the platform is.
        platform: Where it is.
        wall: Where the wall is.
        leaves: Of the wall, as `_leaves` gives them.
    """
    seen = np.abs((platform.inverse() @ wall).apply_all(leaves)[:, :2])
    return bool((seen < (component.size[0] / 2, component.size[1] / 2)).all(axis=1).any())


def _leaves(wall: Component) -> Floats:
    """Return points along the leaves of a wall in its own frame, `(n, 3) float`, metres."""
    lines = []
    for part in wall.parts:
        assert isinstance(part.shape, Box)
        along = 0 if part.shape.size[0] > part.shape.size[1] else 1
        line = np.zeros((ALONG, 3))
        line[:, along] = np.linspace(-0.5, 0.5, ALONG) * part.shape.size[along]
        lines.append(part.pose.apply_all(line))
    return np.concatenate(lines)
