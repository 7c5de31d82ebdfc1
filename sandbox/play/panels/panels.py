"""All panels of a window: what is shown is gathered, placed, and drawn; wishes go into the queue of `Ui`."""

# ruff: noqa: ANN401 (pyglet's window, a table and a desk of any kind)
from __future__ import annotations

from typing import Any

from imgui_bundle import imgui

from sandbox.components.materials import Materials
from sandbox.physics.changes import Changes
from sandbox.play.marks import COLOURS as MARKS
from sandbox.play.panels import gather, gather_table
from sandbox.play.panels.bar import BarShown, draw_bar, draw_changed, draw_tools
from sandbox.play.panels.clock import draw_clock
from sandbox.play.panels.gather_scenario import gather_scenario
from sandbox.play.panels.gui import Gui
from sandbox.play.panels.layout import Places, Rect, places
from sandbox.play.panels.menu import MenuState, draw_menu
from sandbox.play.panels.meter import Meter
from sandbox.play.panels.over import draw_handover, draw_hint, draw_keys, draw_toast, draw_tooltip
from sandbox.play.panels.pen import Pen
from sandbox.play.panels.physics import PhysicsState, draw_physics
from sandbox.play.panels.pieces import CatalogueState, draw_catalogue, draw_inspector
from sandbox.play.panels.referee import RefereeState, draw_referee
from sandbox.play.panels.scenario import draw_scenario
from sandbox.play.panels.shown import CatalogueShown, InspectorShown
from sandbox.play.panels.timebar import draw_time
from sandbox.play.ui import Ui

__all__ = ["Panels"]


