"""Panels without a window, and a table to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pyglet
import pytest

from sandbox.play.live import Live
from sandbox.play.panels.panels import Panels
from sandbox.play.ui import Ui
from tests.play_panels.kit import Person

pyglet.options.headless = True  # before anything of pyglet looks for a display

Sit = Callable[..., Person]


@pytest.fixture
def sit() -> Iterator[Sit]:
    """Return a function that puts a person before the panels of a screen."""
    opened: list[Panels] = []

    def make(ui: Ui, live: Any = None, desk: Any = None, size: tuple[int, int] = (960, 540)) -> Person:
        panels = Panels(None, ui, size)
        opened.append(panels)
        return Person(panels, ui, live, desk)

    yield make
    for each in reversed(opened):
        each.close()


@pytest.fixture
def table() -> Iterator[Live]:
    """Return a bare table with a block that lies on it."""
    from sandbox.geometry import Pose

    live = Live.empty()
    live.add(live.catalogue.get("hurlyburly/block"), "red.block1", Pose((0.0, 0.0, 0.007)))
    live.advance(0.1, 1.0)
    yield live
    live.close()
