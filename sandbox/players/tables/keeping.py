"""A match of bots that is kept in a file: begun, stopped at any act, and gone on with by the same command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile, quoted, suggest
from sandbox.players.tables.seats import TABLES, load_table
from sandbox.referee.saving import Saved, demand_models, is_saved_game, load, resume, retrace, save
from sandbox.referee.session import Session
from sandbox.referee.words import Field
from sandbox.rules.base import Engine
from sandbox.rules.notation import options_to_text
from sandbox.rules.registry import load_game

__all__ = ["go_on", "keep", "read"]


def keep(session: Session, file: Path, who: str) -> None:
    """Write a match to a file, with who plays.

    Raises:
        InputError: The file cannot be written.
    """
    save(session, file, extra={"bots": who})


def go_on(session: Session, file: Path, who: str) -> int:
    """Put what a file holds of the same match into a session that has not begun; write the file if there is none.

    Chance is of the seed and the number of the act, so the match goes on as if it had never been stopped.

    Args:
        session: Of the match, before its first act.
        file: Where it is kept. One that holds a match that is over is written anew.
        who: The bots and their hands, as text.

    Returns:
        How many acts were done already.

    Raises:
        BadFile: It is no saved game, of another game, of another match that is not over, or not as it was left.
        InputError: It cannot be written.
    """
    if file.exists():
        if file.is_dir():
            raise BadFile(file, "is a folder", instead="give --save the name of a file")
        if not is_saved_game(file):
            raise BadFile(file, "is there and no saved game", instead="give another name to --save")
        if (other := load(file).game) != session.game.name:
            raise BadFile(
                file, f"holds a game of {other}, not of {session.game.name}", instead="give another name to --save"
            )
        saved = load(file, session.game, session.table)
        retrace(saved, session.game)  # its state is what its acts lead to, so it tells whether the match is over
        if session.game.outcome(saved.state) is None:
            if differ := _differ(saved, session, who):
                raise BadFile(
                    file, f"holds a match that is not over, of {differ}", instead="go on with it, or remove it"
                )
            demand_models(saved, session.table)
            resume(saved, session)
            return len(saved.acts)
    keep(session, file, who)
    return 0


def _differ(saved: Saved, session: Session, who: str) -> str:
    """Return in what a saved match differs from the one that is to be played; nothing when it is the same."""
    found = {
        "players": (saved.players, session.players),
        "seed": (saved.seed, session.seed),
        "options": (saved.options, options_to_text(session.options)),
        "advisory": (saved.is_advisory, session.is_advisory),
        "bots": (saved.extra.get("bots", "somebody else"), who),
    }
    changed = ((name, old, new) for name, (old, new) in found.items() if old != new)
    return ", ".join(f"{name} {quoted(old)} instead of {quoted(new)}" for name, old, new in changed)


def read(file: Path, own: Path | None, catalogue: Catalogue) -> tuple[Engine[Any], Field, Saved]:
    """Return the game of a file with its table.

    Args:
        file: What a match saved.
        own: The person's data, as for the match.
        catalogue: Where the models are.

    Raises:
        BadFile: It is no saved game, of another game than those, or was played with other data.
        InputError: The data or the models cannot be used.
    """
    name = load(file).game
    if name not in TABLES:
        raise BadFile(
            file, f"holds a game of {quoted(name)}, for which there is no table", instead=suggest(name, TABLES)
        )
    game, table = load_game(name, own), load_table(name, catalogue)
    return game, table, load(file, game, table)
