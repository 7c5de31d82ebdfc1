"""`sandbox models build`: the shipped mesh files again, or a garden of a person's own numbers if its tiles fit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from sandbox.components.catalogue import shipped_models
from sandbox.components.garden import SHIPPED, Garden
from sandbox.components.garden_numbers import NUMBERS
from sandbox.errors import InputError

__all__ = ["build", "garden_of", "say_whether_it_fits"]


def _help(name: str) -> str:
    return f"Garden: {NUMBERS[name].help}"


def build(
    what: Annotated[
        str | None, typer.Argument(metavar="[beethupferl]", help="Only the garden, by your own numbers.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Models folder to write to; default: the shipped one, if it stays as it is."
        ),
    ] = None,
    slope_deg: Annotated[float | None, typer.Option(help=_help("slope_deg"))] = None,
    pitch_mm: Annotated[float | None, typer.Option(help=_help("pitch_mm"))] = None,
    bowl_radius_mm: Annotated[float | None, typer.Option(help=_help("bowl_radius_mm"))] = None,
    facets: Annotated[int | None, typer.Option(help=_help("facets"))] = None,
    rings: Annotated[int | None, typer.Option(help=_help("rings"))] = None,
    tile_radius_mm: Annotated[float | None, typer.Option(help=_help("tile_radius_mm"))] = None,
    drop_mm: Annotated[float | None, typer.Option(help=_help("drop_mm"))] = None,
) -> None:
    """Make the shipped mesh files again; or Beethupferl's garden by your own numbers, if its tiles still fit.

    Each number's range is that of all gardens that work; which of them work together is said before anything is
    written.
    """
    from sandbox.components.garden_files import files as garden_files
    from sandbox.components.make_meshes import files as mesh_files
    from sandbox.components.write_files import write_files

    numbers: dict[str, float | None] = {
        "slope_deg": slope_deg,
        "pitch_mm": pitch_mm,
        "bowl_radius_mm": bowl_radius_mm,
        "facets": facets,
        "rings": rings,
        "tile_radius_mm": tile_radius_mm,
        "drop_mm": drop_mm,
    }
    if what not in (None, "beethupferl"):
        raise InputError(
            f"there is no {what!r} to build; write beethupferl, or nothing for every shipped mesh file"
        )
    given = next((NUMBERS[name].option for name, value in numbers.items() if value is not None), None)
    if what is None and given:
        raise InputError(f"{given} is a number of beethupferl; write models build beethupferl {given} ...")
    garden = garden_of(numbers)
    target = out or shipped_models()
    if garden != SHIPPED and target.resolve().is_relative_to(shipped_models().resolve()):
        raise InputError(
            "a garden of your own numbers would replace the shipped one; name another folder by --out DIR"
        )
    if what is not None:
        say_whether_it_fits(garden)
    texts = ({} if what else mesh_files()) | garden_files(garden)
    for file, how in write_files(target, texts).items():
        typer.echo(f"{file}: {how}")


def garden_of(numbers: Mapping[str, float | None]) -> Garden:
    """Return the shipped garden with other numbers, by the names of the options; None keeps one.

    Raises:
        InputError: A number with which no garden works.
    """
    given: dict[str, float] = {}
    for name, value in numbers.items():
        number = NUMBERS[name]
        if value is None:
            continue
        if not number.low <= value <= number.high:
            raise InputError(f"{number.option} {value:g}: write a number from {number.low:g} to {number.high:g}")
        if value != number.value(SHIPPED):
            given[name] = value
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
    """Print what was checked, and what would mend it where it fails; then end with exit code 1."""
    from sandbox.components.garden_fit import fits

    checked = fits(garden)
    for each in checked:
        typer.echo(
            f"✓ {each.what}: {each.found}" if each.ok else f"✗ {each.what}: {each.found}; take {each.instead}"
        )
    if not all(each.ok for each in checked):
        typer.echo("this garden would not work, so nothing is written", err=True)
        raise typer.Exit(1)
