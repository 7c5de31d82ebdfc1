"""What hands do besides building: placing defences and the catapult, and shooting."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from sandbox.geometry import Pose, quat_from_euler_deg
from sandbox.physics import World
from sandbox.referee.hurlyburly.attempts import Defend, Place, Shoot
from sandbox.referee.hurlyburly.bench import BLOCK, SANDBAG, SUPPORT, Bench
from sandbox.referee.hurlyburly.hands import refuse_overlap
from sandbox.referee.hurlyburly.launch import Launched, catch, launch, load_pose, most_pull_deg
from sandbox.referee.hurlyburly.places import catapult_pose
from sandbox.referee.hurlyburly.scene import Piece, Role, Scene
from sandbox.referee.hurlyburly.stage import Stage
from sandbox.referee.hurlyburly.umpire import Reading
from sandbox.referee.words import Impossible
from sandbox.rules.hurlyburly import Aim, HurlyburlyState
from sandbox.scenario.layout import on_top

__all__ = ["defend", "gap_to_towers", "place", "shoot"]

KINDS = {"sandbag": (SANDBAG, Role.SANDBAG), "support": (SUPPORT, Role.SUPPORT)}

TOUCHING = 3e-4
"""Metres up to which a defence touches a tower."""

LOOK_ABOUT = 0.5
"""Metres within which the gap between a defence and a tower is measured."""

SWING = 0.15
"""Seconds after the block has left until a finger catches the arm."""


def defend(
    bench: Bench, scene: Scene, state: HurlyburlyState, attempt: Defend, records: bool
) -> tuple[Reading, Stage, tuple[int, int, float]]:
    """Place defence cards; return also how many of each and the smallest gap to a tower in metres."""
    placing, seat = state.placing, state.turn
    counts = {kind: sum(spot.kind == kind for spot in attempt.spots) for kind in KINDS}
    for kind, held in (("sandbag", placing.sandbags), ("support", placing.supports)):
        if counts[kind] > held:
            raise Impossible(f"{counts[kind]} {kind}s are more than the {held} in the hands")
    poses = []
    for spot in attempt.spots:
        component = bench.component(KINDS[spot.kind][0])
        turn = quat_from_euler_deg(0.0, 0.0, spot.yaw_deg)
        poses.append(on_top(component, spot.x, spot.y, spot.bottom, turn))
    for number, (spot, pose) in enumerate(zip(attempt.spots, poses, strict=True), start=1):
        with Stage(bench, scene) as scratch:
            lifted = pose.moved((0.0, 0.0, 5e-4))
            refuse_overlap(scratch.world, bench.component(KINDS[spot.kind][0]), lifted, f"{spot.kind} {number}")
    stage, rng = Stage(bench, scene, records=records), np.random.default_rng(attempt.hand.seed)
    names = []
    for spot, pose in zip(attempt.spots, poses, strict=True):
        kind, role = KINDS[spot.kind]
        names.append(stage.put(kind, role, seat, f"p{seat + 1}.{spot.kind}", pose, attempt.hand, rng))
    reading = stage.read()
    for name in names:  # a defence has fallen when it turned from how it came to rest, not from the hand
        stage.change(name, placed=stage.world.pose(name))
    gap = gap_to_towers(stage.world, reading.scene, names)
    rested = {name: stage.world.pose(name) for name in names}
    after = reading.scene.changed(
        lambda p: replace(p, placed=rested[p.name]) if p.name in rested and p.counts else p
    )
    return replace(reading, scene=after), stage, (counts["sandbag"], counts["support"], gap)


def gap_to_towers(world: World, scene: Scene, names: list[str]) -> float:
    """Return the smallest gap in metres between some pieces and any card of a tower."""
    cards = [p.name for p in scene.of(None, Role.WALL, Role.PLATFORM) if not p.aside]
    near = [world.closest(name, card, LOOK_ABOUT) for name in names for card in cards]
    return max(0.0, min((each.distance for each in near if each is not None), default=LOOK_ABOUT))


def place(bench: Bench, scene: Scene, state: HurlyburlyState, attempt: Place) -> tuple[Aim, Scene]:
    """Put the catapult somewhere and measure from above."""
    (catapult,) = scene.of(state.turn, Role.CATAPULT)
    pose = catapult_pose(attempt.x, attempt.y, attempt.yaw_deg)
    half = bench.component("hurlyburly/table").size[0] / 2 - 0.05
    if max(abs(attempt.x), abs(attempt.y)) > half:
        raise Impossible(f"the catapult would stand beyond the table's edge, {half * 100:.0f} cm from its middle")
    with Stage(bench, scene.without([catapult.name])) as scratch:
        refuse_overlap(scratch.world, bench.statue(catapult.kind), pose, "the catapult")
    assert state.target is not None
    here, own, target = (attempt.x, attempt.y), scene.flags[state.turn], scene.flags[state.target]
    aim = Aim(round(math.dist(here, own), 6), round(math.dist(here, target), 6), round(math.dist(own, target), 6))
    moved = scene.changed(lambda p: replace(p, pose=pose, placed=pose) if p.name == catapult.name else p)
    return aim, moved


def shoot(
    bench: Bench,
    scene: Scene,
    state: HurlyburlyState,
    attempt: Shoot,
    records: bool,
    watch: Callable[[World], object] | None = None,
) -> tuple[Reading, Stage, Launched]:
    """Launch a block with the tremor of a hand, wait for rest and read all towers.

    Args:
        bench: Makes the world.
        scene: What lies on the table.
        state: Whose turn it is, with which catapult.
        attempt: How it is tried.
        records: Whether a trace is kept.
        watch: Called after every step of the flight, until the block is clear.
    """
    seat = state.turn
    (catapult,) = scene.of(seat, Role.CATAPULT)
    component = bench.catapult(state.players[seat].upgrades)
    most, held = most_pull_deg(component), 1 + state.players[seat].blocks
    if not 0 < attempt.pull_deg <= most:
        raise Impossible(f"a pull of {attempt.pull_deg:g} degrees is not within the joint's {most:g}")
    if not 1 <= attempt.blocks <= held:
        raise Impossible(f"{attempt.blocks} blocks on the basket are not 1 to {held}, which are at hand")
    if not 0 < attempt.pull_speed <= 3:
        raise Impossible(f"hands do not pull at {attempt.pull_speed:g} m/s")
    rng = np.random.default_rng(attempt.hand.seed)
    pull_error, yaw_error = rng.standard_normal(2)
    pull = min(max(attempt.pull_deg + attempt.pull_sigma_deg * float(pull_error), 1.0), most - 0.5)
    turn = quat_from_euler_deg(0.0, 0.0, attempt.yaw_sigma_deg * float(yaw_error))
    pose = catapult.pose @ Pose((0.0, 0.0, 0.0), turn)
    stage = Stage(bench, scene, leave_out=[catapult.name], records=records)
    world, block = stage.world, bench.component(BLOCK)
    world.add(component, catapult.name, pose, fixed=True if attempt.holds else None)
    names = []
    for number in range(attempt.blocks):
        name = stage.scene.free_name(f"p{seat + 1}.block")
        at = pose @ load_pose(component, block, number)
        world.add(block, name, at)
        stage.scene = stage.scene.adding([Piece(name, BLOCK, Role.BLOCK, seat, at, at)])
        names.append(name)
    stage.lap("world")
    launched = launch(world, catapult.name, names, pull_deg=pull, pull_speed=attempt.pull_speed, watch=watch)
    world.run(SWING)
    catch(world, catapult.name)
    reading = stage.read()
    # The tremor was of this shot only: the catapult stands where it was put, unless it slid away.
    stands = catapult.pose if attempt.holds else reading.scene.piece(catapult.name).pose
    after = reading.scene.changed(lambda p: replace(p, pose=stands) if p.name == catapult.name else p)
    return replace(reading, scene=after), stage, launched
