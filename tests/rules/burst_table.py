"""A table of Burst for tests: positions from texts, and acts one after another."""

from dataclasses import replace

from sandbox.rules import load_game
from sandbox.rules.base import Seat
from sandbox.rules.burst import BurstState, Card, Phase, Play, RowLayout

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
