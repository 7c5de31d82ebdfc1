"""Burp, rule by rule: docks that carry, the spinner, and who gets the fruit."""

from dataclasses import replace

import pytest

from sandbox.rules.base import NATURE
from sandbox.rules.burp import Fisher, OnDot, Phase, Pushed, Resting, Spun
from tests.rules.burp_table import (
    GAME,
    P1,
    P2,
    P3,
    P4,
    QUARTER,
    fishing,
    fruits,
    hands,
    having,
    make,
    passage,
    refusal,
    ripe,
    spun,
    stands,
    table,
    waiting,
)

SEA = fruits("red blue yellow green orange red blue yellow green orange red blue")
AT_HOME = ("P1 P1 P1", "P2 P2 P2", "P3 P3 P3", "P4 P4 P4")
ALL_AT_P2 = ("P1 P1 P2", "P2 P2 P2", "P3 P3 P2", "P4 P4 P2")


def docked(players=4, **more):
    """Return a table with fruit on all dots and a dock of two strips in every village."""
    state = table(players, sea=SEA, reserve=fruits("pink " * 33), **more)
    for seat in range(players):
        state = having(state, seat, strips=0, dock_strips=2)
    return state


def at_dock(*rows, **more):
    """Return the table when the spinner is about to pass the first fisher, all docks carrying."""
    state = fishing(docked(len(rows), **more), *rows)
    while state.phase is Phase.FISHERS:
        state = make(state, stands(state.queue[0].seat))
    return state


def one_dock(*pushed, skills=(), **more):
    """Return the ruling and the state after P1, who alone fishes, is passed; `pushed` as in `passage`."""
    state = docked(4)
    state = having(state, P1, ideas=skills, skills=skills)
    state = fishing(state, "P1 P1 P1", "P2 P2 quarry", "P3 P3 woods", "P4 P4 P1")
    state = make(state, stands(P1))
    return GAME.decide(state, passage(P1, 4, *pushed, **more))


@pytest.mark.rule("burp.fish.place")
def test_fishers_at_home_are_put_on_their_docks():
    """Each fisher at home that has a dock, in order; one whose dock falls does not fish this round."""
    state = fishing(docked(4, start=P3), "P1 P1 P1", "P2 P2 P1", "P3 P3 P3", "P4 P4 P4")
    assert [errand.seat for errand in state.queue] == [P3, P4, P1]
    assert GAME.to_act(state) == {NATURE}
    assert refusal(state, stands(P1)) == "burp.fish.place"
    assert refusal(state, ripe(state)) == "burp.fish.place"
    ruling, state = GAME.decide(state, stands(P3))
    assert ruling.rule == "burp.fish.place"
    fallen = having(state, P4, dock_stones=(12,))
    fallen = make(fallen, Fisher(P4, 0, 2))
    me = fallen.players[3]
    assert (me.strips, me.stones, me.dock_strips, me.dock_stones) == (2, (4, 12), 0, ())
    assert fallen.players[2].dock_strips == 2
    state = make(fallen, stands(P1))
    assert state.fishing == (P3, P1)
    assert [errand.seat for errand in state.queue] == [P1, P3]
    ruling, spin = GAME.decide(make(fishing(having(docked(4), P1, strips=2, dock_strips=0), *AT_HOME)), stands(P2))
    assert spin.queue[0].seat == P3


@pytest.mark.rule("burp.dock.collapse")
def test_a_dock_collapses_when_the_fisher_or_a_strip_is_off():
    """Either is enough; both on it is a dock; more strips than it has cannot be."""
    state = fishing(docked(4), *AT_HOME)
    assert make(state, Fisher(P1, 1, 2)).fishing == (P1,)
    for fall in (Fisher(P1, 0, 2), Fisher(P1, 1, 1), Fisher(P1, 0, 0)):
        ruling, after = GAME.decide(state, fall)
        assert (ruling.legal, ruling.rule) == (True, "burp.dock.collapse")
        assert (after.fishing, after.players[0].dock_strips, after.queue[0].seat) == ((), 0, P2)
    for wrong in (Fisher(P1, 1, 3), Fisher(P1, 1, -1), Fisher(P1, -1, 2)):
        assert refusal(state, wrong) == "burp.dock.collapse"


