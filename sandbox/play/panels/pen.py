"""What every panel draws with: windows, texts and buttons in our style, and the one channel of wishes.

A panel is handed a `Pen`. `pen.do` queues what a person asked for; `pen.pressable` tells where the buttons of this
frame are, by their labels, and `pen.written` what was written: a test can press and read as a person would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, Protocol

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from sandbox.play.panels.layout import Rect
from sandbox.play.panels.style import SIZE, Fonts, colour, rgba

__all__ = ["Do", "Kind", "Pen", "icons"]

Kind = Literal["plain", "main", "quiet", "danger"]
"""How loud a button is."""

_STILL = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
)

_KINDS: dict[Kind, tuple[tuple[str, float], str, str, str]] = {
    "plain": (("raised", 1.0), "hover", "press", "ink"),
    "main": (("accent", 1.0), "#f0bd76", "#c98f42", "accent_ink"),
    "quiet": (("ground", 0.0), "hover", "press", "soft"),
    "danger": (("raised", 1.0), "#6d3429", "#8a4334", "bad"),
}


class Do(Protocol):
    """Queues an action by its name, with its arguments."""

    def __call__(self, action: str, /, **arguments: object) -> None:
        """Queue it."""
        ...


class Pen:
    """Draws in one frame after another.

    Args:
        do: Where wishes go.
        fonts: The loaded ones.
    """

    def __init__(self, do: Do, fonts: Fonts) -> None:
        self.do = do
        self.fonts = fonts
        self.scale = 1.0
        self.pressable: dict[str, Rect] = {}
        self.written: list[str] = []
        self._scrolling: set[str] = set()

    # --- windows

    @contextmanager
    def window(
        self,
        name: str,
        place: Rect,
        *,
        scrolls: bool = False,
        fits: bool = False,
        alpha: float | None = None,
        padding: tuple[float, float] | None = None,
        is_deaf: bool = False,
        is_shy: bool = False,
    ) -> Iterator[None]:
        """Draw a panel.

        Args:
            name: Unique among panels.
            place: Where; a height of 0 fits what is in it.
            scrolls: Whether what is too long can be scrolled.
            fits: Whether the height shrinks to what is in it, up to that of the place.
            alpha: Opacity of the ground, instead of the usual one.
            padding: Instead of the usual one.
            is_deaf: Whether the mouse goes through it.
            is_shy: Whether it comes without taking the keyboard from what is being typed.
        """
        imgui.set_next_window_pos(imgui.ImVec2(place.x, place.y))
        if fits:
            least = imgui.ImVec2(place.width, 0.0)
            imgui.set_next_window_size_constraints(least, imgui.ImVec2(place.width, place.height))
            imgui.set_next_window_size(imgui.ImVec2(place.width, 0.0))
        else:
            imgui.set_next_window_size(imgui.ImVec2(place.width, place.height))
        if alpha is not None:
            imgui.set_next_window_bg_alpha(alpha)
        flags = int(_STILL)
        if scrolls:
            flags &= ~int(imgui.WindowFlags_.no_scrollbar)
        else:
            flags |= int(imgui.WindowFlags_.no_scroll_with_mouse)
        if is_shy:
            flags |= int(imgui.WindowFlags_.no_focus_on_appearing)
        if is_deaf:
            flags |= int(imgui.WindowFlags_.no_inputs)
        if padding is not None:
            imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(*(self.px(v) for v in padding)))
        imgui.begin(name, None, flags)
        if padding is not None:
            imgui.pop_style_var()
        try:
            yield
        finally:
            imgui.end()

    @contextmanager
    def child(self, name: str, width: float = 0.0, height: float = 0.0) -> Iterator[None]:
        """Draw a part that scrolls; its scroll bar stands in the margin, so that nothing beside it moves.

        Args:
            name: Unique among all parts.
            width: In units of the mouse; 0 goes to the right edge.
            height: In units of the mouse; 0 goes to the bottom, below 0 leaves so much there.
        """
        width = width or imgui.get_content_region_avail().x
        if name in self._scrolling:
            width += imgui.get_style().scrollbar_size
        imgui.begin_child(f"##{name}", imgui.ImVec2(width, height))
        try:
            yield
        finally:
            (self._scrolling.add if imgui.get_scroll_max_y() > 0 else self._scrolling.discard)(name)
            imgui.end_child()

    def px(self, units: float) -> float:
        """Return units at scale 1 as units of the mouse."""
        return units * self.scale

    def colour(self, name: str, alpha: float = 1.0) -> int:
        """Return a colour as draw lists take it."""
        return colour(name, alpha)

    def rgba(self, name: str, alpha: float = 1.0) -> imgui.ImVec4:
        """Return a colour as styles take it."""
        return rgba(name, alpha)

    # --- texts

    @contextmanager
    def font(self, *, is_bold: bool = False, size: float = 1.0) -> Iterator[None]:
        """Write in another weight or size (1 is the usual)."""
        imgui.push_font(self.fonts.bold if is_bold else self.fonts.plain, SIZE * size)
        try:
            yield
        finally:
            imgui.pop_font()

    def text(
        self, text: str, ink: str = "ink", *, is_bold: bool = False, size: float = 1.0, wraps: bool = True
    ) -> None:
        """Write a text; it is broken at the edge of the panel."""
        self.written.append(text)
        with self.font(is_bold=is_bold, size=size):
            imgui.push_style_color(imgui.Col_.text, rgba(ink))
            if wraps:
                imgui.push_text_wrap_pos(0.0)
            imgui.text_unformatted(text)
            if wraps:
                imgui.pop_text_wrap_pos()
            imgui.pop_style_color()

    def said(self, text: str, ink: str = "ink", size: float = 1.0, *, is_bold: bool = False) -> None:
        """Write a text in a card, broken at the edge of the card."""
        self.written.append(text)
        with self.font(is_bold=is_bold, size=size):
            imgui.push_style_color(imgui.Col_.text, rgba(ink))
            imgui.text_unformatted(text)
            imgui.pop_style_color()

    def title(self, text: str, beside: str = "") -> None:
        """Write the name of a panel, and something soft at its right end."""
        self.text(text, is_bold=True, size=1.2, wraps=False)
        if beside:
            self.beside(beside, "soft")

    def beside(
        self, text: str, ink: str = "ink", *, is_bold: bool = False, size: float = 1.0, inset: float = 0.0
    ) -> None:
        """Write a text at the right end of the same line, or `inset` units before it."""
        with self.font(is_bold=is_bold, size=size):
            width = imgui.calc_text_size(text).x
        self.at_right(width + self.px(inset))
        self.text(text, ink, is_bold=is_bold, size=size, wraps=False)

    def closer(self) -> bool:
        """Draw a cross at the right end of the line of a title; return whether it was pressed."""
        side = imgui.get_frame_height()
        self.at_right(side)
        imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - self.px(4))
        return self.icon(icons.ICON_FA_XMARK, "Close")

    def heading(self, text: str, beside: str = "") -> None:
        """Write the name of a part of a panel."""
        self.space(4)
        self.text(text.upper(), "faint", is_bold=True, size=0.76, wraps=False)
        if beside:
            self.beside(beside, "soft", size=0.85)

    def pair(self, name: str, value: str, ink: str = "ink") -> None:
        """Write a line with a name on the left and a value on the right."""
        self.text(name, "soft", wraps=False)
        self.beside(value, ink)

    def at_right(self, width: float) -> None:
        """Go on in the same line, so far from its end."""
        imgui.same_line()
        imgui.set_cursor_pos_x(max(imgui.get_cursor_pos_x(), self.right_edge() - width))

    def right_edge(self) -> float:
        """Return where a line ends, as cursor positions count."""
        return imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x

    def space(self, units: float = 6.0) -> None:
        """Leave some room."""
        imgui.dummy(imgui.ImVec2(0.0, self.px(units)))

    def line(self) -> None:
        """Draw a thin line across."""
        self.space(1)
        imgui.separator()
        self.space(1)

    def tip(self, text: str) -> None:
        """Show a text beside the mouse while it rests on what was drawn last."""
        if text and imgui.is_item_hovered(
            imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled
        ):
            imgui.begin_tooltip()
            imgui.push_text_wrap_pos(self.px(300))
            imgui.text_unformatted(text)
            imgui.pop_text_wrap_pos()
            imgui.end_tooltip()

    # --- what can be pressed

    def note(self, label: str) -> None:
        """Remember where the thing is that was drawn last."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self.pressable[label] = Rect(low.x, low.y, high.x - low.x, high.y - low.y)

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

    @contextmanager
    def card(self, name: str, ink: str = "line", ground: str = "raised", alpha: float = 0.7) -> Iterator[None]:
        """Draw what follows on a ground of its own with a coloured edge at its left."""
        draw = imgui.get_window_draw_list()
        start = imgui.get_cursor_screen_pos()
        width = imgui.get_content_region_avail().x
        draw.channels_split(2)
        draw.channels_set_current(1)
        imgui.begin_group()
        self.space(3)
        imgui.indent(self.px(12))
        imgui.push_id(name)
        imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + width - self.px(22))
        try:
            yield
        finally:
            imgui.pop_text_wrap_pos()
            imgui.pop_id()
            imgui.unindent(self.px(12))
            self.space(3)
            imgui.end_group()
            bottom = imgui.get_item_rect_max().y
            draw.channels_set_current(0)
            corner = imgui.ImVec2(start.x + width, bottom)
            draw.add_rect_filled(start, corner, colour(ground, alpha), self.px(7))
            edge = imgui.ImVec2(start.x + self.px(4), bottom)
            draw.add_rect_filled(start, edge, colour(ink), self.px(7), int(imgui.ImDrawFlags_.round_left))
            draw.channels_merge()

    @contextmanager
    def fold(self, label: str, *, is_open: bool = False, beside: str = "") -> Iterator[bool]:
        """Draw a part that can be folded away; yield whether it is open."""
        imgui.push_style_color(imgui.Col_.header, rgba("ground", 0.0))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(self.px(2), self.px(4)))
        imgui.set_next_item_open(is_open, imgui.Cond_.first_use_ever)
        imgui.push_style_color(imgui.Col_.text, rgba("soft"))
        opened = imgui.collapsing_header(f"{label}{'  ' + beside if beside else ''}###{label}")
        imgui.pop_style_color(2)
        imgui.pop_style_var()
        self.note(label)
        yield bool(opened)


Draw = Callable[[Pen], None]
