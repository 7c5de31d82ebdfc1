"""BOURPIF, the race: which taps count, who wins what, who owes a card and who flees."""

from dataclasses import replace

import pytest

from sandbox.rules.base import NATURE, Seat
from sandbox.rules.bourpif import (
    Colour,
    Doors,
    Monster,
    Pay,
    Phase,
    Place,
    Race,
    Reveal,
)
from tests.rules.dungeon import (
    AXE,
    BOW,
    GAME,
    GRIMOIRE,
    P1,
    P2,
    P3,
    P4,
    SHIELD,
    TWO,
    begun,
    card,
    cards,
    gains,
    make,
    position,
    race,
    refusal,
    rest,
    tap,
    turn,
)


@pytest.mark.rule("bourpif.tap.valid")
def test_a_tap_before_the_last_card_lies_open_is_void():
    """It may be repeated; a tap at a door at level 1 is void too; what contradicts itself is read again."""
    early = (tap(P1, -0.01), tap(P2, 2.0), tap(P3, 3.0))
    assert refusal(position(), race(*early)) == "bourpif.tap.valid"
    assert gains(make(position(pile=3), race(*early, tap(P1, 4.0)))) == ([1, 2, 1], 0)
    assert gains(make(position(pile=3), race(tap(P1, 0.0), *early[1:]))) == ([2, 1, 1], 0)
    door = tap(P1, 1.0, place=Place.GREEN)
    assert refusal(position(), race(door, *early[1:])) == "bourpif.tap.valid"
    good = (tap(P1, 1.0), tap(P2, 2.0))
    for wrong in (tap(Seat(3), 3.0), tap(Seat(-1), 3.0), tap(P3, 3.0, lifted=2.0)):
        assert refusal(position(), race(*good, wrong)) == "bourpif.tap.valid"
    assert refusal(position(), race(*good, tap(P3, 3.0), ended=2.5)) == "bourpif.tap.valid"
    assert refusal(position(), Race((), -1.0)) == "bourpif.tap.valid"


@pytest.mark.rule("bourpif.case1.weapon")
@pytest.mark.parametrize(("monster", "weapon"), [("g", AXE), ("b", BOW), ("p", GRIMOIRE)])
def test_the_weapon_of_the_monsters_colour_beats_it(monster, weapon):
    """Only that weapon wins; a red monster with a red grimoire asks for the grimoire."""
    right = race(tap(P1, 1.0, weapon), tap(P2, 2.0, weapon), tap(P3, 3.0, weapon))
    assert gains(make(position(monster, pile=3), right)) == ([2, 1, 1], 0)
    for other in {AXE, BOW, GRIMOIRE, SHIELD} - {weapon}:
        assert refusal(position(monster), race(tap(P1, 1.0, other), *right.taps[1:])) == "bourpif.case1.wrong"
    ruling = GAME.check(turn("1gbp-r 2bgr-b 1gbp-r 1gbp-r"), Reveal(1, 1, 0))
    assert ruling.rule == "bourpif.case1.weapon"
    assert ruling.reason.endswith("a blue axe, a green bow and a red grimoire: the grimoire")


@pytest.mark.rule("bourpif.case1.wrong")
def test_a_tap_with_a_wrong_picture_does_not_count_and_may_be_repeated():
    """The quicker hand with a bow waits behind the slower one with an axe; there is no penalty."""
    wrong = (tap(P1, 1.0, BOW, lifted=1.5), tap(P2, 2.0), tap(P3, 3.0))
    assert refusal(position(), race(*wrong)) == "bourpif.case1.wrong"
    askew = (tap(P1, 1.0, skew_deg=35.0), *wrong[1:])
    assert refusal(position(), race(*askew)) == "bourpif.case1.wrong"
    after = make(position(pile=3), race(*wrong, tap(P1, 2.5)))
    assert gains(after) == ([1, 2, 1], 0)


