"""Where things are around the garden, and how far a nozzle is from what it is to be above. Pure."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from sandbox.components.garden import Edge, Garden
from sandbox.geometry import Pose, Vec3
from sandbox.referee.beethupferl.scene import Zone

__all__ = [
    "bowl_place",
    "drop_pose",
    "gap_to_hollow",
    "gap_to_patch",
    "is_outside",
    "reach",
    "release",
    "tile_pose",
]

_OUT: Final = {"north": (0.0, 1.0), "east": (1.0, 0.0), "south": (0.0, -1.0), "west": (-1.0, 0.0)}

BESIDE: Final = 0.08
"""Metres from the garden's outer wall to what lies beside it."""


def reach(garden: Garden) -> float:
    """Return how far the garden reaches from its middle to the outside of its walls."""
    return garden.half + garden.grass_run + garden.wall_thickness


def is_outside(garden: Garden, at: Vec3) -> bool:
    """Return whether a point is beyond the outer walls, or under the garden."""
    edge = reach(garden)
    return abs(at[0]) > edge or abs(at[1]) > edge or at[2] < 0


def release(garden: Garden, x: float, y: float, fall: float) -> Vec3:
    """Return the centre of a drop that falls by `fall` until it touches the land, or the grass below it."""
    edge = garden.patch_under(x, y)
    if edge is None:
        return (x, y, garden.land_height + garden.drop_radius + fall)
    out = x * _OUT[edge][0] + y * _OUT[edge][1] - garden.half
    surface = garden.land_height + out * math.tan(garden.slope)
    return (x, y, surface + garden.drop_radius / math.cos(garden.slope) + fall)


def gap_to_hollow(garden: Garden, hollow: int, x: float, y: float) -> float:
    """Return the horizontal distance from a point to the middle of a hollow."""
    at = garden.hollow(hollow)
    return math.hypot(x - at[0], y - at[1])


def gap_to_patch(garden: Garden, edge: Edge, x: float, y: float) -> float:
    """Return the horizontal distance from a point to the outline of a patch; 0 above it.

    Seen from above a patch is a trapezoid: at its corners it meets its neighbours half-way.
    """
    east, north = _OUT[edge]
    out, along = x * east + y * north - garden.half, x * north - y * east
    if 0 <= out <= garden.grass_run and abs(along) <= garden.half + out:
        return 0.0
    near, far = (garden.half, 0.0), (garden.half + garden.grass_run, garden.grass_run)
    side = abs(along)  # it is as wide to the left as to the right
    sides = (((0.0, 0.0), near), (near, far), (far, (0.0, garden.grass_run)))
    return min(_gap_to_line((side, out), *ends) for ends in sides)


def _gap_to_line(point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    p, start, way = np.asarray(point), np.asarray(a), np.subtract(b, a)
    part = min(1.0, max(0.0, float((p - start) @ way / (way @ way))))
    return float(np.linalg.norm(p - start - part * way))


def tile_pose(garden: Garden, zone: Zone, number: int, seat: int = 0, hollow: int = 0) -> Pose:
    """Return where a tile lies that is not in the garden.

    Args:
        garden: What it lies beside.
        zone: The supply is one heap, its top tile has the number 0; every player has a row.
        number: Of the tile in its heap or row.
        seat: Whose row.
        hollow: On which the tile is to be laid, while a hand holds it.
    """
    up, down = (0.0, 0.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0)
    beside, half = reach(garden) + BESIDE, garden.tile_thickness / 2
    step = 2.2 * garden.tile_radius
    if zone is Zone.TAKEN:
        turn = math.pi / 2 * seat
        x, y = -reach(garden) + step * number, -beside
        across = (x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn))
        return Pose((*across, half), down)
    if zone is Zone.REMOVED:
        return Pose((beside + step * (number % 2), -beside - step * (number // 2), half), down)
    if zone is Zone.HAND:
        return garden.tile_pose(hollow).moved((0.0, 0.0, 0.1))
    return Pose((beside, beside, half + garden.tile_thickness * number), up)


def bowl_place(garden: Garden) -> Vec3:
    """Return where the bowl stands: the middle of its underside."""
    return (reach(garden) + BESIDE, 0.0, 0.0)


def drop_pose(garden: Garden, zone: Zone, number: int = 0) -> Pose:
    """Return where a drop is that is not in the garden.

    Args:
        garden: Where it is.
        zone: The bowl, or in a can or a hand.
        number: Of the drop in the bowl: one in the middle and six around it, above these one and twelve.
    """
    r = garden.drop_radius
    if zone is not Zone.BOWL:
        return Pose((0.0, 0.0, garden.grass_top + 0.1))
    x, y, z = bowl_place(garden)
    layer, place = (0, number) if number <= LOWER else (1, number - LOWER - 1)
    if place:
        angle = math.tau * place / (LOWER * (1 + layer))
        ring = 2.05 * r * (1 + layer)
        x, y = x + ring * math.cos(angle), y + ring * math.sin(angle)
    return Pose((x, y, z + r * (1.25 + 1.9 * layer)))


LOWER: Final = 6
"""Drops around the middle one of the bowl's lower layer."""
