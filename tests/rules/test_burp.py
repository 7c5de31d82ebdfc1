"""Burp, rule by rule: setup, ripe fruit, docks and the wandering."""

from collections import Counter
from dataclasses import replace

import pytest

from sandbox.rules.base import NATURE
from sandbox.rules.burp import (
    PAWNS,
    QUARRY,
    UNSEEN,
    WOODS,
    Deal,
    First,
    Invent,
    OnDot,
    Pass,
    Pawn,
    Phase,
    Place,
    Put,
    Ripe,
    Stone,
    dots_in_use,
    village,
)
from tests.rules.burp_table import (
    GAME,
    P1,
    P2,
    P3,
    P4,
    actor,
    dock,
    fishing,
    fruits,
    having,
    make,
    passage,
    passes,
    refusal,
    revealed,
    ripe,
    spun,
    stands,
    table,
    waiting,
)

DEALT = (fruits("red blue"), fruits("green red"), fruits("yellow yellow"))


@pytest.mark.rule("burp.setup.player")
def test_each_player_gets_pawns_strips_a_stone_of_choice_and_two_fruits():
    """The fruits come from the reserve; then each chooses a stone, clockwise from the starting player."""
    state = make(GAME.initial(3), First(P2, 0.0))
    assert refusal(state, Deal(DEALT[:2])) == "burp.setup.player"
    assert refusal(state, Deal((*DEALT[:2], fruits("yellow")))) == "burp.setup.player"
    assert refusal(state, Deal((*DEALT[:2], fruits("yellow pink")))) == "burp.setup.player"
    state = make(state, Deal(DEALT))
    assert [player.fruit for player in state.players] == [tuple(sorted(hand)) for hand in DEALT]
    assert len(state.reserve) == 39
    assert (state.phase, actor(state)) == (Phase.STONES, P2)
    assert len(GAME.legal_moves(state, P2)) == 12
    state = make(state, Stone(P2, 7))
    assert refusal(state, Stone(P3, 7)) == "burp.setup.player"
    state = make(state, Stone(P3, 1), Stone(P1, 12))
    assert [(player.strips, player.stones) for player in state.players] == [(2, (12,)), (2, (7,)), (2, (1,))]
    state = make(state, ripe(state), *(dock(seat) for seat in (P2, P3, P1)))
    assert len(GAME.legal_moves(state, P2)) == len(PAWNS) * 5


@pytest.mark.rule("burp.setup.piles")
def test_what_the_players_do_not_get_lies_in_piles():
    """Stones are in the quarry, strips in the woods, fruit in the reserve, disks open, markers at the bottom."""
    for players in (2, 3, 4):
        state = GAME.initial(players)
        assert (state.quarry, state.woods) == (tuple(range(1, 13)), 16 - 2 * players)
        assert Counter(fruit.colour for fruit in state.reserve) == dict.fromkeys(GAME.figures.colours, 9)
        assert len(GAME.figures.colours) == 5
        assert (len(state.disks), state.disks.count("wheel")) == (12, 2)
        assert state.sea == (None,) * 12
        assert {(player.marker, player.dock_strips) for player in state.players} == {(0, 0)}
        assert GAME.view(state, P1).disks == state.disks
        assert GAME.view(state, P1).reserve == (UNSEEN,) * 45


@pytest.mark.rule("burp.setup.first")
def test_the_longest_hair_begins_with_the_spinner_at_its_mark():
    """Ten degrees off the mark pass, eleven do not; nobody outside the game begins."""
    state = GAME.initial(4)
    assert GAME.to_act(state) == {NATURE}
    assert refusal(state, First(P1, 0.19)) == "burp.setup.first"
    assert refusal(state, First(P1, -0.19)) == "burp.setup.first"
    assert refusal(GAME.initial(3), First(P4, 0.0)) == "burp.setup.first"
    state = make(state, First(P3, -0.17))
    assert state.start == P3
    assert refusal(state, First(P1, 0.0)) == "burp.setup.player"


