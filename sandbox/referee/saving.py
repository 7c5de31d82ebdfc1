"""A game at a table as a JSON file: what was tried, what was found, and where everything lies."""

# ruff: noqa: ANN401 (states and tables of any game)
from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile, InputError
from sandbox.referee.models import few, others
from sandbox.referee.session import Entry, Session
from sandbox.referee.words import Attempt, Evidence, Field
from sandbox.rules.base import Act, Engine, Move, Ruling, actor_name, actor_of
from sandbox.rules.codec import Mismatch, decode, encode
from sandbox.rules.notation import actor_from_text, options_from_text, options_to_text

__all__ = [
    "FORMAT",
    "Difference",
    "Saved",
    "demand_models",
    "is_saved_game",
    "load",
    "other_models",
    "parse",
    "resume",
    "save",
    "verify",
]

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
        game: Name of the game.
        players: How many play.
        seed: Of its chance.
        options: House rules, as text.
        data: Digest of the rulebook's data.
        is_advisory: Whether the referee only comments.
        models: Digests of the models and the profile that it was played with; None in files that do not tell.
        acts: What happened.
    """

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


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a game that was played again differs from the file."""

    number: int
    what: str


def save(session: Session, file: Path, *, extra: Mapping[str, Any] | None = None) -> None:
    """Write a game to a file.

    Args:
        session: The game.
        file: Where to.
        extra: JSON data to keep with it, such as who sits where; `load` does not look at it.

    Raises:
        InputError: The file cannot be written.
    """
    attempts = session.table.attempt_type
    rows = [_row(session.game, entry, attempts) for entry in session.entries]
    data = {
        "format": FORMAT,
        "game": session.game.name,
        "players": session.players,
        "seed": session.seed,
        "options": options_to_text(session.options),
        "data": session.game.book.digest,
        "advisory": session.is_advisory,
        "models": dict(session.table.models),
        "acts": rows,
        "state": session.game.to_json(session.state),
        "lying": encode(session.lying, session.table.lying_type),
        **(extra or {}),
    }
    head = {key: value for key, value in data.items() if key != "acts"}
    text = json.dumps(head, indent=1)[:-2] + ',\n "acts": [\n  '
    text += ",\n  ".join(json.dumps(row) for row in rows) + "\n ]\n}\n"
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from error


def _row(game: Engine[Any], entry: Entry, attempts: Any) -> dict[str, Any]:
    row: dict[str, Any] = {
        "actor": actor_name(actor_of(entry.act)),
        "act": game.notation.to_text(entry.act),
        "legal": entry.ruling.legal,
        "rule": entry.ruling.rule,
        "reason": entry.ruling.reason,
    }
    if entry.attempt is not None:
        row["attempt"] = encode(entry.attempt, attempts)
    if entry.evidence is not None:
        row["evidence"] = encode(entry.evidence)
    if entry.notes:
        row["notes"] = list(entry.notes)
    if entry.overruled:
        row["overruled"] = True
    return row


def is_saved_game(file: Path) -> bool:
    """Return whether a file looks like a saved game rather than the log of one."""
    try:
        return file.read_text(encoding="utf-8").lstrip().startswith("{")
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
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise BadFile(file, f"is a game of format {data['format']}", instead=f"this version reads {FORMAT}")
        _demand_types(data)
        acts: tuple[SavedAct, ...] = ()
        lying = state = None
        if game is not None and table is not None:
            if data["data"] != game.book.digest:
                raise BadFile(file, f"was played with data {data['data']}, not {game.book.digest}")
            acts = tuple(_act(row, table) for row in data["acts"])
            state, lying = game.from_json(data["state"]), decode(table.lying_type, data["lying"])
        return Saved(
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
        )
    except OSError as error:
        raise BadFile(file, error.strerror or str(error)) from error
    except BadFile:
        raise
    except InputError as error:
        raise BadFile(file, str(error)) from error
    except (ValueError, KeyError, TypeError, Mismatch) as error:
        raise BadFile(file, f"is no saved game ({error})", instead="give a file that --save wrote") from error


_HEAD: Mapping[str, type] = {
    "game": str,
    "players": int,
    "seed": int,
    "options": str,
    "data": str,
    "advisory": bool,
    "acts": list,
}


