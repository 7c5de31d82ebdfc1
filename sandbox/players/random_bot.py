"""A bot that makes any legal move, each as likely as another."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandbox.rules.base import Engine, Move

__all__ = ["choose"]


def choose(game: Engine[Any], view: Any, moves: Sequence[Move], rng: random.Random) -> Move:
    """Return one of `moves`."""
    return rng.choice(moves)