@pytest.mark.rule("burp.round.order")
def test_a_round_has_its_order():
    """Ripen, docks, wandering, collecting, stealing, trading, fishing, refill, genius; out of turn is refused."""
    rows = ("P2 woods P1", "quarry woods quarry", "P1 P1 P1")
    state = waiting(table(3, phase=Phase.RIPEN, reserve=GAME.figures.fruits), Phase.RIPEN)
    seen = [state.phase]

    def step(act):
        nonlocal state
        state = make(state, act)
        seen.append(state.phase)

    step(ripe(state))
    assert refusal(state, Pass(P1)) == "burp.round.order"
    for seat in (P1, P2, P3):
        step(dock(seat))
    state = revealed(state, *rows)
    seen.append(state.phase)
    assert [(errand.seat, errand.place) for errand in state.queue] == [(P2, QUARRY)] * 2
    assert refusal(state, Stone(P1, 9)) == "burp.round.order"
    step(Stone(P2, 9))
    step(Stone(P2, 10))
    assert actor(state) == P2
    step(GAME.legal_moves(state, P2)[0])
    assert [errand.seat for errand in state.queue] == [P3]
    step(GAME.legal_moves(state, P1)[0])
    step(Pass(P1))
    step(Pass(P2))
    step(stands(P1))
    step(passage(P1, 4))
    step(spun(state, 5))
    step(ripe(state))
    for seat in (P2, P3, P1):
        step(Pass(seat))
    assert list(dict.fromkeys(seen)) == [
        Phase.RIPEN,
        Phase.DOCKS,
        Phase.WANDER,
        Phase.COLLECT,
        Phase.GIVE,
        Phase.TRADE,
        Phase.FISHERS,
        Phase.PASSAGE,
        Phase.SPIN,
        Phase.REFILL,
        Phase.GENIUS,
    ]
    assert (state.phase, state.pawns) == (Phase.DOCKS, ())
    assert (state.start, state.queue[0].seat) == (P2, P2)


@pytest.mark.rule("burp.supply.short")
def test_a_short_supply_goes_clockwise_from_the_starting_player():
    """The last strip and the last stone go to who is first; dots are covered clockwise as far as fruit goes."""
    state = table(4, woods=1, quarry=(9,), start=P3)
    state = revealed(state, "woods P1 P1", "P2 quarry P3", "P4 P4 P4", "quarry woods woods")
    assert [errand.seat for errand in state.queue] == [P4, P4, P4, P1, P2]
    state = make(state, Stone(P4, 9))
    ruling, state = GAME.decide(state, GAME.legal_moves(state, P4)[0])
    assert "woods are empty for P4" in ruling.reason
    assert "woods are empty for P1" in ruling.reason
    assert "quarry is empty for P2" in ruling.reason
    assert (state.woods, state.quarry) == (0, ())
    assert [player.strips for player in state.players] == [2, 2, 2, 3]
    short = waiting(table(4, start=P3, reserve=fruits("red blue red blue")), Phase.RIPEN)
    four = tuple(map(OnDot, (7, 8, 9, 10), short.reserve))
    assert refusal(short, Ripe((*four[:3], OnDot(11, four[3].fruit)), 0, 0.0)) == "burp.supply.short"
    ruling, state = GAME.decide(short, Ripe(four, 0, 0.0))
    assert "8 dots left bare" in ruling.reason
    assert [i + 1 for i, fruit in enumerate(state.sea) if fruit] == [7, 8, 9, 10]


@pytest.mark.rule("burp.ripen.dots")
def test_every_dot_gets_a_fruit_mark_down():
    """Twelve fruits with four players, one to a dot; later rounds fill the empty dots only."""
    state = waiting(table(4), Phase.RIPEN)
    good = ripe(state)
    assert len(good.fruits) == 12
    assert refusal(state, replace(good, face_up=1)) == "burp.ripen.dots"
    assert refusal(state, replace(good, off=0.011)) == "burp.ripen.dots"
    assert refusal(state, replace(good, fruits=good.fruits[1:])) == "burp.ripen.dots"
    twice = (*good.fruits[:11], OnDot(1, good.fruits[11].fruit))
    assert refusal(state, replace(good, fruits=twice)) == "burp.ripen.dots"
    assert refusal(state, replace(good, fruits=(*good.fruits, OnDot(1, state.reserve[12])))) == "burp.ripen.dots"
    strange = (*good.fruits[:11], OnDot(13, good.fruits[11].fruit))
    assert refusal(state, replace(good, fruits=strange)) == "burp.ripen.dots"
    pink = (*good.fruits[:11], OnDot(good.fruits[11].dot, fruits("pink")[0]))
    assert refusal(state, replace(good, fruits=pink)) == "burp.ripen.dots"
    state = make(state, good)
    assert None not in state.sea
    assert len(state.reserve) == 33
    assert GAME.view(state, P1).sea == (UNSEEN,) * 12
    later = waiting(replace(state, sea=(*state.sea[:4], None, *state.sea[5:])), Phase.RIPEN)
    assert refusal(later, Ripe((OnDot(4, later.reserve[0]),), 0, 0.0)) == "burp.ripen.dots"
    filled = make(later, Ripe((OnDot(5, later.reserve[0]),), 0, 0.01))
    assert (filled.sea[4], len(filled.reserve), filled.phase) == (later.reserve[0], 32, Phase.DOCKS)


