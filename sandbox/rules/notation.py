"""The short text of moves and findings: `play 7`, `draw`, `row face_up=yes gap=0.01 reach=0.45`.

A text is a verb and the fields in order, or by name (`reach=0.45`); who acts is not part of it. Moves are
written in order, findings of several fields by name; a field at its default is left out. A field is written
by its type: `P2` for a seat, a number, `yes` or `no`, the value of an enum, a bare word, `-` for None. Tuples
are joined by commas, `()` is an empty one; a dataclass inside a tuple joins its fields by colons, and so on
through `, : / +`. A class with the pair `to_text` and `from_text` is written by it (`7r`).
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from sandbox.errors import InputError, InvalidMove, quoted, suggest
from sandbox.rules.codec import Mismatch, decode, encode, is_texted, item_hints
from sandbox.rules.words import Act, Actor, Finding, Move, Nature, Options, Seat, actor_name

__all__ = ["Notation", "actor_from_text", "options_form", "options_from_text", "options_to_text"]

O = TypeVar("O", bound=Options)  # noqa: E741 - the options of one game

_JOINTS = ",:/+"  # what joins the parts of a value, from the outside in
_WORD = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.'-]*")
_SEAT = re.compile(r"P([1-9][0-9]{0,3})")
_INTEGER = re.compile(r"-?[0-9]{1,18}")


class Notation:
    """The verbs of one game.

    Args:
        verbs: The class of a move or a finding for each verb; a verb is one lower-case word.
    """

    def __init__(self, verbs: Mapping[str, type[Act]]) -> None:
        self.verbs = dict(verbs)
        self._verb_of = {cls: verb for verb, cls in verbs.items()}

    def verb(self, act: Act) -> str:
        """Return the verb of an act."""
        return self._verb_of[type(act)]

    def to_text(self, act: Act) -> str:
        """Return the text of an act, without who acts."""
        return " ".join([self.verb(act), *_write_fields(act, named=isinstance(act, Finding))])

    def from_text(self, text: str, actor: Actor) -> Act:
        """Return the act that `actor` writes as `text`.

        Raises:
            InvalidMove: The text is no act of this game; the message says what was expected.
        """
        verb, *tokens = text.split() or [""]
        cls = self.verbs.get(verb)
        if cls is None:
            raise InvalidMove(f"{quoted(verb)} is no move or finding; {suggest(verb, self.verbs)}")
        try:
            values = _read_fields(cls, tokens)
        except Mismatch as error:
            raise InvalidMove(f"{quoted(text)}: {error}; write: {self.form(verb)}") from error
        if issubclass(cls, Move) and not isinstance(actor, Nature):
            return cls(seat=actor, **values)
        if issubclass(cls, Finding) and isinstance(actor, Nature):
            return cls(**values)
        whose = "nature" if issubclass(cls, Finding) else "a player"
        raise InvalidMove(f"{quoted(text)} is an act of {whose}, not of {actor_name(actor)}")

    def form(self, verb: str) -> str:
        """Return how an act is written, such as `play CARD`."""
        return " ".join([verb, *_forms(self.verbs[verb])])

    def to_json(self, act: Act) -> dict[str, Any]:
        """Return the act as JSON, its verb under `"act"`."""
        return {"act": self.verb(act), **encode(act)}

    def from_json(self, data: object) -> Act:
        """Return the act that JSON describes.

        Raises:
            InvalidMove: The data is no act of this game.
        """
        verb = data.get("act") if isinstance(data, dict) else None
        if not isinstance(data, dict) or not isinstance(verb, str) or verb not in self.verbs:
            raise InvalidMove(
                f"expected a table whose 'act' is one of {', '.join(self.verbs)}, not {quoted(data)}"
            )
        try:
            return decode(self.verbs[verb], {key: x for key, x in data.items() if key != "act"})
        except Mismatch as error:
            raise InvalidMove(f"{verb}: {error}") from error


def actor_from_text(text: str) -> Actor:
    """Return who `P1`, `P2`, ... or `nature` is.

    Raises:
        InvalidMove: The text names nobody.
    """
    if text == Nature.NATURE.value:
        return Nature.NATURE
    try:
        return _read_seat(text)
    except ValueError as error:
        raise InvalidMove(f"{error}, or nature") from error


def options_to_text(options: Options) -> str:
    """Return options as `name=value ...`; those at their default are left out."""
    return " ".join(_write_fields(options, named=True, alone=True)) or "-"


def options_from_text(kind: type[O], text: str) -> O:
    """Return the options that `name=value ...` describes; `-` and an empty text are the defaults.

    Raises:
        InputError: An option is not known or its value is not.
    """
    try:
        return kind(**_read_fields(kind, [] if text.strip() == "-" else text.split()))
    except Mismatch as error:
        form = options_form(kind)
        if not form:
            raise InputError(f"this game has no options; {quoted(text)} is not known") from error
        parted = ", parted by spaces" if " " in form else ""
        raise InputError(f"option {error}; write: {form}{parted}") from error


def options_form(kind: type[Options]) -> str:
    """Return how options are written, such as `[level=1|2]`; empty for a game without any."""
    return " ".join(_forms(kind))


class _Token(NamedTuple):
    write: Callable[[Any], str]
    read: Callable[[str], Any]  # raises ValueError that says what was expected
    form: str


@cache
def _fields(cls: type) -> tuple[tuple[str, _Token, object], ...]:
    hints = get_type_hints(cls)
    own = [field for field in dataclasses.fields(cls) if not (issubclass(cls, Move) and field.name == "seat")]
    return tuple((field.name, _token(hints[field.name], 0), field.default) for field in own)


def _write_fields(value: object, *, named: bool, alone: bool = False) -> list[str]:
    cls: Any = type(value)
    fields = _fields(cls)
    named = named and (alone or len(fields) > 1)
    words = []
    for name, token, default in fields:
        x = getattr(value, name)
        if x == default:
            named = True  # what follows can no longer be told by its place
            continue
        words.append(f"{name}={token.write(x)}" if named else token.write(x))
    return words


def _read_fields(cls: type, tokens: list[str]) -> dict[str, Any]:
    fields = {name: (token, default) for name, token, default in _fields(cls)}
    values: dict[str, Any] = {}
    for text in tokens:
        name, equals, rest = text.partition("=")
        if not equals:
            name, rest = next((n for n in fields if n not in values), ""), text
            if not name:
                raise Mismatch("", f"{quoted(text)} is too much")
        if name not in fields:
            raise Mismatch(f"{name:.80}", "this is not known", suggest(name, fields))
        if name in values:
            raise Mismatch(name, "this is given twice")
        try:
            values[name] = fields[name][0].read(rest)
        except ValueError as error:
            raise Mismatch(name, str(error)) from error
    for name, (_, default) in fields.items():
        if default is dataclasses.MISSING and name not in values:
            raise Mismatch(name, "this is missing")
    return values


def _forms(cls: type) -> list[str]:
    fields = _fields(cls)
    named = issubclass(cls, Options) or (issubclass(cls, Finding) and len(fields) > 1)
    forms = [f"{name}={token.form}" if named else token.form for name, token, _ in fields]
    return [
        form if default is dataclasses.MISSING else f"[{form}]"
        for form, (_, _, default) in zip(forms, fields, strict=True)
    ]


def _token(hint: Any, depth: int) -> _Token:
    if hint is Seat:
        return _Token(actor_name, _read_seat, "P1")
    if isinstance(hint, NewType):
        return _token(hint.__supertype__, depth)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _optional(get_args(hint), depth)
    if origin in (tuple, frozenset):
        return _many(hint, depth)
    if origin is Literal:
        return _choice({str(value): value for value in get_args(hint)})
    if is_texted(hint):
        return _Token(lambda value: value.to_text(), hint.from_text, hint.__name__.upper())
    if dataclasses.is_dataclass(hint):
        return _nested(hint, depth)
    if issubclass(hint, Enum):
        return _choice({str(member.value): member for member in hint})
    return _SCALARS[hint]


def _read_seat(text: str) -> Seat:
    match = _SEAT.fullmatch(text)
    if match is None:
        raise ValueError(f"{quoted(text)} is no player; expected P1, P2, ...")
    return Seat(int(match[1]) - 1)


def _read_integer(text: str) -> int:
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"{quoted(text)} is not a whole number of at most 18 digits")
    return int(text)


def _read_number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{quoted(text)} is not a finite number")
    return number


def _read_word(text: str) -> str:
    if not _WORD.fullmatch(text):
        raise ValueError(f"{quoted(text)} is not one plain word")
    return text


def _write_word(text: str) -> str:
    assert _WORD.fullmatch(text), f"{text!r} cannot be written as one word"
    return text


def _choice(values: Mapping[str, Any]) -> _Token:
    names = {value: name for name, value in values.items()}

    def read(text: str) -> Any:
        if text not in values:
            raise ValueError(f"{quoted(text)} is not known; {suggest(text, values)}")
        return values[text]

    return _Token(lambda value: names[value], read, "|".join(values))


_SCALARS: dict[object, _Token] = {
    bool: _choice({"yes": True, "no": False}),
    int: _Token(str, _read_integer, "INTEGER"),
    float: _Token(repr, _read_number, "NUMBER"),
    str: _Token(_write_word, _read_word, "WORD"),
}


def _optional(kinds: tuple[Any, ...], depth: int) -> _Token:
    some = [kind for kind in kinds if kind is not NoneType]
    if len(some) != 1:
        raise TypeError(f"the notation knows no union {kinds!r}; make one act of each")
    one = _token(some[0], depth)
    return _Token(
        lambda value: "-" if value is None else one.write(value),
        lambda text: None if text == "-" else one.read(text),
        f"{one.form}|-",
    )


def _many(hint: Any, depth: int) -> _Token:
    joint = _JOINTS[depth]
    kinds = item_hints(hint) if get_origin(hint) is tuple else None
    if kinds is None:
        item = _token(get_args(hint)[0], depth + 1)
        build = get_origin(hint)

        def write(value: Any) -> str:
            texts = [item.write(x) for x in value]
            return joint.join(texts if build is tuple else sorted(texts)) or "()"

        def read(text: str) -> Any:
            return build(item.read(part) for part in text.split(joint)) if text != "()" else build()

        return _Token(write, read, f"{item.form}{joint}...")
    return _parts([_token(kind, depth + 1) for kind in kinds], joint, lambda value: value, tuple)


def _nested(cls: Any, depth: int) -> _Token:
    hints = get_type_hints(cls)
    names = [field.name for field in dataclasses.fields(cls)]
    tokens = [_token(hints[name], depth + 1) for name in names]
    joint = _JOINTS[depth]
    return _parts(tokens, joint, lambda value: [getattr(value, n) for n in names], lambda xs: cls(*xs))


def _parts(
    tokens: list[_Token], joint: str, take: Callable[[Any], Any], build: Callable[[list[Any]], Any]
) -> _Token:
    form = joint.join(token.form for token in tokens)

    def read(text: str) -> Any:
        texts = text.split(joint)
        if len(texts) != len(tokens):
            raise ValueError(f"{quoted(text)} has {len(texts)} parts, not the {len(tokens)} of {form}")
        return build([token.read(part) for token, part in zip(tokens, texts, strict=True)])

    return _Token(
        lambda value: joint.join(t.write(x) for t, x in zip(tokens, take(value), strict=True)), read, form
    )
