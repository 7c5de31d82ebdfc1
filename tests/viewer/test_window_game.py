"""A first game of Hurlyburly in a headless window, by mouse and keys alone; every step is kept as a picture.

Menu, a level built by hand, the referee's ruling, a shot, undo and redo, save and load, replay.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandbox.errors import BadFile, InputError
from sandbox.play import files
from sandbox.play.desk_replay import Replay
from sandbox.play_cli import view
from tests.viewer.window_kit import Person, says


def test_a_first_game(person: Person, tmp_path: Path):
    """From the menu to a shot that the referee rules on, back, and on from a file."""
    app = person.app
    # --- the menu
    person.wait(2)
    assert {"Play", "game hurlyburly", "Empty table"} <= set(person.buttons)
    person.keep("1_menu")
    person.push("game hurlyburly")
    app.panels.menu.seed = "5"
    person.push("Play")
    desk = app.desk
    assert desk is not None
    assert app.ui.screen == "table"
    desk.beat = 0.0
    person.until(lambda: desk.is_your_turn and not desk.busy)
    assert says(person, "Your turn: choose on the right.")
    person.keep("2_choose")

    # --- a level by hand
    person.push("Build one level")
    person.until(lambda: bool(desk.hands()) and not app.orbit.is_gliding)
    assert says(person, "Build 1 level on the tower of P1")
    person.keep("3_build")
    person.move(*person.see("p1.level2.wall1"))
    assert app.ui.hovered == "p1.level2.wall1"
    assert says(person, "1.66 g")
    for name, place in (
        ("p1.level2.wall2", (-0.273, 0.010, 0.064)),
        ("p1.level2.wall1", (-0.323, -0.010, 0.064)),
        ("p1.level2.platform1", (-0.299, 0.0, 0.128)),
        ("p1.flag1", (-0.299, 0.0, 0.129)),
    ):
        person.carry(name, person.balance(name, place))
    person.keep("4_built")
    assert app.live is not None
    assert app.live.world.pose("p1.flag1").position[2] == pytest.approx(0.128, abs=2e-3)
    person.push("hands done")
    person.until(lambda: not desk.is_your_turn or desk.seat is None or "build" not in desk.turn)
    ruling = desk.rulings[-1]
    assert (ruling.legal, ruling.rule) == (True, "hurlyburly.build.strong")
    assert says(person, "The tower of P1 has 2 levels, the flag on top")

    # --- the bot's turn is watched, then a shot
    person.until(lambda: desk.is_your_turn and not desk.busy, 90)
    before = len(desk.session.entries)
    state = desk.session.state
    shots = [text for _, text in desk.moves() if text.startswith("Launch one block")]
    person.push(shots[0])
    person.until(lambda: bool(desk.hands()))
    assert says(person, "Put the catapult within 20 cm of your flag")
    person.keep("5_aim")
    person.push("hands done")
    person.until(lambda: "basket" in desk.hint and not app.orbit.is_gliding)
    assert says(person, "Drag the basket back, watch the arc, and let go.")
    person.move(*person.see("p1.block1"))
    person.press()
    assert app.ui.held == "p1.catapult"
    x, y = person.at
    person.drag(x - 45, y - 12, steps=5)
    person.wait(3)
    assert any("lands" in line for line in app.ui.tooltip)
    person.keep("6_pull")
    person.release()
    person.until(lambda: len(desk.session.entries) > before + 2, 60)
    assert desk.rulings[-1].rule.startswith("hurlyburly.")
    assert says(person, "Allowed", "Refused")
    person.wait(10)
    person.keep("7_shot")

    # --- back and forth, and from a file
    for _ in range(3):
        if len(desk.session.entries) > before:
            person.key("Ctrl+Z")
            person.until(lambda: not desk.busy)
    assert len(desk.session.entries) == before
    assert desk.session.state == state
    person.key("Ctrl+Y")
    person.until(lambda: not desk.busy)
    assert len(desk.session.entries) > before
    person.key("Ctrl+Z")
    person.until(lambda: not desk.busy)
    person.key("F5")
    assert says(person, "saved as")
    lying = desk.session.lying
    person.key("F9")
    person.wait(2)
    loaded = app.desk
    assert loaded is not None
    assert loaded is not desk
    assert loaded.session.state == state
    assert loaded.session.lying == lying
    assert loaded.log == desk.log
    person.keep("8_loaded")

    # --- watched again from its beginning
    person.key("Ctrl+M")
    person.push("page saves")
    person.push("watch quick-game.json")
    replay = app.desk
    assert isinstance(replay, Replay)
    assert replay.shown_acts[1] == len(loaded.session.entries)
    replay.beat = 0.0
    person.until(lambda: replay.shown_acts[0] >= 3, 60)
    assert replay.session.state != state
    person.key("Ctrl+Z")
    assert replay.shown_acts[0] == 2
    person.wait(2)
    person.keep("9_replay")

    # --- and gone on with, after a model was changed: that is said, not only when it goes back
    quick = files.quick_file(True)
    data = json.loads(quick.read_text(encoding="utf-8"))
    data["models"]["hurlyburly/wall.toml"] = "00000000"
    quick.write_text(json.dumps(data), encoding="utf-8")
    person.key("F9")
    assert says(person, "another hurlyburly/wall.toml")
    person.keep("15_other_models")


def test_a_scenario_is_performed(person: Person, tmp_path: Path):
    """From the menu: acts happen, expectations come true, it is paused, replayed, and made with another seed."""
    app = person.app
    person.key("Ctrl+M")
    person.push("page scenarios")
    app.panels.menu.search = "domino fells"
    person.push("scenario dominoes_all_fall")
    person.wait(2)
    acts = app.live.performance
    assert acts is not None
    assert says(person, "not true yet")
    person.key("Space")
    then = app.live.time
    person.wait(5)
    assert app.live.time == then
    person.key("Space")
    person.until(lambda: not app.live.is_performing)
    person.wait(2)
    assert (acts.holds, acts.seen) == (True, {(acts.seed, 0): True})
    assert says(person, "Holds")
    person.keep("13_scenario")
    eye = app.orbit.camera
    person.push("Another seed")
    assert app.live.performance.number == 1
    assert app.live.is_performing
    assert app.orbit.camera == eye

    # other physics: it begins again with them, and keeps them until they are reset
    app.ui.do("physics", changes=app.live.changes.with_profile(gravity=1.62))
    person.wait(2)
    assert "Changed physics" in person.buttons
    assert says(person, "with changed physics")
    assert app.live.world.gravity[2] == pytest.approx(-1.62)
    person.push("Replay")
    assert app.live.profile.gravity == pytest.approx(1.62)
    assert app.live.performance.number == 1
    person.key("F2")
    person.wait(2)
    person.push("Reset")
    assert app.live.profile.gravity == pytest.approx(9.81)
    person.key("F2")


def test_a_scenario_that_cannot_be_read_opens_no_window(tmp_path: Path):
    """What is wrong is said before a window opens, and a seed is for scenarios only."""
    bad = tmp_path / "bad.toml"
    bad.write_text('title = "x"\nact = [{ jump = 1 }]\n', encoding="utf-8")
    with pytest.raises(BadFile, match="jump"):
        view(bad)
    (tmp_path / "t.npz").write_bytes(b"")
    with pytest.raises(InputError, match="only a scenario takes a seed"):
        view(tmp_path / "t.npz", seed=3)


def test_a_clock_runs_on_the_screen(person: Person):
    """While hands race to tap, the time that the rules give runs down, and what its end means is said."""
    app = person.app
    app.ui.do("start_game", game="bourpif", players=("you", "bot"), seed=3)
    person.wait(1)
    desk = app.desk
    assert desk is not None
    person.until(lambda: desk.clock is not None and bool(desk.clock.said), 60)
    assert says(person, "Who taps first?")
    assert says(person, "of 1:00.0")
    assert says(person, "who has not tapped gets nothing")
    person.push("Skip ahead")
    assert desk.clock is None
    person.key("Ctrl+M")


def test_changed_physics_is_named_while_the_game_replaces_its_table(person: Person):
    """The sign stays over new tables until a reset; beside the garden lies what is not in it."""
    app = person.app
    app.ui.do("start_game", game="beethupferl", players=("you", "bot"), seed=3)
    person.wait(1)
    desk = app.desk
    assert desk is not None
    desk.beat = 0.0
    person.until(lambda: desk.is_your_turn and not desk.busy, 60)
    assert app.live is not None
    assert person.place((0.0, 0.0, 0.02))[0] < person.middle("bowl")[0] < person.size[0] * 0.7  # both are seen
    before = app.live
    app.ui.do("physics", changes=app.live.changes.with_profile(gravity=3.0))
    person.wait(2)
    assert "Changed physics" in person.buttons
    move = next(m for m, _ in desk.moves() if desk.session.game.notation.to_text(m) == "direct 6")
    app.ui.do("move", move=move)
    person.wait(3)
    assert app.live is not before
    assert app.live.profile.gravity == 3.0
    assert "Changed physics" in person.buttons
    person.keep("14_changed_physics")
    person.push("Changed physics")
    person.push("Reset")
    assert app.live.profile.gravity == pytest.approx(9.81)
    person.key("F2")
    person.wait(2)
    assert "Changed physics" not in person.buttons
    person.key("Ctrl+M")
