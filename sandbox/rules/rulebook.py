"""The numbered rules of a game and its figures, read strictly from TOML.

A rulebook file has `game`, `players = [fewest, most]`, one `[[rule]]` a rule, and tables of data (a deck, the
pieces). A person may replace data by a file of their own that holds only the tables and keys to replace.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from sandbox.errors import BadFile, UnknownName, suggest
from sandbox.rules.codec import Mismatch, decode

__all__ = ["Rule", "Rulebook", "load_rulebook", "shipped_file", "tables_to_toml"]

T = TypeVar("T")

_BARE = re.compile(r"[A-Za-z0-9_-]+")  # a key that needs no quotes
_LINE = re.compile(r" ?\(at line (\d+), column \d+\)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule.

    Args:
        id: Its name, such as `burst.turn.options`.
        text: The rule in our own words.
        assumed: What in it the published rulebook does not say, if anything.
        physical: Whether it is read from the world and comes in as a finding.
        option: The option that switches it on or off, if any.
    """

    id: str
    text: str
    assumed: str | None = None
    physical: bool = False
    option: str | None = None


@dataclass(frozen=True, slots=True)
class _Head:
    """What a rulebook file has beside its tables of data."""

    game: str
    players: tuple[int, int]
    rule: tuple[Rule, ...]


_HEAD = tuple(field.name for field in fields(_Head))


@dataclass(frozen=True)
class Rulebook:
    """The rules of one game and its data.

    Args:
        game: Name of the game.
        players: Fewest and most players.
        rules: The numbered rules in the order of the file.
        tables: The data, a person's own values in place.
        file: The shipped file.
        own: The person's file, if any.
        own_tables: The tables of which it replaces values, such as `deck`.
    """

    game: str
    players: tuple[int, int]
    rules: tuple[Rule, ...]
    tables: Mapping[str, Any]
    file: Path
    own: Path | None = None
    own_tables: frozenset[str] = frozenset()

    @property
    def digest(self) -> str:
        """Return twelve hexadecimal digits that stand for the data: equal data, equal digest."""
        text = json.dumps(self.tables, sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def rule(self, id: str) -> Rule:  # noqa: A002 - the word that the files use
        """Return the rule of an id.

        Raises:
            UnknownName: There is no such rule.
        """
        for rule in self.rules:
            if rule.id == id:
                return rule
        raise UnknownName("rule", id, [rule.id for rule in self.rules])

    def data(self, kind: type[T]) -> T:
        """Return all tables as one frozen dataclass, a field a table.

        Raises:
            BadFile: A key is missing, not known, or its value is of another type.
        """
        try:
            return decode(kind, self.tables)
        except Mismatch as error:
            raise self.bad(error.path, error.problem, instead=error.instead) from error

    def bad(self, key: str, problem: str, *, instead: str | None = None) -> BadFile:
        """Return the error that a value does not do, naming the file that has changed its table."""
        table = key.partition(".")[0]
        file = self.own if self.own is not None and table in self.own_tables else self.file
        return BadFile(file, problem, key=key, instead=instead)


def shipped_file(game: str) -> Path:
    """Return the rulebook file of a game."""
    return Path(__file__).parent / "rulebooks" / f"{game}.toml"


def load_rulebook(file: Path, own: Path | None = None) -> Rulebook:
    """Read a rulebook.

    Args:
        file: The rulebook, such as `shipped_file("burst")`.
        own: A person's file whose values replace those of the rulebook, key by key.

    Raises:
        BadFile: A file cannot be read or says something that a rulebook cannot.
    """
    content = _read(file)
    tables = {key: content.pop(key) for key in list(content) if key not in _HEAD}
    try:
        head = decode(_Head, content)
    except Mismatch as error:
        raise BadFile(file, error.problem, key=error.path, instead=error.instead) from error
    fewest, most = head.players
    if not 1 <= fewest <= most:
        raise BadFile(file, f"from {fewest} to {most} players is no range", key="players")
    seen: set[str] = set()
    for rule in head.rule:
        if not rule.id.startswith(f"{head.game}.") or rule.id in seen:
            problem = "is there twice" if rule.id in seen else f"does not begin with {head.game!r}"
            raise BadFile(file, f"the id {rule.id!r} {problem}", key="rule")
        seen.add(rule.id)
    own_tables = frozenset[str]() if own is None else _replace(tables, own, head.game)
    return Rulebook(head.game, head.players, head.rule, tables, file, own, own_tables)


def tables_to_toml(book: Rulebook) -> str:
    """Return the data of a game as a file that can be changed and given back as a person's own."""
    lines = [f"game = {json.dumps(book.game)}"]
    for name, values in book.tables.items():
        lines += ["", f"[{name}]", *(f"{_toml(key)} = {_toml_value(x)}" for key, x in values.items())]
    return "\n".join(lines) + "\n"


def _toml(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _toml_value(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_toml(key)} = {_toml_value(x)}' for key, x in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    return json.dumps(value, ensure_ascii=False)  # text, numbers, true and false are written as in JSON


def _replace(tables: dict[str, Any], own: Path, game: str) -> frozenset[str]:
    """Put a person's values in place and return the names of the tables that they change."""
    mine = _read(own)
    if mine.pop("game", game) != game:
        raise BadFile(own, f"is for another game than {game!r}", key="game")
    for name, values in mine.items():
        if name in _HEAD:
            raise BadFile(own, "rules are not data", key=name, instead=f"replace keys of {', '.join(tables)}")
        if name not in tables:
            raise BadFile(own, "this table is not known", key=name, instead=suggest(name, tables))
        if not isinstance(values, dict):
            raise BadFile(own, f"expected a table, not {values!r}", key=name)
        tables[name] = {**tables[name], **values}
    return frozenset(mine)


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadFile(file, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise BadFile(file, "is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        line = _LINE.search(str(error))
        problem = _LINE.sub("", str(error))
        raise BadFile(file, f"is not TOML: {problem}", line=int(line[1]) if line else None) from error
