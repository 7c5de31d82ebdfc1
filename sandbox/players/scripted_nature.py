"""Nature without a world: a plausible finding for whatever a game waits for, from a seed."""

from __future__ import annotations

import importlib
import random
from typing import Any

from sandbox.rules.base import Engine, Finding

__all__ = ["ScriptedNature"]


class ScriptedNature:
    """Makes findings for one game.

    Args:
        game: The rules; `sandbox.players.nature.<game>` knows what can be found.
        rng: Where chance comes from.
    """

    def __init__(self, game: Engine[Any], rng: random.Random) -> None:
        self._game = game
        self._rng = rng
        self._find = importlib.import_module(f"sandbox.players.nature.{game.name}").find

    def find(self, state: Any) -> Finding:
        """Return a finding for a state in which NATURE is to act; the rules may refuse it now and then."""
        finding: Finding = self._find(self._game, state, self._rng)
        return finding
