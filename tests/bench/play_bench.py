"""What the window costs beyond the picture: marks, panels, submitting, still frames, memory."""

from __future__ import annotations

import itertools
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pyglet

from sandbox.components.catalogue import Catalogue
from sandbox.geometry import Pose
from sandbox.physics import World
from sandbox.play.app import App
from sandbox.play.live import Live
from sandbox.play.marks import Line, Ring
from sandbox.play.window import open_window
from sandbox.viewer.quality import TIERS, tier
from tests.bench.bench import Row, cpu_seconds, median, median_ratio
from tests.bench.viewer_bench import BODIES, KINDS, SIZE, bare_loop

FRAMES = 400
"""Frames whose memory is measured; what 10,000 would take is extrapolated."""

SMALL = (320, 200)


def crowd(count: int = BODIES) -> Live:
    """Return a live table with `count` pieces of six kinds, 7 cm apart."""
    catalogue = Catalogue()
    world = World(catalogue.materials)
    world.add(catalogue.get("common/table"), "table")
    pieces = []
    for index in range(count):
        kind = catalogue.get(KINDS[index % len(KINDS)])
        x, y = (index % 15 - 7) * 0.08, (index // 15 - 4.5) * 0.075
        pieces.append((kind, f"piece.{index}", Pose((x, y, -kind.extent()[0][2]))))
    world.add_all(pieces)
    return Live(world, catalogue=catalogue)


def rows(frames: int = 7) -> list[Row]:
    """Measure in a headless window; CPU time of all threads but where the row says otherwise."""
    pyglet.options.headless = True
    window = open_window(SIZE, is_headless=True)
    app = App(window, quality="low", is_silent=True)
    app.open(crowd())
    assert app.live is not None
    app.live.paused = True
    app.frame(1 / 60)
    turns = itertools.cycle((0.2, -0.2))
    out = []

    def moving() -> None:
        """Draw a frame of the whole program in which the eye has moved."""
        app.orbit.turn(next(turns), 0.0, SIZE)
        app.frame(1 / 60)
        app.context.finish()

    def still() -> None:
        app.frame(1 / 60)
        app.context.finish()

    for name in TIERS:
        app.picture.set_tier(tier(name))
        moving()
        ratio, submit = picture_rows(app, frames)
        out.append(Row(f"window, {name}: picture with marks over a bare moderngl loop", ratio, "x", 1.15))
        out.append(
            Row(f"window, {name}: submitting a picture of {BODIES} bodies", submit * 1000, "ms of its thread")
        )
    app.picture.set_tier(tier("low"))
    moving()
    out.append(Row("window, low: whole frame, 720p", 1000 * median(frames, lambda: cpu_seconds(moving)), "CPU ms"))
    out.append(
        Row(
            "window, low: frame in which nothing changed",
            1000 * median(frames, lambda: cpu_seconds(still)),
            "CPU ms",
        )
    )
    app.close()
    in_flight = four_players()
    out.append(Row("window: a second of a shot in Hurlyburly with four players", in_flight, "CPU s, undrawn", 1.0))
    out.append(Row("window: memory after 10,000 frames, from 400", memory_growth(), "MB", 10))
    return out


def picture_rows(app: App, frames: int) -> tuple[float, float]:
    """Return a picture's CPU time over that of its draw calls alone, and the seconds of submitting it."""
    picture, live = app.picture, app.live
    assert live is not None
    snapshot, camera = live.look(), app.orbit.camera
    scene = picture.scene
    assert scene is not None
    stand_in = SimpleNamespace(
        drawer=picture._drawer,
        context=app.context,
        _many=picture._many,
        _plain=picture._plain,
        draw=lambda scene, camera: picture._drawer.draw(scene, camera, picture._many or picture._plain),
    )
    calls = bare_loop(stand_in, picture.tier, scene, camera)

    def bare() -> None:
        calls()
        app.context.copy_framebuffer(app.screen, picture._shown)
        app.context.finish()

    ring = np.linspace(0, 2 * np.pi, 80)
    marks = [Line(np.c_[0.2 * np.cos(ring), 0.2 * np.sin(ring), 0.1 + 0 * ring], "info"), Ring((0, 0, 0.01), 0.3)]

    def draw() -> None:
        picture._last = None  # as if something had moved
        picture.draw(snapshot, camera, marks, outlined={"piece.20": "select"}, glowing="piece.30")
        picture.show(app.screen)

    def ours() -> None:
        draw()
        app.context.finish()

    def submit() -> float:
        started = time.thread_time()
        draw()
        spent = time.thread_time() - started
        app.context.finish()
        return spent

    ours()
    bare()
    ratio = median_ratio(frames, lambda: cpu_seconds(ours), lambda: cpu_seconds(bare))
    return ratio, median(frames, submit)


def memory_growth() -> float:
    """Return the megabytes that 10,000 frames would add, from a few hundred in a small window."""
    window = open_window(SMALL, is_headless=True)
    app = App(window, quality="low", is_silent=True)
    app.open(crowd(30))
    app.ui.overlays |= {"contacts", "balance"}
    turns = itertools.cycle((1.0, -1.0))

    def go(count: int) -> None:
        for _ in range(count):
            app.orbit.turn(next(turns), 0.0, SMALL)
            app.frame(1 / 60)

    go(FRAMES // 2)  # the last minute of snapshots fills, caches too
    app.live.paused = True  # type: ignore[union-attr]
    before = resident()
    go(FRAMES)
    grown = resident() - before
    app.close()
    return grown / 1e6 * 10_000 / FRAMES


def resident() -> int:
    """Return the bytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def four_players() -> float:
    """Return the CPU seconds that a second of a shot costs in a game of four, drawing left out.

    A person's own catapult shoots at a tower; what is not in play is frozen, and so costs nothing.
    """
    from tests.viewer.window_kit import DT, Person

    person = Person(SMALL)
    app = person.app
    app.ui.do("start_game", game="hurlyburly", players=("you", "bot", "bot", "bot"), seed=5)
    person.wait()
    desk = app.desk
    assert desk is not None
    desk.beat = 0.0
    person.until(lambda: desk.is_your_turn and not desk.busy, 120)
    app.ui.do("move", move=next(move for move, text in desk.moves() if text.startswith("Launch")))
    person.until(lambda: bool(desk.hands()))
    app.ui.do("hands", key="auto")  # where it stands matters little here
    person.until(lambda: "basket" in desk.hint, 60)
    assert app.live is not None
    arm = desk.catapult("p1.catapult")
    assert arm is not None
    arm.take()
    arm.pull_to(0.7 * arm.most_deg)
    for _ in range(20):
        app.advance(DT)
    assert arm.let_go()
    started, frames = time.process_time(), 0
    while desk.is_your_turn and frames < 60:
        app.advance(DT)
        frames += 1
    spent = time.process_time() - started
    person.leave()
    return spent / (frames * DT)
