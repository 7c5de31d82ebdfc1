"""Flight, bounces, and things that must not pass through others."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sandbox.components.spec import Component, Concave, Part
from sandbox.geometry import IDENTITY, Pose, Twist
from sandbox.physics import World, settle
from sandbox.physics.kinematics import kinetic_energy
from tests import kit
from tests.kit import MM
from tests.laws.law import Row, at_most, law, limit, near

G = 9.81
SHOTS = 32


@law()
def projectile() -> Iterator[Row]:
    """A block thrown at 2 m/s and 45° comes down after v²/g."""
    block = kit.shipped("hurlyburly/block")
    with kit.world(block) as world:
        world.add(block, "block", Pose((0, 0, 1)))
        world.launch("block", (math.sqrt(2), 0, math.sqrt(2)), (3, 5, 1))
        here = before = world.pose("block").position
        while here[2] >= 1:
            before = here
            world.step()
            here = world.pose("block").position
    part = (before[2] - 1) / (before[2] - here[2])
    yield near("projectile", "range at 2 m/s and 45°", 4 / G, before[0] + part * (here[0] - before[0]), 0.005, "m")


@law(slow=True)
def bounce() -> Iterator[Row]:
    """A marble that returns 0.6 of its speed bounces to 18, 6.5 and 2.3 mm from 50 mm, whenever it is let go."""
    ground, marble = kit.slab(), kit.shipped("common/marble")
    bouncy = kit.materials(restitution={("glass", "table"): 0.6})
    phases, heights, radius = 50, [], 8 * MM
    for phase in range(phases):
        with kit.world(ground, marble, materials=bouncy) as world:
            world.add(ground, "floor")
            # It has been falling for a part of a step already, so the impact meets the steps elsewhere.
            fallen = phase / phases * world.profile.dt
            world.add(marble, "marble", Pose((0, 0, radius + 50 * MM - G * fallen**2 / 2)))
            world.launch("marble", (0, 0, -G * fallen))
            track = []
            for _ in range(round(0.75 * world.profile.rate_hz)):
                world.step()
                track.append(world.pose("marble").position[2] - radius)
        z = np.array(track)
        peaks = z[1:-1][(z[1:-1] >= z[:-2]) & (z[1:-1] > z[2:])]
        heights.append([*peaks[:3], 0.0, 0.0, 0.0][:3])
    for number, name in enumerate(("first", "second", "third")):
        true = 50 * 0.36 ** (number + 1)
        found = np.array(heights)[:, number] / MM
        worst = float(found[np.argmax(np.abs(found - true))])
        yield near(
            "bounce, e = 0.6", f"{name} height from 50 mm, worst of {phases} phases", true, worst, 0.1, "mm"
        )


def _passed(world: World, target: str, half: tuple[float, float], name: str, steps: int) -> bool:
    """Return whether a body went from one side of a thin box through its area to the other side."""
    side_before, at_before = 0.0, (0.0, 0.0, 0.0)
    for _ in range(steps):
        x, y, z = world.pose(target).inverse().apply(world.pose(name).position)
        inside = max(abs(y), abs(at_before[1])) < half[0] and max(abs(z), abs(at_before[2])) < half[1]
        if side_before * x < 0 and inside:
            return True
        side_before, at_before = x, (x, y, z)
        world.step()
    return False


@law(slow=True)
def block_against_a_card() -> Iterator[Row]:
    """A 14 mm block at 6 or 10 m/s never goes through a card of 0.35 mm, whether that is held or stands free."""
    block = kit.shipped("hurlyburly/block")
    card = kit.box("thin", (0.35, 63, 88), 0.00166, "card")
    ground = kit.slab()
    for held, speed, shots in ((True, 6, SHOTS), (False, 6, SHOTS), (True, 10, SHOTS), (False, 10, 3 * SHOTS)):
        through = 0
        for shot in range(shots):
            rng = np.random.default_rng(shot)
            with kit.world(ground, card, block) as world:
                world.add(ground, "table")
                world.add(card, "card", Pose((0, 0, 44 * MM)), fixed=held)
                y, z = rng.uniform(-20, 20) * MM, rng.uniform(20, 65) * MM
                turn = rng.normal(size=4)
                a, b, c, d = (float(v) for v in turn / np.linalg.norm(turn))
                start = Pose((rng.uniform(-0.11, -0.09), y, z), (a, b, c, d))
                world.add(block, "block", start)
                world.launch("block", (speed, 0, 0), tuple(rng.normal(0, 10, 3)))
                through += _passed(world, "card", (31 * MM, 44 * MM), "block", 60)
        which = "that is held" if held else "that stands free"
        yield at_most("never through", f"block at {speed} m/s through a card {which}, of {shots}", through, 0, "")


def _hollow() -> Component:
    """Return a board with one spherical hollow: a mesh of 24 x 8 facets and a rim, as a game board has."""
    sphere, depth_centre, around, rings = 18 * MM, 2 * MM, 24, 8
    top = math.asin(depth_centre / sphere)
    points = [(0.0, 0.0, depth_centre - sphere)]
    for ring in range(1, rings + 1):
        angle = -math.pi / 2 + ring / rings * (math.pi / 2 - top)
        points += [
            (
                sphere * math.cos(angle) * math.cos(2 * math.pi * k / around),
                sphere * math.cos(angle) * math.sin(2 * math.pi * k / around),
                depth_centre + sphere * math.sin(angle),
            )
            for k in range(around)
        ]
    far = [
        (40 * MM * math.cos(2 * math.pi * k / around), 40 * MM * math.sin(2 * math.pi * k / around), 0.0)
        for k in range(around)
    ]
    points += far
    faces = [(0, 1 + k, 1 + (k + 1) % around) for k in range(around)]
    for ring in range(rings):
        low, high = 1 + ring * around, 1 + (ring + 1) * around
        for k in range(around):
            n = (k + 1) % around
            faces += [(low + k, high + k, high + n), (low + k, high + n, low + n)]
    part = Part(Concave(np.array(points), np.array(faces, dtype=np.int64)))
    return Component("hollow", "hollow", "beech", "fixed", 0.0, (0.0, 0.0, 0.0), IDENTITY, (part,))


@law(slow=True)
def marble_on_a_mesh() -> Iterator[Row]:
    """A marble dropped from 0.5 m on a board that is a triangle mesh stays above it."""
    board, marble = _hollow(), kit.shipped("common/marble_10")
    lost = 0
    for drop in range(SHOTS):
        rng = np.random.default_rng(drop)
        x, y = rng.uniform(-20, 20, 2) * MM
        with kit.world(board, marble) as world:
            world.add(board, "board")
            world.add(marble, "marble", Pose((x, y, 0.5 + rng.uniform(0, 5) * MM)))
            low = math.inf
            for _ in range(90):
                world.step(5)
                x, y, z = world.pose("marble").position
                if math.hypot(x, y) < 38 * MM:
                    low = min(low, z)
        lost += low < -16 * MM
    yield at_most("never through", f"marble dropped 0.5 m through a mesh, of {SHOTS}", lost, 0, "")


@law(slow=True)
def overlap_after_collapse() -> Iterator[Row]:
    """After towers have collapsed nothing is left stuck in anything else."""
    block, ground = kit.shipped("hurlyburly/block"), kit.shipped("common/table")
    deepest, fallen = 0.0, 0
    for seed in range(4):
        rng = np.random.default_rng(seed)
        pieces = kit.tower(5, 1 + seed % 2, rng)
        with kit.world(ground, block, *(component for component, _, _ in pieces)) as world:
            world.add(ground, "table")
            world.add_all(pieces)
            world.add(block, "block", Pose((-0.2, rng.uniform(-5, 5) * MM, 0.08)))
            world.run(0.1)
            world.launch("block", (6.0, 0, 0.3), start=(-0.2, rng.uniform(-5, 5) * MM, 0.08))
            settle(world, timeout=8.0, ignore=["block"])
            fallen += world.pose("level5.platform").position[2] < 0.3
            deepest = max([deepest, *(-pair.distance for pair in world.overlaps(0.0))])
    what = f"deepest overlap after {fallen} collapses"
    yield at_most("overlap", what, deepest / MM if fallen else math.inf, 0.2, "mm")


@law()
def spinning_box() -> Iterator[Row]:
    """A box that spins freely keeps its energy; the engine's gyroscopic term does not (known limit).

    It is of first order in the step: implicit on plain bodies, which lose, explicit on multibodies, which gain.
    Half the step halves both; no flag changes them.
    """
    plain = kit.box("free", (24, 48, 8), 0.0065)
    for box, low, high in ((plain, -8.0, 2.0), (replace(plain, handling="tumbling"), -2.0, 9.0)):
        with kit.world(box, profile=kit.WEIGHTLESS) as world:
            world.add(box, "box", Pose(), twist=Twist((0, 0, 0), (8.0, 0.3, 2.0)))
            start = _spin_energy(world, box)
            world.run(5.0)
            lost = 100 * (_spin_energy(world, box) / start - 1)
        yield limit("free spin", f"energy of a {box.handling} box after 5 s", 0.0, lost, low, high, "%")
    card = kit.shipped("common/card")
    with kit.world(card, profile=kit.WEIGHTLESS) as world:
        world.add(card, "card", Pose(), twist=Twist((0, 0, 0), (8.0, 1.0, 2.0)))
        start = _spin_energy(world, card)
        world.run(0.4)
        lost = 100 * (_spin_energy(world, card) / start - 1)
    yield near("free spin", "energy of a card that tumbles for 0.4 s, to the start's", 100, 100 + lost, 0.02, "%")


def _spin_energy(world: World, component: Component) -> float:
    (name,) = world.names
    twist = world.snapshot().twist(name)
    return kinetic_energy(component.mass, component.inertia, world.pose(name) @ component.frame, twist)
