"""What lies on the table of Beethupferl between two acts, as frozen data: at rest, so poses say everything.

Every attempt begins with a new world made of a scene. So a scene can be kept, saved and tried again, the same
scene and the same attempt give the same bits, and a watering late in a game costs what one early in it costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from sandbox.errors import UnknownName
from sandbox.geometry import Pose
from sandbox.rules.beethupferl import Tile

__all__ = ["Drop", "Laid", "Scene", "Zone"]


class Zone(Enum):
    """Where a piece is to the rules."""

    BED = "bed"  # in the garden: a tile on its hollow, a drop wherever it came to rest
    HAND = "hand"  # a tile to be laid on a hollow, a drop to be picked out of one, or one to be used again
    SUPPLY = "supply"
    TAKEN = "taken"  # before a player
    REMOVED = "removed"
    BOWL = "bowl"
    CAN = "can"


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile.

    Args:
        name: Of its body.
        picture: What is on its lower side; only the referee knows before it shows.
        zone: Where it is.
        pose: Its model frame: the centre, z out of its earth side.
        hollow: To which hollow it belongs, from 1; 0 for none.
        owner: Before whom it lies; -1 for nobody.
    """

    name: str
    picture: Tile
    zone: Zone
    pose: Pose
    hollow: int = 0
    owner: int = -1


@dataclass(frozen=True, slots=True)
class Drop:
    """A drop of water.

    Args:
        name: Of its body.
        zone: Where it is.
        pose: Its centre.
        hollow: In which hollow it is, from 1; 0 for none.
    """

    name: str
    zone: Zone
    pose: Pose
    hollow: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """All tiles and drops of a game.

    Args:
        players: How many cans there are.
        tiles: Those of the supply in their order, the top one first.
        drops: In the order of their names.
    """

    players: int
    tiles: tuple[Laid, ...] = ()
    drops: tuple[Drop, ...] = ()

    def tile_on(self, hollow: int) -> Laid:
        """Return the tile that belongs to a hollow. Raises `UnknownName`."""
        for tile in self.tiles:
            if tile.hollow == hollow and tile.zone in (Zone.BED, Zone.HAND):
                return tile
        raise UnknownName("hollow", str(hollow), [str(tile.hollow) for tile in self.laid()])

    def laid(self) -> Iterator[Laid]:
        """Yield the tiles that lie in the garden."""
        return (tile for tile in self.tiles if tile.zone is Zone.BED)

    def drops_in(self, hollow: int) -> list[Drop]:
        """Return the drops in a hollow, those that hands are about to pick out too."""
        return [drop for drop in self.drops if drop.hollow == hollow]

    def wet(self) -> Iterator[Drop]:
        """Yield the drops that lie somewhere in the garden."""
        return (drop for drop in self.drops if drop.zone is Zone.BED or (drop.zone is Zone.HAND and drop.hollow))

    def of(self, zone: Zone) -> list[Drop]:
        """Return the drops of a zone."""
        return [drop for drop in self.drops if drop.zone is zone]

    def heap(self, zone: Zone, owner: int = -1) -> list[Laid]:
        """Return the tiles of a zone that lie before a player, or (-1) before nobody, in their order."""
        return [tile for tile in self.tiles if tile.zone is zone and tile.owner == owner]

    def with_tiles(self, change: Callable[[Laid], Laid]) -> Scene:
        """Return the scene with every tile changed by a function."""
        return replace(self, tiles=tuple(map(change, self.tiles)))

    def with_drops(self, change: Callable[[Drop], Drop]) -> Scene:
        """Return the scene with every drop changed by a function."""
        return replace(self, drops=tuple(map(change, self.drops)))
