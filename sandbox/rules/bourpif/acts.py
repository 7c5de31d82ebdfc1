"""What players can do in BOURPIF and what is read from its table, each with its verb.

Lengths are in metres, angles in degrees, times in seconds after the last card of the turn came to lie open.
Readings of tiles list the players in the order of their seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from sandbox.rules.base import Finding, Move, Notation, Seat
from sandbox.rules.bourpif.cards import Card, Colour, Picture

__all__ = [
    "NOTATION",
    "DeckOrder",
    "Doors",
    "Pay",
    "Place",
    "PlayerTiles",
    "Race",
    "Reveal",
    "Setup",
    "Tap",
    "TilePictures",
    "Tiles",
]


class Place(Enum):
    """What a hand can tap: the monster pile, or a door."""

    PILE = "pile"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    RED = "red"


@dataclass(frozen=True, slots=True)
class Pay(Move):
    """Give one card: to the quickest with the shield, or under the monster pile after a flight.

    Args:
        card: One of the player's cards.
    """

    card: Card


@dataclass(frozen=True, slots=True)
class Tiles:
    """The four tiles of one player.

    Args:
        corners: Of each tile, from the far left one clockwise seen from above: the picture of which a quarter
            is on the corner that faces the centre of the square, from the tile's yaw.
        skew_deg: Largest angle by which any of the tiles is turned away from square with the others.
        moved: Greatest distance in metres of a tile's centre from its place in the square.
    """

    corners: tuple[Picture, Picture, Picture, Picture]
    skew_deg: float
    moved: float


@dataclass(frozen=True, slots=True)
class PlayerTiles:
    """What lies before one player at the start.

    Args:
        backs: How many different backs the four tiles have; a count.
        tiles: The tiles.
    """

    backs: int
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class Tap:
    """One touch of one hand.

    Args:
        seat: Whose hand.
        at: When it touched, from the signed distance of hand and card between two steps; below zero if the
            last card did not lie open yet.
        lifted: When it left again; None if it was still there at the end.
        place: What it touched.
        tiles: The player's tiles at that instant.
    """

    seat: Seat
    at: float
    lifted: float | None
    place: Place
    tiles: Tiles


@dataclass(frozen=True, slots=True)
class DeckOrder(Finding):
    """The draw pile after a shuffle, read from the list of cards of the pile's body.

    Args:
        cards: All cards, the top one first; their parchments look up.
    """

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Setup(Finding):
    """The tiles before the first turn.

    Args:
        players: What lies before each player.
    """

    players: tuple[PlayerTiles, ...]


@dataclass(frozen=True, slots=True)
class Doors(Finding):
    """The door tiles, read from their faces and poses.

    Args:
        colours: The colours that lie on the table.
        reach: Greatest distance in metres from any player's place at the table to the centre of a door.
    """

    colours: tuple[Colour, ...]
    reach: float


@dataclass(frozen=True, slots=True)
class TilePictures(Finding):
    """The tiles when hands are still, before a turn.

    Args:
        players: The tiles of each player.
    """

    players: tuple[Tiles, ...]


@dataclass(frozen=True, slots=True)
class Reveal(Finding):
    """The cards that were turned over from the draw pile onto the monster pile.

    Args:
        cards: How many; a count.
        at_once: The most that were turned over in one motion; a count.
        face_down: How many of them do not lie monster side up; a count.
    """

    cards: int
    at_once: int
    face_down: int


@dataclass(frozen=True, slots=True)
class Race(Finding):
    """All touches of a turn, in any order, and when one stopped watching.

    Args:
        taps: The touches of the pile and the doors, void ones too.
        ended: The instant of the last look at the table; no touch is later.
    """

    taps: tuple[Tap, ...]
    ended: float


NOTATION: Final = Notation(
    {
        "pay": Pay,
        "deck": DeckOrder,
        "setup": Setup,
        "doors": Doors,
        "tiles": TilePictures,
        "reveal": Reveal,
        "race": Race,
    }
)
