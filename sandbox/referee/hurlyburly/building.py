"""Hands that build: the first table, new levels, bases, flags."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sandbox.components.spec import Box, Component
from sandbox.geometry import Pose, quat_from_euler_deg, quat_rotate
from sandbox.measures import lean
from sandbox.referee.hurlyburly.attempts import Build, Hand, Mend, SetUp
from sandbox.referee.hurlyburly.bench import CATAPULT, FLAG, PLATFORM, WALL, Bench
from sandbox.referee.hurlyburly.clearing import sweep
from sandbox.referee.hurlyburly.launch import ARM
from sandbox.referee.hurlyburly.places import (
    APART,
    BESIDE,
    Ground,
    apart_from_above,
    catapult_pose,
    footprint,
    grounds,
    level_spots,
)
from sandbox.referee.hurlyburly.scene import Piece, Role, Scene
from sandbox.referee.hurlyburly.stage import Stage
from sandbox.referee.hurlyburly.umpire import Reading
from sandbox.referee.words import Impossible
from sandbox.rules.base import Seat
from sandbox.rules.hurlyburly import HurlyburlyState, PlayerSetup, Setup
from sandbox.scenario.layout import on_top

__all__ = ["FALL", "build", "mend", "own_tower", "set_up", "without_base_cards"]

FALL = 8e-3
"""Metres by which a piece of a tower, such as the platform that is built on, comes down when it falls."""

CLOSEST, FARTHEST = 0.15, 0.68
"""Metres between the middles of towers that the table has room for."""

SHIFTS = sorted(
    (
        (round(0.02 * ring * math.cos(angle), 4), round(0.02 * ring * math.sin(angle), 4))
        for ring in range(1, 14)
        for angle in np.linspace(math.pi / 2, 3 * math.pi / 2, 13)
    ),
    key=lambda shift: math.hypot(*shift),
)
"""Where a base is rebuilt when something that stands is in the way, in the seat's own directions: the nearest,
beside or behind, up to 26 cm away."""

ROOM = 0.06
"""Metres around the middle of a base that must be free."""


def own_tower(scene: Scene, seat: int) -> list[str]:
    """Return the names of what belongs to a tower and is on the table, its flag included."""
    return [p.name for p in scene.of(seat, Role.WALL, Role.PLATFORM, Role.FLAG) if not p.aside]


def set_up(
    bench: Bench, scene: Scene, state: HurlyburlyState, attempt: SetUp, records: bool
) -> tuple[Setup, Reading, Stage]:
    """Build every tower and put the catapults beside them."""
    apart = attempt.apart or APART
    if not CLOSEST <= apart <= FARTHEST:
        raise Impossible(
            f"towers {apart * 100:.0f} cm apart do not fit: {CLOSEST * 100:.0f} to {FARTHEST * 100:.0f} cm"
        )
    rng, spots = np.random.default_rng(attempt.hand.seed), grounds(scene.players, apart)
    empty = Scene(scene.players, apart, flags=tuple((spot.x, spot.y) for spot in spots))
    catapults = []
    for seat, spot in enumerate(spots):
        x, y, _ = spot.pose.apply((-0.02, BESIDE, 0.0))
        pose = catapult_pose(x, y, spot.yaw_deg + attempt.hand.angle_deg * float(rng.standard_normal()))
        catapults.append(Piece(f"p{seat + 1}.catapult", CATAPULT, Role.CATAPULT, seat, pose, pose))
    stage = Stage(bench, empty.adding(catapults), records=records)
    for seat, player in enumerate(state.players):
        for level, walls in enumerate(player.levels, start=1):
            _level(stage, seat, level, walls, attempt.hand, rng, spots[seat])
        top = _top(stage, seat, spots[seat])
        stage.put(FLAG, Role.FLAG, seat, f"p{seat + 1}.flag", top, attempt.hand, rng)
    reading = stage.read()
    places = tuple(_place(bench, reading, Seat(seat), spots[seat]) for seat in range(scene.players))
    folds = [fold_deg(bench.component(kind)) for kind in (WALL, "hurlyburly/sandbag")]
    return Setup(places, min(folds), max(folds), 0.0), reading, stage


def build(
    bench: Bench, scene: Scene, state: HurlyburlyState, attempt: Build, records: bool
) -> tuple[Reading, Stage]:
    """Build the levels in the player's hands on top of the tower."""
    seat, rng = state.turn, np.random.default_rng(attempt.hand.seed)
    spot = grounds(scene.players, scene.apart)[seat]
    (flag,) = scene.of(seat, Role.FLAG)
    swept = sweep(bench, scene, seat)
    live = [name for name in own_tower(swept, seat) if name != flag.name]
    stage = Stage(bench, swept, live, leave_out=[flag.name], records=records)
    stage.before = scene
    stage.change(flag.name, aside=True)
    height, fell = scene.height(seat), False
    for number, walls in enumerate(state.rising, start=height + 1):
        fell = fell or _level(stage, seat, number, walls, attempt.hand, rng, spot, attempt.shift)
        if fell:
            _keep_rest(stage, seat, number, walls)
    if not fell:
        stage.put_back(flag.name, _top(stage, seat, spot, attempt.flag_shift), attempt.hand, rng)
    return stage.read(), stage


