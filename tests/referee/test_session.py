"""The loop: replay to the bit, undo, save and load, advice, and what the table refuses."""

import dataclasses
import json
from dataclasses import replace

import numpy as np
import pytest

from sandbox.errors import BadFile, TrialError
from sandbox.players.tables.hurlyburly import SKILLS, AimingHands, hands
from sandbox.players.tables.seats import load_hands, load_table, seat_bots
from sandbox.record import Trace
from sandbox.referee.hurlyburly import Build, Defend, Draw, Hand, HurlyburlyTable, Place, SetUp, Shoot, Spot
from sandbox.referee.hurlyburly.clearing import audit
from sandbox.referee.saving import Difference, is_saved_game, load, resume, save, verify
from sandbox.referee.session import STUBBORN, Session
from sandbox.referee.words import Impossible
from sandbox.rules.base import Seat
from sandbox.rules.hurlyburly import Cards, Fire, Phase, Strong
from tests.referee.desk import DRIBBLE, GAME, P1, P2, STEADY, Desk


def _session(seed=5, players=2, **more):
    return seat_bots(GAME, players, seed=seed, **more)


def _shorter(session, acts):
    for _ in range(acts):
        if session.outcome is None:
            session.step()
    return session


@pytest.fixture(scope="module")
def begun():
    """Return a game of two bots after fourteen acts; do not change it."""
    return _shorter(_session(), 14)


def test_the_same_seed_gives_the_same_game_to_the_bit(begun):
    """Every pose on the table is equal, not nearly so."""
    again = _shorter(_session(), 14)
    assert [e.act for e in again.entries] == [e.act for e in begun.entries]
    assert again.lying == begun.lying
    assert again.state == begun.state


def test_the_same_attempts_give_the_same_game_whatever_the_seed(begun):
    """Chance is in the attempts."""
    again = Session(GAME, HurlyburlyTable(), 2, seed=99)
    for entry in begun.entries:
        again.tell(entry.act) if entry.attempt is None else again.try_out(entry.attempt)
    assert again.lying == begun.lying


def test_undo_takes_everything_back(begun):
    """Rules, table, log and chance: what comes next comes again."""
    session = _shorter(_session(), 10)
    before = session.state, session.lying
    acts = [session.step().act for _ in range(4)]
    assert session.undo(4) == "4 acts are taken back"
    assert (session.state, session.lying) == before
    assert len(session.entries) == 10
    assert [session.step().act for _ in range(4)] == acts
    assert session.lying == begun.lying
    assert Session(GAME, HurlyburlyTable(), 2, seed=0).undo() == "nothing was done yet"


def test_a_saved_game_is_verified_with_physics_and_without(begun, tmp_path):
    """Both ways nothing differs; a changed finding is found out."""
    file = tmp_path / "game.json"
    save(begun, file)
    assert is_saved_game(file)
    saved = load(file, GAME, begun.table)
    for with_physics in (True, False):
        seen = list(verify(saved, GAME, HurlyburlyTable(), with_physics=with_physics))
        assert [each for each in seen if isinstance(each, Difference)] == []
        assert len(seen) == len(begun.entries)
    text = file.read_text().replace("tower_shift=", "tower_shift=0.0", 1)
    file.write_text(text)
    changed = load(file, GAME, begun.table)
    assert any(isinstance(each, Difference) for each in verify(changed, GAME, HurlyburlyTable()))


def test_a_loaded_game_goes_on_as_it_would_have(begun, tmp_path):
    """And undo goes back through it, by performing what came before once more."""
    file = tmp_path / "game.json"
    save(_shorter(_session(), 8), file)
    session = _session()
    resume(load(file, GAME, session.table), session)
    _shorter(session, 6)
    assert session.lying == begun.lying
    session.undo(7)
    assert session.lying == begun.entries[7].lying
    assert _shorter(session, 7).lying == begun.lying


