"""What lies over the table for a moment: hint, message, tooltip, the keys, and the screen between two players."""

from __future__ import annotations

from itertools import combinations, pairwise

from imgui_bundle import imgui

from sandbox.play.panels.layout import Rect
from sandbox.play.panels.pen import Pen, icons
from sandbox.play.panels.shown import KeysShown

__all__ = ["draw_handover", "draw_hint", "draw_keys", "draw_toast", "draw_tooltip"]


def draw_hint(pen: Pen, place: Rect, text: str) -> None:
    """Draw one sentence that says what to do next, above the clock."""
    _pill(pen, "hint", place, f"{icons.ICON_FA_HAND_POINTER}  {text}", "ink", "line", is_low=True)


def draw_toast(pen: Pen, place: Rect, text: str, *, is_bad: bool) -> None:
    """Draw one line that just happened, at the top."""
    glyph = icons.ICON_FA_CIRCLE_EXCLAMATION if is_bad else icons.ICON_FA_CIRCLE_CHECK
    _pill(
        pen,
        "toast",
        place,
        f"{glyph}  {text}",
        "bad" if is_bad else "ink",
        "bad" if is_bad else "line",
        is_low=False,
    )


def _pill(pen: Pen, name: str, place: Rect, text: str, ink: str, edge: str, *, is_low: bool) -> None:
    """Draw a text in the middle of a place, in a box as wide as it; it is broken where it is too long."""
    pad = pen.px(14)
    size = imgui.calc_text_size(text, False, place.width - 2 * pad)
    width, height = size.x + 2 * pad, size.y + pen.px(16)
    x = place.x + (place.width - width) / 2
    y = place.bottom - height if is_low else place.y
    imgui.push_style_color(imgui.Col_.border, pen.rgba(edge, 0.8))
    imgui.push_style_var(imgui.StyleVar_.window_rounding, min(height / 2, pen.px(18)))
    with pen.window(name, Rect(x, y, width, height), padding=(14, 8), is_shy=True):
        imgui.push_text_wrap_pos(pad + size.x + 1)
        pen.said(text, ink)
        imgui.pop_text_wrap_pos()
    imgui.pop_style_var()
    imgui.pop_style_color()


def draw_tooltip(pen: Pen, lines: tuple[str, ...], mouse: tuple[float, float], size: tuple[int, int]) -> None:
    """Draw what lies under the mouse, beside it and inside the window.

    Args:
        pen: To draw with.
        lines: The first is the name.
        mouse: From the left and from the top.
        size: Of the window.
    """
    with pen.font(is_bold=True):
        wide = imgui.calc_text_size(lines[0]).x
    wide = max([wide, *(imgui.calc_text_size(line).x for line in lines[1:])])
    width = wide + pen.px(24)
    height = len(lines) * (imgui.get_text_line_height() + pen.px(3)) + pen.px(14)
    x = mouse[0] + pen.px(18)
    x = mouse[0] - pen.px(12) - width if x + width > size[0] else x
    y = min(mouse[1] + pen.px(14), size[1] - height - pen.px(4))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(pen.px(6), pen.px(3)))
    with pen.window("tooltip", Rect(x, y, width, height), padding=(12, 8), is_deaf=True, is_shy=True):
        pen.text(lines[0], is_bold=True, wraps=False)
        for line in lines[1:]:
            pen.text(line, "soft", wraps=False)
    imgui.pop_style_var()


def draw_keys(pen: Pen, place: Rect, shown: KeysShown) -> None:
    """Draw the list of all keys."""
    with pen.window("keys", place, padding=(22, 16), alpha=1.0):
        pen.title("Keys and mouse")
        if pen.closer():
            pen.do("panel", name="keys", on=False)
        pen.space(2)
        with pen.child("keys", height=-pen.px(26)):
            _columns(pen, place, shown)
        pen.text("Other keys: write them into keys.toml, see sandbox play --help", "faint", size=0.9, wraps=False)


