"""What players can do in Burp and what is read from its table, each with its verb.

Names on the table: stones are numbered from 1. Red dots are numbered from 1 clockwise, three before each side
of the board, beginning before the village of P1 and with the one that the spinner passes first. While the
spinner turns, a fruit keeps the number of the dot on which it lay: so nobody has to look at its mark.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sandbox.rules.base import Finding, Move, Notation, Seat
from sandbox.rules.burp.pieces import Fruit, Pawn, Place

__all__ = [
    "NOTATION",
    "Ask",
    "Copy",
    "Deal",
    "Dock",
    "First",
    "Fisher",
    "Give",
    "Invent",
    "OnDot",
    "Pass",
    "Passage",
    "Pushed",
    "Put",
    "Resting",
    "Ripe",
    "Robbed",
    "Spun",
    "Steal",
    "Stone",
    "Strip",
]


@dataclass(frozen=True, slots=True)
class Put(Move):
    """Place a pawn face down.

    Args:
        pawn: Which of the own pawns.
        place: Where.
    """

    pawn: Pawn
    place: Place


@dataclass(frozen=True, slots=True)
class Strip(Move):
    """Take a strip from the woods."""


@dataclass(frozen=True, slots=True)
class Stone(Move):
    """Take a stone from the quarry.

    Args:
        stone: Its number.
    """

    stone: int


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Give a stone to the fighter in the own village.

    Args:
        stone: Its number.
    """

    stone: int


@dataclass(frozen=True, slots=True)
class Steal(Move):
    """Steal a second stone, as the wheel allows."""


@dataclass(frozen=True, slots=True)
class Ask(Move):
    """Ask another trader for a fruit.

    Args:
        trader: Who is asked.
        colour: The colour of the fruit.
    """

    trader: Seat
    colour: str


@dataclass(frozen=True, slots=True)
class Invent(Move):
    """Turn in the fruits of an invention and take its disk.

    Args:
        invention: Its name in the data.
    """

    invention: str


