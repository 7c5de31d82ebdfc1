"""Hands in the garden: laying tiles, picking drops out, turning tiles back. What slips from them runs."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from sandbox.geometry import Pose, quat_from_euler_deg
from sandbox.referee.beethupferl.attempts import Clear, Hand, SetUp
from sandbox.referee.beethupferl.bench import Bench
from sandbox.referee.beethupferl.catching import run_until_caught
from sandbox.referee.beethupferl.clearing import into_bowl
from sandbox.referee.beethupferl.patterns import is_right
from sandbox.referee.beethupferl.places import reach
from sandbox.referee.beethupferl.reading import Bed, read_hollow
from sandbox.referee.beethupferl.scene import Scene, Zone
from sandbox.referee.beethupferl.stage import PATIENCE, Stage, bed_of
from sandbox.referee.words import Evidence, Report
from sandbox.rules.beethupferl import BeethupferlState, Cleared, Garden, Hollow, Rest

__all__ = ["clear", "set_up"]

LET_GO = 5e-4
"""Metres above where it will lie that a tile is let go."""

CARRIED = (0.01, 0.06)
"""Metres from its hollow at which a drop that slips does so."""

LIFTED = (0.01, 0.03)
"""Metres above the land at which it slips."""

SWING = 0.15
"""m/s of the hand that carries it."""


def set_up(bench: Bench, scene: Scene, state: BeethupferlState, attempt: SetUp, records: bool) -> Report:
    """Lay the first tiles of the supply on the hollows and count what stands."""
    hollows = range(1, len(state.drops) + 1)
    top = {tile.name: hollow for hollow, tile in zip(hollows, scene.heap(Zone.SUPPLY), strict=False)}
    flat = bench.garden.tile_pose
    laid = scene.with_tiles(
        lambda tile: (
            replace(tile, zone=Zone.BED, hollow=top[tile.name], pose=flat(top[tile.name]))
            if tile.name in top
            else tile
        )
    )
    with Stage(bench, laid.with_tiles(lambda tile: replace(tile, zone=Zone.SUPPLY)), records=records) as stage:
        stage.scene = laid
        _lay(stage, hollows, attempt.hand, np.random.default_rng(attempt.hand.seed))
        rest = stage.rest()
        bed = stage.bed()
        after = stage.now(bed)
        stage.close_trace()
        over = sum(not _is_down(bench, bed, hollow) for hollow in hollows)
        over += sum(tile.pose.rotation[0] != 0.0 for tile in after.heap(Zone.SUPPLY))
        finding = Garden(
            covered=sum(_closes(bench, bed, hollow) for hollow in hollows),
            face_up=over,
            patches=bench.patches(stage.world),
            bowl=sum(bench.is_in_bowl(drop.pose.position) for drop in after.drops),
            cans=after.players,
        )
        notes = () if rest.ok else (f"{rest}; it is read as it is",)
        evidence = Evidence(rest.ok, rest.waited, notes, tuple(top))
        return Report(finding, evidence, after, stage.trace, dict(stage.cpu))


def clear(bench: Bench, scene: Scene, state: BeethupferlState, attempt: Clear, records: bool) -> Report:
    """Empty the hollows that are to be cleared, and lay their tiles face down."""
    rng = np.random.default_rng(attempt.hand.seed)
    picked = [drop for drop in scene.drops if drop.zone is Zone.HAND and drop.hollow]
    hollows = sorted({drop.hollow for drop in picked} | {tile.hollow for tile in scene.heap(Zone.HAND)})
    strays: list[Hollow] = []
    notes: list[str] = []
    with Stage(bench, scene, records=records) as stage:
        stage.take_out([tile.name for tile in scene.laid() if tile.hollow in hollows])
        stage.world.freeze()  # what lay against a tile that was lifted stays: hands are careful
        for drop in picked:
            if rng.random() < attempt.hand.slips:
                where = _slip(stage, drop.name, drop.hollow, rng)
                notes.append(f"{drop.name} slips from the fingers and lies {_said(where)}")
                if where[0] is Rest.HOLLOW and where[1] not in hollows:
                    strays.append(Hollow(where[1]))
                _put_back(stage, {drop.name for drop in picked}, notes)
            if drop.name in stage.world.names:
                stage.take_out([drop.name])
            stage.out.discard(drop.name)
        emptied = into_bowl(bench, scene, lambda drop: drop in picked)
        flat = bench.garden.tile_pose
        stage.scene = emptied.with_tiles(
            lambda tile: replace(tile, zone=Zone.BED, pose=flat(tile.hollow)) if tile.hollow in hollows else tile
        )
        stage.world.freeze()
        _lay(stage, hollows, attempt.hand, rng)
        rest = stage.rest()
        bed = stage.bed()
        after = stage.now(bed)
        stage.close_trace()
        finding = Cleared(
            left=sum(len(bed.inside(hollow)) for hollow in hollows),
            face_up=sum(not _is_down(bench, bed, hollow) for hollow in hollows),
            bare=sum(not _closes(bench, bed, hollow) for hollow in hollows),
            strays=tuple(strays),
        )
        if not rest.ok:
            notes.append(f"{rest}; it is read as it is")
        listed = tuple(tile.name for tile in after.laid() if tile.hollow in hollows)
        evidence = Evidence(rest.ok, rest.waited, tuple(notes), (*listed, *(drop.name for drop in picked)))
        return Report(finding, evidence, after, stage.trace, dict(stage.cpu))


def _lay(stage: Stage, hollows: Iterable[int], hand: Hand, rng: np.random.Generator) -> None:
    """Let go of a tile a little above each of some hollows."""
    for hollow in hollows:
        x, y, roll, pitch = rng.standard_normal(4)
        turn = quat_from_euler_deg(hand.tilt_deg * float(roll), hand.tilt_deg * float(pitch), 0.0)
        lean = stage.bench.garden.tile_radius * math.sin(math.radians(hand.tilt_deg * math.hypot(roll, pitch)))
        at = stage.bench.garden.tile_pose(hollow)
        shift = (hand.placing * float(x), hand.placing * float(y), LET_GO + lean)
        tile = next(tile for tile in stage.scene.laid() if tile.hollow == hollow)
        stage.world.add(stage.bench.tiles[tile.picture], tile.name, at.moved(shift) @ Pose(rotation=turn))


def _slip(stage: Stage, name: str, hollow: int, rng: np.random.Generator) -> tuple[Rest, int]:
    """Let a drop slip while a hand carries it off, and return where it ends."""
    garden = stage.bench.garden
    x, y, z = garden.hollow(hollow)
    way, angle = float(rng.uniform(*CARRIED)), float(rng.uniform(0, math.tau))
    most = reach(garden) - garden.wall_thickness - 2 * garden.drop_radius
    at = [min(max(value, -most), most) for value in (x + way * math.cos(angle), y + way * math.sin(angle))]
    if garden.patch_under(*at) is not None:
        z = garden.grass_top
    start = (at[0], at[1], z + garden.drop_radius + float(rng.uniform(*LIFTED)))
    velocity = (SWING * math.cos(angle), SWING * math.sin(angle), 0.0)
    stage.world.wake([name])
    stage.world.launch(name, velocity, start=start)
    lying = {tile.hollow: tile.name for tile in stage.scene.laid() if tile.name in stage.world.names}
    return run_until_caught(garden, stage.world, name, lying, PATIENCE)


def _put_back(stage: Stage, picked: set[str], notes: list[str]) -> None:
    """Put back whatever a drop that slipped has moved, and let it sleep again."""
    before, now = bed_of(stage.bench, stage.scene), stage.bed()
    poses = {tile.name: tile.pose for tile in stage.scene.laid()}
    poses |= {drop.name: drop.pose for drop in stage.scene.wet() if drop.name not in picked}
    for name, pose in poses.items():
        if name in stage.world.names:
            stage.world.put(name, pose)
        elif name in stage.out:
            stage.world.add(stage.bench.drop, name, pose)
            stage.out.discard(name)
    stage.world.freeze()
    knocked = [name for name in before.drops if name not in picked and now.places[name] != before.places[name]]
    if knocked:
        notes.append(f"hands put back {', '.join(knocked)}")


def _is_down(bench: Bench, bed: Bed, hollow: int) -> bool:
    return read_hollow(bed, hollow).tilt < bench.limits.flat_below_deg


def _closes(bench: Bench, bed: Bed, hollow: int) -> bool:
    """Return whether a hollow's tile, and no other, lies on it."""
    reading = read_hollow(bed, hollow)
    others = [
        math.dist(pose.position, bed.tiles[hollow].position) < bench.garden.tile_radius
        for each, pose in bed.tiles.items()
        if each != hollow
    ]
    return is_right(bench.limits, 0, 0.0, reading.offset, reading.rise) and not any(others)


def _said(where: tuple[Rest, int]) -> str:
    return f"in hollow {where[1]}" if where[0] is Rest.HOLLOW else where[0].place
