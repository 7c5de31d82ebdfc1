"""How things are tried on the table of Hurlyburly. Lengths in metres, angles in degrees, seeds of tremors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from sandbox.referee.hurlyburly.launch import Launched
from sandbox.referee.hurlyburly.scene import Scene
from sandbox.referee.words import Attempt, demand_from_zero

__all__ = [
    "AnyAttempt",
    "Build",
    "ByHand",
    "Defend",
    "Draw",
    "Hand",
    "Look",
    "Mend",
    "Place",
    "SetUp",
    "Shoot",
    "Spot",
]


@dataclass(frozen=True, slots=True)
class Hand:
    """How steady a hand is, and which of its tremors comes.

    Args:
        seed: The same seed trembles the same way again.
        position: Sigma in metres along x and along y of where a piece is let go.
        angle_deg: Sigma of its turn about the vertical.
    """

    seed: int = 0
    position: float = 1e-3
    angle_deg: float = 1.0

    def __post_init__(self) -> None:
        demand_from_zero(self, "seed", "position", "angle_deg")


@dataclass(frozen=True, slots=True)
class Draw(Attempt):
    """Draw the starting player."""

    seed: int

    def __post_init__(self) -> None:
        demand_from_zero(self, "seed")


@dataclass(frozen=True, slots=True)
class SetUp(Attempt):
    """Build every tower and put every catapult beside it.

    Args:
        hand: Of whoever sets up.
        apart: Metres between the middles of neighbouring towers; 0 takes the table's own.
    """

    hand: Hand
    apart: float = 0.0


@dataclass(frozen=True, slots=True)
class Build(Attempt):
    """Build what is in the hands on top of the tower, piece by piece, and the flag on top.

    Args:
        hand: Of the builder.
        shift: Where the new levels stand, from the middle of the platform below, in the tower's own directions.
        flag_shift: The same for the flag.
    """

    hand: Hand
    shift: tuple[float, float] = (0.0, 0.0)
    flag_shift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Mend(Attempt):
    """Rebuild a base, or put flags back."""

    hand: Hand


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a defence card is put.

    Args:
        kind: What it is.
        x: Of its origin, on the table.
        y: Likewise.
        bottom: Height of its lowest point; what lies there must be free.
        yaw_deg: How it is turned.
    """

    kind: Literal["sandbag", "support"]
    x: float
    y: float
    bottom: float = 0.0
    yaw_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Defend(Attempt):
    """Place the defence cards that are in the hands."""

    hand: Hand
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Place(Attempt):
    """Put the catapult somewhere.

    Args:
        x: Middle of its base on the table.
        y: Likewise.
        yaw_deg: Where it shoots, anticlockwise from x.
    """

    x: float
    y: float
    yaw_deg: float


@dataclass(frozen=True, slots=True)
class Shoot(Attempt):
    """Lay a block on the basket, pull it back and let go.

    Args:
        hand: Its seed makes the tremor; nothing is placed, so the sigmas of placing do not matter.
        pull_deg: How far the card is bent back.
        pull_sigma_deg: Sigma of that.
        yaw_sigma_deg: Sigma of where the catapult points.
        pull_speed: m/s of the top of the basket while it is pulled.
        blocks: How many blocks are laid on the basket.
        holds: Whether a hand holds the base.
    """

    hand: Hand
    pull_deg: float
    pull_sigma_deg: float = 1.0
    yaw_sigma_deg: float = 0.5
    pull_speed: float = 0.2
    blocks: int = 1
    holds: bool = True

    def __post_init__(self) -> None:
        demand_from_zero(self, "pull_sigma_deg", "yaw_sigma_deg")


@dataclass(frozen=True, slots=True)
class Look(Attempt):
    """Touch nothing; only look."""


@dataclass(frozen=True, slots=True)
class ByHand(Attempt):
    """A person did it with hands of their own; this is what they left.

    Args:
        scene: Everything that lies on the table, where it came to rest.
        settled: Whether everything came to rest before it was looked at.
        waited: Seconds that were waited for rest.
        moving: What still moved then, the fastest first.
        launched: How the block was launched, if one was.
    """

    scene: Scene
    settled: bool = True
    waited: float = 0.0
    moving: tuple[str, ...] = ()
    launched: Launched | None = None


AnyAttempt: TypeAlias = Draw | SetUp | Build | Mend | Defend | Place | Shoot | Look | ByHand
