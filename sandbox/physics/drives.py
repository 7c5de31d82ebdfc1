"""Hands and tables that act over time: each returns a `Drive`, or runs one and advances the world."""

from __future__ import annotations

import math

import numpy as np

from sandbox.geometry import Pose, Vec3, quat_from_axis_angle, vec3
from sandbox.physics.world import Drive, World

__all__ = ["fade_in", "push", "run_until_touch", "shake", "tilt"]


def _drive_for(world: World, seconds: float, drive: Drive) -> None:
    """Advance the world with something acting before every step.

    Raises:
        ValueError: The time is shorter than a step.
    """
    if seconds < world.profile.dt:
        raise ValueError(f"{seconds:g} s is shorter than a step of {world.profile.dt:.2g} s; give it more time")
    world.drives.append(drive)
    try:
        world.run(seconds)
    finally:
        world.drives.remove(drive)


def run_until_touch(world: World, a: str, b: str, seconds: float) -> bool:
    """Let time pass until two bodies touch, and return whether they did.

    Args:
        world: It is advanced by at most `seconds`, and to the end of the step in which they touch.
        a: Name of one body.
        b: Name of the other.
        seconds: When to stop waiting.

    Raises:
        UnknownName: No such body.
    """
    watch = world.watch(a, b)
    stride = max(1, round(world.profile.rate_hz / world.profile.rest_rate_hz))
    for number in range(round(seconds * world.profile.rate_hz)):
        if watch.first is not None:
            break
        if number % stride:
            world.step()
        else:
            world.run(world.profile.dt)  # looks for trouble as well
    return watch.first is not None


def fade_in(world: World, name: str, seconds: float) -> None:
    """Let the weight of a body come onto what carries it over some time, as a careful hand does.

    A fisher let go 2 mm above a dock tips it 5 mm earlier than one whose weight comes slowly.

    Args:
        world: It is advanced by `seconds`.
        name: The body, placed where it is to stand.
        seconds: Until the hand carries nothing.
    """
    start, mass = world.time, world.body(name).component.mass

    def carry(world: World) -> None:
        left = max(0.0, 1 - (world.time - start) / seconds)
        world.push(name, vec3(np.multiply(world.gravity, -mass * left)))

    _drive_for(world, seconds, carry)


def push(world: World, name: str, force: Vec3, seconds: float, at: Vec3 | None = None) -> None:
    """Push a body with a constant force in N for some time.

    Args:
        world: It is advanced by `seconds`.
        name: The body.
        force: Newtons, world axes.
        seconds: How long.
        at: Point in the body's model frame; its centre of mass when None.
    """

    def press(world: World) -> None:
        world.push(name, force, None if at is None else world.pose(name).apply(at))

    _drive_for(world, seconds, press)


def tilt(world: World, angle: float, towards: Vec3, seconds: float) -> None:
    """Tilt the table slowly so that the side `towards` goes down, and leave it there.

    Seen from the table gravity turns instead: the same physics as long as it is slow, and nothing has to be
    carried along.

    Args:
        world: It is advanced by `seconds`.
        angle: Radians to add.
        towards: Horizontal direction in which the table goes down.
        seconds: How long the tilting takes.
    """
    axis = (towards[1], -towards[0], 0.0)
    start, from_gravity = world.time, world.gravity

    def lean(world: World) -> None:
        part = min(1.0, (world.time + world.profile.dt - start) / seconds)
        turn = Pose(rotation=quat_from_axis_angle(axis, angle * part))
        world.gravity = turn.apply(from_gravity)

    _drive_for(world, seconds, lean)


def shake(world: World, amplitude: float, frequency: float, direction: Vec3, seconds: float) -> None:
    """Shake the table along a direction and bring it back to rest.

    Seen from the table, its acceleration acts on everything the other way round. The motion swells over the
    first period and dies over the last one, so that nothing starts with a jerk.

    Args:
        world: It is advanced by `seconds`.
        amplitude: Metres from the middle to a turning point.
        frequency: Periods a second.
        direction: Of the motion; its length does not matter.
        seconds: How long.
    """
    unit = np.asarray(direction, dtype=float) / np.linalg.norm(direction)
    start, rest, step = world.time, world.gravity, world.profile.dt

    def place(t: float) -> float:
        ramp = min(1.0, t * frequency, (seconds - t) * frequency)
        swell = max(0.0, ramp) ** 2 * (3 - 2 * max(0.0, ramp))
        return amplitude * swell * math.sin(2 * math.pi * frequency * t)

    def jolt(world: World) -> None:
        t = world.time - start
        acceleration = (place(t + step) - 2 * place(t) + place(t - step)) / step**2
        world.gravity = vec3(np.subtract(rest, acceleration * unit))

    try:
        _drive_for(world, seconds, jolt)
    finally:
        world.gravity = rest
