"""What panels are written on: windows, parts that scroll, texts, cards; and where everything is.

A panel is handed a `Pen`, which is a `Page` with things that can be pressed. `do` queues what a person asked for;
`pressable` tells where the buttons of this frame are, by their labels, and `written` what was written: a test can
press and read as a person would.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from sandbox.play.panels.layout import Rect
from sandbox.play.panels.style import SIZE, Fonts, colour, rgba

__all__ = ["Do", "Page", "icons"]

_RESTING = int(imgui.HoveredFlags_.for_tooltip | imgui.HoveredFlags_.allow_when_disabled)
_STILL = int(
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_nav
)


class Do(Protocol):
    """Queues an action by its name, with its arguments."""

    def __call__(self, action: str, /, **arguments: object) -> None:
        """Queue it."""
        ...


class Page:
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
        flags = _STILL
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

    def width(self, text: str, *, is_bold: bool = False, size: float = 1.0) -> float:
        """Return how wide a line of text is, in units of the mouse."""
        with self.font(is_bold=is_bold, size=size):
            return float(imgui.calc_text_size(text).x)

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
        self.at_right(self.width(text, is_bold=is_bold, size=size) + self.px(inset))
        self.text(text, ink, is_bold=is_bold, size=size, wraps=False)

    def heading(self, text: str, beside: str = "") -> None:
        """Write the name of a part of a panel."""
        self.space(4)
        self.text(text.upper(), "faint", is_bold=True, size=0.76, wraps=False)
        if beside:
            self.beside(beside, "soft", size=0.85)

    def pair(self, name: str, value: str, ink: str = "ink") -> None:
        """Write a name on the left and a value on the right, or below it where both have no room in one line."""
        self.text(name, "soft", wraps=False)
        wide = imgui.calc_text_size(name).x + imgui.calc_text_size(value).x + self.px(10)
        if wide <= imgui.get_content_region_avail().x:
            self.beside(value, ink)
        else:
            imgui.indent(self.px(10))
            self.text(value, ink)
            imgui.unindent(self.px(10))

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
        if text and imgui.is_item_hovered(_RESTING):
            imgui.begin_tooltip()
            imgui.push_text_wrap_pos(self.px(300))
            imgui.text_unformatted(text)
            imgui.pop_text_wrap_pos()
            imgui.end_tooltip()

    def note(self, label: str) -> None:
        """Remember where the thing is that was drawn last."""
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        self.pressable[label] = Rect(low.x, low.y, high.x - low.x, high.y - low.y)

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
