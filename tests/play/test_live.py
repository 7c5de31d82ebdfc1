"""A live table: steps that are made or counted as lost, rest and sleep, the scrubber, undo, files, replays."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile, WorldError
from sandbox.geometry import Pose
from sandbox.physics import DEFAULT, Profile
from sandbox.play.live import Live
from sandbox.play.live_pace import LONGEST, Pace
from sandbox.play.performance import Performance
from sandbox.runner.plan import compile_plan
from sandbox.runner.trial import run_trial
from sandbox.scenario.load import load as load_scenario
from tests.play.hands import frames

SCENARIOS = Path(__file__).parents[2] / "scenarios"
CATALOGUE = Catalogue()


@pytest.fixture
def live() -> Iterator[Live]:
    """Return a table with a cube 200 mm above it and another one at rest."""
    table = Live.empty(CATALOGUE)
    cube = CATALOGUE.get("common/cube")
    table.add(cube, "falls", Pose((0.0, 0.0, 0.2 - cube.extent()[0][2])))
    table.add(cube, "rests", Pose((0.2, 0.0, -cube.extent()[0][2])))
    yield table
    table.close()


# --- the pace


def test_every_step_is_made_or_counted() -> None:
    """Over odd frames nothing is lost, and what a slow frame drops is said."""
    pace = Pace(720.0)
    made = 0
    for number in range(1000):
        seconds = (0.013, 0.0171, 0.02)[number % 3]
        due = pace.ask(seconds, 1.0)
        pace.done(due, due)
        made += due
    asked = sum((0.013, 0.0171, 0.02)[n % 3] for n in range(1000))
    assert made / 720 == pytest.approx(asked, abs=1 / 720)
    assert pace.factor == pytest.approx(1.0)
    assert not pace.is_behind
    assert pace.lost == 0.0
    due = pace.ask(0.05, 1.0)
    pace.done(due, due // 2)
    assert pace.is_behind
    assert pace.lost == pytest.approx((due - due // 2) / 720)
    pace.done(pace.ask(3.0, 1.0), round(LONGEST * 720))
    assert pace.lost == pytest.approx(3.0 - LONGEST + (due - due // 2) / 720, abs=2 / 720)
    assert pace.factor < 0.1


def test_the_factor_tells_what_a_table_does(live: Live) -> None:
    """With no time for the steps, simulated time and the factor say so together."""
    for _ in range(30):
        live.advance(1 / 20, budget=0.0)  # one chunk of steps is always made
    assert live.time == pytest.approx(live.factor * 1.5, rel=0.02)
    assert live.lost == pytest.approx(1.5 - live.time, abs=2e-3)
    assert live.is_behind


# --- time


def test_slow_motion_pause_and_single_steps(live: Live) -> None:
    """Ten times slower is ten times less time; paused it stands; a step is a step."""
    live.speed = 0.1
    frames(live, 60)
    assert live.time == pytest.approx(0.1, abs=2e-3)
    live.paused = True
    before = live.time
    frames(live, 10)
    assert live.time == before
    live.step_once()
    assert live.time - before == pytest.approx(1 / 720)
    assert live.lost == 0.0


def test_between_steps_the_picture_moves_on(live: Live) -> None:
    """In slow motion every frame shows another moment, and all lie on the fall's parabola."""
    live.speed = 0.05
    heights = []
    for _ in range(40):
        live.advance(1 / 60, budget=9.0)
        heights.append(live.look().pose("falls").position[2])
    drops = [a - b for a, b in pairwise(heights)]
    assert all(drop > 0 for drop in drops[3:])
    assert max(abs(b - a) for a, b in pairwise(drops[3:])) < 3e-5


def test_what_rests_sleeps_and_costs_nothing(live: Live) -> None:
    """Both cubes fall asleep; what is hit wakes again."""
    frames(live, 90)
    assert live.awake == []
    assert live.settled() is not None
    live.world.launch("falls", (1.0, 0.0, 0.0), start=(0.15, 0.0, live.world.pose("rests").position[2]))
    frames(live, 30)
    assert "rests" in live.awake or live.world.pose("rests").position[0] > 0.2005


