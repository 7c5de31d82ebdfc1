"""Prints as pixels: every face is drawn from data, in millimetres, the same everywhere. Pure.

A canvas holds ink over nothing: where no ink is, the card itself shows. Shapes are signed distances in millimetres
(negative inside), so edges are smooth at any size.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sandbox.geometry import Floats
from sandbox.viewer.faces import Face
from sandbox.viewer.glyphs import SUITS, advance, segments, suit_outlines

__all__ = ["LAYER", "colour_of", "draw_face"]

LAYER = (320, 448)
"""Width and height in pixels of a face: 5 pixels a millimetre on a poker card."""


def colour_of(text: str) -> Floats:
    """Return `#rrggbb` as `(3,) float`, sRGB, 0 to 1."""
    return np.array([int(text[i : i + 2], 16) for i in (1, 3, 5)]) / 255


class Canvas:
    """Ink on a face, drawn in millimetres from its lower left corner."""

    def __init__(self, size: tuple[float, float], pixels: tuple[int, int] = LAYER) -> None:
        self.width, self.height = size[0] * 1000, size[1] * 1000
        self.pixel = (self.width / pixels[0] + self.height / pixels[1]) / 2
        x = (np.arange(pixels[0]) + 0.5) / pixels[0] * self.width
        y = (np.arange(pixels[1]) + 0.5) / pixels[1] * self.height
        self.x, self.y = np.meshgrid(x, y)
        self.ink = np.zeros((pixels[1], pixels[0], 4))

    def fill(self, distance: Floats, colour: Floats, strength: float = 1.0) -> None:
        """Ink the inside of a signed distance in mm."""
        touched = distance < self.pixel / 2
        rows, columns = np.flatnonzero(touched.any(axis=1)), np.flatnonzero(touched.any(axis=0))
        if not len(rows):
            return
        window = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        cover = np.clip(0.5 - distance[window] / self.pixel, 0, 1)[..., None] * strength
        self.ink[window] *= 1 - cover
        self.ink[window] += cover * (*colour, 1.0)

    # --- signed distances

    def disc(self, x: float, y: float, radius: float) -> Floats:
        """Return the distance to a disc."""
        return np.asarray(np.hypot(self.x - x, self.y - y) - radius)

    def panel(self, inset: float, radius: float) -> Floats:
        """Return the distance to a rounded rectangle that keeps `inset` mm from the card's edge."""
        return self.rectangle(
            self.width / 2, self.height / 2, self.width - 2 * inset, self.height - 2 * inset, radius
        )

    def rectangle(self, x: float, y: float, width: float, height: float, radius: float = 0.0) -> Floats:
        """Return the distance to a rectangle around a point, with round corners."""
        dx = np.abs(self.x - x) - (width / 2 - radius)
        dy = np.abs(self.y - y) - (height / 2 - radius)
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
        return np.asarray(outside + np.minimum(np.maximum(dx, dy), 0) - radius)

    def text(
        self, text: str, x: float, y: float, height: float, stroke: float, *, upside_down: bool = False
    ) -> Floats:
        """Return the distance to a text centred on a point; `stroke` is its line width in heights."""
        lines = segments(text) - (advance(text) / 2, 0.5, advance(text) / 2, 0.5)
        sign = -height if upside_down else height
        return self._strokes(lines * sign + (x, y, x, y)) - stroke * height / 2

    def _strokes(self, lines: Floats, reach: float = 4.0) -> Floats:
        """Return the distance to line segments, right up to `reach` mm from their common box."""
        low = np.minimum(lines[:, :2], lines[:, 2:]).min(axis=0) - reach
        high = np.maximum(lines[:, :2], lines[:, 2:]).max(axis=0) + reach
        columns = slice(*np.searchsorted(self.x[0], (low[0], high[0])))
        rows = slice(*np.searchsorted(self.y[:, 0], (low[1], high[1])))
        x, y = self.x[rows, columns].astype(np.float32), self.y[rows, columns].astype(np.float32)
        nearest = np.full(x.shape, 1e9, dtype=np.float32)
        for x0, y0, x1, y1 in lines.astype(np.float32):
            dx, dy = x1 - x0, y1 - y0
            away_x, away_y = x - x0, y - y0
            t = np.clip((away_x * dx + away_y * dy) / max(dx * dx + dy * dy, np.float32(1e-12)), 0, 1)
            np.minimum(nearest, (away_x - t * dx) ** 2 + (away_y - t * dy) ** 2, out=nearest)
        out = np.full(self.x.shape, 1e3)
        out[rows, columns] = np.sqrt(nearest)
        return out

    def polygon(self, corners: Floats) -> Floats:
        """Return the distance to a closed polygon, `(n, 2) float` mm."""
        after = np.roll(corners, -1, axis=0)
        inside = np.zeros(self.x.shape, dtype=bool)
        for (x0, y0), (x1, y1) in zip(corners, after, strict=True):
            if y0 != y1:
                crosses = ((self.y < y0) != (self.y < y1)) & (self.x < x0 + (self.y - y0) / (y1 - y0) * (x1 - x0))
                inside ^= crosses
        away = self._strokes(np.concatenate([corners, after], axis=1))
        return np.where(inside, -away, away)


