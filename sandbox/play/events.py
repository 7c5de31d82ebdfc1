"""From the window's events to the active tool, the eye and the queue of actions. Speaks pyglet's constants only.

The left button belongs to the tool where it takes the press; else it turns the eye, or with Shift draws a box that
chooses. The right button turns, the middle one moves, the wheel zooms unless the tool wants it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

from sandbox.play.keys import KEY_NAMES, Action
from sandbox.play.pick import inside
from sandbox.play.ui import Button, Pointer

if TYPE_CHECKING:
    from sandbox.play.app import App

__all__ = ["Events"]

CLICK = 5.0
"""Units of the mouse that a click may move."""

AGAIN = 0.35
"""Seconds after which a held key goes on acting."""

EVERY = 1 / 15
"""Seconds between two such acts."""

PART = 1.2
"""Parts of the distance a second that the eye moves while its key is held."""


class Events:
    """Hears a window.

    Args:
        app: What is told.
    """

    def __init__(self, app: App) -> None:
        from pyglet.window import key, mouse

        self.app = app
        self._names = {getattr(key, symbol): name for name, symbol in KEY_NAMES.items()}
        self._names |= {key.NUM_ADD: "=", key.NUM_SUBTRACT: "-", key.ENTER: "Enter"}
        self._bits = (
            (key.MOD_SHIFT, "shift"),
            (key.MOD_CTRL, "ctrl"),
            (key.MOD_COMMAND, "ctrl"),
            (key.MOD_ALT, "alt"),
        )
        self._buttons: dict[int, Button] = {mouse.LEFT: "left", mouse.MIDDLE: "middle", mouse.RIGHT: "right"}
        self.mods: frozenset[str] = frozenset()
        self.heard = 0
        """Events so far."""
        self.held: dict[int, tuple[Action, float]] = {}
        self._doing: Literal["", "tool", "orbit", "pan", "box"] = ""
        self._button: Button | None = None
        self._start = (0.0, 0.0)
        self._moved = 0.0
        self._is_inside = False

    @property
    def box(self) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """The corners of the box that is being drawn."""
        return (self._start, self.app.ui.mouse) if self._doing == "box" else None

    def pointer(self) -> Pointer:
        """Return the mouse as tools see it."""
        app, (x, y) = self.app, self.app.ui.mouse
        size = app.window.get_size()
        camera = app.orbit.camera
        ray = camera.ray(x, y, size)
        return Pointer(x, y, ray, app.pick(ray), camera, size, bool(self._doing), self._button, self.mods)

    @property
    def is_over_table(self) -> bool:
        """Whether the mouse is in the window, over no panel, and not turning the eye."""
        return self._is_inside and not self.app.panels.wants_mouse and self._doing not in ("orbit", "pan")

    # --- mouse

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """Hover."""
        self.app.ui.mouse = (x, y)
        self.heard += 1
        self._is_inside = True
        self.app.has_pointed = True

    def on_mouse_enter(self, x: int, y: int) -> None:
        """Hover from outside."""
        self.on_mouse_motion(x, y, 0, 0)

    def on_mouse_leave(self, x: int, y: int) -> None:
        """Stop hovering."""
        self._is_inside = False
        self.app.has_pointed = True

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Take a piece, or begin to turn the eye."""
        app = self.app
        app.ui.mouse, self._is_inside = (x, y), True
        self._note(modifiers)
        if app.panels.wants_mouse or app.ui.screen != "table" or self._doing:
            return
        self._button = self._buttons.get(button)
        self._start, self._moved = (x, y), 0.0
        if self._button == "right":
            self._doing = "orbit"
        elif self._button == "middle":
            self._doing = "pan"
        elif self._button == "left":
            self._doing = "tool"
            if app.tool is None or not app.guard(app.tool.press, self.pointer()):
                self._doing = "box" if "shift" in self.mods else "orbit"

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """Go on with what the press began; also outside the window."""
        app = self.app
        app.ui.mouse = (x, y)
        self._note(modifiers)
        self._moved += abs(dx) + abs(dy)
        size = app.window.get_size()
        if self._doing == "orbit":
            app.orbit.turn(dx, dy, size)
        elif self._doing == "pan":
            app.orbit.pan(dx, dy, size)
        elif self._doing == "tool" and app.tool is not None:
            app.guard(app.tool.move, self.pointer())
        app.has_pointed = True

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Let go."""
        app = self.app
        self._note(modifiers)
        if self._buttons.get(button) != self._button:
            return
        app.ui.mouse = (x, y)
        doing, self._doing = self._doing, ""
        if doing == "tool" and app.tool is not None:
            app.guard(app.tool.release, self.pointer())
        elif doing == "box":
            self._choose_in_box((x, y))
        elif doing == "orbit" and self._button == "left" and self._moved < CLICK:
            app.select([])
        self._button = None
        app.has_pointed = True

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """Raise what is held, or come nearer."""
        app = self.app
        app.ui.mouse = (x, y)
        self.heard += 1
        if app.panels.wants_mouse or app.ui.screen != "table":
            return
        pointer = self.pointer()
        if app.tool is not None and app.guard(app.tool.scroll, pointer, scroll_y):
            return
        towards = pointer.hit.point if pointer.hit is not None else pointer.ray.at_height(0.0)
        app.orbit.zoom(scroll_y, towards)

    # --- keys

    def on_key_press(self, symbol: int, modifiers: int) -> bool | None:
        """Queue what a key asks for."""
        self._note(modifiers)
        name = self._names.get(symbol)
        if name is None or self.app.panels.wants_keyboard:
            return True if name == "Esc" else None
        action = self.app.keys.action(name, self.mods)
        if action is not None:
            self.app.ui.do(action.id)
            if action.repeats:
                self.held[symbol] = (action, time.monotonic() + AGAIN)
        return True if name == "Esc" else None  # pyglet closes the window on Esc otherwise

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        """Stop what repeats."""
        self._note(modifiers)
        self.held.pop(symbol, None)

    def on_deactivate(self) -> None:
        """Forget held keys: their release goes to another window."""
        self.held.clear()
        self.mods = frozenset()

    def hold(self, seconds: float) -> None:
        """Let held keys go on: the eye smoothly, the rest in beats."""
        now = time.monotonic()
        for symbol, (action, due) in list(self.held.items()):
            if action.group == "Eye":
                self.app.ui.do(action.id, part=PART * seconds)
            elif now >= due:
                self.app.ui.do(action.id)
                self.held[symbol] = (action, now + EVERY)

    # --- details

    def _note(self, modifiers: int) -> None:
        self.heard += 1
        self.mods = frozenset(name for bit, name in self._bits if modifiers & bit)

    def _choose_in_box(self, end: tuple[float, float]) -> None:
        app = self.app
        if self._moved < CLICK or app.live is None or app.live.is_replay:
            return
        names = [name for name in app.live.world.loose if name not in app.live.locked]
        size = app.window.get_size()
        found = inside(app.live.look(), names, app.orbit.camera, size, self._start, end)
        kept = [name for name in app.ui.selected if name not in found] if "ctrl" in self.mods else []
        app.select([*kept, *found])
