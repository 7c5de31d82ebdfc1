"""A garden of Beethupferl for tests: which tile lies where is always the same, only the drops differ."""

from dataclasses import replace

from sandbox.rules import load_game
from sandbox.rules.base import Seat
from sandbox.rules.beethupferl import (
    BeethupferlOptions,
    BeethupferlState,
    Cleared,
    Direct,
    Edge,
    Grass,
    Hollow,
    Phase,
    Reading,
    Rest,
    Surface,
    Take,
    Tile,
    Version,
    Watered,
)

GAME = load_game("beethupferl")
P1, P2, P3 = map(Seat, range(3))
NORTH, EAST = Edge.NORTH, Edge.EAST
CARROT, SNAIL, PUMPKIN, CUCUMBER = Tile.CARROT, Tile.SNAIL, Tile.PUMPKIN, Tile.CUCUMBER
BEET, CABBAGE = Tile.RED_BEET, Tile.RED_CABBAGE

# Hollows 1 to 4 have carrots, 5 to 8 snails, 9 to 11 pumpkins, 12 to 14 cucumbers, 15 a beet, 16 a cabbage.
BED = (CARROT,) * 4 + (SNAIL,) * 4 + (PUMPKIN,) * 3 + (CUCUMBER,) * 3 + (BEET, CABBAGE)
SUPPLY = (BEET, CABBAGE, CARROT, SNAIL, PUMPKIN, PUMPKIN, CUCUMBER, CUCUMBER, *(BEET, CABBAGE) * 3)
TILT = (0.0, 172.0, 90.0, 92.0)
CLEAR = Cleared(left=0, face_up=0, bare=0, strays=())
TOGETHER = BeethupferlOptions(cooperative=True)
ADVANCED = BeethupferlOptions(advanced=True)
FOUR = BeethupferlOptions(version=Version.FOUR)


def position(drops=(), *, players=3, options=None, **more):
    """Return a garden in which P1 is to water; `drops` counts them by hollow, the others are in the bowl."""
    drops = dict(drops)
    state = BeethupferlState(
        options=options or BeethupferlOptions(),
        phase=Phase.WATER,
        turn=P1,
        tiles=BED,
        drops=tuple(drops.get(hollow, 0) for hollow in range(1, 17)),
        supply=SUPPLY,
        bowl=20 - sum(drops.values()),
        can=0,
        hand=0,
        watered=0,
        watering=None,
        missed=False,
        third=False,
        taken=((),) * players,
        removed=(),
    )
    return replace(state, **more)


def drops_of(state):
    """Return the drops by hollow, empty hollows left out."""
    return {hollow: n for hollow, n in enumerate(state.drops, start=1) if n}


def read(hollow, drops, *, tilt=None, offset=0.001, rise=-0.002):
    """Return how one hollow lies; by default as so many drops make it lie."""
    tilt = TILT[min(drops, 3)] if tilt is None else tilt
    return Reading(Hollow(hollow), drops, tilt, offset, rise)


def fell(*readings, touched=Surface.GRASS, rest=Rest.HOLLOW, loose=0, poured=1, aim=0.0, speed=0.0):
    """Return what a drop did; by default it was poured as it should and lies in a hollow."""
    return Watered(poured, aim, touched, rest, readings, loose, speed)


def make(state, *acts):
    """Make legal acts one after another."""
    for act in acts:
        state = GAME.apply(state, act)
    return state


def direct(state, hollow, *readings, **more):
    """Water directly; without readings the drop falls into the hollow as it should."""
    readings = readings or (read(hollow, state.drops[hollow - 1] + 1),)
    return make(state, Direct(state.turn, hollow), fell(*readings, touched=Surface.BED, **more))


def from_grass(state, *readings, **more):
    """Water from the northern grass."""
    return make(state, Grass(state.turn, NORTH), fell(*readings, **more))


def take(state, hollow, clear=CLEAR):
    """Take a tile and clear the hollows of its kind."""
    return make(state, Take(state.turn, hollow), clear)


def ruling_after(state, *acts):
    """Make legal acts and return the ruling on the last one."""
    state = make(state, *acts[:-1])
    ruling = GAME.check(state, acts[-1])
    assert ruling.legal, ruling
    return ruling


def refusal(state, act):
    """Return the rule that refuses an act."""
    ruling = GAME.check(state, act)
    assert not ruling.legal, ruling
    assert GAME.decide(state, act).state is state
    return ruling.rule
