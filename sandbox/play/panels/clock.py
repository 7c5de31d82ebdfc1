"""A running clock over the table, for acts that the rules give a limited time."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.play.panels.layout import Rect
from sandbox.play.panels.pen import Pen, icons
from sandbox.play.panels.shown import ClockShown

__all__ = ["draw_clock"]

LINES = 4
"""Of what happened, the latest."""

SHORT = 0.2
"""Part of the time from which on the clock is red."""


def draw_clock(pen: Pen, place: Rect, shown: ClockShown) -> None:
    """Draw the clock in the middle of a place, at its top."""
    width = min(pen.px(380), place.width)
    with pen.window("clock", Rect(place.x + (place.width - width) / 2, place.y, width, 0.0), is_shy=True):
        ink = "bad" if shown.left < SHORT * shown.limit else "accent"
        pen.text(f"{icons.ICON_FA_STOPWATCH}  {shown.title}", is_bold=True, wraps=False)
        if shown.pace > 1:
            pen.beside(f"shown {shown.pace:.0f} times faster", "faint", size=0.85)
        pen.text(_digits(shown.left), ink, is_bold=True, size=1.9, wraps=False)
        pen.beside(f"of {_digits(shown.limit)}", "soft")
        _bar(pen, 1 - shown.left / shown.limit, ink)
        for line in shown.said[-LINES:]:
            pen.text(line, size=0.92)
        pen.text(f"{shown.at_end} [{shown.rule}]", "soft", size=0.85)


def _digits(seconds: float) -> str:
    tenths = round(seconds * 10)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def _bar(pen: Pen, part: float, ink: str) -> None:
    start, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    high, draw = pen.px(6), imgui.get_window_draw_list()
    corner = imgui.ImVec2(start.x + width, start.y + high)
    draw.add_rect_filled(start, corner, pen.colour("hover"), high / 2)
    end = imgui.ImVec2(start.x + width * min(max(part, 0.0), 1.0), start.y + high)
    draw.add_rect_filled(start, end, pen.colour(ink), high / 2)
    imgui.dummy(imgui.ImVec2(width, high))
