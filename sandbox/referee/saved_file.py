"""The file of a saved game is read: what is wrong in it is met here, in one line, before anything is played."""

# ruff: noqa: ANN401 (states and tables of any game)
from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile, InputError, quoted
from sandbox.referee.words import Attempt, Evidence, Field
from sandbox.rules.base import Engine, Nature, Ruling
from sandbox.rules.codec import Mismatch, decode
from sandbox.rules.notation import actor_from_text, options_from_text

__all__ = ["FORMAT", "Saved", "SavedAct", "is_saved_game", "load"]

FORMAT = 1
"""Raised when files of older versions can no longer be read."""


@dataclass(frozen=True, slots=True)
class SavedAct:
    """One act of a saved game."""

    actor: str
    act: str
    ruling: Ruling
    attempt: Attempt | None
    evidence: Evidence | None
    overruled: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Saved:
    """A saved game.

    Args:
        file: Where it was read.
        game: Name of the game.
        players: How many play.
        seed: Of its chance.
        options: House rules, as text.
        data: Digest of the rulebook's data.
        is_advisory: Whether the referee only comments.
        models: Digests of the models and the profile that it was played with; None in files that do not tell.
        acts: What happened.
        lying: What lies on the table; None where the head only was read.
        state: Of the rules; likewise.
        extra: What else the file holds, such as who sits where.
    """

    file: Path
    game: str
    players: int
    seed: int
    options: str
    data: str
    is_advisory: bool
    models: Mapping[str, str] | None
    acts: tuple[SavedAct, ...]
    lying: Any
    state: Any
    extra: Mapping[str, Any] = field(default_factory=dict)


def is_saved_game(file: Path) -> bool:
    """Return whether a file looks like a saved game rather than the log of one."""
    try:
        return file.read_text(encoding="utf-8-sig").lstrip().startswith("{")
    except (OSError, UnicodeDecodeError):
        return False


def load(file: Path, game: Engine[Any] | None = None, table: Field | None = None) -> Saved:
    """Read a saved game.

    Args:
        file: What `save` wrote.
        game: The rules, for the acts' texts and the state; None reads the head only.
        table: The table, for attempts and what lies on it.

    Raises:
        BadFile: It is no saved game, or of other rules.
    """
    try:
        data = json.loads(file.read_text(encoding="utf-8-sig"))
        _demand_head(data, file)
        acts: tuple[SavedAct, ...] = ()
        lying = state = None
        if game is not None and table is not None:
            if data["data"] != game.book.digest:
                problem = f"was played with data {data['data']:.40}, not {game.book.digest}"
                raise BadFile(file, problem, instead="give the data file that was used by --data FILE")
            game.initial(data["players"], options_from_text(game.options_type, data["options"]))
            acts = tuple(_act(row, number, game, table) for number, row in enumerate(data["acts"], start=1))
            state = game.from_json(_value(data, "state"))
            lying = decode(table.lying_type, _value(data, "lying"))
            _demand_rotations(data["lying"], "lying")
        return Saved(
            file,
            data["game"],
            data["players"],
            data["seed"],
            data["options"],
            data["data"],
            data["advisory"],
            _models(data.get("models")),
            acts,
            lying,
            state,
            {key: value for key, value in data.items() if key not in _KNOWN},
        )
    except OSError as error:
        raise BadFile(file, error.strerror or str(error)) from error
    except BadFile:
        raise
    except InputError as error:
        raise BadFile(file, str(error)) from error
    except RecursionError as error:
        raise BadFile(file, "is no saved game (it is nested too deep)", instead=_GIVE) from error
    except (ValueError, TypeError) as error:
        raise BadFile(file, f"is no saved game ({error})", instead=_GIVE) from error


_GIVE = "give a file that --save wrote"

_HEAD: Mapping[str, type] = {
    "format": int,
    "game": str,
    "players": int,
    "seed": int,
    "options": str,
    "data": str,
    "advisory": bool,
    "acts": list,
}


_KNOWN = frozenset({*_HEAD, "models", "state", "lying"})


def _demand_head(data: Any, file: Path) -> None:
    """Refuse what has no such head. Raises `TypeError`, `Mismatch`, and `BadFile` for another format."""
    if not isinstance(data, dict):
        raise TypeError(f"expected a table, not {quoted(data)}")
    for key, kind in _HEAD.items():
        value = _value(data, key)
        if type(value) is not kind:
            raise TypeError(f"{key}: {quoted(value)} is no {kind.__name__}")
        if key == "format" and value != FORMAT:
            problem = f"is a game of format {quoted(value)}"
            raise BadFile(file, problem, instead=f"this version reads {FORMAT}")
    if data["seed"] < 0:
        raise Mismatch("seed", f"expected a whole number from 0, not {quoted(data['seed'])}")


def _value(data: Mapping[str, Any], key: str) -> Any:
    """Return the value of a key that must be there. Raises `Mismatch`."""
    if key not in data:
        raise Mismatch(key, "this key is missing")
    return data[key]


def _demand_rotations(data: Any, path: str) -> None:
    """Refuse a pose that turns by no rotation: nothing could be simulated from it. Raises `Mismatch`."""
    if isinstance(data, list):
        for number, value in enumerate(data):
            _demand_rotations(value, f"{path}[{number}]")
    elif isinstance(data, dict):
        for key, value in data.items():
            if key == "rotation" and abs(math.hypot(*value) - 1.0) > 1e-3:
                raise Mismatch(f"{path}.{key}", f"expected a quaternion of length 1, not {quoted(value)}")
            _demand_rotations(value, f"{path}.{key}")


def _models(data: Any) -> dict[str, str] | None:
    """Return the models that a file tells, if it does. Raises `TypeError`."""
    if data is None:
        return None
    if not isinstance(data, dict) or not all(isinstance(digest, str) for digest in data.values()):
        raise TypeError("its models are no digests by name")
    return data


@dataclass(frozen=True, slots=True)
class _Row:
    """One act as a file holds it, but for how it was tried, whose type is the table's."""

    actor: str
    act: str
    legal: bool
    rule: str
    reason: str
    evidence: Evidence | None = None
    notes: tuple[str, ...] = ()
    overruled: bool = False


def _act(data: Any, number: int, game: Engine[Any], table: Field) -> SavedAct:
    """Return an act of a file. Raises `Mismatch` or `InputError`, which say which act it is, counted from 1."""
    try:
        if not isinstance(data, dict):
            raise Mismatch("", f"expected a table, not {quoted(data)}")
        row = decode(_Row, {key: value for key, value in data.items() if key != "attempt"})
        attempt = decode(table.attempt_type, data["attempt"]) if "attempt" in data else None
        if attempt is None and row.actor == Nature.NATURE.value:
            raise Mismatch("attempt", "this key is missing")
    except Mismatch as error:
        raise Mismatch(f"act {number}", str(error)) from error
    try:
        game.notation.from_text(row.act, actor_from_text(row.actor))
    except InputError as error:
        raise InputError(f"act {number} cannot be played: {error}") from error
    ruling = Ruling(row.legal, row.rule, row.reason)
    return SavedAct(row.actor, row.act, ruling, attempt, row.evidence, row.overruled, row.notes)
