"""Beethupferl, rule by rule: harvests, snails, the end, and playing together."""

from dataclasses import replace

import pytest

from sandbox.errors import InputError
from sandbox.rules.base import NATURE
from sandbox.rules.beethupferl import (
    BACK,
    BeethupferlOptions,
    Direct,
    Grass,
    Phase,
    Take,
)
from tests.rules.beethupferl_table import (
    ADVANCED,
    BED,
    BEET,
    CABBAGE,
    CARROT,
    CLEAR,
    CUCUMBER,
    EAST,
    GAME,
    NORTH,
    P1,
    P2,
    P3,
    PUMPKIN,
    SNAIL,
    SUPPLY,
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


@pytest.mark.rule("beethupferl.drop.three")
@pytest.mark.parametrize(("hollow", "kind"), [(1, CARROT), (5, SNAIL)])
def test_a_third_drop_is_an_immediate_harvest(hollow, kind):
    """The tile must be taken, a snail too, though no other of its kind is visible; the count decides."""
    rule = "beethupferl.drop.three"
    for tilt in (0.0, 90.0, 180.0):
        state = direct(position({hollow: 2, 9: 1}), hollow, read(hollow, 3, tilt=tilt))
        assert list(GAME.legal_moves(state, P1)) == [Take(P1, hollow)]
    assert ruling_after(position({hollow: 2}), Direct(P1, hollow), fell(read(hollow, 3))).rule == rule
    assert ruling_after(state, Take(P1, hollow)).rule == rule
    after = take(state, hollow)
    assert (after.taken, after.turn) == (((kind,), (), ()), P2)


@pytest.mark.rule("beethupferl.drop.three-clears")
def test_an_immediate_harvest_clears_its_kind():
    """The drops of both visible carrots go back, the other one is hidden again, the next tile is laid."""
    rule = "beethupferl.drop.three-clears"
    state = make(direct(position({1: 2, 4: 2, 9: 1}), 1), Take(P1, 1))
    assert (drops_of(state), state.hand, state.bowl) == ({9: 1}, 5, 14)
    for wrong in ({"left": 1}, {"face_up": 1}, {"bare": 1}):
        assert refusal(state, replace(CLEAR, **wrong)) == rule
    assert ruling_after(state, CLEAR).rule == rule
    after = make(state, CLEAR)
    assert (after.tiles, after.supply) == ((SUPPLY[0], *BED[1:]), SUPPLY[1:])
    assert (after.bowl, after.hand) == (19, 0)
    assert GAME.view(after, P1).tiles[:4] == (BACK,) * 4


@pytest.mark.rule("beethupferl.harvest.when")
def test_harvests_come_after_each_drop_at_rest():
    """Not while a piece moves; a third drop first, then a kind of choice; then the second watering follows."""
    rule = "beethupferl.harvest.when"
    state = position({1: 1, 2: 1, 9: 2, 12: 1, 13: 1})
    poured = make(state, Grass(P1, NORTH))
    assert refusal(poured, Take(P1, 9)) == "beethupferl.setup.first"
    knock = fell(read(3, 1), read(9, 1), read(14, 1))
    assert refusal(poured, replace(knock, speed=0.0031)) == rule
    assert refusal(poured, CLEAR) == rule
    both = make(poured, replace(knock, speed=0.003))
    assert [m.hollow for m in GAME.legal_moves(both, P1)] == [1, 2, 3, 12, 13, 14]
    assert refusal(both, Take(P1, 9)) == rule
    assert refusal(both, Grass(P1, NORTH)) == rule
    second = take(both, 12)
    assert (second.phase, second.turn) == (Phase.TAKE, P1)
    done = take(second, 3)
    assert (done.phase, done.turn, done.taken[0]) == (Phase.WATER, P1, (CUCUMBER, CARROT))
    assert Grass(P1, EAST) in GAME.legal_moves(done, P1)
    third = make(position({1: 1, 2: 1, 9: 2}), Grass(P1, NORTH))
    third = make(replace(third, drops=(2, *third.drops[1:])), fell(read(1, 1), read(3, 1), read(9, 3)))
    assert list(GAME.legal_moves(third, P1)) == [Take(P1, 9)]
    assert refusal(third, Take(P1, 3)) == rule
    assert [m.hollow for m in GAME.legal_moves(take(third, 9), P1)] == [1, 2, 3]


@pytest.mark.rule("beethupferl.harvest.three-kind")
def test_three_visible_of_a_kind_are_a_harvest_for_who_watered():
    """The one who watered chooses among the three and lays the vegetable open; two are not enough."""
    rule = "beethupferl.harvest.three-kind"
    two = direct(position({1: 1, 9: 1}, turn=P2), 2)
    assert (two.phase, two.turn) == (Phase.WATER, P3)
    state = direct(position({1: 1, 2: 1, 9: 1}, turn=P2), 3)
    assert list(GAME.legal_moves(state, P2)) == [Take(P2, h) for h in (1, 2, 3)]
    assert refusal(state, Take(P2, 4)) == refusal(state, Take(P2, 9)) == rule
    assert ruling_after(state, Take(P2, 2)).rule == rule
    after = take(state, 2)
    assert after.taken == ((), (CARROT,), ())
    assert GAME.view(after, P1).taken == after.taken


@pytest.mark.rule("beethupferl.harvest.clears")
def test_a_harvest_clears_all_of_its_kind():
    """Two tiles are turned, all drops of the kind go back and the next tile lies face down where one was."""
    rule = "beethupferl.harvest.clears"
    state = make(direct(position({1: 1, 2: 2, 9: 1}), 3), Take(P1, 2))
    assert refusal(state, Direct(P2, 1)) == "beethupferl.setup.first"
    assert refusal(state, fell(read(1, 1))) == rule
    for wrong in ({"left": 1}, {"face_up": 1}, {"bare": 1}):
        assert refusal(state, replace(CLEAR, **wrong)) == rule
    assert ruling_after(state, CLEAR).rule == rule
    after = make(state, CLEAR)
    assert (drops_of(after), after.bowl, after.turn) == ({9: 1}, 19, P2)
    assert (after.tiles, after.supply) == ((CARROT, SUPPLY[0], *BED[2:]), SUPPLY[1:])
    view = GAME.view(after, P1)
    assert [tile for tile in view.tiles if tile is not BACK] == [PUMPKIN]


@pytest.mark.rule("beethupferl.snail.three")
def test_three_visible_snails_cost_one():
    """The player must take one of the three; the rest is cleared as at a harvest."""
    rule = "beethupferl.snail.three"
    state = direct(position({5: 1, 6: 1, 9: 1}), 7)
    assert GAME.to_act(state) == {P1}
    assert list(GAME.legal_moves(state, P1)) == [Take(P1, h) for h in (5, 6, 7)]
    assert refusal(state, Take(P1, 9)) == rule
    assert ruling_after(state, Take(P1, 5)).rule == rule
    after = take(state, 5)
    assert (after.taken[0], drops_of(after), after.bowl, after.turn) == ((SNAIL,), {9: 1}, 19, P2)


@pytest.mark.rule("beethupferl.harvest.advanced")
def test_advanced_a_third_drop_must_roll_in():
    """Nobody may aim at it directly; by mistake it wins nothing but a snail; from the grass it harvests."""
    rule = "beethupferl.harvest.advanced"
    state = position({1: 2, 5: 2}, options=ADVANCED)
    assert refusal(state, Direct(P1, 1)) == refusal(state, Direct(P1, 5)) == rule
    assert {1, 5}.isdisjoint(act.hollow for act in GAME.legal_moves(state, P1) if isinstance(act, Direct))
    full = replace(state, drops=(2,) * 16)
    assert sum(isinstance(act, Direct) for act in GAME.legal_moves(full, P1)) == 16
    assert ruling_after(state, Direct(P1, 2), fell(read(1, 3))).rule == rule
    back = direct(state, 2, read(1, 3))
    assert (drops_of(back), back.bowl, back.turn, back.phase) == ({1: 2, 5: 2}, 16, P2, Phase.WATER)
    assert list(GAME.legal_moves(direct(state, 6, read(5, 3)), P1)) == [Take(P1, 5)]
    assert list(GAME.legal_moves(from_grass(state, read(1, 3)), P1)) == [Take(P1, 1)]
    plain = replace(state, options=BeethupferlOptions())
    assert list(GAME.legal_moves(direct(plain, 1), P1)) == [Take(P1, 1)]
    three = direct(position({1: 1, 2: 1}, options=ADVANCED), 3)
    assert three.phase is Phase.TAKE


@pytest.mark.rule("beethupferl.end")
def test_the_last_tile_and_the_third_snail_end_the_game_at_once():
    """One tile of the supply left goes on, none ends it; snails count together, whoever took them."""
    taken = ((CARROT, SNAIL), (SNAIL,), ())
    state = direct(position({5: 2}, taken=taken), 5)
    over = make(state, Take(P1, 5))
    assert (over.phase, GAME.outcome(over).rule) == (Phase.OVER, "beethupferl.end")
    assert refusal(over, CLEAR) == "beethupferl.end"
    assert GAME.to_act(over) == frozenset()
    assert make(replace(state, taken=((CARROT, SNAIL), (), ())), Take(P1, 5)).phase is Phase.CLEAR
    last = direct(position({1: 2, 9: 1, 10: 1}, supply=(BEET,)), 1, read(1, 3))
    over = make(last, Take(P1, 1))
    assert (over.phase, over.supply, over.tiles[0], over.bowl) == (Phase.OVER, (), BEET, 18)
    assert GAME.outcome(over).winners == (P1,)
    assert make(replace(last, supply=(BEET, CABBAGE)), Take(P1, 1)).phase is Phase.CLEAR


@pytest.mark.rule("beethupferl.end.snails-eat")
def test_each_snail_eats_one_vegetable_of_its_taker():
    """Snails eat from their taker only and never below nothing; the most vegetables win, ties together."""
    taken = ((CARROT, BEET, SNAIL), (PUMPKIN,), (SNAIL, SNAIL))
    outcome = GAME.outcome(position(taken=taken, phase=Phase.OVER))
    assert (outcome.scores, outcome.winners) == ((1, 1, 0), (P1, P2))
    taken = ((CARROT, BEET, CARROT, SNAIL), (PUMPKIN,), (SNAIL, SNAIL))
    outcome = GAME.outcome(position(taken=taken, phase=Phase.OVER))
    assert (outcome.scores, outcome.winners) == ((2, 1, 0), (P1,))
    assert "eats" in outcome.termination


TWO_EACH = (CARROT, PUMPKIN, CUCUMBER, BEET, CABBAGE)


@pytest.mark.rule("beethupferl.coop.goal")
def test_together_two_of_each_kind_are_the_goal():
    """They count together, whoever holds them, or alone; the tenth ends the game and all win."""
    taken = (TWO_EACH[1:], (*TWO_EACH, SNAIL), (SNAIL,))
    state = direct(position({1: 1, 2: 1}, options=TOGETHER, taken=taken), 3)
    over = make(state, Take(P1, 1))
    outcome = GAME.outcome(over)
    assert (outcome.rule, outcome.winners) == ("beethupferl.coop.goal", (P1, P2, P3))
    assert outcome.scores == (5, 5, 0)
    beet = ((*TWO_EACH[1:], SNAIL), (CARROT, CARROT, PUMPKIN, CUCUMBER, CABBAGE), ())
    assert make(replace(state, taken=beet), Take(P1, 1)).phase is Phase.CLEAR
    assert make(replace(state, options=BeethupferlOptions()), Take(P1, 1)).phase is Phase.CLEAR
    alone = replace(state, taken=(TWO_EACH[1:] + TWO_EACH,))
    assert GAME.outcome(make(alone, Take(P1, 1))).winners == (P1,)
    with pytest.raises(InputError, match="cooperative=yes"):
        GAME.initial(1)
    assert GAME.to_act(GAME.initial(1, TOGETHER)) == {NATURE}
    assert direct(position(players=1, options=TOGETHER), 1).turn == P1


@pytest.mark.rule("beethupferl.coop.third-drop")
def test_together_a_third_drop_wastes_a_vegetable():
    """It leaves the game and nobody gets it; a snail is placed before the player; clearing is as usual."""
    rule = "beethupferl.coop.third-drop"
    state = direct(position({1: 2, 2: 1}, options=TOGETHER), 1)
    assert ruling_after(state, Take(P1, 1)).rule == rule
    after = take(state, 1)
    assert (after.taken, after.removed, drops_of(after)) == (((),) * 3, (CARROT,), {})
    assert (after.tiles[0], after.bowl) == (SUPPLY[0], 20)
    snail = take(direct(position({5: 2}, options=TOGETHER), 5), 5)
    assert (snail.taken[0], snail.removed) == ((SNAIL,), ())
    three = take(direct(position({1: 1, 2: 1}, options=TOGETHER), 3), 1)
    assert (three.taken[0], three.removed) == ((CARROT,), ())
    eaten = position(options=TOGETHER, taken=((CARROT, SNAIL), (), ()), phase=Phase.OVER)
    assert GAME.outcome(eaten).scores == (1, 0, 0)


@pytest.mark.rule("beethupferl.coop.end")
def test_together_the_third_snail_loses_for_all():
    """So do the last tile of the supply and an empty bowl while the goal is unmet; nobody wins."""
    taken = ((CARROT, SNAIL), (SNAIL,), ())
    snail = make(direct(position({5: 2}, options=TOGETHER, taken=taken), 5), Take(P1, 5))
    last = make(direct(position({1: 2}, options=TOGETHER, supply=(BEET,)), 1), Take(P1, 1))
    empty = direct(position({9: 1}, options=TOGETHER, bowl=1), 1)
    for over in (snail, last, empty):
        assert over.phase is Phase.OVER
        assert (GAME.outcome(over).rule, GAME.outcome(over).winners) == ("beethupferl.coop.end", ())


def test_a_harvest_is_told_as_what_it_is():
    """Harvested, taken or removed; by how many drops, or by how many that are visible."""
    carrot, snail = {1: 2}, {5: 2}
    for drops, options, told in (
        (carrot, None, "P1 harvests the carrot of hollow 1 (3 drops in it)"),
        (carrot, TOGETHER, "P1 removes the carrot of hollow 1 (3 drops in it)"),
        (snail, None, "P1 takes the snail of hollow 5 (3 drops in it)"),
    ):
        (hollow,) = drops
        state = direct(position(drops, options=options), hollow)
        assert GAME.check(state, Take(P1, hollow)).reason == told
    state = direct(position({1: 1, 2: 1}), 3)
    assert GAME.check(state, Take(P1, 2)).reason == "P1 harvests the carrot of hollow 2 (3 visible)"
