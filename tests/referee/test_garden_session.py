"""A game in the garden goes through the same session as any other: to the bit, back, into a file, and advised."""

from dataclasses import replace

import pytest

from sandbox.errors import InputError
from sandbox.players.memory.beethupferl import Gardener, Memory, best_lane, lanes, make, worths
from sandbox.players.tables.beethupferl import SKILLS, GardenHands, hands
from sandbox.players.tables.seats import load_hands, seat_bots
from sandbox.record import Trace
from sandbox.referee.beethupferl import BeethupferlTable, Pour, Zone
from sandbox.referee.beethupferl.clearing import audit
from sandbox.referee.saving import Difference, load, resume, save, verify
from sandbox.referee.session import Onlooker, Session
from sandbox.rules import load_game
from sandbox.rules.base import Seat
from sandbox.rules.beethupferl import (
    BACK,
    BeethupferlOptions,
    Direct,
    Edge,
    Grass,
    Hollow,
    Phase,
    Take,
    Tile,
    Version,
)

GAME = load_game("beethupferl")
ACTS = 12


def _session(seed=3, players=2, bot="forgetful", version=Version.FOUR, **more):
    return seat_bots(GAME, players, seed=seed, bot=bot, options=BeethupferlOptions(version=version), **more)


def _shorter(session, acts=ACTS):
    for _ in range(acts):
        session.step()
    return session


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Return a game of two bots after twelve acts, and the folder of its traces; do not change it."""
    folder = tmp_path_factory.mktemp("traces")
    return _shorter(_session(traces=folder)), folder


@pytest.fixture(scope="module")
def file(begun, tmp_path_factory):
    """Return its file."""
    path = tmp_path_factory.mktemp("saved") / "game.json"
    save(begun[0], path)
    return path


def test_a_saved_game_is_verified_with_physics_to_the_bit(begun, file):
    """Every finding, every pose that is left, and the rulings from the stored findings alone."""
    saved = load(file, GAME, BeethupferlTable())
    for with_physics in (True, False):
        seen = list(verify(saved, GAME, BeethupferlTable(), with_physics=with_physics))
        assert [each for each in seen if isinstance(each, Difference)] == []
        assert len(seen) == ACTS
    assert saved.lying == begun[0].lying


def test_undo_takes_memory_and_table_back_and_the_game_goes_on_as_it_did(begun, file):
    """After an undo, and from a file: the same acts come again, by bots that remember."""
    session = _session()
    resume(load(file, GAME, session.table), session)
    wanted = [entry.act for entry in begun[0].entries[-4:]]
    said = session.undo(4)
    assert said.startswith("4 acts are taken back")
    assert session.lying == begun[0].entries[-4].lying
    assert [session.step().act for _ in range(4)] == wanted
    assert session.lying == begun[0].lying


def test_traces_are_kept(begun):
    """One an act that was simulated; the drop is in the first of a watering."""
    session, folder = begun
    files = sorted(folder.iterdir())
    waterings = [n for n, entry in enumerate(session.entries) if isinstance(entry.attempt, Pour)]
    assert {f"act_{number:04d}.npz" for number in waterings} <= {each.name for each in files}
    trace = Trace.load(folder / f"act_{waterings[0]:04d}.npz")
    assert any(name.startswith("drop") for name in trace.names)
    assert trace.times[-1] > 0.3


def test_twenty_drops_and_thirty_tiles_at_every_moment(begun):
    """On the table and by the rules, zone by zone."""
    total = GAME.pieces(begun[0].entries[0].before)
    for entry in begun[0].entries:
        assert GAME.pieces(entry.before) == total
        if entry.before.phase is not Phase.TILES:
            audit(entry.lying, entry.before)
        assert len(entry.lying.drops) == 20
        assert len({drop.pose.position for drop in entry.lying.of(Zone.BOWL)}) == len(entry.lying.of(Zone.BOWL))


def test_advice_leaves_the_drop_where_it_ran():
    """A pour beside the hollow is said; the next drop is poured into the garden as it lies then."""
    strict, advisory = (Session(GAME, BeethupferlTable(), 2, seed=1, is_advisory=a) for a in (False, True))
    for session in (strict, advisory):
        session.minds, session.hands = [make("perfect"), make("perfect")], [hands("steady"), hands("steady")]
        _shorter(session, 3)
        session.tell(Direct(session.due, Hollow(6)))
        before = session.lying
        x, y, _ = session.table.bench.garden.hollow(7)
        entry = session.try_out(Pour(SKILLS["steady"].hand(_rng()), x, y))
        assert (entry.ruling.rule, entry.overruled) == ("beethupferl.water.direct", session.is_advisory)
        assert (session.lying == before) is not session.is_advisory
    x, y, _ = session.table.bench.garden.hollow(6)
    entry = advisory.try_out(Pour(replace(SKILLS["steady"].hand(_rng()), position=0.0), x + 0.002, y))
    assert entry.ruling.legal, entry.ruling.reason
    assert advisory.state.drops[5] == 1
    assert len(advisory.lying.of(Zone.BOWL)) == 19


def _rng():
    import numpy as np

    return np.random.default_rng(4)


# --- memory


def _view(**changes):
    state = replace(GAME.initial(2), phase=Phase.WATER)
    return GAME.view(replace(state, **changes), Seat(0))


def _shown(hollow, tile):
    tiles = [BACK] * 16
    tiles[hollow - 1] = tile
    return replace(_view(), tiles=tuple(tiles))


def test_a_perfect_memory_keeps_what_was_turned_back():
    """Until the tile is taken and another one lies there."""
    import random

    memory, rng = Memory(), random.Random(1)
    memory.look(GAME, _shown(3, Tile.CARROT), Direct(Seat(1), Hollow(4)), rng)
    memory.look(GAME, _view(tiles=(BACK,) * 16), Direct(Seat(0), Hollow(1)), rng)
    assert memory.known == {3: Tile.CARROT}
    memory.look(GAME, _shown(3, Tile.CARROT), Take(Seat(1), Hollow(3)), rng)
    assert memory.known == {}


def test_a_forgetful_memory_loses_hidden_tiles_by_and_by():
    """Not those that show."""
    import random

    rng, lost = random.Random(2), []
    for _ in range(200):
        memory = Memory(0.1)
        memory.look(GAME, _shown(3, Tile.CARROT), Direct(Seat(1), Hollow(4)), rng)
        assert memory.known
        for turn in range(60):
            memory.look(GAME, _view(tiles=(BACK,) * 16), Grass(Seat(0), Edge.EAST), rng)
            if not memory.known:
                lost.append(turn)
                break
    assert 7 < sum(lost) / len(lost) < 12, "one in ten a watering"


def test_bots_see_only_what_their_seat_sees(monkeypatch):
    """What is face down never reaches them: every view that they are shown hides it."""

    class Spy(Gardener):
        def see(self, view):
            hidden = [tile for tile, drops in zip(view.tiles, view.drops, strict=True) if not drops]
            assert set(hidden) <= {BACK}
            assert set(view.supply) <= {BACK}
            super().see(view)

    session = _session()
    session.minds = [Spy(), Spy()]
    _shorter(session, 6)
    assert all(isinstance(mind, Onlooker) for mind in session.minds)


def test_the_known_third_is_watered():
    """Two carrots show and the bot remembers where the third lies; a known snail is left alone."""
    import random

    bot, tiles, drops = make("perfect"), [BACK] * 16, [0] * 16
    bot.known = {Hollow(9): Tile.CARROT, Hollow(10): Tile.SNAIL}
    for hollow in (1, 2):
        tiles[hollow - 1], drops[hollow - 1] = Tile.CARROT, 1
    view = replace(_view(drops=tuple(drops)), tiles=tuple(tiles))
    moves = [Direct(Seat(0), Hollow(hollow)) for hollow in range(1, 17)]
    assert bot(GAME, view, moves, random.Random(0)) == moves[8]
    values = worths(GAME, view, bot.known, direct=True)
    assert values[Hollow(9)] == 1.0
    assert values[Hollow(10)] < 0


@pytest.mark.parametrize("edge", list(Edge))
def test_lanes_are_those_of_the_garden(edge):
    """The rules' numbers and the garden's lanes agree, so hands aim where minds mean."""
    garden = BeethupferlTable().bench.garden
    assert lanes(edge, 4) == [garden.lane(edge.value, lane) for lane in range(4)]
    worth = dict.fromkeys(map(Hollow, range(1, 17)), 0.0)
    worth[lanes(edge, 4)[2][1]] = 1.0
    assert best_lane(edge, 4, worth)[1:] == (2, 1)


def test_hands_remember_as_their_player_does():
    """A greedy player's hands know nothing; all are of their own seat."""
    assert [load_hands("fair", "beethupferl", bot).forgets for bot in ("perfect", "forgetful", "greedy")] == [
        0,
        0.1,
        1,
    ]
    session = _session(bot="perfect")
    assert session.hands[0] is not session.hands[1]
    assert session.minds[0] is not session.minds[1]
    assert isinstance(session.hands[0], GardenHands)


@pytest.mark.parametrize("count", [9, 25])
def test_rules_of_another_bed_have_no_table(count, tmp_path):
    """That is said before anything is laid; without a table they are played."""
    file = tmp_path / "rules.toml"
    file.write_text(f"[pieces]\nhollows = {count}\n", encoding="utf-8")
    with pytest.raises(InputError, match=f"16 hollows and these rules have {count}"):
        seat_bots(load_game("beethupferl", file), 2, seed=1)
