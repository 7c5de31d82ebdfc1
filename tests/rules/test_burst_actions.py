"""The action cards of Burst, rule by rule."""

from dataclasses import replace

import pytest

from sandbox.rules.burst import Discard, Draw, Phase, Play, Take
from tests.rules.burst_table import GAME, GOOD, P1, P2, P3, card, cards, make, played, position, refusal


@pytest.mark.rule("burst.action.reverse")
def test_reverse_turns_the_order_round():
    """With three players the turn goes back, and a second reverse turns it again; two notice nothing."""
    state = played(position("1r 4", "1", "3r 2"), "1r")
    assert (state.turn, state.clockwise) == (P3, False)
    assert played(state, "3r").turn == P1
    assert played(position("1r", "1"), "1r").turn == P2


@pytest.mark.rule("burst.action.discard-one")
def test_discard_one_removes_a_card_of_choice():
    """Each other card of the row may be chosen, equal ones once; the chosen one leaves the row."""
    state = played(position("4d", "1", row="9 2 9"), "4d")
    assert list(GAME.legal_moves(state, P1)) == [Discard(P1, card("9")), Discard(P1, card("2"))]
    assert refusal(state, Discard(P1, card("5"))) == "burst.action.discard-one"
    after = make(state, Discard(P1, card("9")))
    assert (after.row, after.out, after.hands[0], after.turn) == (cards("2 9 4d"), cards("9"), (), P2)


@pytest.mark.rule("burst.action.take-one")
def test_take_one_moves_a_card_of_choice_into_hand():
    """The chosen card goes from the row into the hand of the player."""
    state = played(position("4t 3", "1", row="9 2"), "4t")
    assert list(GAME.legal_moves(state, P1)) == [Take(P1, card("9")), Take(P1, card("2"))]
    assert refusal(state, Take(P1, card("5"))) == "burst.action.take-one"
    after = make(state, Take(P1, card("9")))
    assert (after.row, after.out, after.hands[0], after.turn) == (cards("2 4t"), (), cards("3 9"), P2)


@pytest.mark.rule("burst.action.once")
def test_take_one_cards_do_not_fetch_each_other_for_ever():
    """A card that was taken back takes nothing more in this round; in the next it does again."""
    state = position("1t", "4t", row="2t 5", deck="")
    state = make(played(state, "1t"), Take(P1, card("2t")))
    state = make(played(state, "4t"), Take(P2, card("1t")))
    state = make(played(state, "2t"), Take(P1, card("4t")))
    assert state.turn is P2
    again = played(state, "1t")
    assert again.phase is Phase.TURN
    assert again.row == cards("5 2t 1t")
    assert GAME.decide(make(state, Play(P2, card("1t"))), GOOD).ruling.rule == "burst.action.once"
    assert played(position("1t", "", row="5", spent=cards("2t")), "1t").phase is Phase.ACTION
    burst = played(again, "4t")
    while burst.phase is not Phase.SHUFFLE:  # hands and deck run out
        burst = played(burst, burst.hands[burst.turn][0].to_text())
    assert burst.spent == ()


@pytest.mark.rule("burst.end.limit")
def test_the_last_round_ends_the_game():
    """Whatever the points are, with a burst or with empty hands; a data file may name another last round."""
    last = position("9", "7 -1", row="9 9", scores=(30, 40), round=200)
    over = played(last, "9")
    assert over.phase is Phase.OVER
    assert GAME.outcome(over).rule == "burst.end.limit"
    assert (GAME.outcome(over).winners, GAME.outcome(over).scores) == ((P2,), (30, 46))
    assert played(replace(last, round=199), "9").round == 200
    empty = played(position("1", "", deck="", scores=(-3, -3), round=200), "1")
    assert GAME.outcome(empty).winners == (P1, P2)
    assert GAME.outcome(played(replace(last, scores=(30, 94)), "9")).rule == "burst.end"


@pytest.mark.rule("burst.action.discard-same")
def test_discard_same_removes_all_others_of_the_value():
    """All other cards of the value go out, whatever their action; the card itself stays."""
    after = played(position("3s", "1", row="3 2 3r"), "3s")
    assert (after.row, after.out, after.turn) == (cards("2 3s"), cards("3 3r"), P2)


@pytest.mark.rule("burst.action.must")
def test_an_action_must_be_followed():
    """Until the action is followed nothing else stands, not even the other kind of action."""
    state = played(position("4t 3", "1", row="9"), "4t")
    assert (state.phase, GAME.to_act(state)) == (Phase.ACTION, {P1})
    for act in (Draw(P1), Play(P1, card("3")), Discard(P1, card("9"))):
        assert refusal(state, act) == "burst.action.must"
    burst = make(played(position("4d", "6", row="20 -3"), "4d"), Discard(P1, card("-3")))
    assert burst.scores == (0, 6)


@pytest.mark.rule("burst.action.impossible")
@pytest.mark.parametrize(("text", "row"), [("4d", ""), ("4t", ""), ("3s", "9 2")])
def test_an_impossible_action_is_ignored(text, row):
    """With nothing to remove the card counts and the turn ends."""
    state = make(position(text, "1", row=row), Play(P1, card(text)))
    ruling, after = GAME.decide(state, GOOD)
    assert ruling.rule == "burst.action.impossible"
    assert (after.turn, after.row) == (P2, cards(f"{row} {text}"))


@pytest.mark.rule("burst.action.not-itself")
def test_an_action_card_cannot_remove_itself():
    """The card of this turn cannot be chosen; an equal one and the same card later can."""
    state = played(position("4d", "2t", row="9"), "4d")
    assert refusal(state, Discard(P1, card("4d"))) == "burst.action.not-itself"
    later = played(make(state, Discard(P1, card("9"))), "2t")
    assert make(later, Take(P2, card("4d"))).hands[1] == cards("4d")
    twin = played(position("4d", "1", row="4d"), "4d")
    assert make(twin, Discard(P1, card("4d"))).row == cards("4d")


@pytest.mark.rule("burst.action.before-total")
def test_the_total_is_counted_after_the_action():
    """Twenty-four with a nine discarded is fifteen and no burst; so with a take and with equal cards."""
    waiting = played(position("4d", "1", row="9 11"), "4d")
    assert waiting.scores == (0, 0)
    ruling, after = GAME.decide(waiting, Discard(P1, card("9")))
    assert (after.turn, after.phase) == (P2, Phase.TURN)
    assert "totals 15" in ruling.reason
    assert make(played(position("4t", "1", row="9 11"), "4t"), Take(P1, card("11"))).turn == P2
    assert played(position("5s", "1", row="5 5 9"), "5s").turn == P2


@pytest.mark.rule("burst.action.discard-out")
def test_a_discarded_card_stays_out_until_the_round_ends():
    """It is neither in the row nor in the deck, and comes back with the next shuffle."""
    state = make(played(position("4d", "9", "1", row="9"), "4d"), Discard(P1, card("9")))
    later = make(state, Draw(P2), Draw(P3))
    assert later.out == cards("9")
    over = played(replace(later, row=cards("20"), turn=P2), "9")
    assert over.out == ()
    assert GAME.pieces(over) == GAME.pieces(GAME.initial(3))
