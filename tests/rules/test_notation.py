"""Short texts of acts and options: they read well, come back the same, and say what is wrong."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pytest

from sandbox.errors import InputError, InvalidMove
from sandbox.rules.base import NATURE, Finding, Move, Notation, Options, Seat
from sandbox.rules.notation import actor_from_text, options_from_text, options_to_text


class Colour(Enum):
    """A field of a few values."""

    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Ask(Move):
    """A move with defaults."""

    whom: Seat
    colour: Colour
    times: int = 1
    why: str = "thirst"


@dataclass(frozen=True, slots=True)
class Tower:
    """A thing inside a finding."""

    owner: Seat
    levels: int
    flag: bool
    fallen: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shot(Finding):
    """A finding of several fields."""

    towers: tuple[Tower, ...]
    speed: float
    hit: Colour | None = None


@dataclass(frozen=True, slots=True)
class Taps(Finding):
    """A finding of one field."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class House(Options):
    """House rules."""

    expert: bool = False
    limit: int = 200
    colour: Colour = Colour.RED


NOTATION = Notation({"ask": Ask, "shot": Shot, "taps": Taps})


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (Ask(Seat(0), Seat(1), Colour.RED), "ask P2 red"),
        (Ask(Seat(0), Seat(1), Colour.RED, 2, "hunger"), "ask P2 red 2 hunger"),
        (Ask(Seat(0), Seat(1), Colour.RED, why="hunger"), "ask P2 red why=hunger"),
        (Taps(()), "taps ()"),
        (Taps((Seat(2), Seat(0))), "taps P3,P1"),
        (Shot((), 1.5, Colour.BLUE), "shot towers=() speed=1.5 hit=blue"),
        (
            Shot((Tower(Seat(0), 2, True, (1, -2)), Tower(Seat(1), 0, False, ())), 0.1),
            "shot towers=P1:2:yes:1/-2,P2:0:no:() speed=0.1",
        ),
    ],
)
def test_acts_have_a_short_text(act, text):
    """Moves in order, findings by name, defaults left out; the text comes back as the act."""
    assert NOTATION.to_text(act) == text
    actor = act.seat if isinstance(act, Move) else NATURE
    assert NOTATION.from_text(text, actor) == act


def test_fields_may_be_named_or_in_order():
    """A person may write either."""
    assert NOTATION.from_text("ask colour=red P2", Seat(0)) == Ask(Seat(0), Seat(1), Colour.RED)
    assert NOTATION.from_text("shot () 1 -", NATURE) == Shot((), 1.0, None)


@pytest.mark.parametrize(
    ("text", "actor", "problem"),
    [
        ("", Seat(0), "'' is no move or finding; there are: ask, shot, taps"),
        ("aks P2 red", Seat(0), "'aks' is no move or finding; did you mean ask?"),
        ("ask 2 red", Seat(0), "whom: '2' is no player; expected P1, P2, ..."),
        ("ask P0 red", Seat(0), "whom: 'P0' is no player"),
        ("ask P2 rde", Seat(0), "colour: 'rde' is not known; did you mean red?"),
        ("ask P2", Seat(0), "colour: this is missing; write: ask P1 red|blue [INTEGER] [WORD]"),
        ("ask P2 red 1_0", Seat(0), "times: '1_0' is not a whole number"),
        ("ask P2 red 1 a,b", Seat(0), "why: 'a,b' is not one plain word"),
        ("ask P2 red 1 a b", Seat(0), "'b' is too much"),
        ("ask P2 whom=P1", Seat(0), "whom: this is given twice"),
        (
            "shot towers=P1:2 speed=1",
            NATURE,
            "towers: 'P1:2' has 2 parts, not the 4 of P1:INTEGER:yes|no:INTEGER/...",
        ),
        ("shot () nan", NATURE, "speed: 'nan' is not a finite number"),
        ("ask P2 red", NATURE, "'ask P2 red' is an act of a player, not of nature"),
        ("taps P1", Seat(0), "'taps P1' is an act of nature, not of P1"),
    ],
)
def test_malformed_text_is_refused(text, actor, problem):
    """The word that is wrong is named, and what was expected."""
    with pytest.raises(InvalidMove) as error:
        NOTATION.from_text(text, actor)
    assert problem in str(error.value)


def test_actors_have_names():
    """Seat 0 is P1; nobody else has a name but nature."""
    assert (actor_from_text("P1"), actor_from_text("nature")) == (Seat(0), NATURE)
    with pytest.raises(InvalidMove, match=r"'Q1' is no player; expected P1, P2, \.\.\., or nature"):
        actor_from_text("Q1")


def test_options_have_a_text():
    """Only what differs from the default is written; `-` and nothing are the defaults."""
    house = House(expert=True, colour=Colour.BLUE)
    assert options_to_text(house) == "expert=yes colour=blue"
    assert options_from_text(House, "expert=yes colour=blue") == house
    assert options_from_text(House, "-") == options_from_text(House, "") == House()
    assert options_to_text(House()) == "-"
    with pytest.raises(InputError, match="option exprt: this is not known; did you mean expert"):
        options_from_text(House, "exprt=yes")
