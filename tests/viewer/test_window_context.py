"""The drawer works on the context of a pyglet window, which is what an interactive viewer has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import moderngl
import numpy as np

from sandbox.play.window import GROUND
from sandbox.viewer.offscreen import Studio
from sandbox.viewer.quality import tier
from tests.viewer.kit import apart
from tests.viewer.test_offscreen import SIZE, still_scene

CODE = """
import sys
import pyglet
pyglet.options.headless = True
config = pyglet.gl.Config(red_size=8, green_size=8, blue_size=8, alpha_size=8, depth_size=24)
window = pyglet.window.Window(320, 240, config=config)
import moderngl, numpy as np
from sandbox.viewer.draw import Drawer
from sandbox.viewer.quality import tier
from tests.viewer.kit import apart
from tests.viewer.test_offscreen import still_scene
scene, camera = still_scene()
context = moderngl.create_context()
screen = context.detect_framebuffer()
drawer = Drawer(context, tier("low"))
for _ in range(2):
    window.clear()
    drawer.draw(scene, camera, screen)
    pyglet.text.Label("a label draws after it", x=5, y=5).draw()
    drawer.draw(scene, camera, screen)
rows = np.frombuffer(screen.read(components=4), dtype=np.uint8).reshape(240, 320, 4)
np.save(sys.argv[1], rows[::-1, :, :3])
"""


def test_a_window_shows_what_a_studio_draws(context: moderngl.Context, tmp_path: Path):
    """The same picture, also after pyglet has drawn with its own programs and textures.

    A window's rows run the other way, so the renderer's blocks of four pixels fall differently at a few edges.
    """
    file = tmp_path / "window.npy"
    done = subprocess.run([sys.executable, "-c", CODE, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    studio = Studio(SIZE, tier("low"), context=context)
    scene, camera = still_scene()
    drawn = studio.picture(scene, camera)
    assert (np.load(file) != drawn).any(axis=2).mean() < 0.01
    assert apart(np.load(file), drawn)[0] < 0.1
    studio.close()


GREETING = """
import sys
from sandbox.play.window import context_of, greet, open_window
window = open_window((320, 240), is_headless=True)
greet(window, "The table is being set")
import numpy as np
rows = np.frombuffer(context_of(window).detect_framebuffer().read(components=4), dtype=np.uint8)
np.save(sys.argv[1], rows.reshape(240, 320, 4)[::-1, :, :3])
"""


def test_a_line_is_there_before_the_table_is(tmp_path: Path):
    """In the middle of a dark window that is open before anything slow is begun."""
    file = tmp_path / "greeting.npy"
    done = subprocess.run([sys.executable, "-c", GREETING, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    off = abs(np.load(file).astype(int) - np.round(255 * np.array(GROUND)))
    rows, columns = np.nonzero((off > 60).any(axis=2))
    assert rows.size > 200
    assert abs(rows - 120).max() < 20
    assert abs(columns.mean() - 160) < 5
    assert off[:80].max() <= 1
