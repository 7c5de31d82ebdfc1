"""Mass, centre of mass and inertia of solids, and how they add up.

Exact formulas: textbook ones for box, sphere and cylinder; for closed triangle meshes the integral over the
signed tetrahedra that each triangle makes with a point inside (divergence theorem). SI units throughout.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sandbox.geometry import Floats, Pose, Vec3, matrices, quat_from_matrix, vec3

__all__ = ["Solid", "combine", "of_box", "of_cylinder", "of_mesh", "of_sphere", "principal"]

_SAME = 1e-7  # moments that differ by less than this part of the largest are one moment


@dataclass(frozen=True, eq=False)
class Solid:
    """What a rigid solid weighs and how it resists turning.

    Attributes:
        volume: Cubic metres.
        mass: Kilograms.
        centre: Centre of mass, metres.
        tensor: `(3, 3) float` inertia about the centre of mass in kg·m², axes of the frame that `centre` is in.
    """

    volume: float
    mass: float
    centre: Vec3
    tensor: Floats

    def at(self, pose: Pose) -> Solid:
        """Return this solid as seen from the frame around it, when it sits there at `pose`."""
        turn = matrices(pose.rotation)
        return Solid(self.volume, self.mass, pose.apply(self.centre), turn @ self.tensor @ turn.T)

    def weighing(self, mass: float) -> Solid:
        """Return this solid with another mass in kg, evenly spread as before."""
        return Solid(self.volume, mass, self.centre, self.tensor * (mass / self.mass))


def of_box(size: Vec3, density: float) -> Solid:
    """Return a box around the origin. `size`: edge lengths in metres; `density`: kg/m³."""
    volume = size[0] * size[1] * size[2]
    mass = volume * density
    xx, yy, zz = (edge * edge for edge in size)
    return Solid(volume, mass, (0.0, 0.0, 0.0), np.diag([yy + zz, xx + zz, xx + yy]) * (mass / 12))


def of_sphere(radius: float, density: float) -> Solid:
    """Return a ball around the origin. `radius` in metres; `density`: kg/m³."""
    volume = 4 / 3 * np.pi * radius**3
    mass = volume * density
    return Solid(volume, mass, (0.0, 0.0, 0.0), np.eye(3) * (0.4 * mass * radius**2))


def of_cylinder(radius: float, height: float, density: float) -> Solid:
    """Return a cylinder around the origin, axis along z. Lengths in metres; `density`: kg/m³."""
    volume = np.pi * radius**2 * height
    mass = volume * density
    across = mass * (3 * radius**2 + height**2) / 12
    return Solid(volume, mass, (0.0, 0.0, 0.0), np.diag([across, across, mass * radius**2 / 2]))


def of_mesh(vertices: ArrayLike, faces: ArrayLike, density: float) -> Solid:
    """Return the solid inside a closed surface.

    Args:
        vertices: `(n, 3) float` metres.
        faces: `(m, 3) int`; corners anticlockwise seen from outside. Seen the other way round the volume and the
            mass come out negative.
        density: kg/m³.
    """
    points = np.asarray(vertices, dtype=float)
    shift = (points.min(axis=0) + points.max(axis=0)) / 2  # near the middle, so that little cancels
    corners = (points - shift)[np.asarray(faces, dtype=np.int64)]
    six = np.linalg.det(corners)  # six times the signed volume of each tetrahedron with the origin
    volume = float(six.sum() / 6)
    if volume == 0.0:
        return Solid(0.0, 0.0, vec3(shift), np.zeros((3, 3)))
    total = corners.sum(axis=1)
    centre = (six @ total) / 24 / volume
    # The integral of x_i x_j over a tetrahedron with one corner at the origin.
    second = np.einsum("t,tki,tkj->ij", six, corners, corners) + np.einsum("t,ti,tj->ij", six, total, total)
    second = second / 120 - volume * np.outer(centre, centre)
    tensor = (np.eye(3) * np.trace(second) - second) * density
    return Solid(volume, volume * density, vec3(centre + shift), tensor)


def combine(solids: Sequence[Solid]) -> Solid:
    """Return several solids held together as one (parallel-axis theorem); where they overlap both count.

    Args:
        solids: At least one, all in one frame, together of positive mass.
    """
    masses = np.array([solid.mass for solid in solids])
    centres = np.array([solid.centre for solid in solids])
    mass = float(masses.sum())
    centre = (masses @ centres) / mass
    tensor = np.zeros((3, 3))
    for solid, arm in zip(solids, centres - centre, strict=True):
        tensor += solid.tensor + solid.mass * (np.eye(3) * (arm @ arm) - np.outer(arm, arm))
    return Solid(sum(solid.volume for solid in solids), mass, vec3(centre), tensor)


def principal(solid: Solid) -> tuple[Vec3, Pose]:
    """Return the principal moments in kg·m² and the frame they are in: centre of mass, principal axes.

    The frame is right-handed and turned as little as possible. Where the tensor is diagonal already it is not
    turned at all; where two moments are equal, so that any axes across the third would do, they are taken as
    near to the model's own as they can be. So the same solid always gives the same frame.
    """
    tensor = (solid.tensor + solid.tensor.T) / 2
    scale = float(np.abs(tensor).max())
    if np.abs(tensor - np.diag(np.diag(tensor))).max() <= _SAME * scale:
        return vec3(np.diag(tensor)), Pose(solid.centre)
    moments, axes = np.linalg.eigh(tensor)
    equal = np.abs(np.diff(moments)) <= _SAME * scale
    if equal.any():  # never both: the tensor would be diagonal
        axes = _around(axes[:, 2 if equal[0] else 0])
    turn = _nearest_to_model(axes)
    return vec3(np.diag(turn.T @ tensor @ turn)), Pose(solid.centre, quat_from_matrix(turn))


def _around(axis: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return three perpendicular axes as columns: `axis`, and two as near to the model's as they can be."""
    first = np.eye(3)[int(np.argmin(np.round(np.abs(axis), 9)))]
    first = first - axis * (first @ axis)
    first /= np.linalg.norm(first)
    return np.column_stack([axis, first, np.cross(axis, first)])


def _nearest_to_model(axes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the columns in the order and with the signs that make the smallest right-handed turn."""
    orders = list(itertools.permutations(range(3)))
    fit = [round(float(np.abs(np.diag(axes[:, list(order)])).sum()), 9) for order in orders]
    turn = axes[:, list(orders[int(np.argmax(fit))])]
    along = np.diag(turn)
    turn = turn * np.where(along < 0, -1.0, 1.0)
    if np.linalg.det(turn) < 0:
        turn[:, int(np.argmin(np.round(np.abs(along), 9)))] *= -1
    return turn
