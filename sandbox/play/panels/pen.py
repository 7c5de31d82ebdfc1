"""What can be pressed on a page: buttons, switches, sliders, in our style."""

from __future__ import annotations

from typing import Literal

from imgui_bundle import imgui

from sandbox.play.panels.page import Page, icons
from sandbox.play.panels.style import colour, rgba

__all__ = ["Kind", "Pen", "icons"]

Kind = Literal["plain", "main", "quiet", "danger"]
"""How loud a button is."""

_KINDS: dict[Kind, tuple[tuple[str, float], str, str, str]] = {
    "plain": (("raised", 1.0), "hover", "press", "ink"),
    "main": (("accent", 1.0), "#f0bd76", "#c98f42", "accent_ink"),
    "quiet": (("ground", 0.0), "hover", "press", "soft"),
    "danger": (("raised", 1.0), "#6d3429", "#8a4334", "bad"),
}


class Pen(Page):
    """Draws in one frame after another; see `Page` for its arguments."""

    def closer(self) -> bool:
        """Draw a cross at the right end of the line of a title; return whether it was pressed."""
        side = imgui.get_frame_height()
        self.at_right(side)
        imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - self.px(4))
        return self.icon(icons.ICON_FA_XMARK, "Close")

    def button(
        self,
        label: str,
        *,
        icon: str = "",
        kind: Kind = "plain",
        width: float = 0.0,
        height: float = 0.0,
        is_enabled: bool = True,
        tip: str = "",
        name: str = "",
        shows_label: bool = True,
    ) -> bool:
        """Draw a button and return whether it was pressed.

        Args:
            label: What it says.
            icon: Before the label.
            kind: How loud it is.
            width: In units of the mouse; 0 fits, -1 fills the line.
            height: In units of the mouse; 0 is one line.
            is_enabled: Whether it can be pressed.
            tip: Beside the mouse while it rests there.
            name: By which tests find it; the label when empty.
            shows_label: False shows the icon alone; the label becomes the tip.
        """
        ground, over, down, ink = _KINDS[kind]
        imgui.begin_disabled(not is_enabled)
        imgui.push_style_color(imgui.Col_.button, rgba(*ground))
        imgui.push_style_color(imgui.Col_.button_hovered, rgba(over))
        imgui.push_style_color(imgui.Col_.button_active, rgba(down))
        imgui.push_style_color(imgui.Col_.text, rgba(ink))
        said = f"{icon}  {label}" if icon and shows_label else (label if shows_label else icon)
        with self.font(is_bold=kind == "main"):
            pressed = imgui.button(f"{said}##{name or label}", imgui.ImVec2(width, height))
        imgui.pop_style_color(4)
        imgui.end_disabled()
        self.note(name or label)
        self.tip(tip or ("" if shows_label else label))
        return bool(pressed)

    def wide_button(self, text: str, *, is_main: bool = False, name: str = "") -> bool:
        """Draw a button across the panel whose text begins at its left and may be broken into lines."""
        width = imgui.get_content_region_avail().x
        pad = imgui.get_style().frame_padding
        ink, kinds = ("accent_ink", _KINDS["main"]) if is_main else ("ink", _KINDS["plain"])
        with self.font(is_bold=is_main):
            size = imgui.calc_text_size(text, False, width - 2 * pad.x)
            start = imgui.get_cursor_screen_pos()
            pressed = imgui.invisible_button(f"##{text}", imgui.ImVec2(width, size.y + 2 * pad.y))
            self.note(name or text)
            ground = kinds[0][0]
            if imgui.is_item_hovered():
                ground = kinds[2] if imgui.is_item_active() else kinds[1]
            draw = imgui.get_window_draw_list()
            corner = imgui.ImVec2(start.x + width, start.y + size.y + 2 * pad.y)
            draw.add_rect_filled(start, corner, colour(ground), self.px(6))
            place = imgui.ImVec2(start.x + pad.x, start.y + pad.y)
            font = self.fonts.bold if is_main else self.fonts.plain
            draw.add_text(font, imgui.get_font_size(), place, colour(ink), text, width - 2 * pad.x)
        return bool(pressed)

    def icon(
        self,
        glyph: str,
        label: str,
        *,
        is_on: bool = False,
        is_enabled: bool = True,
        side: float = 0.0,
        key: str = "",
        kind: Kind | None = None,
    ) -> bool:
        """Draw a square button with a picture; `is_on` makes it shine.

        Args:
            glyph: The picture.
            label: What the tip says, and by which tests find it.
            is_on: Whether it shines.
            is_enabled: Whether it can be pressed.
            side: In units of the mouse; 0 is one line.
            key: That does the same.
            kind: How loud it is; None shines or is quiet.
        """
        side = side or imgui.get_frame_height()
        kind = kind or ("main" if is_on else "quiet")
        tip = f"{label}  ({key})" if key else label
        imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(0.0, 0.0))
        pressed = self.button(
            label,
            icon=glyph,
            kind=kind,
            width=side,
            height=side,
            is_enabled=is_enabled,
            tip=tip,
            shows_label=False,
        )
        imgui.pop_style_var()
        return pressed

    def switch(self, label: str, is_on: bool, tip: str = "") -> bool:
        """Draw a switch and return whether it was pressed."""
        height = imgui.get_font_size()
        width = height * 1.75
        start = imgui.get_cursor_screen_pos()
        size = imgui.calc_text_size(label)
        pressed = imgui.invisible_button(
            f"##{label}", imgui.ImVec2(width + self.px(8) + size.x, height + self.px(4))
        )
        is_over = imgui.is_item_hovered()
        self.note(label)
        draw = imgui.get_window_draw_list()
        top = start.y + self.px(2)
        track = "accent" if is_on else ("press" if is_over else "hover")
        corner = imgui.ImVec2(start.x + width, top + height)
        draw.add_rect_filled(imgui.ImVec2(start.x, top), corner, colour(track), height / 2)
        middle = imgui.ImVec2(start.x + (width - height / 2 if is_on else height / 2), top + height / 2)
        draw.add_circle_filled(middle, height / 2 - self.px(2.5), colour("accent_ink" if is_on else "soft"))
        place = imgui.ImVec2(start.x + width + self.px(8), top + (height - size.y) / 2)
        draw.add_text(place, colour("ink" if is_on or is_over else "soft"), label)
        self.tip(tip)
        return bool(pressed)

    def slider(
        self,
        label: str,
        value: float,
        low: float,
        high: float,
        form: str = "%.2f",
        *,
        is_log: bool = False,
        tip: str = "",
    ) -> float | None:
        """Draw a slim slider under its name and value; return the new value while it is dragged, else None."""
        self.text(label, "soft", size=0.92, wraps=False)
        self.tip(tip)
        self.beside(form % value, size=0.92)
        imgui.set_next_item_width(-1)
        flags = imgui.SliderFlags_.always_clamp | (imgui.SliderFlags_.logarithmic if is_log else 0)
        imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(self.px(4), 0.0))
        with self.font(size=0.7):
            changed, new = imgui.slider_float(f"##{label}", value, low, high, " ", int(flags))
        imgui.pop_style_var()
        self.note(label)
        self.tip(f"{tip}\nCtrl+click types a number" if tip else "Ctrl+click types a number")
        return float(new) if changed else None

    def dot(self, name: str, *, is_square: bool = False) -> None:
        """Draw a coloured dot before a text."""
        start, side = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
        middle = imgui.ImVec2(start.x + side / 2, start.y + side / 2)
        draw = imgui.get_window_draw_list()
        if is_square:
            reach = side * 0.32
            low = imgui.ImVec2(middle.x - reach, middle.y - reach)
            high = imgui.ImVec2(middle.x + reach, middle.y + reach)
            draw.add_rect_filled(low, high, colour(name), self.px(3))
        else:
            draw.add_circle_filled(middle, side * 0.32, colour(name))
        imgui.dummy(imgui.ImVec2(side, side))
        imgui.same_line(0.0, self.px(6))
