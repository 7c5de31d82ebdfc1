"""The games that there are; one is imported when it is asked for."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from sandbox.errors import UnknownName
from sandbox.rules.base import Engine
from sandbox.rules.rulebook import load_rulebook, shipped_file

__all__ = ["GAMES", "load_game"]

GAMES: dict[str, str] = {  # name = class in the module of that name
    "beethupferl": "Beethupferl",
    "bourpif": "Bourpif",
    "burp": "Burp",
    "burst": "Burst",
    "hurlyburly": "Hurlyburly",
}


def load_game(name: str, own: Path | None = None) -> Engine[Any]:
    """Return a game with its rules and data.

    Args:
        name: One of `GAMES`.
        own: A person's file whose data replace the shipped ones, key by key.

    Raises:
        UnknownName: There is no such game.
        BadFile: The data cannot be used.
    """
    if name not in GAMES:
        raise UnknownName("game", name, GAMES)
    engine: type[Engine[Any]] = getattr(importlib.import_module(f"sandbox.rules.{name}"), GAMES[name])
    return engine(load_rulebook(shipped_file(name), own))