@lru_cache(maxsize=256)
def draw_face(face: Face) -> NDArray[np.uint8]:
    """Return a print as `(height, width, 4) uint8`, premultiplied RGBA in sRGB, the bottom row first."""
    canvas = Canvas(face.size)
    _ARTS[face.art](canvas, face)
    pixels = np.round(np.clip(canvas.ink, 0, 1) * 255).astype(np.uint8)
    pixels.setflags(write=False)
    return pixels


_WHITE = np.ones(3)


def _corner_texts(canvas: Canvas, text: str, ink: Floats) -> None:
    height = 6.2
    x = 6.0 + advance(text) * height / 2
    for sign in (1, -1):
        at = (x, canvas.height - 9.0) if sign > 0 else (canvas.width - x, 9.0)
        canvas.fill(canvas.text(text, *at, height, 0.2, upside_down=sign < 0), ink)


def _number(canvas: Canvas, face: Face) -> None:
    ink = colour_of(face.colour)
    frame = canvas.panel(3.4, 2.6)
    canvas.fill(np.abs(frame) - 0.42, ink)
    middle = (canvas.width / 2, canvas.height / 2)
    radius = canvas.width * 0.29
    canvas.fill(canvas.disc(*middle, radius), ink)
    canvas.fill(np.abs(canvas.disc(*middle, radius - 1.6)) - 0.28, _WHITE, 0.75)
    height = radius * (1.02 if advance(face.text) < 1 else 0.86)
    canvas.fill(canvas.text(face.text, *middle, height, 0.2), _WHITE)
    _corner_texts(canvas, face.text, ink)


def _suit(canvas: Canvas, face: Face) -> None:
    rank, _, suit = face.text.rpartition(" ")
    assert suit in SUITS
    ink = colour_of(face.colour)
    canvas.fill(np.abs(canvas.panel(3.0, 2.6)) - 0.2, ink, 0.6)
    outlines = suit_outlines(suit)
    for outline in outlines:
        canvas.fill(canvas.polygon(outline * 27 + (canvas.width / 2, canvas.height / 2)), ink)
    for sign in (1, -1):
        x, y = (8.6, canvas.height - 18.0) if sign > 0 else (canvas.width - 8.6, 18.0)
        for outline in outlines:
            canvas.fill(canvas.polygon(outline * 6.5 * sign + (x, y)), ink)
        canvas.fill(canvas.text(rank, x, y + 9.2 * sign, 6.4, 0.19, upside_down=sign < 0), ink)


def _back(canvas: Canvas, face: Face) -> None:
    ink = colour_of(face.colour)
    light = ink * 0.35 + 0.65
    canvas.fill(canvas.panel(2.6, 2.2), ink)
    canvas.fill(np.abs(canvas.panel(4.0, 1.6)) - 0.32, light)
    x, y = canvas.x - canvas.width / 2, canvas.y - canvas.height / 2
    pitch = (canvas.width - 12.0) / 9
    falling, rising = (x + y) / pitch, (x - y) / pitch
    inside = canvas.panel(5.6, 0.8)
    lattice = (
        np.minimum(np.abs(falling - np.round(falling)), np.abs(rising - np.round(rising))) * pitch / np.sqrt(2)
    )
    canvas.fill(np.maximum(lattice - 0.22, inside), light, 0.8)
    u, v = falling - np.floor(falling) - 0.5, rising - np.floor(rising) - 0.5
    canvas.fill(np.maximum((np.hypot(u, v) - 0.13) * pitch, inside), light, 0.8)
    canvas.fill(np.abs(inside) - 0.2, light)
    middle = (canvas.width / 2, canvas.height / 2)
    canvas.fill(canvas.disc(*middle, 11.5), ink)
    canvas.fill(np.abs(canvas.disc(*middle, 10.2)) - 0.4, light)
    angle = np.arctan2(y, x)
    star = np.hypot(x, y) - 6.2 - 1.9 * np.cos(8 * angle)
    canvas.fill(star, light)
    canvas.fill(canvas.disc(*middle, 3.0), ink)


