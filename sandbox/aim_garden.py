"""`sandbox aim beethupferl`: where drops go from one release point, and the map of a whole slope."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.table import Table

from sandbox.aim_words import demand_within, interval, intervals
from sandbox.errors import InputError, UnknownName
from sandbox.rules.base import some

if TYPE_CHECKING:
    from sandbox.components.catalogue import Catalogue
    from sandbox.components.garden import Garden
    from sandbox.players.tables.beethupferl_cloud import Cloud
    from sandbox.referee.beethupferl.bench import Bench

__all__ = ["aim_drops", "map_grid"]

LANE_STEP = 0.5
"""Lanes between two points of the map."""

UP_STEP = 0.01
"""Metres up the slope between two points of the map."""

LEAST_FALL, MOST_FALL = 0.001, 0.3
"""Metres that a drop can be let go above what it falls onto."""


def aim_drops(
    *,
    hollow: int | None,
    edge: str,
    lane: float,
    up_mm: float,
    fall_mm: float | None,
    pours: int,
    skill: str,
    seed: int,
    whole: bool,
    plot: Path | None,
    catalogue: Catalogue | None = None,
) -> None:
    """Print how likely each hollow is from a release point, or for every point of a slope.

    Args:
        hollow: Poured directly above this hollow; None pours onto the grass.
        edge: Whose grass.
        lane: Above which lane, from 1; 1.5 lies between the first two.
        up_mm: How far up the slope the drop touches it.
        fall_mm: How far it falls; None takes 50 mm above a hollow, 20 mm above grass.
        pours: Drops at each point.
        skill: Whose tremor.
        seed: Of the tremors.
        whole: The map rather than one point.
        plot: A file for the map as a picture.
        catalogue: Where the garden is; the shipped one by default.

    Raises:
        InputError: Something of that is not there, or the picture cannot be made.
        Exit: The map was stopped; code 130.
    """
    from sandbox.components.garden import EDGES
    from sandbox.players.tables.beethupferl import FALL, GRASS_FALL, SKILLS
    from sandbox.players.tables.beethupferl_cloud import Spot, cloud
    from sandbox.referee.beethupferl.bench import Bench

    if skill not in SKILLS:
        raise UnknownName("skill", skill, SKILLS)
    if edge not in EDGES:
        raise UnknownName("edge", edge, EDGES)
    if fall_mm is not None:
        demand_within("fall_mm", fall_mm, 1000 * LEAST_FALL, 1000 * MOST_FALL)
    if plot is not None:
        from sandbox.runner.picture_file import check_picture_file

        check_picture_file(plot)
    bench, sigma = Bench(catalogue), SKILLS[skill].position
    garden, whose = bench.garden, f"{skill} hands, seed {seed}"
    if whole or plot is not None:
        fall = GRASS_FALL if fall_mm is None else fall_mm / 1000
        _map(bench, edge, fall=fall, pours=pours, sigma=sigma, seed=seed, whose=whose, plot=plot)
        return
    if hollow is not None:
        if not 1 <= hollow <= garden.side**2:
            raise InputError(f"there is no hollow {hollow}; they are numbered from 1 to {garden.side**2}")
        x, y, _ = garden.hollow(hollow)
        spot = Spot(x, y, FALL if fall_mm is None else fall_mm / 1000)
        where = f"directly above hollow {hollow}"
    else:
        demand_within("lane", lane, 0.5, garden.side + 0.5, f"; {garden.side} lanes lie side by side")
        highest = math.floor(1e4 * _highest(garden)) / 10
        demand_within("up_mm", up_mm, 0, highest, ", where the drop touches the wall")
        x, y, _ = garden.on_grass(edge, garden.along(edge, lane - 1), up_mm / 1000)
        spot = Spot(x, y, GRASS_FALL if fall_mm is None else fall_mm / 1000, lane - 1, up_mm / 1000)
        where = f"{up_mm:g} mm up the {edge} grass, above lane {lane:g}"
    _print_point(bench, cloud(bench, spot, pours, sigma=sigma, seed=seed), where, whose)


def _print_point(bench: Bench, found: Cloud, where: str, whose: str) -> None:
    side, fall = bench.garden.side, found.spot.fall * 1000
    typer.echo(f"{some(found.pours, 'drop')} let go {where}, falling {fall:g} mm, {whose}")
    table = Table(show_header=False)
    for row in range(side):
        table.add_row(*(_cell(found, number) for number in range(row * side + 1, (row + 1) * side + 1)))
    Console().print(table)
    best, _ = found.likeliest()
    said = f"likeliest hollow {best}: {_part(found, found.chance(best))}; " if best else ""
    beside: Counter[str] = Counter()
    for (rest, _), count in found.ends.items():
        if rest.value != "hollow":
            beside[rest.value] += count
    listed = ", ".join(f"{rest} {count / found.pours:.2f}" for rest, count in sorted(beside.items()))
    typer.echo(f"{said}in no hollow: {_part(found, found.outside)}{f', {listed}' if listed else ''}")
    typer.echo("from–to: the 95 % interval of a part")


def _cell(found: Cloud, hollow: int) -> str:
    chance = found.chance(hollow)
    if not chance:
        return f"{hollow:>2}:  -"
    return f"{hollow:>2}: {chance:.2f}\n[dim]{_interval(found, chance)}[/dim]"


def _part(found: Cloud, part: float) -> str:
    return f"{part:.2f} ({_interval(found, part)})"


def _interval(found: Cloud, part: float) -> str:
    return interval(round(part * found.pours), found.pours)


def _highest(garden: Garden) -> float:
    """Return how far up the slope a drop can be let go, metres: there it touches the wall."""
    return (garden.grass_run - garden.drop_radius) / math.cos(garden.slope)


def map_grid(garden: Garden) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the points of the map: lanes from 0 and in parts, and metres up the slope."""
    lanes = tuple(n * LANE_STEP - 0.5 for n in range(round(garden.side / LANE_STEP) + 1))
    ups = tuple(n * UP_STEP for n in range(1, math.floor(_highest(garden) / UP_STEP + 1e-9) + 1))
    return lanes, ups


