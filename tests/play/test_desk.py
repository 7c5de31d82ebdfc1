"""Games at a desk: a person's own hands, bots that are watched, refusals, undo, practice, secrets, files."""

from __future__ import annotations

import functools
import json
import math
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile, InputError, UnknownName
from sandbox.geometry import Pose, quat_from_euler_deg
from sandbox.play.desk import Desk, is_game
from sandbox.play.desk_clock import SECONDS, clock_of
from sandbox.play.desk_physics import tables_of
from sandbox.play.desk_replay import Replay
from sandbox.play.desk_seats import read_seats
from sandbox.play.desk_worker import FarTable, Worker
from sandbox.play.grab import Grab
from sandbox.play.panels.changes import Changes
from sandbox.play.tools import tools_for
from sandbox.play.tooltip import tooltip
from sandbox.play.ui import Ui
from sandbox.players.tables.hurlyburly import stand
from sandbox.referee import saving
from sandbox.referee.beethupferl import Hand as HandOfTheGarden
from sandbox.referee.beethupferl import Pour
from sandbox.referee.beethupferl.bench import Bench as BeethupferlBench
from sandbox.referee.hurlyburly import ByHand, HurlyburlyTable
from sandbox.referee.words import Impossible
from sandbox.rules.base import Move, Seat
from sandbox.rules.burp import Dock, Robbed
from sandbox.rules.registry import load_game
from tests.play.hands import carry, click, frames, play, pointer

CATALOGUE = Catalogue()


