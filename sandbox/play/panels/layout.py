"""Which panel stands where in a window. Pure: units of the mouse, y from the top."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Places", "Rect", "places", "scale_for"]


class Rect(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    def overlaps(self, other: Rect) -> bool:
        """Return whether they share more than an edge."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom


@dataclass(frozen=True, slots=True)
class Places:
    """Where the panels are.

    Attributes:
        bar: The row of buttons of the program, top left.
        tools: The tools of the hand, below it.
        left: Physics, or what is selected.
        right: The referee, or what can be put on the table.
        time: The clock, along the bottom.
        hint: What to do next, above the clock.
        toast: What just happened, at the top between the others.
        middle: What covers the table: keys.
        menu: On the left, so that the table is seen beside it.
    """

    bar: Rect
    tools: Rect
    left: Rect
    right: Rect
    time: Rect
    hint: Rect
    toast: Rect
    middle: Rect
    menu: Rect


def scale_for(size: tuple[int, int], density: float = 1.0) -> float:
    """Return how much larger than designed everything is.

    1 in usual windows; from 1000 units of height on it grows in proportion, below 900 of width it shrinks.

    Args:
        size: Of the window in units of the mouse.
        density: How many of these units an ordinary pixel has, see `window.density_of`.
    """
    width, height = size[0] / density, size[1] / density
    if width < 900:
        return max(width / 900, 0.72) * density
    return min(max(height / 1000, 1.0), 2.5) * density


def places(size: tuple[int, int], scale: float, *, has_right: bool = True) -> Places:
    """Return where the panels are.

    Args:
        size: Of the window in units of the mouse.
        scale: Of everything.
        has_right: Whether there is a panel on the right.
    """
    width, height = float(size[0]), float(size[1])
    edge, gap = 10 * scale, 8 * scale
    right_width = min(300 * scale, width * 0.34)
    left_width = min(286 * scale, width * 0.32)
    row = 46 * scale
    time = Rect(edge, height - edge - row, width - 2 * edge, row)
    free = time.y - gap
    bar = Rect(edge, edge, left_width, row)
    tools = Rect(edge, bar.bottom + gap, 46 * scale, 0.0)
    left = Rect(edge, bar.bottom + gap, left_width, free - bar.bottom - gap)
    right = Rect(width - edge - right_width, edge, right_width, free - edge)
    begin = left.right + gap
    end = right.x - gap if has_right else width - edge
    hint = Rect(begin, free - 38 * scale, end - begin, 38 * scale)
    toast = Rect(begin, edge, end - begin, 40 * scale)
    middle_width, middle_height = min(1160 * scale, width - 4 * edge), min(720 * scale, height - 4 * edge)
    middle = Rect((width - middle_width) / 2, (height - middle_height) / 2, middle_width, middle_height)
    menu_width, menu_height = min(600 * scale, width * 0.62), min(660 * scale, height - 4 * edge)
    menu = Rect(2 * edge, (height - menu_height) / 2, menu_width, menu_height)
    return Places(bar, tools, left, right, time, hint, toast, middle, menu)
