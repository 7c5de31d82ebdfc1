"""How far a verdict is from flipping: rates over one or two parameters on a grid, over more on a Latin hypercube.

`sandbox run SCENARIO --vary friction.card_card=0.15:0.45 --vary noise.position_mm=0:4:9`
"""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile, InputError
from sandbox.geometry import Floats
from sandbox.runner import report
from sandbox.runner.journal import Journal
from sandbox.runner.picture_file import check_picture_file
from sandbox.runner.plan import compile_plan
from sandbox.runner.profile_file import read_profile
from sandbox.runner.run import Job, run_jobs
from sandbox.runner.verdict import PointResult, ScenarioResult
from sandbox.scenario.load import Value, load
from sandbox.tuning.relevance import idle

__all__ = [
    "Axis",
    "Flip",
    "RateMap",
    "as_json",
    "check_picture",
    "parse_axis",
    "plan_map",
    "print_map",
    "run_map",
    "save_picture",
    "write_json",
]

CELLS = {1: 13, 2: 7}
"""Values along each axis, by the number of axes, unless told otherwise."""

SCATTERED = 64
"""Points of the Latin hypercube for three axes and more."""

BANDS = 5
"""Bands of each axis that rates of a hypercube are told in."""

HALF = 0.5


@dataclass(frozen=True)
class Axis:
    """A parameter that is varied, with its values in order (the ends, for a hypercube)."""

    name: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Flip:
    """Where a verdict flips: a value of the axis `name`, at values of the other one."""

    name: str
    value: float
    where: Mapping[str, float]


@dataclass(frozen=True)
class RateMap:
    """What varying came to.

    Attributes:
        result: The scenario's points, in the order of the grid (last axis fastest) or of the hypercube.
        axes: What was varied.
        is_grid: False for a hypercube.
        is_complete: False when it was interrupted.
    """

    result: ScenarioResult
    axes: tuple[Axis, ...]
    is_grid: bool
    is_complete: bool

    @property
    def rates(self) -> Floats:
        """Rates on the grid, `(len(axis 1), len(axis 2)) float` or `(len(axis 1),)`; NaN where there is none."""
        shape = [len(axis.values) for axis in self.axes]
        rates = np.full(math.prod(shape), math.nan)
        for i, point in enumerate(self.result.points):
            rates[i] = point.rate
        return rates.reshape(shape)

    @property
    def flips(self) -> tuple[Flip, ...]:
        """Where the rate crosses one half: values of the other axis, and of the one that it crosses along.

        Along the first axis; along the second where the first never makes a difference.
        """
        if not self.is_grid:
            return ()
        along_first = _crossings(self.axes[0], self.axes[1:], self.rates)
        if along_first or len(self.axes) == 1:
            return along_first
        return _crossings(self.axes[1], self.axes[:1], self.rates.T)


def _crossings(along: Axis, other: tuple[Axis, ...], rates: Floats) -> tuple[Flip, ...]:
    """Return where rates `(len(along), ...)` cross one half along an axis, between its values."""
    out = []
    for index in np.ndindex(rates.shape[1:]):
        where = {axis.name: axis.values[i] for axis, i in zip(other, index, strict=True)}
        line = rates[(slice(None), *index)]
        for (x0, y0), (x1, y1) in itertools.pairwise(zip(along.values, line, strict=True)):
            if (y0 - HALF) * (y1 - HALF) < 0 or (y0 == HALF != y1):
                out.append(Flip(along.name, float(x0 + (HALF - y0) / (y1 - y0) * (x1 - x0)), where))
    return tuple(out)


def parse_axis(text: str, axes: int = 2) -> Axis:
    """Return what `NAME=LOW:HIGH` or `NAME=LOW:HIGH:COUNT` says.

    Args:
        text: As on the command line.
        axes: How many axes there are in all; decides the count where none is given.

    Raises:
        InputError: It says something else.
    """
    name, _, bounds = text.partition("=")
    parts = bounds.split(":")
    try:
        low, high = float(parts[0]), float(parts[1])
        count = int(parts[2]) if len(parts) == 3 else CELLS.get(axes, 2)
        good = bool(name.strip()) and len(parts) in (2, 3) and math.isfinite(low) and math.isfinite(high)
    except (ValueError, IndexError):
        good = False
    if not good:
        raise InputError(f"--vary {text}: is not NAME=LOW:HIGH; write it like --vary friction.card_card=0.15:0.45")
    if not low < high:
        raise InputError(f"--vary {text}: goes from {low:g} to {high:g}; write the smaller number first")
    if not 2 <= count <= 100:
        raise InputError(f"--vary {text}: asks for {count}; give 2 to 100 values")
    return Axis(name.strip(), tuple(float(value) for value in np.linspace(low, high, count)))