@functools.cache
def _begun(folder: Path) -> Path:
    """Return the file of a game of Hurlyburly in which the first player is to move."""
    desk = Desk.start("hurlyburly", ["you", "bot"], 3, CATALOGUE, in_background=False)
    desk.beat = 0.0
    play(desk, 30, lambda: bool(desk.moves()))
    file = folder / "begun.json"
    desk.save(file)
    desk.close()
    return file


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a game in which the first player is to move."""
    return _begun(tmp_path_factory.mktemp("games"))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep autosaves out of the person's folders."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.fixture
def desk(begun: Path) -> Iterator[Desk]:
    """Return a game with a person and a bot, the person to move."""
    found = Desk.load(begun, CATALOGUE, in_background=False)
    found.beat = 0.0
    yield found
    found.close()


def move(desk: Desk, text: str) -> Move:
    """Return the legal move that is written so."""
    return next(m for m, _ in desk.moves() if desk.session.game.notation.to_text(m) == text)


def build(desk: Desk, *, skew: float = 0.0) -> None:
    """Build one level of one wall with a hand that carries."""
    world = desk.live.world
    x, y, _ = world.pose("p1.level1.platform1").position
    grab = Grab(desk.live)
    for name in ("p1.level2.wall1", "p1.level2.platform1", "p1.flag1"):
        carry(grab, desk.live, name, x + skew, y)


# --- hands


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
    assert "where you found them; press again" in desk.do("done")
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


# --- games without a table, secrets, seats, files


@pytest.mark.parametrize("game", ["burst", "bourpif", "burp"])
def test_games_without_a_table_are_played_too(game: str) -> None:
    """Bots and chance play on by themselves; moves have texts, scores and logs are there."""
    desk = Desk.start(game, ["you", "bot", "random"], 5, CATALOGUE, in_background=False)
    desk.beat = 0.0
    for _ in range(400):
        if len(desk.session.entries) > 40 or desk.outcome_text:
            break
        if desk.moves():
            desk.tell(desk.moves()[0][0])
        desk.advance(0.1)
    assert len(desk.session.entries) > 40 or desk.outcome_text
    assert len(desk.score) == 3
    assert len(desk.log) == 2 * len(desk.session.entries)
    assert all(text for _, text in desk.moves())
    count = len(desk.session.entries)
    assert "taken back" in desk.undo()
    assert len(desk.session.entries) < count
    desk.close()


def test_two_people_hand_over_where_there_are_secrets() -> None:
    """Until the next one has sat down nothing can be done, and each sees only their own hand."""
    desk = Desk.start("burst", ["you", "you"], 5, CATALOGUE, in_background=False)
    desk.beat = 0.0
    seen = set()
    for _ in range(60):
        desk.advance(0.1)
        waiting = desk.needs_handover
        if waiting is not None:
            assert desk.moves() == []
            assert desk.hint == f"Hand over to {waiting}."
            assert "hand over" in desk.why_not("table", "move")
            desk.handed_over()
            seen.add(waiting)
        if desk.moves():
            seat = desk.seat
            assert seat is not None
            other = 1 - int(seat)
            assert all(card.to_text() != desk.session.state.hands[other] for card in desk.shown.hands[other])
            assert desk.shown == desk.session.game.view(desk.session.state, seat)
            desk.tell(desk.moves()[-1][0])
        if len(seen) == 2:
            break
    assert seen == {"P1", "P2"}
    said = desk.undo()
    assert "taken back" in said
    desk.close()


def test_undo_says_when_something_hidden_was_seen() -> None:
    """A card that was drawn is known; one that was played from the hand was no secret of the deck."""
    desk = Desk.start("burst", ["you", "bot"], 5, CATALOGUE, in_background=False)
    desk.beat = 0.0
    for _ in range(20):
        desk.advance(0.1)
        if desk.moves():
            break
    session = desk.session
    assert "what was revealed is known by now" in session.undo(len(session.entries))
    desk.close()


def test_the_game_keeps_itself(desk: Desk) -> None:
    """After an act the autosave holds it, and the game goes on from there."""
    desk.tell(move(desk, "collect"))
    desk.advance(6.0)
    again = Desk.load(desk.autosave_path, CATALOGUE, in_background=False)
    assert len(again.session.entries) >= 3
    assert again.seats == desk.seats
    again.close()


def test_wrong_words_are_one_line(begun: Path, tmp_path: Path) -> None:
    """Unknown games, players, skills, numbers of seats, broken files."""
    assert [seat.word for seat in read_seats(["you", "bot:steady", "random"])] == [
        "you",
        "greedy:steady",
        "random:random",
    ]
    with pytest.raises(UnknownName, match="no player is called"):
        read_seats(["me"])
    with pytest.raises(UnknownName, match="no skill is called"):
        read_seats(["bot:good"])
    with pytest.raises(InputError, match="nobody sits"):
        read_seats([])
    with pytest.raises(UnknownName, match="no game is called"):
        Desk.start("chess", ["you"], 1, CATALOGUE)
    with pytest.raises(InputError, match="for 2 to 4 players"):
        Desk.start("hurlyburly", ["you"], 1, CATALOGUE, in_background=False)
    with pytest.raises(InputError, match="not of 3"):
        Desk.load(begun, CATALOGUE, players=["you"] * 3)
    broken = tmp_path / "x.json"
    broken.write_text("{")
    assert not is_game(broken)
    with pytest.raises(BadFile, match="no saved game"):
        Desk.load(broken, CATALOGUE)


def test_a_saved_game_is_watched_again(begun: Path) -> None:
    """Act by act, forth and back; at its end the table is as in the file; nothing can be touched."""
    replay = Replay.of_file(begun, CATALOGUE, in_background=False)
    replay.beat = 0.0
    game = load_game("hurlyburly")
    saved = saving.load(begun, game, HurlyburlyTable())
    watched = []
    play(replay, 60, lambda: watched.append(replay.live.is_replay) or not replay.can_redo)
    assert any(watched)
    assert replay.session.state == saved.state
    assert replay.session.lying == saved.lying
    assert replay.why_not("table", "move") == "a replay is only watched"
    assert replay.undo() == f"act {len(saved.acts) - 1} of {len(saved.acts)}"
    assert replay.session.state == replay.session.entries[-1].before or replay.can_redo
    replay.redo()
    play(replay, 60, lambda: not replay.can_redo)
    assert replay.session.lying == saved.lying
    replay.close()


def test_the_garden_is_watered_by_hand() -> None:
    """The can is carried above the hollow, tilted, and the drop watched; the ruling is of where it was held."""
    desk = Desk.start("beethupferl", ["you", "you"], 3, CATALOGUE, in_background=False)
    desk.beat = 0.0
    play(desk, 60, lambda: bool(desk.moves()))
    desk.tell(move(desk, "direct 6"))
    assert "tilt it" in desk.hint
    assert "only the can" in desk.why_not("bed", "move")
    # what lies beside the garden is there, and what lies face down is told to nobody
    kinds = desk.live.kinds
    assert [sum(name.startswith(stem) for name in kinds) for stem in ("bowl", "drop", "tile")] == [1, 19, 30]
    assert {"p2.can", "can"} <= set(kinds)
    assert "p1.can" not in kinds
    for tile in (name for name in kinds if name.startswith("tile")):
        assert kinds[tile].title not in " ".join(tooltip(desk.live, tile, desk))
    assert "Bowl for the drops" in tooltip(desk.live, "bowl", desk)
    assert (desk.owner("p2.can"), desk.owner("can"), desk.owner("bowl")) == ("P2", "P1", None)
    assert not desk.live.world.loose  # the can in the hand pushes nothing
    tools = tools_for(desk.live, desk, Ui())
    assert next(iter(tools)) == "can"
    tool = tools["can"]
    x, y, z = BeethupferlBench().garden.hollow(6)
    assert tool.press(pointer(desk.live, (x, y, z)))
    for _ in range(20):
        tool.move(pointer(desk.live, (x, y, z)))
        desk.live.advance(1 / 60, budget=9.0)
    can = desk.can()
    assert can is not None
    assert math.dist(can.at, (x, y)) < 0.01
    fall = can.fall
    tool.scroll(pointer(desk.live, (x, y, z)), 1.0)
    assert can.fall == pytest.approx(fall + 5e-3)
    tool.scroll(pointer(desk.live, (x, y, z)), -1.0)
    assert any("hollow 6" in getattr(mark, "text", "") for mark in desk.marks())
    count = len(desk.session.entries)
    assert tool.act("tilt")
    watched = set[str]()
    play(
        desk,
        60,
        lambda: (
            watched.update(desk.live.kinds if desk.live.is_replay else ()) or len(desk.session.entries) > count
        ),
    )
    assert {"bowl", "p1.can", "drop7"} <= watched or {"bowl", "p2.can", "drop7"} <= watched
    found = desk.ruling
    assert found is not None
    assert found.act.startswith("nature: watered")
    assert math.dist((found.figures["nozzle x"], found.figures["nozzle y"]), (x, y)) < 0.04
    desk.close()


def test_changed_physics_stays_for_the_rest_of_the_game(desk: Desk, tmp_path: Path) -> None:
    """By hands and by bots, over tables that are replaced, in the file and when it is watched, until a reset."""
    shipped = desk.live.shipped
    moon = shipped.with_profile(gravity=3.0).with_pair("friction", "card", "card", 0.5)
    moon = moon.with_mass("hurlyburly/block", 0.0036)
    assert desk.tell(move(desk, "fast 1")).ruling.legal
    before = len(desk.session.entries)
    assert "rest of the game" in desk.change_physics(moon)
    assert desk.live.world.names  # the cards in the hand are still there
    build(desk)
    desk.do("done")
    replays = []

    def is_over() -> bool:
        if desk.live.is_replay:
            replays.append(desk.live.changes)
        return bool(desk.moves())

    play(desk, 90, is_over)
    assert replays
    assert set(map(repr, replays)) == {repr(moon)}  # named while a bot is watched, too
    live = desk.live
    assert (live.changes, live.profile.gravity) == (moon, 3.0)
    assert live.world.gravity[2] == pytest.approx(-3.0)
    assert live.materials.pair("card", "card").friction == 0.5
    assert {live.kinds[name].mass for name in live.kinds if "block" in name} <= {0.0036}
    assert desk.session.table.bench.profile.gravity == 3.0

    file = tmp_path / "moon.json"
    desk.save(file)
    assert json.loads(file.read_text(encoding="utf-8"))["physics"][0]["act"] == before
    game, table = load_game("hurlyburly"), HurlyburlyTable()
    saved = saving.load(file, game, table)
    saving.demand_models(file, saved, table)  # what was changed in the game is no other model
    saving.demand_models(file, saved, table)  # changed numbers are no other models
    tables = tables_of(file, table)
    assert [d for d in saving.verify(saved, game, table, tables=tables) if isinstance(d, saving.Difference)] == []
    assert any(isinstance(d, saving.Difference) for d in saving.verify(saved, game, table))

    again = Desk.load(file, CATALOGUE, in_background=False)
    assert again.live.changes == moon
    assert again.session.lying == desk.session.lying
    again.undo()  # a loaded game performs again what came before: the first acts as shipped, the others not
    play(again, 60, lambda: not again.busy)
    assert len(again.session.entries) < len(desk.session.entries)
    assert again.live.changes == moon
    again.change_physics(shipped)
    assert not again.live.is_changed
    again.close()

    replay = Replay.of_file(file, CATALOGUE, in_background=False)
    replay.beat = 0.0
    assert not replay.live.is_changed
    play(replay, 90, lambda: not replay.can_redo)
    assert replay.live.changes == moon
    assert replay.session.lying == desk.session.lying
    with pytest.raises(InputError, match="only watched"):
        replay.change_physics(shipped)
    replay.close()


def test_a_game_without_physics_takes_none(begun: Path, tmp_path: Path) -> None:
    """It says so; a file that names a physics that cannot be is one line."""
    desk = Desk.start("burst", ["you", "bot"], 3, CATALOGUE, in_background=False)
    with pytest.raises(InputError, match="without physics"):
        desk.change_physics(desk.live.shipped.with_profile(gravity=1.0))
    desk.close()
    data = json.loads(begun.read_text(encoding="utf-8"))
    row = {"act": 1, **Changes().with_pair("friction", "card", "cheese", 0.1).to_json()}
    for bad in ([row], [{"act": 1}], 3):
        file = tmp_path / "bad.json"
        file.write_text(json.dumps({**data, "physics": bad}), encoding="utf-8")
        with pytest.raises(BadFile, match="physics that cannot be"):
            Desk.load(file, CATALOGUE, in_background=False)


def test_what_the_rules_give_a_limited_time_runs_against_a_clock() -> None:
    """Taps come when they came, a pause holds the clock, skipping ends it; the ruling is that of the finding."""
    desk = Desk.start("bourpif", ["you", "bot"], 3, CATALOGUE, in_background=False)
    play(desk, 30, lambda: desk.clock is not None)
    clock = desk.clock
    assert clock is not None
    assert (clock.limit, clock.rule, desk.busy) == (60.0, "bourpif.turn.timeout", "the time runs")
    assert "60 s after its last card lies open a turn ends" in clock.at_end
    assert clock.left == 60.0
    count = len(desk.session.entries)
    desk.advance(clock.events[0][0] / clock.pace + 0.01)
    assert len(clock.said) == 1
    desk.live.paused = True
    then = clock.now
    desk.advance(5.0)
    assert (clock.now, len(desk.session.entries)) == (then, count)
    desk.live.paused = False
    desk.advance(60.0)
    assert (desk.clock, len(desk.session.entries)) == (None, count + 1)
    play(desk, 60, lambda: desk.clock is not None)
    desk.skip()
    assert desk.clock is None
    desk.close()


def test_a_dock_that_is_late_is_seen_to_be_late() -> None:
    """Two minutes run in some seconds; what was built later is told as too late; other acts have no clock."""
    game = load_game("burp")
    dock = Dock(Seat(1), 2, (3,), 0, 0, 0.0, 125.0, 0)
    clock = clock_of(game, dock)
    assert clock is not None
    assert (clock.limit, clock.title) == (120.0, "P2 builds a dock")
    clock.run(SECONDS * 0.99)
    assert (clock.left, clock.said, clock.is_over) == (0.0, (), False)
    clock.run(SECONDS)
    assert clock.said == ("125.0 s: P2 lets go of the dock, too late",)
    assert clock_of(game, Robbed(Seat(1), 2, (3,), 0, 0, 0.0)) is None


def test_bots_act_in_a_process_of_their_own_to_the_same_end(tmp_path: Path) -> None:
    """The same game as without it; one that dies is done without; closing in the middle waits for nothing."""
    desks = []
    for in_background in (True, False):
        desk = Desk.start("hurlyburly", ["bot", "bot"], 11, CATALOGUE, in_background=in_background)
        desk.beat = 0.0
        desks.append(desk)
    far, near = desks
    worker = far._worker
    assert worker is not None
    assert near._worker is None

    def to(desk: Desk, acts: int) -> None:
        until = time.monotonic() + 60
        while len(desk.session.entries) < acts and time.monotonic() < until:
            desk.advance(0.02)
            desk.skip()
            time.sleep(0.001)

    to(far, 5)
    assert worker._process is not None
    assert worker._process.is_alive()
    worker._process.kill()
    to(far, 7)
    to(near, len(far.session.entries))
    assert len(far.session.entries) >= 7
    assert far.session.state == near.session.state
    assert far.session.lying == near.session.lying
    assert [entry.attempt for entry in far.session.entries] == [entry.attempt for entry in near.session.entries]
    near.close(), far.close()

    desk = Desk.start("hurlyburly", ["bot", "bot"], 11, CATALOGUE, in_background=True)
    desk.beat = 0.0
    while not desk.busy:
        desk.advance(0.02)
    process = desk._worker._process if desk._worker is not None else None
    assert process is not None
    desk.close()
    assert process.exitcode is not None


def test_what_cannot_be_performed_is_said_by_the_process(begun: Path) -> None:
    """What is raised there is raised here, and the process goes on."""
    game = load_game("hurlyburly")
    saved = saving.load(begun, game, HurlyburlyTable())
    worker, table = Worker(), HurlyburlyTable()
    far = FarTable(table, worker)
    for _ in range(2):
        with pytest.raises(Impossible):
            far.perform(saved.lying, saved.state, Pour(HandOfTheGarden(0.0, 0.0), 0.0, 0.0, 0.02, tilted=True))
    assert far.bench is table.bench
    worker.close()
