"""Burst, rule by rule: set up a position, make a few acts, look at what stands."""

from dataclasses import replace

import pytest

from sandbox.rules import load_game
from sandbox.rules.base import NATURE, Seat
from sandbox.rules.burst import (
    BACK,
    BurstState,
    Card,
    Cut,
    DeckOrder,
    Discard,
    Draw,
    Phase,
    Play,
    RowLayout,
    Take,
    total,
)

GAME = load_game("burst")
P1, P2, P3 = map(Seat, range(3))
GOOD = RowLayout(face_down=0, gap=0.01, reach=0.5)


def cards(text):
    """Return the cards of `7 4t -1`."""
    return tuple(map(Card.from_text, text.split()))


def card(text):
    """Return one card."""
    return Card.from_text(text)


def position(*hands, row="", deck="5 6 7", turn=P1, **more):
    """Return a position in which `turn` is to move; a hand is a text."""
    state = BurstState(
        phase=Phase.TURN,
        turn=turn,
        clockwise=True,
        cutters=(),
        deck=cards(deck),
        hands=tuple(map(cards, hands)),
        row=cards(row),
        out=(),
        scores=(0,) * len(hands),
    )
    return replace(state, **more)


def make(state, *acts):
    """Make legal acts one after another."""
    for act in acts:
        state = GAME.apply(state, act)
    return state


def played(state, text):
    """Play a card for the player whose turn it is, and lay it well."""
    return make(state, Play(state.turn, card(text)), GOOD)


def refusal(state, act):
    """Return the rule that refuses an act."""
    ruling = GAME.check(state, act)
    assert not ruling.legal, ruling
    assert GAME.decide(state, act).state is state
    return ruling.rule


@pytest.mark.rule("burst.setup.deck")
def test_the_deck_is_all_ninety_cards_and_hands_are_empty():
    """Ninety cards by the rulebook's table; any other deck is refused; everybody begins with nothing."""
    start = GAME.initial(3)
    assert len(GAME.cards) == 90
    values = [c.value for c in GAME.cards]
    assert [values.count(v) for v in range(-3, 16)] == [2, 3, 5, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1]
    state = make(start, Cut(cards("3 9 5")))
    short, wrong = GAME.cards[1:], (*GAME.cards[1:], card("15"))
    assert refusal(state, DeckOrder(short)) == "burst.setup.deck"
    assert refusal(state, DeckOrder(wrong)) == "burst.setup.deck"
    state = make(state, DeckOrder(GAME.cards[::-1]))
    assert state.deck == GAME.cards[::-1]
    assert (state.hands, state.scores, state.row) == (((),) * 3, (0,) * 3, ())


@pytest.mark.rule("burst.setup.cut")
def test_the_highest_cut_starts_and_play_goes_clockwise():
    """Who cuts highest starts, ties cut again, then the deck is shuffled and the turn goes to the left."""
    start = GAME.initial(3)
    assert GAME.to_act(start) == {NATURE}
    assert refusal(start, DeckOrder(GAME.cards)) == "burst.setup.cut"
    assert refusal(start, Cut(cards("3 9"))) == "burst.setup.cut"
    assert refusal(start, Cut(cards("3 9 16"))) == "burst.setup.cut"
    tied = make(start, Cut(cards("9 3 9")))
    assert (tied.phase, tied.cutters) == (Phase.CUT, (P1, P3))
    assert refusal(tied, Cut(cards("1 2 3"))) == "burst.setup.cut"
    state = make(tied, Cut(cards("-3 -2")), DeckOrder(GAME.cards))
    assert state.turn == P3
    assert make(state, Draw(P3)).turn == P1
    assert make(state, Draw(P3), Draw(P1)).turn == P2


@pytest.mark.rule("burst.turn.options")
def test_a_turn_is_one_draw_or_one_play():
    """One act ends the turn; there is no pass; what is not in hand cannot be played, nor out of turn."""
    state = position("7 7 4", "1", "2", deck="5")
    assert list(GAME.legal_moves(position("7 4", "1"), P1)) == [
        Draw(P1),
        Play(P1, card("7")),
        Play(P1, card("4")),
    ]
    drawn = make(position("7 4", "1"), Draw(P1))
    assert (drawn.hands[0], drawn.deck, drawn.turn) == (cards("7 4 5"), cards("6 7"), P2)
    after = played(state, "7")
    assert (after.hands[0], after.row, after.turn) == (cards("7 4"), cards("7"), P2)
    assert refusal(state, Play(P1, card("9"))) == "burst.turn.options"
    assert refusal(state, Play(P2, card("1"))) == "burst.turn.options"
    assert refusal(state, Take(P1, card("7"))) == "burst.turn.options"