@pytest.mark.rule("bourpif.case1.order")
def test_taps_are_ranked_by_their_contact():
    """A tenth of a millisecond decides; a lifted hand counts from its later tap; ties go to the lower seat."""
    close = race(tap(P1, 1.0001), tap(P2, 1.0), tap(P3, 1.0002))
    assert gains(make(position(pile=6), close)) == ([2, 4, 1], 0)
    lifted = race(tap(P1, 1.0, lifted=1.2), tap(P2, 2.0), tap(P1, 2.5), tap(P3, 2.6))
    assert gains(make(position(pile=6), lifted)) == ([2, 4, 1], 0)
    tied = race(tap(P3, 1.0), tap(P2, 1.0), tap(P1, 1.0))
    assert gains(make(position(pile=6), tied)) == ([4, 2, 1], 0)
    shields = race(tap(P3, 1.5, SHIELD), tap(P2, 1.4, SHIELD), ended=9.0)
    assert make(position("r", stacks=("1gbp-r", "", "")), shields).receiver == P2


@pytest.mark.rule("bourpif.case1.all-hands")
def test_the_turn_ends_when_all_hands_are_on_the_pile():
    """With a hand missing or lifted it goes on; once all were there, a later lift changes nothing."""
    two = (tap(P1, 1.0), tap(P2, 2.0))
    assert refusal(position(), race(*two, ended=9.0)) == "bourpif.case1.all-hands"
    assert refusal(position(), Race((), 9.0)) == "bourpif.case1.all-hands"
    lifted = (tap(P1, 1.0, lifted=1.5), tap(P2, 2.0), tap(P3, 3.0))
    assert refusal(position(), race(*lifted)) == "bourpif.case1.all-hands"
    assert gains(make(position(pile=6), race(*lifted, tap(P1, 4.0)))) == ([1, 4, 2], 0)
    late = (tap(P1, 1.0, lifted=3.5), tap(P2, 2.0), tap(P3, 3.0))
    assert gains(make(position(pile=6), race(*late, tap(P1, 4.0)))) == ([4, 2, 1], 0)
    at_once = (tap(P1, 1.0, lifted=3.0), tap(P2, 2.0), tap(P3, 3.0))
    assert refusal(position(), race(*at_once)) == "bourpif.case1.all-hands"


@pytest.mark.rule("bourpif.case1.share")
@pytest.mark.parametrize(
    ("pile", "won"), [(7, [4, 2, 1]), (8, [4, 2, 1]), (5, [3, 1, 1]), (3, [2, 1, 0]), (1, [1, 0, 0])]
)
def test_each_takes_half_of_what_is_left_rounded_up(pile, won):
    """Seven cards: 4, 2 and 1; the cards come off the top."""
    state = position(pile=pile - 1)
    after = make(state, race(tap(P1, 1.0), tap(P2, 2.0), tap(P3, 3.0)))
    assert gains(after) == (won, pile - sum(won))
    assert after.stacks[0][0] == state.pile[-1]
    assert (after.phase, GAME.to_act(after)) == (Phase.REST, {NATURE})


@pytest.mark.rule("bourpif.case1.rest")
def test_what_is_left_over_joins_the_next_pile():
    """Of eight cards one stays, and the next turn's cards come onto it."""
    state = position(pile=7, parchment="1gbp-b")
    after = make(state, race(tap(P1, 1.0), tap(P2, 2.0), tap(P3, 3.0)))
    assert after.pile == state.pile[:1]
    later = make(after, rest(AXE, AXE, AXE), Reveal(1, 1, 0))
    assert later.pile == (*after.pile, card("1gbp-b"))


@pytest.mark.rule("bourpif.case1.two-players")
def test_with_two_players_the_quicker_takes_all():
    """Nothing is shared."""
    ruling, after = GAME.decide(position(pile=6, stacks=("", "")), race(tap(P1, 2.0), tap(P2, 1.0)))
    assert (ruling.rule, gains(after)) == ("bourpif.case1.two-players", ([0, 7], 0))


