"""A live table: steps that are made or counted as lost, rest and sleep, the scrubber, undo, files, replays."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile, WorldError
from sandbox.geometry import Pose
from sandbox.physics import Profile
from sandbox.play.live import Live
from sandbox.play.live_pace import LONGEST, Pace
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


# --- files and replays


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
    with pytest.raises(BadFile, match="is no saved table"):
        Live.load(file, CATALOGUE)


def test_a_scenario_stands_on_the_table_as_in_its_first_trial() -> None:
    """Its pieces, materials and title."""
    live = Live.of_scenario(SCENARIOS / "common" / "ten_blocks_stand.toml", CATALOGUE)
    assert len(live.kinds) == 12
    assert live.title
    frames(live, 30)
    assert not live.world.warnings
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
