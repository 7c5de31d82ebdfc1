"""The cards that a player of Hurlyburly has in hand, laid out beside the tower."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from sandbox.geometry import Pose, Quat, quat_from_euler_deg
from sandbox.physics import World
from sandbox.play.grab_terrain import Outline
from sandbox.referee.hurlyburly.bench import PLATFORM, SANDBAG, SUPPORT, WALL, Bench
from sandbox.referee.hurlyburly.building import own_tower, without_base_cards
from sandbox.referee.hurlyburly.clearing import sweep
from sandbox.referee.hurlyburly.places import grounds
from sandbox.referee.hurlyburly.scene import Piece, Role, Scene
from sandbox.rules.hurlyburly import HurlyburlyState, Phase

__all__ = ["Handed", "handed", "laid_out"]

GAP = 0.012
"""Metres between pieces that lie ready."""

EDGE = 0.02
"""Metres from the table's edge at which nothing is laid out."""


Rising = tuple[int, tuple[int, ...], int]
"""Seat, walls of each new level, and levels that are there."""


@dataclass(frozen=True)
class Handed:
    """What hands work with.

    Attributes:
        scene: Everything on the table, with what is in the hands.
        tray: Names of what is in the hands.
        movable: Names of what may be moved.
        awake: Names of what is in play from the start.
        rising: Every tower that is built on.
    """

    scene: Scene
    tray: tuple[str, ...]
    movable: tuple[str, ...]
    awake: tuple[str, ...] = ()
    rising: tuple[Rising, ...] = ()


def handed(bench: Bench, lying: Scene, state: HurlyburlyState) -> Handed:
    """Return what the hands of the player hold now.

    Args:
        bench: Looks at what lies about the tower.
        lying: The table.
        state: What is to be done.
    """
    names: list[str] = []
    if state.phase is Phase.BUILD:
        seat = int(state.turn)
        scene = sweep(bench, lying, seat)
        base = scene.height(seat)
        return _with_flags(
            _levels(scene, seat, state.rising, base, names), names, [seat], [(seat, state.rising, base)]
        )
    scene = lying
    if state.phase is Phase.PLACE:
        seat = int(state.turn)
        for kind, role, count in (
            (SANDBAG, Role.SANDBAG, state.placing.sandbags),
            (SUPPORT, Role.SUPPORT, state.placing.supports),
        ):
            for _ in range(count):
                scene = _adding(scene, kind, role, seat, f"p{seat + 1}.{role.value}", names)
        return Handed(scene, tuple(names), tuple(names))
    rising: list[Rising] = []
    for seat in (int(each) for each in state.mending):
        if state.players[seat].levels:
            scene = sweep(bench, scene, seat)
            continue
        # The base is rebuilt of what fell, and of the supply where that is not enough.
        scene = sweep(bench, without_base_cards(scene, seat), seat)
        player = state.players[seat]
        walls = (min(2, player.fallen.walls + state.supply.walls),)
        rising.append((seat, walls, 0))
        scene = _levels(scene, seat, walls, 0, names)
    return _with_flags(scene, names, [int(seat) for seat in state.mending], rising)


def _with_flags(scene: Scene, cards: list[str], seats: list[int], rising: list[Rising]) -> Handed:
    """Take the flags of some seats into the hands, too."""
    flags = [flag.name for seat in seats for flag in scene.of(seat, Role.FLAG)]
    scene = scene.changed(lambda p: replace(p, aside=False, counts=True) if p.name in flags else p)
    tray = (*cards, *flags)
    awake = [name for seat in seats for name in own_tower(scene, seat) if name not in tray]
    return Handed(scene, tray, tray, tuple(awake), tuple(rising))


def _levels(scene: Scene, seat: int, rising: tuple[int, ...], base: int, names: list[str]) -> Scene:
    for level, walls in enumerate(rising, start=base + 1):
        stem = f"p{seat + 1}.level{level}."
        for _ in range(walls):
            scene = _adding(scene, WALL, Role.WALL, seat, f"{stem}wall", names, level)
        scene = _adding(scene, PLATFORM, Role.PLATFORM, seat, f"{stem}platform", names, level)
    return scene


def _adding(scene: Scene, kind: str, role: Role, seat: int, stem: str, names: list[str], level: int = 0) -> Scene:
    """Return the scene with one more piece, whose name is added to `names`."""
    name = scene.free_name(stem)
    names.append(name)
    return scene.adding([Piece(name, kind, role, seat, Pose(), Pose(), level)])


def laid_out(bench: Bench, world: World, hands: Handed, lying: Scene, state: HurlyburlyState) -> dict[str, Pose]:
    """Return where everything in the hands lies ready: beside the tower it is for, free of everything.

    Args:
        bench: What the pieces are.
        world: What stands on the table.
        hands: What is in them.
        lying: The table before.
        state: Whose turn it is.
    """
    names = [name for name in world.names if not world.body(name).component.is_fixed or name.endswith("catapult")]
    boxes = list(world.bounds(names)[:, :, :2]) if names else []
    low, high = world.bounds(["table"])[0, :, :2] + ((EDGE, EDGE), (-EDGE, -EDGE))
    out: dict[str, Pose] = {}
    for name in hands.tray:
        piece = hands.scene.piece(name)
        spot = grounds(lying.players, lying.apart)[piece.owner]
        outline = Outline(bench.component(piece.kind))
        turn: Quat = quat_from_euler_deg(0.0, 0.0, spot.yaw_deg + (90.0 if piece.role is Role.PLATFORM else 0.0))
        down, up = outline.box(turn)
        for x, y in _spots():
            px, py, _ = spot.pose.apply((x, y, 0.0))
            a, b = np.array((px, py)) + down[:2] - GAP, np.array((px, py)) + up[:2] + GAP
            inside = (a >= low).all() and (b <= high).all()
            if inside and not any(((box[0] <= b) & (box[1] >= a)).all() for box in boxes):
                break
        out[name] = Pose((px, py, -float(down[2]) + 1e-4), turn)
        boxes.append(np.array((a, b)))
    return out


def _spots() -> list[tuple[float, float]]:
    """Return places in a seat's own directions, the nearest to its right hand first."""
    grid = [(0.02 * i, 0.02 * j) for i in range(-14, 15) for j in range(-20, 21)]
    return sorted(grid, key=lambda at: (at[0] + 0.02) ** 2 + (at[1] + 0.13) ** 2 + (4.0 if at[1] > 0 else 0.0))
