"""Games at a desk: a person's own hands, bots that are watched, refusals, undo, practice, advice."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from sandbox.geometry import Pose, Twist, quat_from_euler_deg
from sandbox.play.desk import Desk, is_game
from sandbox.play.tools import tools_for
from sandbox.play.tooltip import tooltip
from sandbox.play.ui import Ui
from sandbox.players.tables.hurlyburly import stand
from sandbox.referee import saving
from sandbox.referee.hurlyburly import ByHand, HurlyburlyTable
from sandbox.rules.registry import load_game
from tests.play.desk_kit import CATALOGUE, build, move
from tests.play.hands import click, frames, play, pointer


def test_a_level_built_by_hand_is_read_as_it_stands(desk: Desk, tmp_path: Path) -> None:
    """Carried, looked at, ruled on; saved, it is read again to the last digit; the bot answers and is watched."""
    assert desk.tell(move(desk, "fast 1")).ruling.legal
    assert desk.is_your_turn
    assert desk.moves() == []
    assert "Build 1 level" in desk.hint
    assert [key for key, _ in desk.hands()] == ["done", "reset", "auto"]
    loose = desk.live.world.loose
    assert "p1.level2.wall1" in loose  # from the supply, and on the referee's table only when it is built
    assert {
        name: desk.owner(name)
        for name in loose
        if f"belongs to {name[:2].upper()}" not in tooltip(desk.live, name, desk)
    } == {}
    for _ in range(2):  # that nothing was built is nobody's fault, and asking again makes it no other
        assert "where you found them: build, or" in desk.do("done")
    assert desk.busy is None
    build(desk)
    assert desk.do("done") == ""
    assert desk.busy == "waiting for rest"
    play(desk, 20, lambda: len(desk.session.entries) == 4)
    found = desk.ruling
    assert found is not None
    assert found.legal, found.text
    assert found.rule == "hurlyburly.build.fast"
    assert "2 levels" in found.reason
    assert found.rule_text
    assert desk.score[0][1].startswith("2 levels")
    assert isinstance(desk.session.entries[-1].attempt, ByHand)
    watched = []
    play(desk, 60, lambda: watched.append(desk.live.is_replay) or bool(desk.moves()))
    assert any(watched)
    file = tmp_path / "game.json"
    desk.save(file)
    assert is_game(file)
    game = load_game("hurlyburly")
    saved = saving.load(file, game, HurlyburlyTable())
    assert [d for d in saving.verify(saved, game, HurlyburlyTable()) if isinstance(d, saving.Difference)] == []


def test_a_tower_that_fell_under_the_hands_is_looked_at(desk: Desk) -> None:
    """Nothing can be built on it any more: asked twice, the referee says what is lost."""
    assert desk.tell(move(desk, "fast 1")).ruling.legal
    world = desk.live.world
    world.put("p1.level1.platform1", world.pose("p1.level1.platform1"), Twist(linear=(1.5, 0.0, 0.5)))
    frames(desk.live, 60)
    assert "press again" in desk.do("done")
    assert desk.do("done") == ""
    play(desk, 20, lambda: len(desk.session.entries) == 4)
    found = desk.ruling
    assert found is not None
    assert found.rule == "hurlyburly.repair.own-fault"
    assert "hands knock a tower over: P1 loses 2 levels" in found.reason


def test_a_level_that_was_only_dropped_does_not_stand(desk: Desk) -> None:
    """Its cards go to the supply; nobody is said to have knocked over what stands."""
    assert desk.tell(move(desk, "fast 1")).ruling.legal
    world = desk.live.world
    for name in ("p1.level2.wall1", "p1.level2.platform1", "p1.flag1"):
        world.put(name, world.pose(name).moved((0.0, 0.01, 0.0)))
    assert desk.do("done") == ""
    play(desk, 20, lambda: len(desk.session.entries) == 4)
    found = desk.ruling
    assert found is not None
    assert (found.legal, found.rule) == (True, "hurlyburly.repair.own-fault")
    assert found.reason.startswith("what is built does not stand: P1 loses 1 level and keeps 1")


def test_undo_takes_a_whole_turn_back_and_redo_brings_it_again(desk: Desk) -> None:
    """Rules, table, log and score together, also of a game that was loaded; what was not done is not redone."""
    before = desk.session.state, desk.session.lying, len(desk.log)
    desk.tell(move(desk, "fast 1"))
    desk.do("auto")
    play(desk, 60, lambda: bool(desk.moves()))
    after = desk.session.state, desk.session.lying, desk.log, desk.score
    assert after[0] != before[0]
    assert "taken back" in desk.undo()
    assert (desk.session.state, desk.session.lying, len(desk.log)) == before
    assert desk.can_redo
    assert desk.moves()
    assert "done again" in desk.redo()
    assert (desk.session.state, desk.session.lying, desk.log, desk.score) == after
    assert set(desk.live.kinds) >= {p.name for p in desk.session.lying.on_table()}
    desk.undo()
    desk.tell(move(desk, "collect"))
    assert not desk.can_redo
    assert desk.redo() == "nothing was taken back"


def test_a_loaded_game_sets_its_table_up_again_before_it_goes_back(desk: Desk, tmp_path: Path) -> None:
    """Its file keeps the last table only; the acts are performed once more."""
    desk.tell(move(desk, "collect"))
    before = desk.session.entries[-1].before
    file = tmp_path / "game.json"
    desk.save(file)
    again = Desk.load(file, CATALOGUE, in_background=False)
    assert "set up again" in again.undo()
    play(again, 5, lambda: bool(again.moves()))
    assert again.session.state == before
    assert again.session.lying == desk.session.lying
    again.close()


def test_what_is_refused_says_its_rule_and_nothing_is_lost(desk: Desk) -> None:
    """A level on no wall is refused or falls by the rules; the pieces stay where they are, to be put right."""
    desk.tell(move(desk, "defend 3 0"))
    state, lying = desk.session.state, desk.session.lying
    world = desk.live.world
    for name in ("p1.sandbag2", "p1.sandbag3"):  # taken up and put elsewhere
        world.put(name, world.pose(name).moved((-0.01, 0.0, 0.0)))
    tower = world.bounds(["p1.level1.wall1", "p1.level1.wall2", "p1.level1.platform1"])
    bag = world.bounds(["p1.sandbag1"])[0]
    # Its box ends where the tower's begins, in the middle of the tower's side.
    x = float(tower[:, 1, 0].max() - bag[0, 0]) + 5e-5
    y = float((tower[0, 0, 1] + tower[0, 1, 1]) / 2 - (bag[0, 1] + bag[1, 1]) / 2)
    world.put("p1.sandbag1", world.pose("p1.sandbag1").moved((x, y, 0.0)))
    frames(desk.live, 20)
    live = desk.live
    desk.do("done")
    play(desk, 20, lambda: len(desk.rulings) > len(desk.session.entries) - 1 and desk.busy is None)
    found = desk.ruling
    assert found is not None
    if not found.legal:
        assert found.rule in ("hurlyburly.build.no-touch", "hurlyburly.repair.tower", "hurlyburly.repair.defence")
        assert desk.session.state == state
        assert desk.session.lying == lying
        assert desk.live is live
        assert desk.do("reset") == "everything is back as it was"
        assert desk.hands()
    else:
        pytest.fail(f"a sandbag against a tower was allowed: {found.text}")


def test_a_shot_by_hand(desk: Desk) -> None:
    """The catapult is put, the basket pulled and let go; the ruling speaks of the flight that was seen."""
    desk.tell(move(desk, "fire P2"))
    place = stand(desk.session.lying, 0, 1)
    turn = quat_from_euler_deg(0.0, 0.0, place.yaw_deg)
    far = Pose((place.x - 0.15, place.y + 0.2, 0.0), turn)
    desk.live.world.put("p1.catapult", far)
    assert any(getattr(mark, "colour", "") == "bad" for mark in desk.marks())
    desk.do("done")
    play(desk, 5, lambda: desk.busy is None and len(desk.session.entries) == 4)
    refused = desk.ruling
    assert refused is not None
    assert not refused.legal
    assert refused.rule == "hurlyburly.attack.position"
    desk.live.world.put("p1.catapult", Pose((place.x, place.y, 0.0), turn))
    desk.do("done")
    play(desk, 5, lambda: len(desk.session.entries) == 5)
    assert "Drag the basket" in desk.hint
    tools = tools_for(desk.live, desk, Ui())
    tool = tools["drag"]
    basket = desk.live.world.pose("p1.block1").position
    ahead = math.radians(place.yaw_deg)
    aside = (-math.sin(ahead), math.cos(ahead))
    assert tool.press(
        pointer(desk.live, basket, eye=(basket[0] - aside[0], basket[1] - aside[1], basket[2] + 0.2))
    )
    arm = desk.catapult("p1.catapult")
    assert arm is not None
    arm.pull_to(50.0)
    frames(desk.live, 40)
    assert arm.pull_deg == pytest.approx(50, abs=1)
    tool.release(pointer(desk.live, basket, is_down=False))
    play(desk, 20, lambda: len(desk.session.entries) == 6)
    found = desk.ruling
    assert found is not None
    assert found.legal, found.text
    assert found.figures["pull_deg"] == pytest.approx(50, abs=1.5)
    assert found.figures["speed"] > 1.0


def test_only_what_is_in_your_hands_may_be_touched(desk: Desk) -> None:
    """Every refusal has its reason, in the tools too."""
    ui = Ui()
    tool = tools_for(desk.live, desk, ui)["drag"]
    low, high = desk.live.world.bounds(["p1.flag1"])[0]
    top = (float((low + high)[0] / 2), float((low + high)[1] / 2), float(high[2]) - 1e-3)
    assert click(tool, desk.live, top)
    assert "choose what to do first" in ui.message
    desk.tell(move(desk, "fast 1"))
    assert desk.why_not("p1.level2.wall1", "move") == ""
    assert "belongs to P2" in desk.why_not("p2.level1.wall1", "move")
    assert "may not be rearranged" in desk.why_not("p1.level1.wall1", "move")
    assert "the rules count them" in desk.why_not("p1.level2.wall1", "delete")
    assert desk.owner("p2.level1.wall1") == "P2"


def test_practice_does_not_count(desk: Desk) -> None:
    """Switched off, the game is where it was switched on; it does not come back by redo, nor into the autosave."""
    state, lying = desk.session.state, desk.session.lying
    desk.practice = True
    assert desk.live.can_rewind
    desk.tell(move(desk, "fast 1"))
    desk.do("auto")
    play(desk, 60, lambda: bool(desk.moves()))
    desk.autosave()
    assert not desk.autosave_path.exists()
    desk.practice = False
    assert (desk.session.state, desk.session.lying) == (state, lying)
    assert not desk.can_redo
    assert not desk.live.can_rewind


def test_advice_lets_pass_what_is_refused(desk: Desk) -> None:
    """In advisory mode the ruling is said, and the table stays as it was left."""
    desk.advisory = True
    desk.tell(move(desk, "fire P2"))
    desk.live.world.put("p1.catapult", Pose((0.0, 0.4, 0.0)))
    desk.do("done")
    play(desk, 5, lambda: len(desk.session.entries) == 4)
    found = desk.ruling
    assert found is not None
    assert not found.legal
    assert found.overruled
    (catapult,) = [p for p in desk.session.lying if p.name == "p1.catapult"]
    assert catapult.pose.position[:2] == pytest.approx((0.0, 0.4), abs=1e-6)
