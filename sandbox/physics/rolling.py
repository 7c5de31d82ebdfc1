"""Which round pieces roll and which stand on a flat face.

The engine's rolling friction resists every turn about a level axis. On a pawn or a cork disc that stands on its
face it resists tipping: with 1 mm a pawn of 15 mm tips 13 to 18 % late. Without any a disc that lands on its edge
wobbles for ever. So all of it acts only while the axis of the cylinder is nearer to level than to upright, that is
when the piece lies on its round side; a standing one keeps a tenth, with which it tips within 2 % of where it
should and wobbles for one to four seconds.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sandbox.components.spec import Component, Cylinder
from sandbox.geometry import Floats, Vec3, matrices, quat_inverse, quat_rotate
from sandbox.physics.engine import Surface

__all__ = ["on_its_edge", "rolling_axis", "stands"]

UPRIGHT = math.cos(math.radians(45))
"""Cosine of the angle between axis and z up to which a cylinder stands on its face."""


EDGE = 0.1
"""Part of the rolling friction that is left on the edge of a face. At 0.05 some discs wobble for 7 s, at 0.2 a
pawn tips 2 % late."""


def on_its_edge(surface: Surface) -> Surface:
    """Return the surface of a piece that stands on a face."""
    return Surface(surface.friction, surface.restitution, EDGE * surface.rolling, EDGE * surface.spinning)


def rolling_axis(component: Component) -> Vec3 | None:
    """Return the axis of the widest cylinder of a loose round piece in the engine's frame.

    None means that how the piece lies makes no difference: it is of a kind that never rolls, or not only made of
    cylinders.
    """
    cylinders = [(part.shape.radius, part) for part in component.parts if isinstance(part.shape, Cylinder)]
    if component.handling != "round" or component.links or len(cylinders) != len(component.parts):
        return None
    _, widest = max(cylinders, key=lambda each: each[0])
    axis = quat_rotate(widest.pose.rotation, (0.0, 0.0, 1.0))
    return quat_rotate(quat_inverse(component.frame.rotation), axis)


def stands(axes: Floats, rotations: Floats) -> NDArray[np.bool_]:
    """Return whether cylinders stand on a face rather than lie on their round side, `(n,) bool`.

    What they stand on is level in the world's axes: a table that is tilted or shaken turns gravity, not itself.

    Args:
        axes: `(n, 3) float`, as `rolling_axis` gives them.
        rotations: `(n, 4) float` quaternions of the engine frames.
    """
    up = np.einsum("nj,nj->n", matrices(rotations)[:, 2], axes)
    return np.asarray(np.abs(up) > UPRIGHT)
