"""What the umpire reads from a world at rest: towers, flags, defences, distances, with the evidence.

Nothing here moves anything. A reading takes in what the scene says about who is who.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from sandbox.geometry import Pose
from sandbox.measures import lean
from sandbox.physics import World
from sandbox.physics.settle import Settled
from sandbox.record import Support
from sandbox.referee.hurlyburly.bench import PLATFORM, WALL, Bench
from sandbox.referee.hurlyburly.reading import Column, Level, by_chain, by_graph, flag_level, standing_walls
from sandbox.referee.hurlyburly.scene import Piece, Role, Scene
from sandbox.referee.words import Evidence
from sandbox.rules.base import Seat, actor_name
from sandbox.rules.hurlyburly import Tower

__all__ = ["Reading", "column_of", "read", "read_towers"]

FOLD_FALLEN = math.radians(45)
"""A defence that was turned by more than this from how it was placed has fallen; only 0° and 90° are ever seen."""

SUNK = 5e-3
"""Metres by which a support has come down when it is no longer on what carried it."""

OFF = -0.02
"""Height in metres below which a piece has left the table."""

MOVED = 1e-3
"""Metres from which a defence that still stands is said to have moved."""

TILT = 90.0
"""Degrees that are given for a flag that is nowhere on the table."""


@dataclass(frozen=True)
class Reading:
    """All towers as they stand, who belongs to what afterwards, and why.

    Args:
        towers: For the rules, in the order of seats.
        scene: The pieces where they are now, each with whether it counts.
        tower_shift: Metres by which a card of a level that stood and stands was moved.
        defence_shift: The same for defences.
        evidence: What the reading rests on.
    """

    towers: tuple[Tower, ...]
    scene: Scene
    tower_shift: float
    defence_shift: float
    evidence: Evidence


def read(world: World, before: Scene, now: Scene, bench: Bench, rest: Settled, waited: float) -> Reading:
    """Read a world at rest.

    Args:
        world: All pieces that are on the table are in it.
        before: The scene of the last reading, for what was moved.
        now: The scene with what hands have added since; its poses are old.
        bench: What the pieces are.
        rest: How waiting for rest ended.
        waited: Seconds of it, those of earlier waits included.
    """
    snapshot = world.snapshot()
    scene = now.changed(lambda p: replace(p, pose=snapshot.pose(p.name)) if p.name in snapshot else p)
    supports = world.supports()
    towers, scene, notes, figures = read_towers(scene, supports, bench)
    tower_shift, defence_shift = _shifts(before, scene)
    if not rest.ok:
        listed = ", ".join(body.name for body in rest.moving[:4])
        notes = (*notes, f"did not settle in {waited:.1f} s: {listed}; hands hold it as it is, and so it is read")
    slid = [p for p in scene.of(None, Role.SANDBAG, Role.SUPPORT) if p.counts]
    for piece in slid:
        way = _from_above(piece.placed, piece.pose)
        if way > MOVED:
            figures[f"{piece.name} slid"] = way
    for piece in scene.of(None, Role.BLOCK):
        figures[f"{piece.name} x"], figures[f"{piece.name} y"] = piece.pose.position[:2]
    fell = tuple(p.name for p in scene if not p.counts)
    return Reading(
        towers, scene, tower_shift, defence_shift, Evidence(rest.ok, waited, tuple(notes), fell, dict(figures))
    )


def column_of(scene: Scene, seat: int, bench: Bench) -> Column:
    """Return one tower of a scene as the readings want it."""
    levels = []
    for number in range(1, scene.height(seat) + 1):
        pieces = scene.level(seat, number)
        platform = next(p.name for p in pieces if p.role is Role.PLATFORM)
        levels.append(Level(platform, tuple(p.name for p in pieces if p.role is Role.WALL)))
    poses = {p.name: p.pose for p in scene.on_table() if p.owner == seat and p.pose.position[2] > OFF}
    poses = {p.name: poses.get(p.name, _NOWHERE) for p in scene.of(seat, Role.WALL)} | poses
    return Column(tuple(levels), poses, bench.component(WALL), bench.component(PLATFORM))


_NOWHERE = Pose((0.0, 0.0, -1.0), (1.0, 0.0, 0.0, 0.0))
"""Upside down and far below: what left the table counts for nothing."""


def read_towers(
    scene: Scene, supports: Sequence[Support], bench: Bench
) -> tuple[tuple[Tower, ...], Scene, tuple[str, ...], dict[str, float]]:
    """Read every tower of a scene whose poses are of now.

    Args:
        scene: Its pieces.
        supports: Who carries whom.
        bench: What the pieces are.

    Returns:
        The towers, the scene with `counts` of every piece, notes where the two readings differ, figures.
    """
    towers, notes, figures = [], [], {}
    counted: set[str] = set()
    flags = list(scene.flags)
    for seat in range(scene.players):
        column = column_of(scene, seat, bench)
        graph, chain = by_graph(column, supports), by_chain(column)
        walls, other = standing_walls(graph), standing_walls(chain)
        if walls != other:
            name = actor_name(Seat(seat))
            notes.append(
                f"{name}: the graph of supports reads {_sum(walls)}, poses {_sum(other)}; the graph rules"
            )
        for level, carrying in zip(column.levels, graph, strict=True):
            counted |= {level.platform, *carrying} if carrying else set()
        fallen = {Role.SANDBAG: 0, Role.SUPPORT: 0}
        for piece in scene.of(seat, Role.SANDBAG, Role.SUPPORT):
            if _fell(piece):
                fallen[piece.role] += 1
            else:
                counted.add(piece.name)
        up, tilt = 0, TILT
        for flag in scene.of(seat, Role.FLAG):
            if not flag.aside:
                up = flag_level(column.levels, flag.name, supports)
                tilt = math.degrees(lean(flag.pose))
                if up and tilt < 30:
                    flags[seat] = flag.pose.position[:2]
                counted.add(flag.name)
            figures[f"{flag.name} tilt_deg"] = tilt
        towers.append(Tower(walls, up, round(tilt, 3), fallen[Role.SANDBAG], fallen[Role.SUPPORT]))
    judged = (Role.WALL, Role.PLATFORM, Role.SANDBAG, Role.SUPPORT)
    marked = scene.changed(lambda p: replace(p, counts=p.name in counted) if p.role in judged else p)
    return tuple(towers), replace(marked, flags=tuple(flags)), tuple(notes), figures


def _fell(piece: Piece) -> bool:
    """Return whether a defence fell over: turned, off the table, or (a support) off what carried it."""
    if piece.aside or piece.pose.position[2] < OFF:
        return True
    if lean(piece.pose, piece.placed) > FOLD_FALLEN:
        return True
    return piece.role is Role.SUPPORT and piece.placed.position[2] - piece.pose.position[2] > SUNK


def _shifts(before: Scene, now: Scene) -> tuple[float, float]:
    """Return the greatest distances that a tower's card and a defence moved which stood before and stand."""
    old = {piece.name: piece for piece in before}
    tower = defence = 0.0
    for piece in now:
        was = old.get(piece.name)
        if was is None or not piece.counts or not was.counts or piece.role is not was.role:
            continue
        way = float(np.linalg.norm(np.subtract(piece.pose.position, was.pose.position)))
        if piece.role in (Role.WALL, Role.PLATFORM):
            tower = max(tower, way)
        elif piece.role in (Role.SANDBAG, Role.SUPPORT):
            defence = max(defence, way)
    return tower, defence


def _from_above(one: Pose, other: Pose) -> float:
    return math.dist(one.position[:2], other.position[:2])


def _sum(walls: Sequence[int]) -> str:
    return "+".join(map(str, walls)) or "nothing"
