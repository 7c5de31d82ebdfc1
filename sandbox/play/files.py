"""Where a person's games lie, and what a menu can offer. No window."""

from __future__ import annotations

import os
import sys
import time
import tomllib
from pathlib import Path

from sandbox.errors import InputError
from sandbox.rules import GAMES, load_game
from sandbox.runner.work import find_scenarios

__all__ = ["data_folder", "games", "pictures_folder", "quick_file", "saves", "scenarios"]

AT_MOST = 30
"""Saved games that a menu lists."""


def data_folder() -> Path:
    """Return the folder of saved games; it is made when something is saved."""
    if given := os.environ.get("XDG_DATA_HOME"):
        return Path(given) / "sandbox-referee"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", Path.home())) / "sandbox-referee"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sandbox-referee"
    return Path.home() / ".local" / "share" / "sandbox-referee"


def saves_folder() -> Path:
    """Return the folder of saved games, made if need be. Raises `InputError`."""
    folder = data_folder() / "saves"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: cannot be made ({error.strerror}); set XDG_DATA_HOME to another") from None
    return folder


def quick_file(of_game: bool) -> Path:
    """Return the file of quick saves: one of games, one of free tables."""
    return saves_folder() / ("quick-game.json" if of_game else "quick-table.json")


def pictures_folder() -> Path:
    """Return where screenshots and films go: the folder that the program was started in."""
    return Path.cwd()


def games() -> list[tuple[str, str]]:
    """Return `(id, title)` of every game, those that are played at a table first."""
    return [
        (name, str(load_game(name).title)) for name in sorted(GAMES, key=lambda name: (not at_table(name), name))
    ]


def at_table(game: str) -> bool:
    """Return whether a game is played with pieces that move."""
    package = Path(__file__).resolve().parents[1] / "referee" / game
    return package.is_dir()


def scenarios() -> list[tuple[str, str]]:
    """Return `(path, title)` of the shipped scenarios; one that cannot be read has its file's name."""
    out = []
    for path in find_scenarios([]):
        try:
            title = str(tomllib.loads(path.read_text(encoding="utf-8")).get("title", path.stem))
        except (OSError, ValueError):
            title = path.stem
        out.append((str(path), title))
    return out


def saves() -> list[tuple[str, str]]:
    """Return `(path, title)` of saved games and tables, the newest first."""
    folder = data_folder() / "saves"
    files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    return [(str(file), f"{_title(file.stem)}, {_when(file.stat().st_mtime)}") for file in files[:AT_MOST]]


def _title(stem: str) -> str:
    """Return what a file holds, in words: `autosave-burp` is `Burp, kept by itself`."""
    kept, _, game = stem.partition("-")
    title = str(load_game(game).title) if game in GAMES else ""
    if kept == "autosave" and title:
        return f"{title}, kept by itself"
    words = stem.replace("-", " ")
    return words[:1].upper() + words[1:]


def _when(moment: float) -> str:
    ago = max(0.0, time.time() - moment)
    for seconds, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if ago >= seconds:
            count = int(ago // seconds)
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return "just now"