def test_rest_is_told_as_headless_runs_tell_it(live: Live) -> None:
    """Not before the dwell, and what still moves is named."""
    live.begin_rest()
    frames(live, 5)
    assert live.settled() is None
    assert live.give_up_rest().moving[0].name == "falls"
    frames(live, 90)
    found = live.settled()
    assert found is not None
    assert found.quiet_after is not None
    assert 0.2 < found.quiet_after < 1.0


# --- the scrubber


def test_the_scrubber_looks_back_and_goes_on_from_there(live: Live) -> None:
    """The old moment is drawn, the world waits, and it goes on as it did."""
    frames(live, 6)
    then = live.look().pose("falls").position
    when = live.look().time
    frames(live, 60)
    live.seek(when)
    assert live.is_scrubbed
    assert math.dist(live.look().pose("falls").position, then) < 4e-4  # between two frames of the minute
    assert live.advance(1 / 60) == 0
    assert "goes on" in live.take_from_here()
    assert math.dist(live.look().pose("falls").position, then) < 4e-4
    frames(live, 90)
    assert live.world.pose("falls").position[2] < 0.03
    assert live.undo() == "before going back"


def test_a_game_does_not_go_back(live: Live) -> None:
    """Where it counts, the scrubber only looks."""
    frames(live, 10)
    live.can_rewind = False
    live.seek(0.0)
    assert "practice" in live.take_from_here()
    assert live.is_scrubbed
    live.seek(None)
    assert not live.is_scrubbed


# --- changing


def test_undo_brings_back_what_was_removed_locked_and_added(live: Live) -> None:
    """And redo does it again."""
    frames(live, 90)
    before = live.world.snapshot()
    live.keep("remove rests")
    live.remove("rests")
    live.keep("add")
    live.add(CATALOGUE.get("common/card"), "card", Pose((0.0, 0.2, 0.01)))
    live.keep("lock falls")
    live.lock("falls")
    assert live.world.body("falls").is_fixed
    assert [live.undo(), live.undo(), live.undo(), live.undo()][3] == "nothing to take back"
    now = live.world.snapshot()
    assert set(now.names) == set(before.names)
    assert all(math.dist(now.pose(n).position, before.pose(n).position) < 1e-9 for n in before.names)
    assert not live.world.body("falls").is_fixed
    assert live.redo() == "remove rests"
    assert "rests" not in live.kinds


def test_other_numbers_leave_everything_where_it_is(live: Live) -> None:
    """Gravity of the moon, slippery tables, heavier cubes: the world is built anew and moves on."""
    frames(live, 4)
    before = live.world.snapshot()
    told = []
    live.on_rebuild(lambda: told.append(True))
    slippery = live.materials.with_pairs(friction={("beech", "beech"): 0.01}, restitution={}, rolling={})
    heavy = 2 * CATALOGUE.get("common/cube").mass
    live.apply(profile=Profile(name="moon", gravity=1.62), materials=slippery, masses={"common/cube": heavy})
    after = live.world.snapshot()
    assert told == [True]
    assert all(math.dist(after.pose(n).position, before.pose(n).position) < 1e-12 for n in before.names)
    assert after.twist("falls").linear == pytest.approx(before.twist("falls").linear, abs=1e-9)
    assert live.materials.pair("beech", "beech").friction == 0.01
    assert live.kinds["falls"].mass == pytest.approx(heavy)
    speed = -after.twist("falls").linear[2]
    frames(live, 6)
    gained = -live.world.snapshot().twist("falls").linear[2] - speed
    assert gained == pytest.approx(1.62 * 0.1, rel=0.05)


