"""Where the pieces of the games without a table of their own lie, as whoever looks may see them. Pure.

Each game has one function from a view of its state to pieces: what they are, what they are called, where they lie.
A card's name ends in a space and its face (`p1.hand2 7`), or in `back` where its face is not to be seen; the same
name is what the mouse tells about it. Whoever looks sits at the near side of the table, the others clockwise.
"""

# ruff: noqa: ANN401 (states of any game)

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sandbox.geometry import Pose, quat_from_euler_deg

__all__ = ["LAYOUTS", "Laid", "Tint"]

CARD = "common/card"
STEP = 0.067
"""Metres from one card of a row to the next, where there is room."""

THIN = 0.0011
"""Metres that a card lies above the one below it."""

Tint = str | None
"""`#rrggbb` of a piece that is painted, or None for its own look."""

GREY = "#b5ab9b"
"""What is face down."""

SEATS = ("#c0342b", "#2a62ad", "#2f8a45", "#e0aa1e", "#7a3f9d", "#de7420")
"""Colours of seats, as on the panel."""


class Laid(NamedTuple):
    """One piece: id of its component, name, place, and paint."""

    component: str
    name: str
    pose: Pose
    tint: Tint = None


# --- places


def _ground(seat: int, viewer: int, seats: int) -> Pose:
    """Return where a seat sits: its x to the right of its owner, its y towards the middle."""
    turn = -360.0 * ((seat - viewer) % seats) / seats
    angle = math.radians(turn - 90.0)
    return Pose((0.42 * math.cos(angle), 0.25 * math.sin(angle), 0.0), quat_from_euler_deg(0.0, 0.0, turn))


def _on(ground: Pose, x: float, y: float, z: float, *, turn: float = 0.0, flipped: bool = False) -> Pose:
    return ground @ Pose((x, y, z), quat_from_euler_deg(0.0, 180.0 if flipped else 0.0, turn))


def _row(
    ground: Pose, stem: str, faces: Sequence[str], y: float, width: float, *, x: float = 0.0, flipped: bool = False
) -> Iterator[Laid]:
    """Yield cards side by side, one over the other where they would not fit into `width` metres."""
    step = min(STEP, (width - STEP) / max(len(faces) - 1, 1))
    for number, face in enumerate(faces):
        at = x + (number - (len(faces) - 1) / 2) * step
        z = 0.0006 + (number * THIN if step < STEP else 0.0)
        yield Laid(CARD, f"{stem}{number + 1} {face}", _on(ground, at, y, z, flipped=flipped))


def _pile(
    ground: Pose, stem: str, count: int, top: str, x: float, y: float, *, flipped: bool = False
) -> Iterator[Laid]:
    """Yield a pile; one card stands for three, and the top one shows what is to be seen."""
    shown = min(math.ceil(count / 3), 30)
    for number in range(shown):
        face = top if number == shown - 1 else "back"
        pose = _on(ground, x, y, 0.0006 + number * THIN, turn=(number * 37 % 5 - 2) * 0.6, flipped=flipped)
        yield Laid(CARD, f"{stem}{number + 1} {face}", pose)


_MIDDLE = Pose()


def _face(card: Any) -> str:
    text = str(card.to_text())
    return "back" if text == "?" else text


# --- Burst, BOURPIF


def _burst(state: Any, viewer: int) -> Iterator[Laid]:
    """Deck and row in the middle, every hand before its owner."""
    yield from _pile(_MIDDLE, "deck.", len(state.deck), "back", -0.33, 0.0)
    yield from _row(_MIDDLE, "row.", [_face(card) for card in state.row], 0.0, 0.52, x=0.03)
    for seat, hand in enumerate(state.hands):
        ground = _ground(seat, viewer, len(state.hands))
        yield from _row(ground, f"p{seat + 1}.hand", [_face(card) for card in hand], 0.0, 0.36)


def _bourpif(state: Any, viewer: int) -> Iterator[Laid]:
    """The draw pile with a parchment on top, the monsters beside it, what everybody has won before them."""
    if state.draw:
        yield from _pile(_MIDDLE, "draw.", len(state.draw), _face(state.draw[0]), -0.09, 0.0)
    faces = [_face(card) for card in state.pile]
    yield from _row(_MIDDLE, "monster.", faces, 0.0, 0.3, x=0.13, flipped=True)
    for seat, stack in enumerate(state.stacks):
        ground = _ground(seat, viewer, len(state.stacks))
        yield from _row(ground, f"p{seat + 1}.won", [_face(card) for card in stack], 0.0, 0.42, flipped=True)


# --- Burp

