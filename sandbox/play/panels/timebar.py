"""The clock along the bottom: pause, step, slow motion, and the last minute to look back at."""

from __future__ import annotations

from imgui_bundle import imgui

from sandbox.play.panels.layout import Rect
from sandbox.play.panels.pen import Pen, icons
from sandbox.play.panels.shown import TimeShown

__all__ = ["BEHIND", "SPEEDS", "draw_time", "moment"]

SPEEDS = (0.1, 0.25, 0.5, 1.0)
"""Parts of real time that can be chosen while playing."""

REPLAY_SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""The same in a replay, which costs no physics."""

BEHIND = 0.95
"""Part of the wanted speed below which it is said that the table is slower."""


def moment(seconds: float) -> str:
    """Return seconds as `1:02.3`."""
    tenths = max(round(seconds * 10), 0)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def draw_time(pen: Pen, place: Rect, shown: TimeShown) -> None:
    """Draw the bar of the clock."""
    with pen.window("time", place, padding=(10, 8)):
        is_back = shown.at is not None and not shown.is_replay
        glyph = icons.ICON_FA_PLAY if shown.is_paused else icons.ICON_FA_PAUSE
        if pen.icon(glyph, "Go on" if shown.is_paused else "Pause", is_on=shown.is_paused):
            pen.do("pause")
        imgui.same_line()
        if pen.icon(icons.ICON_FA_FORWARD_STEP, "One step", is_enabled=not is_back):
            pen.do("step")
        imgui.same_line()
        _speed(pen, shown)
        imgui.same_line()
        end = _end(shown)
        with pen.font(is_bold=is_back):
            room = imgui.calc_text_size(end).x + pen.px(12)
        # A text button is as wide as its text, an icon and two paddings.
        if is_back:
            room += imgui.calc_text_size("Now").x + pen.px(50)
            room += imgui.calc_text_size("Go on from here").x + pen.px(58)
        if _is_behind(shown):
            room += imgui.calc_text_size(_behind(shown)).x + pen.px(14)
        _scrubber(pen, shown, imgui.get_content_region_avail().x - room)
        imgui.same_line(0.0, pen.px(12))
        imgui.align_text_to_frame_padding()
        pen.text(end, "accent" if is_back else "soft", is_bold=is_back, wraps=False)
        if _is_behind(shown):
            imgui.same_line(0.0, pen.px(12))
            pen.text(_behind(shown), "bad", wraps=False)
            pen.tip(
                "This machine cannot keep up: the table runs slower than real time. No step is left out.\n"
                "A lower picture quality or fewer pieces help (F2)."
            )
        if is_back:
            _back(pen)


def _is_behind(shown: TimeShown) -> bool:
    return shown.factor < BEHIND and not shown.is_paused and shown.at is None


def _behind(shown: TimeShown) -> str:
    return f"{icons.ICON_FA_GAUGE_HIGH} {shown.factor * shown.speed:.2f}×"


def _end(shown: TimeShown) -> str:
    if shown.at is None:
        return moment(shown.time)
    if shown.is_replay:
        return f"{moment(shown.at)} / {moment(shown.last)}"
    return f"{moment(shown.at)}  ({shown.at - shown.last:+.1f} s)"


def _speed(pen: Pen, shown: TimeShown) -> None:
    imgui.set_next_item_width(pen.px(76))
    if imgui.begin_combo("##speed", f"{shown.speed:g}×"):
        for speed in REPLAY_SPEEDS if shown.is_replay else SPEEDS:
            chosen, _ = imgui.selectable(f"{speed:g}×", speed == shown.speed)
            pen.note(f"speed {speed:g}")
            if chosen:
                pen.do("speed", value=speed)
        imgui.end_combo()
    pen.note("speed")
    pen.tip("How fast time runs")


def _scrubber(pen: Pen, shown: TimeShown, width: float) -> None:
    width = max(width, pen.px(60))
    height = imgui.get_frame_height()
    start = imgui.get_cursor_screen_pos()
    imgui.invisible_button("##scrub", imgui.ImVec2(width, height))
    pen.note("scrubber")
    length = shown.last - shown.first
    is_over, is_held = imgui.is_item_hovered(), imgui.is_item_active()
    mouse = min(max((imgui.get_mouse_pos().x - start.x) / width, 0.0), 1.0)
    if is_held and length > 0:
        pen.do("seek", time=shown.first + mouse * length)
    draw, middle = imgui.get_window_draw_list(), start.y + height / 2
    part = 1.0 if shown.at is None or length <= 0 else min(max((shown.at - shown.first) / length, 0.0), 1.0)
    thick = pen.px(3 if is_over or is_held else 2)
    knob = start.x + part * width
    low, high = imgui.ImVec2(start.x, middle - thick), imgui.ImVec2(start.x + width, middle + thick)
    draw.add_rect_filled(low, high, pen.colour("hover"), thick)
    draw.add_rect_filled(low, imgui.ImVec2(knob, middle + thick), pen.colour("accent", 0.85), thick)
    for time, text in shown.marks:
        if length > 0 and shown.first <= time <= shown.last:
            x = start.x + (time - shown.first) / length * width
            high = imgui.ImVec2(x + pen.px(1), middle + pen.px(8))
            draw.add_rect_filled(imgui.ImVec2(x - pen.px(1), middle - pen.px(8)), high, pen.colour("ink", 0.7))
            if is_over and abs(imgui.get_mouse_pos().x - x) < pen.px(6):
                imgui.set_tooltip(f"{text}, {moment(time)}")
    draw.add_circle_filled(imgui.ImVec2(knob, middle), pen.px(8 if is_held else 6.5), pen.colour("accent"))
    if is_over and not is_held and length > 0:
        pen.tip(f"Look back: {moment(shown.first + mouse * length)}")


def _back(pen: Pen) -> None:
    imgui.same_line()
    tip = "The table goes on from this moment; what came after it is forgotten"
    if pen.button("Go on from here", icon=icons.ICON_FA_CLOCK_ROTATE_LEFT, kind="main", tip=tip):
        pen.do("take_from_here")
    imgui.same_line()
    if pen.button("Now", icon=icons.ICON_FA_FORWARD_FAST):
        pen.do("seek", time=None)