def _wall(canvas: Canvas, face: Face) -> None:
    ink = colour_of(face.colour)
    pale = ink * 0.28 + 0.72
    course = canvas.height / 9
    row = np.floor(canvas.y / course)
    brick = canvas.width / 2.5
    shifted = canvas.x / brick + 0.5 * (row % 2) + 0.25
    column = np.floor(shifted)
    tone = np.modf(np.sin(row * 12.99 + column * 78.23) * 4375.85)[0] % 1.0
    u = (shifted - column - 0.5) * brick
    v = (canvas.y / course - row - 0.5) * course
    joint = np.maximum(np.abs(u) - brick / 2 + 0.55, np.abs(v) - course / 2 + 0.55)
    inner = canvas.panel(1.6, 1.2)
    canvas.fill(inner, pale)
    for low in (0.0, 0.34, 0.67):
        step = np.where((tone >= low) & (tone < low + 0.34), np.maximum(joint, inner), 1.0)
        canvas.fill(step, ink * (0.86 + 0.32 * low) + 0.12 * low)
    slit_x, slit_y = canvas.width / 2, canvas.height * 0.5
    arch = np.minimum(canvas.disc(slit_x, slit_y + 6.0, 4.2), canvas.rectangle(slit_x, slit_y - 1.0, 8.4, 14.0))
    canvas.fill(arch - 1.7, pale)
    canvas.fill(arch, ink * 0.22)
    canvas.fill(np.abs(inner) - 0.35, ink * 0.55)


def _platform(canvas: Canvas, face: Face) -> None:
    ink = colour_of(face.colour)
    board = canvas.height / 7
    row = np.floor(canvas.y / board)
    v = (canvas.y / board - row - 0.5) * board
    inner = canvas.panel(2.4, 2.0)
    pale = ink * 0.10 + np.array((0.86, 0.78, 0.64)) * 0.9
    canvas.fill(inner, pale)
    wave = 0.6 * np.sin(canvas.x * 0.21 + row * 2.1) + 0.35 * np.sin(canvas.x * 0.53 + row * 5.0)
    for offset in (-0.28, 0.02, 0.27):
        canvas.fill(np.maximum(np.abs(v - offset * board - wave) - 0.14, inner), pale * 0.8)
    canvas.fill(np.maximum(board / 2 - 0.3 - np.abs(v), inner), ink * 0.5)
    for x in (7.0, canvas.width - 7.0):
        nail = np.hypot(canvas.x - x, v) - 0.75
        canvas.fill(np.maximum(nail, inner), ink * 0.45)
    canvas.fill(np.abs(inner) - 0.7, ink)


def _sack(canvas: Canvas, face: Face) -> None:
    ink = colour_of(face.colour)
    inner = canvas.panel(2.0, 5.0)
    weave = np.maximum(np.cos(canvas.x * 4.0), np.cos(canvas.y * 4.0))
    canvas.fill(np.maximum((0.9 - weave) * 0.6, inner), ink, 0.5)
    canvas.fill(np.abs(inner) - 0.3, ink)
    dash = (canvas.y % 3.0) - 1.5
    canvas.fill(np.maximum(np.abs(canvas.panel(4.0, 4.0)) - 0.28, np.abs(dash) - 0.9), ink)


_PIPS = {
    0: "", 1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "acdfgi",
}  # fmt: skip


def _domino(canvas: Canvas, face: Face) -> None:
    ink = colour_of(face.colour)
    half = canvas.height / 2
    step = canvas.width * 0.26
    for which, count in enumerate(face.text.split()):
        for letter in _PIPS[int(count)]:
            column, row = (ord(letter) - ord("a")) % 3 - 1, (ord(letter) - ord("a")) // 3 - 1
            canvas.fill(
                canvas.disc(
                    canvas.width / 2 + column * step, half * (0.5 + which) - row * step, canvas.width * 0.085
                ),
                ink,
            )
    canvas.fill(canvas.rectangle(canvas.width / 2, half, canvas.width * 0.78, 0.9, 0.45), ink)


