"""A bot for BOURPIF. Quick hands are the table's matter; what is left to choose is which card to give."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sandbox.rules.base import Engine, Move
from sandbox.rules.bourpif import BourpifState, Monster, Pay

__all__ = ["choose"]


def choose(game: Engine[Any], view: BourpifState, moves: Sequence[Move], rng: random.Random) -> Move:
    """Return a card to give: a dragon if there is one, for all cards count the same and dragons are ugly."""
    dragons = [move for move in moves if isinstance(move, Pay) and move.card.monster is Monster.DRAGON]
    return (dragons or moves)[0]