@pytest.mark.parametrize("text", ["{", "[]", '{"format": 99}', '{"format": 1, "game": "hurlyburly"}'])
def test_what_is_no_saved_game_is_refused(text, tmp_path):
    """In one line, with the file."""
    file = tmp_path / "bad.json"
    file.write_text(text)
    with pytest.raises(BadFile, match=r"bad\.json"):
        load(file, GAME, HurlyburlyTable())
    assert not is_saved_game(tmp_path / "none.json")


def test_a_game_of_other_data_is_refused(begun, tmp_path):
    """The digest of the rulebook's data is in the file."""
    file = tmp_path / "game.json"
    save(begun, file)
    data = json.loads(file.read_text())
    file.write_text(json.dumps(data | {"data": "0" * 12}))
    with pytest.raises(BadFile, match="data"):
        load(file, GAME, begun.table)


def test_traces_are_kept_one_an_act(tmp_path):
    """They can be loaded, and hold the pieces."""
    session = _shorter(_session(traces=tmp_path / "traces"), 2)
    (file,) = sorted((tmp_path / "traces").iterdir())
    trace = Trace.load(file)
    assert {"p1.flag1", "p2.level1.platform1", "p1.catapult"} <= set(trace.names)
    assert len(session.entries) == 2


def test_advice_leaves_the_table_as_it_was_left():
    """A refused launch is said; nobody puts the pieces back."""
    desk = Desk((2,), (2,))
    strict, advisory = (Session(GAME, HurlyburlyTable(), 2, seed=1, is_advisory=a) for a in (False, True))
    for session in (strict, advisory):
        session.state, session.lying = desk.state, desk.scene
        entry = session.try_out(replace(DRIBBLE, pull_speed=0.55))
        assert not entry.ruling.legal
        assert entry.overruled is session.is_advisory
        assert session.state == desk.state
    assert strict.lying == desk.scene
    assert advisory.lying != desk.scene


def test_hands_that_never_do_it_right_are_stopped():
    """The table says what is wrong after a while."""

    class Stubborn(AimingHands):
        def attempt(self, game, field, lying, state, rng):
            return SetUp(STEADY, apart=0.56)

    session = Session(GAME, HurlyburlyTable(), 2, seed=1, hands=[Stubborn(SKILLS["fair"])] * 2)
    session.try_out(Draw(1))
    for _ in range(STUBBORN - 1):
        session.step()
    with pytest.raises(TrialError, match="refused"):
        session.step()


# --- what the table cannot perform is refused before anything moves


def _refused(desk, attempt, says):
    before = desk.scene
    with pytest.raises(Impossible, match=says):
        desk.perform(attempt)
    assert desk.scene is before


def test_a_catapult_inside_a_tower_is_refused():
    """It says in what, and how deep."""
    desk = Desk((2,), (2,), phase=Phase.AIM)
    x, y = desk.scene.flags[0]
    _refused(desk, Place(x + 0.02, y, 0.0), r"the catapult would be \d+\.\d mm inside p1\.")
    _refused(desk, Place(3.0, 0.0, 0.0), "beyond the table's edge")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"pull_deg": 70.0}, "not within the joint's 62"),
        ({"pull_deg": 0.0}, "not within"),
        ({"blocks": 4}, "4 blocks on the basket are not 1 to 3"),
        ({"blocks": 0}, "0 blocks"),
        ({"pull_speed": 50.0}, "do not pull at 50 m/s"),
    ],
)
def test_a_shot_that_cannot_be_is_refused(changes, says):
    """Beyond the joint, with blocks that are not there, faster than hands."""
    _refused(Desk((2,), (2,)), replace(DRIBBLE, **changes), says)


