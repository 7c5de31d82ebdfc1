"""Frozen dataclasses to JSON and back, from their type hints alone; strict in both directions.

A field may be `str`, `int`, `bool`, `float`, `None`, an `Enum` (by its value), a `Literal`, a `NewType`,
`tuple[X, ...]`, `tuple[X, Y]`, `frozenset[X]`, `Mapping[str, X]`, `X | None`, a dataclass, or a union of
dataclasses (written with their name under `"type"`). A class with the pair `to_text` and `from_text` is
written as that text: `"7r"` rather than `{"value": 7, "action": "reverse"}`.

Each type is compiled once into a pair of functions, so writing a state costs little more than its size.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from sandbox.errors import quoted, suggest

__all__ = ["Mismatch", "decode", "encode", "is_texted", "item_hints"]

T = TypeVar("T")


class Mismatch(ValueError):
    """Data that does not fit its type; it stays in this room, which reports it as a move or a file.

    Args:
        path: Dotted path of the value, such as `row[2]`; empty for the whole.
        problem: What is wrong, without a full stop.
        instead: What to write instead, without a full stop.
    """

    def __init__(self, path: str, problem: str, instead: str | None = None) -> None:
        self.path = path
        self.problem = problem
        self.instead = instead
        text = f"{path}: {problem}" if path else problem
        super().__init__(f"{text}; {instead}" if instead else text)


class Plan(NamedTuple):
    """How one type is written and read; `decode` takes the value and its path."""

    encode: Callable[[Any], Any]
    decode: Callable[[Any, str], Any]


def encode(value: object, hint: Any = None) -> Any:
    """Return `value` as lists, dicts, strings, numbers, booleans and None.

    Args:
        value: A value of the type `hint`.
        hint: Its type; by default the class of `value`.
    """
    kind: Any = type(value) if hint is None else hint
    return plan(kind).encode(value)


def decode(hint: type[T], data: object) -> T:
    """Return the value of type `hint` that `data` describes.

    Args:
        hint: The type to read.
        data: What `encode` made, or a table of a TOML file.

    Raises:
        Mismatch: `data` does not fit.
    """
    kind: Any = hint
    value: T = plan(kind).decode(data, "")
    return value


def is_texted(hint: object) -> bool:
    """Return whether a class has a text form of its own (`to_text` and `from_text`)."""
    return isinstance(hint, type) and hasattr(hint, "to_text") and hasattr(hint, "from_text")


def item_hints(hint: object) -> tuple[object, ...] | None:
    """Return the types of a fixed tuple's items, or None for `tuple[X, ...]`."""
    args = get_args(hint)
    return None if len(args) == 2 and args[1] is Ellipsis else args


