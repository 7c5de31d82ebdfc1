"""The state of a game of Burp, and the questions that its rules ask of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Final

from sandbox.rules.base import Options, Seat
from sandbox.rules.burp.data import ROW, SIDES
from sandbox.rules.burp.pieces import Fruit, Pawn, Place
from sandbox.rules.heaps import put_at

__all__ = [
    "BurpOptions",
    "BurpState",
    "Errand",
    "Phase",
    "Placed",
    "Player",
    "around",
    "change",
    "dots_due",
    "dots_in_use",
    "meeting",
    "quarters_to",
    "side_of",
]


class Phase(Enum):
    """What the game waits for; where not said otherwise, the first of the queue is to act."""

    FIRST = "first"  # nature: who begins
    DEAL = "deal"  # nature: the first fruits
    STONES = "stones"  # the first stone
    RIPEN = "ripen"  # nature: fruit on empty dots
    DOCKS = "docks"  # nature: the dock of the first of the queue
    WANDER = "wander"  # the player whose turn it is places a pawn
    COLLECT = "collect"
    STEAL = "steal"  # nobody: what the next fighter finds is looked up
    GIVE = "give"  # the victim gives a stone to the first of the queue
    ROBBED = "robbed"  # nature: the dock out of which a stone was taken
    MORE = "more"  # a second stone or not
    TRADE = "trade"
    FISHERS = "fishers"  # nature: the fisher of the first of the queue is on its dock
    PASSAGE = "passage"  # nature: the spinner passes the first of the queue
    SPIN = "spin"  # nature: the spinner has stopped
    REFILL = "refill"  # nature: fruit on all dots again
    GENIUS = "genius"
    COPY = "copy"  # the first of the copiers
    OVER = "over"


@dataclass(frozen=True, slots=True)
class BurpOptions(Options):
    """The variants of Burp.

    Args:
        copying: Whether others may copy an invention right after it was made.
    """

    copying: bool = True


@dataclass(frozen=True, slots=True)
class Player:
    """What one player has, its wood block left out, which never leaves the village.

    Args:
        strips: Strips that lie in the village; a count.
        stones: Stones that lie in the village, in order.
        dock_strips: Strips in the dock; zero when there is no dock.
        dock_stones: Stones in the dock, in order.
        fruit: The hand, sorted.
        aside: Fruit that was received in the trade that goes on.
        marker: Its place on the chart, the bottom being 0.
        disks: The disks it has taken.
        ideas: Inventions discovered or copied, in that order.
        skills: Those of them whose privilege is in effect.
    """

    strips: int
    stones: tuple[int, ...]
    dock_strips: int
    dock_stones: tuple[int, ...]
    fruit: tuple[Fruit, ...]
    aside: tuple[Fruit, ...]
    marker: int
    disks: tuple[str, ...]
    ideas: tuple[str, ...]
    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A pawn at a place."""

    seat: Seat
    pawn: Pawn
    place: Place


@dataclass(frozen=True, slots=True)
class Errand:
    """Something that a player, or nature for it, still has to do in this phase, and where."""

    seat: Seat
    place: Place


@dataclass(frozen=True, slots=True)
class BurpState:
    """A game of Burp.

    Args:
        options: The variants it is played with.
        phase: What it waits for.
        start: The starting player; after a spin already that of the next round.
        players: What each player has.
        reserve: The fruit of the reserve, sorted.
        sea: The fruit of each red dot, or None; during a spin and until the dots are filled again, the fruit
            that lay there and has not been caught.
        quarry: The stones of the quarry, in order.
        woods: How many strips are in the woods.
        disks: The disks that nobody has taken.
        pawns: The pawns placed in this round.
        queue: What is still to be done in this phase, the first of it now.
        count: How often the first of the queue has acted: pieces taken, stones got, requests made.
        fishing: Whose fishers stand on their docks.
        idea: The invention that may be copied now, if any.
        copiers: Who has still to say whether to copy it.
        quiet: Rounds in a row without an invention, this one included once its time to invent has come.
    """

    options: BurpOptions
    phase: Phase
    start: Seat
    players: tuple[Player, ...]
    reserve: tuple[Fruit, ...]
    sea: tuple[Fruit | None, ...]
    quarry: tuple[int, ...]
    woods: int
    disks: tuple[str, ...]
    pawns: tuple[Placed, ...]
    queue: tuple[Errand, ...]
    count: int
    fishing: tuple[Seat, ...]
    idea: str | None
    copiers: tuple[Seat, ...]
    quiet: int


_SIDES_OF: Final = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}  # the side of each seat's village


def around(state: BurpState, first: int | None = None) -> Iterator[Seat]:
    """Yield all players clockwise, from the starting player on or from `first`."""
    players = len(state.players)
    begin = state.start if first is None else first
    for k in range(players):
        yield Seat((begin + k) % players)


def change(state: BurpState, seat: int, **values: Any) -> BurpState:  # noqa: ANN401 - as `replace` takes them
    """Return the state with fields of one player replaced."""
    player = replace(state.players[seat], **values)
    return replace(state, players=put_at(state.players, seat, player))


def meeting(state: BurpState, pawn: Pawn, place: Place) -> list[Seat]:
    """Return whose pawns of a type are at a place, clockwise from the starting player."""
    there = {p.seat for p in state.pawns if p.pawn is pawn and p.place == place}
    return [seat for seat in around(state) if seat in there]


def side_of(state: BurpState, seat: int) -> int:
    """Return the side of the board at which a player's village lies, counted clockwise from that of P1."""
    return _SIDES_OF[len(state.players)][seat]


def quarters_to(state: BurpState, seat: int) -> int:
    """Return how many quarter turns clockwise the spinner takes from the starting player's mark to a village's.

    Its own is a full turn away: the arm lies just past its dock.
    """
    return (side_of(state, seat) - side_of(state, state.start)) % SIDES or SIDES


def dots_in_use(state: BurpState) -> list[int]:
    """Return the dots that get fruit, clockwise from the first one before the starting player's village."""
    players = len(state.players)
    sides = _SIDES_OF[players]
    first = side_of(state, state.start) * ROW
    found = []
    for k in range(SIDES * ROW):
        side, place = divmod((first + k) % (SIDES * ROW), ROW)
        if side in sides or (players == 3 and place == ROW // 2):
            found.append(side * ROW + place + 1)
    return found


def dots_due(state: BurpState) -> list[int]:
    """Return the dots that nature has to fill now, as far as the fruit goes."""
    used = dots_in_use(state)
    if state.phase is Phase.REFILL:
        fruit = len(state.reserve) + sum(fruit is not None for fruit in state.sea)
        return used[:fruit]
    return [dot for dot in used if state.sea[dot - 1] is None][: len(state.reserve)]
