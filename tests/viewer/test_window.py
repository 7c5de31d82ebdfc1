"""A headless window, driven by dispatched events: the free table, the physics panel, a garden that is watered."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.geometry import Pose
from sandbox.physics import World
from sandbox.physics.recorder import recording
from tests.viewer.window_kit import Person, says

SIZE = (800, 450)


@pytest.fixture(scope="module")
def window_size() -> tuple[int, int]:
    """Return how large the window is."""
    return SIZE


def test_a_free_table(person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Spawn, hover, drag, undo, lock, duplicate, delete, save and load, all as a person does."""
    app = person.app
    monkeypatch.chdir(tmp_path)
    person.wait(2)
    person.push("Empty table")
    assert app.ui.screen == "table"
    app.ui.do("spawn", component="common/cube", count=1)
    person.wait()
    (cube,) = app.ui.selected
    assert app.live is not None
    person.key("Esc")
    person.key("Home")
    person.until(lambda: not app.orbit.is_gliding and app.live.is_quiet)
    start = np.array(app.live.world.pose(cube).position)
    goal = (float(start[0]) + 0.05, float(start[1]) - 0.03, 0.0)
    person.move(*person.see(cube))
    assert app.ui.hovered == cube
    assert says(person, "5.64 g, beech")
    person.carry(cube, goal)
    person.until(lambda: app.live.is_quiet)
    moved = np.array(app.live.world.pose(cube).position)
    assert moved[:2] == pytest.approx(goal[:2], abs=6e-3)
    person.key("Ctrl+Z")
    assert np.array(app.live.world.pose(cube).position) == pytest.approx(start, abs=1e-4)
    app.select([cube])
    person.key("L")
    assert cube in app.live.locked
    person.move(*person.see(cube))
    person.press()
    assert says(person, f"{cube} is locked")
    person.release()
    person.key("L")
    person.key("Ctrl+D")
    assert len(app.live.world.loose) == 2
    person.key("F5")
    person.key("Delete")
    assert len(app.live.world.loose) == 1
    person.key("F9")
    assert len(app.live.world.loose) == 2
    person.key("F12")
    assert len(list(tmp_path.glob("*.png"))) == 1


