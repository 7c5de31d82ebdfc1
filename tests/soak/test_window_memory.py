"""Ten thousand frames of the window, one after another, with everything on: the memory does not grow.

About 10 minutes of processor time at the smallest window; `pytest -m soak tests/soak/test_window_memory.py`.
"""

from __future__ import annotations

import gc

import numpy as np
import pytest

from sandbox.play.window import LEAST
from tests.bench.play_bench import crowd, resident
from tests.viewer.window_kit import Person

WARM_UP = 2_000
"""Frames of 1/30 s until the last minute of snapshots is full, and caches have seen what is there."""

FRAMES = 10_000
EVERY = 500
ALLOWED = 3.0
"""Megabytes that 10,000 frames may add: less than a third of a kilobyte a frame, the noise of the allocator."""


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_ten_thousand_frames(tmp_path, monkeypatch):
    """The eye turns, pieces are pushed, panels with plots and the list of keys open and close, marks are drawn."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    person = Person(LEAST)
    app = person.app
    app.open(crowd(30))
    assert app.live is not None
    live = app.live
    app.ui.overlays |= {"contacts", "balance", "supports", "names"}
    app.ui.do("panel_physics")
    pieces = live.world.loose
    rng = np.random.default_rng(8)
    megabytes = []
    for number in range(WARM_UP + FRAMES + 1):
        app.orbit.turn(1.0 if number // 200 % 2 else -1.0, 0.0, LEAST)
        if number % 100 == 0:
            live.world.launch(pieces[number // 100 % len(pieces)], (0.0, 0.0, 0.4))
            person.move(*rng.integers((0, 0), LEAST))
        if number % 250 == 0:
            app.ui.do("help")
        person.wait()
        if number >= WARM_UP and number % EVERY == 0:
            gc.collect()
            megabytes.append(resident() / 1e6)
    person.leave()
    grown = np.array(megabytes) - megabytes[0]
    slope = float(np.polyfit(np.arange(len(grown)), grown, 1)[0]) * FRAMES / EVERY
    told = f"{slope:+.2f} MB in {FRAMES} frames; {np.round(grown, 1)}"
    print(told)  # noqa: T201 (the figure is what a soak is run for)
    assert slope < ALLOWED, told
