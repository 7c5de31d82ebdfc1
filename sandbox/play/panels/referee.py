"""The referee: whose turn, what may be done now, what was ruled and why."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from imgui_bundle import imgui

from sandbox.play.panels.layout import Rect
from sandbox.play.panels.pen import Pen, icons
from sandbox.play.panels.shown import RefereeShown, RulingShown, SeatShown

__all__ = ["RefereeState", "draw_referee"]

ROOMY = 560
"""Units of height from which on the panel also prints what a rule says; below, it is a tip."""

MANY = 30
"""Moves from which on a field to search them is shown."""


ASIDE = ("reset", "auto", "load")
"""What hands can ask for that is not what the turn is about, and so does not shine."""


@dataclass
class RefereeState:
    """What a person wrote into the panel: words that the moves must have; and how long the log was."""

    search: str = ""
    seen: int = 0


def draw_referee(pen: Pen, place: Rect, shown: RefereeShown, state: RefereeState) -> None:
    """Draw the panel of the referee."""
    has_room = place.height > pen.px(ROOMY)
    with pen.window("referee", place):
        footer = imgui.get_frame_height() * (2 if has_room else 1) + pen.px(18)
        with pen.child("game", height=-footer):
            _game(pen, shown, state, has_room=has_room)
        _footer(pen, shown, has_room=has_room)


def _game(pen: Pen, shown: RefereeShown, state: RefereeState, *, has_room: bool) -> None:
    pen.title(shown.title, _mode(shown))
    _seats(pen, shown.seats)
    if shown.outcome:
        pen.space(2)
        with pen.card("outcome", "accent", "accent", 0.16):
            pen.said(shown.outcome, is_bold=True)
    if shown.ruling is not None:
        pen.space(2)
        _ruling(pen, shown.ruling, shown, has_room=has_room)
    _now(pen, shown, state)
    for name, value in shown.facts:
        pen.pair(name, value)
    _log(pen, shown, state)


def _mode(shown: RefereeShown) -> str:
    if shown.is_practice:
        return "practice"
    return "advisory" if shown.is_advisory else ""


def _seats(pen: Pen, seats: tuple[SeatShown, ...]) -> None:
    pen.space(2)
    for seat in seats:
        start, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
        left = pen.px(48) + pen.width(seat.name, is_bold=seat.is_turn) + pen.width(seat.who, size=0.9)
        has_room = left + pen.width(seat.score, is_bold=True) <= width  # else the score takes a line of its own
        if seat.is_turn:
            draw = imgui.get_window_draw_list()
            low = imgui.ImVec2(start.x, start.y - pen.px(3))
            below = 0.0 if has_room else imgui.get_text_line_height_with_spacing()
            high = imgui.ImVec2(start.x + width, start.y + below + imgui.get_text_line_height() + pen.px(3))
            draw.add_rect_filled(low, high, pen.colour("hover"), pen.px(6))
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + pen.px(6))
        pen.dot(seat.colour, is_square=True)
        pen.text(seat.name, is_bold=seat.is_turn, wraps=False)
        imgui.same_line(0.0, pen.px(8))
        pen.text(seat.who, "faint", size=0.9, wraps=False)
        if seat.score and has_room:
            pen.beside(seat.score, is_bold=True, inset=8)
        elif seat.score:
            imgui.indent(pen.px(24))
            pen.text(seat.score, is_bold=True)
            imgui.unindent(pen.px(24))


def _ruling(pen: Pen, ruling: RulingShown, shown: RefereeShown, *, has_room: bool) -> None:
    ink = "good" if ruling.is_legal else "bad"
    with pen.card("ruling", ink, ink, 0.13):
        head = "Allowed" if ruling.is_legal else ("Not by the rules" if shown.is_advisory else "Refused")
        glyph = icons.ICON_FA_CHECK if ruling.is_legal else icons.ICON_FA_XMARK
        pen.text(f"{glyph} {head}", ink, is_bold=True, wraps=False)
        imgui.same_line(0.0, pen.px(10))
        pen.text(ruling.rule.removeprefix(f"{shown.title.lower()}."), "soft", is_bold=True, size=0.9, wraps=False)
        pen.tip(ruling.text)
        if ruling.act:
            pen.said(ruling.act, "soft", size=0.92)
        pen.said(_sentence(ruling.reason))
        if ruling.text and not ruling.is_legal and has_room:
            pen.said(f"Rule: {ruling.text}", "soft", size=0.9)
        for note in ruling.notes:
            pen.said(_sentence(note), "soft", size=0.92)
    if ruling.figures:
        with pen.fold("Evidence", beside=f"{len(ruling.figures)}") as is_open:
            if is_open:
                for name, value in ruling.figures:
                    pen.pair(name, value)
                if pen.switch("Draw it on the table", shown.has_evidence):
                    pen.do("evidence", on=not shown.has_evidence)


def _sentence(text: str) -> str:
    """Return a reason as a sentence."""
    text = text.strip()
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?…" else ".")


def _now(pen: Pen, shown: RefereeShown, state: RefereeState) -> None:
    if shown.outcome:
        return
    pen.heading("Now", shown.turn)
    if shown.busy:
        pen.text(f"{icons.ICON_FA_HOURGLASS_HALF} {shown.busy}", "info")
        if pen.button("Skip ahead", icon=icons.ICON_FA_FORWARD, tip="Show the result at once"):
            pen.do("skip")
        return
    if shown.now:
        pen.text(shown.now)
    for key, text in shown.hands:
        if pen.wide_button(text, is_main=key not in ASIDE, name=f"hands {key}"):
            pen.do("hands", key=key)
    moves = shown.moves
    if len(moves) > MANY:
        imgui.set_next_item_width(-1)
        _, state.search = imgui.input_text_with_hint(
            "##search", f"{len(moves)} moves: type to search", state.search
        )
        pen.note("search moves")
        words = state.search.lower().split()
        moves = tuple((move, text) for move, text in moves if all(word in text.lower() for word in words))
    else:
        state.search = ""
    _offers(pen, moves[:60], is_only=not shown.hands and len(shown.moves) == 1)
    if len(moves) > 60:
        pen.text(f"and {len(moves) - 60} more; search to see them", "soft")
    if not (moves or shown.hands or shown.now):
        pen.text("Nothing to do here: wait for the others.", "soft")


def _offers(pen: Pen, moves: tuple[tuple[Any, str], ...], *, is_only: bool) -> None:
    """Draw what may be done: moves that differ only in what stands behind their colon share a line."""
    number = 0
    for about, group in groupby(moves, key=lambda offer: offer[1].rpartition(": ")[0]):
        same = list(group)
        if about and len(same) > 1:
            pen.space(1)
            pen.text(about, "soft", size=0.92)
            _chips(pen, [(move, text, text.rpartition(": ")[2]) for move, text in same], number)
        else:
            for at, (move, text) in enumerate(same, number):
                imgui.push_id(at)
                if pen.wide_button(text, is_main=is_only):
                    pen.do("move", move=move)
                imgui.pop_id()
        number += len(same)


def _chips(pen: Pen, offers: list[tuple[Any, str, str]], number: int) -> None:
    """Draw small buttons side by side, as many in a line as have room: the move, its whole text, what it says."""
    gap, pad = pen.px(6), 2 * imgui.get_style().frame_padding.x
    room = imgui.get_content_region_avail().x
    widest = max(imgui.calc_text_size(short).x for _, _, short in offers) + pad
    columns = min(max(int((room + gap) // (widest + gap)), 1), len(offers))
    width = (room - gap * (columns - 1)) / columns
    for at, (move, text, short) in enumerate(offers):
        if at % columns:
            imgui.same_line(0.0, gap)
        imgui.push_id(number + at)
        is_pressed = (
            pen.button(short, width=width, name=text) if columns > 1 else pen.wide_button(short, name=text)
        )
        if is_pressed:
            pen.do("move", move=move)
        imgui.pop_id()


def _log(pen: Pen, shown: RefereeShown, state: RefereeState) -> None:
    if not shown.log:
        return
    with pen.fold("Log", beside=f"{len(shown.log)}") as is_open:
        if not is_open:
            return
        with pen.child("log", height=pen.px(150)):
            for number, (act, said) in enumerate(shown.log, 1):
                pen.text(f"{number}", "faint", size=0.85, wraps=False)
                imgui.same_line(pen.px(26))
                imgui.begin_group()
                pen.text(act, size=0.9)
                pen.text(said, "bad" if said.startswith("REFUSED") else "faint", size=0.85)
                imgui.end_group()
            if state.seen != len(shown.log):
                imgui.set_scroll_here_y(1.0)
                state.seen = len(shown.log)


def _footer(pen: Pen, shown: RefereeShown, *, has_room: bool) -> None:
    """Draw what is always at hand: in two lines, or in one with pictures for words."""
    pen.line()
    gap = imgui.get_style().item_spacing.x
    half = (imgui.get_content_region_avail().x - gap) / 2
    back, again = icons.ICON_FA_ROTATE_LEFT, icons.ICON_FA_ROTATE_RIGHT
    if has_room:
        undo = pen.button("Undo", icon=back, width=half, is_enabled=shown.can_undo)
        imgui.same_line()
        redo = pen.button("Redo", icon=again, width=half, is_enabled=shown.can_redo)
        place = half + gap
    else:
        undo = pen.icon(back, "Undo", is_enabled=shown.can_undo)
        imgui.same_line()
        redo = pen.icon(again, "Redo", is_enabled=shown.can_redo)
        imgui.same_line(0.0, pen.px(14))
        place = 0.0
    if undo:
        pen.do("undo")
    if redo:
        pen.do("redo")
    middle = imgui.get_cursor_pos_y() + (0.0 if has_room else pen.px(3))
    imgui.set_cursor_pos_y(middle)
    if pen.switch("Practice", shown.is_practice, "Nothing counts: try a thing as often as you like"):
        pen.do("practice", on=not shown.is_practice)
    imgui.same_line(place, 0.0 if place else pen.px(14))
    imgui.set_cursor_pos_y(middle)
    if pen.switch("Advisory", shown.is_advisory, "The referee says what it thinks, and lets it stand"):
        pen.do("advisory", on=not shown.is_advisory)
