"""Plausible findings for Burst: cuts, shuffles, and rows that are laid well nine times in ten."""

from __future__ import annotations

import random

from sandbox.rules.base import Finding
from sandbox.rules.burst import Burst, BurstState, Cut, DeckOrder, Phase, RowLayout

__all__ = ["find"]


def find(game: Burst, state: BurstState, rng: random.Random) -> Finding:
    """Return what the table shows: a cut, a deck, or how the row lies."""
    if state.phase is Phase.CUT:
        return Cut(tuple(rng.choice(state.deck) for _ in state.cutters))
    if state.phase is Phase.SHUFFLE:
        return DeckOrder(tuple(rng.sample(state.deck, len(state.deck))))
    slip = rng.random()  # a hand now and then lays a card badly, and has to put it right
    return RowLayout(
        face_down=1 if slip < 0.02 else 0,
        gap=round(rng.uniform(-0.02, 0), 4) if 0.02 <= slip < 0.06 else round(rng.uniform(0, 0.02), 4),
        reach=round(rng.uniform(0.6, 0.8), 3) if 0.06 <= slip < 0.1 else round(rng.uniform(0.3, 0.6), 3),
    )