@pytest.mark.rule("burp.ripen.three-players")
def test_three_players_cover_one_dot_before_the_unused_village():
    """Ten dots; of the last row only the middle one."""
    state = waiting(table(3), Phase.RIPEN)
    assert sorted(dots_in_use(state)) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11]
    good = ripe(state)
    assert len(good.fruits) == 10
    wrong = (*good.fruits[:9], OnDot(12, good.fruits[9].fruit))
    assert refusal(state, replace(good, fruits=wrong)) == "burp.ripen.three-players"
    assert [fruit is None for fruit in make(state, good).sea[9:]] == [True, False, True]


@pytest.mark.rule("burp.ripen.two-players")
def test_two_players_sit_opposite_and_leave_two_rows_empty():
    """Six dots, before the first and the third side."""
    state = waiting(table(2, start=P2), Phase.RIPEN)
    assert dots_in_use(state) == [7, 8, 9, 1, 2, 3]
    good = ripe(state)
    assert len(good.fruits) == 6
    wrong = (*good.fruits[:5], OnDot(4, good.fruits[5].fruit))
    assert refusal(state, replace(good, fruits=wrong)) == "burp.ripen.two-players"
    assert make(state, good).sea[3:6] == (None,) * 3


@pytest.mark.rule("burp.dock.time")
def test_a_dock_that_is_not_finished_in_time_is_stored():
    """Two minutes are in time; a second more puts all of it into the village, until next round."""
    state = waiting(table(4), Phase.DOCKS, P1, P2)
    assert refusal(state, Pass(P1)) == "burp.round.order"
    in_time = make(state, dock(P1, 2, (1,), finished=120.0))
    assert (in_time.players[0].dock_strips, in_time.players[0].dock_stones) == (2, (1,))
    ruling, late = GAME.decide(state, dock(P1, 2, (1,), finished=121.0))
    assert ruling.legal
    assert ruling.rule == "burp.dock.time"
    assert late.players[0] == state.players[0]
    assert late.queue[0].seat == P2
    nobody = having(table(2), P1, strips=0, stones=())
    after = make(waiting(nobody, Phase.RIPEN), ripe(waiting(nobody, Phase.RIPEN)))
    assert [errand.seat for errand in after.queue] == [P2]


@pytest.mark.rule("burp.dock.on-block")
@pytest.mark.parametrize("wrong", [{"loose": 1}, {"on_board": 1}, {"outside": 0.001}])
def test_a_dock_stands_on_its_block_within_the_village(wrong):
    """A strip that the block does not bear, a piece on the board, a block over the edge: no dock."""
    state = waiting(table(4), Phase.DOCKS, P1)
    ruling, after = GAME.decide(state, dock(P1, **wrong))
    assert (ruling.legal, ruling.rule) == (True, "burp.dock.on-block")
    assert (after.players[0].strips, after.players[0].dock_strips) == (2, 0)
    assert make(state, dock(P1, outside=0.0)).players[0].dock_strips == 2


@pytest.mark.rule("burp.dock.untested")
def test_a_dock_that_was_tested_is_stored():
    """One touch with a pawn while building, and the dock is taken down."""
    state = waiting(table(4), Phase.DOCKS, P1)
    ruling, after = GAME.decide(state, dock(P1, tests=1))
    assert (ruling.legal, ruling.rule) == (True, "burp.dock.untested")
    assert after.players[0].dock_strips == 0


