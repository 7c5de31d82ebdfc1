"""The pictures on Beethupferl's tiles: flat shapes in a few colours, each an outline round its middle."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from sandbox.components.meshes import Mesh, is_closed

__all__ = ["PICTURES", "Shape", "outline"]

PROUD: Final = 3e-5
"""Metres by which a shape stands out; each lies half of that above the one before."""

CORNERS: Final = 48


@dataclass(frozen=True, slots=True)
class Shape:
    """One colour of a picture; lengths as parts of the tile's radius, y up in the picture.

    Attributes:
        colour: `#rrggbb`.
        at: Its middle.
        size: Half its width and half its height.
        lobes: How many bulges its outline has, and how deep they are as a part of its radius.
        taper: How much narrower it is at its lower end, 0 to 1.
        turn: Degrees, anticlockwise.
    """

    colour: str
    at: tuple[float, float]
    size: tuple[float, float]
    lobes: tuple[int, float] = (0, 0.0)
    taper: float = 0.0
    turn: float = 0.0


PICTURES: Final[Mapping[str, tuple[Shape, ...]]] = {
    "red_cabbage": (
        Shape("#6d2a66", (0, 0), (0.68, 0.66), (9, 0.06)),
        Shape("#9a5a93", (0, 0), (0.46, 0.45), (7, 0.12)),
        Shape("#d9bcd4", (0, -0.02), (0.2, 0.2), (6, 0.35)),
    ),
    "cucumber": (
        Shape("#2f7a35", (0, 0), (0.26, 0.78), turn=-38),
        Shape("#7fbf5a", (0.03, 0.03), (0.07, 0.6), turn=-38),
        Shape("#e6c63a", (0.5, 0.62), (0.11, 0.11), (5, 0.3)),
    ),
    "carrot": (
        Shape("#3f9a3c", (0.0, 0.5), (0.4, 0.32), (5, 0.4)),
        Shape("#e8761c", (0, -0.16), (0.3, 0.62), taper=0.8),
        Shape("#f5a352", (-0.06, -0.06), (0.06, 0.36), taper=0.6),
    ),
    "pumpkin": (
        Shape("#4d7a2c", (0.03, 0.5), (0.09, 0.24), turn=-14),
        Shape("#e98a1e", (0, -0.08), (0.72, 0.54), (8, 0.05)),
        Shape("#f4b04f", (0, -0.08), (0.24, 0.5)),
    ),
    "red_beet": (
        Shape("#3c8f3f", (0.0, 0.52), (0.42, 0.3), (5, 0.35), turn=12),
        Shape("#8e1338", (0, -0.14), (0.5, 0.6), taper=0.7),
        Shape("#c2416a", (-0.12, 0.04), (0.12, 0.2), turn=20),
    ),
    "snail": (
        Shape("#c9a56b", (0.02, -0.36), (0.72, 0.16), taper=0.1),
        Shape("#c9a56b", (0.6, -0.08), (0.12, 0.36), turn=-16),
        Shape("#8a5a34", (-0.1, 0.04), (0.46, 0.46)),
        Shape("#d8b98a", (-0.06, 0.02), (0.3, 0.3)),
        Shape("#8a5a34", (-0.1, 0.0), (0.15, 0.15)),
    ),
}
"""Shapes of each kind's picture, the hindmost first."""


def outline(shape: Shape, radius: float, height: float) -> Mesh:
    """Return a shape as a flat prism that stands on the underside of a tile, seen from below as it is described.

    Args:
        shape: What it looks like.
        radius: Of the tile, metres.
        height: How far it stands out, metres; the prism reaches from z = -height to 0.
    """
    t = 2 * np.pi * np.arange(CORNERS) / CORNERS
    lobes, depth = shape.lobes
    swell = 1 + depth * np.cos(lobes * (t - math.pi / 2))
    x, y = shape.size[0] * swell * np.cos(t), shape.size[1] * swell * np.sin(t)
    x = x * (1 - shape.taper * (1 - y / shape.size[1]) / 2)
    c, s = math.cos(math.radians(shape.turn)), math.sin(math.radians(shape.turn))
    across, up = c * x - s * y + shape.at[0], s * x + c * y + shape.at[1]
    # Turned over about x, as a tile is by a drop, what was at -y is up.
    ring = np.column_stack([across, -up]) * radius
    middle = np.array([[shape.at[0], -shape.at[1]]]) * radius
    flat = np.concatenate([ring, middle])
    vertices = np.concatenate([np.column_stack([flat, np.full(len(flat), z)]) for z in (-height, 0.0)])
    n, after = CORNERS, [(i + 1) % CORNERS for i in range(CORNERS)]
    faces = []
    for i, j in enumerate(after):  # the ring runs clockwise seen from above
        faces += [(i, j, n), (n + 1 + j, n + 1 + i, 2 * n + 1)]
        faces += [(j, i, n + 1 + i), (j, n + 1 + i, n + 1 + j)]
    array = np.array(faces, dtype=np.int64)
    return Mesh(np.round(vertices, 6), array, is_closed(array))
