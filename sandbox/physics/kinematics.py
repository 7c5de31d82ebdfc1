"""How the links of a jointed piece move, from its base and its hinges."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sandbox.components.linkage import link_poses
from sandbox.components.spec import Component, Link
from sandbox.geometry import Floats, Pose, Twist, Vec3, quat_inverse, quat_rotate, vec3

__all__ = ["hinge_inertia", "kinetic_energy", "link_twists"]


def link_twists(
    component: Component, pose: Pose, twist: Twist, angles: Sequence[float], speeds: Sequence[float]
) -> tuple[Twist, ...]:
    """Return how each link moves: velocity of its own centre of mass (m/s) and angular velocity (rad/s).

    Args:
        component: Its links name their parents before themselves.
        pose: Of the component's own model frame.
        twist: Of the component's own body: velocity of its centre of mass, angular velocity.
        angles: Of the hinges, rad.
        speeds: Of the hinges, rad/s.
    """
    # Of every body: the pose it is drawn by, its centre of mass now, how that moves, how it turns.
    known: dict[str | None, tuple[Pose, Floats, Floats, Floats]] = {
        None: (
            pose,
            np.asarray(pose.apply(component.frame.position)),
            np.asarray(twist.linear),
            np.asarray(twist.angular),
        )
    }
    out = []
    for link, placed, speed in zip(component.links, link_poses(component, pose, angles), speeds, strict=True):
        parent, centre, linear, angular = known[link.parent]
        anchor = np.asarray(parent.apply(link.hinge.anchor))
        axis = np.asarray(quat_rotate(parent.rotation, _unit(link.hinge.axis)))
        turning = angular + speed * axis
        here = np.asarray(placed.apply(link.frame.position))
        moving = linear + np.cross(angular, anchor - centre) + np.cross(turning, here - anchor)
        known[link.name] = (placed, here, moving, turning)
        out.append(Twist(vec3(moving), vec3(turning)))
    return tuple(out)


def kinetic_energy(mass: float, inertia: Vec3, frame: Pose, twist: Twist) -> float:
    """Return the kinetic energy in J of a rigid body.

    Args:
        mass: kg.
        inertia: Principal moments, kg·m².
        frame: Centre of mass and principal axes in the world.
        twist: Velocity of the centre of mass, angular velocity; world axes.
    """
    spin = np.asarray(quat_rotate(quat_inverse(frame.rotation), twist.angular))
    return 0.5 * (mass * float(np.dot(twist.linear, twist.linear)) + float(np.dot(inertia, spin**2)))


def hinge_inertia(link: Link) -> float:
    """Return the moment in kg·m² about an axis along the hinge through the link's own centre of mass.

    It is the least that any motion of the hinge can feel, however light the piece that the link hangs on is.
    """
    axis = np.asarray(quat_rotate(quat_inverse(link.frame.rotation), _unit(link.hinge.axis)))
    return float(np.dot(link.inertia, axis**2))


def _unit(axis: Vec3) -> Vec3:
    length = math.hypot(*axis)
    return (axis[0] / length, axis[1] / length, axis[2] / length)