@pytest.mark.rule("burp.dock.keep")
def test_docks_are_built_of_what_a_village_has_and_stay():
    """Strange pieces are refused; a dock stays over the round, can be rebuilt, and is needed to fish."""
    state = waiting(table(4), Phase.DOCKS, P1)
    wrong = (dock(P1, 3), dock(P1, -1), dock(P1, 2, (2,)), dock(P1, 2, (1, 1)), dock(P2))
    for one in wrong:
        assert refusal(state, one) == "burp.dock.keep"
    built = make(state, dock(P1, 2, (1,)))
    me = built.players[0]
    assert (me.strips, me.stones, me.dock_strips, me.dock_stones) == (0, (), 2, (1,))
    later = passes(waiting(having(built, P1, strips=1), Phase.GENIUS, P1, P2))
    later = make(later, ripe(later))
    assert later.players[0].dock_strips == 2
    rebuilt = make(later, dock(P1, 3, ())).players[0]
    assert (rebuilt.strips, rebuilt.stones, rebuilt.dock_strips, rebuilt.dock_stones) == (0, (1,), 3, ())
    stones_only = make(state, dock(P1, 0, (1,))).players[0]
    assert (stones_only.stones, stones_only.dock_stones) == ((1,), ())
    rows = ("P1 P1 P1", "P2 P2 P2", "P3 P3 P3", "P4 P4 P4")
    assert [errand.seat for errand in fishing(built, *rows).queue] == [P1]


@pytest.mark.rule("burp.wander.place")
def test_pawns_are_placed_in_turn_one_at_a_time():
    """Clockwise from the starting player, each pawn once, unseen by others until all are placed."""
    state = table(3, phase=Phase.WANDER, start=P2)
    order = []
    for k in range(8):
        seat = actor(state)
        order.append(seat)
        ruling, after = GAME.decide(state, Put(seat, PAWNS[k // 3], WOODS))
        assert ruling.rule == "burp.wander.place"
        assert not any(pawn.value in ruling.reason for pawn in PAWNS)
        assert after.phase is Phase.WANDER
        state = after
    assert order == [P2, P3, P1] * 2 + [P2, P3]
    assert refusal(state, Put(P1, Pawn.FIGHTER, WOODS)) == "burp.wander.place"
    assert refusal(state, Put(P1, Pawn.UNSEEN, WOODS)) == "burp.wander.place"
    assert refusal(state, Stone(P1, 5)) == "burp.wander.place"
    assert len(GAME.legal_moves(state, P1)) == 5
    view = GAME.view(state, P1)
    assert {p.pawn for p in view.pawns if p.seat != P1} == {Pawn.UNSEEN}
    assert [p.pawn for p in view.pawns if p.seat == P1] == [Pawn.FIGHTER, Pawn.TRADER]
    assert make(state, Put(P1, Pawn.FISHER, WOODS)).phase is Phase.COLLECT


@pytest.mark.rule("burp.wander.places")
def test_only_villages_of_players_are_places():
    """Two players have two villages, the quarry and the woods."""
    state = table(2, phase=Phase.WANDER)
    places = {move.place for move in GAME.legal_moves(state, P1)}
    assert places == {village(P1), village(P2), QUARRY, WOODS}
    for name in ("P3", "P0", "river"):
        assert refusal(state, Put(P1, Pawn.FISHER, Place(name))) == "burp.wander.places"
    assert GAME.check(state, Put(P1, Pawn.FISHER, village(P2))).legal


@pytest.mark.rule("burp.fruit.hidden")
def test_the_marks_of_fruit_are_their_owners_secret():
    """A view shows the own hand, the size of the others, and never the sea or the reserve."""
    state = having(having(table(2), P1, fruit="red blue"), P2, fruit="green green red")
    state = replace(state, sea=(*fruits("red"), *state.sea[1:]))
    view = GAME.view(state, P1)
    assert (view.players[0].fruit, view.players[1].fruit) == (fruits("blue red"), (UNSEEN,) * 3)
    assert (view.sea[:2], view.reserve) == ((UNSEEN, None), (UNSEEN,) * 45)
    state = waiting(state, Phase.GENIUS, P1, P2)
    reason = GAME.check(state, Invent(P1, "fire")).reason
    assert not any(colour in reason for colour in GAME.figures.colours)
    assert passes(state).phase is not Phase.GENIUS
