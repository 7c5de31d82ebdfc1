"""`sandbox aim beethupferl`: where drops go from one release point, and the map of a whole slope."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich.console import Console
from rich.table import Table

from sandbox.errors import InputError, UnknownName

if TYPE_CHECKING:
    from sandbox.components.catalogue import Catalogue
    from sandbox.players.tables.beethupferl_cloud import Cloud
    from sandbox.referee.beethupferl.bench import Bench

__all__ = ["aim_drops"]

LANE_STEP = 0.5
"""Lanes between two points of the map."""

UP_STEP = 0.01
"""Metres up the slope between two points of the map."""


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
    """
    from sandbox.components.garden import EDGES
    from sandbox.players.tables.beethupferl import FALL, GRASS_FALL, SKILLS
    from sandbox.players.tables.beethupferl_cloud import Spot, cloud
    from sandbox.referee.beethupferl.bench import Bench

    if skill not in SKILLS:
        raise UnknownName("skill", skill, SKILLS)
    if edge not in EDGES:
        raise UnknownName("edge", edge, EDGES)
    draw = None if plot is None else _Drawer(plot)
    bench, sigma = Bench(catalogue), SKILLS[skill].position
    garden = bench.garden
    if whole or plot is not None:
        fall = GRASS_FALL if fall_mm is None else fall_mm / 1000
        clouds = _print_map(bench, edge, fall=fall, pours=pours, sigma=sigma, seed=seed)
        if draw is not None:
            draw(clouds, bench, edge)
        return
    if hollow is not None:
        if not 1 <= hollow <= garden.side**2:
            raise InputError(f"there is no hollow {hollow}; they are numbered from 1 to {garden.side**2}")
        x, y, _ = garden.hollow(hollow)
        spot = Spot(x, y, FALL if fall_mm is None else fall_mm / 1000)
        where = f"directly above hollow {hollow}"
    else:
        x, y, _ = garden.on_grass(edge, garden.along(edge, lane - 1), up_mm / 1000)
        spot = Spot(x, y, GRASS_FALL if fall_mm is None else fall_mm / 1000, lane - 1, up_mm / 1000)
        where = f"{up_mm:g} mm up the {edge} grass, above lane {lane:g}"
    _print_point(bench, cloud(bench, spot, pours, sigma=sigma, seed=seed), where, skill)


def _print_point(bench: Bench, found: Cloud, where: str, skill: str) -> None:
    side = bench.garden.side
    fall = found.spot.fall * 1000
    typer.echo(f"{found.pours} drops let go {where}, falling {fall:g} mm, {skill} hands")
    table = Table(show_header=False)
    for row in range(side):
        cells = [(number, found.chance(number)) for number in range(row * side + 1, (row + 1) * side + 1)]
        table.add_row(
            *(f"{number:>2}: {chance:.2f}" if chance else f"{number:>2}:  -  " for number, chance in cells)
        )
    Console().print(table)
    best, chance = found.likeliest()
    said = f"likeliest hollow {best} ({chance:.2f}); " if best else ""
    beside: Counter[str] = Counter()
    for (rest, _), count in found.ends.items():
        if rest.value != "hollow":
            beside[rest.value] += count
    listed = ", ".join(f"{rest} {count / found.pours:.2f}" for rest, count in sorted(beside.items()))
    typer.echo(f"{said}in no hollow {found.outside:.2f}{f' ({listed})' if listed else ''}")


