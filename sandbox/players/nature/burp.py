"""Plausible findings for Burp: most docks carry, most spins are slow, and now and then something slips."""

from __future__ import annotations

import math
import random

from sandbox.rules.base import Finding, Seat
from sandbox.rules.burp import (
    Burp,
    BurpState,
    Deal,
    Dock,
    First,
    Fisher,
    OnDot,
    Passage,
    Phase,
    Pushed,
    Resting,
    Ripe,
    Robbed,
    Spun,
    dots_due,
    quarters_to,
)

__all__ = ["find"]

_BANK = 0.19  # metres from the middle to the fruit nearest to the bank
_STRIP = 0.03  # by how much one more strip lets a fisher stand further out


def find(game: Burp, state: BurpState, rng: random.Random) -> Finding:
    """Return what the table shows for what the game waits for."""
    match state.phase:
        case Phase.FIRST:
            return First(Seat(rng.randrange(len(state.players))), round(rng.gauss(0, 0.03), 3))
        case Phase.DEAL:
            each = game.figures.data.setup.fruits
            fruits = rng.sample(state.reserve, each * len(state.players))
            return Deal(tuple(tuple(fruits[k : k + each]) for k in range(0, len(fruits), each)))
        case Phase.RIPEN | Phase.REFILL:
            return _ripe(state, rng)
        case Phase.DOCKS:
            return _dock(state, rng)
        case Phase.ROBBED:
            seat = state.queue[0].place.seat
            assert seat is not None
            player = state.players[seat]
            strips = player.dock_strips if rng.random() < 0.6 else rng.randint(0, player.dock_strips)
            return Robbed(seat, strips, player.dock_stones if strips else (), 0, 0, -0.005)
        case Phase.FISHERS:
            seat = state.queue[0].seat
            strips = state.players[seat].dock_strips
            falls = rng.random() < 0.15
            return Fisher(seat, 0 if falls else 1, rng.randint(0, strips) if falls else strips)
        case Phase.PASSAGE:
            return _passage(state, rng)
    return _spun(state, rng)


def _ripe(state: BurpState, rng: random.Random) -> Ripe:
    """Put what was left in the sea and fruit of the reserve on the dots."""
    dots = dots_due(state)
    fruits = [fruit for fruit in state.sea if fruit is not None] if state.phase is Phase.REFILL else []
    fruits += rng.sample(state.reserve, len(dots) - len(fruits))
    rng.shuffle(fruits)
    slip = rng.random()
    return Ripe(
        tuple(OnDot(dot, fruit) for dot, fruit in zip(dots, fruits, strict=True)),
        face_up=1 if slip < 0.02 else 0,
        off=round(rng.uniform(0.01, 0.02) if 0.02 <= slip < 0.05 else rng.uniform(0, 0.008), 4),
    )


def _dock(state: BurpState, rng: random.Random) -> Dock:
    """Build with most of the material; one dock in ten is late, tested, or stands wrong."""
    seat = state.queue[0].seat
    player = state.players[seat]
    strips = player.strips + player.dock_strips
    stones = player.stones + player.dock_stones
    used = 0 if rng.random() < 0.05 else rng.randint((strips + 1) // 2, strips)
    loads = rng.sample(stones, rng.randint(len(stones) // 2, len(stones))) if used else []
    slip = rng.random()
    return Dock(
        seat=seat,
        strips=used,
        stones=tuple(sorted(loads)),
        loose=1 if used and slip < 0.02 else 0,
        on_board=1 if used and 0.02 <= slip < 0.03 else 0,
        outside=round(rng.uniform(0.001, 0.01) if 0.03 <= slip < 0.05 else rng.uniform(-0.02, 0), 4),
        finished=round(rng.uniform(120, 130) if 0.05 <= slip < 0.09 else rng.uniform(30, 120), 1),
        tests=1 if 0.09 <= slip < 0.1 else 0,
    )


def _passage(state: BurpState, rng: random.Random) -> Passage:
    """Push the nearer half of the fruit past a fisher who stands the further out the more strips there are."""
    seat = state.queue[0].seat
    player = state.players[seat]
    further = _STRIP * min(player.dock_strips, 1 + len(player.dock_stones))
    quarters = quarters_to(state, seat) - rng.uniform(0.3, 0.7)
    hit = rng.random() < 0.05
    return Passage(
        seat=seat,
        turned=round(quarters * math.tau / 4, 3),
        beneath=round(abs(rng.gauss(0, 0.0003)), 5),
        fisher=round(max(0.07, _BANK - further + rng.gauss(0, 0.01)), 4),
        arm_gap=-0.0002 if hit else 0.004,
        dock_moved=0.003 if hit else 0.0,
        fruits=tuple(
            Pushed(dot, round(rng.uniform(0.02, _BANK), 4), round(rng.choice((0.0, 0.0005, 0.03)), 4))
            for dot in _left(state)
        ),
    )


def _spun(state: BurpState, rng: random.Random) -> Spun:
    """Let most fruit slide to the centre; a spin in ten is fast and throws some off the board."""
    fast = rng.random() < 0.1
    quarters = 4 + quarters_to(state, (state.start + 1) % len(state.players))
    slip = 0.3 if rng.random() < 0.03 else 0.05
    return Spun(
        turned=round(quarters * math.tau / 4 + rng.gauss(0, slip), 3),
        fastest=round(rng.uniform(3, 5) if fast else rng.uniform(0.8, 2), 2),
        fruits=tuple(
            Resting(dot, round(rng.uniform(0.21, 0.6) if fast and rng.random() < 0.3 else rng.uniform(0, 0.15), 4))
            for dot in _left(state)
        ),
    )


def _left(state: BurpState) -> list[int]:
    return [i + 1 for i, fruit in enumerate(state.sea) if fruit is not None]