def test_changed_physics_holds_until_it_is_reset(live: Live) -> None:
    """Pieces that come later are as heavy as those that are there; a reset brings all numbers back."""
    cube = CATALOGUE.get("common/cube")
    changes = live.changes.with_mass(cube.id, 3 * cube.mass).with_pair("friction", "beech", "beech", 0.02)
    live.change(changes)
    live.add(cube, "later", Pose((-0.2, 0.0, 0.1)))
    heavy = 3 * cube.mass
    assert {live.kinds[name].mass for name in ("falls", "rests", "later")} == {heavy}
    assert live.is_changed
    assert set(changes.words(live.shipped)) == {
        "friction of beech on beech 0.02",
        f"common/cube {3e3 * cube.mass:.4g} g",
    }
    live.change(live.shipped)
    assert not live.is_changed
    assert {live.kinds[name].mass for name in ("falls", "rests", "later")} == {cube.mass}
    assert live.materials == CATALOGUE.materials


# --- files and replays


def test_changed_physics_is_in_the_file(live: Live, tmp_path: Path) -> None:
    """Pairs, masses and the engine's numbers come back; so do a scenario's own; an older file still loads."""
    cube = CATALOGUE.get("common/cube")
    changes = live.changes.with_mass(cube.id, 3 * cube.mass).with_pair("friction", "beech", "table", 0.02)
    live.change(changes.with_profile(gravity=1.62))
    file = tmp_path / "table.json"
    live.save(file)
    again = Live.load(file, CATALOGUE)
    assert again.changes == live.changes
    assert again.is_changed
    assert again.materials == live.materials
    assert again.kinds["falls"].mass == live.kinds["falls"].mass
    again.change(again.shipped)
    assert again.kinds["falls"].mass == pytest.approx(cube.mass)
    assert again.profile == DEFAULT
    again.close()

    data = json.loads(file.read_text(encoding="utf-8"))
    kept = data.pop("changes")
    file.write_text(json.dumps(data), encoding="utf-8")
    older = Live.load(file, CATALOGUE)
    assert (older.profile.gravity, older.is_changed) == (1.62, False)
    older.close()
    for bad in ({**kept, "masses_kg": {cube.id: -1}}, {**kept, "friction": [["beech", "cheese", 1]]}, {}, [1]):
        file.write_text(json.dumps({**data, "changes": bad}), encoding="utf-8")
        with pytest.raises(BadFile, match="is no saved game or table"):
            Live.load(file, CATALOGUE)

    loaded = load_scenario(SCENARIOS / "common" / "two_rough_cards_leaning_together_stand.toml")
    plan = compile_plan(loaded, loaded.points[0], CATALOGUE, DEFAULT)
    assert plan.materials != CATALOGUE.materials
    scene = Live.of_performance(Performance(plan, 0), CATALOGUE)
    scene.save(file)
    again = Live.load(file, CATALOGUE)
    assert again.materials == scene.materials
    scene.close(), again.close()


def test_a_table_comes_back_from_its_file(live: Live, tmp_path: Path) -> None:
    """Kinds, poses, speeds, hinges, locks, profile; a broken file is one line."""
    live.add(CATALOGUE.get("hurlyburly/catapult"), "catapult", Pose((-0.2, 0.0, 0.0)))
    live.world.set_joint("catapult", "arm", -0.3)
    frames(live, 8)
    live.lock("rests")
    file = tmp_path / "deep" / "table.json"
    live.save(file)
    again = Live.load(file, CATALOGUE)
    one, other = live.world.snapshot(), again.world.snapshot()
    assert other.names == one.names
    assert other.poses == pytest.approx(one.poses, abs=1e-12)
    assert other.joints == pytest.approx(one.joints, abs=1e-9)
    assert again.locked == {"rests"}
    assert again.profile == live.profile
    again.close()
    file.write_text("{}")
    with pytest.raises(BadFile, match="is no saved game or table"):
        Live.load(file, CATALOGUE)


