"""Friction: when things slip on a slope, how much they creep before, and when a block tips instead."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sandbox.components.spec import Component
from sandbox.geometry import Pose, Twist
from sandbox.physics import drives, statics
from tests import kit
from tests.kit import MM
from tests.laws.law import Row, at_most, law, near

G = 9.81
FRICTIONS = (0.2, 0.35, 0.5)


def _on_slope(component: Component, friction: float, slope: Pose, seconds: float) -> float:
    """Return how far a piece on a fixed box that is turned has moved after some seconds, metres."""
    ground = kit.slab()
    pairs = {(component.material, ground.material): friction}
    with kit.world(ground, component, materials=kit.materials(friction=pairs)) as world:
        world.add(ground, "slope", slope)
        start = slope @ Pose((0, 0, component.size[2] / 2))
        world.add(component, "piece", start)
        world.run(seconds)
        return kit.moved(world, "piece", start)


@law()
def slip_angle() -> Iterator[Row]:
    """A card and a block on a slope slip where the slope's tangent is the coefficient of friction."""
    for name in ("common/card", "common/block"):
        component = kit.shipped(name)
        for friction in FRICTIONS:

            def stays(tangent: float, component: Component = component, friction: float = friction) -> bool:
                slope = kit.slope(math.degrees(math.atan(tangent)))
                return _on_slope(component, friction, slope, 1.0) < 0.5 * MM

            found = kit.edge(stays, 0.9 * friction, 1.1 * friction, 0.0005 * friction)
            what = f"{name.split('/')[1]}: tangent of the slope at slip"
            yield near("slip on a slope", what, friction, found, 0.01)


@law()
def creep() -> Iterator[Row]:
    """At 0.9 of the slip angle nothing creeps: less than 0.05 mm in 5 s."""
    for name in ("common/card", "common/block"):
        angle = 0.9 * math.degrees(statics.slip_angle(0.35))
        crept = _on_slope(kit.shipped(name), 0.35, kit.slope(angle), 5.0)
        yield at_most(
            "creep on a slope",
            f"{name.split('/')[1]}: moved at 0.9 of the slip angle in 5 s",
            crept / MM,
            0.05,
            "mm",
        )


@law()
def sliding_to_rest() -> Iterator[Row]:
    """A block that slides flat on a table stops after v² / (2 mu g), in the direction it was sent."""
    block, ground = kit.shipped("common/block"), kit.slab()
    for speed, friction in ((1.0, 0.35), (0.5, 0.2)):
        materials = kit.materials(friction={(block.material, ground.material): friction})
        with kit.world(ground, block, materials=materials) as world:
            world.add(ground, "table")
            world.add(block, "block", Pose((0, 0, block.size[2] / 2)))
            world.run(0.2)
            start = world.pose("block")
            world.put("block", start, Twist((0.8 * speed, 0.6 * speed, 0)))
            world.run(speed / (friction * G) + 0.2)
            way = kit.moved(world, "block", start)
        what = f"block at {speed:g} m/s, friction {friction:g}: way until it stops"
        yield near("sliding to rest", what, 1000 * speed**2 / (2 * friction * G), 1000 * way, 0.01, "mm")


@law()
def tipping() -> Iterator[Row]:
    """A block on a rough slope tips where the slope's tangent is its width over its height."""
    for width, height in ((20.0, 40.0), (24.0, 48.0)):
        component = kit.box("tall", (width, 30, height), 0.02)

        def stands(tangent: float, component: Component = component) -> bool:
            ground = kit.slab()
            grips = kit.materials(friction={("beech", "table"): 1.5})
            with kit.world(ground, component, materials=grips) as world:
                world.add(ground, "table")
                start = Pose((0, 0, component.size[2] / 2))
                world.add(component, "piece", start)
                world.run(0.2)
                # Slowly: 0.2 % below its limit a speed of 0.4 mm/s is enough to tip it.
                drives.tilt(world, math.atan(tangent), (1, 0, 0), 1.5)
                world.run(1.0)
                return kit.moved(world, "piece", start) < 1 * MM

        true = math.tan(statics.tipping_angle(width, height))
        found = kit.edge(stands, 0.95 * true, 1.05 * true, 0.0005 * true)
        yield near(
            "tipping over an edge", f"{width:g} x {height:g} mm block: tangent of the slope", true, found, 0.002
        )
