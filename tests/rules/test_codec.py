"""Frozen dataclasses to JSON and back: whatever was written is read as the same, and nothing else is read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, NewType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.rules.codec import Mismatch, decode, encode

Id = NewType("Id", int)


class Colour(Enum):
    """A field of a few values."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Point:
    """A dataclass with a default."""

    x: float
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Idle:
    """Another dataclass, for unions."""

    rounds: int


@dataclass(frozen=True, slots=True)
class Label:
    """A class with a text of its own."""

    text: str

    def to_text(self) -> str:
        """Return the text in angle brackets."""
        return f"<{self.text}>"

    @classmethod
    def from_text(cls, text: str) -> Label:
        """Return the label of a text in angle brackets."""
        if not text.startswith("<"):
            raise ValueError(f"{text!r} is no label")
        return cls(text[1:-1])


@dataclass(frozen=True, slots=True)
class Everything:
    """A field of each kind."""

    name: str
    number: int
    flag: bool
    size: float
    nothing: None
    colour: Colour
    side: Literal["left", "right"]
    id: Id
    row: tuple[int, ...]
    pair: tuple[Id, Colour]
    kinds: frozenset[Colour]
    maybe: Point | None
    either: Point | Idle | None
    nested: tuple[tuple[Point, ...], ...]
    table: Mapping[str, tuple[int, ...]]
    label: Label


floats = st.floats(allow_nan=False, allow_infinity=False)
points = st.builds(Point, floats, floats)
everything = st.builds(
    Everything,
    name=st.text(),
    number=st.integers(),
    flag=st.booleans(),
    size=floats,
    nothing=st.none(),
    colour=st.sampled_from(Colour),
    side=st.sampled_from(["left", "right"]),
    id=st.integers(),
    row=st.lists(st.integers()).map(tuple),
    pair=st.tuples(st.integers(), st.sampled_from(Colour)),
    kinds=st.frozensets(st.sampled_from(Colour)),
    maybe=st.none() | points,
    either=st.none() | points | st.builds(Idle, st.integers()),
    nested=st.lists(st.lists(points).map(tuple)).map(tuple),
    table=st.dictionaries(st.text(), st.lists(st.integers()).map(tuple)),
    label=st.builds(Label, st.text()),
)


@given(everything)
def test_everything_goes_through_json_and_back(value):
    """Every kind of field, nested, comes back equal."""
    assert decode(Everything, json.loads(json.dumps(encode(value)))) == value


def test_equal_sets_give_equal_text():
    """A set is written in one order, so that texts can be compared."""
    assert encode(frozenset({"b", "a", "c"}), frozenset[str]) == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("hint", "data", "problem"),
    [
        (int, True, "expected a whole number, not True"),
        (int, 1.0, "expected a whole number, not 1.0"),
        (bool, 1, "expected true or false, not 1"),
        (float, "1", "expected a finite number, not '1'"),
        (float, float("nan"), "expected a finite number, not nan"),
        (str, 7, "expected text, not 7"),
        (Colour, "rde", "'rde' is not known; did you mean red?"),
        (tuple[int, ...], "12", "expected a list, not '12'"),
        (tuple[int, ...], [1, "2"], "[1]: expected a whole number, not '2'"),
        (tuple[int, int], [1], "expected 2 items, not 1"),
        (frozenset[int], [1, 1], "an item is there twice"),
        (Point, {"x": 1, "z": 2}, "z: this key is not known; there are: x, y"),
        (Point, {"y": 1}, "x: this key is missing"),
        (tuple[Point, ...], [{"x": "1"}], "[0].x: expected a finite number, not '1'"),
        (Point | Idle, {"type": "Pint", "x": 1}, "type: 'Pint' is not known; did you mean Point?"),
        (Label, "x", "'x' is no label"),
        (Label, 1, "expected text, not 1"),
    ],
)
def test_what_does_not_fit_is_refused(hint, data, problem):
    """The message has the path, the problem and what to write instead."""
    with pytest.raises(Mismatch) as error:
        decode(hint, data)
    assert str(error.value) == problem


def test_a_default_may_be_left_out():
    """A field with a default need not be written."""
    assert decode(Point, {"x": 1}) == Point(1.0, 0.0)


@pytest.mark.parametrize("hint", [list[int], Any, int | str])
def test_types_without_a_plan_are_a_mistake_of_the_programmer(hint):
    """A state with such a field fails at once, not at the thousandth step."""
    with pytest.raises(TypeError, match="the codec knows"):
        encode(1, hint)
