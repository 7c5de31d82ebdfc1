"""A whole game as a readable text file, and the same game played again from it.

    game: burst
    players: 3
    options: -
    data: 0a1b2c3d4e5f

    nature: cut 3,9,7
    P2: draw
    # P2 draws and holds 1 [burst.turn.empty-hand]

A refused act may stand in a log: it is refused again and changes nothing. `#` begins a comment. `data` is the
digest of the data that were used, with the name of the person's own file behind it, if there was one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from sandbox.errors import BadFile, InputError, quoted
from sandbox.rules.base import Act, Engine, Options, Ruling, actor_name, actor_of
from sandbox.rules.notation import actor_from_text, options_from_text, options_to_text
from sandbox.rules.registry import load_game

__all__ = [
    "Log",
    "Step",
    "act_to_line",
    "demand_log",
    "log_from_text",
    "log_to_text",
    "read_log",
    "replay",
    "ruling_to_text",
    "write_log",
]

S = TypeVar("S")

_KEYS = ("game", "players", "options", "data")


@dataclass(frozen=True)
class Log:
    """A game that was played: everything that is needed to play it again.

    Args:
        game: The game, with its data.
        players: The number of players.
        options: Its options.
        acts: What was tried, in order.
    """

    game: Engine[Any]
    players: int
    options: Options
    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One act of a game.

    Args:
        act: What was tried.
        ruling: What the referee said.
        state: The state after it.
    """

    act: Act
    ruling: Ruling
    state: S


def replay(log: Log) -> Iterator[Step[Any]]:
    """Play a game again and yield each act with its ruling and the state after it."""
    state = log.game.initial(log.players, log.options)
    for act in log.acts:
        ruling, state = log.game.decide(state, act)
        yield Step(act, ruling, state)


def act_to_line(game: Engine[Any], act: Act) -> str:
    """Return the line of an act, such as `P1: play 7`."""
    return f"{actor_name(actor_of(act))}: {game.notation.to_text(act)}"


def log_to_text(log: Log, *, rulings: bool = True) -> str:
    """Return a game as text, one act a line.

    Args:
        log: The game.
        rulings: Whether each ruling follows as a comment.
    """
    book = log.game.book
    own = f" {book.own}" if book.own is not None else ""
    head = (log.game.name, str(log.players), options_to_text(log.options), f"{book.digest}{own}")
    lines = [*(f"{key}: {value}" for key, value in zip(_KEYS, head, strict=True)), ""]
    if rulings:
        for step in replay(log):
            lines += [act_to_line(log.game, step.act), f"# {ruling_to_text(step.ruling)}"]
    else:
        lines += [act_to_line(log.game, act) for act in log.acts]
    return "\n".join(lines) + "\n"


def ruling_to_text(ruling: Ruling) -> str:
    """Return a ruling as one sentence with its rule."""
    return f"{'' if ruling.legal else 'REFUSED: '}{ruling.reason} [{ruling.rule}]"


def write_log(file: Path, log: Log) -> None:
    """Write a game to a file.

    Raises:
        InputError: It cannot be written.
    """
    try:
        file.write_text(log_to_text(log), encoding="utf-8")
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from error


def demand_log(file: Path) -> None:
    """Refuse to write a log over anything but a log, or where none can be; nothing is written yet.

    Raises:
        BadFile: Something else is there, or there is no such folder.
    """
    try:
        if file.is_dir():
            raise BadFile(file, "is a folder", instead="give --log the name of a file")
        if not file.parent.is_dir():
            raise BadFile(file, "No such file or directory", instead="make the folder first")
        if not file.is_file():  # nothing is there, or what keeps nothing, such as a pipe
            return
        with file.open("rb") as there:
            start = there.read(4096).decode("utf-8-sig", errors="replace")
    except OSError as error:
        raise BadFile(file, error.strerror or str(error)) from error
    lines = (line.partition("#")[0].strip() for line in start.splitlines())
    if start and not next(filter(None, lines), "").startswith(f"{_KEYS[0]}:"):
        raise BadFile(file, "is there and no log of a game", instead="give another name to --log")


def read_log(file: Path, own: Path | None = None) -> Log:
    """Read a log file.

    Args:
        file: The log.
        own: The person's data, where the log's own line does not find them.

    Raises:
        BadFile: The file is no log, or was played with other data.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadFile(file, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise BadFile(file, "is not UTF-8 text") from error
    return log_from_text(text, file, own)


def log_from_text(text: str, file: Path, own: Path | None = None) -> Log:
    """Return the game that a text describes; `file` is named in errors."""
    lines = ((n, line.partition("#")[0].strip()) for n, line in enumerate(text.splitlines(), start=1))
    lines = ((n, line) for n, line in lines if line)
    head = _read_head(lines, file)
    data, _, own_name = head["data"][1].partition(" ")
    if own is None and own_name:
        beside = file.parent / own_name
        own = beside if beside.exists() else Path(own_name)
    acts = []
    where = head["game"][0]
    try:
        game = load_game(head["game"][1], own)
        where = head["options"][0]
        options = options_from_text(game.options_type, head["options"][1])
        where, players = head["players"]
        if not players.isdecimal() or len(players) > 4:
            raise InputError(f"expected a number of players, not {quoted(players)}")
        game.initial(int(players), options)
        for n, line in lines:
            where = n
            acts.append(_read_act(game, line))
    except BadFile:
        raise
    except InputError as error:
        raise BadFile(file, str(error), line=where) from error
    if data != game.book.digest:
        problem = f"the game was played with data {data:.40}, not {game.book.digest}"
        instead = "give the data file that was used by --data FILE"
        raise BadFile(file, problem, line=head["data"][0], instead=instead)
    return Log(game, int(players), options, tuple(acts))


def _read_act(game: Engine[Any], line: str) -> Act:
    actor, colon, act = line.partition(":")
    if not colon:
        raise InputError(f"expected 'P1: ...' or 'nature: ...', not {quoted(line)}")
    try:
        who = actor_from_text(actor.strip())
    except InputError as error:  # such as the outcome, where somebody kept what was printed
        raise InputError(f"{error}; what `match` prints is no log, what --log writes is") from error
    return game.notation.from_text(act.strip(), who)


def _read_head(lines: Iterator[tuple[int, str]], file: Path) -> dict[str, tuple[int, str]]:
    """Read the four lines of the head; the acts remain in `lines`."""
    head: dict[str, tuple[int, str]] = {}
    for key in _KEYS:
        n, line = next(lines, (None, ""))
        name, _, value = line.partition(":")
        if n is None or name != key:
            raise BadFile(file, f"expected '{key}: ...', not {quoted(line)}", line=n)
        head[key] = (n, value.strip())
    return head
