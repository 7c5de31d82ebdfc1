"""Changed physics in a game: for the referee's own table, and in the file of a game."""

# ruff: noqa: ANN401 (the table of any game)
from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile, InputError
from sandbox.physics.changes import Changes
from sandbox.referee.saved_file import Saved
from sandbox.referee.session import Entry, Session
from sandbox.referee.words import Field

__all__ = ["KEY", "Physics", "Rows", "bad", "changed_catalogue", "read_rows", "tables_of"]

Rows = Sequence[tuple[int, Changes]]
"""From which act on which physics was in force, in the order of the acts."""

KEY = "physics"
"""Of the rows in the file of a game."""


def changed_catalogue(catalogue: Catalogue, changes: Changes) -> Catalogue:
    """Return a catalogue with changed pairs and masses. Raises `InputError`: a number is out of range."""
    return catalogue.changed(changes.materials(catalogue.materials), changes.model_changes())


def changed_table(table: Any, catalogue: Catalogue, changes: Changes) -> Field:
    """Return the referee's table of the same game with other physics. Raises `InputError`."""
    bench = type(table.bench)(changed_catalogue(catalogue, changes), changes.profile)
    made: Field = type(table)(bench)
    return made


@dataclass
class Physics:
    """The physics of a game in play: what is in force, and what every act was performed with.

    Args:
        shipped: What is no change.
        catalogue: Pieces as they are without changes.
        table: The referee's own, without changes.
    """

    shipped: Changes
    catalogue: Catalogue
    table: Field

    def __post_init__(self) -> None:
        self.now = self.shipped
        self._tables: list[tuple[Changes, Field]] = [(self.shipped, self.table)]

    def table_for(self, changes: Changes) -> Field:
        """Return the referee's table with some physics; the same one for the same physics. Raises `InputError`."""
        for known, table in self._tables:
            if known == changes:
                return table
        made = changed_table(self.table, self.catalogue, changes)
        self._tables.append((changes, made))
        return made

    def rows(self, entries: Sequence[Entry]) -> list[dict[str, Any]]:
        """Return what a file keeps of the physics: nothing where it was never changed."""
        out: list[tuple[int, Changes]] = []
        last = self.shipped
        for number, entry in enumerate(entries):
            if entry.table is not None and (found := self._of(entry.table)) != last:
                out.append((number, found))
                last = found
        if self.now != last:
            out.append((len(entries), self.now))
        return [{"act": number, **changes.to_json()} for number, changes in out]

    def resume(self, rows: Rows, session: Session) -> None:
        """Give the acts of a loaded game the tables that they were performed on, and go on with the last."""
        at = [self.at(rows, number) for number in range(len(session.entries) + 1)]
        self.now = at[-1]
        session.table = self.table_for(self.now)
        session.entries[:] = [
            replace(entry, table=self.table_for(changes)) if entry.attempt is not None else entry
            for entry, changes in zip(session.entries, at, strict=False)
        ]

    def at(self, rows: Rows, number: int) -> Changes:
        """Return the physics that was in force for an act."""
        return next((changes for act, changes in reversed(rows) if act <= number), self.shipped)

    def _of(self, table: Field) -> Changes:
        return next(changes for changes, known in self._tables if known is table)


def read_rows(saved: Saved) -> Rows:
    """Return from which act on a saved game was played with which physics; nothing in older files.

    Raises:
        BadFile: What the file says of it cannot be used.
    """
    try:
        return [(int(row["act"]), Changes.from_json(row)) for row in saved.extra.get(KEY, [])]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise bad(saved.file, error) from error


def tables_of(saved: Saved, table: Field) -> Callable[[int], Field] | None:
    """Return which table each act of a saved game was performed on; None where the physics was never changed.

    Args:
        saved: The game.
        table: The one without changes.

    Raises:
        BadFile: What the file says of it cannot be used.
    """
    rows = read_rows(saved)
    if not rows:
        return None
    bench: Any = getattr(table, "bench", None)
    if bench is None:
        return None
    physics = Physics(Changes(profile=bench.profile), bench.catalogue, table)
    try:
        for _, changes in rows:
            physics.table_for(changes)
    except InputError as error:
        raise bad(saved.file, error) from error
    return lambda number: physics.table_for(physics.at(rows, number))


def bad(path: Path, error: Exception) -> BadFile:
    """Return what is said of a file whose physics cannot be used."""
    return BadFile(path, f"names a physics that cannot be ({error})", instead="give a file that was saved")