def plan_map(
    file: Path,
    vary: Sequence[str],
    *,
    params: Mapping[str, Value] | None = None,
    profile: str = "default",
    models: Sequence[Path] = (),
    seed: int | None = None,
    trials: int | None = None,
) -> tuple[Job, tuple[Axis, ...]]:
    """Return the job of a map, every point compiled, and its axes.

    Raises:
        InputError: The scenario, a parameter or an axis cannot be used.
    """
    axes = tuple(parse_axis(text, len(vary)) for text in vary)
    names = [axis.name for axis in axes]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"--vary {name}: is varied twice; take one out")
        if name in (params or {}):
            raise InputError(f"--vary {name}: is given by --param as well; take one out")
    catalogue, chosen = Catalogue(models), read_profile(profile)
    chosen.apply_to(catalogue)
    plans, points = [], _points(axes)
    for i, values in enumerate(points):
        loaded = load(file, {**(params or {}), **values})
        if len(loaded.points) > 1:
            raise InputError(
                f"{file}: sweeps already; --vary its parameter instead of [sweep], or give it by --param"
            )
        is_end = i in (0, len(points) - 1)  # looking for overlaps costs 50 ms; the ends show what goes wrong
        plan = compile_plan(loaded, loaded.points[0], catalogue, chosen.profile, checks_overlaps=is_end)
        for name in names if i == 0 else ():
            if (why := idle(name, plan)) is not None:
                raise InputError(f"--vary {name}: changes nothing: {why}")
        plans.append(replace(plan, values=values))
    scenario = plans[0].scenario
    return Job(
        tuple(plans),
        scenario.seed if seed is None else seed,
        scenario.trials if trials is None else trials,
    ), axes


def _points(axes: Sequence[Axis]) -> list[dict[str, float]]:
    if len(axes) <= 2:
        grid = itertools.product(*(axis.values for axis in axes))
        return [dict(zip((axis.name for axis in axes), values, strict=True)) for values in grid]
    from scipy.stats import qmc

    sample = qmc.LatinHypercube(len(axes), rng=np.random.default_rng(0)).random(SCATTERED)
    return [
        {
            axis.name: float(axis.values[0] + part * (axis.values[-1] - axis.values[0]))
            for axis, part in zip(axes, row, strict=True)
        }
        for row in sample
    ]


def run_map(
    job: Job,
    axes: tuple[Axis, ...],
    executor: Executor,
    *,
    workers: int = 1,
    journal: Journal | None = None,
    progress: Callable[[Job], None] | None = None,
) -> RateMap:
    """Run a map's trials; the executor is shut down, as by `run_jobs`."""
    results, is_complete = run_jobs([job], executor, workers=workers, journal=journal, progress=progress)
    return RateMap(results[0], axes, len(axes) <= 2, is_complete)


def print_map(found: RateMap, console: Console) -> None:
    """Print the rates, and where the verdict flips."""
    scenario = found.result.scenario
    console.print(Text(scenario.title, style="bold"))
    if not found.is_grid:
        console.print(_bands(found))
        return
    trials = max((len(point.judged) for point in found.result.points), default=0)
    console.print(Text(f"per cent of {trials} trials in which everything holds", style="dim"))
    if len(found.axes) == 1:
        console.print(_line(found))
    else:
        console.print(_grid(found))
    flips = found.flips
    if not flips:
        rates = found.rates[np.isfinite(found.rates)]
        side = (
            "above"
            if rates.size and rates.min() > HALF
            else "below"
            if rates.size and rates.max() < HALF
            else "at"
        )
        console.print(f"The rate stays {side} 50 % everywhere on this map.")
    for flip in flips:
        where = ", ".join(f"{name} = {number:.4g}" for name, number in flip.where.items())
        console.print(
            f"flips at {flip.name} = {flip.value:.4g}" + (f" where {where}" if where else ""), highlight=False
        )


