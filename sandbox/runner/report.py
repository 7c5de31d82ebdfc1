"""What a run is told as: a table for people, JSON and JUnit for programs."""

from __future__ import annotations

import json
import math
import platform
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandbox import __version__
from sandbox.errors import BadFile
from sandbox.runner.verdict import PointResult, ScenarioResult, Verdict
from sandbox.scenario.schema import Scenario

__all__ = ["as_json", "print_results", "write_json", "write_junit"]

STYLES: dict[Verdict, tuple[str, str]] = {
    "holds": ("✓", "bold green"),
    "fails": ("✗", "bold red"),
    "undecided": ("?", "bold yellow"),
    "measured": ("·", "bold cyan"),
}
BAR = 24
"""Characters of a full bar in a sweep's curve."""

ROOM_FOR_COSTS = 60
"""Columns of a terminal below which simulated and processor time are left out."""


def print_results(
    results: Sequence[ScenarioResult], console: Console, wall_seconds: float, *, verbose: bool = False
) -> None:
    """Print the table of verdicts, the curves of sweeps, the warnings, and one line of sums.

    Args:
        results: What to print.
        console: Where.
        wall_seconds: How long it took by the clock.
        verbose: Print what every expectation measured in the first trial, too.
    """
    has_costs = console.width >= ROOM_FOR_COSTS
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=False)
    table.add_column("", width=1)
    table.add_column("scenario", ratio=3, overflow="fold")
    table.add_column("rate", justify="right", no_wrap=True)
    if has_costs:
        table.add_column("sim s", justify="right", no_wrap=True)
        table.add_column("CPU s", justify="right", no_wrap=True)
    for result in results:
        sign, style = STYLES[result.verdict]
        costs = (
            f"{sum(t.sim_seconds for t in result.trials):.1f}",
            f"{sum(t.cpu_seconds for t in result.trials):.1f}",
        )
        row = (Text(sign, style=style), _title(result, verbose=verbose), _rate(result))
        table.add_row(*row, *(costs if has_costs else ()))
    console.print(table)
    for result in results:
        if result.scenario.sweep and result.trials:
            console.print(Text(result.scenario.title, style="bold"))
            console.print(_curve(result))
    console.print(_sums(results, wall_seconds))


def _title(result: ScenarioResult, *, verbose: bool) -> RenderableType:
    lines: list[RenderableType] = [Text(result.scenario.title)]
    if verbose and result.trials:
        for each in result.trials[0].measured:
            sign, style = STYLES["holds" if each.holds else "fails"]
            lines.append(Text(f"{sign} ", style=style) + Text(f"{each.what}: {each.found}", style="dim"))
    if result.reason:
        style = "red" if result.verdict == "fails" else "yellow" if result.verdict == "undecided" else "dim"
        lines.append(Text(result.reason, style=style))
    warnings = list(dict.fromkeys(w for trial in result.trials for w in trial.warnings))
    for warning in warnings[:2]:
        lines.append(Text(f"warning: {warning}", style="yellow"))
    if len(warnings) > 2:
        lines.append(Text(f"and {len(warnings) - 2} more warnings (see --json)", style="yellow"))
    return Group(*lines)


def _curve(result: ScenarioResult) -> RenderableType:
    """Return the rates at the points of a sweep as bars; one line a point, whatever the width.

    Where several things are expected at named acts, the rate of each follows under the act's name.
    """
    names = list(result.scenario.sweep)
    stages = _stages(result.scenario)
    curve = Table(box=None, pad_edge=False, show_header=True, header_style="dim")
    for name in names:
        curve.add_column(_short(name), justify="right", no_wrap=True)
    curve.add_column("", no_wrap=True)
    curve.add_column("rate", justify="right", no_wrap=True)
    curve.add_column("95 %", no_wrap=True, style="dim")
    for stage in stages:
        curve.add_column(stage, justify="right", no_wrap=True)
    for point in result.points:
        if point.judged:
            filled = round(point.rate * BAR)
            bar = Text("█" * filled, style="green") + Text("░" * (BAR - filled), style="dim")
            low, high = point.interval
            values = (f"{point.values[name]:g}" for name in names)
            apart = (f"{100 * rate:.0f} %" for rate in point.rates) if stages else ()
            curve.add_row(*values, bar, f"{100 * point.rate:.0f} %", f"{100 * low:.0f}–{100 * high:.0f}", *apart)
    return Padding(curve, (0, 0, 1, 2))


def _short(name: str) -> str:
    """Return the last part of a parameter's name, with the one before where the last is a number in a list."""
    *before, last = name.split(".")
    return f"{before[-1]}.{last}" if last.isdigit() and before else last


