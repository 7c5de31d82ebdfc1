"""The state of a game of Hurlyburly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from sandbox.rules.base import Options, Seat
from sandbox.rules.heaps import put_at

__all__ = ["Cards", "HurlyburlyOptions", "HurlyburlyState", "Phase", "Player", "clockwise", "put"]


@dataclass(frozen=True, slots=True)
class HurlyburlyOptions(Options):
    """The variants of Hurlyburly.

    Args:
        experienced: Whether a successful attack costs an upgrade, and four blocks are the most, not five.
        rounds: After how many rounds the highest tower wins.
    """

    experienced: bool = False
    rounds: int = 200


class Phase(Enum):
    """What the game waits for."""

    START = "start"  # nature: who starts
    SETUP = "setup"  # nature: the table before the first turn
    TURN = "turn"  # the player: one action
    BUILD = "build"  # nature: the towers after the player built
    PLACE = "place"  # nature: the table after the player placed defences
    AIM = "aim"  # nature: where the catapult stands
    SHOT = "shot"  # nature: a launch and what it did
    FLAG = "flag"  # nature: the towers after rivals put their flags back between two shots
    FIRE = "fire"  # the player: another shot, or no more
    MEND = "mend"  # nature: the towers after one player rebuilt a base or put a flag back
    STEAL = "steal"  # the player: fallen cards of one rival, or no more
    RAISE = "raise"  # the player: how stolen cards are built
    WIN = "win"  # nature: whether the tower still stands as the turn of a player who would win begins
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Cards:
    """A heap of cards, by kind."""

    walls: int = 0
    platforms: int = 0
    sandbags: int = 0
    supports: int = 0

    def __add__(self, other: Cards) -> Cards:
        return Cards(
            self.walls + other.walls,
            self.platforms + other.platforms,
            self.sandbags + other.sandbags,
            self.supports + other.supports,
        )

    def __sub__(self, other: Cards) -> Cards:
        return Cards(
            self.walls - other.walls,
            self.platforms - other.platforms,
            self.sandbags - other.sandbags,
            self.supports - other.supports,
        )


@dataclass(frozen=True, slots=True)
class Player:
    """What belongs to one player.

    Args:
        levels: The upright walls of each standing level, the lowest first.
        flag: Whether the flag is up, on the top level.
        sandbags: Sandbags that stand before the tower.
        supports: Supports that are in place.
        blocks: Blocks in the personal supply.
        upgrades: Upgrade cards in the catapult.
        fallen: The player's cards that lie about until the turn's action is cleared up.
        lost: Levels that shots of this turn demolished.
    """

    levels: tuple[int, ...]
    flag: bool = True
    sandbags: int = 0
    supports: int = 0
    blocks: int = 0
    upgrades: int = 0
    fallen: Cards = Cards()
    lost: int = 0


@dataclass(frozen=True, slots=True)
class HurlyburlyState:
    """A game of Hurlyburly.

    Args:
        phase: What it waits for.
        options: The variants played.
        turn: Whose turn it is.
        first: Who started.
        round: The round, counted from 1.
        box: Platforms that are not in play.
        supply: The cards of the general supply.
        upgrades: Upgrade cards of the general supply.
        blocks: Blocks of the general supply.
        players: What belongs to each player.
        rising: The walls of each level that the player's hands are building, the lowest first.
        placing: The defence cards in the player's hands.
        target: At whom the shot goes that is being fired.
        launched: Blocks fired in this turn, the one in the basket included.
        mending: Who has to put a tower or a flag right now.
        may_steal: Whether the attacker's stealing is still to come.
        robbed: The rivals who were stolen from in this turn.
        stolen: Cards that the attacker took and has not built yet.
        opening: Whether the turn has only begun: what fell is cleared up, then the player still acts.
        winner: Who won, if the game did not end by its last round.
    """

    phase: Phase
    options: HurlyburlyOptions
    turn: Seat
    first: Seat
    round: int
    box: int
    supply: Cards
    upgrades: int
    blocks: int
    players: tuple[Player, ...]
    rising: tuple[int, ...] = ()
    placing: Cards = Cards()
    target: Seat | None = None
    launched: int = 0
    mending: tuple[Seat, ...] = ()
    may_steal: bool = False
    robbed: tuple[Seat, ...] = ()
    stolen: Cards = Cards()
    opening: bool = False
    winner: Seat | None = None


def put(state: HurlyburlyState, seat: Seat, player: Player) -> HurlyburlyState:
    """Return the state with one player replaced."""
    return replace(state, players=put_at(state.players, seat, player))


def clockwise(state: HurlyburlyState) -> list[Seat]:
    """Return all seats in order, from the left neighbour of the player whose turn it is to that player."""
    count = len(state.players)
    return [Seat((state.turn + k) % count) for k in range(1, count + 1)]
