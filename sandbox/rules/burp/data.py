"""The figures of Burp, read from the tables of its rulebook file and checked."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Final

from sandbox.errors import suggest
from sandbox.rules.burp.pieces import PAWNS, Fruit
from sandbox.rules.rulebook import Rulebook

__all__ = [
    "FENCE",
    "INVENTIONS",
    "LANGUAGE",
    "POLE",
    "ROW",
    "SIDES",
    "WHEEL",
    "BurpData",
    "Figures",
    "read_figures",
]

WHEEL: Final = "wheel"
POLE: Final = "fishing_pole"
LANGUAGE: Final = "language"
FENCE: Final = "fence"
INVENTIONS: Final = (
    WHEEL, POLE, LANGUAGE, FENCE, "fire", "passport", "garden_gnome", "toothpick", "club", "tie", "pets",
)  # fmt: skip
SIDES: Final = 4  # sides of the board at which a village can lie
ROW: Final = 3  # red dots before each side

_COLOUR: Final = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class PiecesData:
    """The table `[pieces]`: how many there are of each."""

    board_pieces: int
    villages: int
    pawns: int
    fruits: int
    fruits_each: int
    invention_disks: int
    wood_blocks: int
    wood_strips: int
    stones: int
    red_dots: int
    circles: int
    spinner_arms: int
    chart_markers: int
    chart_spaces: int
    wheel_disks: int


@dataclass(frozen=True, slots=True)
class SetupData:
    """The table `[setup]`: what each player begins with."""

    strips: int
    fruits: int


@dataclass(frozen=True, slots=True)
class ColoursData:
    """The table `[fruit_colours]`."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableData:
    """The table `[table]`: the board's sizes, and what passes for exact when the table is read."""

    board_radius_mm: float
    circles_mm: tuple[float, ...]
    fruit_radius_mm: float
    touch_mm: float
    beneath_mm: float
    dock_moved_mm: float
    dot_off_mm: float
    spinner_off_deg: float
    dock_s: float


@dataclass(frozen=True, slots=True)
class EndData:
    """The table `[end]`: how many rounds in a row may pass without an invention."""

    quiet_rounds: int


@dataclass(frozen=True, slots=True)
class BurpData:
    """The data of the rulebook file."""

    pieces: PiecesData
    setup: SetupData
    fruit_colours: ColoursData
    inventions: Mapping[str, tuple[str, ...]]
    table: TableData
    end: EndData


@dataclass(frozen=True)
class Figures:
    """The data as the engine uses them: SI units, cocktails made of fruit.

    Args:
        data: The tables.
        fruits: Every fruit, sorted.
        cocktails: The fruits that each invention takes, sorted.
        disks: The disks of the supply; the wheel is there more than once.
        circles: Radii in metres, the widest first.
        off: How far in radians the spinner may rest from a mark.
    """

    data: BurpData
    fruits: tuple[Fruit, ...]
    cocktails: Mapping[str, tuple[Fruit, ...]]
    disks: tuple[str, ...]
    circles: tuple[float, ...]
    off: float

    @property
    def colours(self) -> tuple[str, ...]:
        """Return the names of the colours."""
        return self.data.fruit_colours.names


def read_figures(book: Rulebook) -> Figures:
    """Return the figures of a rulebook.

    Raises:
        BadFile: A table cannot be used, with the key and the reason.
    """
    data = book.data(BurpData)
    _check_colours(book, data)
    _check_table(book, data.table)
    _check_pieces(book, data)
    _check_inventions(book, data)
    if data.end.quiet_rounds < 1:
        raise book.bad(
            "end.quiet_rounds", f"{data.end.quiet_rounds} rounds are too few", instead="write 1 or more"
        )
    names = data.fruit_colours.names
    spare = (WHEEL,) * (data.pieces.wheel_disks - 1)
    return Figures(
        data=data,
        fruits=tuple(sorted(Fruit(name) for name in names for _ in range(data.pieces.fruits_each))),
        cocktails={name: tuple(sorted(map(Fruit, data.inventions[name]))) for name in INVENTIONS},
        disks=(*spare, *INVENTIONS),
        circles=tuple(radius / 1000 for radius in data.table.circles_mm),
        off=math.radians(data.table.spinner_off_deg),
    )