@pytest.mark.rule("burp.fish.spin")
def test_four_players_turn_the_spinner_one_and_a_quarter_times_clockwise():
    """Ten degrees more or less pass; a quarter less, more, or the other way round is refused."""
    state = at_dock("P1 P1 quarry", "P2 P2 woods", "P3 P3 woods", "P4 P4 woods")
    assert state.phase is Phase.SPIN
    good = spun(state, 5)
    assert make(state, replace(good, turned=5 * QUARTER + 0.17)).start == P2
    for turned in (5 * QUARTER + 0.18, 5 * QUARTER - 0.18, 4 * QUARTER, 6 * QUARTER, -5 * QUARTER):
        assert refusal(state, replace(good, turned=turned)) == "burp.fish.spin"


@pytest.mark.rule("burp.fish.spin-three")
@pytest.mark.parametrize(("start", "quarters", "follower"), [(P1, 5, P2), (P2, 5, P3), (P3, 6, P1)])
def test_three_players_turn_on_to_the_next_occupied_village(start, quarters, follower):
    """A full turn and a quarter, or two quarters past the unused village."""
    state = waiting(docked(3, start=start), Phase.SPIN)
    assert refusal(state, spun(state, 11 - quarters)) == "burp.fish.spin-three"
    assert refusal(state, spun(state, quarters - 4)) == "burp.fish.spin-three"
    assert make(state, spun(state, quarters)).start == follower


@pytest.mark.rule("burp.fish.spin-two")
@pytest.mark.parametrize(("start", "follower"), [(P1, P2), (P2, P1)])
def test_two_players_always_turn_one_and_a_half_times(start, follower):
    """Their villages are opposite."""
    state = waiting(docked(2, start=start), Phase.SPIN)
    for quarters in (5, 4, 2):
        assert refusal(state, spun(state, quarters)) == "burp.fish.spin-two"
    assert make(state, spun(state, 6)).start == follower


@pytest.mark.rule("burp.fish.next-start")
def test_the_spinner_shows_the_new_starting_player():
    """The player at whose village it stops begins with genius and the next round."""
    state = waiting(docked(4, start=P4), Phase.SPIN)
    assert refusal(state, stands(P1)) == "burp.fish.next-start"
    ruling, after = GAME.decide(state, spun(state, 5))
    assert (ruling.rule, after.start) == ("burp.fish.next-start", P1)
    assert "stops at P1" in ruling.reason
    genius = make(after, ripe(after))
    assert [errand.seat for errand in genius.queue] == [P1, P2, P3, P4]


@pytest.mark.rule("burp.fish.too-fast")
def test_fruit_that_was_thrown_off_the_board_goes_to_the_reserve():
    """Beyond the rim of 20 cm it is off; it is not put back onto the dots, but counts as reserve."""
    state = waiting(docked(4), Phase.SPIN)
    one = spun(state, 5)
    rim = replace(one, fruits=(Resting(1, 0.2), *one.fruits[1:]))
    assert GAME.check(state, rim).rule == "burp.fish.next-start"
    thrown = replace(one, fastest=4.5, fruits=(Resting(1, 0.201), Resting(2, 0.9), *one.fruits[2:]))
    ruling, after = GAME.decide(state, thrown)
    assert ruling.rule == "burp.fish.too-fast"
    assert "2 thrown off the board at up to 4.5 rad/s" in ruling.reason
    assert after.sea[:3] == (None, None, SEA[2])
    assert sorted(after.reserve) == sorted((*state.reserve, *SEA[:2]))


@pytest.mark.rule("burp.fish.dock-hit")
def test_a_dock_that_was_hit_and_moved_is_unusable_this_round():
    """A touch that moves nothing and a movement without a hit pass; a hit dock stays for the next round."""
    for harmless in ({"arm_gap": -0.001, "dock_moved": 0.00005}, {"arm_gap": 0.001, "dock_moved": 0.01}):
        assert hands(one_dock((1, 0.18), (2, 0.17), **harmless).state) == (1, 0, 0, 1)
    ruling, after = one_dock((1, 0.18), (2, 0.17), arm_gap=0.0, dock_moved=0.00006)
    assert (ruling.legal, ruling.rule) == (True, "burp.fish.dock-hit")
    assert (hands(after), after.sea, after.phase) == ((0,) * 4, SEA, Phase.SPIN)
    assert after.players[0].dock_strips == 2


