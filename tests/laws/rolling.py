"""Marbles: how they roll down, how sliding becomes rolling, how they slow down."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from sandbox.geometry import Pose, Twist
from tests import kit
from tests.laws.law import Row, law, near

G = 9.81
MARBLE = "common/marble"
RADIUS = 8e-3


@law()
def rolling_down() -> Iterator[Row]:
    """A marble on a slope of 10° gains 5/7 g sin; with rolling friction r it gains 5/7 g (sin - r/R cos)."""
    angle = math.radians(10)
    ground, marble = kit.slab(), kit.shipped(MARBLE)
    plain = kit.materials(rolling={("glass", "table"): 0.0})
    for what, materials in (("without rolling friction", plain), ("with the catalogue's", kit.materials())):
        lever = materials.pair("glass", "table").rolling
        with kit.world(ground, marble, materials=materials) as world:
            slope = kit.slope(10)
            world.add(ground, "slope", slope)
            world.add(marble, "marble", slope @ Pose((-0.5, 0, RADIUS)))
            times, speeds = [], []
            while not speeds or speeds[-1] < 1.0:
                world.step(8)
                times.append(world.time)
                speeds.append(world.snapshot().speed("marble"))
        true = 5 / 7 * G * (math.sin(angle) - lever / RADIUS * math.cos(angle))
        gained = float(np.polyfit(times, speeds, 1)[0])
        yield near("marble down 10°", f"acceleration up to 1 m/s, {what}", true, gained, 0.01, "m/s²")


@law()
def slip_to_roll() -> Iterator[Row]:
    """A marble that is set sliding rolls at 5/7 of its speed after 2 v / (7 mu g)."""
    ground, marble = kit.slab(), kit.shipped(MARBLE)
    for start, friction in ((0.5, 0.2), (1.0, 0.3)):
        materials = kit.materials(friction={("glass", "table"): friction}, rolling={("glass", "table"): 0.0})
        with kit.world(ground, marble, materials=materials) as world:
            world.add(ground, "floor")
            world.add(marble, "marble", Pose((-0.5, 0, RADIUS)))
            world.run(0.2)
            world.put("marble", world.pose("marble"), Twist((start, 0, 0)))
            begun, true = world.time, 2 * start / (7 * friction * G)
            times, slips = [], []
            while world.time - begun < 2 * true:
                world.step()
                twist = world.snapshot().twist("marble")
                times.append(world.time - begun)
                slips.append(twist.linear[0] - RADIUS * twist.angular[1])
            final = world.snapshot().speed("marble")
        # The slip falls in a straight line, so it ends where the line through its middle part meets 0.
        middle = [i for i, slip in enumerate(slips) if 0.2 * start < slip < 0.8 * start]
        rate, offset = np.polyfit(np.array(times)[middle], np.array(slips)[middle], 1)
        what = f"{start:g} m/s, friction {friction:g}"
        yield near("sliding to rolling", f"speed in the end, {what}", 5 / 7 * start, final, 0.01, "m/s")
        yield near("sliding to rolling", f"time until it rolls, {what}", true, float(-offset / rate), 0.01, "s")


@law()
def slow_rolling() -> Iterator[Row]:
    """A slow marble runs out after v² / (2 · 5/7 · g · r/R): it neither speeds up by itself nor stops at once."""
    ground, marble = kit.slab(), kit.shipped(MARBLE)
    lever = kit.materials().pair("glass", "table").rolling
    for start in (0.005, 0.05, 0.3):
        with kit.world(ground, marble) as world:
            world.add(ground, "floor")
            world.add(marble, "marble", Pose((0, 0, RADIUS)))
            world.run(0.2)
            world.launch("marble", (start, 0, 0), (0, start / RADIUS, 0))
            world.run(2 * start / (5 / 7 * G * lever / RADIUS) + 0.2)
            ran = world.pose("marble").position[0]
        true = start**2 / (2 * 5 / 7 * G * lever / RADIUS)
        yield near(
            "marble runs out",
            f"way from {1000 * start:g} mm/s, catalogue values",
            true * 1000,
            ran * 1000,
            0.02,
            "mm",
        )