def _print_map(bench: Bench, edge: str, *, fall: float, pours: int, sigma: float, seed: int) -> list[Cloud]:
    """Print one line a release point as soon as it is known, and return them all."""
    import numpy as np

    from sandbox.players.tables.beethupferl_cloud import slope_map

    garden = bench.garden
    length = garden.grass_run / np.cos(garden.slope)
    ups = [float(up) for up in np.arange(UP_STEP, length, UP_STEP)]
    lanes = [float(lane) for lane in np.arange(-0.5, garden.side - 0.49, LANE_STEP)]
    rows = " ".join(f"row{number}" for number in range(1, garden.side + 1))
    typer.echo(
        f"{pours} drops a point from the {edge} grass, falling {1000 * fall:g} mm; part of them in each row"
    )
    typer.echo(f"up_mm lane  {rows} inlane none  likeliest")
    clouds: list[Cloud] = []
    for found in slope_map(bench, edge, lanes=lanes, ups=ups, fall=fall, pours=pours, sigma=sigma, seed=seed):  # type: ignore[arg-type]
        clouds.append(found)
        parts = [found.kept(row) for row in _rows(bench, edge)]
        best, chance = found.likeliest()
        own = found.kept(garden.lane(edge, _nearest(found, garden.side)))  # type: ignore[arg-type]
        numbers = " ".join(f"{part:4.2f}" for part in parts)
        point = f"{1000 * found.spot.up:5.0f} {found.spot.lane + 1:4.1f}"
        said = f"{best:2d} {chance:4.2f}" if best else " -"
        typer.echo(f"{point}  {numbers}   {own:4.2f} {found.outside:4.2f}  {said}")
    return clouds


def _rows(bench: Bench, edge: str) -> list[tuple[int, ...]]:
    """Return the hollows of each row, the one nearest to the grass first."""
    garden = bench.garden
    lanes = [garden.lane(edge, lane) for lane in range(garden.side)]  # type: ignore[arg-type]
    return [tuple(lane[row] for lane in lanes) for row in range(garden.side)]


def _nearest(found: Cloud, side: int) -> int:
    return min(max(round(found.spot.lane), 0), side - 1)


class _Drawer:
    """Draws a map with matplotlib, which the extra `tune` brings; what is wrong is said before anything is poured.

    Args:
        file: For the picture.

    Raises:
        InputError: There is no matplotlib, or no such folder.
    """

    def __init__(self, file: Path) -> None:
        try:
            from matplotlib.figure import Figure
        except ImportError:
            raise InputError("a picture needs matplotlib; pip install 'sandbox-referee[tune]'") from None
        if not file.parent.is_dir():
            raise InputError(f"{file}: there is no such folder")
        self._figure, self._file = Figure, file

    def __call__(self, clouds: list[Cloud], bench: Bench, edge: str) -> None:
        """Draw one panel a row of hollows, and one for the drops that ended in none.

        Raises:
            InputError: The file cannot be written.
        """
        import numpy as np

        side = bench.garden.side
        lanes = sorted({found.spot.lane for found in clouds})
        ups = sorted({found.spot.up for found in clouds})
        at = {(found.spot.up, found.spot.lane): found for found in clouds}
        figure = self._figure(figsize=(3.2 * (side + 1), 3.4), layout="constrained")
        panels = figure.subplots(1, side + 1, sharey=True)
        rows = _rows(bench, edge)
        image = None
        for number, panel in enumerate(panels):
            values = np.array(
                [
                    [at[up, lane].kept(rows[number]) if number < side else at[up, lane].outside for lane in lanes]
                    for up in ups
                ]
            )
            half, high = (lanes[1] - lanes[0]) / 2, (ups[1] - ups[0]) / 2
            extent = (
                lanes[0] - half + 1,
                lanes[-1] + half + 1,
                1000 * (ups[0] - high),
                1000 * (ups[-1] + high),
            )
            image = panel.imshow(
                values, origin="lower", extent=extent, aspect="auto", vmin=0, vmax=1, cmap="viridis"
            )
            panel.set_title(f"row {number + 1}" if number < side else "in no hollow")
            panel.set_xlabel("lane")
            panel.set_xticks(range(1, side + 1))
        panels[0].set_ylabel(f"mm up the {edge} grass")
        assert image is not None
        figure.colorbar(image, ax=panels, label="part of the drops", shrink=0.9)
        first = clouds[0]
        figure.suptitle(
            f"Where drops end that are let go {1000 * first.spot.fall:g} mm above the grass; {first.pours} a point"
        )
        try:
            figure.savefig(self._file, dpi=120)
        except (OSError, ValueError) as error:
            raise InputError(f"{self._file}: {error}") from error
        typer.echo(f"drawn to {self._file}")
