"""The tiles of Beethupferl, and the pieces and limits that the data describe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final, NewType

from sandbox.errors import suggest
from sandbox.rules.rulebook import Rulebook

__all__ = ["BACK", "VEGETABLES", "BeethupferlData", "Hollow", "LimitsData", "PiecesData", "Tile", "build_tiles"]

Hollow = NewType("Hollow", int)
"""A hollow of the garden, counted from 1, row by row from the north-west corner."""


class Tile(Enum):
    """What a tile shows, by its name in the data; HIDDEN is the earth side of a tile that is not known."""

    RED_CABBAGE = "red_cabbage"
    CUCUMBER = "cucumber"
    CARROT = "carrot"
    PUMPKIN = "pumpkin"
    RED_BEET = "red_beet"
    SNAIL = "snail"
    HIDDEN = "?"

    @property
    def label(self) -> str:
        """The name as a person reads it."""
        return self.value.replace("_", " ")


BACK: Final = Tile.HIDDEN
VEGETABLES: Final = tuple(tile for tile in Tile if tile not in (Tile.SNAIL, BACK))


@dataclass(frozen=True, slots=True)
class PiecesData:
    """The table `[pieces]`: how many of everything are in the box."""

    tiles: int
    vegetables: Mapping[str, int]
    snails: int
    hollows: int
    grass_patches: int
    drops: int
    watering_cans: int


@dataclass(frozen=True, slots=True)
class LimitsData:
    """The table `[limits]`: what tells one measured thing from another.

    Args:
        flat_below_deg: A tile that is tilted less lies with its earth side up.
        visible_above_deg: A tile that is tilted more lies with its picture up; between the two it is upright.
        off_centre_mm: A tile whose centre is farther from that of its hollow was pushed off.
        off_rise_mm: So was one whose centre is higher above the land.
        aim_mm: How far from the middle of a hollow a drop may be released and still be above it.
        rest_mm_s: The greatest speed of a piece that is at rest.
    """

    flat_below_deg: float
    visible_above_deg: float
    off_centre_mm: float
    off_rise_mm: float
    aim_mm: float
    rest_mm_s: float


@dataclass(frozen=True, slots=True)
class BeethupferlData:
    """The data of the rulebook file."""

    pieces: PiecesData
    limits: LimitsData


def build_tiles(book: Rulebook, data: BeethupferlData) -> tuple[Tile, ...]:
    """Return the tiles of the game kind by kind, all data checked on the way."""
    pieces, limits = data.pieces, data.limits
    known = {tile.value: tile for tile in VEGETABLES}
    counts: dict[Tile, int] = {}
    for name, count in pieces.vegetables.items():
        if name not in known:
            key = f"pieces.vegetables.{name}"
            raise book.bad(key, "this vegetable is not known", instead=suggest(name, known))
        if count < 0:
            raise book.bad(f"pieces.vegetables.{name}", f"{count} tiles cannot be")
        counts[known[name]] = count
    missing = next((name for name in known if known[name] not in counts), None)
    if missing:
        problem = f"{missing} is missing"
        raise book.bad("pieces.vegetables", problem, instead="write 0 for a kind without tiles")
    for name in ("snails", "hollows", "drops"):
        if getattr(pieces, name) < (name != "snails"):
            raise book.bad(f"pieces.{name}", f"{getattr(pieces, name)} {name} cannot be")
    total = sum(counts.values()) + pieces.snails
    if total != pieces.tiles:
        problem = f"vegetables and snails add up to {total} tiles, not {pieces.tiles}"
        raise book.bad("pieces.vegetables", problem, instead="change a quantity or pieces.tiles")
    if total <= pieces.hollows:
        problem = f"{total} tiles leave no supply beside {pieces.hollows} hollows"
        raise book.bad("pieces.tiles", problem, instead=f"have at least {pieces.hollows + 1} tiles")
    if pieces.grass_patches != 4:
        problem = f"{pieces.grass_patches} patches do not fit the four edges of the garden"
        raise book.bad("pieces.grass_patches", problem, instead="write 4")
    if pieces.watering_cans < book.players[1]:
        problem = f"{pieces.watering_cans} cans are too few for {book.players[1]} players"
        raise book.bad("pieces.watering_cans", problem)
    _check_limits(book, limits)
    order = (*VEGETABLES, Tile.SNAIL)
    return tuple(tile for tile in order for _ in range(counts.get(tile, pieces.snails)))


def _check_limits(book: Rulebook, limits: LimitsData) -> None:
    """Refuse limits that nothing could keep."""
    for field in fields(limits):
        value = getattr(limits, field.name)
        if value <= 0:
            raise book.bad(f"limits.{field.name}", f"{value:g} is not above 0")
    low, high = limits.flat_below_deg, limits.visible_above_deg
    if not low < high < 180:
        problem = f"no tile is upright between {low:g} and {high:g} degrees"
        raise book.bad("limits.visible_above_deg", problem, instead=f"write more than {low:g}, less than 180")
