"""Hurlyburly after the shots: what is mended, what is stolen, what is cleared, and what is left alone."""

from dataclasses import replace

import pytest

from sandbox.rules.base import NATURE, Seat
from sandbox.rules.hurlyburly import (
    Cards,
    Collect,
    Defences,
    Defend,
    Fast,
    Fire,
    HurlyburlyOptions,
    Phase,
    Raise,
    Steal,
    Stop,
    Strong,
)
from tests.rules.battlefield import (
    GAME,
    NEAR,
    P1,
    P2,
    P3,
    P4,
    fell,
    fired,
    make,
    position,
    refusal,
    shot,
    supply,
    tower,
    towers,
)


@pytest.mark.rule("hurlyburly.steal.limit")
def test_one_wall_and_one_platform_of_each_tower_that_lost_levels():
    """Up to one of each, once a rival; nothing of a tower that only swayed."""
    ready = fired(position((2,), (2, 1, 1), (2, 2), (2, 1), blocks=(1, 0, 0, 0)))
    after = make(ready, shot(tower(2), fell(2, 0, 0), fell(2, 0), tower(2, 1)))
    after = make(after, towers(tower(2), tower(2), fell(2), tower(2, 1)))
    after = make(after, towers(tower(2), tower(2), tower(2), tower(2, 1)))
    assert (after.phase, GAME.to_act(after)) == (Phase.STEAL, {P1})
    takes = [(0, 1), (1, 0), (1, 1)]
    wanted = [Steal(P1, victim, w, p) for victim in (P2, P3) for w, p in takes]
    assert list(GAME.legal_moves(after, P1)) == [*wanted, Stop(P1)]
    for wrong in (Steal(P1, P4, 1, 1), Steal(P1, P2, 2, 1), Steal(P1, P2, 0, 0), Steal(P1, P2, -1, 1)):
        assert refusal(after, wrong) == "hurlyburly.steal.limit"
    once = make(after, Steal(P1, P2, 1, 1))
    assert (once.stolen, once.players[1].fallen) == (Cards(1, 1), Cards(1, 1))
    assert refusal(once, Steal(P1, P2, 1, 1)) == "hurlyburly.steal.limit"
    assert (
        refusal(after, Steal(P1, P1, 1, 1)) == refusal(after, Steal(P1, Seat(7), 1, 1)) == "hurlyburly.steal.limit"
    )
    over = make(once, Steal(P1, P3, 0, 1))
    assert (over.phase, over.rising) == (Phase.BUILD, (1,))
    assert over.supply == ready.supply + Cards(platforms=1)  # two platforms and one wall: one is not built
    none = make(after, Stop(P1))
    assert (none.turn, none.supply) == (P2, ready.supply + Cards(4, 3))


@pytest.mark.rule("hurlyburly.steal.limit")
def test_a_level_that_hands_knocked_over_cannot_be_stolen():
    """Only shots let the attacker steal; a flag alone brings nothing."""
    knocked = make(fired(position((2,), (2, 1), blocks=(1, 0))), shot(tower(2), fell(2, 1)))
    clumsy = make(knocked, towers(tower(2), tower(2, 0, flag_level=1)), Stop(P1))
    assert (clumsy.phase, clumsy.turn) == (Phase.TURN, P2)


@pytest.mark.rule("hurlyburly.steal.two-players")
def test_two_of_each_with_two_players():
    """Up to two walls and two platforms, if so much was demolished."""
    ready = fired(position((2,), (2, 1, 1, 1), blocks=(1, 0)))
    after = make(ready, shot(tower(2), fell(2, 0, 0, 0)), towers(tower(2), tower(2)))
    assert len(GAME.legal_moves(after, P1)) == 9
    assert refusal(after, Steal(P1, P2, 3, 2)) == "hurlyburly.steal.two-players"
    assert GAME.check(after, Steal(P1, P2, 2, 2)).rule == "hurlyburly.steal.two-players"
    one = make(ready, shot(tower(2), tower(2, 1, 1, 0, flag_level=3)))
    assert refusal(one, Steal(P1, P2, 1, 2)) == "hurlyburly.steal.two-players"
    assert len(GAME.legal_moves(one, P1)) == 4


