"""Games in files: saved with who sits where, read again, and kept by themselves while they are played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile, InputError, quoted
from sandbox.play.desk_seats import SeatInfo, read_seats
from sandbox.play.files import saves_folder
from sandbox.referee import saving
from sandbox.referee.changed_physics import KEY, Physics
from sandbox.referee.session import Session

__all__ = ["autosave_file", "is_game", "read_head", "write"]


def is_game(path: Path) -> bool:
    """Return whether a file is a saved game rather than a saved table."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "game" in data and "acts" in data


def autosave_file(game: str) -> Path:
    """Return the file in which a game keeps itself. Raises `InputError`."""
    return saves_folder() / f"autosave-{game}.json"


def write(
    session: Session,
    seats: Sequence[SeatInfo],
    path: Path,
    physics: Physics | None = None,
    *,
    is_of_one_kind: bool = True,
) -> None:
    """Write a game; the old file stays until the new one is whole.

    Args:
        session: The game.
        seats: Who sits there.
        path: Where to.
        physics: What was in force when.
        is_of_one_kind: Whether all of it was played with the same models; else the file tells none.

    Raises:
        InputError: It cannot be written.
    """
    rows = [] if physics is None else physics.rows(session.entries)
    extra: dict[str, Any] = {"seats": [seat.word for seat in seats], **({KEY: rows} if rows else {})}
    if physics is not None:  # the models as they are without what was changed in the middle of the game
        extra["models"] = dict(physics.table.models)
    if not is_of_one_kind:
        extra["models"] = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    saving.save(session, path, extra=extra)


def read_head(
    path: Path, players: Sequence[str] | None = None, *, is_watched: bool = False
) -> tuple[saving.Saved, tuple[SeatInfo, ...], Any]:
    """Return the head of a saved game, who sits there, and its options as text.

    Args:
        path: The file.
        players: Who sits there instead of who did.
        is_watched: Whether a match of bots stays one; else a person goes on with it on the first seat.

    Raises:
        BadFile: It is no saved game.
        InputError: The players are not as many as the game has.
    """
    head = saving.load(path)
    extra = head.extra
    told = extra.get("seats") or ([extra["bots"]] * head.players if is_watched and "bots" in extra else None)
    if told is not None and not (isinstance(told, list) and all(isinstance(word, str) for word in told)):
        raise BadFile(path, f"names no players with {quoted(told)}", instead='write "seats": ["you", "bot"]')
    chosen = players or told or ["you", *["bot"] * (head.players - 1)]
    seats = read_seats(chosen)
    if len(seats) != head.players:
        raise InputError(f"{path}: is a game of {head.players} players, not of {len(seats)}")
    return head, seats, head.options