_WEAPONS = {"g": "#2f8a45", "b": "#2a62ad", "p": "#7a3f9d", "r": "#c0342b"}


def _parchment(canvas: Canvas, face: Face) -> None:
    """Draw a number over axe, bow and grimoire in their colours, on old paper."""
    ink = colour_of(face.colour)
    count, _, weapons = face.text.partition(" ")
    inner = canvas.panel(2.6, 2.2)
    canvas.fill(inner, ink * 0.25 + np.array((0.93, 0.85, 0.68)) * 0.75)
    canvas.fill(np.abs(canvas.panel(4.2, 1.6)) - 0.35, ink)
    canvas.fill(canvas.text(count, canvas.width / 2, canvas.height * 0.7, 22.0, 0.2), ink * 0.55)
    for number, letter in enumerate(weapons):
        x, y = canvas.width * (0.24 + 0.26 * number), canvas.height * 0.33
        canvas.fill(canvas.disc(x, y, 7.4), colour_of(_WEAPONS[letter]))
        canvas.fill(np.abs(canvas.disc(x, y, 6.4)) - 0.25, _WHITE, 0.8)
        _WEAPON_ARTS[number](canvas, x, y)


def _axe(canvas: Canvas, x: float, y: float) -> None:
    canvas.fill(canvas.rectangle(x + 0.4, y - 0.3, 1.1, 9.0, 0.5), _WHITE)
    blade = np.maximum(canvas.disc(x - 0.6, y + 2.2, 3.0), canvas.x - x)
    canvas.fill(blade, _WHITE)


def _bow(canvas: Canvas, x: float, y: float) -> None:
    canvas.fill(np.maximum(np.abs(canvas.disc(x - 2.0, y, 4.6)) - 0.5, x - 1.2 - canvas.x), _WHITE)
    canvas.fill(canvas.rectangle(x - 1.2, y, 0.6, 9.0), _WHITE)
    canvas.fill(canvas.rectangle(x + 0.4, y, 7.6, 0.7), _WHITE)


def _grimoire(canvas: Canvas, x: float, y: float) -> None:
    canvas.fill(canvas.rectangle(x, y, 6.6, 8.2, 0.8), _WHITE)
    canvas.fill(canvas.rectangle(x - 2.2, y, 0.6, 8.2), colour_of("#8a6d3b"))
    canvas.fill(canvas.disc(x + 0.7, y + 0.4, 1.5), colour_of("#8a6d3b"))


_WEAPON_ARTS = (_axe, _bow, _grimoire)


def _monster(canvas: Canvas, face: Face) -> None:
    """Draw a round face with teeth; a dragon has horns."""
    ink = colour_of(face.colour)
    x, y = canvas.width / 2, canvas.height / 2
    canvas.fill(np.abs(canvas.panel(3.4, 2.6)) - 0.42, ink)
    if face.text == "D":
        for side in (-1, 1):
            horn = np.array([(side * 14.0, 14.0), (side * 19.0, 31.0), (side * 4.0, 19.0)])
            canvas.fill(canvas.polygon(horn + np.array((x, y))), ink)
    canvas.fill(canvas.disc(x, y, 20.5), ink)
    for side in (-1, 1):
        canvas.fill(canvas.disc(x + side * 7.2, y + 5.5, 4.6), _WHITE)
        canvas.fill(canvas.disc(x + side * 6.2, y + 4.9, 2.0), ink * 0.2)
    mouth = np.maximum(canvas.disc(x, y - 4.0, 11.0), canvas.y - (y - 5.0))
    canvas.fill(mouth, ink * 0.2)
    for tooth in (-6.0, -2.0, 2.0, 6.0):
        corners = np.array([(tooth - 1.8, -5.0), (tooth + 1.8, -5.0), (tooth, -8.6)])
        canvas.fill(canvas.polygon(corners + np.array((x, y))), _WHITE)


_ARTS = {
    "number": _number,
    "suit": _suit,
    "back": _back,
    "wall": _wall,
    "platform": _platform,
    "sack": _sack,
    "domino": _domino,
    "parchment": _parchment,
    "monster": _monster,
}
