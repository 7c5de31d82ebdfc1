"""From the command line to a window and back. Speaks pyglet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sandbox.components.catalogue import Catalogue
from sandbox.errors import SandboxError
from sandbox.play.keys import read_keys
from sandbox.play.ui import Asked
from sandbox.play.window import greet, open_window

__all__ = ["run"]

FPS = 60.0
"""Frames a second that are asked for."""


def run(
    size: tuple[int, int],
    *,
    start: tuple[str, Mapping[str, Any]] | None = None,
    quality: str | None = None,
    keys: Path | None = None,
    models: Sequence[Path] = (),
) -> None:
    """Open the window and let a person play until it is closed.

    Args:
        size: Of the window.
        start: The action to begin with and its arguments; None begins with the menu.
        quality: Name of a tier; measured when None.
        keys: A person's file of keys.
        models: Folders of models.

    Raises:
        NoWindow: There is no display or no usable OpenGL.
        BadFile: The file of keys cannot be used.
        SandboxError: The action to begin with cannot be done, such as going on with a file that is no saved game.
    """
    chosen = read_keys(keys)
    catalogue = Catalogue(models)
    window = open_window(size)
    greet(window, "The table is being set")
    import pyglet

    from sandbox.play.app import App  # it takes a second or two to import; the window is there by then

    app = App(window, keys=chosen, catalogue=catalogue, quality=quality)
    if start is not None:
        try:
            app.actions.perform(Asked(*start))
        except SandboxError:  # said where the command was typed, not in a window that shows something else
            app.close()
            raise

    def tick(_: float) -> None:
        app.tick()
        if app.is_over:
            pyglet.app.exit()

    pyglet.clock.schedule_interval(tick, 1 / FPS)
    try:
        pyglet.app.run(interval=None)
    finally:
        app.close()
