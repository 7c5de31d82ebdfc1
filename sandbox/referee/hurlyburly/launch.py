"""One launch: a block is laid on the basket, pulled back, let go, and followed until it has left."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sandbox.components.spec import Box, Component, Link
from sandbox.geometry import Pose, Vec3
from sandbox.physics import World
from sandbox.referee.words import Impossible

__all__ = ["Launched", "basket_top", "catch", "launch", "load_pose", "most_pull_deg"]

ARM = "arm"
"""Name of the catapult's hinge."""

LYING = 2e-4
"""Metres above the basket's floor at which a block is laid down."""

EASE = 0.05
"""Seconds for the block to lie still, and again after the pull."""

LEAVES = 0.4
"""Seconds after which a block that still lies in the basket stays there."""

LIMIT = math.radians(0.5)
"""The arm is not pulled nearer than this to the end of its joint."""


@dataclass(frozen=True, slots=True)
class Launched:
    """What a launch was like.

    Args:
        pull_deg: How far the arm was back when it was let go.
        gap: Metres between block and basket at that instant; the widest of several.
        slip: Metres that the base moved from the start of the pull to the block's leaving.
        pull_speed: Greatest speed in m/s of the top of the basket while it was pulled.
        left: Whether the (first) block left the basket.
        speed: m/s of the block as it left; 0 when it stayed.
        rise_deg: How steeply it left.
        height: Metres of its middle above the table then.
    """

    pull_deg: float
    gap: float
    slip: float
    pull_speed: float
    left: bool
    speed: float
    rise_deg: float
    height: float


def arm_of(catapult: Component) -> Link:
    """Return the link that carries the basket."""
    return next(link for link in catapult.links if link.name == ARM)


def most_pull_deg(catapult: Component) -> float:
    """Return how far the joint lets itself be pulled back, degrees."""
    return math.degrees(-arm_of(catapult).hinge.lower)


def basket_top(catapult: Component) -> float:
    """Return the distance in metres from the hinge to the top of the basket."""
    arm = arm_of(catapult)
    return max(part.extent()[1][2] for part in arm.parts) - arm.hinge.anchor[2]


def load_pose(catapult: Component, block: Component, number: int = 0) -> Pose:
    """Return where a block is laid, in the catapult's frame: on the floor of the basket, against its back.

    Args:
        catapult: Its arm is upright.
        block: What is laid.
        number: Of the block, from 0; later ones lie on the one before.
    """
    boxes = [part for part in arm_of(catapult).parts if isinstance(part.shape, Box)]
    # The floor is the widest level board; the back is whatever stands up behind it.
    floor = max(boxes, key=lambda part: _size(part.shape)[0] * _size(part.shape)[1])
    low, high = floor.extent()
    half = block.size[2] / 2
    return Pose(
        (low[0] + block.size[0] / 2 + LYING, 0.0, high[2] + LYING + half + number * (block.size[2] + LYING))
    )


def launch(
    world: World,
    catapult: str,
    blocks: Sequence[str],
    *,
    pull_deg: float,
    pull_speed: float,
    watch: Callable[[World], object] | None = None,
) -> Launched:
    """Pull back, let go, and follow the first block until it has left the basket.

    Args:
        world: Blocks lie on the basket already; it is advanced.
        catapult: Name of the catapult, its arm upright.
        blocks: What lies on the basket.
        pull_deg: How far the arm is pulled.
        pull_speed: m/s of the top of the basket.
        watch: Called after every step of the flight.

    Raises:
        Impossible: The joint does not go so far.
    """
    component = world.body(catapult).component
    most = most_pull_deg(component)
    if not 0 < pull_deg <= most:
        raise Impossible(f"a pull of {pull_deg:.1f} degrees is not within the joint's {most:g}")
    radius, start = basket_top(component), world.pose(catapult).position
    world.hold_joint(catapult, ARM, 0.0)
    world.run(EASE)
    fastest, target = 0.0, -math.radians(pull_deg)
    world.drive_joint(catapult, ARM, -pull_speed / radius)
    for _ in range(int(2 * math.radians(most) * radius / pull_speed * world.profile.rate_hz) + 1):
        world.step()
        state = world.joint(catapult, ARM)
        fastest = max(fastest, abs(state.speed) * radius)
        if state.angle <= target:
            break
    world.hold_joint(catapult, ARM, target)
    world.run(EASE)
    gap = max((_gap(world, catapult, block) for block in blocks), default=0.0)
    back = -math.degrees(world.joint(catapult, ARM).angle)
    world.release_joint(catapult, ARM)
    last, twist, height = _follow(world, catapult, blocks[0], watch)
    slip = math.dist(world.pose(catapult).position, start)
    speed = float(np.linalg.norm(twist)) if last else 0.0
    rise = math.degrees(math.atan2(twist[2], math.hypot(twist[0], twist[1]))) if last else 0.0
    return Launched(back, max(gap, 0.0), slip, fastest, last, speed, rise, height)


def catch(world: World, catapult: str) -> None:
    """Hold the arm still upright, as a finger does once the block is away: else it would swing for minutes."""
    world.hold_joint(catapult, ARM, 0.0)


def _follow(
    world: World, catapult: str, block: str, watch: Callable[[World], object] | None
) -> tuple[bool, Vec3, float]:
    """Step until the block is clear of the basket; return whether it is, how it moved then and how high it was."""
    steps = int(LEAVES * world.profile.rate_hz)
    for _ in range(steps):
        world.step()
        if watch is not None:
            watch(world)
        near = world.closest(block, catapult, 0.02)
        if near is None:
            snapshot = world.snapshot()
            return True, snapshot.twist(block).linear, snapshot.pose(block).position[2]
    return False, (0.0, 0.0, 0.0), world.pose(block).position[2]


def _gap(world: World, catapult: str, block: str) -> float:
    near = world.closest(block, catapult, 0.05)
    return 0.05 if near is None else near.distance


def _size(shape: object) -> Vec3:
    assert isinstance(shape, Box)
    return shape.size
