"""What a bot is, and where the bot of a game is found."""

from __future__ import annotations

import importlib
import random
from collections.abc import Sequence
from typing import Any, Protocol

from sandbox.errors import UnknownName
from sandbox.players import random_bot
from sandbox.rules.base import Engine, Move

__all__ = ["BOTS", "Bot", "load_bot"]

BOTS = ("random", "greedy")


class Bot(Protocol):
    """Chooses one of the legal moves. The generator is handed in, so that a seed gives the same game again."""

    def __call__(self, game: Engine[Any], view: Any, moves: Sequence[Move], rng: random.Random) -> Move:
        """Return one of `moves`.

        Args:
            game: The rules.
            view: The state as the seat that moves sees it.
            moves: Its legal moves, at least one.
            rng: Where chance comes from.
        """
        ...


def load_bot(kind: str, game: str) -> Bot:
    """Return a bot.

    Args:
        kind: One of `BOTS`; `greedy` is the `choose` of `sandbox.players.greedy.<game>`.
        game: Name of the game.

    Raises:
        UnknownName: There is no such kind.
    """
    if kind not in BOTS:
        raise UnknownName("bot", kind, BOTS)
    if kind == "random":
        return random_bot.choose
    bot: Bot = importlib.import_module(f"sandbox.players.greedy.{game}").choose
    return bot
