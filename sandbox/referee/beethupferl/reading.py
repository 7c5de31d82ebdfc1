"""What the umpire reads from poses at rest: drops in hollows, how tiles lie, where a drop came to rest. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from sandbox.components.garden import Garden
from sandbox.geometry import Pose, Vec3, quat_rotate
from sandbox.measures import lean
from sandbox.referee.beethupferl.places import is_outside
from sandbox.rules.beethupferl import Hollow, Reading, Rest

__all__ = ["Bed", "changed", "is_on", "read_hollow", "resting_place"]

LIES: Final = math.cos(math.radians(45))
"""A tile that is less than 45° from level lies, and closes what is below it: drops above it are on it, not in."""

STIRRED: Final = 1e-3
"""Metres by which a tile's centre has moved when its hollow is read anew."""

TURNED: Final = math.radians(5)
"""How far a tile has turned when its hollow is read anew."""


@dataclass(frozen=True)
class Bed:
    """The garden at rest.

    Args:
        garden: Its sizes.
        tiles: Pose of the tile that belongs to each hollow; one that hands hold is absent.
        drops: Centre of each drop that is in the garden or left it, by name.
    """

    garden: Garden
    tiles: Mapping[int, Pose]
    drops: Mapping[str, Vec3]

    @cached_property
    def places(self) -> Mapping[str, tuple[Rest, int]]:
        """Where each drop lies, and the hollow that it is in or whose tile it is on; 0 for none."""
        return {name: resting_place(self.garden, self.tiles, at) for name, at in self.drops.items()}

    def inside(self, hollow: int) -> list[str]:
        """Return the drops in a hollow, in the order in which they were given."""
        return [name for name, place in self.places.items() if place == (Rest.HOLLOW, hollow)]

    def loose(self) -> list[str]:
        """Return the drops that are in no hollow."""
        return [name for name, (rest, _) in self.places.items() if rest is not Rest.HOLLOW]


def resting_place(garden: Garden, tiles: Mapping[int, Pose], at: Vec3) -> tuple[Rest, int]:
    """Return where a drop at rest is, and the hollow that it is in or whose tile it is on; 0 for none.

    Args:
        garden: Its sizes.
        tiles: Poses of the tiles by the hollow to which they belong.
        at: The drop's centre.
    """
    inside = garden.half + garden.grass_run
    if is_outside(garden, at) or max(abs(at[0]), abs(at[1])) > inside:  # on top of the wall it has left the garden
        return Rest.GONE, 0
    for hollow, tile in tiles.items():
        if is_on(garden, tile, at):
            return Rest.TILE, hollow
    hollow_below = garden.hollow_under(at[0], at[1])
    if hollow_below is not None and at[2] < garden.land_height:
        return Rest.HOLLOW, hollow_below
    return (Rest.LAND if garden.patch_under(at[0], at[1]) is None else Rest.GRASS), 0


def is_on(garden: Garden, tile: Pose, at: Vec3) -> bool:
    """Return whether a drop lies on top of a tile that lies flat, or nearly so, either side up."""
    x, y, z = (a - b for a, b in zip(at, tile.position, strict=True))
    if abs(x) > 2 * garden.tile_radius or abs(y) > 2 * garden.tile_radius:
        return False
    a, b, c = quat_rotate(tile.rotation, (0.0, 0.0, 1.0))
    if abs(c) < LIES:
        return False
    # In plain numbers: for three coordinates arrays are five times slower, and every drop asks every tile.
    above = math.copysign(1.0, c) * (x * a + y * b + z * c)
    beside = math.sqrt(max(0.0, x * x + y * y + z * z - above * above))
    touching = garden.drop_radius + garden.tile_thickness / 2
    return 0.5 * touching < above < touching + 1e-3 and beside < garden.tile_radius


def read_hollow(bed: Bed, hollow: int) -> Reading:
    """Return the reading of one hollow; a tile that hands hold reads as lying face down where it belongs."""
    middle = bed.garden.hollow(hollow)
    pose = bed.tiles.get(hollow) or bed.garden.tile_pose(hollow)
    x, y, z = pose.position
    return Reading(
        Hollow(hollow),
        len(bed.inside(hollow)),
        round(math.degrees(lean(pose)), 2),
        round(math.hypot(x - middle[0], y - middle[1]), 6),
        round(z - middle[2], 6),
    )


def changed(before: Bed, now: Bed) -> Iterator[int]:
    """Yield the hollows that hold other drops than before, or whose tile was moved or turned."""
    for hollow in range(1, now.garden.side**2 + 1):
        was, is_now = before.tiles.get(hollow), now.tiles.get(hollow)
        stirred = was is not None and is_now is not None and _moved(was, is_now)
        if stirred or set(before.inside(hollow)) != set(now.inside(hollow)):
            yield hollow


def _moved(was: Pose, now: Pose) -> bool:
    """Return whether a tile was moved or tilted; a turn about its own axis changes nothing."""
    if math.dist(was.position, now.position) > STIRRED:
        return True
    return abs(lean(was) - lean(now)) > TURNED