def _map(
    bench: Bench, edge: str, *, fall: float, pours: int, sigma: float, seed: int, whose: str, plot: Path | None
) -> None:
    """Print one line a release point as soon as it is known, and draw them all; also those before a Ctrl-C.

    Raises:
        BadFile: The picture cannot be written.
        Exit: It was stopped.
    """
    from sandbox.players.tables.beethupferl_cloud import slope_map

    garden, rows = bench.garden, _rows(bench, edge)
    lanes, ups = map_grid(garden)
    points = len(lanes) * len(ups)
    each = f"{some(pours, 'drop')} at each"
    let_go = f"let go {1000 * fall:g} mm above the {edge} grass"
    typer.echo(f"{some(points, 'point')}, {each}, {let_go}, {whose}")
    typer.echo("part of them in each row, row1 next to the grass, and in the hollows of the lane (- between two)")
    typer.echo(intervals(pours))
    typer.echo(f"up_mm lane  {' '.join(f'row{number + 1}' for number in range(len(rows)))} inlane none  likeliest")
    clouds: list[Cloud] = []
    is_stopped = False
    try:
        for found in slope_map(
            bench,
            edge,  # type: ignore[arg-type]
            lanes=lanes,
            ups=ups,
            fall=fall,
            pours=pours,
            sigma=sigma,
            seed=seed,
        ):
            clouds.append(found)
            typer.echo(_line(found, rows))
    except KeyboardInterrupt:
        is_stopped = True
        typer.echo(f"stopped after {len(clouds)} of {some(points, 'point')}", err=True)
    if plot is not None and clouds:
        from sandbox.aim_picture import draw_map

        title = f"Where drops end that are {let_go}; {each} point, {whose}\n{intervals(pours)}"
        if is_stopped:
            title += f"; stopped after {len(clouds)} of {some(points, 'point')}"
        draw_map(plot, clouds, lanes=lanes, ups=ups, rows=rows, edge=edge, title=title)
        typer.echo(f"drawn to {plot}")
    if is_stopped:
        raise typer.Exit(130)


def _line(found: Cloud, rows: Sequence[Sequence[int]]) -> str:
    """Return one line of the map."""
    numbers = " ".join(f"{found.kept(row):4.2f}" for row in rows)
    lane, best = found.spot.lane, found.likeliest()
    own = f"{found.kept([row[int(lane)] for row in rows]):4.2f}" if lane.is_integer() else "   -"
    said = f"{best[0]:2d} {best[1]:4.2f}" if best[0] else " -"
    return f"{1000 * found.spot.up:5.0f} {lane + 1:4.1f}  {numbers}   {own} {found.outside:4.2f}  {said}"


def _rows(bench: Bench, edge: str) -> list[tuple[int, ...]]:
    """Return the hollows of each row, the one nearest to the grass first."""
    garden = bench.garden
    lanes = [garden.lane(edge, lane) for lane in range(garden.side)]  # type: ignore[arg-type]
    return [tuple(lane[row] for lane in lanes) for row in range(garden.side)]