@dataclass(frozen=True, slots=True)
class Copy(Move):
    """Turn in the fruits of the invention that somebody has just made."""


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Go without: a second piece, a request, an invention or a copy."""


@dataclass(frozen=True, slots=True)
class First(Finding):
    """Who has the longest hair, and how the spinner lies before the first round.

    Args:
        seat: Who has the longest hair, as the players say.
        arm: Angle in radians from the red mark outside that player's village clockwise to the outer end of the
            arm at rest; read from the arm's joint.
    """

    seat: Seat
    arm: float


@dataclass(frozen=True, slots=True)
class Deal(Finding):
    """The fruits that the players got, read from the mark beneath each fruit that left the reserve.

    Args:
        hands: The fruits of each player, in the order of seats.
    """

    hands: tuple[tuple[Fruit, ...], ...]


@dataclass(frozen=True, slots=True)
class OnDot:
    """A fruit that lies on a red dot.

    Args:
        dot: The number of the dot whose centre is nearest to that of the fruit.
        fruit: The fruit, read from the mark beneath it.
    """

    dot: int
    fruit: Fruit


@dataclass(frozen=True, slots=True)
class Ripe(Finding):
    """The fruits that were put on red dots, read from their poses at rest.

    Args:
        fruits: The fruits put down since the last reading, each with its dot.
        face_up: How many of them do not lie with the mark down.
        off: Greatest distance in metres, seen from above, from the centre of one of them to that of its dot.
    """

    fruits: tuple[OnDot, ...]
    face_up: int
    off: float


@dataclass(frozen=True, slots=True)
class Dock(Finding):
    """A dock when the time to build is over, read from poses and contacts at rest and from the builder's hands.

    Args:
        seat: Whose village it is in.
        strips: Strips that touch the block or another piece of the dock; a count.
        stones: The numbers of the stones that do.
        loose: How many of these strips the block does not bear, directly or through other pieces (support
            graph from the block up).
        on_board: How many of these pieces touch the board.
        outside: How far in metres the block, or a stone that bears a strip, reaches beyond the edge of the
            village, seen from above; zero or less where all are inside.
        finished: Seconds from the beginning of the phase to the last touch of a piece by its builder.
        tests: How often a pawn touched the dock in the phase, or a hand loaded a strip without holding it.
    """

    seat: Seat
    strips: int
    stones: tuple[int, ...]
    loose: int
    on_board: int
    outside: float
    finished: float
    tests: int


@dataclass(frozen=True, slots=True)
class Robbed(Finding):
    """A dock at rest after a stone was taken out of it; the fields are read as those of a Dock.

    Args:
        seat: Whose village it is in.
        strips: Strips that touch the block or another piece of the dock; a count.
        stones: The numbers of the stones that do.
        loose: How many of these strips the block does not bear.
        on_board: How many of these pieces touch the board.
        outside: How far in metres the block, or a stone that bears a strip, reaches beyond the village.
    """

    seat: Seat
    strips: int
    stones: tuple[int, ...]
    loose: int
    on_board: int
    outside: float


@dataclass(frozen=True, slots=True)
class Fisher(Finding):
    """A dock at rest after its fisher was put on it, read from the support graph from the block up.

    Args:
        seat: Whose dock it is.
        pawns: How many pawns the dock bears.
        strips: How many strips of the dock the block still bears, directly or through other pieces.
    """

    seat: Seat
    pawns: int
    strips: int


@dataclass(frozen=True, slots=True)
class Pushed:
    """A fruit at the moment of a passage.

    Args:
        dot: The dot on which it lay before the spinner turned.
        radius: Distance in metres from the middle of the board to its centre, seen from above.
        gap: Largest clearance in metres on the way from the arm to it, over other fruit or none, by the way
            on which that is smallest.
    """

    dot: int
    radius: float
    gap: float


@dataclass(frozen=True, slots=True)
class Passage(Finding):
    """What lies in the sea when the spinner passes a fisher, interpolated between two steps of the trace.

    Args:
        seat: Whose fisher is passed.
        turned: Radians that the arm has turned clockwise since the spin began.
        beneath: Distance in metres between the arm and the centre of the fisher, seen from above, at the
            moment of this reading.
        fisher: Distance in metres from the middle of the board to the centre of the fisher, seen from above.
        arm_gap: Smallest clearance in metres between arm and dock up to this moment; zero or less is a hit.
        dock_moved: Greatest distance in metres that a piece of the dock has moved since the spin began.
        fruits: The fruits that are on the board.
    """

    seat: Seat
    turned: float
    beneath: float
    fisher: float
    arm_gap: float
    dock_moved: float
    fruits: tuple[Pushed, ...]


@dataclass(frozen=True, slots=True)
class Resting:
    """A fruit that nobody caught, after the spin.

    Args:
        dot: The dot on which it lay before the spinner turned.
        radius: Distance in metres from the middle of the board to its centre, seen from above.
    """

    dot: int
    radius: float


@dataclass(frozen=True, slots=True)
class Spun(Finding):
    """The spin as a whole, read once the arm and all fruit are at rest.

    Args:
        turned: Radians that the arm turned clockwise; below zero the other way round.
        fastest: Greatest speed of the arm in radians a second.
        fruits: Every fruit that was not caught, on the board or off it.
    """

    turned: float
    fastest: float
    fruits: tuple[Resting, ...]


NOTATION: Final = Notation(
    {
        "put": Put,
        "strip": Strip,
        "stone": Stone,
        "give": Give,
        "steal": Steal,
        "ask": Ask,
        "invent": Invent,
        "copy": Copy,
        "pass": Pass,
        "first": First,
        "deal": Deal,
        "ripe": Ripe,
        "dock": Dock,
        "robbed": Robbed,
        "fisher": Fisher,
        "passage": Passage,
        "spun": Spun,
    }
)
