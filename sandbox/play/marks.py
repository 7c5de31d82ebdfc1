"""Marks in the scene as plain data: lines, dots, rings, arrows and labels. Pure.

Who wants something drawn returns marks; `overlay` draws them all in two calls. Widths and sizes are in pixels of
the window, places in metres.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from sandbox.geometry import Floats, Vec3, vec3

__all__ = ["COLOURS", "Arrow", "Dot", "Label", "Line", "Mark", "Ring", "box_edges", "colour"]

COLOURS = {
    "ink": "#ffffff",
    "good": "#7ee08a",
    "bad": "#ff6b5e",
    "warn": "#ffc857",
    "info": "#6cc4ff",
    "pick": "#ffd24a",
    "shape": "#8affd6",
}
"""What colours mean, by name."""


def colour(name: str, alpha: float = 1.0) -> tuple[float, float, float, float]:
    """Return a named colour or `#rrggbb` as sRGB and alpha, 0 to 1."""
    text = COLOURS.get(name, name)
    red, green, blue = (int(text[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return (red, green, blue, alpha)


@dataclass(frozen=True, eq=False)
class Line:
    """A line through points.

    Attributes:
        points: `(n, 3) float` metres.
        colour: A name of `COLOURS` or `#rrggbb`.
        width: Pixels.
        alpha: 0 to 1.
        on_top: Drawn over what hides it; else thin there.
        pairs: True when every two points are a line of their own.
        dashed: Pixels of a dash; 0 for none.
    """

    points: Floats
    colour: str = "ink"
    width: float = 2.0
    alpha: float = 1.0
    on_top: bool = True
    pairs: bool = False
    dashed: float = 0.0

    def segments(self) -> Floats:
        """Return `(m, 2, 3) float` metres."""
        points = np.asarray(self.points, dtype=float).reshape(-1, 3)
        if self.pairs:
            return points[: len(points) // 2 * 2].reshape(-1, 2, 3)
        return np.stack([points[:-1], points[1:]], axis=1) if len(points) > 1 else np.empty((0, 2, 3))


@dataclass(frozen=True)
class Ring:
    """A circle around a point, lying flat or about a normal; radius in metres."""

    middle: Vec3
    radius: float
    colour: str = "ink"
    width: float = 2.0
    alpha: float = 1.0
    normal: Vec3 = (0.0, 0.0, 1.0)
    on_top: bool = True
    dashed: float = 0.0

    def line(self, count: int = 48) -> Line:
        """Return it as a closed line."""
        axis = np.asarray(self.normal) / np.linalg.norm(self.normal)
        helper = np.array((1.0, 0.0, 0.0)) if abs(axis[0]) < 0.9 else np.array((0.0, 1.0, 0.0))
        u = np.cross(axis, helper)
        u /= np.linalg.norm(u)
        turn = np.linspace(0, 2 * np.pi, count + 1)[:, None]
        points = np.asarray(self.middle) + self.radius * (np.cos(turn) * u + np.sin(turn) * np.cross(axis, u))
        return Line(points, self.colour, self.width, self.alpha, self.on_top, False, self.dashed)


@dataclass(frozen=True)
class Dot:
    """A round dot of `size` pixels."""

    at: Vec3
    colour: str = "ink"
    size: float = 7.0
    alpha: float = 1.0


@dataclass(frozen=True)
class Arrow:
    """An arrow between two points; the head has `head` pixels."""

    start: Vec3
    end: Vec3
    colour: str = "ink"
    width: float = 2.5
    alpha: float = 1.0
    head: float = 11.0


@dataclass(frozen=True)
class Label:
    """A short text beside a point."""

    at: Vec3
    text: str
    colour: str = "ink"


Mark = Line | Ring | Dot | Arrow | Label


def box_edges(low: ArrayLike, high: ArrayLike) -> Floats:
    """Return the twelve edges of a box as `(24, 3) float`, in pairs."""
    corners = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    spread = np.asarray(low) + corners * (np.asarray(high) - np.asarray(low))
    ends = [(a, b) for a in range(8) for b in range(a + 1, 8) if bin(a ^ b).count("1") == 1]
    return np.array([spread[list(pair)] for pair in ends]).reshape(-1, 3)


def middle_of(points: Iterable[Vec3] | Sequence[Vec3]) -> Vec3:
    """Return the mean of points."""
    return vec3(np.mean(list(points), axis=0))
