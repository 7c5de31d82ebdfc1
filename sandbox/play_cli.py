"""`sandbox play`: the menu, or a game. `sandbox view`: a scenario or a recorded trace in a window."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from sandbox.errors import BadFile, InputError, UnknownName
from sandbox.rules.base import Engine

__all__ = ["register"]

Size = Annotated[str, typer.Option(help="Of the window: width x height.")]
Quality = Annotated[
    str | None,
    typer.Option(help="low, medium or high; measured when not given.", show_default=False),
]
KeyFile = Annotated[
    Path | None,
    typer.Option("--keys", help="A TOML file with your keys.", show_default="~/.config/sandbox-referee/keys.toml"),
]
Models = Annotated[
    list[Path] | None, typer.Option(help="A folder of your own models; may repeat.", show_default=False)
]


_VIEWS = {".npz": "open_trace", ".toml": "start_scenario", ".json": "watch_game"}
"""What is done with a file, by how its name ends."""


def register(app: typer.Typer) -> None:
    """Add the commands of this file to an app."""
    app.command()(play)
    app.command()(view)


def play(
    game: Annotated[str | None, typer.Argument(help="A game; the menu when none.", show_default=False)] = None,
    players: Annotated[
        str, typer.Option(help="Who sits where, with commas: you, bot, random, greedy.")
    ] = "you,bot",
    seed: Annotated[int | None, typer.Option(min=0, help="The same seed gives the same chance.")] = None,
    practice: Annotated[bool, typer.Option("--practice", help="Nothing counts.")] = False,
    advisory: Annotated[bool, typer.Option("--advisory", help="The referee only comments.")] = False,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.", show_default=False)] = None,
    size: Size = "1280x720",
    quality: Quality = None,
    keys: KeyFile = None,
    models: Models = None,
) -> None:
    """Play at the table: from the menu, or a game at once."""
    start: tuple[str, dict[str, Any]] | None = None
    if load is not None:
        if not load.is_file():
            raise BadFile(load, "there is no such file", instead="give a file that was saved while playing")
        start = ("load_game", {"path": str(load)})
    elif game is not None:
        from sandbox.rules import GAMES, load_game

        if game not in GAMES:
            raise UnknownName("game", game, GAMES)
        seats = tuple(each.strip() for each in players.split(",") if each.strip())
        _check_seats(load_game(game), seats)
        more = {"players": seats, "seed": seed, "practice": practice, "advisory": advisory}
        start = ("start_game", {"game": game, **more})
    _run(size, quality, keys, models, start)


def _check_seats(game: Engine[Any], seats: tuple[str, ...]) -> None:
    """Refuse players that there are not, or too many or too few of them, before a window opens."""
    from sandbox.play.desk_seats import read_seats

    read_seats(seats)
    fewest, most = game.book.players
    if not fewest <= len(seats) <= most:
        raise InputError(
            f"--players {','.join(seats)}: {game.title} is for {fewest} to {most} players, not {len(seats)}"
        )


def view(
    what: Annotated[Path, typer.Argument(help="A scenario (.toml), a trace (.npz), or a saved game (.json).")],
    seed: Annotated[int | None, typer.Option(min=0, help="Of a scenario, instead of the file's.")] = None,
    size: Size = "1280x720",
    quality: Quality = None,
    keys: KeyFile = None,
    models: Models = None,
) -> None:
    """Let a scenario happen, and touch it; or watch a recorded trace or a saved game."""
    action = _VIEWS.get(what.suffix)
    if action is None:
        raise BadFile(what, "is no scenario, trace or saved game", instead="give a .toml, .npz or .json file")
    if not what.is_file():
        raise BadFile(what, "there is no such file", instead="see what is there: sandbox play")
    if seed is not None and action != "start_scenario":
        raise InputError(f"--seed {seed}: {what.name} has happened already; only a scenario takes a seed")
    if action == "start_scenario":
        from sandbox.scenario.load import load as load_scenario

        load_scenario(what)  # what is wrong with it is said before a window opens
    more = {} if seed is None else {"seed": seed}
    _run(size, quality, keys, models, (action, {"path": str(what), **more}))


def _run(
    size: str,
    quality: str | None,
    keys: Path | None,
    models: list[Path] | None,
    start: tuple[str, dict[str, Any]] | None,
) -> None:
    from sandbox.viewer.quality import tier

    width, height = _size(size)
    if quality is not None:
        tier(quality)
    for needed in ("imgui_bundle", "OpenGL", "av"):
        if find_spec(needed) is None:
            raise InputError(f"the window needs {needed}; install it with: pip install 'sandbox-referee[play]'")
    from sandbox.play.run import run

    run((width, height), start=start, quality=quality, keys=keys, models=models or [])


def _size(text: str) -> tuple[int, int]:
    width, times, height = text.partition("x")
    if not (times and width.isdecimal() and height.isdecimal()):
        raise InputError(f"--size {text}: is not width x height; write it like --size 1280x720")
    if not (320 <= int(width) <= 8192 and 240 <= int(height) <= 8192):
        raise InputError(f"--size {text}: a window has 320x240 to 8192x8192")
    return int(width), int(height)
