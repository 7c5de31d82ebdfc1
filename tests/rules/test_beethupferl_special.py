"""Beethupferl's special situations: what can happen to the best gardener, and what hands then put right."""

from dataclasses import replace

import pytest

from sandbox.rules.beethupferl import (
    BACK,
    BeethupferlOptions,
    Direct,
    Grass,
    Leave,
    Phase,
    Rest,
    Stop,
    Surface,
    Take,
)
from tests.rules.beethupferl_table import (
    CARROT,
    CLEAR,
    EAST,
    GAME,
    NORTH,
    P1,
    P2,
    P3,
    SNAIL,
    TOGETHER,
    direct,
    drops_of,
    fell,
    from_grass,
    make,
    position,
    read,
    refusal,
    ruling_after,
    take,
)

MISS = {"touched": Surface.BED}


def missed(state, *readings, **more):
    """Make a good first watering into hollow 15 and a second one that touches the bed first."""
    return from_grass(from_grass(state, read(15, 1)), *readings, **MISS, **more)


@pytest.mark.rule("beethupferl.special.outside")
@pytest.mark.parametrize("rest", [Rest.GRASS, Rest.LAND, Rest.TILE])
def test_a_drop_outside_the_hollows_is_used_again_in_the_same_way_or_left(rest):
    """Directly again at any hollow, or from any grass again; or it goes to the bowl and the turn goes on."""
    rule = "beethupferl.special.outside"
    state = position({9: 1})
    lies = make(state, Direct(P1, 1), fell(rest=rest, touched=Surface.BED))
    assert ruling_after(state, Direct(P1, 1), fell(rest=rest, touched=Surface.BED)).rule == rule
    assert (lies.phase, lies.bowl, lies.can, drops_of(lies)) == (Phase.AGAIN, 18, 1, {9: 1})
    assert list(GAME.legal_moves(lies, P1)) == [*(Direct(P1, h) for h in range(1, 17)), Leave(P1)]
    assert refusal(lies, Grass(P1, NORTH)) == refusal(lies, Stop(P1)) == rule
    assert ruling_after(lies, Direct(P1, 2)).rule == rule
    again = direct(lies, 2)
    assert (drops_of(again), again.bowl, again.turn) == ({2: 1, 9: 1}, 18, P2)
    left = make(lies, Leave(P1))
    assert (left.bowl, left.can, left.turn) == (19, 0, P2)
    slope = from_grass(state, rest=rest)
    assert [type(move) for move in GAME.legal_moves(slope, P1)] == [Grass] * 4 + [Leave]
    assert refusal(slope, Direct(P1, 1)) == rule
    used = make(slope, Grass(P1, EAST), fell(read(1, 1)))
    assert (used.watered, used.phase, used.turn) == (1, Phase.WATER, P1)
    second = make(slope, Leave(P1))
    assert (second.watered, second.phase, second.bowl) == (1, Phase.WATER, 19)


@pytest.mark.rule("beethupferl.special.outside")
def test_a_drop_that_left_the_garden_is_spent():
    """It goes to the bowl and the watering is over, directly and from the grass."""
    state = position({9: 1})
    gone = make(state, Direct(P1, 1), fell(rest=Rest.GONE, touched=None))
    assert (gone.bowl, gone.can, gone.turn) == (19, 0, P2)
    once = from_grass(state, rest=Rest.GONE)
    assert (once.bowl, once.watered, once.turn) == (19, 1, P1)


@pytest.mark.rule("beethupferl.special.outside")
def test_older_drops_that_were_knocked_out_go_to_the_bowl():
    """Their hollow is as its drops say; what was won is taken before the drop is used again."""
    state = position({9: 1, 10: 2, 1: 1, 2: 1})
    ruling = ruling_after(state, Direct(P1, 12), fell(read(12, 1), read(9, 0), loose=1))
    assert ruling.rule == "beethupferl.special.outside"
    assert "pumpkin" not in ruling.reason
    after = direct(state, 12, read(12, 1), read(9, 0), loose=1)
    assert (drops_of(after), after.bowl) == ({10: 2, 1: 1, 2: 1, 12: 1}, 15)
    assert GAME.view(after, P1).tiles[8] is BACK
    won = direct(state, 12, read(3, 1), read(10, 1), rest=Rest.LAND)
    assert (won.phase, won.can) == (Phase.TAKE, 1)
    assert take(won, 3).phase is Phase.AGAIN