def _demand_types(data: Mapping[str, Any]) -> None:
    """Refuse a value of the wrong type. Raises `TypeError` and `KeyError`."""
    for key, kind in _HEAD.items():
        if type(data[key]) is not kind:
            raise TypeError(f"{key}: {data[key]!r} is no {kind.__name__}")


def _models(data: Any) -> dict[str, str] | None:
    """Return the models that a file tells, if it does. Raises `TypeError`."""
    if data is None:
        return None
    if not isinstance(data, dict) or not all(isinstance(digest, str) for digest in data.values()):
        raise TypeError("its models are no digests by name")
    return data


def other_models(saved: Saved, table: Field) -> tuple[str, ...]:
    """Return the models that a game was played with and that are others on a table; none when it does not tell."""
    return () if saved.models is None else others(saved.models, table.models)


def demand_models(file: Path, saved: Saved, table: Field) -> None:
    """Refuse to perform the acts of a game on a table of other models: they would come out otherwise.

    Args:
        file: Where it was read.
        saved: The game; one that does not tell its models is let pass.
        table: On which it is to be performed.

    Raises:
        BadFile: It was played with other models.
    """
    if found := other_models(saved, table):
        raise BadFile(
            file,
            f"was played with another {few(found)}, so what was tried would come out otherwise",
            instead="put those models back or name them by --models, or check its rulings alone by --no-physics",
        )


def _act(row: dict[str, Any], table: Field) -> SavedAct:
    attempt = decode(table.attempt_type, row["attempt"]) if "attempt" in row else None
    evidence = decode(Evidence, row["evidence"]) if "evidence" in row else None
    ruling = Ruling(row["legal"], row["rule"], row["reason"])
    overruled, notes = row.get("overruled", False), tuple(row.get("notes", ()))
    return SavedAct(row["actor"], row["act"], ruling, attempt, evidence, overruled, notes)


def resume(saved: Saved, session: Session) -> None:
    """Put a saved game into a new session, which goes on from its end; undo performs what came before once more.

    Raises:
        InputError: Its acts do not fit the rules.
    """
    session.state, session.lying = saved.state, saved.lying
    session.entries.clear()
    state = session.game.initial(saved.players, session.options)
    for act in saved.acts:
        done = parse(session.game, act)
        ruling, after = session.game.decide(state, done)
        entry = Entry(done, ruling, state, None, act.attempt, act.evidence, act.notes, act.overruled)
        session.entries.append(entry)
        state = after if ruling.legal else state


def parse(game: Engine[Any], act: SavedAct) -> Act:
    """Return the move or finding of a saved act."""
    return game.notation.from_text(act.act, actor_from_text(act.actor))


def verify(
    saved: Saved,
    game: Engine[Any],
    table: Field,
    *,
    with_physics: bool = True,
    tables: Callable[[int], Field] | None = None,
) -> Iterator[Difference | Entry]:
    """Play a saved game again and compare every finding and every ruling, and at the end table and state.

    Args:
        saved: The game.
        game: Its rules.
        table: Its table, bare.
        with_physics: True performs every attempt again and demands the same finding to the last digit; False
            takes the stored findings and checks the rulings.
        tables: Instead of `table`, the one for each act, by its number from 0: where the physics was changed.

    Yields:
        Each act as it is played, and after it every difference.
    """
    options = options_from_text(game.options_type, saved.options)
    session = Session(game, table, saved.players, seed=saved.seed, options=options, is_advisory=saved.is_advisory)
    for number, act in enumerate(saved.acts):
        stored = parse(game, act)
        session.table = table if tables is None else tables(number)
        if act.attempt is not None and with_physics:
            entry = session.try_out(act.attempt)
            if game.notation.to_text(entry.act) != act.act:
                yield Difference(number, f"found {game.notation.to_text(entry.act)}, the file says {act.act}")
            if entry.evidence != act.evidence:
                yield Difference(number, f"the evidence of {act.act} differs")
        elif with_physics:
            entry = session.tell(stored) if isinstance(stored, Move) else session.judge_only(stored)
        else:
            entry = session.judge_only(stored)
        yield entry
        if entry.ruling != act.ruling:
            yield Difference(number, f"ruled {entry.ruling.reason!r}, the file says {act.ruling.reason!r}")
    if session.state != saved.state:
        yield Difference(len(saved.acts), "the rules end in another state than the file")
    if with_physics and session.lying != saved.lying:
        yield Difference(len(saved.acts), "the table ends otherwise than the file")
