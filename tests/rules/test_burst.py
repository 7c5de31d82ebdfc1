"""Burst, rule by rule: set up a position, make a few acts, look at what stands."""

from dataclasses import replace

import pytest

from sandbox.rules.base import NATURE
from sandbox.rules.burst import BACK, Card, Cut, DeckOrder, Draw, Phase, Play, Take, total
from tests.rules.burst_table import GAME, GOOD, P1, P2, P3, card, cards, make, played, position, refusal


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


def test_cards_have_a_short_text():
    """A card is its number and a letter for its action; anything else says what was expected."""
    for one in (*GAME.cards, BACK):
        assert Card.from_text(one.to_text()) == one
    for text in ("", "7x", "seven", "7 r", "--1"):
        with pytest.raises(ValueError, match="expected a number"):
            Card.from_text(text)