def _check_pieces(book: Rulebook, data: BurpData) -> None:
    pieces, setup = data.pieces, data.setup
    least = {
        "villages": (SIDES, SIDES),
        "pawns": (SIDES * len(PAWNS), SIDES * len(PAWNS)),
        "red_dots": (SIDES * ROW, SIDES * ROW),
        "wood_blocks": (SIDES, SIDES),
        "chart_markers": (SIDES, SIDES),
        "spinner_arms": (1, 1),
        "board_pieces": (1, math.inf),
        "chart_spaces": (1, math.inf),
        "wheel_disks": (1, SIDES),
        "fruits_each": (1, math.inf),
        "stones": (SIDES, math.inf),
        "wood_strips": (SIDES * setup.strips, math.inf),
    }
    for key, (low, high) in least.items():
        number = getattr(pieces, key)
        if not low <= number <= high:
            need = (
                f"exactly {low}" if low == high else f"{low} or more" if high == math.inf else f"{low} to {high}"
            )
            at = _blamed(book, f"pieces.{key}", "setup.strips") if key == "wood_strips" else f"pieces.{key}"
            raise book.bad(at, f"{number} {key} do not do", instead=f"the game takes {need}")
    for field in fields(setup):
        if getattr(setup, field.name) < 0:
            raise book.bad(f"setup.{field.name}", f"{getattr(setup, field.name)} cannot be")
    fruits = len(data.fruit_colours.names) * pieces.fruits_each
    if fruits != pieces.fruits:
        problem = (
            f"{len(data.fruit_colours.names)} colours of {pieces.fruits_each} are {fruits}, not {pieces.fruits}"
        )
        key = _blamed(book, "pieces.fruits", "fruit_colours.names")
        raise book.bad(key, problem, instead="change pieces.fruits, pieces.fruits_each or fruit_colours.names")
    if setup.fruits * SIDES > fruits:
        raise book.bad("setup.fruits", f"{SIDES} players cannot get {setup.fruits} each of {fruits} fruits")
    disks = len(INVENTIONS) - 1 + pieces.wheel_disks
    if disks != pieces.invention_disks:
        problem = f"{len(INVENTIONS)} inventions with {pieces.wheel_disks} wheels are {disks} disks"
        raise book.bad("pieces.invention_disks", f"{problem}, not {pieces.invention_disks}")
    if pieces.circles != len(data.table.circles_mm):
        problem = f"table.circles_mm has {len(data.table.circles_mm)} circles, not {pieces.circles}"
        raise book.bad("pieces.circles", problem)


def _blamed(book: Rulebook, *keys: str) -> str:
    """Return which of some keys that do not fit together a person has changed; the first when none is."""
    return next((key for key in keys if key.partition(".")[0] in book.own_tables), keys[0])


def _check_colours(book: Rulebook, data: BurpData) -> None:
    names = data.fruit_colours.names
    for name in names:
        if not _COLOUR.fullmatch(name):
            raise book.bad("fruit_colours.names", f"{name!r} is not one small-letter word")
        if names.count(name) > 1:
            raise book.bad("fruit_colours.names", f"{name!r} is there twice")


def _check_inventions(book: Rulebook, data: BurpData) -> None:
    names = data.fruit_colours.names
    for invention, cocktail in data.inventions.items():
        key = f"inventions.{invention}"
        if invention not in INVENTIONS:
            raise book.bad(key, "this invention is not known", instead=suggest(invention, INVENTIONS))
        if not cocktail:
            raise book.bad(key, "a cocktail without fruit cannot be")
        for colour in cocktail:
            if colour not in names:
                at = _blamed(book, key, "fruit_colours.names")
                raise book.bad(at, f"no fruit for {invention} is {colour!r}", instead=suggest(colour, names))
            if cocktail.count(colour) > data.pieces.fruits_each:
                problem = f"there are {data.pieces.fruits_each} {colour} fruits, not {cocktail.count(colour)}"
                raise book.bad(key, problem)
    for invention in INVENTIONS:
        if invention not in data.inventions:
            raise book.bad(f"inventions.{invention}", "this invention is missing", instead="write its cocktail")


def _check_table(book: Rulebook, table: TableData) -> None:
    radii = (table.board_radius_mm, *table.circles_mm, 0)
    if len(table.circles_mm) != 3 or any(a <= b for a, b in pairwise(radii)):
        problem = f"{list(table.circles_mm)} are not three radii, each smaller than the one before"
        raise book.bad("table.circles_mm", problem, instead=f"begin below {table.board_radius_mm:g}")
    for field in fields(table):
        value = getattr(table, field.name)
        if isinstance(value, float) and value < 0:
            raise book.bad(f"table.{field.name}", f"{value:g} is below zero")
    if table.spinner_off_deg >= 360 / SIDES / 2:
        raise book.bad("table.spinner_off_deg", f"{table.spinner_off_deg:g} reaches the next village's half")
