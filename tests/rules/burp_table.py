"""Positions of Burp for its tests: a table in the middle of a game, and acts that are all right."""

import math
from dataclasses import replace

from sandbox.rules import load_game
from sandbox.rules.base import Seat
from sandbox.rules.burp import (
    PAWNS,
    Dock,
    Errand,
    Fisher,
    Fruit,
    OnDot,
    Pass,
    Passage,
    Phase,
    Place,
    Placed,
    Pushed,
    Put,
    Resting,
    Ripe,
    Spun,
    dots_due,
    village,
)

GAME = load_game("burp")
P1, P2, P3, P4 = map(Seat, range(4))
QUARTER = math.pi / 2


def fruits(text):
    """Return the fruits of `red blue`."""
    return tuple(Fruit(word) for word in text.split())


def table(players=4, **more):
    """Return a table after setup: P1 starts, each has two strips and the stone of its own number."""
    state = GAME.initial(players)
    each = tuple(replace(player, stones=(seat + 1,)) for seat, player in enumerate(state.players))
    quarry = tuple(stone for stone in state.quarry if stone > players)
    return replace(state, **{"players": each, "quarry": quarry, **more})


def having(state, seat, **values):
    """Return the state with fields of one player replaced; fruit as text."""
    if "fruit" in values:
        values["fruit"] = tuple(sorted(fruits(values["fruit"])))
    players = tuple(replace(p, **values) if i == seat else p for i, p in enumerate(state.players))
    return replace(state, players=players)


def waiting(state, phase, *seats):
    """Return the state in a phase that waits for some players at home."""
    return replace(state, phase=phase, queue=tuple(Errand(seat, village(seat)) for seat in seats))


def reveal(state, *rows):
    """Return the ruling and the state after the last pawn: a row says where fighter, trader, fisher are."""
    pawns = [
        Placed(Seat(seat), pawn, Place(name))
        for seat, row in enumerate(rows)
        for pawn, name in zip(PAWNS, row.split(), strict=True)
    ]
    last = Seat((state.start - 1) % len(rows))
    hidden = next(p for p in reversed(pawns) if p.seat == last)
    pawns.remove(hidden)
    state = replace(state, phase=Phase.WANDER, pawns=tuple(pawns))
    return GAME.decide(state, Put(last, hidden.pawn, hidden.place))


def revealed(state, *rows):
    """Return the state after the last pawn."""
    return reveal(state, *rows).state


def fishing(state, *rows):
    """Return the state after encounters in which nobody has a choice but to pass, ready for fishers."""
    state = revealed(state, *rows)
    while state.phase is not Phase.FISHERS and state.phase is not Phase.SPIN:
        (actor,) = GAME.to_act(state)
        state = make(state, GAME.legal_moves(state, actor)[-1])
    return state


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


def actor(state):
    """Return who is to act."""
    (one,) = GAME.to_act(state)
    return one


def dock(seat, strips=2, stones=(), **more):
    """Return the reading of a good dock."""
    good = Dock(seat, strips, stones, loose=0, on_board=0, outside=-0.01, finished=100.0, tests=0)
    return replace(good, **more)


def stands(seat, strips=2):
    """Return the reading of a dock that carries its fisher."""
    return Fisher(seat, 1, strips)


def passage(seat, quarters, *pushed, fisher=0.18, **more):
    """Return the reading when the arm is beneath a fisher; `pushed` has a dot and a radius for each fruit."""
    one = Passage(
        seat=seat,
        turned=(quarters - 0.5) * QUARTER,
        beneath=0.0,
        fisher=fisher,
        arm_gap=0.005,
        dock_moved=0.0,
        fruits=tuple(Pushed(dot, radius, 0.0) for dot, radius in pushed),
    )
    return replace(one, **more)


def spun(state, quarters, radius=0.05, **more):
    """Return the reading of a whole spin, after which all fruit of the sea is at a radius."""
    left = tuple(Resting(i + 1, radius) for i, fruit in enumerate(state.sea) if fruit is not None)
    return replace(Spun(quarters * QUARTER, 1.0, left), **more)


def ripe(state, **more):
    """Return a good reading of the dots: the fruit of the sea first, then the reserve in its order."""
    left = [fruit for fruit in state.sea if fruit is not None] if state.phase is Phase.REFILL else []
    dots = dots_due(state)
    return replace(Ripe(tuple(map(OnDot, dots, [*left, *state.reserve])), face_up=0, off=0.0), **more)


def passes(state):
    """Return the state once everybody who may has passed, until nature is to act."""
    while state.phase in (Phase.GENIUS, Phase.COPY, Phase.TRADE):
        state = make(state, Pass(actor(state)))
    return state


def hands(state):
    """Return how many fruits each player holds."""
    return tuple(len(player.fruit) for player in state.players)
