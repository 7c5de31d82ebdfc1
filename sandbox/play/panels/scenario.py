"""A scenario that is performed: its acts, what is expected, and whether that is true."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.play.panels.layout import Rect
from sandbox.play.panels.pen import Pen, icons
from sandbox.play.panels.shown import ScenarioShown
from sandbox.play.performance import Expected

__all__ = ["draw_scenario"]


def draw_scenario(pen: Pen, place: Rect, shown: ScenarioShown) -> None:
    """Draw the panel of a scenario."""
    with pen.window("scenario", place):
        footer = imgui.get_frame_height() + pen.px(20)
        with pen.child("performance", height=-footer):
            pen.text(shown.title, is_bold=True, size=1.1)
            pen.text(shown.about, "soft", size=0.9)
            _verdict(pen, shown)
            pen.heading("Acts")
            for number, text in enumerate(shown.acts):
                _act(pen, text, number, shown)
            if shown.expected or shown.rate:
                pen.heading("Expected", "" if shown.holds is None else "as judged")
            for expected in shown.expected:
                _expected(pen, expected)
            _rate(pen, shown)
        _footer(pen)


def _verdict(pen: Pen, shown: ScenarioShown) -> None:
    if shown.holds is None and not (shown.problem or shown.is_stopped):
        return
    pen.space(2)
    if shown.is_stopped:
        with pen.card("verdict", "info", "info", 0.13):
            pen.said("Broken off: the table is yours.")
        return
    ink = "good" if shown.holds else "bad"
    with pen.card("verdict", ink, ink, 0.13):
        glyph = icons.ICON_FA_CHECK if shown.holds else icons.ICON_FA_XMARK
        pen.text(f"{glyph} {'Holds' if shown.holds else 'Does not hold'}", ink, is_bold=True, wraps=False)
        if shown.problem:
            pen.said(shown.problem, "soft", size=0.92)
        if shown.is_touched:
            pen.said("Hands were in it: sandbox run may find otherwise.", "soft", size=0.92)


def _mark(pen: Pen, glyph: str, ink: str) -> None:
    """Write a sign in a column of its own."""
    start = imgui.get_cursor_pos_x()
    pen.text(glyph, ink, size=0.85, wraps=False)
    imgui.same_line(start + pen.px(22))


def _act(pen: Pen, text: str, number: int, shown: ScenarioShown) -> None:
    is_ended = shown.is_stopped or bool(shown.problem)
    if number < shown.doing:
        _mark(pen, icons.ICON_FA_CHECK, "faint")
        pen.text(text, "soft", size=0.92)
    elif number == shown.doing and not is_ended:
        _mark(pen, icons.ICON_FA_PLAY, "accent")
        pen.text(text, is_bold=True, size=0.92)
    else:
        _mark(pen, icons.ICON_FA_MINUS, "faint")
        pen.text(text, "faint", size=0.92)


def _expected(pen: Pen, row: Expected) -> None:
    """Write an expectation: filled signs are judged, a clock is how it stands so far."""
    ink = "faint" if row.holds is None else ("good" if row.holds else "bad")
    glyph = icons.ICON_FA_HOURGLASS_HALF
    if row.is_final:
        glyph = icons.ICON_FA_CHECK if row.holds else icons.ICON_FA_XMARK
    _mark(pen, glyph, ink)
    imgui.begin_group()
    pen.text(row.what, "ink" if row.is_final else "soft", size=0.95)
    when = f"judged after {row.after}" if row.after else ""
    state = "" if row.is_final or row.holds is None else ("so far true: " if row.holds else "not true yet: ")
    text = "; ".join(part for part in (f"{state}{row.found}" if row.found else "", when) if part)
    if text:
        pen.text(text, ink, size=0.88)
    imgui.end_group()


def _rate(pen: Pen, shown: ScenarioShown) -> None:
    if not shown.rate:
        return
    _mark(pen, icons.ICON_FA_CHART_SIMPLE, "info")
    imgui.begin_group()
    pen.text(shown.rate, size=0.95)
    seen = f"{shown.held} of {shown.seen} seen here hold" if shown.seen else "none seen to its end yet"
    pen.text(f"{seen}; sandbox run makes them all", "soft", size=0.88)
    imgui.end_group()


def _footer(pen: Pen) -> None:
    pen.line()
    gap = imgui.get_style().item_spacing.x
    half = (imgui.get_content_region_avail().x - gap) / 2
    if pen.button(
        "Replay", icon=icons.ICON_FA_ROTATE_LEFT, kind="main", width=half, tip="The same again from the start"
    ):
        pen.do("perform", which="again")
    imgui.same_line()
    tip = "Another trial: each piece is placed and thrown by another draw, as sandbox run does in its next trial"
    if pen.button("Another seed", icon=icons.ICON_FA_SHUFFLE, width=half, tip=tip):
        pen.do("perform", which="next")
