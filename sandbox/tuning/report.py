"""What a fit is told as, for people at a terminal and for programs."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandbox.tuning.evaluate import Error
from sandbox.tuning.fit import Fit
from sandbox.tuning.identify import Estimate, number
from sandbox.tuning.output import provenance
from sandbox.tuning.results import MEASURES, Row, item_rows, mean_interval, summary

__all__ = ["as_json", "as_text", "between", "print_baseline", "print_fit", "shown"]

BAR, NARROW_BAR = 16, 9
"""Characters of a parameter's range, on terminals of 100 columns and more, and on others."""

STYLES = {"well": ("✓", "bold green"), "weakly": ("~", "bold yellow"), "not": ("✗", "bold red")}

WORST = 5
"""Outliers that are listed."""


def print_fit(fit: Fit, console: Console) -> None:
    """Print the report."""
    work = fit.work
    parts = [f"{len(work.training)} training"]
    parts += [
        f"{len(x)} {name}" for x, name in ((work.validation, "validation"), (work.held_out, "held out")) if x
    ]
    console.print(Text(work.study.title, style="bold"))
    console.print(Text(f"items: {', '.join(parts)}   seed {work.study.seed}   data {work.data_hash}", style="dim"))
    console.print(_errors(fit))
    console.print(_parameters(fit, console.width))
    for sentence in fit.words:
        console.print(_bullet("·", "cyan", sentence))
    outliers = [row for row in item_rows(fit) if row.score is not None]
    if outliers:
        named = ", ".join(f"{row.name} ({row.part})" for row in outliers[:WORST])
        more = f" and {len(outliers) - WORST} more" if len(outliers) > WORST else ""
        console.print(_bullet("·", "cyan", f"Outliers, by tuned loss: {named}{more}."))
    for warning in fit.warnings:
        console.print(_bullet("!", "bold yellow", warning))
    console.print()
    trials = len(fit.searched.trials)
    resumed = f", {fit.searched.resumed} of them from before" if fit.searched.resumed else ""
    console.print(
        Text(
            f"{trials} trials{resumed}, {len(fit.refined.trials)} around the best, "
            f"{fit.simulations:,} simulations in {fit.cpu_seconds:,.0f} CPU s, "
            f"{fit.wall_seconds:,.0f} s by the clock",
            style="dim",
        )
    )


def print_baseline(errors: Sequence[Error], console: Console, title: str) -> None:
    """Print the errors of all items before tuning."""
    console.print(Text(title, style="bold"))
    table = _table("error, mean over items", "untuned", "95 % interval", "median")
    for _, name, unit, read in MEASURES:
        values = [value for error in errors if math.isfinite(value := read(error))]
        if values:
            found = mean_interval(values)
            mean = Text(shown(found.value, unit, 2), style="bold")
            table.add_row(name, mean, between(found.low, found.high, unit, 2), shown(found.median, unit, 2))
    console.print(table)


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for i, column in enumerate(columns):
        table.add_column(column, justify="left" if i == 0 else "right", no_wrap=i > 0)
    return table


def _errors(fit: Fit) -> Table:
    table = _table("error, mean over items", "untuned", "tuned", "95 % interval", "median")
    for part, rows in summary(fit).items():
        for row in rows:
            table.add_row(
                Text(f"{part} {row.name}"),
                Text(shown(row.untuned.value, row.unit), style="dim"),
                Text(shown(row.tuned.value, row.unit), style=_better(row)),
                between(row.tuned.low, row.tuned.high, row.unit),
                Text(shown(row.tuned.median, row.unit), style="dim"),
            )
        table.add_section()
    return table


def _better(row: Row) -> str:
    return "bold green" if row.tuned.value < row.untuned.value else "bold red"


