"""From a component to the columns that PyBullet's functions take: pure arithmetic, no engine.

PyBullet describes a body by its own frame (centre of mass, principal axes) and each link relative to the frame of
its parent; meshes inside a compound come in as files only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.components.spec import Component, Concave, Hull, Part
from sandbox.geometry import Pose, Quat, Vec3, quat_inverse, quat_rotate, vec3

__all__ = ["Placed", "is_identity", "link_columns", "placed", "write_obj"]

Placed = tuple[tuple[Part, Pose], ...]
"""Parts, each with its pose in the frame that the engine sees."""


def placed(parts: Sequence[Part], frame: Pose) -> Placed:
    """Return parts as seen from a frame that is given in the model frame."""
    inverse = frame.inverse()
    return tuple((part, inverse @ part.pose) for part in parts)


def is_identity(pose: Pose) -> bool:
    """Return whether a pose moves nothing (to 1e-12 m and rad)."""
    return max(math.hypot(*pose.position), math.hypot(*pose.rotation[:3])) < 1e-12


def link_columns(
    component: Component, scale: float, joint_type: int, shape: Callable[[Placed], int]
) -> dict[str, list[Any]]:
    """Return the link arguments of createMultiBody.

    A link's frame is its hinge's anchor with the axes of the component's frame.

    Args:
        component: It has links; each names its parent before itself.
        scale: Engine lengths a metre.
        joint_type: PyBullet's number for a hinge.
        shape: Makes a collision shape and returns its number, -1 for none.
    """
    names = [link.name for link in component.links]
    frames: dict[str | None, Pose] = {None: component.frame} | {
        link.name: Pose(link.hinge.anchor, component.frame.rotation) for link in component.links
    }
    rows = []
    for link in component.links:
        frame = frames[link.name]
        joint = frames[link.parent].inverse() @ frame
        inertial = frame.inverse() @ link.frame
        rows.append(
            {
                "linkMasses": link.mass,
                "linkCollisionShapeIndices": shape(placed(link.parts, frame)),
                "linkVisualShapeIndices": -1,
                "linkPositions": scaled(joint.position, scale),
                "linkOrientations": joint.rotation,
                "linkInertialFramePositions": scaled(inertial.position, scale),
                "linkInertialFrameOrientations": inertial.rotation,
                "linkParentIndices": 0 if link.parent is None else names.index(link.parent) + 1,
                "linkJointTypes": joint_type,
                "linkJointAxis": _axis_in(frame.rotation, link.hinge.axis),
            }
        )
    return {key: [row[key] for row in rows] for key in rows[0]}


def scaled(v: Vec3, scale: float) -> Vec3:
    """Return a vector in the engine's lengths."""
    return (v[0] * scale, v[1] * scale, v[2] * scale)


def write_obj(file: Path, shape: Hull | Concave, scale: float) -> None:
    """Write a mesh for the engine to read, in its own lengths."""
    if isinstance(shape, Concave):
        faces = shape.faces
    else:  # any triangles that name every vertex: only the hull of them counts
        count = len(shape.vertices)
        faces = (np.arange(math.ceil(count / 3) * 3) % count).reshape(-1, 3)
    lines = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in shape.vertices * scale]
    lines += [f"f {a} {b} {c}" for a, b, c in faces + 1]
    file.write_text("\n".join(lines) + "\n")


def _axis_in(rotation: Quat, axis: Vec3) -> Vec3:
    turned = np.asarray(quat_rotate(quat_inverse(rotation), axis))
    return vec3(turned / np.linalg.norm(turned))