def _columns(pen: Pen, place: Rect, shown: KeysShown) -> None:
    columns = min(max(int(place.width // pen.px(360)), 1), 3)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(pen.px(8), pen.px(3)))
    if imgui.begin_table("##columns", columns, int(imgui.TableFlags_.sizing_stretch_same)):
        for column, groups in enumerate(_spread(shown, columns)):
            imgui.table_set_column_index(column) if column else imgui.table_next_column()
            for title, rows in groups:
                pen.heading(title)
                for keys, what in rows:
                    _row(pen, keys, what)
        imgui.end_table()
    imgui.pop_style_var()


def _spread(shown: KeysShown, columns: int) -> list[list[tuple[str, tuple[tuple[str, str], ...]]]]:
    """Return the groups in their order, in columns of which the longest is as short as can be."""
    heights, count = [len(rows) + 2 for _, rows in shown.groups], len(shown.groups)

    def tallest(cuts: tuple[int, ...]) -> int:
        return max(sum(heights[low:high]) for low, high in pairwise((0, *cuts, count)))

    cuts = min(combinations(range(1, count), min(columns, count) - 1), key=tallest) if count else ()
    return [list(shown.groups[low:high]) for low, high in pairwise((0, *cuts, count))]


def _row(pen: Pen, keys: str, what: str) -> None:
    left = imgui.get_cursor_pos_x()
    for number, key in enumerate(keys.split(" / ")):
        if number:
            imgui.same_line(0.0, pen.px(4))
        _cap(pen, key)
    imgui.same_line()
    imgui.set_cursor_pos_x(max(left + pen.px(118), imgui.get_cursor_pos_x() + pen.px(4)))
    pen.text(what, "soft")


def _cap(pen: Pen, key: str) -> None:
    """Draw a key as it looks on a keyboard."""
    pen.written.append(key)
    start = imgui.get_cursor_screen_pos()
    with pen.font(is_bold=True, size=0.86):
        size = imgui.calc_text_size(key)
        height = imgui.get_text_line_height() + pen.px(4)
        width = max(size.x + pen.px(12), height)
        draw = imgui.get_window_draw_list()
        corner = imgui.ImVec2(start.x + width, start.y + height)
        draw.add_rect_filled(start, imgui.ImVec2(corner.x, corner.y + pen.px(1.5)), pen.colour("line"), pen.px(5))
        draw.add_rect_filled(start, corner, pen.colour("raised"), pen.px(5))
        place = imgui.ImVec2(start.x + (width - size.x) / 2, start.y + (height - size.y) / 2)
        draw.add_text(place, pen.colour("ink"), key)
    imgui.dummy(imgui.ImVec2(width, height))


def draw_handover(pen: Pen, size: tuple[int, int], seat: str) -> None:
    """Cover everything until the next player sits at the screen."""
    whole = Rect(0.0, 0.0, float(size[0]), float(size[1]))
    imgui.push_style_var(imgui.StyleVar_.window_rounding, 0.0)
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 0.0)
    with pen.window("handover", whole, alpha=1.0):
        lines = (
            (icons.ICON_FA_HAND, "accent", 3.0, True),
            (f"{seat} is next", "ink", 2.0, True),
            (
                "Hand the screen over. What the others may not see is hidden until you press the button.",
                "soft",
                1.1,
                False,
            ),
        )
        imgui.set_cursor_pos_y(size[1] * 0.3)
        for text, ink, times, is_bold in lines:
            with pen.font(is_bold=is_bold, size=times):
                width = min(imgui.calc_text_size(text).x, size[0] - pen.px(40))
            imgui.set_cursor_pos_x((size[0] - width) / 2)
            pen.text(text, ink, is_bold=is_bold, size=times)
            pen.space(6)
        label = f"I am {seat}"
        width = pen.px(220)
        imgui.set_cursor_pos_x((size[0] - width) / 2)
        if pen.button(label, kind="main", width=width, height=pen.px(42), name="ready"):
            pen.do("handed_over")
    imgui.pop_style_var(2)