def test_a_scenario_stands_on_the_table_as_in_its_first_trial() -> None:
    """Its pieces, materials and title."""
    live = Live.of_scenario(SCENARIOS / "common" / "ten_blocks_stand.toml", CATALOGUE)
    assert len(live.kinds) == 12
    assert live.title
    frames(live, 30)
    assert not live.world.warnings
    live.close()


@pytest.mark.parametrize(
    "name", ["common/dominoes_all_fall", "hurlyburly/a_tower_on_a_table_tilted_by_16_degrees_falls"]
)
def test_a_scenario_happens_as_in_a_headless_run(name: str) -> None:
    """Frame by frame, with pauses and single steps, the same to the bit; expectations come true on the way."""
    loaded = load_scenario(SCENARIOS / f"{name}.toml")
    plan = compile_plan(loaded, loaded.points[0], CATALOGUE, DEFAULT)
    headless = run_trial(plan, 3, 1)
    acts = Performance(plan, 3, 1)
    live = Live.of_performance(acts, CATALOGUE)
    assert {row.is_final for row in acts.expected()} == {False}
    said = set()
    while live.is_performing:
        live.advance(0.031, budget=9.0)
        said |= {(row.what, row.holds) for row in acts.expected()}
        live.step_once()
    final = acts.stage.marks[f"act {len(acts.stage.acts)}"]
    angles = np.array(list(final.joints.values()))
    assert hashlib.sha256(final.poses.tobytes() + angles.tobytes()).hexdigest()[:16] == headless.digest
    rows = acts.expected()
    assert [(row.what, row.found, row.holds) for row in rows] == [
        (each.what, each.found, each.holds) for each in headless.measured
    ]
    assert acts.holds is headless.holds
    assert any((row.what, not row.holds) in said for row in rows)  # it was seen to change
    frames(live, 60)  # the table goes on, and what rests falls asleep
    assert not live.awake
    live.close()


def test_acts_end_where_hands_go_back(tmp_path: Path) -> None:
    """Going on from an old moment, or closing, ends the acts; a touch is remembered; a missing body is said."""
    loaded = load_scenario(SCENARIOS / "common" / "dominoes_all_fall.toml")
    plan = compile_plan(loaded, loaded.points[0], CATALOGUE, DEFAULT)
    acts = Performance(plan, 0)
    live = Live.of_performance(acts, CATALOGUE)
    frames(live, 20)
    live.seek(0.1)
    assert "the acts of the scenario end here" in live.take_from_here()
    assert (acts.is_stopped, acts.holds, live.is_performing) == (True, None, False)
    frames(live, 5)
    live.close()
    acts = Performance(plan, 0)
    live = Live.of_performance(acts, CATALOGUE)
    gone = next(act.push.body for act in plan.scenario.act if act.push)
    live.remove(gone)
    frames(live, 60)
    assert acts.is_touched
    assert acts.problem is not None
    assert gone in acts.problem
    assert (acts.holds, acts.seen) == (False, {})
    live.close()


def test_a_trace_plays_with_the_same_clock(live: Live) -> None:
    """Pause, speed, seek, single steps; nothing in it can be touched."""
    frames(live, 60)
    trace = live.history.trace(live.world.components(), {"start": 0.0}, {"title": "a fall"})  # type: ignore[attr-defined]
    replay = Live.of_trace(trace, CATALOGUE)
    assert replay.is_replay
    assert replay.title == "a fall"
    replay.advance(0.25)
    assert replay.now == pytest.approx(0.25)
    assert replay.look().pose("falls").position == pytest.approx(live.history.at(0.25).pose("falls").position)
    replay.speed = 2.0
    replay.advance(0.25)
    assert replay.now == pytest.approx(0.75)
    replay.seek(0.1)
    replay.step_once()
    assert replay.now == pytest.approx(0.1 + 1 / 60)
    replay.advance(9.0)
    assert replay.paused
    assert replay.now == replay.span[1]
    with pytest.raises(WorldError, match="replay"):
        replay.world  # noqa: B018