@pytest.mark.rule("hurlyburly.steal.not-base")
def test_the_last_platform_and_two_walls_are_safe():
    """Of a base that fell nothing can be taken; a base that lost a wall protects another."""
    ready = fired(position((2,), (2, 1), blocks=(1, 0)))
    after = make(ready, shot(tower(2), tower(1, 0, flag_level=1)))
    assert after.players[1].fallen == Cards(2, 1)
    assert refusal(after, Steal(P1, P2, 2, 1)) == "hurlyburly.steal.not-base"
    assert list(GAME.legal_moves(after, P1))[-2] == Steal(P1, P2, 1, 1)
    alone = fired(position((2,), (2,), blocks=(1, 0)))
    over = make(alone, shot(tower(2), fell(0)), towers(tower(2), tower(2)))
    assert (over.phase, over.turn) == (Phase.TURN, P2)


@pytest.mark.rule("hurlyburly.steal.build-now")
def test_stolen_cards_are_built_at_once_after_the_base():
    """The victim rebuilds, the attacker takes and builds on top, and only then the turn is over."""
    ready = fired(position((2,), (2, 2, 1), blocks=(1, 0)))
    fallen = make(ready, shot(tower(2), fell(0, 0, 0)))
    assert fallen.mending == (P2,)
    rebuilt = make(fallen, towers(tower(2), tower(2)))
    assert rebuilt.phase is Phase.STEAL
    building = make(rebuilt, Steal(P1, P2, 2, 2))
    assert (building.phase, building.rising, GAME.to_act(building)) == (Phase.BUILD, (1, 1), {NATURE})
    assert refusal(building, towers(tower(2, 2, 1), tower(2))) == "hurlyburly.steal.build-now"
    after = make(building, towers(tower(2, 1, 1), tower(2)))
    assert (after.players[0].levels, after.turn) == ((2, 1, 1), P2)
    strong = make(rebuilt, Steal(P1, P2, 2, 1))
    assert strong.rising == (2,)
    for cards in ((2, 0), (0, 2)):
        assert make(rebuilt, Steal(P1, P2, *cards)).turn == P2  # nothing to build


@pytest.mark.rule("hurlyburly.steal.build-now")
def test_the_attacker_says_which_stolen_level_is_strong():
    """Three walls and two platforms make a strong and a weak level, in either order."""
    stolen = replace(position((2,), (2,), (2,), (2,)), phase=Phase.STEAL, stolen=Cards(2, 1), launched=1)
    robbed = replace(stolen.players[1], fallen=Cards(1, 1), lost=1)
    stolen = supply(
        replace(stolen, players=(stolen.players[0], robbed, *stolen.players[2:])), walls=7, platforms=5
    )
    state = make(stolen, Steal(P1, P2, 1, 1))
    assert list(GAME.legal_moves(state, P1)) == [Raise(P1, (1, 2)), Raise(P1, (2, 1))]
    for wrong in ((1, 1), (2,), (), (3, 0)):
        assert refusal(state, Raise(P1, wrong)) == "hurlyburly.steal.build-now"
    assert refusal(state, Stop(P1)) == "hurlyburly.steal.build-now"
    assert make(state, Raise(P1, (1, 2))).rising == (1, 2)


