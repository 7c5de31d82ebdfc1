"""Hinges: a sprung arm keeps its energy and its period, a pendulum swings as textbooks say."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from sandbox.components.spec import Component
from sandbox.physics import Profile, World
from tests import kit
from tests.laws.law import Row, law, near


def _swing(world: World, seconds: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return times, angles and speeds of the arm, `(n,) float` each, one a step."""
    rows = []
    for _ in range(round(seconds * world.profile.rate_hz)):
        world.step()
        rows.append((world.time, *world.joint("arm", "arm")))
    times, angles, speeds = np.array(rows).T
    return times, angles, speeds


def _period(times: np.ndarray, angles: np.ndarray, middle: float) -> float:
    """Return the mean time between upward passages of the middle, interpolated between steps."""
    off = angles - middle
    i = np.flatnonzero((off[:-1] < 0) & (off[1:] >= 0))
    passages = times[i] - off[i] * (times[i + 1] - times[i]) / (off[i + 1] - off[i])
    return float(np.diff(passages).mean())


def _arm(component: Component, angle: float, profile: Profile) -> World:
    world = kit.world(component, profile=profile)
    world.add(component, "arm", fixed=True)
    world.set_joint("arm", "arm", angle)
    return world


@law()
def catapult_arm() -> Iterator[Row]:
    """A sprung arm without damping, three cards strong, has its period, and its energy after 1 s."""
    for stiffness in (0.018, 0.041):
        arm = kit.arm(stiffness=stiffness)
        moment = kit.arm_inertia(arm)
        with _arm(arm, 0.5, kit.WEIGHTLESS) as world:
            times, angles, speeds = _swing(world, 1.1)
        # Angle and speed of an explicit step belong to instants half a step apart; the mean of two speeds
        # belongs to the angle between them.
        energy = 0.5 * moment * ((speeds[:-1] + speeds[1:]) / 2) ** 2 + 0.5 * stiffness * angles[:-1] ** 2
        second = times[:-1] >= 1.0
        worst = float(energy[second][np.argmax(np.abs(energy[second] / energy[0] - 1))])
        what = f"stiffness {stiffness:g} N·m/rad"
        yield near(
            "catapult arm", f"energy after 1 s, {what}", 1000 * 0.5 * stiffness * 0.25, 1000 * worst, 0.01, "mJ"
        )
        true = 2 * math.pi * math.sqrt(moment / stiffness)
        yield near("catapult arm", f"period, {what}", true, _period(times, angles, 0.0), 0.01, "s")


@law()
def pendulum() -> Iterator[Row]:
    """An arm that hangs from its hinge swings with the period of a physical pendulum."""
    arm = kit.arm()
    (link,) = arm.links
    with _arm(arm, -math.pi / 2 + 0.1, kit.DEFAULT) as world:
        times, angles, _ = _swing(world, 3.0)
    lever = link.frame.position[0]
    true = 2 * math.pi * math.sqrt(kit.arm_inertia(arm) / (link.mass * 9.81 * lever)) * (1 + 0.1**2 / 16)
    yield near("pendulum", "period at 0.1 rad", true, _period(times, angles, -math.pi / 2), 0.01, "s")
