"""Burp, rule by rule: what happens when the pawns are turned over."""

import pytest

from sandbox.rules.base import NATURE
from sandbox.rules.burp import (
    QUARRY,
    WOODS,
    Ask,
    Errand,
    Fruit,
    Give,
    Pass,
    Pawn,
    Phase,
    Put,
    Robbed,
    Steal,
    Stone,
    Strip,
)
from tests.rules.burp_table import (
    GAME,
    P1,
    P2,
    P3,
    P4,
    actor,
    fruits,
    having,
    make,
    refusal,
    reveal,
    revealed,
    table,
)


def with_skills(state, seat, *skills):
    """Return the state in which a player has privileges."""
    return having(state, seat, ideas=skills, skills=skills)


@pytest.mark.rule("burp.encounter.reveal")
def test_all_pawns_are_turned_over_at_once_and_types_ignore_each_other():
    """Fighter, trader and fisher of three players in the quarry all collect; two fighters there do not."""
    ruling, state = reveal(table(3), "quarry P1 P1", "P2 quarry P2", "P3 P3 quarry")
    assert ruling.rule == "burp.encounter.reveal"
    assert "all 9 pawns are turned over" in ruling.reason
    assert [errand.seat for errand in state.queue] == [P1, P2, P3]
    assert GAME.view(state, P1).pawns == state.pawns
    own = revealed(table(2), "woods woods woods", "P2 P2 P2")
    assert [errand.seat for errand in own.queue] == [P1, P1, P1]
    met = revealed(table(3), "quarry P1 P1", "quarry P2 P2", "P3 P3 quarry")
    assert [errand.seat for errand in met.queue] == [P3]


@pytest.mark.rule("burp.encounter.collect")
def test_a_lone_pawn_collects_a_strip_or_a_stone_of_choice():
    """One strip in the woods, one stone in the quarry, into the village; nothing else, and not nothing."""
    state = revealed(table(2), "woods P1 quarry", "P2 P2 P2")
    assert list(GAME.legal_moves(state, P1)) == [Strip(P1)]
    assert refusal(state, Pass(P1)) == "burp.encounter.collect"
    assert refusal(state, Stone(P1, 5)) == "burp.encounter.collect"
    assert refusal(state, Give(P1, 1)) == "burp.encounter.collect"
    ruling, state = GAME.decide(state, Strip(P1))
    assert ruling.rule == "burp.encounter.collect"
    assert (state.players[0].strips, state.woods) == (3, 11)
    assert list(GAME.legal_moves(state, P1)) == [Stone(P1, stone) for stone in range(3, 13)]
    assert refusal(state, Strip(P1)) == "burp.encounter.collect"
    assert refusal(state, Stone(P1, 2)) == "burp.encounter.collect"
    state = make(state, Stone(P1, 8))
    assert state.players[0].stones == (1, 8)
    assert 8 not in state.quarry
    assert state.phase is not Phase.COLLECT


@pytest.mark.rule("burp.encounter.home-idle")
def test_pawns_at_home_and_lone_guests_do_nothing():
    """Fighters at home, lone traders in villages and a lone fisher abroad have nothing to do."""
    state = table(3)
    for seat in (P1, P2, P3):
        state = having(state, seat, dock_strips=1)
    state = revealed(state, "P1 P2 P2", "P2 P1 P3", "P3 P3 P1")
    assert (state.phase, GAME.to_act(state)) == (Phase.SPIN, {NATURE})
    before = table(3)
    assert [p.stones for p in state.players] == [p.stones for p in before.players]
    assert [p.strips for p in state.players] == [p.strips for p in before.players]


