"""Pictures of maps of rates: a curve with its intervals over one parameter, a heat map over two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.geometry import Floats
from sandbox.tuning.plots import BLUE, FAINT, INK, STYLE, figure_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["curve", "heat_map", "readable_on"]

HALF = 0.5


def curve(x: tuple[str, Sequence[float]], rates: Floats, intervals: Floats, title: str, caption: str) -> Figure:
    """Return the rate over one parameter, with the band of its 95 % intervals and the line where it flips.

    Args:
        x: Name and values along.
        rates: `(n,) float`, 0 to 1, NaN where there is none.
        intervals: `(n, 2) float`.
        title: Above it.
        caption: Under the title.
    """
    figure, (axes,) = figure_of(5.6, 3.2, left=0.85, top=0.62)
    axes.fill_between(x[1], 100 * intervals[:, 0], 100 * intervals[:, 1], color=BLUE, alpha=0.15, linewidth=0)
    axes.plot(x[1], 100 * rates, "o-", color=BLUE, markersize=4, linewidth=1.5, clip_on=False)
    axes.axhline(100 * HALF, color=INK, linewidth=1, linestyle=(0, (4, 3)))
    axes.set_ylim(0, 100)
    axes.margins(x=0.02)
    axes.set_xlabel(x[0])
    axes.set_ylabel("% in which everything holds")
    axes.grid(axis="y", color=FAINT, linewidth=0.5)
    _head(axes, title, f"{caption}; band: 95 % intervals")
    return figure


def heat_map(
    x: tuple[str, Sequence[float]], y: tuple[str, Sequence[float]], rates: Floats, title: str, caption: str
) -> Figure:
    """Return a map of rates, with the line where the verdict flips at one half.

    Args:
        x: Name and values along.
        y: Name and values up.
        rates: `(len(y), len(x)) float`, 0 to 1, NaN where there is none.
        title: Above it.
        caption: Under the title.
    """
    from matplotlib import rc_context

    wide, high = (max(least, 1.0 + each * len(v[1])) for least, each, v in ((5.2, 0.42, x), (3.6, 0.34, y)))
    figure, (axes,) = figure_of(min(wide, 12.0), min(high, 9.0), left=0.85, top=0.62)
    cells: dict[str, Any] = {"cmap": "RdYlBu", "vmin": 0.0, "vmax": 1.0}
    mesh = axes.imshow(rates, origin="lower", aspect="auto", **cells)
    if rates.size <= CELLS_WITH_NUMBERS:
        for row, column in np.ndindex(rates.shape):
            if math.isfinite(rates[row, column]):
                ink = readable_on(mesh.cmap(float(rates[row, column]))[:3])
                text = f"{100 * rates[row, column]:.0f}"
                axes.text(column, row, text, ha="center", va="center", color=ink, size=9)
    _draw_flips(axes, rates)
    for axis, (name, values) in ((axes.xaxis, x), (axes.yaxis, y)):
        every = math.ceil(len(values) / TICKS)
        axis.set_ticks(range(0, len(values), every), [f"{value:.3g}" for value in values[::every]])
        axis.set_label_text(name)
    for spine in axes.spines.values():
        spine.set_visible(False)
    with rc_context(STYLE):
        bar = figure.colorbar(mesh, ax=axes, pad=0.03, format=lambda value, _: f"{100 * value:.0f} %")
        bar.outline.set_visible(False)
        bar.ax.tick_params(length=0)
    _head(axes, title, caption)
    return figure


CELLS_WITH_NUMBERS, TICKS = 400, 13
"""Cells up to which each has its number, and ticks of an axis at most."""


def _head(axes: Axes, title: str, caption: str) -> None:
    """Write a title, shortened to what fits, and a smaller line under it."""
    at: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points", "va": "bottom"}
    axes.annotate(title, (0, 1), (0, 19), fontsize=10.5, fontweight="bold", color=INK, **at)
    axes.annotate(caption, (0, 1), (0, 6), fontsize=8.5, color="#57606a", **at)


def _draw_flips(axes: Axes, rates: Floats) -> None:
    """Draw the borders between cells on the two sides of one half."""
    stands = rates >= HALF
    known = np.isfinite(rates)
    for step in ((0, 1), (1, 0)):
        rows, columns = rates.shape[0] - step[0], rates.shape[1] - step[1]
        flips = stands[:rows, :columns] != stands[step[0] :, step[1] :]
        flips &= known[:rows, :columns] & known[step[0] :, step[1] :]
        for row, column in np.argwhere(flips).tolist():
            ends = ([column + 0.5] * 2, [row - 0.5, row + 0.5])
            if step == (1, 0):
                ends = ([column - 0.5, column + 0.5], [row + 0.5] * 2)
            axes.plot(*ends, color=INK, linewidth=2, solid_capstyle="round")


def readable_on(colour: Sequence[float]) -> str:
    """Return black or white, whichever stands out more on an sRGB colour of parts 0 to 1 (WCAG 2 contrast)."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) else "#ffffff"