STONES = ("burp/stone", "burp/stone_large", "burp/stone_small")
FRUIT = "common/marble"
FRUIT_RADIUS = 0.008
PAINTS: Mapping[str, str] = {
    "red": "#c8372d",
    "green": "#4f9a3a",
    "blue": "#2f6fb5",
    "yellow": "#e3b21f",
    "orange": "#e07b22",
    "purple": "#7d419f",
    "pink": "#dc7fa6",
    "brown": "#7a5230",
    "black": "#35343a",
    "white": "#ece6da",
}


def _burp(state: Any, viewer: int) -> Iterator[Laid]:
    """Fruit on the sea, quarry on the left, woods on the right, a village before every player."""
    for number, fruit in enumerate(state.sea):
        if fruit is not None:
            angle = -2 * math.pi * (number + 0.5) / len(state.sea) - math.pi / 2
            place = Pose((0.13 * math.cos(angle), 0.09 * math.sin(angle), FRUIT_RADIUS))
            yield Laid(FRUIT, f"sea.{number + 1} {fruit.colour}", place, _paint(fruit))
    for number, stone in enumerate(state.quarry):
        at = (-0.38 + number % 3 * 0.045, 0.07 - number // 3 * 0.045, 0.0)
        yield Laid(STONES[stone % 3], f"quarry.stone {stone}", Pose(at))
    for number in range(state.woods):
        at = (0.33, (number % 4 - 1.5) * 0.02, 0.0016 + number // 4 * 0.0032)
        yield Laid("burp/strip", f"woods.strip{number + 1}", Pose(at))
    for number, disk in enumerate(state.disks):
        at = (0.29 + number % 3 * 0.03, -0.1 - number // 3 * 0.03, 0.002)
        yield Laid("disk", f"disk{number + 1} {disk}", Pose(at), "#d9b46a")
    for seat, player in enumerate(state.players):
        yield from _village(player, seat, _ground(seat, viewer, len(state.players)))
    yield from _pawns(state, viewer)


def _village(player: Any, seat: int, ground: Pose) -> Iterator[Laid]:
    """A block with the dock on it, what lies in store on its right, fruit on its left."""
    stem = f"p{seat + 1}."
    yield Laid("burp/dock_block", f"{stem}block", _on(ground, 0.0, 0.0, 0.0125))
    for number in range(player.dock_strips):
        pose = _on(ground, 0.0, 0.035 + 0.03 * number, 0.0266 + number * 0.0032, turn=90.0)
        yield Laid("burp/strip", f"{stem}dock.strip{number + 1}", pose)
    top = 0.025 + player.dock_strips * 0.0032
    for number, stone in enumerate(player.dock_stones):
        pose = _on(ground, 0.0, -0.012 - number * 0.016, top + number * 0.004)
        yield Laid(STONES[stone % 3], f"{stem}dock.stone {stone}", pose)
    for number in range(player.strips):
        yield Laid("burp/strip", f"{stem}strip{number + 1}", _on(ground, 0.11, 0.02 - number * 0.02, 0.0016))
    for number, stone in enumerate(player.stones):
        yield Laid(STONES[stone % 3], f"{stem}stone {stone}", _on(ground, 0.2 + number * 0.04, 0.0, 0.0))
    for number, fruit in enumerate((*player.fruit, *player.aside)):
        pose = _on(ground, -0.07 - number % 6 * 0.024, -number // 6 * 0.024, FRUIT_RADIUS)
        yield Laid(FRUIT, f"{stem}fruit{number + 1} {fruit.colour}", pose, _paint(fruit))
    for number, disk in enumerate(player.disks):
        yield Laid(
            "disk", f"{stem}disk{number + 1} {disk}", _on(ground, -0.07 - number * 0.03, 0.04, 0.002), "#d9b46a"
        )


def _pawns(state: Any, viewer: int) -> Iterator[Laid]:
    at_place: dict[str, int] = {}
    for number, placed in enumerate(state.pawns):
        order = at_place[placed.place.name] = at_place.get(placed.place.name, -1) + 1
        home = placed.place.seat
        if home is not None:
            pose = _on(_ground(home, viewer, len(state.players)), -0.03 - 0.022 * order, 0.06, 0.015)
        else:
            side = -0.23 if placed.place.name == "quarry" else 0.24
            pose = Pose((side + order % 2 * 0.022, 0.06 - order // 2 * 0.024, 0.015))
        name = f"p{placed.seat + 1}.pawn{number + 1} {placed.pawn.value}"
        yield Laid("burp/pawn", name, pose, SEATS[placed.seat % len(SEATS)])


def _paint(fruit: Any) -> str:
    if fruit.colour == "?":
        return GREY
    return PAINTS.get(fruit.colour, PAINTS["brown"])


LAYOUTS: Mapping[str, Callable[[Any, int], Iterator[Laid]]] = {
    "burst": _burst,
    "bourpif": _bourpif,
    "burp": _burp,
}
"""From a view of a game's state, and the seat that looks, to what lies on the table."""
