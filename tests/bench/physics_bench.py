"""What the world costs: against bare PyBullet, against simulating on, and in milliseconds and megabytes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pybullet as p

from sandbox.geometry import Pose, vec3
from sandbox.physics import DEFAULT, World, settle
from sandbox.physics.bullet import BulletEngine
from sandbox.physics.surfaces import solve
from tests import kit
from tests.bench.bench import Row, cpu_seconds, median, median_ratio
from tests.physics.test_worlds import resident_mb

STEPS = 720


def rows() -> list[Row]:
    """Return everything that was measured; about a minute."""
    return [
        Row("World.step over a bare PyBullet loop, 16-body tower", _step_ratio(), "", 1.05),
        Row(
            "a tower beside a thrown block at rest, over not looking whether it is fast", _haste_ratio(), "", 1.05
        ),
        Row("5 s of a tower over the verdict that it stands", _verdict_gain(), "times", 10, higher_is_better=True),
        Row("build a scene of 60 bodies", 1000 * _build_seconds(), "ms", 10),
        Row("growth in 1,000 trials in one process", _growth_mb(), "MB", 20),
        Row("a simulated second of a 16-body tower", 1000 * _tower_second(), "CPU ms"),
        Row("reading all poses and speeds of 16 bodies", 1e6 * _read_seconds(), "µs"),
    ]


def _tower(walls: int = 2) -> World:
    pieces, ground = kit.tower(5, walls), kit.shipped("common/table")
    world = kit.world(ground, *(component for component, _, _ in pieces))
    world.add(ground, "table")
    world.add_all(pieces)
    return world


def _bare_loop() -> tuple[int, Callable[[], None]]:
    """Return a client with the same tower, built with PyBullet's own calls, and the loop that steps it."""
    profile, scale = DEFAULT, DEFAULT.length_scale
    client = p.connect(p.DIRECT)
    p.setPhysicsEngineParameter(
        fixedTimeStep=profile.dt,
        numSolverIterations=profile.iterations,
        contactERP=profile.contact_erp,
        restitutionVelocityThreshold=profile.least_bounce * scale,
        allowedCcdPenetration=profile.ccd_penetration * scale,
        contactBreakingThreshold=profile.contact_breaking * scale,
        deterministicOverlappingPairs=1,
        physicsClientId=client,
    )
    p.setGravity(0, 0, -profile.gravity * scale, physicsClientId=client)
    wall, platform, ground = (
        kit.shipped(name) for name in ("hurlyburly/wall", "hurlyburly/platform", "common/table")
    )
    surfaces = solve(kit.materials(), [("card", False), ("table", True)]).surfaces
    shapes = {}
    for component in (wall, platform, ground):
        inverse = component.frame.inverse()
        poses = [inverse @ part.pose for part in component.parts]
        halves = [[edge * scale / 2 for edge in part.shape.size] for part in component.parts]
        shapes[component.id] = p.createCollisionShapeArray(
            shapeTypes=[p.GEOM_BOX] * len(poses),
            halfExtents=halves,
            radii=[0.0] * len(poses),
            lengths=[0.0] * len(poses),
            fileNames=[""] * len(poses),
            meshScales=[[1, 1, 1]] * len(poses),
            flags=[0] * len(poses),
            collisionFramePositions=[[v * scale for v in pose.position] for pose in poses],
            collisionFrameOrientations=[pose.rotation for pose in poses],
            physicsClientId=client,
        )
        if len(poses) == 1 and component is platform:  # a plain box is cheaper than a compound of one
            shapes[component.id] = p.createCollisionShape(
                p.GEOM_BOX, halfExtents=halves[0], physicsClientId=client
            )
    for component, _, pose in [(ground, "table", Pose()), *kit.tower(5, 2)]:
        frame = pose @ component.frame
        body = p.createMultiBody(
            baseMass=component.mass,
            baseCollisionShapeIndex=shapes[component.id],
            basePosition=[v * scale for v in frame.position],
            baseOrientation=frame.rotation,
            useMaximalCoordinates=1,
            physicsClientId=client,
        )
        surface = surfaces[component.material, component.is_fixed]
        moving = {
            "mass": component.mass,
            "localInertiaDiagonal": [moment * scale**2 for moment in component.inertia],
            "frictionAnchor": 1,
        }
        p.changeDynamics(
            body,
            -1,
            lateralFriction=surface.friction,
            restitution=surface.restitution,
            linearDamping=0,
            angularDamping=0,
            **({} if component.is_fixed else moving),
            physicsClientId=client,
        )

    def loop() -> None:
        step = p.stepSimulation
        for _ in range(STEPS):
            step(client)

    return client, loop