def mend(
    bench: Bench, scene: Scene, state: HurlyburlyState, attempt: Mend, records: bool
) -> tuple[Reading, Stage]:
    """Rebuild the bases, and put up the flags, of those who have to."""
    rng = np.random.default_rng(attempt.hand.seed)
    flags = [flag.name for seat in state.mending for flag in scene.of(seat, Role.FLAG)]
    bare = [seat for seat in state.mending if not state.players[seat].levels]
    swept = scene
    for seat in bare:
        swept = without_base_cards(swept, seat)
    for seat in state.mending:
        swept = sweep(bench, swept, seat)
    live = [name for seat in state.mending for name in own_tower(swept, seat) if name not in flags]
    stage = Stage(bench, swept, live, leave_out=flags, records=records)
    stage.before = scene
    for seat in state.mending:
        spot = grounds(scene.players, scene.apart)[seat]
        if seat in bare:
            spot = _free_ground(stage, spot)
            player = state.players[seat]
            walls = min(2, player.fallen.walls + state.supply.walls)
            _level(stage, seat, 1, walls, attempt.hand, rng, spot)
        (flag,) = scene.of(seat, Role.FLAG)
        stage.put_back(flag.name, _top(stage, seat, spot), attempt.hand, rng)
    return stage.read(), stage


def _level(
    stage: Stage,
    seat: int,
    level: int,
    walls: int,
    hand: Hand,
    rng: np.random.Generator,
    spot: Ground,
    shift: tuple[float, float] = (0.0, 0.0),
) -> bool:
    """Build one level; return whether the tower fell under it."""
    wall, platform = stage.bench.component(WALL), stage.bench.component(PLATFORM)
    base, stem = _top(stage, seat, spot, shift), f"p{seat + 1}.level{level}."
    below = next((p.name for p in stage.scene.level(seat, level - 1) if p.role is Role.PLATFORM), None)
    start = None if below is None else stage.world.pose(below).position[2]
    for x, y, yaw in level_spots(walls, level):
        px, py, pz = base.apply((x, y, 0.0))
        pose = on_top(wall, px, py, pz, quat_from_euler_deg(0.0, 0.0, spot.yaw_deg + yaw))
        stage.put(WALL, Role.WALL, seat, f"{stem}wall", pose, hand, rng, level)
        if below is not None and start is not None and start - stage.world.pose(below).position[2] > FALL:
            return True
    px, py, pz = base.position
    turn = quat_from_euler_deg(0.0, 0.0, spot.yaw_deg + 90.0)
    pose = on_top(platform, px, py, pz + wall.size[2], turn)
    name = stage.put(PLATFORM, Role.PLATFORM, seat, f"{stem}platform", pose, hand, rng, level)
    return pose.position[2] - stage.world.pose(name).position[2] > FALL


def _keep_rest(stage: Stage, seat: int, level: int, walls: int) -> None:
    """Keep in the hands what was not built before the tower fell."""
    built = stage.scene.level(seat, level)
    stem = f"p{seat + 1}.level{level}."
    for _ in range(walls - sum(p.role is Role.WALL for p in built)):
        stage.put_aside(WALL, Role.WALL, seat, f"{stem}wall", level)
    if not any(p.role is Role.PLATFORM for p in built):
        stage.put_aside(PLATFORM, Role.PLATFORM, seat, f"{stem}platform", level)