@pytest.mark.rule("burp.encounter.steal")
def test_a_lone_fighter_takes_a_stone_of_the_victims_choice():
    """Spare stones first; else one out of the dock, which is looked at again; from nobody nothing."""
    rows = ("P2 P1 P1", "P1 P2 P2")
    state = having(table(2), P2, stones=(4, 6), dock_strips=2, dock_stones=(2, 5))
    state = revealed(state, *rows)
    assert (state.phase, actor(state)) == (Phase.GIVE, P2)
    assert list(GAME.legal_moves(state, P2)) == [Give(P2, 4), Give(P2, 6)]
    for stone in (2, 1, 12):
        assert refusal(state, Give(P2, stone)) == "burp.encounter.steal"
    after = make(state, Give(P2, 6))
    assert (after.players[0].stones, after.players[1].stones) == ((1, 6), (4,))
    assert actor(after) == P1

    bare = revealed(having(table(2), P2, stones=(), dock_strips=2, dock_stones=(2, 5)), *rows)
    assert list(GAME.legal_moves(bare, P2)) == [Give(P2, 2), Give(P2, 5)]
    looked = make(bare, Give(P2, 5))
    assert (looked.phase, GAME.to_act(looked)) == (Phase.ROBBED, {NATURE})
    assert looked.players[0].stones == (1, 5)
    good = Robbed(P2, 2, (2,), loose=0, on_board=0, outside=-0.01)
    for wrong in ((P1, 2, (2,)), (P2, 3, (2,)), (P2, 2, (5,)), (P2, -1, ())):
        assert refusal(looked, Robbed(*wrong, 0, 0, 0.0)) == "burp.encounter.steal"
    still = make(looked, good).players[1]
    assert (still.dock_strips, still.dock_stones, still.stones) == (2, (2,), ())
    less = make(looked, Robbed(P2, 1, (), 0, 0, 0.0)).players[1]
    assert (less.dock_strips, less.strips, less.stones) == (1, 3, (2,))
    none_left = Robbed(P2, 0, (2,), 0, 0, 0.0)
    for fallen in (none_left, Robbed(P2, 2, (2,), 1, 0, 0.0), Robbed(P2, 2, (2,), 0, 0, 0.1)):
        ruling, after = GAME.decide(looked, fallen)
        assert ruling.rule == "burp.encounter.steal"
        assert (after.players[1].dock_strips, after.players[1].stones) == (0, (2,))

    ruling, none = reveal(having(table(2), P2, stones=()), *rows)
    assert "P2 has no stone for P1" in ruling.reason
    assert actor(none) == P1  # whose own stone P2 takes


@pytest.mark.rule("burp.encounter.fight")
def test_fighters_who_meet_get_nothing_done():
    """Two in the woods collect nothing, and two in a village steal nothing."""
    state = revealed(table(3), "woods P1 P1", "woods P2 P2", "P3 P3 P3")
    assert state.phase is not Phase.COLLECT
    assert state.woods == 10
    guests = revealed(table(3), "P3 P1 P1", "P3 P2 P2", "P1 P3 P3")
    assert [(errand.seat, errand.place.name) for errand in guests.queue] == [(P3, "P1")]
    resident = revealed(table(3), "P3 P1 P1", "P2 P2 P2", "P3 P3 P3")
    assert resident.phase is not Phase.GIVE


@pytest.mark.rule("burp.encounter.fishers-land")
def test_fishers_who_meet_on_land_all_collect():
    """Two fishers in the woods take a strip each; so with three in the quarry."""
    state = revealed(table(3), "P1 P1 woods", "P2 P2 woods", "P3 P3 P3")
    assert state.queue == (Errand(P1, WOODS), Errand(P2, WOODS))
    state = revealed(table(3), "P1 P1 quarry", "P2 P2 quarry", "P3 P3 quarry")
    assert state.queue == tuple(Errand(seat, QUARRY) for seat in (P1, P2, P3))


def traders(state):
    """Return the state in which all traders of three players meet at P1's village."""
    rows = ("P1 P1 P1", "P2 P1 P2", "P3 P1 P3")
    return revealed(state, *rows)


@pytest.mark.rule("burp.trade.order")
def test_traders_ask_clockwise_from_the_starting_player():
    """Each asks another trader of the same place for a colour of the game; lone traders do not."""
    state = traders(table(3, start=P2))
    assert [errand.seat for errand in state.queue] == [P2, P3, P1]
    assert len(GAME.legal_moves(state, P2)) == 2 * 5 + 1
    assert refusal(state, Ask(P2, P2, "red")) == "burp.trade.order"
    assert refusal(state, Ask(P2, P1, "pink")) == "burp.trade.order"
    assert refusal(state, Strip(P2)) == "burp.trade.order"
    apart = revealed(table(4), "P1 P3 P1", "P2 P3 P2", "P3 P4 P3", "P4 P4 P4")
    assert [(errand.seat, errand.place.name) for errand in apart.queue] == [
        (P1, "P3"),
        (P2, "P3"),
        (P3, "P4"),
        (P4, "P4"),
    ]
    assert refusal(apart, Ask(P1, P3, "red")) == "burp.trade.order"
    lone = revealed(table(3), "P1 P1 P1", "P2 P1 P2", "P3 P3 P3")
    assert refusal(lone, Ask(P1, P3, "red")) == "burp.trade.order"


@pytest.mark.rule("burp.trade.must-give")
def test_a_trader_gives_the_colour_that_it_has():
    """The fruit goes over by itself: there is no refusing, and one fruit only."""
    state = traders(having(table(3), P3, fruit="blue blue red"))
    ruling, state = GAME.decide(state, Ask(P1, P3, "blue"))
    assert ruling.rule == "burp.trade.must-give"
    assert state.players[2].fruit == fruits("blue red")
    assert state.players[0].aside == fruits("blue")
    assert actor(state) == P1


