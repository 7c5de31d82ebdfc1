"""Plausible findings for Hurlyburly: steady hands nineteen times in twenty, and shots that often miss."""

from __future__ import annotations

import random
from dataclasses import replace

from sandbox.rules.base import Finding, Seat
from sandbox.rules.hurlyburly import (
    Aim,
    Defences,
    Hurlyburly,
    HurlyburlyState,
    Phase,
    PlayerSetup,
    Setup,
    Shot,
    Starter,
    Tower,
    Towers,
)

__all__ = ["find"]

_SLIP = 0.05  # how often hands do something that has to be put right


def find(game: Hurlyburly, state: HurlyburlyState, rng: random.Random) -> Finding:
    """Return what the table shows."""
    if state.phase is Phase.START:
        return Starter(Seat(rng.randrange(len(state.players))))
    if state.phase is Phase.SETUP:
        return _setup(state, rng)
    if state.phase is Phase.AIM:
        return _aim(rng)
    if state.phase is Phase.SHOT:
        return _shot(state, rng)
    towers = _still(state, rng)
    if state.phase in (Phase.BUILD, Phase.PLACE) and rng.random() < _SLIP:
        towers[state.turn] = _topple(towers[state.turn], rng.randint(1, len(towers[state.turn].walls)))
    if state.phase is Phase.WIN and rng.random() < 0.1:  # a tower that sways may fall late
        towers[state.turn] = _topple(towers[state.turn], len(towers[state.turn].walls))
    if state.phase is Phase.MEND and rng.random() < _SLIP:  # the flag slips off again
        towers[state.mending[0]] = replace(towers[state.mending[0]], flag_level=0, flag_tilt_deg=90.0)
    shift = _small(rng, 0.004)
    if state.phase is Phase.PLACE:
        gap = 0.0 if rng.random() < _SLIP else round(rng.uniform(0.01, 0.1), 4)
        return Defences(state.placing.sandbags, state.placing.supports, gap, tuple(towers), shift, shift)
    return Towers(tuple(towers), shift, shift)


def _small(rng: random.Random, most: float) -> float:
    return round(rng.uniform(0, most), 4)


def _still(state: HurlyburlyState, rng: random.Random) -> list[Tower]:
    """Return all towers as they should stand once hands are done, the flags up."""
    towers = []
    for seat, player in enumerate(state.players):
        levels = player.levels
        if seat == state.turn:
            levels += state.rising
        if not levels and seat in state.mending:
            levels = (min(2, player.fallen.walls + state.supply.walls),)
        up = player.flag or seat in state.mending or bool(seat == state.turn and state.rising)
        tilt = _small(rng, 5) if up else 90.0
        towers.append(Tower(levels, len(levels) if up else 0, tilt, 0, 0))
    return towers


def _topple(tower: Tower, level: int) -> Tower:
    """Return a tower of which a level and all above it have fallen."""
    walls = tower.walls[: level - 1] + (0,) * (len(tower.walls) - level + 1)
    return replace(tower, walls=walls, flag_level=0, flag_tilt_deg=90.0)


def _setup(state: HurlyburlyState, rng: random.Random) -> Setup:
    two = len(state.players) == 2
    places = []
    for player in state.players:
        slip = rng.random() < _SLIP
        apart = rng.uniform(0.4, 0.45) if slip else rng.uniform(0.51, 0.7) if two else rng.uniform(0.46, 0.59)
        tower = Tower(player.levels, 1, _small(rng, 5), 0, 0)
        places.append(PlayerSetup(tower, round(apart, 3), _small(rng, 5), 0.0, 0.0, _small(rng, 20)))
    low, high = round(rng.uniform(70, 90), 1), round(rng.uniform(90, 110), 1)
    return Setup(tuple(places), low, high, _small(rng, 4))


def _aim(rng: random.Random) -> Aim:
    from_flag = rng.uniform(0.2, 0.25) if rng.random() < _SLIP else rng.uniform(0.05, 0.2)
    flag = rng.uniform(0.45, 0.6)
    behind = rng.uniform(-0.05, 0) if rng.random() < _SLIP else rng.uniform(0, from_flag)
    return Aim(round(from_flag, 3), round(flag + behind, 3), round(flag, 3))


def _shot(state: HurlyburlyState, rng: random.Random) -> Shot:
    """Return a shot that hits more often and harder the more upgrades there are and the fewer sandbags."""
    towers = _still(state, rng)
    target = state.target
    assert target is not None
    victim, upgrades = state.players[target], state.players[state.turn].upgrades
    hit = rng.random() < 0.35 + 0.08 * upgrades - 0.03 * victim.sandbags
    if hit and victim.levels:
        level = rng.randint(1, len(victim.levels))
        weak = victim.levels[level - 1] == 1
        if rng.random() < (0.6 if weak else 0.2) + 0.08 * upgrades:
            towers[target] = _topple(towers[target], level)
        elif rng.random() < 0.2:
            towers[target] = replace(towers[target], flag_level=0, flag_tilt_deg=90.0)
        elif not weak and rng.random() < 0.2:  # one of two walls falls and the platform stays
            walls = (*victim.levels[: level - 1], 1, *victim.levels[level:])
            towers[target] = replace(towers[target], walls=walls)
    elif victim.sandbags and rng.random() < 0.3:
        towers[target] = replace(towers[target], sandbags_fallen=1)
    elif rng.random() < 0.03 and state.players[state.turn].levels:  # the block drops onto the own tower
        towers[state.turn] = _topple(towers[state.turn], len(state.players[state.turn].levels))
    slip = 0.01 if rng.random() < _SLIP else _small(rng, 0.004)
    return Shot(1, 0.0, slip, round(rng.uniform(0.05, 0.4), 3), tuple(towers))