def _step_ratio() -> float:
    """Return our loop's time over the bare one's, after checking that both move the same bits."""
    client, loop = _bare_loop()
    pieces = [(kit.shipped("common/table"), "table", Pose()), *kit.tower(5, 2)]
    with kit.world(*(component for component, _, _ in pieces), fresh=True) as world:
        for component, name, pose in pieces:
            world.add(component, name, pose)
        world.step(STEPS)
        loop()
        for body, (component, name, _) in enumerate(pieces):
            position, rotation = p.getBasePositionAndOrientation(body, client)
            frame = Pose(vec3(np.divide(position, DEFAULT.length_scale)), rotation)
            assert frame @ component.frame.inverse() == world.pose(name), name
        ratio = median_ratio(9, lambda: cpu_seconds(lambda: world.step(STEPS)), lambda: cpu_seconds(loop))
    p.disconnect(client)
    return ratio


def _haste_ratio() -> float:
    """Return the time of a tower's steps with a thrown block on the table over the same without haste."""
    block, loops = kit.shipped("hurlyburly/block"), []
    careless = DEFAULT.model_copy(update={"name": "careless", "haste": 0.0})
    pieces, ground = kit.tower(5, 2), kit.shipped("common/table")
    kinds = [ground, block, *(component for component, _, _ in pieces)]
    with (
        kit.world(*kinds, fresh=True) as world,
        kit.world(*kinds, profile=careless, fresh=True) as other,
    ):
        for each in (world, other):
            each.add_all([(ground, "table", Pose()), *pieces, (block, "block", Pose((0.3, 0, 0.007)))])
            each.step(STEPS)
            loops.append(lambda each=each: cpu_seconds(lambda: each.step(STEPS)))
        return median_ratio(9, *loops)


def _verdict_gain() -> float:
    def verdict() -> None:
        with _tower() as world:
            assert settle(world).ok

    def five_seconds() -> None:
        with _tower() as world:
            world.step(5 * STEPS)

    return median_ratio(5, lambda: cpu_seconds(five_seconds), lambda: cpu_seconds(verdict))


def _build_seconds() -> float:
    """Return the time for an emptied engine to hold a table and 59 cards, walls, blocks and cubes."""
    names = ("hurlyburly/wall", "hurlyburly/platform", "common/block", "common/cube")
    components = [kit.shipped(name) for name in names]
    ground, materials = kit.shipped("common/table"), kit.materials()
    pieces = [(ground, "table", Pose())] + [
        (components[n % 4], f"piece{n}", Pose((0.1 * (n % 8), 0.1 * (n // 8), 0.05))) for n in range(59)
    ]
    engine = BulletEngine(DEFAULT)

    def build() -> None:
        World(materials, declare=[ground, *components], engine=engine).add_all(pieces)

    build()
    seconds = median(15, lambda: cpu_seconds(build))
    engine.close()
    return seconds


def _growth_mb() -> float:
    def trial() -> None:
        with _tower(1) as world:
            world.run(0.05)
            world.snapshot()

    for _ in range(50):
        trial()
    before = resident_mb()
    for _ in range(1000):
        trial()
    return resident_mb() - before


def _tower_second() -> float:
    with _tower() as world:
        return median(5, lambda: cpu_seconds(lambda: world.step(STEPS)))


def _read_seconds() -> float:
    with _tower() as world:
        world.step(10)

        def read() -> None:
            for _ in range(100):
                world.snapshot()

        return median(5, lambda: cpu_seconds(read) / 100)