@pytest.mark.rule("burp.trade.second")
def test_a_second_request_follows_a_filled_one_only():
    """Another trader or another colour will do; a third request is never made."""
    state = traders(having(having(table(3), P3, fruit="blue blue"), P2, fruit="red"))
    assert actor(make(state, Ask(P1, P3, "green"))) == P2
    state = make(state, Ask(P1, P3, "blue"))
    same = make(state, Ask(P1, P3, "blue"))
    assert (same.players[0].aside, actor(same)) == (fruits("blue blue"), P2)
    ruling, other = GAME.decide(state, Ask(P1, P2, "red"))
    assert ruling.rule == "burp.trade.second"
    assert (other.players[0].aside, actor(other)) == (fruits("blue red"), P2)
    assert actor(make(state, Ask(P1, P2, "green"))) == P2


@pytest.mark.rule("burp.trade.aside")
def test_fruit_set_aside_cannot_be_asked_for():
    """What was just received stays; a fruit of the same colour from before does not."""
    state = having(having(table(3), P3, fruit="blue"), P1, fruit="")
    state = make(traders(state), Ask(P1, P3, "blue"), Pass(P1))
    ruling, after = GAME.decide(state, Ask(P2, P1, "blue"))
    assert (ruling.legal, ruling.rule) == (True, "burp.trade.aside")
    assert (after.players[0].aside, after.players[1].aside, actor(after)) == (fruits("blue"), (), P3)
    state = having(having(table(3), P3, fruit="blue"), P1, fruit="blue")
    after = make(traders(state), Ask(P1, P3, "blue"), Pass(P1), Ask(P2, P1, "blue"))
    assert (after.players[0].fruit, after.players[1].aside) == ((), fruits("blue"))


@pytest.mark.rule("burp.trade.example")
def test_the_rulebook_example_of_trading():
    """Three traders, five requests, of which three are filled."""
    state = having(having(having(table(3), P1, fruit="blue"), P2, fruit="red"), P3, fruit="blue")
    state = make(traders(state), Ask(P1, P3, "blue"), Ask(P1, P2, "red"))
    ruling, state = GAME.decide(state, Ask(P2, P1, "red"))
    assert "P1 has no red fruit that may be asked for" in ruling.reason
    assert actor(state) == P3
    state = make(state, Ask(P3, P1, "blue"))
    assert actor(state) == P3
    ruling, state = GAME.decide(state, Ask(P3, P2, "green"))
    assert "P2 has no green fruit" in ruling.reason
    assert [player.fruit for player in state.players] == [fruits("blue red"), (), fruits("blue")]


@pytest.mark.rule("burp.trade.instead")
def test_traders_on_land_trade_instead_of_collecting():
    """They collect nothing, may ask for nothing, and have their fruit in hand again afterwards."""
    state = having(table(2), P2, fruit="red green")
    state = revealed(state, "P1 woods P1", "P2 woods P2")
    assert (state.phase, state.woods) == (Phase.TRADE, 12)
    assert Pass(P1) in GAME.legal_moves(state, P1)
    asked = make(state, Ask(P1, P2, "red"), Pass(P1))
    assert asked.players[0].fruit == ()
    ruling, after = GAME.decide(asked, Pass(P2))
    assert ruling.rule == "burp.trade.instead"
    assert [player.fruit for player in after.players] == [fruits("red"), fruits("green")]
    assert [player.aside for player in after.players] == [(), ()]
    assert [player.strips for player in after.players] == [2, 2]
    quarry = revealed(table(2), "P1 quarry P1", "P2 quarry P2")
    assert (quarry.phase, len(quarry.quarry)) == (Phase.TRADE, 10)


