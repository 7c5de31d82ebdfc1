"""A person at a headless window: moves the mouse, presses keys and buttons by dispatched events, looks."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pyglet

from sandbox.geometry import Vec3
from sandbox.play.app import App
from sandbox.play.keys import KEY_NAMES
from sandbox.play.tools_hand import DragTool
from sandbox.play.window import open_window
from sandbox.viewer.png import Pixels, read_png, write_png
from tests.viewer.kit import apart

__all__ = ["SIZE", "Person", "says"]

SIZE = (960, 540)
COMMITTED = Path(__file__).parent / "steps"
STEPS = COMMITTED if os.environ.get("SANDBOX_STEPS") else Path(tempfile.gettempdir()) / "sandbox-steps"
"""Where pictures of steps go; with SANDBOX_STEPS set, to those that are committed, to be looked at and kept."""

DT = 1 / 30
"""Seconds of a frame as the program is told; it draws as fast as it can."""


class Person:
    """Sits at a window.

    Args:
        size: Of the window.
        quality: Tier of the picture.
    """

    def __init__(self, size: tuple[int, int] = SIZE, quality: str = "low") -> None:
        self.window: Any = open_window(size, is_headless=True)
        self.app = App(self.window, quality=quality, is_silent=True, in_background=False)
        self.size = size
        self.at = (size[0] // 2, size[1] // 2)
        self._sends = {"left": pyglet.window.mouse.LEFT, "right": pyglet.window.mouse.RIGHT}
        self._sends["middle"] = pyglet.window.mouse.MIDDLE

    # --- time

    def wait(self, frames: int = 1) -> None:
        """Let frames pass."""
        for _ in range(frames):
            self.window.dispatch_events()
            self.app.frame(DT)
            self.window.flip()

    def until(self, holds: Callable[[], bool], seconds: float = 30.0) -> None:
        """Let time pass until something holds; of four frames one is drawn, to be quick.

        Raises:
            AssertionError: It never does.
        """
        for number in range(int(seconds / DT)):
            if holds():
                self.wait()
                return
            if number % 4:
                self.app.advance(DT)
                self.app.carry_out()
            else:
                self.wait()
        raise AssertionError(f"it does not come true within {seconds} s; the screen says {self.app.ui.message!r}")

    # --- keys

    def key(self, chord: str) -> None:
        """Press and release a key such as `Ctrl+Z`."""
        from pyglet.window import key

        *mods, name = chord.split("+") if chord != "+" else ["+"]
        bits = sum({"Ctrl": key.MOD_CTRL, "Shift": key.MOD_SHIFT, "Alt": key.MOD_ALT}[mod] for mod in mods)
        symbol = getattr(key, KEY_NAMES[name])
        self.window.dispatch_event("on_key_press", symbol, bits)
        self.window.dispatch_event("on_key_release", symbol, bits)
        self.wait()

    # --- mouse

    def move(self, x: float, y: float) -> None:
        """Move the mouse without a button, and look."""
        dx, dy = int(x) - self.at[0], int(y) - self.at[1]
        self.at = (int(x), int(y))
        self.window.dispatch_event("on_mouse_motion", *self.at, dx, dy)
        self.wait(2)  # panels see the mouse a frame later

    def press(self, button: str = "left", mods: int = 0) -> None:
        """Press a button of the mouse."""
        self.window.dispatch_event("on_mouse_press", *self.at, self._sends[button], mods)
        self.wait()

    def drag(self, x: float, y: float, button: str = "left", steps: int = 8, mods: int = 0) -> None:
        """Move the mouse with a button down, in steps."""
        xs, ys = np.linspace(self.at[0], x, steps + 1), np.linspace(self.at[1], y, steps + 1)
        for nx, ny in zip(xs[1:], ys[1:], strict=True):
            dx, dy = int(nx) - self.at[0], int(ny) - self.at[1]
            self.at = (int(nx), int(ny))
            self.window.dispatch_event("on_mouse_drag", *self.at, dx, dy, self._sends[button], mods)
            self.wait()

    def release(self, button: str = "left", mods: int = 0) -> None:
        """Let a button of the mouse go."""
        self.window.dispatch_event("on_mouse_release", *self.at, self._sends[button], mods)
        self.wait()

    def click(self, x: float, y: float, button: str = "left") -> None:
        """Press and release at a place."""
        self.move(x, y)
        self.press(button)
        self.release(button)

    def scroll(self, notches: float) -> None:
        """Turn the wheel."""
        self.window.dispatch_event("on_mouse_scroll", *self.at, 0.0, notches)
        self.wait()

    # --- aiming

    def place(self, point: Vec3) -> tuple[float, float]:
        """Return where a point of the table is seen."""
        x, y, _ = self.app.orbit.camera.project([point], self.size)[0]
        return float(x), float(y)

    def middle(self, body: str) -> tuple[float, float]:
        """Return where the middle of a piece is seen."""
        assert self.app.live is not None
        low, high = self.app.live.world.bounds([body])[0]
        middle = (low + high) / 2
        return self.place((float(middle[0]), float(middle[1]), float(middle[2])))

    def find(self, bodies: Iterable[str]) -> tuple[str, tuple[int, int]]:
        """Look at one piece after another; return the first that is not hidden, and where."""
        for body in bodies:
            self.app.focus([body], at_once=True)
            self.wait()
            try:
                return body, self.see(body)
            except AssertionError:
                continue
        raise AssertionError("all of them are hidden")

    def see(self, body: str) -> tuple[int, int]:
        """Return a place at which a piece, and nothing before it, is seen. Raises `AssertionError`."""
        assert self.app.live is not None
        x0, y0 = self.middle(body)
        reach = np.arange(-40, 41, 4)
        offsets = sorted(((dx, dy) for dx in reach for dy in reach), key=lambda d: d[0] ** 2 + d[1] ** 2)
        for dx, dy in offsets:
            x, y = int(x0 + dx), int(y0 + dy)
            hit = self.app.pick(self.app.orbit.camera.ray(x, y, self.size))
            if hit is not None and hit.name == body:
                return x, y
        raise AssertionError(f"{body} is not seen")

    def carry(self, body: str, to: Vec3, steps: int = 8) -> None:
        """Take a piece, point at where its middle shall be on what is there, wait for it, and set it down."""
        self.move(*self.see(body))
        self.press()
        assert self.app.ui.held == body or self.held == body, self.app.ui.message
        self.drag(*self.place(to), steps=steps)
        self.until(lambda: self._is_still(body), 6)
        self.release()
        self.until(lambda: self.held is None, 6)

    @property
    def held(self) -> str | None:
        """The body in the hand, also while it is set down."""
        tool = self.app.tool
        return tool.grab.held if isinstance(tool, DragTool) else None

    def _is_still(self, body: str) -> bool:
        assert self.app.live is not None
        linear, angular = self.app.live.world.speeds([body])
        return bool(linear[0] < 5e-3 and angular[0] < 0.1)

    def balance(self, body: str, at: Vec3) -> Vec3:
        """Return where the middle of a piece is seen from above when its model frame is at a place."""
        assert self.app.live is not None
        world = self.app.live.world
        pose = world.pose(body)
        middle = (pose @ world.body(body).component.frame).position
        return (at[0] + middle[0] - pose.position[0], at[1] + middle[1] - pose.position[1], at[2])

    # --- panels

    @property
    def buttons(self) -> list[str]:
        """Names of what can be pressed on the panels now."""
        return list(self.app.panels.pressable)

    def push(self, label: str) -> None:
        """Press a button of a panel by its name, or by how its name begins. Raises `AssertionError`."""
        self.wait(3)  # panels find their sizes
        known = self.app.panels.pressable
        found = [each for each in known if each == label] or [each for each in known if each.startswith(label)]
        assert found, f"there is no button {label!r}, but {sorted(known)}"
        box = known[found[0]]
        for _ in range(30):
            if box.bottom < self.size[1] - 130 or box.x < self.size[0] / 2:
                break
            self.move(box.x + 30, self.size[1] / 2)  # further down in the referee's panel
            self.scroll(-2)
            self.wait(2)
            box = self.app.panels.pressable[found[0]]
        self.click(box.x + box.width / 2, self.size[1] - (box.y + box.height / 2))
        self.wait(2)

    # --- looking

    def look(self) -> Pixels:
        """Return what the window shows."""
        return self.app.pixels()

    def keep(self, name: str, unlike: float = 6.0) -> None:
        """Write what the window shows, small, if it looks otherwise than what is there."""
        STEPS.mkdir(parents=True, exist_ok=True)
        file, shown = STEPS / f"{name}.png", two_thirds(self.look())
        if not file.exists() or apart(read_png(file), shown)[0] > unlike:
            write_png(file, shown)
        assert file.stat().st_size < 150_000

    def leave(self) -> None:
        """Close the window."""
        self.app.close()


def two_thirds(pixels: Pixels) -> Pixels:
    """Return a picture at two thirds of its size, in steps of 8 of 255, so that its file is small."""
    values = pixels.astype(float)
    for axis in (0, 1):
        cut = np.moveaxis(values, axis, 0)
        cut = cut[: len(cut) // 3 * 3]
        pairs = [(2 * cut[0::3] + cut[1::3]) / 3, (cut[1::3] + 2 * cut[2::3]) / 3]
        values = np.moveaxis(np.stack(pairs, axis=1).reshape(-1, *cut.shape[1:]), 0, axis)
    return np.asarray(np.minimum(values // 8 * 8 + 4, 255), dtype=np.uint8)


def says(person: Person, *texts: str) -> bool:
    """Return whether the panels show one of some texts; when not, say what they show."""
    shown = " | ".join(person.app.panels.written)
    assert any(text in shown for text in texts), shown
    return True