@pytest.mark.rule("bourpif.case2.shield")
def test_a_monster_without_a_weapon_asks_for_the_shield():
    """The parchment shows no red: the first shield at the pile ends the turn, a weapon does not."""
    state = position("r", stacks=("1gbp-r", "1gbp-b", "1gbp-g"))
    assert refusal(state, race(tap(P1, 1.0, AXE))) == "bourpif.case2.shield"
    assert refusal(state, Race((), 9.0)) == "bourpif.case2.shield"
    after = make(state, race(tap(P1, 1.0, AXE), tap(P2, 2.0, SHIELD), tap(P3, 3.0, SHIELD)))
    assert (after.phase, after.receiver, after.owing) == (Phase.PAY, P2, (P1, P3))
    ruling = GAME.check(turn("1gbp-r 2gbp-b 1gbp-r 1gbp-r"), Reveal(1, 1, 0))
    assert (ruling.rule, ruling.reason[-12:]) == ("bourpif.case2.shield", ": the shield")


@pytest.mark.rule("bourpif.case2.pay")
def test_the_others_pay_the_quickest_one_card_each():
    """Each chooses which; who has none gives none; the pile stays for the next turn."""
    state = position("r", pile=2, stacks=("1gbp-r 2gbp-b", "1gbp-g", "", "3rbg-p"))
    after = make(state, race(tap(P2, 1.0, SHIELD)))
    assert GAME.to_act(after) == {P1, P4}
    assert list(GAME.legal_moves(after, P1)) == [Pay(P1, card("1gbp-r")), Pay(P1, card("2gbp-b"))]
    assert GAME.legal_moves(after, P3) == GAME.legal_moves(after, P2) == ()
    assert refusal(after, Pay(P1, card("3rbg-p"))) == "bourpif.case2.pay"
    assert refusal(after, rest(AXE, AXE, AXE, AXE)) == "bourpif.turn.reveal"
    paid = make(after, Pay(P4, card("3rbg-p")))
    assert GAME.to_act(paid) == {P1}
    paid = make(paid, Pay(P1, card("2gbp-b")))
    assert paid.stacks == (cards("1gbp-r"), cards("1gbp-g 3rbg-p 2gbp-b"), (), ())
    assert (paid.phase, paid.pile) == (Phase.REST, state.pile)
    poor = position("r", stacks=("1gbp-r", "", ""))
    assert make(poor, race(tap(P1, 1.0, SHIELD))).phase is Phase.REST


@pytest.mark.rule("bourpif.turn.timeout")
def test_after_a_minute_the_turn_ends_with_the_hands_that_are_there():
    """Who has not tapped, or lifted the hand, gets nothing; without a tap nothing moves."""
    two = (tap(P3, 1.0), tap(P2, 2.0))
    assert refusal(position(pile=6), race(*two, ended=59.9)) == "bourpif.case1.all-hands"
    ruling, after = GAME.decide(position(pile=6), race(*two, ended=60.0))
    assert (ruling.rule, gains(after), after.phase) == ("bourpif.turn.timeout", ([0, 2, 4], 1), Phase.REST)
    lifted = make(position(pile=6), race(tap(P1, 1.0, lifted=59.0), tap(P2, 2.0), ended=61.0))
    assert gains(lifted) == ([0, 4, 0], 3)
    held = make(position(pile=6), race(tap(P1, 1.0, lifted=60.5), tap(P2, 2.0), ended=61.0))
    assert gains(held) == ([4, 2, 0], 1)
    late = make(position(pile=6), race(tap(P1, 1.0), tap(P2, 2.0), tap(P3, 60.5)))
    assert gains(late) == ([4, 2, 0], 1)
    for monster in ("g", "r", "d"):
        state = position(monster, pile=2, stacks=("1gbp-r", "1gbp-g", ""))
        nothing = make(state, Race((), 60.0))
        assert (nothing.phase, nothing.pile, nothing.stacks) == (Phase.REST, state.pile, state.stacks)


@pytest.mark.rule("bourpif.level2.setup")
def test_level_two_has_dragons_and_doors():
    """Sixty cards; one door of each colour within reach of all."""
    start = GAME.initial(3, TWO)
    assert (len(start.draw), start.box) == (60, ())
    assert [one.monster for one in start.draw].count(Monster.DRAGON) == 12
    state = begun(options=TWO)
    assert state.phase is Phase.DOORS
    assert refusal(state, Reveal(1, 1, 0)) == "bourpif.level2.setup"
    four = tuple(Colour)
    for wrong in (four[1:], (*four[1:], four[1]), (*four, four[0]), ()):
        assert refusal(state, Doors(wrong, 0.5)) == "bourpif.level2.setup"
    assert refusal(state, Doors(four, 0.601)) == "bourpif.level2.setup"
    assert make(state, Doors(four[::-1], 0.6)).phase is Phase.REVEAL