@pytest.mark.rule("burp.invention.wheel")
def test_the_wheel_takes_two_strips_or_two_stones():
    """Its owner may take a second piece when collecting or stealing, not a third; the victim chooses both."""
    state = revealed(with_skills(table(2), P1, "wheel"), "woods P1 quarry", "P2 P2 P2")
    state = make(state, Strip(P1))
    assert list(GAME.legal_moves(state, P1)) == [Strip(P1), Pass(P1)]
    ruling, two = GAME.decide(state, Strip(P1))
    assert (ruling.rule, two.players[0].strips, two.queue[0].place) == ("burp.invention.wheel", 4, QUARRY)
    assert make(state, Pass(P1)).queue[0].place == QUARRY
    stones = make(two, Stone(P1, 9), Stone(P1, 5))
    assert (stones.players[0].stones, stones.phase) == ((1, 5, 9), Phase.SPIN)
    last = with_skills(table(2, woods=1), P1, "wheel")
    assert make(revealed(last, "woods P1 P1", "P2 P2 P2"), Strip(P1)).phase is not Phase.COLLECT

    rows = ("P2 P1 P1", "woods P2 P2")
    state = having(with_skills(table(2), P1, "wheel"), P2, stones=(2, 4), dock_strips=2, dock_stones=(7, 8))
    state = make(revealed(state, *rows), Strip(P2), Give(P2, 4))
    assert (state.phase, actor(state)) == (Phase.MORE, P1)
    assert list(GAME.legal_moves(state, P1)) == [Steal(P1), Pass(P1)]
    assert refusal(state, Give(P1, 2)) == "burp.invention.wheel"
    assert make(state, Pass(P1)).players[0].stones == (1, 4)
    state = make(state, Steal(P1))
    assert list(GAME.legal_moves(state, P2)) == [Give(P2, 2)]
    assert refusal(state, Give(P2, 7)) == "burp.invention.wheel"
    ruling, state = GAME.decide(state, Give(P2, 2))
    assert ruling.rule == "burp.invention.wheel"
    assert (state.players[0].stones, state.phase) == ((1, 2, 4), Phase.FISHERS)
    one = having(with_skills(table(2), P1, "wheel"), P2, stones=(2,))
    assert make(revealed(one, *rows), Strip(P2), Give(P2, 2)).phase is Phase.SPIN
    plain = make(revealed(having(table(2), P2, stones=(2, 4)), *rows), Strip(P2), Give(P2, 4))
    assert plain.phase is Phase.SPIN


@pytest.mark.rule("burp.invention.language")
def test_language_allows_a_second_request_after_a_vain_one():
    """Its owner asks again, once; others do not."""
    state = traders(with_skills(having(table(3), P3, fruit="red"), P1, "language"))
    ruling, again = GAME.decide(state, Ask(P1, P3, "green"))
    assert (ruling.rule, actor(again)) == ("burp.invention.language", P1)
    filled = make(again, Ask(P1, P3, "red"))
    assert (filled.players[0].aside, actor(filled)) == ((Fruit("red"),), P2)
    assert actor(make(again, Ask(P1, P3, "green"))) == P2
    assert actor(make(state, Ask(P1, P3, "red"), Ask(P1, P3, "red"))) == P2
    assert actor(make(make(state, Pass(P1)), Ask(P2, P3, "green"))) == P3


@pytest.mark.rule("burp.invention.fence")
def test_a_fence_keeps_thieves_out():
    """No stone is stolen from the village, and the fence is named."""
    rows = ("P2 P1 P1", "woods P2 P2")
    state = make(revealed(table(2), *rows), Strip(P2))
    assert state.phase is Phase.GIVE
    state = revealed(with_skills(table(2), P2, "fence"), *rows)
    ruling, state = GAME.decide(state, Strip(P2))
    assert "the fence of P2 keeps P1 out" in ruling.reason
    assert state.phase is Phase.SPIN
    assert [player.stones for player in state.players] == [(1,), (2,)]


@pytest.mark.rule("burp.invention.plain")
def test_the_other_inventions_change_nothing():
    """With all seven of them a player collects one, is robbed, asks once, and gives no more."""
    plain = ("fire", "passport", "garden_gnome", "toothpick", "club", "tie", "pets")
    state = with_skills(having(table(3), P3, fruit="red"), P1, *plain)
    state = revealed(state, "woods P2 P1", "P1 P2 P2", "P3 P3 P3")
    state = make(state, Strip(P1))
    assert (state.phase, actor(state)) == (Phase.GIVE, P1)
    state = make(state, Give(P1, 1))
    assert (state.phase, actor(state)) == (Phase.TRADE, P1)
    assert actor(make(state, Ask(P1, P2, "red"))) == P2
    assert state.players[0].strips == 3
    lone = having(with_skills(table(2), P1, *plain), P2, stones=(2, 4))
    robbed = make(revealed(lone, "P2 P1 P1", "woods P2 P2"), Strip(P2), Give(P2, 2))
    assert robbed.phase is Phase.SPIN


def test_a_pawn_goes_anywhere_with_any_other():
    """A player may send all three pawns to one place; each is of another type, so they ignore each other."""
    state = revealed(table(2), "P2 P2 P2", "woods woods woods")
    assert [errand.seat for errand in state.queue] == [P2, P2, P2]
    assert make(state, Strip(P2), Strip(P2), Strip(P2)).phase is Phase.GIVE
    last = table(2, phase=Phase.WANDER)
    assert GAME.check(last, Put(P1, Pawn.TRADER, WOODS)).legal