@pytest.mark.rule("hurlyburly.clear.order")
def test_victims_mend_clockwise_then_the_attacker_steals_then_the_rest_is_cleared():
    """Nothing is cleared between shots; who sits to the left mends first, the attacker last."""
    state = position((2, 1), (2,), (2, 1), blocks=(0, 2, 0), turn=P2)
    ready = make(state, Fire(P2, P3), NEAR)
    between = make(ready, shot(fell(2, 0), fell(2), fell(2, 0)))
    assert (between.phase, between.supply, between.players[0].flag) == (Phase.FIRE, ready.supply, False)
    mending = make(between, Stop(P2))
    assert (mending.phase, mending.mending) == (Phase.MEND, (P3,))
    assert refusal(mending, Fire(P2, P1)) == "hurlyburly.turn.one-action"
    assert refusal(mending, NEAR) == "hurlyburly.clear.order"
    assert refusal(mending, towers(fell(2), fell(2), fell(2))) == "hurlyburly.clear.order"
    left = make(mending, towers(fell(2), fell(2), tower(2)))
    assert left.mending == (P1,)
    own = make(left, towers(tower(2), fell(2), tower(2)))
    assert (own.phase, own.mending) == (Phase.MEND, (P2,))
    stealing = make(own, towers(tower(2), tower(2), tower(2)))
    assert (stealing.phase, stealing.supply, stealing.launched) == (Phase.STEAL, ready.supply, 1)
    assert refusal(stealing, Fire(P2, P1)) == "hurlyburly.clear.order"
    over = make(stealing, Stop(P2))
    assert (over.turn, over.supply, over.blocks) == (P3, ready.supply + Cards(2, 2), 19)


@pytest.mark.rule("hurlyburly.clear.rebuild-base")
def test_a_tower_that_is_gone_gets_a_new_base():
    """One platform and two walls of the own fallen cards, and the flag on top."""
    ready = fired(position((2,), (1, 1, 1), blocks=(1, 0)))
    fallen = make(ready, shot(tower(2), fell(0, 1, 1)))
    assert (fallen.players[1].levels, fallen.players[1].fallen) == ((), Cards(3, 3))
    for wrong in (fell(2), tower(1), tower(), tower(0), tower(2, 1)):
        assert refusal(fallen, towers(tower(2), wrong)) == "hurlyburly.clear.rebuild-base"
    assert refusal(fallen, towers()) == "hurlyburly.clear.rebuild-base"
    after = make(fallen, towers(tower(2), tower(2)))
    assert (after.players[1].levels, after.players[1].fallen) == ((2,), Cards(1, 2))
    poor = make(fired(position((2,), (1,), blocks=(1, 0))), shot(tower(2), fell(0)))
    helped = make(poor, towers(tower(2), tower(2)))
    assert helped.supply == poor.supply - Cards(walls=1)
    assert make(supply(poor, walls=0), towers(tower(2), tower(1))).players[1].levels == (1,)


@pytest.mark.rule("hurlyburly.clear.fallen")
def test_everything_else_that_fell_goes_back_to_the_supply():
    """Walls, platforms, sandbags and supports; no more can fall than stood."""
    state = position((2,), (2, 2), blocks=(1, 0), sandbags=(0, 3), supports=(0, 1))
    ready = fired(state)
    read = tower(2, 1, sandbags_fallen=2, supports_fallen=1)
    after = make(ready, shot(tower(2), read))
    assert (after.turn, after.supply) == (P2, ready.supply + Cards(1, 0, 2, 1))
    assert (after.players[1].sandbags, after.players[1].supports) == (1, 0)
    for wrong in ({"sandbags_fallen": 4}, {"supports_fallen": 2}, {"sandbags_fallen": -1}):
        assert refusal(ready, shot(tower(2), tower(2, 2, **wrong))) == "hurlyburly.clear.fallen"
    placing = make(state, Defend(P1, 3, 0))
    fell_at_once = Defences(3, 0, 0.01, (tower(2, sandbags_fallen=1), tower(2, 2)), 0.0, 0.0)
    assert make(placing, fell_at_once).players[0].sandbags == 2


@pytest.mark.rule("hurlyburly.repair.tower")
def test_a_damaged_tower_is_not_rearranged():
    """No wall comes back and nothing that stood is moved more than a centimetre by hands."""
    state = position((2, 1), (1, 1))
    rising = make(state, Strong(P1))
    assert refusal(rising, towers(tower(2, 2, 2), tower(1, 1))) == "hurlyburly.repair.tower"
    assert refusal(rising, towers(tower(2, 1, 2), tower(2, 1))) == "hurlyburly.repair.tower"
    good = towers(tower(2, 1, 2), tower(1, 1))
    assert refusal(rising, replace(good, tower_shift=0.011)) == "hurlyburly.repair.tower"
    assert GAME.check(rising, replace(good, tower_shift=0.01)).legal


