"""Where hands put sandbags and supports: a screen before the tower, storey upon storey, as levels are built.

A storey is two sandbags and the support that lies on them; the next one stands on that support. What has no place
in the screen goes wherever there is room around the tower.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from sandbox.geometry import Pose
from sandbox.referee.hurlyburly.attempts import Spot
from sandbox.referee.hurlyburly.places import Ground, grounds, level_spots
from sandbox.referee.hurlyburly.scene import Piece, Role, Scene
from sandbox.rules.hurlyburly import Cards

__all__ = ["ROOM", "defence"]

BEFORE = 0.105
"""Metres from the middle of the tower to the screen's: the tower ends at 44 mm, and a screen is 63 mm deep."""

STOREY, SANDBAG = 0.064, 0.063
"""Metres from one storey to the next, and the height of a sandbag."""

STOREYS = 4
"""Three supports carry four."""

REACH = 0.064
"""Metres from the middle of the screen to its corners, and a centimetre more."""

NEAR = 0.012
"""Metres within which a card is where the screen has it."""

ROWS = (0.165, 0.225)
"""How far before the tower other sandbags stand, metres."""

COLUMNS = (-0.03, 0.03, -0.09, 0.09)
"""How far to the side."""

ROOM = {Role.SANDBAG: 0.029, Role.SUPPORT: 0.056, Role.CATAPULT: 0.045, Role.PLATFORM: 0.056, Role.BLOCK: 0.012}
"""Metres around the middle of a piece that must be free; 45 mm for others."""


def defence(lying: Scene, seat: int, placing: Cards, rng: np.random.Generator) -> tuple[Spot, ...]:
    """Return where the cards in the hands go, in the order in which they are put there.

    Args:
        lying: What lies on the table.
        seat: Whose defence it is.
        placing: The cards in the hands; only sandbags and supports count.
        rng: Chooses where cards go that have no place in the screen.
    """
    ground = grounds(lying.players, lying.apart)[seat]
    left = {"sandbag": placing.sandbags, "support": placing.supports}
    out: list[Spot] = []
    for spot in _screen(lying, seat, ground):
        if not left[spot.kind]:
            break
        out.append(spot)
        left[spot.kind] -= 1
    taken = [(*p.pose.position[:2], ROOM.get(p.role, 0.045)) for p in lying.on_table() if _is_low(p.pose)]
    taken += [(spot.x, spot.y, ROOM[Role(spot.kind)]) for spot in out]
    for kind, count in left.items():
        for _ in range(count):
            room = ROOM[Role(kind)]
            x, y = _free(ground.pose, taken, rng, room)
            out.append(Spot(kind, x, y, 0.0, ground.yaw_deg))  # type: ignore[arg-type]
            taken.append((x, y, room))
    return tuple(out)


def _screen(lying: Scene, seat: int, ground: Ground) -> Iterator[Spot]:
    """Yield what the screen lacks, from below; nothing when something lies there that is no part of it."""
    x, y, _ = ground.pose.apply((BEFORE, 0.0, 0.0))
    whole = list(_whole(x, y, ground.yaw_deg))
    own = [p for p in lying.of(seat, Role.SANDBAG, Role.SUPPORT) if p.counts]
    parts = {p.name for p in own if any(_is_at(p, spot) for spot in whole)}
    # A card that fell, a block, or a sandbag that was pushed would tilt what is put there, or be inside it.
    if any(
        p.name not in parts and math.dist(p.pose.position[:2], (x, y)) < REACH + ROOM.get(p.role, 0.045) / 2
        for p in lying.on_table()
        if p.role not in (Role.WALL, Role.PLATFORM, Role.FLAG, Role.CATAPULT)
    ):
        return
    yield from (spot for spot in whole if not any(_is_at(p, spot) for p in own))


def _whole(x: float, y: float, yaw_deg: float) -> Iterator[Spot]:
    """Yield every card of a whole screen with its middle at (x, y), from below."""
    side = Ground(x, y, yaw_deg + 90.0)
    for storey in range(STOREYS):
        bottom = storey * STOREY
        for px, py, yaw in level_spots(2, storey + 1):
            at = side.pose.apply((px, py, 0.0))
            yield Spot("sandbag", at[0], at[1], bottom, side.yaw_deg + yaw)
        yield Spot("support", x, y, bottom + SANDBAG, yaw_deg)


def _is_at(piece: Piece, spot: Spot) -> bool:
    """Return whether a card is where the screen has it."""
    px, py, pz = piece.pose.position
    is_near = math.dist((px, py), (spot.x, spot.y)) < NEAR and abs(pz - spot.bottom) < NEAR
    return piece.role is Role(spot.kind) and is_near


def _is_low(pose: Pose) -> bool:
    return -0.02 < pose.position[2] < 0.1


def _free(
    seat: Pose, taken: list[tuple[float, float, float]], rng: np.random.Generator, room: float
) -> tuple[float, float]:
    """Return the first place before the tower around which nothing lies; the last one tried when there is none."""
    spots = [(x, y) for x in ROWS for y in COLUMNS]
    spots += [(float(rng.uniform(-0.22, 0.25)), float(rng.uniform(-0.22, 0.22))) for _ in range(60)]
    for x, y in spots:
        px, py, _ = seat.apply((x, y, 0.0))
        if all(math.dist((px, py), (ox, oy)) > room + radius for ox, oy, radius in taken):
            return px, py
    return px, py
