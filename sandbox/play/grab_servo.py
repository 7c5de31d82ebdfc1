"""The servo of a hand: forces and torques that bring a mass where it is wanted, and no further. Pure.

While a hand also holds how a piece is turned, the effective mass at the point where it is held, the inverse of
1/m + r x I^-1 x r, is the whole mass: so the force acts on the mass at its centre, and the turn has a servo of its
own on the moments of inertia. Neither can pump energy in: both are critically damped and slow against a step.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sandbox.components.spec import Component
from sandbox.geometry import (
    Floats,
    Pose,
    Quat,
    Vec3,
    quat_from_axis_angle,
    quat_inverse,
    quat_multiply,
    quat_rotate,
    vec3,
)

__all__ = [
    "HZ",
    "TURN_HZ",
    "at_most",
    "servo_force",
    "servo_torque",
    "snapped",
    "turn_leash",
    "turned",
    "whole_inertia",
    "whole_middle",
]

HZ = 8.0
"""How quickly the hand corrects: the natural frequency of the servo on the piece's mass, critically damped."""

TURN_HZ = 8.0
"""The same for turning, on the piece's moments of inertia."""


def servo_force(error: Floats, velocity: Floats, mass: float, dt: float) -> Floats:
    """Return the force in N of a critically damped servo of `HZ` on a mass, stable at any step.

    Args:
        error: `(3,) float` metres to where it is wanted.
        velocity: `(3,) float` m/s.
        mass: kg.
        dt: Seconds a step.
    """
    omega = 2 * math.pi * HZ
    # The force of the end of the step, not of its start: damping that would reverse the motion is impossible.
    soft = 1 + 2 * omega * dt + (omega * dt) ** 2
    force: Floats = mass * (omega**2 * (error - velocity * dt) - 2 * omega * velocity) / soft
    return force


def servo_torque(error: Floats, spin: Floats, inertia: Floats, frame: Quat) -> Floats:
    """Return the torque in N·m of a critically damped servo of `TURN_HZ`.

    Args:
        error: `(3,) float` rad, axis times angle to where it is wanted, world axes.
        spin: `(3,) float` rad/s, world axes.
        inertia: `(3,) float` principal moments, kg·m².
        frame: Principal axes in the world.
    """
    omega = 2 * math.pi * TURN_HZ
    wanted = omega**2 * error - 2 * omega * spin
    local = np.asarray(quat_rotate(quat_inverse(frame), vec3(wanted))) * inertia
    return np.asarray(quat_rotate(frame, vec3(local)))


def turn_leash(speed: float, reach: float) -> float:
    """Return the angle in rad, held ahead of a piece, at which the servo of `TURN_HZ` turns its ends at a speed.

    Args:
        speed: Of what is farthest out, m/s.
        reach: How far out that is, metres.
    """
    return 2 * speed / (reach * 2 * math.pi * TURN_HZ)


def snapped(turn: Quat, degrees: float, *, snaps: bool = True) -> Quat:
    """Return a rotation turned about the vertical; snapping puts its yaw on a whole multiple of the step."""
    extra = 0.0
    if snaps and degrees:
        x, y, _ = quat_rotate(turn, (1.0, 0.0, 0.0))
        if math.hypot(x, y) < 0.1:
            x, y, _ = quat_rotate(turn, (0.0, 1.0, 0.0))
        yaw = math.degrees(math.atan2(y, x))
        extra = round(yaw / abs(degrees)) * abs(degrees) - yaw
        if extra * degrees < 0 and abs(extra) > abs(degrees) / 2 - 1e-6:
            extra = 0.0
    return quat_multiply(quat_from_axis_angle((0.0, 0.0, 1.0), math.radians(degrees + extra)), turn)


def turned(start: Quat, end: Quat) -> Floats:
    """Return axis times angle (rad), `(3,) float`, of the shorter way from one rotation to another."""
    q = quat_multiply(end, quat_inverse(start))
    x, y, z, w = q if q[3] >= 0 else (-q[0], -q[1], -q[2], -q[3])
    size = math.sqrt(x * x + y * y + z * z)
    scale = 2.0 if size < 1e-9 else 2 * math.atan2(size, w) / size
    return np.array((scale * x, scale * y, scale * z))


def at_most(vector: Floats, most: float) -> Floats:
    """Return a vector, shortened to a length."""
    size = math.sqrt(float(vector @ vector))
    return vector * (most / size) if size > most else vector


def whole_inertia(component: Component) -> Floats:
    """Return principal moments in kg·m², `(3,) float`, with what hangs on hinges as if it were fixed."""
    own: Floats = np.asarray(component.inertia, dtype=float)
    for link in component.links:
        arm = np.subtract(link.frame.position, component.frame.position)
        own = own + max(link.inertia) + link.mass * float(arm @ arm)
    least: Floats = np.maximum(own, 1e-12)
    return least


def whole_middle(component: Component, pose: Pose, links: Sequence[Pose]) -> Vec3:
    """Return the centre of mass in the world of a piece with everything that hangs on it, metres.

    Args:
        component: What it is.
        pose: Of its model frame.
        links: Of each link's, as `World.link_poses` gives them.
    """
    total = component.base_mass * np.asarray(pose.apply(component.frame.position))
    for link, placed in zip(component.links, links, strict=True):
        total = total + link.mass * np.asarray(placed.apply(link.frame.position))
    return vec3(total / component.mass)
