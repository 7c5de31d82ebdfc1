"""Drawn for real, off-screen: panels cover what they should and nothing else, and hear the window."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.viewer.offscreen import NoOpenGL, open_context

SCRIPT = """
import sys

import pyglet

pyglet.options.headless = True
import numpy as np

from sandbox.play.panels.layout import places
from sandbox.play.panels.panels import Panels
from sandbox.play.window import context_of, open_window
from tests.play_panels.kit import Desk, menu_ui, queue, still, table_ui

size = (960, 540)
window = open_window(size, is_headless=True)
context = context_of(window)
screen = context.detect_framebuffer()


def draw(panels, ui, live, desk):
    for _ in range(3):
        window.dispatch_events()
        screen.use()
        screen.clear(0.0, 0.0, 1.0)
        panels.draw(ui, live, desk)
    assert context.error == "GL_NO_ERROR"
    rows = np.frombuffer(screen.read(components=4), dtype=np.uint8).reshape(size[1], size[0], 4)
    context.error  # moderngl names an attachment that a window's own framebuffer does not have
    return rows[::-1, :, :3].astype(int)


def part(picture, rect):
    return picture[int(rect.y) + 12 : int(rect.bottom) - 12, int(rect.x) + 12 : int(rect.right) - 12]


# Panels cover their places, and the table between them is left as it was.
ui = table_ui()
panels = Panels(window, ui)
picture = draw(panels, ui, still(), Desk())
place = places(size, 1.0)
for name in ("right", "time"):
    inside = part(picture, getattr(place, name))
    assert inside[..., 2].mean() < 90, (name, "the ground is dark, not blue")
    assert inside.max() > 200, (name, "letters are light")
free = picture[100:420, int(place.left.right) + 10 : int(place.right.x) - 10]
assert (free == (0, 0, 255)).all(), "something was drawn over the table"

# A press of the mouse in the window arrives at the button under it.
rect = panels.pressable["hands done"]
x, y = int(rect.x + 9), int(size[1] - rect.y - 9)
for event, args in (("motion", (x, y, 0, 0)), ("press", (x, y, 1, 0)), ("release", (x, y, 1, 0))):
    window.dispatch_event("on_mouse_" + event, *args)
    draw(panels, ui, still(), Desk())
assert panels.wants_mouse
asked = queue(ui)
assert [(each.action, dict(each.arguments)) for each in asked] == [("hands", {"key": "done"})], asked

# Closed and opened again, the same window has other panels, and hears with those.
panels.close()
ui = menu_ui()
panels = Panels(window, ui)
picture = draw(panels, ui, None, None)
assert part(picture, place.menu).max() > 200
panels.close()
assert context.error == "GL_NO_ERROR", context.error
print("drawn")
"""


def test_panels_are_drawn_and_hear_a_window():
    """Grounds, letters, the free table, a press on a button, closing and opening again."""
    try:
        open_context().release()
    except NoOpenGL as error:
        pytest.skip(str(error))
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120, cwd=root)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip() == "drawn"
