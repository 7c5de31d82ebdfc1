"""Who sits at a table: a game with its table, bots that choose moves, and hands that try them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandbox.components.catalogue import Catalogue
from sandbox.errors import InputError, UnknownName
from sandbox.players.bots import load_bot
from sandbox.record import Trace
from sandbox.referee.session import Session
from sandbox.referee.words import Field, Hands
from sandbox.rules.base import Engine, Options

__all__ = ["TABLES", "load_hands", "load_table", "seat_bots"]

TABLES: dict[str, tuple[str, str]] = {  # game: module of its table and of its bench, class of the table
    "beethupferl": ("sandbox.referee.beethupferl", "BeethupferlTable"),
    "hurlyburly": ("sandbox.referee.hurlyburly", "HurlyburlyTable"),
}
"""The games that there is a table for."""


def load_table(game: str, catalogue: Catalogue | None = None) -> Field:
    """Return the table of a game.

    Args:
        game: Its name.
        catalogue: Where its models are; the shipped ones by default.

    Raises:
        UnknownName: There is no table for it yet.
        InputError: A model cannot be used for it.
    """
    if game not in TABLES:
        raise UnknownName("table", game, TABLES)
    name, table = TABLES[game]
    module = importlib.import_module(name)
    made: Field = getattr(module, table)(module.Bench(catalogue))
    return made


def load_hands(kind: str, game: str, bot: str = "greedy") -> Hands:
    """Return hands for a table: a skill of `sandbox.players.tables.<game>`, or `random`.

    Args:
        kind: The skill.
        game: Name of the game.
        bot: Who chooses the moves: hands aim at what their player remembers.

    Raises:
        UnknownName: There are none of that name.
    """
    if game not in TABLES:
        raise UnknownName("table", game, TABLES)
    made: Hands = importlib.import_module(f"sandbox.players.tables.{game}").hands(kind, bot)
    return made


def seat_bots(
    game: Engine[Any],
    players: int,
    *,
    seed: int,
    bot: str = "greedy",
    skill: str = "fair",
    options: Options | None = None,
    is_advisory: bool = False,
    traces: Path | None = None,
    catalogue: Catalogue | None = None,
) -> Session:
    """Return a game with a bot on every seat.

    Args:
        game: The rules.
        players: How many play.
        seed: Of all chance.
        bot: Who chooses the moves.
        skill: Whose hands try them.
        options: House rules and variants.
        is_advisory: Whether the referee only comments.
        traces: A folder for one trace an act; made if it is not there.
        catalogue: Where the models are; the shipped ones by default.

    Raises:
        InputError: Something of that is not there, or the folder cannot be made.
    """
    return Session(
        game,
        load_table(game.name, catalogue),
        players,
        seed=seed,
        minds=[load_bot(bot, game.name) for _ in range(players)],
        hands=[load_hands(skill, game.name, bot) for _ in range(players)],
        options=options,
        is_advisory=is_advisory,
        keeps_trace=None if traces is None else _keeper(traces),
    )


def _keeper(folder: Path) -> Callable[[int, Trace], None]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: {error.strerror}") from error
    return lambda number, trace: trace.save(folder / f"act_{number:04d}.npz")