@pytest.mark.rule("hurlyburly.repair.defence")
def test_defences_that_moved_are_left_alone():
    """A sandbag set right by hand is put back where it was; so while placing others."""
    state = position((2,), (2,), sandbags=(2, 0))
    good = towers(tower(2, 2), tower(2))
    rising = make(state, Strong(P1))
    assert refusal(rising, replace(good, defence_shift=0.011)) == "hurlyburly.repair.defence"
    placing = make(state, Defend(P1, 3, 0))
    moved = Defences(3, 0, 0.01, (tower(2), tower(2)), 0.0, 0.02)
    assert refusal(placing, moved) == "hurlyburly.repair.defence"
    assert GAME.check(placing, replace(moved, defence_shift=0.005)).legal


@pytest.mark.rule("hurlyburly.repair.own-fault")
def test_a_tower_knocked_over_by_its_owner_is_demolished_all_the_same():
    """While building, while defending, by the own shot: what fell goes to the supply, a base is rebuilt."""
    state = position((2, 1), (2,), blocks=(1, 0))
    rising = make(state, Fast(P1, 2))
    ruling, after = GAME.decide(rising, towers(tower(2, 0, 0, 0, flag_level=1), tower(2)))
    assert ruling.rule == "hurlyburly.repair.own-fault"
    assert (after.turn, after.players[0].levels, after.supply) == (P2, (2,), state.supply + Cards(1, 1))
    gone = make(rising, towers(fell(0, 0, 0, 0), tower(2)))
    assert (gone.phase, gone.mending) == (Phase.MEND, (P1,))
    assert make(gone, towers(tower(2), tower(2))).turn == P2
    placing = make(state, Defend(P1, 3, 0))
    clumsy = make(placing, Defences(3, 0, 0.01, (tower(2, 0, flag_level=1), tower(2)), 0.0, 0.0))
    assert (clumsy.players[0].levels, clumsy.players[0].sandbags, clumsy.turn) == ((2,), 3, P2)
    own = GAME.check(fired(state), shot(tower(2, 0, flag_level=1), tower(2)))
    assert own.rule == "hurlyburly.repair.own-fault"
    mending = make(fired(position((2,), (2, 1, 1), blocks=(1, 0))), shot(tower(2), fell(2, 1, 0)))
    slipped = make(mending, towers(tower(2), fell(2, 0)))
    assert (slipped.mending, slipped.players[1].levels, slipped.players[1].lost) == ((P2,), (2,), 1)


@pytest.mark.rule("hurlyburly.expert")
def test_experienced_players_pay_for_success_and_keep_four_blocks():
    """A demolished level costs one upgrade, if there is one; nothing else does; four blocks are the most."""
    expert = HurlyburlyOptions(experienced=True)
    levels = ((2,), (2, 1))
    hit = shot(tower(2), tower(2, 0, flag_level=1))
    ready = fired(position(*levels, blocks=(1, 0), upgrades=(2, 0), options=expert))
    after = make(ready, hit, Stop(P1))
    assert (after.players[0].upgrades, after.upgrades) == (1, 7)
    plain = make(fired(position(*levels, blocks=(1, 0), upgrades=(2, 0))), hit, Stop(P1))
    assert plain.players[0].upgrades == 2
    missed = make(ready, shot(tower(2), tower(2, 1)))
    assert missed.players[0].upgrades == 2
    assert make(fired(position(*levels, blocks=(1, 0), options=expert)), hit, Stop(P1)).upgrades == 8
    full = position((2, 1), (2,), blocks=(4, 0), options=expert)
    assert refusal(full, Collect(P1)) == "hurlyburly.expert"
    three = position((2, 1), (2,), blocks=(3, 0), options=expert)
    assert make(three, Collect(P1)).players[0].blocks == 4
