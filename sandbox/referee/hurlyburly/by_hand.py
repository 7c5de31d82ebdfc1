"""What a person's own hands left on the table, read as it lies: no tremor, no second try, no simulation.

The person's world ran elsewhere. What counts is where everything came to rest in it; the umpire is shown exactly
that, and can be shown it again from a saved game.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from sandbox.geometry import Pose, Vec3, quat_from_axis_angle, quat_rotate
from sandbox.physics.settle import Moving, Settled
from sandbox.referee.hurlyburly.acting import gap_to_towers
from sandbox.referee.hurlyburly.attempts import ByHand
from sandbox.referee.hurlyburly.bench import Bench
from sandbox.referee.hurlyburly.launch import Launched
from sandbox.referee.hurlyburly.scene import Piece, Role, Scene
from sandbox.referee.hurlyburly.umpire import Reading, read
from sandbox.referee.words import Impossible, Report
from sandbox.rules.base import Finding, some
from sandbox.rules.hurlyburly import Defences, HurlyburlyState, Phase, Shot, Tower, Towers

__all__ = ["assigned", "perform", "upright"]

HANDED: dict[Phase, tuple[Role, ...]] = {
    Phase.BUILD: (Role.WALL, Role.PLATFORM),
    Phase.PLACE: (Role.SANDBAG, Role.SUPPORT),
    Phase.SHOT: (Role.BLOCK,),
    Phase.FLAG: (),
    Phase.MEND: (Role.WALL, Role.PLATFORM),
}
"""What may lie on the table afterwards that did not before."""


def perform(bench: Bench, lying: Scene, state: HurlyburlyState, attempt: ByHand) -> Report:
    """Read a table that hands left.

    Args:
        bench: Makes the world that is read; nothing in it moves.
        lying: What lay there before.
        state: What the game waits for.
        attempt: What they left.

    Raises:
        Impossible: These cannot be the pieces that the game gave them.
    """
    if state.phase not in HANDED:
        raise Impossible("hands have nothing to do now")
    added = _added(lying, state, attempt)
    rest = Settled(attempt.settled, None, attempt.waited, tuple(Moving(n, 0.0, 0.0) for n in attempt.moving))
    world = bench.world(attempt.scene)
    reading = read(world, lying, attempt.scene, bench, rest, attempt.waited)
    shifts = round(reading.tower_shift, 6), round(reading.defence_shift, 6)
    finding: Finding
    if state.phase is Phase.SHOT:
        assert attempt.launched is not None
        reading = _with_launch(reading, attempt.launched)
        finding = shot(attempt.launched, len(added), reading.towers)
    elif state.phase is Phase.PLACE:
        roles = Counter(attempt.scene.piece(name).role for name in added)
        gap = round(gap_to_towers(world, reading.scene, added), 6)
        finding = Defences(roles[Role.SANDBAG], roles[Role.SUPPORT], gap, reading.towers, *shifts)
    else:
        finding = Towers(reading.towers, *shifts)
    names = set(added)
    # A piece falls when it turns from how it came to rest, not from the hand.
    after = reading.scene.changed(lambda p: replace(p, placed=p.pose) if p.name in names and p.counts else p)
    return Report(finding, reading.evidence, after)


def shot(launched: Launched, blocks: int, towers: tuple[Tower, ...]) -> Shot:
    """Return what the rules are told of a launch."""
    return Shot(blocks, round(launched.gap, 6), round(launched.slip, 6), round(launched.pull_speed, 4), towers)


def _with_launch(reading: Reading, launched: Launched) -> Reading:
    figures = {
        "pull_deg": launched.pull_deg,
        "speed": launched.speed,
        "rise_deg": launched.rise_deg,
        "height": launched.height,
    }
    evidence = reading.evidence
    notes = evidence.notes if launched.left else (*evidence.notes, "the block stays in the basket")
    return replace(reading, evidence=replace(evidence, notes=notes, figures={**evidence.figures, **figures}))


def _added(lying: Scene, state: HurlyburlyState, attempt: ByHand) -> list[str]:
    """Return the names of the pieces that hands added. Raises `Impossible`."""
    before = {piece.name for piece in lying}
    added = [piece for piece in attempt.scene if piece.name not in before]
    strange = [piece.name for piece in added if piece.role not in HANDED[state.phase]]
    if strange:
        raise Impossible(f"{strange[0]} is none of the pieces that are in the hands")
    if state.phase is Phase.BUILD:
        due = Counter({Role.WALL: sum(state.rising), Role.PLATFORM: len(state.rising)})
        found = Counter(piece.role for piece in added)
        if found != due:
            walls, platforms = some(due[Role.WALL], "wall"), some(due[Role.PLATFORM], "platform")
            raise Impossible(f"the hands hold {walls} and {platforms}, not {dict(found)}")
    if state.phase is Phase.SHOT and (attempt.launched is None or not added):
        raise Impossible("nothing was launched yet")
    return [piece.name for piece in added]


def upright(pose: Pose) -> Pose:
    """Return a pose at the same place and turned the same way, but standing as the model stands."""
    x, y, _ = quat_rotate(pose.rotation, (1.0, 0.0, 0.0))
    if x * x + y * y < 1e-6:
        x, y, _ = quat_rotate(pose.rotation, (0.0, 1.0, 0.0))
        x, y = y, -x
    return Pose(pose.position, quat_from_axis_angle((0.0, 0.0, 1.0), math.atan2(y, x)))


def assigned(pieces: Sequence[Piece], rising: Sequence[int], base: int) -> dict[str, int]:
    """Return the level of each new card, by how high it lies: a person may take any wall for any level.

    Args:
        pieces: New walls and platforms, with their poses at rest.
        rising: Walls of each new level, the lowest first.
        base: Levels that were there before.
    """

    def height(piece: Piece) -> tuple[float, str]:
        at: Vec3 = piece.pose.position
        return at[2], piece.name

    out: dict[str, int] = {}
    platforms = sorted((p for p in pieces if p.role is Role.PLATFORM), key=height)
    walls = sorted((p for p in pieces if p.role is Role.WALL), key=height)
    for number, (count, platform) in enumerate(zip(rising, platforms, strict=True), start=base + 1):
        out[platform.name] = number
        for wall in walls[:count]:
            out[wall.name] = number
        walls = walls[count:]
    return out
