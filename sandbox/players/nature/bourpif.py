"""Plausible findings for BOURPIF: hands that take seconds, and now and then tap too early or wrongly."""

from __future__ import annotations

import random

from sandbox.rules.base import Finding, Seat
from sandbox.rules.bourpif import (
    Bourpif,
    BourpifState,
    Colour,
    DeckOrder,
    Doors,
    Goal,
    Phase,
    Picture,
    Place,
    PlayerTiles,
    Race,
    Reveal,
    Setup,
    Tap,
    TilePictures,
    Tiles,
    goal_of,
)

__all__ = ["find"]

_WEAPONS = (Picture.AXE, Picture.BOW, Picture.GRIMOIRE)
_SLIP = 0.03  # how often something has to be put right


def find(game: Bourpif, state: BourpifState, rng: random.Random) -> Finding:
    """Return what the table shows."""
    count = len(state.stacks)
    if state.phase is Phase.SHUFFLE:
        return DeckOrder(tuple(rng.sample(state.draw, len(state.draw))))
    if state.phase is Phase.DOORS:
        reach = rng.uniform(0.6, 0.7) if rng.random() < _SLIP else rng.uniform(0.3, 0.6)
        return Doors(tuple(rng.sample(list(Colour), 4)), round(reach, 3))
    if state.phase is Phase.REVEAL:
        due = state.draw[0].count
        wrong = rng.random() < _SLIP
        return Reveal(due + wrong, 1, 0)
    if state.phase is Phase.RACE:
        monster = state.pile[-1].monster
        assert monster is not None
        return _race(goal_of(state.draw[0], monster), count, rng)
    shown = [Picture.SHIELD if rng.random() < _SLIP else rng.choice(_WEAPONS) for _ in range(count)]
    tiles = [_tiles(picture, rng) for picture in shown]
    if state.phase is Phase.SETUP:
        return Setup(tuple(PlayerTiles(1, one) for one in tiles))
    return TilePictures(tuple(tiles))


def _tiles(picture: Picture, rng: random.Random) -> Tiles:
    """Return four tiles that show a picture, laid as neatly as hands do."""
    moved = rng.uniform(0.01, 0.02) if rng.random() < 0.005 else rng.uniform(0, 0.008)
    return Tiles((picture,) * 4, round(rng.uniform(0, 20), 1), round(moved, 4))


def _race(goal: Goal, count: int, rng: random.Random) -> Race:
    """Return the taps of all players up to the end of the turn."""
    taps: list[Tap] = []
    asleep = False
    for seat in map(Seat, range(count)):
        at = rng.uniform(0.8, 2.5) + rng.expovariate(0.7)
        slip = rng.random()
        if slip < 0.04:  # before the last card lies open
            taps.append(_tap(seat, -rng.uniform(0.05, 0.5), 0.3, goal.place, goal, rng))
        elif slip < 0.12:  # at a wrong place or with wrong tiles
            taps.append(_mistake(seat, at, goal, rng))
            at += rng.uniform(0.5, 3)
        elif slip < 0.15:  # right, but the hand comes off again
            taps.append(_tap(seat, at, rng.uniform(0.1, 0.4), goal.place, goal, rng))
            at += rng.uniform(0.5, 3)
        elif slip < 0.16:
            asleep = True
            continue
        taps.append(_tap(seat, at, None, goal.place, goal, rng))
    right = [tap.at for tap in taps if tap.lifted is None]
    if not right:
        return Race(tuple(taps), 60.0)
    if goal.picture in _WEAPONS:
        ended = 60.0 if asleep else max(right)
    else:
        ended = min(right)
        taps = [tap for tap in taps if tap.at <= ended]
    if rng.random() < _SLIP:  # somebody looks away too early
        ended = max(0.0, round(ended - 0.5, 4))
        taps = [tap for tap in taps if tap.at <= ended]
    return Race(tuple(sorted(taps, key=lambda tap: tap.at)), ended)


def _tap(seat: Seat, at: float, held: float | None, place: Place, goal: Goal, rng: random.Random) -> Tap:
    at = round(at, 4)
    tiles = _tiles(goal.picture or rng.choice(_WEAPONS), rng)
    return Tap(seat, at, None if held is None else round(at + held, 4), place, tiles)


def _mistake(seat: Seat, at: float, goal: Goal, rng: random.Random) -> Tap:
    if goal.picture is None:
        wrong = rng.choice([place for place in Place if place is not goal.place])
        return _tap(seat, at, 0.3, wrong, goal, rng)
    other = rng.choice([picture for picture in Picture if picture is not goal.picture])
    at = round(at, 4)
    corners = (goal.picture, goal.picture, other, goal.picture)
    return Tap(seat, at, round(at + 0.3, 4), goal.place, Tiles(corners, 5.0, 0.001))