@pytest.mark.rule("burst.turn.hand-limit")
def test_three_cards_must_play():
    """With three cards in hand a draw is refused; with two it is not."""
    assert refusal(position("7 4 1", "1"), Draw(P1)) == "burst.turn.hand-limit"
    assert Draw(P1) not in GAME.legal_moves(position("7 4 1", "1"), P1)
    assert GAME.check(position("7 4", "1"), Draw(P1)).legal


@pytest.mark.rule("burst.turn.empty-hand")
def test_an_empty_hand_must_draw():
    """Without a card only a draw stands."""
    state = position("", "1")
    assert list(GAME.legal_moves(state, P1)) == [Draw(P1)]
    assert refusal(state, Play(P1, card("1"))) == "burst.turn.empty-hand"
    assert GAME.check(state, Draw(P1)).rule == "burst.turn.empty-hand"


@pytest.mark.rule("burst.turn.deck-empty")
def test_an_empty_deck_forces_plays_and_skips_empty_hands():
    """With no deck who holds cards plays, who holds none is skipped, and empty hands end the round."""
    state = position("1", "", "2 3", deck="")
    assert list(GAME.legal_moves(state, P1)) == [Play(P1, card("1"))]
    assert refusal(state, Draw(P1)) == "burst.turn.deck-empty"
    third = played(state, "1")
    assert third.turn == P3
    third = played(third, "2")
    assert third.turn == P3
    ruling, over = GAME.decide(make(third, Play(P3, card("3"))), GOOD)
    assert ruling.rule == "burst.turn.deck-empty"
    assert (over.phase, over.turn, over.scores, len(over.deck)) == (Phase.SHUFFLE, P1, (0, 0, 0), 90)
    back = position("", "2", "", deck="", turn=P2, clockwise=False)
    assert played(back, "2").turn == P1


@pytest.mark.rule("burst.hand.hidden")
def test_hands_are_hidden_but_their_size_is_not():
    """A view shows the own hand, the number of cards in the others, and none of the deck."""
    view = GAME.view(position("7 4", "1 2 3", "9"), P1)
    assert view.hands == (cards("7 4"), (BACK,) * 3, (BACK,))
    assert view.deck == (BACK,) * 3
    ruling = GAME.check(position("7", "1"), Draw(P1))
    assert "5" not in ruling.reason


@pytest.mark.rule("burst.row.face-up")
def test_a_card_face_down_is_refused():
    """A row with a card face down is put right before play goes on; a good one joins the row."""
    state = make(position("7", "1", row="2"), Play(P1, card("7")))
    assert GAME.to_act(state) == {NATURE}
    assert state.row == cards("2 7")
    assert refusal(state, replace(GOOD, face_down=1)) == "burst.row.face-up"
    assert refusal(state, DeckOrder(GAME.cards)) == "burst.row.face-up"
    assert make(state, GOOD).turn == P2


@pytest.mark.rule("burst.row.no-overlap")
def test_overlapping_cards_are_refused():
    """Cards that touch pass; a tenth of a millimetre of overlap does not."""
    state = make(position("7", "1"), Play(P1, card("7")))
    assert refusal(state, replace(GOOD, gap=-0.0001)) == "burst.row.no-overlap"
    assert "3.0 mm" in GAME.check(state, replace(GOOD, gap=-0.003)).reason
    assert GAME.check(state, replace(GOOD, gap=0.0)).legal


@pytest.mark.rule("burst.row.reach")
def test_a_card_out_of_reach_is_refused():
    """Sixty centimetres are within reach, a millimetre more is not."""
    state = make(position("7", "1"), Play(P1, card("7")))
    assert GAME.check(state, replace(GOOD, reach=0.6)).legal
    assert refusal(state, replace(GOOD, reach=0.601)) == "burst.row.reach"


@pytest.mark.rule("burst.row.total")
@pytest.mark.parametrize(("row", "last", "announced"), [("1 3 0 1 -2", "4", 7), ("1 0 0 1", "-3", -1)])
def test_the_total_is_announced(row, last, announced):
    """Both rows of the rulebook: the last card is played and the total is said."""
    state = make(position(last, "1", row=row), Play(P1, card(last)))
    ruling = GAME.check(state, GOOD)
    assert (ruling.rule, ruling.reason) == ("burst.row.total", f"the row totals {announced}")
    assert total(GAME.apply(state, GOOD).row) == announced