@pytest.mark.rule("burp.fish.moment")
def test_zones_are_read_when_the_arm_is_beneath_the_fisher():
    """A reading more than a millimetre early or late is refused."""
    ruling, _ = one_dock((1, 0.18), beneath=0.0011)
    assert (ruling.legal, ruling.rule) == (False, "burp.fish.moment")
    assert one_dock((1, 0.18), beneath=0.001).ruling.legal


@pytest.mark.rule("burp.fish.reach")
@pytest.mark.parametrize(
    ("fisher", "caught"), [(0.19, 1), (0.155, 1), (0.1549, 2), (0.11, 2), (0.1099, 3), (0.05, 3)]
)
def test_the_position_of_the_fisher_decides_its_reach(fisher, caught):
    """Past a circle it reaches one zone more; exactly on it, it does not; the centre is out of reach."""
    state = at_dock("P1 P1 quarry", "P2 P2 P2", "P3 P3 woods", "P4 P4 woods")
    each_zone = ((1, 0.18), (2, 0.13), (3, 0.09), (4, 0.03))
    ruling, after = GAME.decide(state, passage(P2, 1, *each_zone, fisher=fisher))
    assert ruling.rule == "burp.fish.reach"
    assert hands(after) == (0, caught, 0, 0)
    assert after.sea == (*(None,) * caught, *SEA[caught:])
    assert after.players[1].fruit == tuple(sorted(SEA[:caught]))


@pytest.mark.rule("burp.fish.on-line")
@pytest.mark.parametrize(("radius", "is_caught"), [(0.1651, True), (0.1649, False), (0.155, False), (0.15, False)])
def test_a_fruit_on_the_line_is_in_the_zone_further_out(radius, is_caught):
    """A fruit of 10 mm radius is in the first zone only when all of it is outside the first circle."""
    state = at_dock("P1 P1 quarry", "P2 P2 P2", "P3 P3 woods", "P4 P4 woods")
    after = make(state, passage(P2, 1, (1, radius)))
    assert hands(after)[1] == is_caught
    third = make(state, passage(P2, 1, (1, 0.0749), (2, 0.0751), fisher=0.05))
    assert (third.sea[0], third.sea[1]) == (SEA[0], None)


@pytest.mark.rule("burp.fish.pick-order")
def test_the_fruit_nearest_to_the_bank_is_caught_first():
    """The guest gets it, wherever it stands in the list; the resident gets the next."""
    _, after = one_dock((2, 0.17), (5, 0.185), (4, 0.18))
    assert after.players[3].fruit == (SEA[4],)
    assert after.players[0].fruit == tuple(sorted((SEA[1], SEA[3])))


@pytest.mark.rule("burp.fish.guests")
def test_guests_get_the_first_fruits_one_each():
    """Clockwise from the starting player; then the resident, if anything is left."""
    for start, shares in ((P1, (1, 1, 1, 0)), (P3, (1, 0, 1, 1)), (P4, (1, 1, 0, 1))):
        rows = ("P1 P1 P1", "P2 P2 P1", "P3 P3 P1", "P4 P4 P1")
        state = at_dock(*rows, start=start)
        quarters = {P1: 4, P3: 2, P4: 1}[start]
        two = passage(P1, quarters, (1, 0.18), (2, 0.17))
        guests = [seat for seat in (P1, P2, P3, P4) if shares[seat] and seat != P1]
        assert [len(make(state, two).players[seat].fruit) for seat in guests] == [1, 1]
        assert sum(hands(make(state, two))) == 2
    ruling, after = one_dock((1, 0.18), (2, 0.17), (3, 0.175))
    assert ruling.rule == "burp.fish.guests"
    assert hands(after) == (2, 0, 0, 1)
    assert hands(one_dock((1, 0.18)).state) == (0, 0, 0, 1)
    assert hands(one_dock().state) == (0, 0, 0, 0)


