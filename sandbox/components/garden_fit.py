"""Does the tile still fit? What a garden's numbers must keep to, so that drops turn tiles over.

The limits rest on runs of 24 to 40 hollows a radius in the shipped bowl and on small ones (12 to 32 waterings) in
bowls of 16 and 24 facets a ring; they are parts of the bowl's radius, since nothing in the mechanism knows a
millimetre.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from sandbox.components.garden import Garden
from sandbox.components.garden_numbers import NUMBERS

__all__ = ["Fit", "fits", "problems"]

PLAY: Final = (0.021, 0.053)
"""By how much of the bowl's radius the tile is smaller than what the facets leave room for. With less it was seen
to jam flat, with more to come to rest on its edge after the first drop. As shipped but for the tile's radius, of
40 tiles 39 turned at 16.75 mm, 40 at 17 and 38 at 17.25, but 28 at 16.5, and at 17.5 only 32 stood over two drops
(scenarios/beethupferl/how_wide_a_tile_may_be)."""

SLOPES: Final = (math.radians(NUMBERS["slope_deg"].low), math.radians(NUMBERS["slope_deg"].high))
"""A solid sphere rolls without slipping up to a slope of 3.5 times its friction: 34.99 degrees at 0.2 on grass."""

LAND: Final = 0.002
"""Metres of land that have to be left between two hollows."""

LARGER_BOWL: Final = "a larger --bowl-radius-mm"


@dataclass(frozen=True, slots=True)
class Fit:
    """One thing that was checked.

    Attributes:
        what: In words.
        ok: Whether it is as it should be.
        found: The number found, and what it should be.
        instead: Options that mend it, by themselves; to be shown only where it is not as it should be.
    """

    what: str
    ok: bool
    found: str
    instead: str


def fits(garden: Garden) -> tuple[Fit, ...]:
    """Return everything that was checked, the tile's play first."""
    return tuple(_checks(garden))


def problems(garden: Garden) -> tuple[str, ...]:
    """Return a sentence for each thing that does not fit; empty when drops will turn the tiles over."""
    return tuple(f"{each.what}: {each.found}; take {each.instead}" for each in fits(garden) if not each.ok)


def _checks(g: Garden) -> Iterator[Fit]:
    least, most = (part * g.bowl_radius for part in PLAY)
    play = g.inner_radius - g.tile_radius
    yield Fit(
        "the tile has just enough play to turn over",
        least <= play <= most,
        f"{_mm(play)} all round; {_mm(least)} to {_mm(most)} turn",
        _option("tile_radius_mm", g.inner_radius - most, g.inner_radius - least) or LARGER_BOWL,
    )
    opening = g.opening * math.cos(math.pi / g.rings[0])
    yield Fit(
        "the tile goes through the opening",
        g.tile_radius < opening,
        f"radius {_mm(g.tile_radius)}, opening {_mm(opening)}",
        _option("tile_radius_mm", high=opening) or LARGER_BOWL,
    )
    sink = math.sqrt(max(g.inner_radius**2 - g.tile_radius**2, 0.0))
    top = g.tile_pose(1).position[2] + g.tile_thickness / 2 - g.land_height
    flat = _tile_radius(g, sink + top)
    yield Fit(
        "the tile lies below the land",
        top < 0,
        f"its upper side is {_mm(abs(top))} {'below' if top < 0 else 'above'} it",
        # A tile that lies below it may be too small to turn over.
        (_option("tile_radius_mm", high=flat) if flat > g.inner_radius - most else "") or LARGER_BOWL,
    )
    room = g.tile_pose(1).position[2] - g.tile_thickness / 2 - g.bowl_bottom
    wide = _tile_radius(g, sink + room - 2 * g.drop_radius)
    ways = (
        _option("drop_mm", high=room),
        _option("tile_radius_mm", low=wide) if wide < g.inner_radius - least else "",
    )
    yield Fit(
        "a drop has room under the tile",
        2 * g.drop_radius < room,
        f"{_mm(room)} for a drop of {_mm(2 * g.drop_radius)}",
        ", or ".join(way for way in ways if way) or "a smaller --drop-mm and a larger --tile-radius-mm",
    )
    land, pitch = g.pitch - 2 * g.opening, 2 * g.opening + LAND
    yield Fit(
        "land is left between hollows",
        land >= LAND,
        f"{_mm(land)}; {_mm(LAND)} are needed",
        _option("pitch_mm", low=pitch) or "a smaller --bowl-radius-mm",
    )
    yield Fit(
        "the bowls end above the table",
        _ends_above(g),
        f"{_mm(abs(g.bowl_bottom))} {'above' if g.bowl_bottom > 0 else 'below'} it",
        _facets(g),
    )
    low_slope, high_slope = SLOPES
    yield Fit(
        "drops roll down the grass",
        low_slope <= g.slope <= high_slope,
        f"at {math.degrees(g.slope):.3g}°",
        f"--slope-deg from {math.degrees(low_slope):g} to {math.degrees(high_slope):g}",
    )


def _ends_above(g: Garden) -> bool:
    return g.bowl_bottom > 0.0005


def _facets(g: Garden) -> str:
    """Return the fewest facets round a rim with which the bowls' corners end above the table."""
    most = int(NUMBERS["facets"].high)
    for facets in range(g.rings[0] + 4, most + 1, 4):
        if _ends_above(replace(g, rings=(facets,) * len(g.rings))):
            return f"--facets of {facets} or more"
    return "a smaller --bowl-radius-mm"


def _tile_radius(g: Garden, sink: float) -> float:
    """Return the radius of a tile whose lower edge touches the bowl at a depth below its centre; inf when none."""
    return math.inf if sink < 0 else math.sqrt(max(g.inner_radius**2 - sink**2, 0.0))


def _option(name: str, low: float = -math.inf, high: float = math.inf) -> str:
    """Return an option and the lengths in metres that it may have, rounded inwards; empty when there are none."""
    number = NUMBERS[name]
    least = max(number.low, math.ceil(1e5 * low + 0.01) / 100 if math.isfinite(low) else low)
    most = min(number.high, math.floor(1e5 * high - 0.01) / 100 if math.isfinite(high) else high)
    if not least <= most:
        return ""
    if low == -math.inf:
        return f"{number.option} of {most:g} or less"
    return (
        f"{number.option} of {least:g} or more"
        if high == math.inf
        else f"{number.option} from {least:g} to {most:g}"
    )


def _mm(metres: float) -> str:
    return f"{1000 * metres:.3g} mm"