@pytest.mark.rule("beethupferl.special.removed-rolls")
def test_a_drop_that_rolls_away_while_it_is_removed_is_taken_out():
    """The tile there is as before: hidden, or visible by its own drop; two drops do not become three."""
    rule = "beethupferl.special.removed-rolls"
    state = make(direct(position({1: 1, 2: 1, 9: 1, 10: 2}), 3), Take(P1, 1))
    rolled = replace(CLEAR, strays=(9, 10, 16))
    assert ruling_after(state, rolled).rule == rule
    after = make(state, rolled)
    assert (drops_of(after), after.bowl, after.phase) == ({9: 1, 10: 2}, 17, Phase.WATER)
    assert GAME.view(after, P1).tiles[15] is BACK
    for strays in ((0,), (17,), (9, 10, 11, 12)):
        assert refusal(state, replace(CLEAR, strays=strays)) == rule


@pytest.mark.rule("beethupferl.special.missed-grass")
def test_a_second_drop_that_missed_the_grass_leaves_its_vegetable_to_the_next_player():
    """Three of a kind, or a third drop: the next player takes it before watering, then waters as usual."""
    rule = "beethupferl.special.missed-grass"
    for before, reading, due in (
        ({1: 1, 2: 1}, read(3, 1), [1, 2, 3]),
        ({1: 2}, read(1, 3), [1]),
    ):
        state = missed(position(before), reading)
        assert GAME.to_act(state) == {P2}
        assert list(GAME.legal_moves(state, P2)) == [Take(P2, h) for h in due]
        assert ruling_after(state, Take(P2, due[0])).rule == rule
        after = take(state, due[0])
        assert (after.taken, after.turn, after.phase) == (((), (CARROT,), ()), P2, Phase.WATER)
        assert len(GAME.legal_moves(after, P2)) == 20
        assert direct(after, 5).turn == P3
    second = from_grass(position({1: 2}), read(15, 1))
    assert ruling_after(second, Grass(P1, NORTH), fell(read(1, 3), **MISS)).rule == rule


@pytest.mark.rule("beethupferl.special.missed-grass")
def test_a_second_drop_that_missed_the_grass_still_costs_a_snail():
    """The snail is taken now by who watered; a vegetable waits meanwhile, and its drop is not used again."""
    for before, reading in (({5: 1, 6: 1}, read(7, 1)), ({5: 2}, read(5, 3))):
        state = missed(position(before), reading)
        assert (GAME.to_act(state), state.phase) == ({P1}, Phase.TAKE)
        after = take(state, 5)
        assert (after.taken[0], after.turn, after.phase) == ((SNAIL,), P2, Phase.WATER)
    both = missed(position({5: 2, 1: 1, 2: 1, 9: 2}), read(5, 3), read(3, 1), read(9, 1))
    assert list(GAME.legal_moves(both, P1)) == [Take(P1, 5)]
    waits = take(both, 5)
    assert [move.hollow for move in GAME.legal_moves(waits, P2)] == [1, 2, 3]
    lies = missed(position({1: 1, 2: 1, 9: 2}), read(3, 1), read(9, 1), rest=Rest.LAND)
    assert (lies.phase, lies.turn, lies.can) == (Phase.TAKE, P2, 0)
    free = missed(position({9: 2}), rest=Rest.LAND)
    assert (free.phase, free.turn) == (Phase.AGAIN, P1)
    assert from_grass(free, read(1, 1)).turn == P2


@pytest.mark.rule("beethupferl.special.missed-grass")
def test_a_first_drop_that_missed_the_grass_counts_as_the_direct_watering():
    """It harvests for who watered, and no second watering follows, even if it lies outside and is left."""
    state = from_grass(position({1: 1, 2: 1}), read(3, 1), **MISS)
    assert GAME.to_act(state) == {P1}
    assert take(state, 1).turn == P2
    assert from_grass(position(), read(1, 1), **MISS).turn == P2
    outside = from_grass(position(), rest=Rest.LAND, **MISS)
    assert outside.phase is Phase.AGAIN
    assert make(outside, Leave(P1)).turn == P2
    good = make(outside, Grass(P1, NORTH), fell(read(1, 1)))
    assert (good.turn, good.phase) == (P1, Phase.WATER)


