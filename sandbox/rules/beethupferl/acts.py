"""What players can do in Beethupferl and what is read from its garden, each with its verb."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from sandbox.rules.base import Finding, Move, Notation, Seat
from sandbox.rules.beethupferl.tiles import Hollow, Tile

__all__ = [
    "NOTATION",
    "Carrot",
    "Cleared",
    "Direct",
    "Edge",
    "Garden",
    "Grass",
    "Leave",
    "Reading",
    "Rest",
    "Stop",
    "Surface",
    "Take",
    "TileOrder",
    "Watered",
]


class Edge(Enum):
    """An edge of the garden with its grass patch; hollow 1 is in the north-west corner."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class Surface(Enum):
    """What a drop can touch first."""

    GRASS = "grass"
    BED = "bed"  # the land, a hollow, a tile or another drop


class Rest(Enum):
    """Where a drop can come to rest."""

    HOLLOW = "hollow"
    TILE = "tile"  # on top of a tile that closes its hollow
    LAND = "land"
    GRASS = "grass"
    GONE = "gone"  # outside the garden

    @property
    def place(self) -> str:
        """Where the drop is, as the end of a sentence."""
        return {"hollow": "in a hollow", "gone": "outside the garden"}.get(self.value, f"on the {self.value}")


@dataclass(frozen=True, slots=True)
class Direct(Move):
    """Fill the can with a drop and empty it from above a hollow.

    Args:
        hollow: The hollow aimed at.
    """

    hollow: Hollow


@dataclass(frozen=True, slots=True)
class Grass(Move):
    """Fill the can with a drop and pour it from above a grass patch.

    Args:
        edge: The edge at which the patch stands.
    """

    edge: Edge


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """Do without the second watering from the grass."""


@dataclass(frozen=True, slots=True)
class Leave(Move):
    """Put a drop that rests outside the hollows into the bowl rather than use it again."""


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take a tile from the bed: a vegetable to harvest, or a snail.

    Args:
        hollow: The hollow in which it lies.
    """

    hollow: Hollow


@dataclass(frozen=True, slots=True)
class TileOrder(Finding):
    """The tiles after they were mixed, read from the list of tile bodies.

    Args:
        tiles: All tiles: first one for each hollow in order, then the supply, its top tile first.
    """

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Garden(Finding):
    """How the garden stands before play, read from the poses of all pieces at rest.

    Args:
        covered: Hollows closed by exactly one tile; a count.
        face_up: Tiles, the supply included, whose earth side does not look up; a count.
        patches: Edges at which a grass patch stands with its slope down to the bed; a count.
        bowl: Drops whose centre is inside the bowl; a count.
        cans: Players who have a watering can before them; a count.
    """

    covered: int
    face_up: int
    patches: int
    bowl: int
    cans: int


@dataclass(frozen=True, slots=True)
class Carrot(Finding):
    """Who ate a carrot last, as the players say or a seed decides.

    Args:
        eater: That player.
    """

    eater: Seat


@dataclass(frozen=True, slots=True)
class Reading:
    """One hollow and the tile that belongs to it, read from poses at rest.

    Args:
        hollow: The hollow.
        drops: Drops whose centre is inside it, below the land's top; a count. One on a flat tile is not inside.
        tilt: Angle in degrees between the normal of the tile's earth side and straight up: 0 lies face down,
            90 stands upright, 180 lies picture up.
        offset: Horizontal distance in metres between the centres of the tile and of the hollow.
        rise: Height in metres of the tile's centre above the land's top; below zero inside the hollow.
    """

    hollow: Hollow
    drops: int
    tilt: float
    offset: float
    rise: float


@dataclass(frozen=True, slots=True)
class Watered(Finding):
    """What a poured drop did, read once it and all that it moved have come to rest.

    Args:
        poured: Drops that left the can; a count.
        aim: Horizontal distance in metres from the nozzle at the release to the centre of the hollow aimed at,
            or to the outline of the grass patch aimed at (0 above the patch).
        touched: The first of grass and bed that the drop touched, from its contacts after every step; None if
            it touched neither.
        rest: Where the drop lies.
        hollows: Each hollow whose drops or tile lie otherwise than before the drop was poured.
        loose: Older drops that now lie outside all hollows, in the garden or beyond; a count.
        speed: Greatest speed in metres a second of any drop or tile at the moment of the reading.
    """

    poured: int
    aim: float
    touched: Surface | None
    rest: Rest
    hollows: tuple[Reading, ...]
    loose: int
    speed: float


@dataclass(frozen=True, slots=True)
class Cleared(Finding):
    """How the garden lies after a tile was taken, the others of its kind turned and their drops picked out.

    Args:
        left: Drops that still lie in the cleared hollows; a count.
        face_up: Tiles on the cleared hollows whose earth side does not look up; a count.
        bare: Cleared hollows that no tile closes; a count.
        strays: The hollows, others than the cleared ones, into which a drop rolled while being picked out, one
            for each such drop.
    """

    left: int
    face_up: int
    bare: int
    strays: tuple[Hollow, ...]


NOTATION: Final = Notation(
    {
        "direct": Direct,
        "grass": Grass,
        "stop": Stop,
        "leave": Leave,
        "take": Take,
        "tiles": TileOrder,
        "garden": Garden,
        "carrot": Carrot,
        "watered": Watered,
        "cleared": Cleared,
    }
)
