"""Where drops go from one release point, by many pours: how likely each hollow is, and a map of a whole slope."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sandbox.components.garden import Edge
from sandbox.errors import InputError
from sandbox.geometry import Pose
from sandbox.referee.beethupferl import BeethupferlTable, Scene, Zone
from sandbox.referee.beethupferl.bench import Bench
from sandbox.referee.beethupferl.catching import run_until_caught
from sandbox.referee.beethupferl.places import reach, release
from sandbox.rules import load_game
from sandbox.rules.beethupferl import Rest

__all__ = ["Cloud", "Spot", "cloud", "fresh_garden", "slope_map"]

PATIENCE = 5.0
"""Seconds after which a drop is read where it is."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the nozzle is meant to be.

    Args:
        x: Metres east of the middle of the bed.
        y: Metres north of it.
        fall: Metres that a drop falls until it touches what is below.
        lane: Lane of a grass patch, from 0 and in parts, if it was named so.
        up: Metres up the slope, likewise.
    """

    x: float
    y: float
    fall: float
    lane: float = 0.0
    up: float = 0.0


@dataclass(frozen=True)
class Cloud:
    """Where the drops of one release point came to rest.

    Args:
        spot: The release point.
        ends: How often each rest and hollow came; the hollow is 0 where there is none.
    """

    spot: Spot
    ends: Counter[tuple[Rest, int]]

    @property
    def pours(self) -> int:
        """How many drops were poured."""
        return self.ends.total()

    def chance(self, hollow: int) -> float:
        """Return the part of the drops that ended in a hollow."""
        return self.ends[Rest.HOLLOW, hollow] / self.pours

    def kept(self, hollows: Sequence[int]) -> float:
        """Return the part that ended in any of some hollows."""
        return sum(map(self.chance, hollows))

    @property
    def outside(self) -> float:
        """The part that ended in no hollow."""
        return sum(count for (rest, _), count in self.ends.items() if rest is not Rest.HOLLOW) / self.pours

    def likeliest(self) -> tuple[int, float]:
        """Return the hollow that came most often, and how often; 0 when none did."""
        inside = {hollow: count for (rest, hollow), count in self.ends.items() if rest is Rest.HOLLOW}
        if not inside:
            return 0, 0.0
        best = max(sorted(inside), key=lambda hollow: inside[hollow])
        return best, inside[best] / self.pours


def fresh_garden(bench: Bench) -> Scene:
    """Return a garden with a tile face down on every hollow and all drops in the bowl."""
    game = load_game("beethupferl")
    empty = BeethupferlTable(bench).empty(game.initial(2))
    count = bench.garden.side**2
    first = {tile.name: number for number, tile in enumerate(empty.tiles[:count], start=1)}
    return empty.with_tiles(
        lambda tile: (
            replace(
                tile,
                zone=Zone.BED,
                hollow=first[tile.name],
                pose=bench.garden.tile_pose(first[tile.name]),
            )
            if tile.name in first
            else tile
        )
    )


def cloud(bench: Bench, spot: Spot, pours: int, *, sigma: float, seed: int = 0) -> Cloud:
    """Pour some drops at one release point, each into a garden as it was laid.

    Args:
        bench: Makes the worlds.
        spot: The release point.
        pours: How many drops.
        sigma: Of the nozzle, metres along each axis.
        seed: Of the tremors.

    Raises:
        InputError: The point is not above the garden.
    """
    edge = reach(bench.garden) - bench.garden.wall_thickness - bench.garden.drop_radius
    if max(abs(spot.x), abs(spot.y)) > edge or not 0 < spot.fall <= 0.3:
        raise InputError(
            f"a release at {spot.x * 1000:.0f}, {spot.y * 1000:.0f} mm that falls {spot.fall * 1000:.0f} mm is "
            f"not above the garden; it reaches to {edge * 1000:.0f} mm, and drops fall up to 300 mm"
        )
    garden, scene = bench.garden, fresh_garden(bench)
    tiles = {tile.hollow: tile.name for tile in scene.laid()}
    ends: Counter[tuple[Rest, int]] = Counter()
    for number in range(pours):
        errors = np.random.default_rng([seed, number]).standard_normal(3) * sigma
        x, y = (float(np.clip(value, -edge, edge)) for value in (spot.x + errors[0], spot.y + errors[1]))
        fall = max(1e-3, spot.fall + float(errors[2]))
        with bench.world(scene) as world:
            world.add(bench.drop, "drop", Pose(release(garden, x, y, fall)))
            world.launch("drop", (0.0, 0.0, 0.0))
            ends[run_until_caught(garden, world, "drop", tiles, PATIENCE)] += 1
    return Cloud(spot, ends)


def slope_map(
    bench: Bench,
    edge: Edge,
    *,
    lanes: Sequence[float],
    ups: Sequence[float],
    fall: float,
    pours: int,
    sigma: float,
    seed: int = 0,
) -> Iterator[Cloud]:
    """Yield the cloud of every point of a grid over one slope, row by row from the foot up.

    Args:
        bench: Makes the worlds.
        edge: Which patch.
        lanes: Lanes, from 0 and in parts.
        ups: Metres up the slope.
        fall: Metres.
        pours: At each point.
        sigma: Of the nozzle, metres.
        seed: Of the tremors.
    """
    garden = bench.garden
    for up in ups:
        for lane in lanes:
            x, y, _ = garden.on_grass(edge, garden.along(edge, lane), up)
            yield cloud(bench, Spot(x, y, fall, lane, up), pours, sigma=sigma, seed=seed)