def test_the_eye_and_the_overlays(person: Person):
    """Drags, wheel, numbers and arrows move the eye; what is shown is shown; a still table is not drawn again."""
    app = person.app
    before = app.orbit.camera
    person.move(SIZE[0] // 2, SIZE[1] - 120)
    person.press("right")
    person.drag(SIZE[0] // 2 + 60, SIZE[1] - 140, "right", steps=2)
    person.release("right")
    assert app.orbit.camera.azimuth_deg != before.azimuth_deg
    person.scroll(2)
    assert app.orbit.camera.distance < before.distance
    person.key("6")
    person.until(lambda: not app.orbit.is_gliding)
    assert app.orbit.camera.elevation_deg == pytest.approx(89)
    person.key("Alt+3")
    person.key("Alt+6")
    assert app.ui.overlays >= {"balance", "names"}
    person.until(lambda: bool(app.ui.labels))
    drawn = app.picture.drawn
    person.wait(3)
    assert app.picture.drawn == drawn
    person.key("F1")
    assert says(person, "show or hide the keys")
    person.key("F1")


SLIDES = """
title = "A block at 0.35 m/s slides further than it does on wood"
[[place]]
name = "block"
component = "common/block"
[[act]]
settle = { timeout_s = 2 }
[[act]]
launch = { body = "block", towards = [500, 0, 5], speed = 0.35 }
[[act]]
settle = { timeout_s = 5 }
[[expect]]
moved = { body = "block", at_least_mm = 40 }
"""


def test_friction_is_dragged_felt_saved_and_run(person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The slider is dragged with the mouse: a block slides further, also in a run with the saved profile."""
    app = person.app
    monkeypatch.chdir(tmp_path)
    app.ui.do("start_empty")
    app.ui.do("spawn", component="common/block", count=1)
    person.wait(2)
    (block,) = app.ui.selected

    def slide() -> float:
        live = app.live
        assert live is not None
        person.until(lambda: live.is_quiet)
        live.world.launch(block, (0.35, 0.0, 0.0))
        start = live.world.pose(block).position[0]
        person.wait(2)
        person.until(lambda: live.is_quiet)
        return float(live.world.pose(block).position[0] - start)

    rough = slide()
    assert app.live is not None
    pair = app.live.world.body(block).component.material, app.live.world.body("table").component.material
    before = app.live.materials.pair(*pair).friction
    person.key("F2")
    person.wait(4)
    bar = app.panels.pressable["Friction"]
    grab = max(bar.width * before / 1.5, 6.0)
    person.move(bar.x + grab, person.size[1] - (bar.y + bar.height / 2))
    person.press()
    person.drag(bar.x + bar.width * 0.05, person.at[1])
    assert app.live.materials.pair(*pair).friction == before, "a slider that is held changes nothing yet"
    person.release()
    person.wait(3)
    slippery = app.live.materials.pair(*pair).friction
    assert 0.0 < slippery < 0.12 < before
    assert app.live.world.body(block).component.material == pair[0]
    assert slide() > 2 * rough
    person.push("Save as profile")
    assert (tmp_path / "my_profile.toml").is_file(), app.ui.message
    person.key("F2")
    (tmp_path / "slides.toml").write_text(SLIDES, encoding="utf-8")
    command = [sys.executable, "-m", "sandbox", "run", "slides.toml", "--jobs", "0"]
    codes = [
        subprocess.run([*command, *more], cwd=tmp_path, capture_output=True, check=False).returncode
        for more in ([], ["--profile", "my_profile.toml"])
    ]
    assert codes == [1, 0]


def test_a_bed_is_watered(person: Person):
    """The can is carried with the mouse and tilted with a key: beside the hollow is refused, above it is not."""
    app = person.app
    app.ui.overlays = {"evidence"}
    app.ui.do("start_game", game="beethupferl", players=("you", "bot"), seed=5)
    person.wait()
    desk = app.desk
    assert desk is not None
    desk.beat = 0.0
    person.until(lambda: desk.is_your_turn and not desk.busy, 60)
    wanted = next(text for _, text in desk.moves() if "hollow" in text)
    person.push(wanted)
    person.until(lambda: bool(desk.hands()) and not app.orbit.is_gliding)
    assert app.ui.tool == "can"
    before = len(desk.session.entries)
    can = "can"
    person.move(*person.see(can))
    person.press()
    person.drag(person.at[0] + 12, person.at[1] + 8, steps=3)
    person.release()
    person.keep("10_garden")
    person.key("T")
    person.until(lambda: len(desk.session.entries) > before, 60)
    assert not desk.rulings[-1].legal
    assert says(person, "Refused")
    assert says(person, "from the middle of the hollow")
    person.keep("11_refused")
    person.push("hands auto")
    person.until(lambda: desk.rulings[-1].legal, 90)
    assert desk.rulings[-1].rule.startswith("beethupferl.")
    assert says(person, "Allowed")
    person.keep("12_watered")


def test_what_may_not_be_touched_says_why(person: Person):
    """A piece that the game does not let be moved now is refused with a reason that stays to be read."""
    app = person.app
    app.ui.do("start_game", game="hurlyburly", players=("you", "bot"), seed=5)
    person.wait()
    assert app.live is not None
    assert app.desk is not None
    app.desk.beat = 0.0
    person.until(lambda: app.desk.is_your_turn and not app.desk.busy, 60)
    app.set_tool("drag")
    name, place = person.find(each for each in app.live.world.loose if app.desk.why_not(each, "move"))
    person.move(*place)
    person.press()
    person.wait()
    assert app.ui.is_bad
    assert says(person, app.desk.why_not(name, "move"))
    assert app.ui.held is None
    person.release()
    person.key("Ctrl+M")
    assert app.ui.screen == "menu"
    assert any(title.startswith("Hurlyburly, kept by itself") for _, title in app.ui.saves)


def test_a_trace_plays_with_the_same_scrubber(person: Person, tmp_path: Path):
    """What a headless run did is opened, played, sought in and stepped through; nothing in it can be taken."""
    app = person.app
    catalogue = Catalogue()
    with World(catalogue.materials) as world:
        world.add(catalogue.get("common/table"), "table")
        world.add(catalogue.get("common/cube"), "cube", Pose((0.0, 0.0, 0.2)))
        with recording(world) as recorder:
            world.run(0.6)
        recorder.trace().save(tmp_path / "fall.npz")
    app.ui.do("open_trace", path=str(tmp_path / "fall.npz"))
    person.wait(2)
    live = app.live
    assert live is not None
    assert live.is_replay
    live.paused = True
    app.ui.do("seek", time=0.0)
    person.wait()
    high = live.look().pose("cube").position[2]
    assert high == pytest.approx(0.2, abs=5e-3)
    live.paused = False
    person.until(lambda: live.now >= live.span[1] - 1e-6)
    assert live.look().pose("cube").position[2] < 0.05
    person.key(",")
    assert live.now < live.span[1]
    app.focus(["cube"], at_once=True)
    person.move(SIZE[0] // 2, SIZE[1] // 2)
    person.press()
    assert app.ui.held is None
    person.release()
