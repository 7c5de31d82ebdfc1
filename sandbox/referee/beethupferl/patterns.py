"""How a tile lies right: face down over no drop, picture up over one, upright between two.

Hands that put a hollow right leave it as a good watering would have: the poses are found by watering one hollow,
once a process, and are the same for every other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from sandbox.components.garden import Garden
from sandbox.errors import TrialError
from sandbox.geometry import Pose
from sandbox.referee.beethupferl.reading import Bed, read_hollow
from sandbox.referee.beethupferl.rest import come_to_rest
from sandbox.referee.beethupferl.scene import Drop
from sandbox.rules.beethupferl import Tile
from sandbox.rules.beethupferl.tiles import LimitsData

if TYPE_CHECKING:
    from sandbox.referee.beethupferl.bench import Bench

__all__ = ["Pattern", "is_right", "lying_right", "pattern"]

TRIED = (0.0, 2e-3, -2e-3, 3e-3, -3e-3, 1e-3, -1e-3, 4e-3, -4e-3)
"""Metres beside the middle at which the drop is let go until the tile lies right."""

FALL = 0.05
"""Metres that it falls."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One hollow in order.

    Args:
        tile: Its tile.
        drops: The drops in it.
    """

    tile: Pose
    drops: tuple[Pose, ...]


def is_right(limits: LimitsData, count: int, tilt: float, offset: float, rise: float) -> bool:
    """Return whether a tile lies as the rules want it over so many drops.

    Args:
        limits: What tells one measured thing from another.
        count: Drops in the hollow.
        tilt: Of the tile, degrees.
        offset: Of its centre from that of the hollow, metres.
        rise: Of its centre above the land, metres.
    """
    if offset * 1000 > limits.off_centre_mm or rise * 1000 > limits.off_rise_mm:
        return False
    if count == 0:
        return tilt < limits.flat_below_deg
    if count == 1:
        return tilt > limits.visible_above_deg
    return limits.flat_below_deg <= tilt <= limits.visible_above_deg


def lying_right(garden: Garden, limits: LimitsData, hollow: int, tile: Pose, drops: Sequence[Drop]) -> bool:
    """Return whether a hollow is in order; a drop that comes from the bowl has no place in it yet."""
    bed = Bed(garden, {hollow: tile}, {drop.name: drop.pose.position for drop in drops})
    reading = read_hollow(bed, hollow)
    in_order = is_right(limits, len(drops), reading.tilt, reading.offset, reading.rise)
    return in_order and reading.drops == len(drops)


def pattern(bench: Bench, count: int, hollow: int) -> Pattern:
    """Return how a hollow with 0, 1 or 2 drops is left in order.

    Raises:
        TrialError: In this garden no watering leaves it so.
    """
    found, middle = _found(bench, count), bench.garden.hollow(_WATERED)
    x, y, _ = bench.garden.hollow(hollow)
    by = (x - middle[0], y - middle[1], 0.0)
    return Pattern(found.tile.moved(by), tuple(drop.moved(by) for drop in found.drops))


_WATERED = 1
"""The hollow that is watered to find out."""


@lru_cache(maxsize=16)
def _found(bench: Bench, count: int) -> Pattern:
    garden = bench.garden
    if count == 0:
        return Pattern(garden.tile_pose(_WATERED), ())
    start = _found(bench, count - 1)
    for x in TRIED:
        for y in TRIED[:3]:
            tried = _water(bench, start, x, y)
            drops = {f"drop{n}": pose.position for n, pose in enumerate(tried.drops)}
            reading = read_hollow(Bed(garden, {_WATERED: tried.tile}, drops), _WATERED)
            in_order = is_right(bench.limits, count, reading.tilt, reading.offset, reading.rise)
            if in_order and reading.drops == count:
                return tried
    raise TrialError(
        f"no watering of a hollow leaves its tile right over {count} drops; see `sandbox models check`"
    )


def _water(bench: Bench, start: Pattern, x: float, y: float) -> Pattern:
    world = bench.bare_world()
    world.add(bench.tiles[Tile.SNAIL], "tile", start.tile)
    names = [f"drop{number}" for number in range(len(start.drops) + 1)]
    mx, my, mz = bench.garden.above_hollow(_WATERED, FALL)
    poses = (*start.drops, Pose((mx + x, my + y, mz)))
    for name, pose in zip(names, poses, strict=True):
        world.add(bench.drop, name, pose)
    come_to_rest(world, 6.0)
    now = world.snapshot()
    return Pattern(now.pose("tile"), tuple(now.pose(name) for name in names))
