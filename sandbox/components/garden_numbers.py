"""The numbers that a garden can be built by: how their options are called, and from where to where they go.

Help, checks, advice and the sources in built files all take them from here, so that they cannot disagree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from sandbox.components.garden import SHIPPED, Garden

__all__ = ["NUMBERS", "Number", "asked"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a garden, in the unit that its name ends in.

    Attributes:
        name: `slope_deg` for `--slope-deg`.
        what: In words.
        low: The smallest for which some garden works, whatever the other numbers are.
        high: The largest.
        of: Reads it off a garden.
    """

    name: str
    what: str
    low: float
    high: float
    of: Callable[[Garden], float]

    @property
    def option(self) -> str:
        """What it is called on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def help(self) -> str:
        """One line for `--help`: what it is, its range, and what the shipped garden has."""
        return f"{self.what}: {self.low:g} to {self.high:g}, shipped {self.value(SHIPPED):g}."

    def value(self, garden: Garden) -> float:
        """Return it as a person would write it, without the dust of radians and metres."""
        return float(f"{self.of(garden):.7g}")


NUMBERS: Final = {
    number.name: number
    for number in (
        # Steeper than 3.5 times the friction on grass, drops slip: see garden_fit.
        Number("slope_deg", "slope of the grass", 3, 35, lambda g: math.degrees(g.slope)),
        Number("pitch_mm", "distance from hollow to hollow", 30, 200, lambda g: 1000 * g.pitch),
        # In smaller bowls a tile of 2 mm stands out; larger ones leave no land at the widest pitch.
        Number("bowl_radius_mm", "radius of a hollow's sphere", 14, 95, lambda g: 1000 * g.bowl_radius),
        Number("facets", "facets round a hollow's rim, a multiple of 4", 8, 64, lambda g: g.rings[0]),
        Number("rings", "rings of facets in a hollow", 3, 24, lambda g: len(g.rings)),
        Number("tile_radius_mm", "radius of the tiles", 12.5, 90, lambda g: 1000 * g.tile_radius),
        Number("drop_mm", "diameter of the drops", 1, 50, lambda g: 2000 * g.drop_radius),
    )
}
"""Every one by its name. The ends of each range are those of gardens that pass every check of `garden_fit`."""


def asked(garden: Garden, names: Iterable[str]) -> tuple[str, ...]:
    """Return the options, with their values, by which a garden departs from the shipped one.

    Args:
        garden: The garden.
        names: Of the numbers to look at.
    """
    return tuple(
        f"{NUMBERS[name].option} {NUMBERS[name].value(garden):.7g}"
        for name in names
        if NUMBERS[name].value(garden) != NUMBERS[name].value(SHIPPED)
    )
