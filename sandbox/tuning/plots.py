"""Pictures of a fit and of standing rates, with matplotlib, which only this file imports."""

from __future__ import annotations

import io
import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.errors import BadFile
from sandbox.geometry import Floats
from sandbox.tuning.fit import Fit
from sandbox.tuning.results import item_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["cloud", "figure_of", "history", "items", "save", "sensitivity", "slices", "svg"]

INK, FAINT, BLUE, ORANGE, GREEN = "#24292f", "#b8c0c8", "#2f6fb0", "#d9822b", "#3a9a5b"
SHORT = 24
"""Letters up to which a parameter keeps its whole name: two numbers of one pair of materials are not alike."""

LIST_AT_MOST = 60
"""Items in the picture of items."""

STYLE: Any = {
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "xtick.color": "#57606a",
    "ytick.color": "#57606a",
    "grid.color": "#e6e9ec",
    "svg.fonttype": "none",
    "svg.hashsalt": "sandbox",
}


def figure_of(
    width: float, height: float, rows: int = 1, columns: int = 1, *, left: float = 0.65, top: float = 0.32
) -> tuple[Figure, list[Axes]]:
    """Return a figure and its axes, sizes in inches; margins are fixed: measuring texts doubles the cost."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as New

    inside = (width - left - 0.15) / columns, (height - 0.48 - top) / rows
    with rc_context(STYLE):
        figure = New(figsize=(width, height))
        axes = figure.subplots(rows, columns, squeeze=False)
        figure.subplots_adjust(
            left=left / width,
            right=1 - 0.15 / width,
            bottom=0.48 / height,
            top=1 - top / height,
            wspace=0.6 / max(inside[0] - 0.6, 0.1) if columns > 1 else 0,
            hspace=0.6 / max(inside[1] - 0.6, 0.1) if rows > 1 else 0,
        )
    return figure, list(axes.ravel())


def _plain_log(axis: Any) -> None:  # noqa: ANN401 (an Axis; matplotlib is not imported here)
    """Label a log axis, whose limits are set, with plain numbers, few enough not to run into one another."""
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

    low, high = axis.get_view_interval()
    decades = math.log10(high / low)
    if decades > 1.4:
        axis.set_major_locator(LogLocator(subs=(1.0,)))
    elif decades > 0.6:
        axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    else:
        axis.set_major_locator(MaxNLocator(3))
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(NullLocator())


def svg(figure: Figure) -> str:
    """Return a figure as SVG text to put into HTML."""
    from matplotlib import rc_context

    out = io.StringIO()
    with rc_context(STYLE):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    return re.sub(r'<svg ([^>]*?)height="[^"]*"([^>]*?)width="[^"]*"', r"<svg \1\2", text, count=1)


def save(figure: Figure, path: Path) -> None:
    """Write a figure; the ending says the format.

    Raises:
        BadFile: It cannot be written.
    """
    from matplotlib import rc_context

    try:
        with rc_context(STYLE):
            figure.savefig(path, dpi=150)
    except (OSError, ValueError) as error:
        raise BadFile(
            path, f"cannot be written ({error})", instead="write it like rates.png or rates.svg"
        ) from None


def history(fit: Fit) -> Figure:
    """Return the loss of every trial in order, and the best so far."""
    from matplotlib.ticker import MaxNLocator

    figure, (axes,) = figure_of(4.6, 2.6)
    losses = np.array([each.loss for each in fit.searched.trials])
    axes.semilogy(np.arange(1, len(losses) + 1), losses, ".", color=FAINT, markersize=4)
    axes.semilogy(np.arange(1, len(losses) + 1), np.minimum.accumulate(losses), color=BLUE, linewidth=1.5)
    _plain_log(axes.yaxis)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("trial")
    axes.set_ylabel("training loss")
    axes.set_title("The search: every trial, and the best so far", loc="left")
    return figure


def slices(fit: Fit) -> Figure:
    """Return the loss over each parameter: all trials, with the 95 % interval and the best value."""
    space = fit.work.space
    count = len(space)
    columns = min(count, 3)
    rows = math.ceil(count / columns)
    figure, all_axes = figure_of(3.1 * columns, 2.4 * rows, rows, columns)
    trials = [*fit.searched.trials, *fit.refined.trials]
    losses = np.array([each.loss for each in trials])
    ceiling = float(np.quantile(losses, 0.9))
    for axes in all_axes[count:]:
        axes.set_visible(False)
    for axes, each, found in zip(all_axes, space.parameters, fit.estimates, strict=False):
        values = [trial.values[each.name] for trial in trials]
        if not math.isnan(found.low):
            axes.axvspan(found.low, found.high, color=BLUE, alpha=0.12, linewidth=0)
        axes.plot(values, losses, ".", color="#7a8590", markersize=3.5)
        axes.axvline(found.value, color=BLUE, linewidth=1.2)
        if each.scale == "log":
            axes.set_xscale("log")
        axes.set_xlim(each.low, each.high)
        if each.scale == "log":
            _plain_log(axes.xaxis)
        _loss_axis(axes, losses, ceiling)
        axes.set_title(_short(each.name), loc="left")
    all_axes[0].set_ylabel("training loss")
    return figure


def _loss_axis(axes: Axes, losses: Floats, ceiling: float) -> None:
    """Show losses up to a ceiling; by factors, of four decades at most, where the least would lie on the floor."""
    if losses.min() * 20 > ceiling:
        axes.set_ylim(float(losses.min()) * 0.95, ceiling)
        return
    axes.set_yscale("log")
    axes.set_ylim(max(float(losses.min()) * 0.7, ceiling / 1e4), ceiling)
    _plain_log(axes.yaxis)


def cloud(fit: Fit) -> Figure | None:
    """Return the bootstrap estimates, every parameter against every other; None for one parameter."""
    space, found = fit.work.space, fit.refined.cloud
    count = len(space)
    if found is None or count < 2:
        return None
    values = np.array([[space.values(point)[name] for name in space.names] for point in found.points[:600]])
    figure, all_axes = figure_of(2.0 * (count - 1) + 1.0, 1.8 * (count - 1) + 0.6, count - 1, count - 1)
    for row in range(1, count):
        for column in range(count - 1):
            axes = all_axes[(row - 1) * (count - 1) + column]
            if column >= row:
                axes.set_visible(False)
                continue
            axes.plot(
                values[:, column], values[:, row], ".", color=BLUE, alpha=0.25, markersize=3, markeredgewidth=0
            )
            for which, index in (("x", column), ("y", row)):
                each, spread = space.parameters[index], found.points[:, index]
                getattr(axes, f"set_{which}scale")("log" if each.scale == "log" else "linear")
                margin = max(0.15 * float(np.ptp(spread)), 1e-3)
                ends = [
                    np.full(count, max(spread.min() - margin, 0)),
                    np.full(count, min(spread.max() + margin, 1)),
                ]
                getattr(axes, f"set_{which}lim")(*(space.values(end)[each.name] for end in ends))
                if each.scale == "log":
                    _plain_log(getattr(axes, f"{which}axis"))
            axes.set_xlabel(_short(space.names[column]) if row == count - 1 else "")
            axes.set_ylabel(_short(space.names[row]) if column == 0 else "")
    return figure


def items(fit: Fit) -> Figure:
    """Return the loss of every item before and after, the worst on top."""
    rows = item_rows(fit)[:LIST_AT_MOST]
    figure, (axes,) = figure_of(7.6, 0.9 + 0.16 * len(rows), left=0.9)
    colours = {"training": BLUE, "validation": GREEN, "held-out": ORANGE}
    heights = np.arange(len(rows))
    before, after = (
        np.array([max(getattr(row, which).loss, 1e-6) for row in rows]) for which in ("untuned", "tuned")
    )
    axes.hlines(heights, before, after, color=FAINT, linewidth=0.8, zorder=1)
    axes.plot(before, heights, "|", color="#7a8590", markersize=6, zorder=2)
    axes.scatter(after, heights, s=16, c=[colours[row.part] for row in rows], zorder=3)
    for y, row in enumerate(rows):
        if row.score is not None:
            place = (float(after[y]), float(y))
            axes.annotate("outlier", place, (6, 0), textcoords="offset points", va="center", color="#a33", size=8)
    axes.set_xscale("log")
    _plain_log(axes.xaxis)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks(range(len(rows)), [row.name for row in rows], fontsize=7)
    axes.set_xlabel("loss of the item")
    title = "untuned | and tuned ● (blue training, green validation, orange held-out)"
    axes.set_title(title, loc="left")
    axes.grid(axis="x")
    return figure


def sensitivity(fit: Fit) -> Figure | None:
    """Return how much each parameter moves the loss; None when nobody asked."""
    sets = [
        (rows, title)
        for rows, title in (
            (fit.morris, "Morris: mean effect on the loss"),
            (fit.sobol, "Sobol: total (bar), first order (dot)"),
        )
        if rows
    ]
    if not sets:
        return None
    count = len(fit.work.space)
    longest = max(len(_short(name)) for name in fit.work.space.names)
    left = max(1.25, 0.25 + 0.075 * longest)
    figure, all_axes = figure_of(3.35 + left, 0.2 + (0.6 + 0.35 * count) * len(sets), len(sets), left=left)
    for axes, (rows, title) in zip(all_axes, sets, strict=True):
        effects = [each.effect for each in rows]
        axes.barh(
            range(count), effects, xerr=[each.error for each in rows], color=BLUE, ecolor="#57606a", height=0.55
        )
        if rows is fit.sobol:
            axes.plot([each.spread for each in rows], range(count), "o", color=ORANGE)
        axes.set_yticks(range(count), [_short(each.name) for each in rows])
        axes.invert_yaxis()
        axes.set_xlim(left=0)
        axes.set_title(title, loc="left")
    return figure


def _short(name: str) -> str:
    return name.rpartition(".")[2] if len(name) > SHORT else name
