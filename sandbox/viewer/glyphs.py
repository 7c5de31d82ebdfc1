"""Numerals, letters and suits as strokes: a small round typeface of our own, so that prints need no font file.

A glyph is a list of polylines in a box one unit high: the baseline is y = 0, capitals end at y = 1.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from sandbox.geometry import Floats

__all__ = ["SUITS", "advance", "known", "segments", "suit_outlines"]

Line = list[tuple[float, float]]

SUITS = ("heart", "spade", "diamond", "club")


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Line:
    """Return a part of an ellipse, from `start` to `end` degrees anticlockwise from the right."""
    count = max(4, int(abs(end - start) / 12))
    angles = [math.radians(start + (end - start) * i / count) for i in range(count + 1)]
    return [(x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles]


_GLYPHS: dict[str, tuple[float, list[Line]]] = {
    "0": (0.62, [_arc(0.31, 0.5, 0.31, 0.5, 0, 360)]),
    "1": (0.40, [[(0.04, 0.78), (0.30, 1.0), (0.30, 0.0)]]),
    "2": (0.60, [[*_arc(0.30, 0.70, 0.29, 0.30, 165, -38), (0.02, 0.0), (0.60, 0.0)]]),
    "3": (0.60, [_arc(0.28, 0.75, 0.25, 0.25, 155, -90), _arc(0.28, 0.26, 0.30, 0.26, 90, -155)]),
    "4": (0.66, [[(0.50, 0.0), (0.50, 1.0), (0.0, 0.26), (0.66, 0.26)]]),
    "5": (0.60, [[(0.54, 1.0), (0.10, 1.0), (0.06, 0.55), *_arc(0.28, 0.32, 0.31, 0.32, 125, -150)]]),
    "6": (
        0.62,
        [
            _arc(0.31, 0.31, 0.30, 0.31, 0, 360),
            [(0.47, 1.0), (0.12, 0.58), *_arc(0.31, 0.31, 0.3, 0.31, 142, 180)],
        ],
    ),
    "7": (0.58, [[(0.0, 1.0), (0.58, 1.0), (0.20, 0.0)]]),
    "8": (0.62, [_arc(0.31, 0.76, 0.25, 0.24, 0, 360), _arc(0.31, 0.26, 0.31, 0.26, 0, 360)]),
    "9": (
        0.62,
        [_arc(0.31, 0.69, 0.30, 0.31, 0, 360), [(0.15, 0.0), (0.50, 0.42), *_arc(0.31, 0.69, 0.3, 0.31, -38, 0)]],
    ),
    "-": (0.42, [[(0.02, 0.48), (0.40, 0.48)]]),
    "+": (0.52, [[(0.02, 0.48), (0.50, 0.48)], [(0.26, 0.24), (0.26, 0.72)]]),
    "?": (
        0.54,
        [[*_arc(0.26, 0.74, 0.25, 0.26, 170, -70), (0.27, 0.36), (0.27, 0.28)], [(0.27, 0.0), (0.27, 0.01)]],
    ),
    "!": (0.16, [[(0.08, 1.0), (0.08, 0.32)], [(0.08, 0.0), (0.08, 0.01)]]),
    "A": (0.70, [[(0.0, 0.0), (0.35, 1.0), (0.70, 0.0)], [(0.13, 0.34), (0.57, 0.34)]]),
    "B": (
        0.60,
        [
            [(0.0, 0.0), (0.0, 1.0), *_arc(0.28, 0.76, 0.25, 0.24, 90, -90), (0.0, 0.52)],
            [(0.28, 0.52), *_arc(0.30, 0.26, 0.29, 0.26, 90, -90), (0.0, 0.0)],
        ],
    ),
    "C": (0.66, [_arc(0.40, 0.5, 0.40, 0.5, 48, 312)]),
    "D": (0.66, [[(0.0, 0.0), (0.0, 1.0), *_arc(0.22, 0.5, 0.44, 0.5, 90, -90), (0.0, 0.0)]]),
    "E": (0.52, [[(0.52, 1.0), (0.0, 1.0), (0.0, 0.0), (0.52, 0.0)], [(0.0, 0.52), (0.44, 0.52)]]),
    "F": (0.50, [[(0.50, 1.0), (0.0, 1.0), (0.0, 0.0)], [(0.0, 0.50), (0.42, 0.50)]]),
    "G": (0.72, [[*_arc(0.40, 0.5, 0.40, 0.5, 48, 330), (0.74, 0.46), (0.46, 0.46)]]),
    "H": (0.62, [[(0.0, 0.0), (0.0, 1.0)], [(0.62, 0.0), (0.62, 1.0)], [(0.0, 0.52), (0.62, 0.52)]]),
    "I": (0.08, [[(0.04, 0.0), (0.04, 1.0)]]),
    "J": (0.48, [[(0.46, 1.0), *_arc(0.22, 0.24, 0.24, 0.24, 0, -170)]]),
    "K": (0.60, [[(0.0, 0.0), (0.0, 1.0)], [(0.58, 1.0), (0.02, 0.42)], [(0.20, 0.60), (0.60, 0.0)]]),
    "L": (0.48, [[(0.0, 1.0), (0.0, 0.0), (0.48, 0.0)]]),
    "M": (0.76, [[(0.0, 0.0), (0.0, 1.0), (0.38, 0.36), (0.76, 1.0), (0.76, 0.0)]]),
    "N": (0.64, [[(0.0, 0.0), (0.0, 1.0), (0.64, 0.0), (0.64, 1.0)]]),
    "O": (0.80, [_arc(0.40, 0.5, 0.40, 0.5, 0, 360)]),
    "P": (0.58, [[(0.0, 0.0), (0.0, 1.0), *_arc(0.30, 0.74, 0.28, 0.26, 90, -90), (0.0, 0.48)]]),
    "Q": (0.80, [_arc(0.40, 0.5, 0.40, 0.5, 0, 360), [(0.52, 0.22), (0.80, -0.06)]]),
    "R": (
        0.60,
        [
            [(0.0, 0.0), (0.0, 1.0), *_arc(0.30, 0.74, 0.28, 0.26, 90, -90), (0.0, 0.48)],
            [(0.30, 0.48), (0.60, 0.0)],
        ],
    ),
    "S": (0.58, [[*_arc(0.29, 0.75, 0.26, 0.25, 35, 240), *_arc(0.29, 0.26, 0.29, 0.26, 62, -150)]]),
    "T": (0.62, [[(0.0, 1.0), (0.62, 1.0)], [(0.31, 1.0), (0.31, 0.0)]]),
    "U": (0.62, [[(0.0, 1.0), *_arc(0.31, 0.31, 0.31, 0.31, 180, 360), (0.62, 1.0)]]),
    "V": (0.66, [[(0.0, 1.0), (0.33, 0.0), (0.66, 1.0)]]),
    "W": (0.92, [[(0.0, 1.0), (0.22, 0.0), (0.46, 0.72), (0.70, 0.0), (0.92, 1.0)]]),
    "X": (0.62, [[(0.0, 1.0), (0.62, 0.0)], [(0.0, 0.0), (0.62, 1.0)]]),
    "Y": (0.62, [[(0.0, 1.0), (0.31, 0.48), (0.62, 1.0)], [(0.31, 0.48), (0.31, 0.0)]]),
    "Z": (0.60, [[(0.0, 1.0), (0.60, 1.0), (0.0, 0.0), (0.60, 0.0)]]),
    " ": (0.30, []),
}

SPACING = 0.24
"""Between two glyphs, in heights."""


def known() -> str:
    """Return every character that can be printed."""
    return "".join(sorted(_GLYPHS))


def advance(text: str) -> float:
    """Return how wide a text is, in heights; characters that are not known are printed as `?`."""
    widths = [_GLYPHS.get(letter, _GLYPHS["?"])[0] for letter in text.upper()]
    return sum(widths) + SPACING * max(len(widths) - 1, 0)


def segments(text: str) -> Floats:
    """Return the strokes of a text, `(n, 4) float` x0, y0, x1, y1 in heights, starting at x = 0."""
    out, x = [], 0.0
    for letter in text.upper():
        width, lines = _GLYPHS.get(letter, _GLYPHS["?"])
        for line in lines:
            out += [(x + a[0], a[1], x + b[0], b[1]) for a, b in pairwise(line)]
        x += width + SPACING
    return np.array(out, dtype=float).reshape(-1, 4)


def suit_outlines(suit: str) -> tuple[Floats, ...]:
    """Return a suit as closed polygons that overlap, each `(n, 2) float`, one unit high around the origin."""
    if suit == "diamond":
        return (np.array([(0, 0.55), (0.38, 0), (0, -0.55), (-0.38, 0)], dtype=float),)
    t = np.linspace(0, 2 * np.pi, 80, endpoint=False)
    lobes = (13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 32
    heart = np.stack([np.sin(t) ** 3 * 0.5, lobes + 0.06], axis=1)
    if suit == "heart":
        return (heart,)
    foot = np.array([(0, 0.1), (0.22, -0.52), (-0.22, -0.52)])
    if suit == "spade":
        return heart * (1, -0.92) + (0, 0.08), foot
    leaves = [np.array(_arc(x, y, 0.235, 0.235, 0, 348)) for x, y in ((0.25, -0.1), (0.0, 0.28), (-0.25, -0.1))]
    return (*leaves, foot)
