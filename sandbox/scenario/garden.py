"""Beethupferl's garden in scenarios: what is placed, where drops are let go, what is read from tiles and drops.

Hollows are counted as in the rules: 1 in the north-west corner, row by row; x points east, y north.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Final, Literal

from pydantic import Field, StrictInt, StrictStr, field_validator, model_validator

from sandbox.components.garden import SHIPPED, Edge, Garden, slope_of
from sandbox.components.spec import Component
from sandbox.errors import InputError
from sandbox.geometry import Pose, Vec3
from sandbox.measures import lean
from sandbox.strict import NonNegative, Strict

__all__ = ["BedOf", "Hollow", "Lies", "Spot", "garden_of", "is_in", "lies", "pieces"]

Hollow = Annotated[StrictInt, Field(ge=1, le=SHIPPED.side**2)]
Lies = Literal["flat", "visible", "upright", "pushed off"]

FLAT: Final = math.radians(45)
"""Lean below which a tile lies face down; above 180° less this it is picture up, between them upright: the rules'
limits, whose data say what was measured."""


GRASS: Final = "beethupferl/grass"

SAME: Final = 4e-4
"""Metres by which a bed may differ from the shipped one: other facets, the same hollows."""


class BedOf(Strict):
    """The whole garden: `NAME.bed`, `NAME.grass.north`, ..., and a tile on each hollow, `NAME.tile1`, ..."""

    tiles: tuple[Hollow, ...] | None = None
    """Hollows on which a tile lies; all when missing. Fewer are quicker."""
    tile: StrictStr = "beethupferl/carrot"
    face_up: tuple[Hollow, ...] = ()
    """Tiles that lie with their picture up."""

    @field_validator("tiles", "face_up")
    @classmethod
    def _each_once(cls, hollows: tuple[int, ...] | None) -> tuple[int, ...] | None:
        twice = next((hollow for hollow in hollows or () if (hollows or ()).count(hollow) > 1), None)
        if twice is not None:
            raise ValueError(f"names hollow {twice} twice; write each hollow once")
        return hollows

    @model_validator(mode="after")
    def _turned_tiles_lie_there(self) -> BedOf:
        bare = [] if self.tiles is None else sorted({*self.face_up} - {*self.tiles})
        if bare:
            raise ValueError(
                f"face_up names hollow {bare[0]}, on which no tile lies; add it to tiles or take it out"
            )
        return self


class Spot(Strict):
    """Where a drop is let go: over a hollow, or over the grass."""

    over: Hollow | None = None
    """Hollow."""
    grass: Edge | None = None
    """Edge at which the patch stands."""
    lane: Annotated[float, Field(strict=True, ge=0, le=SHIPPED.side + 1)] = 1.0
    """On the grass: the line of hollows aimed at, from the west or the north; 1.5 is between the first two."""
    up_mm: Annotated[float, Field(strict=True, gt=0, le=1000 * SHIPPED.grass_run)] = 25.0
    """On the grass: how far up the slope."""
    height_mm: Annotated[float, Field(strict=True, gt=0, le=1000)] = 50.0
    """Of the drop's lowest point above the land; or how far it falls onto the grass."""
    aim_mm: NonNegative = 0.0
    """Sigma of how far the hand misses, in x and in y."""

    @model_validator(mode="after")
    def _one_place(self) -> Spot:
        if (self.over is None) == (self.grass is None):
            raise ValueError('give either over = HOLLOW or grass = "north", "east", "south" or "west"')
        if self.over is not None and self.model_fields_set & {"lane", "up_mm"}:
            raise ValueError("lane and up_mm are for the grass; take them out, or write grass instead of over")
        return self

    def lowest_mm(self, garden: Garden = SHIPPED) -> Vec3:
        """Return the drop's lowest point in a garden, millimetres."""
        height = self.height_mm / 1000
        if self.over is not None:
            x, y, z = garden.above_hollow(self.over, height)
        else:
            assert self.grass is not None
            along = garden.along(self.grass, self.lane - 1)
            x, y, z = garden.above_grass(self.grass, along, self.up_mm / 1000, height)
        return (1000 * x, 1000 * y, 1000 * (z - garden.drop_radius))


def garden_of(components: Mapping[str, Component]) -> Garden:
    """Return the garden of a scenario's components: hollows as shipped, grass as steep as its model is."""
    grass = components.get(GRASS)
    return SHIPPED if grass is None else replace(SHIPPED, slope=slope_of(grass.parts[0]))


def pieces(bed: BedOf, get: Callable[[str], Component]) -> Iterator[tuple[str, Component, Pose]]:
    """Yield the name after the garden's own, the component and the pose of each piece.

    Raises:
        InputError: The bed comes from a models folder of other hollows, so that tiles would miss them.
    """
    wide, _, deep = get("beethupferl/bed").size
    wanted = 2 * SHIPPED.half, SHIPPED.land_height - SHIPPED.bowl_bottom
    if abs(wide - wanted[0]) > SAME or abs(deep - wanted[1]) > SAME:
        raise InputError(
            f"the bed is {1000 * wide:g} mm wide and its hollows {1000 * deep:.3g} mm deep, but scenarios place "
            f"tiles for {1000 * wanted[0]:g} and {1000 * wanted[1]:.3g}; build a garden of another slope, tile or "
            "drop only"
        )
    for component, name, pose in SHIPPED.parts():
        yield name, get(component), pose
    every = range(1, SHIPPED.side**2 + 1)
    tile = get(bed.tile)
    garden = replace(SHIPPED, tile_radius=tile.size[0] / 2, tile_thickness=tile.size[2])  # a wider one lies higher
    for hollow in every if bed.tiles is None else bed.tiles:
        yield f"tile{hollow}", tile, garden.tile_pose(hollow, face_up=hollow in bed.face_up)


def lies(before: Pose, now: Pose) -> Lies:
    """Return how a tile lies, given where it lay on its hollow.

    It is pushed off when its centre is more than half a radius beside or above where it was.
    """
    (x, y, z), (was_x, was_y, was_z) = now.position, before.position
    far = SHIPPED.tile_radius / 2
    if math.hypot(x - was_x, y - was_y) > far or z - was_z > far:
        return "pushed off"
    angle = lean(now)
    return "flat" if angle < FLAT else "visible" if angle > math.pi - FLAT else "upright"


def is_in(hollow: int, at: Vec3) -> bool:
    """Return whether a drop whose centre is `at` is in a hollow: below the land, not on a tile that closes it."""
    return SHIPPED.hollow_under(at[0], at[1]) == hollow and at[2] < SHIPPED.land_height