def _parameters(fit: Fit, width: int) -> Table:
    wide = width >= 100
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("", width=1)
    table.add_column("parameter", overflow="fold", ratio=None)
    for column in ("untuned", "best", "95 % interval"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("within its bounds" if wide else "in bounds", no_wrap=True)
    if wide and fit.morris:
        table.add_column("moves loss", justify="right", no_wrap=True)
    effects = {each.name: each for each in fit.morris}
    for i, each in enumerate(fit.estimates):
        sign, style = STYLES[each.standing]
        untuned = "–" if each.untuned is None else number(each.untuned)
        interval = "–" if math.isnan(each.low) else f"{number(each.low)} – {number(each.high)}"
        row: list[RenderableType] = [
            Text(sign, style=style),
            Text(each.name, style="bold"),
            Text(untuned, style="dim"),
            Text(number(each.value, 4), style="bold"),
            interval,
            _range(fit, i, each, BAR if wide else NARROW_BAR),
        ]
        if wide and fit.morris:
            row.append(Text(number(effects[each.name].effect, 2), style="dim"))
        table.add_row(*row)
    return table


def _range(fit: Fit, index: int, each: Estimate, cells_wide: int) -> Text:
    """Return the interval as a bar inside the bounds, with the best value on it."""
    space = fit.work.space
    best = space.point(fit.best.values)[index]
    cells = ["─"] * cells_wide
    if not math.isnan(each.low):
        ends = [space.point({**fit.best.values, each.name: value})[index] for value in (each.low, each.high)]
        low, high = (min(cells_wide - 1, int(end * cells_wide)) for end in ends)
        cells = ["█" if low <= i <= high else "─" for i in range(cells_wide)]
    cells[min(cells_wide - 1, int(best * cells_wide))] = "◆"
    _, style = STYLES[each.standing]
    return Text.assemble(*((cell, "dim" if cell == "─" else style) for cell in cells))


def _bullet(sign: str, style: str, sentence: str) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=1)
    grid.add_column()
    grid.add_row(Text(sign, style=style), Text(sentence))
    return Group(Padding(grid, 0))


def between(low: float, high: float, unit: str, digits: int = 1) -> str:
    """Return an interval with its unit, or one dash where there is none."""
    return "–" if math.isnan(low) else f"{shown(low, unit, digits)} – {shown(high, unit, digits)}"


def shown(value: float, unit: str, digits: int = 1) -> str:
    """Return a number with its unit; percents and degrees have so many digits behind the point."""
    if math.isnan(value):
        return "–"
    if unit == "%":
        return f"{value:.{digits}f} %"
    if unit == "°":
        return f"{value:.{digits}f}°"
    return f"{value:.3g}"


# --- for programs


def as_json(fit: Fit) -> dict[str, Any]:
    """Return everything as JSON data; NaN becomes null."""
    work = fit.work
    data = {
        "format": 1,
        "title": work.study.title,
        "verdict": "worse" if fit.is_worse else "better",
        "provenance": provenance(fit),
        "best": dict(fit.best.values),
        "best_search": {"loss": fit.searched.best.loss, "values": dict(fit.searched.best.values)},
        "complete": fit.searched.is_complete,
        "parameters": [
            {
                "name": each.name,
                "value": each.value,
                "interval": [each.low, each.high],
                "fills": each.fills,
                "identified": each.standing,
                "untuned": each.untuned,
            }
            for each in fit.estimates
        ],
        "words": list(fit.words),
        "warnings": list(fit.warnings),
        "correlations": None if fit.correlations is None else fit.correlations.tolist(),
        "errors": {
            part: {
                row.key: {
                    name: {"mean": v.value, "interval": [v.low, v.high], "median": v.median}
                    for name, v in (("untuned", row.untuned), ("tuned", row.tuned))
                }
                for row in rows
            }
            for part, rows in summary(fit).items()
        },
        "morris": [asdict(each) for each in fit.morris],
        "sobol": [asdict(each) for each in fit.sobol],
        "items": [
            {
                "name": row.name,
                "part": row.part,
                "outlier": row.score,
                **{
                    name: {
                        "loss": error.loss,
                        "distance": error.distance,
                        "angle_deg": math.degrees(error.angle),
                        "simulated": error.simulated,
                    }
                    for name, error in (("untuned", row.untuned), ("tuned", row.tuned))
                },
            }
            for row in item_rows(fit)
        ],
        "trials": [{"values": dict(each.values), "loss": each.loss} for each in fit.searched.trials],
        "costs": {
            "simulations": fit.simulations,
            "cpu_seconds": fit.cpu_seconds,
            "wall_seconds": fit.wall_seconds,
        },
    }
    return {key: _finite(value) for key, value in data.items()}


def as_text(fit: Fit) -> str:
    """Return the JSON text."""
    return json.dumps(as_json(fit), indent=1, ensure_ascii=False) + "\n"


def _finite(value: Any) -> Any:  # noqa: ANN401 (JSON data is anything)
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return value
