"""What is printed on pieces: frozen data, and what the shipped pieces wear when nobody says otherwise."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

__all__ = ["PLAYER_COLOURS", "Art", "Face", "Print", "accent_of", "default_print"]

Art = Literal["number", "suit", "back", "wall", "platform", "sack", "domino", "parchment", "monster"]
"""What `atlas` can draw.

- `number`: a number in a disc, and small in two corners
- `suit`: the same with one of `heart`, `spade`, `diamond`, `club` in `text`, a rank before it: `7 heart`
- `back`: a lattice with a medallion
- `wall`: masonry with an arrow slit
- `platform`: planks and their nails
- `sack`: cloth with a seam
- `domino`: two fields of pips, `text` is `5 3`
- `parchment`: a number over three weapons, `text` is that number and the letters of their colours: `2 gbp`
- `monster`: a face of the main ink; `text` is `D` for a dragon, with horns
"""

PLAYER_COLOURS = {
    "red": "#c0342b",
    "blue": "#2a62ad",
    "green": "#2f8a45",
    "yellow": "#e0aa1e",
    "purple": "#7a3f9d",
    "orange": "#de7420",
    "black": "#33353a",
    "white": "#8d97a3",
}
"""Colours of seats: a body whose name begins with one of these words wears it."""

SEATS = {"p1": "red", "p2": "blue", "p3": "green", "p4": "yellow"}
"""Colours of seats by their short names, with which bodies begin at the referee's tables."""

_NUMBER_COLOURS = (
    "#4fa83d",
    "#2180c9",
    "#8a45b0",
    "#d8302a",
    "#e5941f",
    "#1e9a93",
    "#c2417c",
    "#6a5acd",
    "#7a8b2a",
)


@dataclass(frozen=True, slots=True)
class Face:
    """One print.

    Attributes:
        art: How it is drawn.
        text: What it says, as the art needs.
        colour: `#rrggbb` of its main ink.
        size: Width and height in metres of what it is printed on.
    """

    art: Art
    text: str = ""
    colour: str = "#2a62ad"
    size: tuple[float, float] = (0.063, 0.088)


@dataclass(frozen=True, slots=True)
class Print:
    """What a piece wears on its front and on its back; None leaves a side blank."""

    front: Face | None = None
    back: Face | None = None


def accent_of(body: str) -> str | None:
    """Return the colour of the seat that a body belongs to by its name, such as `red.level1.wall1`."""
    first = re.split(r"[._-]", body, maxsplit=1)[0].lower()
    return PLAYER_COLOURS.get(SEATS.get(first, first))


def default_print(component: str, body: str, size: tuple[float, float]) -> Print | None:
    """Return what a shipped piece wears.

    Args:
        component: Its id.
        body: Its name; a number at its end chooses the card or the domino.
        size: Width and height of its printed side, metres.
    """
    for pattern, make in _SHIPPED:
        if fnmatchcase(component, pattern):
            return make(body, size)
    return None


def _number_of(body: str) -> int:
    digits = re.search(r"(\d+)$", body)
    return int(digits.group(1)) if digits else sum(map(ord, body))


def _wall(body: str, size: tuple[float, float]) -> Print:
    return Print(front=Face("wall", colour=accent_of(body) or PLAYER_COLOURS["blue"], size=size))


def _platform(body: str, size: tuple[float, float]) -> Print:
    return Print(front=Face("platform", colour=accent_of(body) or PLAYER_COLOURS["blue"], size=size))


def _sack(body: str, size: tuple[float, float]) -> Print:
    return Print(front=Face("sack", colour="#8a6d33", size=size))


_MONSTERS = {"g": "green", "b": "blue", "p": "purple", "r": "red"}
_DUNGEON = re.compile(r"(\d+)([gbpr]{3})-([gbprd?])")


def _card(body: str, size: tuple[float, float]) -> Print:
    """Return what a card wears: the face that its name ends in after a space, or a number."""
    back = Face("back", colour=accent_of(body) or PLAYER_COLOURS["blue"], size=size)
    _, _, text = body.rpartition(" ")
    if text == "back":
        return Print(back, back)
    if dungeon := _DUNGEON.fullmatch(text):
        count, weapons, monster = dungeon.groups()
        front = Face("parchment", f"{count} {weapons}", "#8a6d3b", size)
        if monster == "?":
            return Print(front, back)
        colour = PLAYER_COLOURS.get(_MONSTERS.get(monster, ""), "#3a3036")
        return Print(front, Face("monster", "D" if monster == "d" else "", colour, size))
    if face := re.fullmatch(r"(-?\d+)([a-z]?)", text):
        colour = _NUMBER_COLOURS[int(face[1]) % len(_NUMBER_COLOURS)]
        return Print(Face("number", text.upper(), colour, size), back)
    number = _number_of(body) % 10
    colour = _NUMBER_COLOURS[number % len(_NUMBER_COLOURS)]
    return Print(front=Face("number", str(number), colour, size), back=back)


def _domino(body: str, size: tuple[float, float]) -> Print:
    number = _number_of(body)
    return Print(front=Face("domino", f"{number % 7} {number * 3 // 7 % 7}", "#2b2420", size))


_SHIPPED = (
    ("hurlyburly/wall*", _wall),
    ("hurlyburly/platform", _platform),
    ("hurlyburly/sandbag", _sack),
    ("common/card", _card),
    ("common/domino", _domino),
)
