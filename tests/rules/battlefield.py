"""Positions and readings of Hurlyburly, for its tests."""

from dataclasses import replace

from sandbox.rules import load_game
from sandbox.rules.base import Seat
from sandbox.rules.hurlyburly import (
    Aim,
    Cards,
    Fire,
    Player,
    PlayerSetup,
    Setup,
    Shot,
    Starter,
    Tower,
    Towers,
)

GAME = load_game("hurlyburly")
P1, P2, P3, P4 = map(Seat, range(4))
NEAR = Aim(from_flag=0.1, from_target=0.6, flag_from_target=0.55)
DOWN = {"flag_level": 0, "flag_tilt_deg": 90.0}


def tower(*walls, **more):
    """Return the reading of a tower that stands with its flag up, unless told otherwise."""
    return replace(Tower(walls, len(walls), 1.0, 0, 0), **more)


def fell(*walls, **more):
    """Return the reading of a tower whose flag is down."""
    return tower(*walls, **DOWN, **more)


def towers(*read, tower_shift=0.0, defence_shift=0.0):
    """Return what is read after hands have worked."""
    return Towers(read, tower_shift, defence_shift)


def shot(*read, **more):
    """Return a launch that breaks no rule."""
    return replace(Shot(1, 0.0, 0.001, 0.2, read), **more)


def setup(players=2, apart=0.55, **more):
    """Return a table that is set up well; `more` goes to the first player's place, the tower or the cards."""
    place = PlayerSetup(tower(2), apart, 2.0, 0.0, 0.0, 5.0)
    mine = {key: x for key, x in more.items() if hasattr(place, key)}
    cards = {key: x for key, x in more.items() if key not in mine}
    table = Setup((replace(place, **mine), *[place] * (players - 1)), 80.0, 100.0, 2.0)
    return replace(table, **cards)


def position(*levels, options=None, **more):
    """Return a position in which P1 is to take an action; the levels of each tower are a tuple of walls.

    `blocks` and `upgrades` are of each player, `supply_walls` and the like of the supply after the towers.
    """
    state = make(GAME.initial(len(levels), options), Starter(P1), setup(len(levels)))
    given = {key: more.pop(key, (0,) * len(levels)) for key in ("blocks", "upgrades", "sandbags", "supports")}
    players, supply = [], state.supply
    for i, walls in enumerate(levels):
        own = {key: values[i] for key, values in given.items()}
        supply -= Cards(sum(walls) - 2, len(walls) - 1, own["sandbags"], own["supports"])
        players.append(Player(levels=walls, **own))
    state = replace(
        state,
        players=tuple(players),
        supply=supply,
        blocks=20 - sum(given["blocks"]),
        upgrades=8 - sum(given["upgrades"]),
    )
    assert GAME.pieces(state) == GAME.pieces(GAME.initial(len(levels)))
    return replace(state, **more)


def supply(state, **more):
    """Return the position with another supply of cards."""
    return replace(state, supply=replace(state.supply, **more))


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


def fired(state, target=P2):
    """Return the state in which the block of P1 is to be launched."""
    return make(state, Fire(P1, target), NEAR)
