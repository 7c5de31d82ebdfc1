"""Does the tile still fit? What a garden's numbers must keep to, so that drops turn tiles over.

The limits rest on runs of 24 to 40 hollows a radius in the shipped bowl and on small ones (12 to 32 waterings) in
bowls of 16 and 24 facets a ring; they are parts of the bowl's radius, since nothing in the mechanism knows a
millimetre.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sandbox.components.garden import Garden

__all__ = ["Fit", "fits", "problems"]

PLAY: Final = (0.021, 0.053)
"""By how much of the bowl's radius the tile is smaller than what the facets leave room for. With less it was seen
to jam flat, with more to come to rest on its edge after the first drop. As shipped but for the tile's radius, of
40 tiles 39 turned at 16.75 mm, 40 at 17 and 38 at 17.25, but 28 at 16.5, and at 17.5 only 32 stood over two drops
(scenarios/beethupferl/how_wide_a_tile_may_be)."""

GRIP: Final = 0.2
"""Friction of a drop on grass; it rolls without slipping up to a slope of 3.5 times that (a solid sphere)."""

LAND: Final = 0.002
"""Metres of land that have to be left between two hollows."""


@dataclass(frozen=True, slots=True)
class Fit:
    """One thing that was checked.

    Attributes:
        what: In words.
        ok: Whether it is as it should be.
        found: The number found, and what it should be.
    """

    what: str
    ok: bool
    found: str


def fits(garden: Garden) -> tuple[Fit, ...]:
    """Return everything that was checked, the tile's play first."""
    return tuple(_checks(garden))


def problems(garden: Garden) -> tuple[str, ...]:
    """Return a sentence for each thing that does not fit; empty when drops will turn the tiles over."""
    return tuple(f"{each.what}: {each.found}" for each in fits(garden) if not each.ok)


def _checks(g: Garden) -> Iterator[Fit]:
    least, most = (part * g.bowl_radius for part in PLAY)
    play = g.inner_radius - g.tile_radius
    yield Fit(
        "the tile has just enough play to turn over",
        least <= play <= most,
        f"{_mm(play)} all round; {_mm(least)} to {_mm(most)} turn, "
        f"so a tile of {_mm(g.inner_radius - most)} to {_mm(g.inner_radius - least)} radius",
    )
    opening = g.opening * math.cos(math.pi / g.rings[0])
    yield Fit(
        "the tile goes through the opening",
        g.tile_radius < opening,
        f"radius {_mm(g.tile_radius)}, opening {_mm(opening)}; smaller tiles or larger bowls go through",
    )
    top = g.tile_pose(1).position[2] + g.tile_thickness / 2 - g.land_height
    yield Fit(
        "the tile lies below the land",
        top < 0,
        f"its upper side is {_mm(abs(top))} {'below' if top < 0 else 'above'} it; a thinner tile lies lower",
    )
    room = g.tile_pose(1).position[2] - g.tile_thickness / 2 - g.bowl_bottom
    yield Fit(
        "a drop has room under the tile",
        2 * g.drop_radius < room,
        f"{_mm(room)} for a drop of {_mm(2 * g.drop_radius)}; take smaller drops or a larger bowl",
    )
    land = g.pitch - 2 * g.opening
    yield Fit(
        "land is left between hollows",
        land >= LAND,
        f"{_mm(land)}; a pitch of {_mm(2 * g.opening + LAND)} leaves the {_mm(LAND)} that it needs",
    )
    yield Fit(
        "the bowls end above the table",
        g.bowl_bottom > 0.0005,
        f"{_mm(g.bowl_bottom)} above it; a higher land lifts them",
    )
    steepest = math.atan(3.5 * GRIP)
    yield Fit(
        "drops roll down the grass",
        math.radians(3) <= g.slope <= steepest,
        f"at {math.degrees(g.slope):.3g}°; from 3° to {math.degrees(steepest):.0f}° they roll without slipping",
    )


def _mm(metres: float) -> str:
    return f"{1000 * metres:.3g} mm"
