"""The state of a game of Beethupferl, its variants, and what follows from how the garden lies."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from sandbox.rules.base import Options, Seat
from sandbox.rules.beethupferl.acts import Direct, Grass
from sandbox.rules.beethupferl.tiles import VEGETABLES, Hollow, Tile

__all__ = [
    "GOAL",
    "SNAILS",
    "THREE",
    "BeethupferlOptions",
    "BeethupferlState",
    "Phase",
    "Version",
    "directly_waterable",
    "goal_met",
    "poured_directly",
    "snails_taken",
    "tiles_to_take",
    "vegetables_wait",
    "visible",
]

THREE: Final = 3  # drops in a hollow, or visible tiles of a kind, that make a harvest
SNAILS: Final = 3  # snails taken that end the game
GOAL: Final = 2  # vegetables of each kind that win the cooperative variant


class Phase(Enum):
    """What the game waits for."""

    TILES = "tiles"  # nature: the order of the tiles
    GARDEN = "garden"  # nature: how the garden stands
    FIRST = "first"  # nature: who begins
    WATER = "water"  # the player: water, or stop before the second time
    POUR = "pour"  # nature: what the drop did
    TAKE = "take"  # the player: which tile to take
    CLEAR = "clear"  # nature: how the garden lies after a tile was taken
    AGAIN = "again"  # the player: use a drop that rests outside again, or not
    OVER = "over"


class Version(Enum):
    """The way of watering that the players have agreed on, by the age from which it is meant."""

    FOUR = "4"  # directly only
    FIVE = "5"  # directly, or once or twice from the grass


@dataclass(frozen=True, slots=True)
class BeethupferlOptions(Options):
    """The variants of Beethupferl.

    Args:
        version: How players water.
        advanced: Whether a third drop harvests a vegetable only when it rolled in from the grass.
        cooperative: Whether all play together against the snails; alone one can play only so.
    """

    version: Version = Version.FIVE
    advanced: bool = False
    cooperative: bool = False


@dataclass(frozen=True, slots=True)
class BeethupferlState:
    """A game of Beethupferl. A tile is visible exactly when its hollow holds a drop, and upright with two.

    Args:
        options: The variants that are played.
        phase: What the game waits for.
        turn: Whose turn it is.
        tiles: The tile of each hollow.
        drops: The drops in each hollow.
        supply: The face-down supply, its top tile first.
        bowl: The drops in the bowl.
        can: The drops in the can of the player, or in hand to be used again: none or one.
        hand: The drops that are being picked out of cleared hollows.
        watered: How often the player has filled the can in this turn.
        watering: The watering that was made last in this turn, if any.
        missed: Whether its drop touched the bed before the grass although it was poured at the grass.
        third: Whether the tile that was taken last had three drops.
        taken: The tiles before each player, snails included.
        removed: The vegetables that the cooperative variant took out of the game.
    """

    options: BeethupferlOptions
    phase: Phase
    turn: Seat
    tiles: tuple[Tile, ...]
    drops: tuple[int, ...]
    supply: tuple[Tile, ...]
    bowl: int
    can: int
    hand: int
    watered: int
    watering: Direct | Grass | None
    missed: bool
    third: bool
    taken: tuple[tuple[Tile, ...], ...]
    removed: tuple[Tile, ...]


def visible(state: BeethupferlState, kind: Tile) -> list[Hollow]:
    """Return the hollows in which a tile of a kind shows its picture."""
    pairs = zip(state.tiles, state.drops, strict=True)
    return [Hollow(i) for i, (tile, drops) in enumerate(pairs, start=1) if drops and tile is kind]


def tiles_to_take(state: BeethupferlState) -> list[Hollow]:
    """Return the hollows from which the player must take a tile now: those with a third drop come first."""
    due = [hollow for hollow in _claims(state) if not _waits(state, hollow)]
    thirds = [hollow for hollow in due if state.drops[hollow - 1] >= THREE]
    return thirds or due


def vegetables_wait(state: BeethupferlState) -> bool:
    """Return whether a vegetable waits for the next player."""
    return any(_waits(state, hollow) for hollow in _claims(state))


def _waits(state: BeethupferlState, hollow: Hollow) -> bool:
    """Return whether a tile that is due was won by a second drop that missed the grass.

    A snail does not wait, nor does a vegetable that a third drop takes out of a cooperative game: it is not won.
    """
    if not state.missed or state.watered == 1 or state.tiles[hollow - 1] is Tile.SNAIL:
        return False
    return not (state.options.cooperative and state.drops[hollow - 1] >= THREE)


def _claims(state: BeethupferlState) -> list[Hollow]:
    """Return the hollows whose tile somebody has to take: three drops in it, or three of its kind visible."""
    shown = [tile if drops else None for tile, drops in zip(state.tiles, state.drops, strict=True)]
    many = {tile for tile in shown if tile is not None and shown.count(tile) >= THREE}
    pairs = enumerate(zip(shown, state.drops, strict=True), start=1)
    return [Hollow(i) for i, (tile, drops) in pairs if drops >= THREE or tile in many]


def directly_waterable(state: BeethupferlState) -> list[Hollow]:
    """Return the hollows that may be watered directly: by the advanced harvest not those that hold two drops.

    They may after all when there are no others, for somebody has to water.
    """
    hollows = [Hollow(i) for i in range(1, len(state.drops) + 1)]
    if not state.options.advanced:
        return hollows
    return [hollow for hollow in hollows if state.drops[hollow - 1] < THREE - 1] or hollows


def poured_directly(state: BeethupferlState, *, missed: bool) -> bool:
    """Return whether the last watering was direct, or counts as such because its drop missed the grass."""
    return missed or isinstance(state.watering, Direct)


def snails_taken(state: BeethupferlState) -> int:
    """Return how many snails all players together have taken."""
    return sum(tiles.count(Tile.SNAIL) for tiles in state.taken)


def goal_met(state: BeethupferlState) -> bool:
    """Return whether all together have enough vegetables of each kind."""
    return all(sum(tiles.count(kind) for tiles in state.taken) >= GOAL for kind in VEGETABLES)
