"""Everything that can go wrong, in one tree.

    SandboxError
    ├── InputError            what a person wrote or asked for; the command line prints it and exits 2
    │   ├── BadFile           a file, with its key, its line where known, and what to write instead
    │   ├── UnknownName       a body, component, material, profile or parameter that is not there
    │   └── InvalidMove       text or data that is not a move of the game at all
    ├── IllegalMove           a move of the game that its rules forbid now (carries the rule)
    ├── WorldError            the simulation cannot go on
    │   └── Diverged          a pose became NaN or infinite
    └── TrialError            a worker died or hung

Malformed, illegal and bug are three things: malformed input raises `InputError`, an illegal move raises
`IllegalMove`, and a broken invariant is an `AssertionError`.
"""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable, Sequence
from pathlib import Path

__all__ = [
    "BadFile",
    "Diverged",
    "IllegalMove",
    "InputError",
    "InvalidMove",
    "SandboxError",
    "TrialError",
    "UnknownName",
    "WorldError",
    "few",
    "quoted",
    "suggest",
]


class SandboxError(Exception):
    """Base of every error that this package raises on purpose."""


class InputError(SandboxError):
    """What a person wrote or asked for cannot be used; the message is one line and says what to do."""


class BadFile(InputError):
    """A file cannot be used.

    Args:
        file: The file, as the person named it.
        problem: What is wrong, without a full stop.
        key: Dotted path of the key, such as `place[2].at_mm`.
        line: Line in the file, counted from 1, where known.
        instead: What to write instead, without a full stop.
    """

    def __init__(
        self,
        file: str | Path,
        problem: str,
        *,
        key: str | None = None,
        line: int | None = None,
        instead: str | None = None,
    ) -> None:
        self.file = str(file)
        self.key = key
        self.line = line
        self.problem = problem
        self.instead = instead
        where = self.file if line is None else f"{self.file}:{line}"
        text = f"{where}: {problem}" if key is None else f"{where}: {key}: {problem}"
        super().__init__(text if instead is None else f"{text}; {instead}")

    def __reduce__(self) -> tuple[object, ...]:
        return (_bad_file, (self.file, self.problem, self.key, self.line, self.instead))


def _bad_file(file: str, problem: str, key: str | None, line: int | None, instead: str | None) -> BadFile:
    return BadFile(file, problem, key=key, line=line, instead=instead)


class UnknownName(InputError):
    """A name that is not there, with the nearest ones that are.

    Args:
        kind: What was looked for, such as `"body"`.
        name: The name that was given.
        known: The names that exist.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        super().__init__(f"no {kind} is called {quoted(name)}; {suggest(name, self.known)}")

    def __reduce__(self) -> tuple[object, ...]:
        return (UnknownName, (self.kind, self.name, self.known))


class InvalidMove(InputError):
    """Text or data that is not a move or a finding of the game at all."""


class IllegalMove(SandboxError):
    """A well-formed move that the rules forbid now.

    Args:
        rule: Id of the numbered rule that forbids it.
        reason: One sentence with the numbers that decided it, without a full stop.
    """

    def __init__(self, rule: str, reason: str) -> None:
        self.rule = rule
        self.reason = reason
        super().__init__(f"{reason} [{rule}]")

    def __reduce__(self) -> tuple[object, ...]:
        return (IllegalMove, (self.rule, self.reason))


class WorldError(SandboxError):
    """The simulation cannot do what was asked, or cannot go on."""


class Diverged(WorldError):
    """A pose or a speed became NaN or infinite."""


class TrialError(SandboxError):
    """A worker died or hung, so its trial has no result."""


def suggest(name: str, known: Iterable[str], limit: int = 8) -> str:
    """Return advice for a wrong name: the near ones, or the first few that exist.

    Args:
        name: The wrong name.
        known: The names that exist.
        limit: How many names to list when none is near.
    """
    names = sorted(set(known))
    near = difflib.get_close_matches(name, names, n=3, cutoff=0.6)
    if near:
        return "did you mean " + " or ".join(near) + "?"
    if not names:
        return "there are none"
    listed = ", ".join(names[:limit])
    return f"there are: {listed}" + (f", and {len(names) - limit} more" if len(names) > limit else "")


def few(names: Sequence[str]) -> str:
    """Return names in a sentence: three of them, and how many more there are."""
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


_SHORT = reprlib.Repr()
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxother, _SHORT.maxdict = 2, 80, 80, 3


def quoted(value: object) -> str:
    """Return what somebody wrote, to be quoted in a message of one line: cut where it is long, nested or deep."""
    return _SHORT.repr(value)