@pytest.mark.rule("burp.fish.guest-example")
def test_the_rulebook_example_of_guest_fishing():
    """All four at the second player's: first fruit to P1, then P3, then P4, all others to P2."""
    state = at_dock(*ALL_AT_P2)
    five = ((1, 0.180), (2, 0.179), (3, 0.178), (4, 0.177), (5, 0.176))
    after = make(state, passage(P2, 1, *five))
    assert [player.fruit for player in after.players] == [
        (SEA[0],),
        tuple(sorted(SEA[3:5])),
        (SEA[1],),
        (SEA[2],),
    ]
    assert hands(make(state, passage(P2, 1, *five[:2]))) == (1, 0, 1, 0)


@pytest.mark.rule("burp.fish.no-resident")
def test_without_a_resident_who_can_fish_guests_get_nothing():
    """Not when it is away, nor when its dock falls; and guests stay off the dock."""
    away = at_dock("P1 P1 P3", "P2 P2 P3", "P3 P3 woods", "P4 P4 P4")
    assert [errand.seat for errand in away.queue] == [P4]
    state = fishing(docked(4), *ALL_AT_P2)
    assert refusal(state, Fisher(P2, 2, 2)) == "burp.fish.no-resident"
    fallen = make(state, Fisher(P2, 0, 2))
    assert fallen.phase is Phase.SPIN
    none = fishing(having(docked(4), P2, strips=2, dock_strips=0), *ALL_AT_P2)
    assert none.phase is Phase.SPIN


@pytest.mark.rule("burp.fish.centre")
def test_fruit_of_the_centre_goes_back_onto_the_dots():
    """It all lies on dots again, with fruit of the reserve on the others, before anybody invents."""
    state = waiting(docked(4), Phase.SPIN)
    state = replace(state, sea=(None,) * 4 + SEA[4:])
    ruling, state = GAME.decide(state, spun(state, 5, radius=0.03))
    assert "8 fruits in the centre" in ruling.reason
    assert (state.phase, GAME.to_act(state)) == (Phase.REFILL, {NATURE})
    good = ripe(state)
    assert refusal(state, replace(good, fruits=good.fruits[:11])) == "burp.fish.centre"
    swapped = (OnDot(good.fruits[0].dot, state.reserve[0]), *good.fruits[1:])
    assert refusal(state, replace(good, fruits=swapped)) == "burp.fish.centre"
    strange = (*good.fruits[:11], OnDot(good.fruits[11].dot, SEA[0]))
    assert refusal(state, replace(good, fruits=strange)) == "burp.fish.centre"
    ruling, after = GAME.decide(state, good)
    assert (ruling.rule, after.phase) == ("burp.fish.centre", Phase.GENIUS)
    assert sorted(after.sea) == sorted((*SEA[4:], *fruits("pink " * 4)))
    assert len(after.reserve) == 29
    short = replace(state, reserve=fruits("pink"))
    ruling, after = GAME.decide(short, ripe(short))
    assert "cover 9 of 12 dots" in ruling.reason
    assert after.sea.count(None) == 3
    empty = waiting(docked(4, start=P4), Phase.SPIN)
    empty = make(replace(empty, sea=(None,) * 12, reserve=()), Spun(5 * QUARTER, 1.0, ()))
    assert empty.phase is Phase.GENIUS


@pytest.mark.rule("burp.fish.pass")
def test_each_fisher_fishes_once_at_the_first_passage_the_starting_player_last():
    """Clockwise from the village after the starting player's; a second passage and a wrong order are refused."""
    state = at_dock(*AT_HOME, start=P2)
    assert [errand.seat for errand in state.queue] == [P3, P4, P1, P2]
    assert refusal(state, spun(state, 5)) == "burp.fish.pass"
    assert refusal(state, passage(P2, 1, (1, 0.18))) == "burp.fish.pass"
    assert refusal(state, passage(P3, 5, (1, 0.18))) == "burp.fish.pass"
    assert refusal(state, passage(P3, 0, (1, 0.18))) == "burp.fish.pass"
    state = make(state, passage(P3, 1, (1, 0.18)), passage(P4, 2), passage(P1, 3))
    assert refusal(state, passage(P2, 3)) == "burp.fish.pass"
    state = make(state, passage(P2, 4, (2, 0.18)))
    assert (state.phase, hands(state)) == (Phase.SPIN, (0, 1, 1, 0))
    three = at_dock(*("P1 P1 P1", "P2 P2 P2", "P3 P3 P3"), start=P3)
    assert refusal(three, passage(P1, 1)) == "burp.fish.pass"
    assert make(three, passage(P1, 2)).queue[0].seat == P2


