"""What a bot is, and where the bot of a game is found."""

from __future__ import annotations

import importlib
import random
from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from sandbox.errors import UnknownName
from sandbox.players import random_bot
from sandbox.rules.base import Engine, Move

__all__ = ["BOTS", "Bot", "Remembering", "load_bot"]

BOTS = ("random", "greedy", "perfect", "forgetful")
REMEMBER = ("perfect", "forgetful")


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


@runtime_checkable
class Remembering(Protocol):
    """A bot that is also shown what others do; see `sandbox.referee.session.Onlooker`."""

    def look(self, game: Engine[Any], view: Any, move: Move | None, rng: random.Random) -> None:
        """See one act: the state before it as the seat sees it, and a move that was made in the open."""
        ...


def load_bot(kind: str, game: str) -> Bot:
    """Return a bot.

    Args:
        kind: One of `BOTS`; `greedy` is the `choose` of `sandbox.players.greedy.<game>`; `perfect` and
            `forgetful` remember, where there is something to remember (`sandbox.players.memory.<game>`). Those
            are one for each seat.
        game: Name of the game.

    Raises:
        UnknownName: There is no such kind, or not for this game.
    """
    if kind not in BOTS:
        raise UnknownName("bot", kind, BOTS)
    if kind == "random":
        return random_bot.choose
    if kind in REMEMBER:
        try:
            module = importlib.import_module(f"sandbox.players.memory.{game}")
        except ModuleNotFoundError:
            there = [each for each in BOTS if each not in REMEMBER]
            raise UnknownName(f"bot for {game}", kind, there) from None
        remembering: Bot = module.make(kind)
        return remembering
    bot: Bot = importlib.import_module(f"sandbox.players.greedy.{game}").choose
    return bot