def _stages(scenario: Scenario) -> list[str]:
    """Return the acts at which one thing each is expected, in the expectations' order; empty if not all are so."""
    judged = [expect for expect in scenario.expect if expect.rate is None and expect.crossing is None]
    names = [expect.at for expect in judged if expect.at is not None]
    apart = len(names) == len(judged) == len(set(names)) and len(names) > 1
    return names if apart else []


def _rate(result: ScenarioResult) -> Text:
    if len(result.points) != 1:
        return Text(f"{len(result.points)} points", style="dim")
    point = result.points[0]
    if not point.judged:
        return Text("–", style="dim")
    if len(point.judged) == 1:
        return Text(f"{point.successes} of 1")
    text = Text(f"{point.successes} of {len(point.judged)}")
    low, high = point.interval
    return text + Text(f"\n{100 * low:.1f}–{100 * high:.1f} %", style="dim")


def _sums(results: Sequence[ScenarioResult], wall_seconds: float) -> Text:
    text = Text()
    words: dict[Verdict, tuple[str, str]] = {
        "holds": ("holds", "hold"),
        "fails": ("fails", "fail"),
        "undecided": ("undecided", "undecided"),
        "measured": ("measured", "measured"),
    }
    for verdict, (one, many) in words.items():
        count = sum(r.verdict == verdict for r in results)
        if count:
            text += Text(f"{count} {one if count == 1 else many}  ", style=STYLES[verdict][1])
    trials = [trial for result in results for trial in result.trials]
    simulated, cpu = sum(t.sim_seconds for t in trials), sum(t.cpu_seconds for t in trials)
    ran = f"{len(trials):,} trial{'' if len(trials) == 1 else 's'}"
    costs = f"{simulated:,.0f} s simulated in {cpu:,.0f} CPU s; {wall_seconds:,.0f} s by the clock"
    return text + Text(f"{ran}, {costs}", style="dim")


# --- for programs


def as_json(results: Sequence[ScenarioResult]) -> dict[str, Any]:
    """Return everything that was measured, as JSON data; NaN becomes null."""
    return {
        "format": 1,
        "versions": {
            "sandbox": __version__,
            "python": platform.python_version(),
            **{name: version(name) for name in ("pybullet", "numpy")},
        },
        "scenarios": [_scenario(result) for result in results],
    }


def _scenario(result: ScenarioResult) -> dict[str, Any]:
    return {
        "file": result.file,
        "title": result.scenario.title,
        "verdict": result.verdict,
        "reason": result.reason,
        "seed": result.seed,
        "complete": result.is_complete,
        "crossings": list(result.crossings),
        "points": [_point(point) for point in result.points],
    }


def _point(point: PointResult) -> dict[str, Any]:
    low, high = point.interval
    return {
        "values": dict(point.values),
        "rate": point.rate if math.isfinite(point.rate) else None,
        "interval": [low, high],
        "lost": point.lost,
        "trials": [
            {
                "number": t.number,
                "holds": t.holds,
                "problem": t.problem,
                "sim_seconds": t.sim_seconds,
                "cpu_seconds": t.cpu_seconds,
                "digest": t.digest,
                "warnings": list(t.warnings),
                "measured": [
                    {
                        "what": m.what,
                        "holds": m.holds,
                        "found": m.found,
                        "value": m.value if m.value is not None and math.isfinite(m.value) else None,
                        "limit": m.limit if m.limit is not None and math.isfinite(m.limit) else None,
                    }
                    for m in t.measured
                ],
            }
            for t in point.trials
        ],
    }


def write_json(results: Sequence[ScenarioResult], path: Path) -> None:
    """Write `as_json` to a file. Raises `BadFile` when it cannot."""
    _write(path, json.dumps(as_json(results), indent=1, ensure_ascii=False))


def write_junit(results: Sequence[ScenarioResult], path: Path) -> None:
    """Write one JUnit test case a scenario. Raises `BadFile` when it cannot."""
    suite = ET.Element("testsuite", name="sandbox", tests=str(len(results)))
    suite.set("failures", str(sum(r.verdict in ("fails", "undecided") for r in results)))
    for result in results:
        seconds = sum(t.cpu_seconds for t in result.trials)
        case = ET.SubElement(suite, "testcase", classname=result.file, name=result.scenario.title)
        case.set("time", f"{seconds:.3f}")
        if result.verdict in ("fails", "undecided"):
            ET.SubElement(case, "failure", type=result.verdict, message=result.reason)
        warnings = dict.fromkeys(w for trial in result.trials for w in trial.warnings)
        if warnings:
            ET.SubElement(case, "system-err").text = "\n".join(warnings)
    ET.indent(suite)
    _write(path, ET.tostring(suite, encoding="unicode", xml_declaration=True))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise BadFile(path, f"cannot be written ({error.strerror})") from None