@pytest.mark.rule("bourpif.level2.flee")
def test_a_dragon_drives_all_to_the_door_of_the_missing_colour():
    """The parchment shows green, blue and purple: the red door; the tiles do not matter."""
    state = position("d", stacks=("1gbp-r", "1gbp-b", "1gbp-g"))
    assert refusal(state, Race((), 5.0)) == "bourpif.level2.flee"
    red = tap(P3, 2.0, BOW, place=Place.RED, moved=1.0)
    ruling, after = GAME.decide(state, race(red, tap(P1, 2.1, place=Place.RED)))
    assert ruling.rule == "bourpif.level2.flee"
    assert (after.phase, after.owing, after.receiver) == (Phase.PAY, (P1, P2), None)
    pile = tap(P1, 1.0, SHIELD)
    assert refusal(state, race(pile)) == "bourpif.tap.valid"
    ruling = GAME.check(turn("1gbp-d 2gbr-b 1gbp-r 1gbp-r"), Reveal(1, 1, 0))
    assert (ruling.rule, ruling.reason[-17:]) == ("bourpif.level2.flee", ": the purple door")


@pytest.mark.rule("bourpif.level2.wrong-door")
def test_a_wrong_door_does_not_count():
    """The quicker hand at a wrong door loses to the slower one at the right one, and may try again."""
    state = position("d", stacks=("1gbp-r", "1gbp-b", "1gbp-g"))
    wrong = tap(P1, 1.0, place=Place.GREEN)
    assert refusal(state, race(wrong)) == "bourpif.level2.wrong-door"
    assert "taps the green door, not the red door" in GAME.check(state, race(wrong)).reason
    assert "taps the pile, not the red door" in GAME.check(state, race(tap(P1, 1.0, place=Place.PILE))).reason
    assert make(state, race(wrong, tap(P2, 2.0, place=Place.RED))).owing == (P1, P3)
    assert make(state, race(wrong, tap(P1, 1.5, place=Place.RED))).owing == (P2, P3)


@pytest.mark.rule("bourpif.level2.pay")
def test_all_but_the_first_to_flee_put_a_card_under_the_pile():
    """One card of choice each, below all others; who has none gives none."""
    state = position("d", pile=1, stacks=("1gbp-r 2gbp-b", "1gbp-g", "", "3rbg-p"))
    after = make(state, race(tap(P2, 1.0, place=Place.RED)))
    assert GAME.to_act(after) == {P1, P4}
    assert refusal(after, Pay(P4, card("1gbp-r"))) == "bourpif.level2.pay"
    paid = make(after, Pay(P1, card("2gbp-b")), Pay(P4, card("3rbg-p")))
    assert paid.stacks == (cards("1gbp-r"), cards("1gbp-g"), (), ())
    assert paid.pile == (*cards("3rbg-p 2gbp-b"), *state.pile)
    assert paid.phase is Phase.REST
    alone = position("d", stacks=("", "1gbp-g", ""))
    assert make(alone, race(tap(P2, 1.0, place=Place.RED))).phase is Phase.REST


@pytest.mark.rule("bourpif.level2.in-pile")
def test_dragons_in_the_pile_are_cards_and_stay_after_a_flight():
    """The pile grows over a flight; a dragon that is won counts like any card."""
    state = position("d", parchment="1gbp-g")
    fled = make(state, race(tap(P2, 1.0, place=Place.RED)))
    assert (fled.phase, fled.pile) == (Phase.REST, state.pile)
    later = make(fled, rest(AXE, AXE, AXE), Reveal(1, 1, 0))
    assert later.pile == (*state.pile, card("1gbp-g"))
    two = make(replace(later, stacks=((), ())), race(tap(P1, 1.0), tap(P2, 2.0)))
    assert two.stacks[0] == (card("1gbp-g"), card("3rbg-d"))