def _line(found: RateMap) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(found.axes[0].name, justify="right")
    table.add_column("rate", justify="right")
    table.add_column("95 % interval", justify="right")
    for value, point in zip(found.axes[0].values, found.result.points, strict=False):
        low, high = point.interval
        table.add_row(f"{value:.4g}", _cell(point), f"{100 * low:.0f}–{100 * high:.0f}")
    return table


def _grid(found: RateMap) -> Table:
    """Return the first axis upwards and the second along, as in the picture."""
    up, along = found.axes
    table = Table(box=None, pad_edge=False, padding=(0, 0), header_style="dim")
    table.add_column(f"{up.name.rpartition('.')[2]} ↑  {along.name.rpartition('.')[2]} → ", justify="right")
    for value in along.values:
        table.add_column(f" {value:.3g}", justify="right", no_wrap=True)
    width = len(along.values)
    for row in reversed(range(len(up.values))):
        points = found.result.points[row * width : (row + 1) * width]
        table.add_row(f"{up.values[row]:.3g} ", *(_cell(point) for point in points))
    return table


def _cell(point: PointResult) -> Text:
    """Return a rate on a colour from red to green; the number says it without colours, too."""
    if not point.judged:
        return Text("   – ", style="dim")
    rate = point.rate
    red, green = (215, round(70 + 290 * rate)) if rate < HALF else (round(215 - 290 * (rate - HALF)), 200)
    return Text(f" {100 * rate:3.0f} ", style=f"black on rgb({max(red, 60)},{min(green, 205)},80)")


def _bands(found: RateMap) -> Table:
    """Return rates of a hypercube in bands of each axis: the others take all their values in each."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("parameter")
    for band in range(BANDS):
        table.add_column(
            "lowest fifth" if band == 0 else "highest fifth" if band == BANDS - 1 else "", justify="right"
        )
    for axis in found.axes:
        cells = [Text(axis.name, style="bold")]
        low, high = axis.values[0], axis.values[-1]
        for band in range(BANDS):
            inside = [
                point
                for point in found.result.points
                if point.judged
                and min(int((point.values[axis.name] - low) / (high - low) * BANDS), BANDS - 1) == band
            ]
            trials = tuple(trial for point in inside for trial in point.trials)
            cells.append(_cell(PointResult({}, trials)))
        table.add_row(*cells)
    return table


def check_picture(path: Path, axes: Sequence[Axis]) -> None:
    """See that a map can be drawn before its trials are run.

    Raises:
        InputError: There is no picture of three axes and more, matplotlib is missing, or the file cannot be one.
    """
    if len(axes) > max(CELLS):
        raise InputError("a picture shows one or two axes; vary fewer, or leave --picture out")
    check_picture_file(path)


def save_picture(found: RateMap, path: Path) -> None:
    """Write the curve of one axis, or the heat map of two; the ending says the format. See `check_picture`.

    Raises:
        BadFile: It cannot be written.
    """
    from sandbox.tuning import map_plots, plots

    points, title = found.result.points, found.result.scenario.title
    caption = f"of {max((len(point.judged) for point in points), default=0)} trials each"
    x, *rest = ((axis.name, axis.values) for axis in reversed(found.axes))
    if rest:
        figure = map_plots.heat_map(
            x, rest[0], found.rates, title, f"per cent {caption} in which everything holds"
        )
    else:
        figure = map_plots.curve(x, found.rates, np.array([point.interval for point in points]), title, caption)
    plots.save(figure, path)


def as_json(found: RateMap) -> dict[str, Any]:
    """Return everything that was measured, as JSON data, with the axes and where the verdict flips."""
    flips = [{flip.name: flip.value, **flip.where} for flip in found.flips]
    axes = {axis.name: list(axis.values) for axis in found.axes}
    return {**report.as_json([found.result]), "map": {"axes": axes, "flips": flips}}


def write_json(found: RateMap, path: Path) -> None:
    """Write `as_json` to a file. Raises `BadFile` when it cannot."""
    try:
        path.write_text(json.dumps(as_json(found), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadFile(path, f"cannot be written ({error.strerror})") from None
