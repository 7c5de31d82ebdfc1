"""What lies on the table between two acts, as frozen data: at rest, so poses say everything.

Every attempt begins with a new world made of a scene. So a scene can be kept, saved and tried again, and the same
scene and the same attempt give the same bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum

from sandbox.errors import UnknownName
from sandbox.geometry import Pose

__all__ = ["Piece", "Role", "Scene"]


class Role(Enum):
    """What a piece is to the rules."""

    WALL = "wall"  # of a level that stands or that hands build
    PLATFORM = "platform"
    FLAG = "flag"
    SANDBAG = "sandbag"
    SUPPORT = "support"
    FALLEN_WALL = "fallen wall"  # counts as fallen, until it is cleared up
    FALLEN_PLATFORM = "fallen platform"
    FALLEN_SANDBAG = "fallen sandbag"
    FALLEN_SUPPORT = "fallen support"
    BLOCK = "block"  # launched, until it is cleared up
    PROP = "prop"  # belongs to the supply, but something that stands still rests on it
    CATAPULT = "catapult"


FALLEN = {
    Role.WALL: Role.FALLEN_WALL,
    Role.PLATFORM: Role.FALLEN_PLATFORM,
    Role.SANDBAG: Role.FALLEN_SANDBAG,
    Role.SUPPORT: Role.FALLEN_SUPPORT,
}
CARDS = frozenset(FALLEN)
HEAP = frozenset(FALLEN.values())


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece.

    Args:
        name: Of its body.
        kind: Id of its component.
        role: What it is to the rules.
        owner: Seat whose it is; of a block, who launched it.
        pose: Where its model frame is.
        placed: Where it was when hands let it go.
        level: Of the tower, from 1; 0 for what belongs to none.
        counts: Whether the last reading counted it: a wall that carries its level, a defence that did not fall.
        aside: Whether it was put aside, off the table, until it is cleared up.
    """

    name: str
    kind: str
    role: Role
    owner: int
    pose: Pose
    placed: Pose
    level: int = 0
    counts: bool = True
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All pieces that are on the table, or aside.

    Args:
        players: How many towers there are.
        apart: Metres between the middles of neighbouring towers.
        pieces: In the order in which they came.
        flags: Where each flag was last up, seen from above, metres.
    """

    players: int
    apart: float
    pieces: tuple[Piece, ...] = ()
    flags: tuple[tuple[float, float], ...] = ()

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def piece(self, name: str) -> Piece:
        """Return a piece. Raises `UnknownName`."""
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise UnknownName("piece", name, [piece.name for piece in self.pieces])

    def of(self, seat: int | None, *roles: Role) -> list[Piece]:
        """Return the pieces of a seat (None: of all) that have one of these roles."""
        return [p for p in self.pieces if p.role in roles and (seat is None or p.owner == seat)]

    def level(self, seat: int, number: int) -> list[Piece]:
        """Return the walls and the platform of one level."""
        return [p for p in self.of(seat, Role.WALL, Role.PLATFORM) if p.level == number]

    def height(self, seat: int) -> int:
        """Return how many levels a tower has, standing or not yet judged."""
        return max((p.level for p in self.of(seat, Role.PLATFORM)), default=0)

    def on_table(self) -> list[Piece]:
        """Return the pieces that are not aside."""
        return [piece for piece in self.pieces if not piece.aside]

    def adding(self, pieces: Iterable[Piece]) -> Scene:
        """Return the scene with more pieces."""
        return replace(self, pieces=(*self.pieces, *pieces))

    def without(self, names: Iterable[str]) -> Scene:
        """Return the scene without some pieces."""
        gone = set(names)
        return replace(self, pieces=tuple(piece for piece in self.pieces if piece.name not in gone))

    def changed(self, change: Callable[[Piece], Piece]) -> Scene:
        """Return the scene with every piece changed by a function."""
        return replace(self, pieces=tuple(change(piece) for piece in self.pieces))

    def free_name(self, stem: str) -> str:
        """Return `stem` with the lowest number that no piece has: `p1.level2.wall1`."""
        taken = {piece.name for piece in self.pieces}
        number = 1
        while f"{stem}{number}" in taken:
            number += 1
        return f"{stem}{number}"
