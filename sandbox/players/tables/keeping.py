"""A match of bots that is kept in a file: begun, stopped at any act, and gone on with by the same command."""

from __future__ import annotations

import json
from pathlib import Path

from sandbox.errors import BadFile
from sandbox.referee.saving import Saved, demand_models, is_saved_game, load, resume, save
from sandbox.referee.session import Session
from sandbox.rules.notation import options_to_text

__all__ = ["go_on", "keep"]


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
        BadFile: It is no saved game, or of another match that is not over.
        InputError: It cannot be written.
    """
    if file.exists():
        if file.is_dir():
            raise BadFile(file, "is a folder", instead="give the name of a file")
        if not is_saved_game(file):
            raise BadFile(file, "is there and no saved game", instead="give another name to --save")
        saved = load(file, session.game, session.table) if load(file).game == session.game.name else None
        if saved is not None and session.game.outcome(saved.state) is None:
            if differ := _differ(saved, session, file, who):
                raise BadFile(
                    file, f"holds a match that is not over, of {differ}", instead="go on with it, or remove it"
                )
            demand_models(file, saved, session.table)
            resume(saved, session)
            return len(saved.acts)
    keep(session, file, who)
    return 0


def _differ(saved: Saved, session: Session, file: Path, who: str) -> str:
    """Return in what a saved match differs from the one that is to be played; nothing when it is the same."""
    bots = json.loads(file.read_text(encoding="utf-8")).get("bots", "somebody else")
    found = {
        "players": (saved.players, session.players),
        "seed": (saved.seed, session.seed),
        "options": (saved.options, options_to_text(session.options)),
        "advisory": (saved.is_advisory, session.is_advisory),
        "bots": (bots, who),
    }
    return ", ".join(f"{name} {old!r} instead of {new!r}" for name, (old, new) in found.items() if old != new)