@cache
def plan(hint: Any) -> Plan:
    """Return how values of a type are written and read; compiled once a type."""
    if isinstance(hint, NewType):
        return plan(hint.__supertype__)
    origin = get_origin(hint)
    if origin in (Union, UnionType):
        return _union(get_args(hint))
    if origin is Literal:
        return _choice({value: value for value in get_args(hint)}, lambda value: value)
    if origin in (tuple, frozenset):
        return _tuple(hint) if origin is tuple else _frozenset(get_args(hint)[0])
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(get_args(hint)[1])
    if is_texted(hint):
        return _texted(hint)
    if dataclasses.is_dataclass(hint):
        return _dataclass(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _choice({member.value: member for member in hint}, lambda member: member.value)
    if hint in _SCALARS:
        return Plan(lambda value: value, _SCALARS[hint])
    raise TypeError(f"the codec knows no {hint!r}; use the types that its module names")


def _scalar(kind: type, name: str) -> Callable[[Any, str], Any]:
    def read(data: Any, path: str) -> Any:
        if type(data) is not kind:  # bool is an int in Python, but not in a file
            raise Mismatch(path, f"expected {name}, not {quoted(data)}")
        return data

    return read


def _float(data: object, path: str) -> float:
    if type(data) not in (int, float) or not math.isfinite(data):  # type: ignore[arg-type]
        raise Mismatch(path, f"expected a finite number, not {quoted(data)}")
    return float(data)  # type: ignore[arg-type]


_SCALARS: dict[object, Callable[[Any, str], Any]] = {
    bool: _scalar(bool, "true or false"),
    int: _scalar(int, "a whole number"),
    str: _scalar(str, "text"),
    float: _float,
    NoneType: _scalar(NoneType, "nothing"),
}


def _choice(values: Mapping[Any, Any], write: Callable[[Any], Any]) -> Plan:
    def read(data: Any, path: str) -> Any:
        for key, value in values.items():
            if type(key) is type(data) and key == data:
                return value
        raise Mismatch(path, f"{quoted(data)} is not known", suggest(str(data), map(str, values)))

    return Plan(write, read)


def _texted(cls: Any) -> Plan:
    def read(data: Any, path: str) -> Any:
        if not isinstance(data, str):
            raise Mismatch(path, f"expected text, not {quoted(data)}")
        try:
            return cls.from_text(data)
        except ValueError as error:
            raise Mismatch(path, str(error)) from error

    return Plan(lambda value: value.to_text(), read)


def _tuple(hint: object) -> Plan:
    kinds = item_hints(hint)
    if kinds is None:
        item = plan(get_args(hint)[0])
        write, read_item = item

        def read_all(data: Any, path: str) -> Any:
            return tuple(read_item(x, f"{path}[{i}]") for i, x in enumerate(_list(data, path)))

        return Plan(lambda value: [write(x) for x in value], read_all)
    plans = [plan(kind) for kind in kinds]

    def read(data: Any, path: str) -> Any:
        if len(_list(data, path)) != len(plans):
            raise Mismatch(path, f"expected {len(plans)} items, not {len(data)}")
        return tuple(p.decode(x, f"{path}[{i}]") for i, (p, x) in enumerate(zip(plans, data, strict=True)))

    return Plan(lambda value: [p.encode(x) for p, x in zip(plans, value, strict=True)], read)


def _frozenset(kind: object) -> Plan:
    item = plan(kind)

    def write(value: Any) -> Any:
        return sorted((item.encode(x) for x in value), key=lambda x: json.dumps(x, sort_keys=True))

    def read(data: Any, path: str) -> Any:
        found = frozenset(item.decode(x, f"{path}[{i}]") for i, x in enumerate(_list(data, path)))
        if len(found) != len(data):
            raise Mismatch(path, "an item is there twice")
        return found

    return Plan(write, read)


def _mapping(kind: object) -> Plan:
    item = plan(kind)

    def read(data: Any, path: str) -> Any:
        return {key: item.decode(x, _join(path, key)) for key, x in _dict(data, path).items()}

    return Plan(lambda value: {key: item.encode(x) for key, x in value.items()}, read)


def _union(kinds: tuple[Any, ...]) -> Plan:
    plans = [(kind, plan(kind)) for kind in kinds if kind is not NoneType]
    optional = len(plans) < len(kinds)
    if len(plans) == 1:
        one = plans[0][1]
        return Plan(
            lambda value: None if value is None else one.encode(value),
            lambda data, path: None if data is None else one.decode(data, path),
        )
    if not all(dataclasses.is_dataclass(kind) and not is_texted(kind) for kind, _ in plans):
        raise TypeError(f"the codec knows unions of dataclasses only, not {kinds!r}")
    named = {kind.__name__: p for kind, p in plans}

    def write(value: Any) -> Any:
        if value is None:
            return None
        name = type(value).__name__
        return {"type": name, **named[name].encode(value)}

    def read(data: Any, path: str) -> Any:
        if data is None and optional:
            return None
        name = _dict(data, path).get("type")
        if not isinstance(name, str) or name not in named:
            raise Mismatch(_join(path, "type"), f"{quoted(name)} is not known", suggest(str(name), named))
        return named[name].decode({key: x for key, x in data.items() if key != "type"}, path)

    return Plan(write, read)


def _dataclass(cls: Any) -> Plan:
    hints = get_type_hints(cls)
    fields = dataclasses.fields(cls)
    plans = {field.name: plan(hints[field.name]) for field in fields}
    writers = [(name, p.encode) for name, p in plans.items()]
    readers = {name: p.decode for name, p in plans.items()}
    required = [f.name for f in fields if f.default is f.default_factory is dataclasses.MISSING]

    def read(data: Any, path: str) -> Any:
        for key in _dict(data, path):
            if key not in readers:
                raise Mismatch(_join(path, key), "this key is not known", suggest(str(key), readers))
        for name in required:
            if name not in data:
                raise Mismatch(_join(path, name), "this key is missing")
        values = {name: readers[name](x, _join(path, name)) for name, x in data.items()}
        try:
            return cls(**values)
        except ValueError as error:  # a class may check its own values
            raise Mismatch(path, str(error)) from error

    return Plan(lambda value: {name: write(getattr(value, name)) for name, write in writers}, read)


def _join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def _list(data: Any, path: str) -> list[Any] | tuple[Any, ...]:
    if not isinstance(data, (list, tuple)):
        raise Mismatch(path, f"expected a list, not {quoted(data)}")
    return data


def _dict(data: Any, path: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise Mismatch(path, f"expected a table, not {quoted(data)}")
    return data