@pytest.mark.rule("burst.burst")
def test_over_twenty_one_bursts_and_twenty_one_does_not():
    """Twenty-one is safe; twenty-two ends the round, and who brought it there scores nothing."""
    safe = played(position("7 9", "3", row="10 4"), "7")
    assert (safe.phase, safe.turn) == (Phase.TURN, P2)
    ruling, over = GAME.decide(make(position("8 9", "3", row="10 4"), Play(P1, card("8"))), GOOD)
    assert ruling.rule == "burst.burst"
    assert (over.phase, over.scores) == (Phase.SHUFFLE, (0, 3))


@pytest.mark.rule("burst.score.hands")
def test_the_others_score_their_hands_even_below_zero():
    """Everybody but the one who burst adds the cards in hand, which may be a loss."""
    over = played(position("9 1", "-3 1", "8 4", row="15", scores=(10, 10, 10)), "9")
    assert over.scores == (10, 8, 22)


@pytest.mark.rule("burst.score.example")
def test_the_rulebook_example_of_scoring():
    """Row 1, 4, 3, 2, 9 and a forced 7: 26, and the players score 0, 18 and 9."""
    state = make(position("7 9 8", "11 3 4", "10 -1", row="1 4 3 2 9"), Play(P1, card("7")))
    assert total(state.row) == 26
    ruling, over = GAME.decide(state, GOOD)
    assert over.scores == (0, 18, 9)
    assert "totals 26" in ruling.reason
    assert "P1 0, P2 18, P3 9" in ruling.reason


@pytest.mark.rule("burst.round.next")
def test_the_next_round_starts_afresh_with_who_burst():
    """Scores add up, hands and row are empty, all cards are shuffled, and play is clockwise again."""
    state = position("1", "9", "2", row="20", turn=P2, clockwise=False, scores=(5, 6, 7), out=cards("3"))
    over = played(state, "9")
    assert (over.scores, over.hands, over.row, over.out) == ((6, 6, 9), ((),) * 3, (), ())
    assert GAME.to_act(over) == {NATURE}
    assert refusal(over, DeckOrder(GAME.cards[1:])) == "burst.setup.deck"
    fresh = make(over, DeckOrder(GAME.cards))
    assert (fresh.turn, len(fresh.deck)) == (P2, 90)
    assert make(fresh, Draw(P2)).turn == P3


@pytest.mark.rule("burst.end")
def test_a_hundred_points_end_the_game_and_ties_share():
    """Ninety-nine points play on, a hundred end it; the most points win, ties together."""
    near = played(position("9", "9", row="20", scores=(0, 90)), "9")
    assert (near.scores, GAME.outcome(near)) == ((0, 99), None)
    over = played(position("9", "10", "5", row="20", scores=(0, 90, 95)), "9")
    outcome = GAME.outcome(over)
    assert (outcome.winners, outcome.scores, outcome.rule) == ((P2, P3), (0, 100, 100), "burst.end")
    assert GAME.to_act(over) == frozenset()
    assert refusal(over, Draw(P1)) == "burst.end"


@pytest.mark.rule("burst.end.example")
def test_the_rulebook_example_of_the_end():
    """Seven rounds of hands that score the table's rows; player 2 wins in the seventh with 26."""
    table = [
        (0, 18, 9),
        (22, 0, 11),
        (7, 15, 0),
        (16, 21, 0),
        (0, 7, 18),
        (0, 13, -2),
        (17, 26, 0),
    ]
    bursters = [P1, P2, P3, P3, P1, P1, P3]
    scores = (0, 0, 0)
    for number, (points, burster) in enumerate(zip(table, bursters, strict=True), start=1):
        hands = ["9" if seat == burster else str(n) for seat, n in enumerate(points)]
        over = played(position(*hands, row="20", turn=burster, scores=scores), "9")
        assert (GAME.outcome(over) is None) == (number < 7)
        scores = over.scores
    assert scores == (62, 100, 36)
    assert GAME.outcome(over).winners == (P2,)


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


def test_cards_have_a_short_text():
    """A card is its number and a letter for its action; anything else says what was expected."""
    for one in (*GAME.cards, BACK):
        assert Card.from_text(one.to_text()) == one
    for text in ("", "7x", "seven", "7 r", "--1"):
        with pytest.raises(ValueError, match="expected a number"):
            Card.from_text(text)