class Panels:
    """What a person reads and presses.

    Args:
        window: The pyglet window, whose OpenGL context is current; None lays out without drawing, for tests.
        ui: What the program, the tools and the panels share.
        size: In units of the mouse, without a window.

    Attributes:
        base: Materials as the table came with them.
        changes: What was changed of the physics since; the program sets it when the table took it.
        shipped: What is no change.
    """

    def __init__(self, window: Any | None, ui: Ui, size: tuple[int, int] = (960, 540)) -> None:
        self.gui = Gui(window, size)
        self.pen = Pen(ui.do, self.gui.fonts)
        self.base = Materials({})
        self.changes = self.shipped = Changes()
        self.menu, self.referee, self.physics = MenuState(), RefereeState(), PhysicsState()
        self.catalogue = CatalogueState()
        self._meter = Meter()
        self._limits: gather_table.Limits = {}
        self._pieces: tuple[Any, CatalogueShown] | None = None
        self._table: Any = None

    @property
    def wants_mouse(self) -> bool:
        """Whether the mouse is over a panel, or holds something there."""
        return self.gui.wants_mouse

    @property
    def wants_keyboard(self) -> bool:
        """Whether a text is being typed."""
        return self.gui.wants_keyboard

    @property
    def pressable(self) -> dict[str, Rect]:
        """Where the things are that can be pressed, by name, y from the top: of the last frame."""
        return self.pen.pressable

    @property
    def written(self) -> list[str]:
        """All that was written in the last frame, in the order of the screen's panels."""
        return self.pen.written

    def draw(self, ui: Ui, live: Any, desk: Any, seconds: float = 1 / 60) -> None:
        """Draw one frame over what is in the framebuffer.

        Args:
            ui: What is shown and chosen.
            live: The table; None before there is one.
            desk: The game; None without one.
            seconds: Since the last frame.
        """
        self.gui.begin(seconds)
        self.pen.scale = self.gui.scale
        self.pen.pressable, self.pen.written = {}, []
        ui.forget()
        size = self.gui.size
        if ui.screen == "handover" and desk is not None and desk.needs_handover:
            draw_handover(self.pen, size, str(desk.needs_handover))
        elif ui.screen == "menu" or live is None:
            self._draw_menu(ui, size)
        else:
            self._draw_table(ui, live, desk, size)
        self.gui.end()

    def close(self) -> None:
        """Give everything back."""
        self.gui.close()

    # --- screens

    def _draw_menu(self, ui: Ui, size: tuple[int, int]) -> None:
        place = places(size, self.pen.scale, has_right=False)
        draw_menu(self.pen, place.menu, gather.gather_menu(ui), self.menu)
        beside = place.menu.right + self.pen.px(8)
        self._message(ui, place.toast._replace(x=beside, width=size[0] - beside - self.pen.px(10)))
        if "keys" in ui.open:
            draw_keys(self.pen, place.middle, gather.gather_keys(ui))

    def _draw_table(self, ui: Ui, live: Any, desk: Any, size: tuple[int, int]) -> None:
        if live is not self._table:
            self._table, self.base = live, live.base
            self.changes, self.shipped = live.changes, live.shipped
            self._meter.clear()
        pen = self.pen
        is_free = desk is None and not live.is_replay
        acts = live.performance if is_free and "referee" in ui.open else None
        has_right = (desk is not None and "referee" in ui.open) or (is_free and "spawn" in ui.open)
        has_right = has_right or acts is not None
        place = places(size, pen.scale, has_right=has_right)
        keys = gather.first_keys(ui)
        hint = gather.gather_hint(ui, live, desk)
        _labels(pen, ui, size)
        bar = BarShown(ui.is_muted, ui.is_recording, frozenset(ui.open), is_free, tuple(keys.items()))
        draw_bar(pen, place.bar, bar)
        if "physics" in ui.open:
            self._meter.read(live.look(), live.kinds, live.profile.gravity)
            shown = gather_table.gather_physics(
                live, ui, self.base, self.changes, self.shipped, self._meter, self._limits
            )
            draw_physics(pen, place.left, shown, self.physics)
        else:
            self._draw_left(ui, live, desk, place, keys)
            if self.changes != self.shipped:
                beside = place.tools._replace(x=place.tools.right + pen.px(16))
                draw_changed(pen, beside, self.changes.words(self.shipped))
        if desk is not None and "referee" in ui.open:
            draw_referee(pen, place.right, gather.gather_referee(desk, ui, hint), self.referee)
        elif is_free and "spawn" in ui.open:
            draw_catalogue(pen, place.right, self._pieces_of(live), self.catalogue)
        elif acts is not None:
            draw_scenario(pen, place.right, gather_scenario(acts))
        if "time" in ui.open:
            draw_time(pen, place.time, gather.gather_time(live))
        if (clock := gather.gather_clock(desk)) is not None:
            draw_clock(pen, place.toast._replace(y=place.toast.bottom + pen.px(8)), clock)
        if hint:
            draw_hint(pen, place.hint, hint)
        self._message(ui, place.toast)
        if ui.tooltip and not self.gui.wants_mouse:
            mouse = (ui.mouse[0], size[1] - ui.mouse[1])
            draw_tooltip(pen, ui.tooltip, mouse, size)
        if "keys" in ui.open:
            draw_keys(pen, place.middle, gather.gather_keys(ui))

    def _draw_left(self, ui: Ui, live: Any, desk: Any, place: Places, keys: dict[str, str]) -> None:
        below = place.tools
        if ui.tools and not live.is_replay:
            strip = draw_tools(self.pen, place.tools, tuple(ui.tools), ui.tool, keys)
            below = strip._replace(y=strip.bottom + self.pen.px(8))
        # In a game, and with a piece in the hand, it would hide what hands work on; the words beside the mouse do.
        if desk is not None or ui.held:
            return
        shown: InspectorShown | None = gather_table.gather_inspector(live, ui)
        if shown is not None:
            room = place.left.bottom - below.y
            draw_inspector(self.pen, Rect(place.left.x, below.y, place.left.width, max(room, 80.0)), shown)

    def _pieces_of(self, live: Any) -> CatalogueShown:
        if self._pieces is None or self._pieces[0] is not live.catalogue:
            self._pieces = (live.catalogue, gather_table.gather_catalogue(live.catalogue))
        return self._pieces[1]

    def _message(self, ui: Ui, place: Rect) -> None:
        if ui.message:
            draw_toast(self.pen, place, ui.message, is_bad=ui.is_bad)


def _labels(pen: Pen, ui: Ui, size: tuple[int, int]) -> None:
    """Write the texts that belong to places on the table, under all panels."""
    draw = imgui.get_background_draw_list()
    for x, y, text, name in ui.labels:
        wide = imgui.calc_text_size(text)
        pad = pen.px(5)
        low = imgui.ImVec2(x + pad, size[1] - y - wide.y / 2 - pad / 2)
        high = imgui.ImVec2(low.x + wide.x + 2 * pad, low.y + wide.y + pad)
        draw.add_rect_filled(low, high, pen.colour("ground", 0.72), pen.px(5))
        draw.add_text(imgui.ImVec2(low.x + pad, low.y + pad / 2), pen.colour(MARKS.get(name, name)), text)
