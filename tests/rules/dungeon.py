"""Positions and readings of BOURPIF, for its tests."""

from dataclasses import replace

from sandbox.rules import load_game
from sandbox.rules.base import Seat
from sandbox.rules.bourpif import (
    BourpifOptions,
    BourpifState,
    Card,
    DeckOrder,
    Level,
    Monster,
    Phase,
    Picture,
    Place,
    PlayerTiles,
    Race,
    Setup,
    Tap,
    TilePictures,
    Tiles,
)

GAME = load_game("bourpif")
P1, P2, P3, P4 = map(Seat, range(4))
TWO = BourpifOptions(Level.TWO)
AXE, BOW, GRIMOIRE, SHIELD = Picture
PARCHMENT = "2gbp-b"  # a green axe, a blue bow and a purple grimoire; red is missing


def cards(text):
    """Return the cards of `2gbp-r 1rbg-d`."""
    return tuple(map(Card.from_text, text.split()))


def card(text):
    """Return one card."""
    return Card.from_text(text)


def tiles(picture, skew_deg=2.0, moved=0.001):
    """Return four tiles that show one picture."""
    return Tiles((picture,) * 4, skew_deg, moved)


def tap(seat, at, shown=AXE, lifted=None, place=Place.PILE, **more):
    """Return a tap at the pile that is held, unless told otherwise."""
    return Tap(seat, at, lifted, place, tiles(shown, **more))


def race(*taps, ended=None):
    """Return a race that was watched up to the last tap, or longer."""
    return Race(taps, max(one.at for one in taps) if ended is None else ended)


def rest(*shown):
    """Return the tiles at rest."""
    return TilePictures(tuple(tiles(picture) for picture in shown))


def position(monster="g", pile=0, stacks=("", "", ""), parchment=PARCHMENT, more="1gbp-r 1gbp-r 1gbp-r", **fields):
    """Return a position in which taps are awaited.

    Args:
        monster: The last monster turned.
        pile: How many cards lie below it.
        stacks: The cards of each player.
        parchment: The top card of the draw pile.
        more: The cards below it.
        fields: Fields of the state to replace.
    """
    below = [Card(1, card(PARCHMENT).colours, Monster.BLUE)] * pile
    state = BourpifState(
        phase=Phase.RACE,
        level=Level.ONE,
        draw=(card(parchment), *cards(more)),
        pile=(*below, card(f"3rbg-{monster}")),
        stacks=tuple(map(cards, stacks)),
        box=(),
    )
    return replace(state, **fields)


def turn(draw):
    """Return a position in which the cards of a turn are to be turned."""
    return replace(position(phase=Phase.REVEAL, draw=cards(draw)), pile=())


def make(state, *acts):
    """Make legal acts one after another."""
    for act in acts:
        state = GAME.apply(state, act)
    return state


def refusal(state, act):
    """Return the rule that refuses an act."""
    ruling = GAME.check(state, act)
    assert not ruling.legal, ruling
    assert GAME.decide(state, act).state is state
    return ruling.rule


def gains(state):
    """Return how many cards each player has, and how many lie in the monster pile."""
    return [len(stack) for stack in state.stacks], len(state.pile)


def begun(players=3, options=None):
    """Return the state after the shuffle and the tiles."""
    start = GAME.initial(players, options)
    laid = Setup((PlayerTiles(1, tiles(AXE)),) * players)
    return make(start, DeckOrder(start.draw), laid)