@pytest.mark.rule("beethupferl.special.missed-grass")
def test_a_miss_under_the_advanced_rule_and_together():
    """Advanced: a third drop goes back to the bowl. Together: what is removed is won by nobody, so at once."""
    advanced = BeethupferlOptions(advanced=True)
    for state in (
        missed(position({1: 2}, options=advanced), read(1, 3)),
        from_grass(position({1: 2, 15: 1}, options=advanced), read(1, 3), **MISS),
    ):
        assert (drops_of(state), state.bowl, state.turn) == ({1: 2, 15: 1}, 17, P2)
        assert state.phase is Phase.WATER
    lost = missed(position({1: 2}, options=TOGETHER), read(1, 3))
    assert GAME.to_act(lost) == {P1}
    assert take(lost, 1).removed == (CARROT,)
    won = missed(position({1: 1, 2: 1}, options=TOGETHER), read(3, 1))
    assert GAME.to_act(won) == {P2}
    alone = missed(position({1: 1, 2: 1}, players=1, options=TOGETHER), read(3, 1))
    assert (alone.turn, alone.phase, alone.watered) == (P1, Phase.TAKE, 0)


@pytest.mark.rule("beethupferl.special.stays-flat")
@pytest.mark.parametrize("tilt", [0.0, 44.9, 135.1, 175.0])
def test_a_tile_that_stays_flat_on_two_drops_gives_one_back(tilt):
    """Face down or picture up, it has one drop and is visible."""
    state = position({1: 1})
    ruling = ruling_after(state, Direct(P1, 1), fell(read(1, 2, tilt=tilt)))
    assert ruling.rule == "beethupferl.special.stays-flat"
    after = direct(state, 1, read(1, 2, tilt=tilt))
    assert (drops_of(after), after.bowl, after.turn) == ({1: 1}, 19, P2)


@pytest.mark.rule("beethupferl.special.pushed-off")
@pytest.mark.parametrize("where", [{"offset": 0.0086}, {"rise": 0.0101}])
@pytest.mark.parametrize("drops", [0, 1, 2])
def test_a_tile_that_was_pushed_off_goes_back_on_its_hollow(where, drops):
    """However it lies, it is as the drops of its hollow say; at the limits it is not pushed off."""
    rule = "beethupferl.special.pushed-off"
    state = position({9: 1, **({1: drops} if drops else {})})
    for tilt in (0.0, 90.0, 180.0):
        off = read(1, drops, tilt=tilt, **where)
        ruling = ruling_after(state, Direct(P1, 15), fell(read(15, 1), off))
        assert ruling.rule == rule
        assert ("carrot" in ruling.reason) == (drops > 0)
        after = direct(state, 15, read(15, 1), off)
        assert drops_of(after) == {9: 1, 15: 1, **({1: drops} if drops else {})}
        assert GAME.view(after, P2).tiles[0] is (CARROT if drops else BACK)
    near = read(1, drops, offset=0.0085, rise=0.01)
    assert ruling_after(state, Direct(P1, 15), fell(read(15, 1), near)).rule != rule


@pytest.mark.rule("beethupferl.special.pushed-off")
def test_a_tile_that_did_not_turn_is_turned_by_hand():
    """With a drop below it it is made visible; without one it is turned face down again."""
    rule = "beethupferl.special.pushed-off"
    state = position({9: 1})
    for tilt in (0.0, 90.0, 135.0):
        assert ruling_after(state, Direct(P1, 1), fell(read(1, 1, tilt=tilt))).rule == rule
        assert GAME.view(direct(state, 1, read(1, 1, tilt=tilt)), P2).tiles[0] is CARROT
    for tilt in (45.0, 180.0):
        ruling = ruling_after(state, Direct(P1, 15), fell(read(15, 1), read(1, 0, tilt=tilt)))
        assert (ruling.rule, "carrot" in ruling.reason) == (rule, False)
        assert GAME.view(direct(state, 15, read(15, 1), read(1, 0, tilt=tilt)), P2).tiles[0] is BACK
