"""`sandbox models build beethupferl`: a garden of a person's own numbers, if its tiles still fit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import typer

from sandbox.components.garden import SHIPPED, Garden
from sandbox.components.garden_fit import fits
from sandbox.errors import InputError

__all__ = ["garden_of", "say_whether_it_fits"]

_LIMITS: Mapping[str, tuple[float, float]] = {
    "slope_deg": (0, 60),
    "pitch_mm": (10, 200),
    "bowl_radius_mm": (5, 100),
    "facets": (8, 64),
    "rings": (3, 24),
    "tile_radius_mm": (3, 100),
    "drop_mm": (1, 50),
}


def garden_of(numbers: Mapping[str, float | None]) -> Garden:
    """Return the shipped garden with other numbers, by the names of the options; None keeps one.

    Raises:
        InputError: A number that makes no garden at all.
    """
    given = {name: value for name, value in numbers.items() if value is not None}
    for name, value in given.items():
        low, high = _LIMITS[name]
        if not (math.isfinite(value) and low < value <= high if name == "slope_deg" else low <= value <= high):
            raise InputError(f"--{name.replace('_', '-')} {value:g}: write a number from {low:g} to {high:g}")
    facets, rings = int(given.get("facets", SHIPPED.rings[0])), int(given.get("rings", len(SHIPPED.rings)))
    if facets % 4:
        raise InputError(f"--facets {facets}: is no multiple of 4; write {4 * round(facets / 4)}")
    changes: dict[str, Any] = {"rings": (facets,) * rings}
    if "slope_deg" in given:
        changes["slope"] = math.radians(given["slope_deg"])
    for name, field, part in (
        ("pitch_mm", "pitch", 1.0),
        ("bowl_radius_mm", "bowl_radius", 1.0),
        ("tile_radius_mm", "tile_radius", 1.0),
        ("drop_mm", "drop_radius", 0.5),
    ):
        if name in given:
            changes[field] = given[name] * part / 1000
    if "bowl_radius_mm" in given:
        # The land stays as far above the bowls' lowest points as it was.
        changes["land_height"] = SHIPPED.land_height + changes["bowl_radius"] - SHIPPED.bowl_radius
    return replace(SHIPPED, **changes)


def say_whether_it_fits(garden: Garden) -> None:
    """Print what was checked, and end with exit code 1 when the tile does not fit."""
    checked = fits(garden)
    for each in checked:
        typer.echo(f"{'✓' if each.ok else '✗'} {each.what}: {each.found}")
    if not all(each.ok for each in checked):
        typer.echo("the tile does not fit, so nothing is written", err=True)
        raise typer.Exit(1)