@pytest.mark.rule("burp.fish.candidates")
def test_only_fruit_that_the_spinner_pushes_can_be_caught():
    """A millimetre from the arm or from pushed fruit is touching; what was caught before is gone."""
    state = at_dock("P1 P1 quarry", "P2 P2 P2", "P3 P3 P3", "P4 P4 woods")
    one = passage(P2, 1)
    fruit = (Pushed(1, 0.18, 0.001), Pushed(2, 0.18, 0.0011), Pushed(3, 0.201, 0.0))
    after = make(state, replace(one, fruits=fruit))
    assert (hands(after), after.sea) == ((0, 1, 0, 0), (None, *SEA[1:]))
    assert refusal(after, passage(P3, 2, (1, 0.18))) == "burp.fish.candidates"
    for wrong in ((0, 13), (2, 2), (-1, 2)):
        assert refusal(state, passage(P2, 1, *((dot, 0.18) for dot in wrong))) == "burp.fish.candidates"


@pytest.mark.rule("burp.fish.left-over")
def test_every_fruit_that_nobody_caught_stays_for_the_dots():
    """Fruit elsewhere than in the centre is kept too; each is named once."""
    state = waiting(docked(4), Phase.SPIN)
    state = replace(state, sea=(None, *SEA[1:]))
    good = spun(state, 5, radius=0.09)
    ruling, after = GAME.decide(state, good)
    assert "0 fruits in the centre, 11 elsewhere" in ruling.reason
    assert (after.sea, after.reserve) == (state.sea, state.reserve)
    edge = spun(state, 5, radius=0.0749)
    assert "11 fruits in the centre" in GAME.check(state, edge).reason
    for wrong in (good.fruits[1:], (*good.fruits, Resting(1, 0.1)), (*good.fruits[1:], good.fruits[1])):
        assert refusal(state, replace(good, fruits=wrong)) == "burp.fish.left-over"


@pytest.mark.rule("burp.invention.fishing-pole")
@pytest.mark.parametrize(
    ("fisher", "zones", "got"),
    [
        (0.18, (1, 1, 2, 2, 2), (3, 1)),  # one of two to the guest, and two of three beyond
        (0.18, (1, 2), (1, 1)),
        (0.18, (2, 2, 2), (2, 0)),  # the guest gets nothing of what lies beyond the reach
        (0.18, (1, 1, 3), (1, 1)),  # the zone after the next is too far
        (0.12, (2, 3, 3, 3), (2, 1)),
        (0.09, (3, 4, 4), (0, 1)),  # nothing lies beyond the third zone
    ],
)
def test_the_fishing_pole_reaches_two_fruits_of_the_next_zone(fisher, zones, got):
    """The resident takes up to two beyond its reach, after the guest; without the pole none."""
    radii = {1: 0.18, 2: 0.14, 3: 0.09, 4: 0.03}
    pushed = [(i + 1, radii[zone] - i / 10000) for i, zone in enumerate(zones)]
    ruling, after = one_dock(*pushed, skills=("fishing_pole",), fisher=fisher)
    assert (hands(after)[0], hands(after)[3]) == got
    reach = {0.18: 1, 0.12: 2, 0.09: 3}[fisher]
    within = sum(zone <= reach for zone in zones)
    assert (ruling.rule == "burp.invention.fishing-pole") == (sum(got) > within)
    plain = one_dock(*pushed, fisher=fisher).state
    assert sum(hands(plain)) == within
    if zones == (1, 1, 2, 2, 2):
        assert after.sea[:5] == (None, None, None, None, SEA[4])