def test_cards_that_are_not_in_the_hands_are_refused():
    """And those that would be put into a tower."""
    desk = Desk((2,), (2,), phase=Phase.PLACE, placing=Cards(sandbags=1))
    x, y = desk.scene.flags[0]
    bag = Spot("sandbag", x + 0.12, y)
    _refused(desk, Defend(STEADY, (bag, replace(bag, y=y + 0.06))), "2 sandbags are more than the 1")
    _refused(desk, Defend(STEADY, (Spot("sandbag", x + 0.03, y),)), "sandbag 1 would be")


def test_towers_that_do_not_fit_are_refused():
    """The table has an edge."""
    state = replace(GAME.initial(2), phase=Phase.SETUP)
    table = HurlyburlyTable()
    with pytest.raises(Impossible, match="do not fit"):
        table.perform(table.empty(state), state, SetUp(STEADY, apart=2.0))


def test_what_nobody_waits_for_is_refused():
    """Building while the catapult is to be placed; anything while a player is to choose."""
    _refused(Desk((2,), (2,), phase=Phase.AIM), Build(STEADY), "waits for place, not for build")
    _refused(Desk((2,), (2,), phase=Phase.TURN), Build(STEADY), "waits for a player")


# --- hands and conservation


def test_pieces_are_conserved_after_every_act(begun):
    """Table and rules count the same, and the rules' total never changes."""
    total = GAME.pieces(begun.entries[0].before)
    for entry in begun.entries:
        assert GAME.pieces(entry.before) == total
        if entry.before.phase is not Phase.SETUP:
            audit(entry.lying, entry.before)
    wrong = begun.lying.without([begun.lying.pieces[-1].name])
    with pytest.raises(AssertionError, match="not"):
        audit(wrong, begun.state)


def test_random_hands_do_what_hands_can():
    """Their games go on too: what is impossible is asked again."""
    session = _shorter(_session(seed=3, skill="random", bot="random"), 16)
    assert len(session.entries) == 16


def test_hands_that_aim_try_a_few_shots():
    """Of three tried pulls the best is taken; the real shot has a tremor, the tried ones none."""
    desk = Desk((2,), (1, 1, 1))
    steady = hands("steady")
    shot = steady.attempt(GAME, HurlyburlyTable(), desk.scene, desk.state, np.random.default_rng(0))
    assert isinstance(shot, Shoot)
    assert 40 < shot.pull_deg <= 61
    assert shot.pull_sigma_deg == SKILLS["steady"].pull_deg


def test_names_of_hands_and_tables():
    """A wrong one is told with those that there are."""
    for call in (
        lambda: load_hands("expert", "hurlyburly"),
        lambda: load_table("chess"),
        lambda: load_hands("fair", "x"),
    ):
        with pytest.raises(Exception, match=r"there are|did you mean"):
            call()


def test_a_card_that_carries_a_standing_level_stays_as_a_prop():
    """It belongs to the supply, but the rules forbid to rearrange what stands."""
    from sandbox.referee.hurlyburly.clearing import follow
    from sandbox.referee.hurlyburly.scene import Role

    desk = Desk((2,), (2, 2), phase=Phase.TURN)
    fallen = desk.scene.changed(
        lambda p: (
            dataclasses.replace(p, role=Role.FALLEN_WALL, level=0, counts=False)
            if p.name == "p2.level1.wall1"
            else p
        )
    )
    after, notes = follow(HurlyburlyTable().bench, fallen, desk.state)
    assert after.piece("p2.level1.wall1").role is Role.PROP
    assert "stays where it lies" in notes[0]


def test_the_session_stops_at_the_end():
    """Who is due is a seat or nature; a game that was told a win is over."""
    session = _session()
    assert session.waits_for_table
    session.try_out(Draw(2))
    session.try_out(SetUp(Hand(1)))
    assert not session.waits_for_table
    seat = session.state.turn
    session.tell(Strong(seat))
    session.try_out(Build(Hand(4)))
    entry = session.tell(Fire(seat, P2 if seat == P1 else P1))
    assert not entry.ruling.legal, "it is the other's turn"
    assert session.due == Seat(1 - seat)
