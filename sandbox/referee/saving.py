"""A game at a table as a JSON file: what was tried, what was found, and where everything lies."""

# ruff: noqa: ANN401 (states and tables of any game)
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile, few, quoted
from sandbox.referee.models import others
from sandbox.referee.row_file import write_rows
from sandbox.referee.saved_file import FORMAT, Saved, SavedAct, is_saved_game, load
from sandbox.referee.session import Entry, Session
from sandbox.referee.words import Field
from sandbox.rules.base import Act, Engine, Move, actor_name, actor_of
from sandbox.rules.codec import encode
from sandbox.rules.notation import actor_from_text, options_from_text, options_to_text

__all__ = [
    "FORMAT",
    "Difference",
    "Saved",
    "SavedAct",
    "demand_models",
    "is_saved_game",
    "load",
    "other_models",
    "parse",
    "resume",
    "retrace",
    "save",
    "verify",
]


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a game that was played again differs from the file."""

    number: int
    what: str


def save(session: Session, file: Path, *, extra: Mapping[str, Any] | None = None) -> None:
    """Write a game to a file, at once: what was there before stays until all of it is written.

    Args:
        session: The game.
        file: Where to.
        extra: JSON data to keep with it, such as who sits where; `load` gives it back as it is.

    Raises:
        InputError: The file cannot be written.
    """
    attempts = session.table.attempt_type
    rows = [_row(session.game, entry, attempts) for entry in session.entries]
    head = {
        "format": FORMAT,
        "game": session.game.name,
        "players": session.players,
        "seed": session.seed,
        "options": options_to_text(session.options),
        "data": session.game.book.digest,
        "advisory": session.is_advisory,
        "models": dict(session.table.models),
        "state": session.game.to_json(session.state),
        "lying": encode(session.lying, session.table.lying_type),
        **(extra or {}),
    }
    write_rows(file, head, "acts", rows)


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


_BEGIN = "take a copy of before it was changed, or begin a game in another file"


def other_models(saved: Saved, table: Field) -> tuple[str, ...]:
    """Return the models that a game was played with and that are others on a table; none when it does not tell."""
    return () if saved.models is None else others(saved.models, table.models)


def demand_models(saved: Saved, table: Field, *, or_else: str = "") -> None:
    """Refuse to perform the acts of a game on a table of other models: they would come out otherwise.

    Args:
        saved: The game; one that does not tell its models is let pass.
        table: On which it is to be performed.
        or_else: What else the person can do, where there is something.

    Raises:
        BadFile: It was played with other models.
    """
    if found := other_models(saved, table):
        raise BadFile(
            saved.file,
            f"was played with another {few(found)}, so what was tried would come out otherwise",
            instead=", or ".join(filter(None, ("put those models back or name them by --models", or_else))),
        )


def retrace(saved: Saved, game: Engine[Any]) -> list[Entry]:
    """Return the acts of a saved game as the rules judge them, which needs no table.

    Raises:
        BadFile: The acts lead to another state than the file holds.
    """
    entries: list[Entry] = []
    state = game.initial(saved.players, options_from_text(game.options_type, saved.options))
    for act in saved.acts:
        done = parse(game, act)
        ruling, after = game.decide(state, done)
        entries.append(Entry(done, ruling, state, None, act.attempt, act.evidence, act.notes, act.overruled))
        state = after
    if state != saved.state:
        held, led = game.to_json(saved.state), game.to_json(state)
        key = next(key for key in led if led[key] != held[key])
        problem = f"its acts do not lead to the state that it holds ({key} {quoted(held[key])}, not "
        raise BadFile(saved.file, f"{problem}{quoted(led[key])})", instead=_BEGIN)
    return entries


def resume(saved: Saved, session: Session) -> None:
    """Put a saved game into a new session, which goes on from its end; undo performs what came before once more.

    Raises:
        BadFile: Its acts, its state and what lies on its table do not fit each other.
    """
    entries = retrace(saved, session.game)
    problem = None if _is_left_as_it_was(entries) else session.table.misfit(saved.lying, saved.state)
    if problem is not None:
        raise BadFile(saved.file, f"its table is not as its state says: {problem}", instead=_BEGIN)
    session.state, session.lying = saved.state, saved.lying
    session.entries[:] = entries


def _is_left_as_it_was(entries: Sequence[Entry]) -> bool:
    """Return whether the referee only commented last: then the table is as it was left, whatever the rules say."""
    last = next((number for number in reversed(range(len(entries))) if entries[number].ruling.legal), -1)
    return any(entry.overruled for entry in entries[last + 1 :])


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