def _top(stage: Stage, seat: int, spot: Ground, shift: tuple[float, float] = (0.0, 0.0)) -> Pose:
    """Return where the next level begins: the middle of the tower's top, in the seat's own directions."""
    turn = quat_from_euler_deg(0.0, 0.0, spot.yaw_deg)
    platforms = stage.scene.of(seat, Role.PLATFORM)
    if not platforms:
        return Pose(spot.pose.apply((*shift, 0.0)), turn)
    name = max(platforms, key=lambda p: p.level).name
    x, y, _ = stage.world.pose(name).position
    height = float(stage.world.bounds([name])[0, 1, 2])
    return Pose((x, y, height), turn).moved(quat_rotate(turn, (*shift, 0.0)))


def without_base_cards(scene: Scene, seat: int) -> Scene:
    """Return the scene in which the hands have taken up the fallen cards of which they rebuild a base."""
    taken = scene.of(seat, Role.FALLEN_PLATFORM)[:1] + scene.of(seat, Role.FALLEN_WALL)[:2]
    return scene.without([piece.name for piece in taken])


def _free_ground(stage: Stage, spot: Ground) -> Ground:
    """Return the nearest place for a base at which nothing stands; the one with most room when there is none."""
    names = [name for name in stage.world.names if name not in ("table", "floor")]
    if not names:
        return spot
    boxes = stage.world.bounds(names)
    best, most = spot, -math.inf
    for shift in ((0.0, 0.0), *SHIFTS):
        x, y, _ = spot.pose.apply((*shift, 0.0))
        low, high = boxes[:, 0, :2] - (x, y), boxes[:, 1, :2] - (x, y)
        room = float(np.maximum(low, -high).max(axis=1).min())
        if room > most:
            best, most = Ground(x, y, spot.yaw_deg), room
        if room > ROOM:
            break
    return best


def _place(bench: Bench, reading: Reading, seat: Seat, spot: Ground) -> PlayerSetup:
    """Return what stands before one player at the start."""
    outlines = [_outline(bench, reading.scene, each) for each in range(reading.scene.players)]
    others = [outline for each, outline in enumerate(outlines) if each != seat]
    apart = min(apart_from_above(outlines[seat], other) for other in others)
    (catapult,) = reading.scene.of(seat, Role.CATAPULT)
    component = bench.component(catapult.kind)
    x, y, _ = quat_rotate(catapult.pose.rotation, (1.0, 0.0, 0.0))
    aside = (math.degrees(math.atan2(y, x)) - spot.yaw_deg + 180) % 360 - 180
    card, basket = joints_gap(component)
    tilt = math.degrees(lean(catapult.pose))
    return PlayerSetup(
        reading.towers[seat],
        round(apart, 6),
        round(tilt, 3),
        round(card, 6),
        round(basket, 6),
        round(abs(aside), 3),
    )


def _outline(bench: Bench, scene: Scene, seat: int) -> Sequence[np.ndarray]:
    pieces = scene.of(seat, Role.WALL, Role.PLATFORM)
    return [outline for p in pieces for outline in footprint(bench.component(p.kind), p.pose)]


def joints_gap(catapult: Component) -> tuple[float, float]:
    """Return the gaps in metres between the card and what holds it, and between basket and card, arm upright."""
    arm = next(link for link in catapult.links if link.name == ARM)
    card = max(arm.parts, key=lambda part: part.extent()[1][2] - part.extent()[0][2])
    low, high = card.extent()
    foot = max(part.extent()[1][2] for part in catapult.parts)
    basket = min(part.extent()[0][2] for part in arm.parts if part is not card)
    return max(0.0, low[2] - foot), max(0.0, basket - high[2])


def fold_deg(component: Component) -> float:
    """Return the angle between the two leaves of a folded card, degrees."""
    leaves = [part for part in component.parts if isinstance(part.shape, Box)]
    normals = []
    for part in leaves[:2]:
        assert isinstance(part.shape, Box)
        thin = int(np.argmin(part.shape.size))
        axis = tuple(1.0 if i == thin else 0.0 for i in range(3))
        normals.append(quat_rotate(part.pose.rotation, axis))  # type: ignore[arg-type]
    return 180.0 - math.degrees(math.acos(float(np.clip(np.dot(normals[0], normals[1]), -1, 1))))
