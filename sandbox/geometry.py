"""Poses, twists, and the only quaternion maths of the package.

Quaternions are (x, y, z, w) and of unit length; rotations turn vectors anticlockwise about their axis. Lengths
in metres, angles in radians unless the name says degrees.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "IDENTITY",
    "Floats",
    "Pose",
    "Quat",
    "Twist",
    "Vec3",
    "bounds_of",
    "matrices",
    "quat_between",
    "quat_from_axis_angle",
    "quat_from_euler_deg",
    "quat_from_matrix",
    "quat_inverse",
    "quat_multiply",
    "quat_rotate",
    "rotation_angle",
    "tilt",
]

Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]
Floats = NDArray[np.float64]

NO_ROTATION: Quat = (0.0, 0.0, 0.0, 1.0)


def vec3(values: ArrayLike) -> Vec3:
    """Return three numbers as a tuple of Python floats."""
    x, y, z = np.asarray(values, dtype=float)
    return (float(x), float(y), float(z))


def quat_multiply(a: Quat, b: Quat) -> Quat:
    """Return the rotation that turns by `b` first and by `a` afterwards."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def quat_inverse(q: Quat) -> Quat:
    """Return the rotation that undoes the unit quaternion `q`."""
    return (-q[0], -q[1], -q[2], q[3])


def quat_rotate(q: Quat, v: Vec3) -> Vec3:
    """Return the vector `v` turned by `q`."""
    x, y, z, w = q
    vx, vy, vz = v
    tx, ty, tz = 2 * (y * vz - z * vy), 2 * (z * vx - x * vz), 2 * (x * vy - y * vx)
    return (
        vx + w * tx + y * tz - z * ty,
        vy + w * ty + z * tx - x * tz,
        vz + w * tz + x * ty - y * tx,
    )


def quat_from_axis_angle(axis: Vec3, angle: float) -> Quat:
    """Return the turn by `angle` radians about `axis` (any length but zero).

    Raises:
        ValueError: The axis has no length.
    """
    length = math.hypot(*axis)
    if length == 0.0:
        raise ValueError("an axis of length zero has no direction")
    s = math.sin(angle / 2) / length
    return (axis[0] * s, axis[1] * s, axis[2] * s, math.cos(angle / 2))


def quat_from_euler_deg(roll: float, pitch: float, yaw: float) -> Quat:
    """Return the turn by `roll` about x, then `pitch` about y, then `yaw` about z (fixed axes), in degrees."""
    x = quat_from_axis_angle((1, 0, 0), math.radians(roll))
    y = quat_from_axis_angle((0, 1, 0), math.radians(pitch))
    z = quat_from_axis_angle((0, 0, 1), math.radians(yaw))
    return quat_multiply(z, quat_multiply(y, x))


def quat_between(a: Vec3, b: Vec3) -> Quat:
    """Return the shortest turn that takes the direction of `a` to the direction of `b`."""
    u, v = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    u, v = u / np.linalg.norm(u), v / np.linalg.norm(v)
    cosine = float(u @ v)
    if cosine < -1 + 1e-12:  # opposite: any axis across will do
        across = np.cross(u, (1.0, 0.0, 0.0) if abs(u[0]) < 0.9 else (0.0, 1.0, 0.0))
        return quat_from_axis_angle(vec3(across), math.pi)
    axis = np.cross(u, v)
    q = np.append(axis, 1 + cosine)
    x, y, z, w = q / np.linalg.norm(q)
    return (float(x), float(y), float(z), float(w))


def quat_from_matrix(matrix: ArrayLike) -> Quat:
    """Return the quaternion of a `(3, 3) float` rotation matrix (Shepperd's method)."""
    m = np.asarray(matrix, dtype=float)
    squares = np.array([m[0, 0], m[1, 1], m[2, 2], np.trace(m)])
    biggest = int(np.argmax(squares))
    q = np.empty(4)
    if biggest == 3:
        q[:] = m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1], 1 + squares[3]
    else:
        i, j, k = biggest, (biggest + 1) % 3, (biggest + 2) % 3
        q[i] = 1 + 2 * m[i, i] - squares[3]
        q[j], q[k] = m[j, i] + m[i, j], m[k, i] + m[i, k]
        q[3] = m[k, j] - m[j, k]
    x, y, z, w = q / np.linalg.norm(q)
    return (float(x), float(y), float(z), float(w))


def matrices(quats: ArrayLike) -> Floats:
    """Return the rotation matrices of quaternions.

    Args:
        quats: `(..., 4) float`, xyzw, unit length.

    Returns:
        `(..., 3, 3) float`; a matrix times a column vector turns the vector.
    """
    q = np.asarray(quats, dtype=float)
    x, y, z, w = q[..., 0], q[..., 1], q[..., 2], q[..., 3]
    out = np.empty((*x.shape, 3, 3))
    out[..., 0, 0], out[..., 1, 1], out[..., 2, 2] = (
        1 - 2 * (y * y + z * z),
        1 - 2 * (x * x + z * z),
        1 - 2 * (x * x + y * y),
    )
    out[..., 0, 1], out[..., 1, 0] = 2 * (x * y - z * w), 2 * (x * y + z * w)
    out[..., 0, 2], out[..., 2, 0] = 2 * (x * z + y * w), 2 * (x * z - y * w)
    out[..., 1, 2], out[..., 2, 1] = 2 * (y * z - x * w), 2 * (y * z + x * w)
    return out


def rotation_angle(a: Quat, b: Quat) -> float:
    """Return the angle in radians, 0 to pi, of the smallest turn between two orientations."""
    x, y, z, w = quat_multiply(quat_inverse(a), b)
    return 2 * math.atan2(math.hypot(x, y, z), abs(w))


def tilt(start: Quat, now: Quat) -> float:
    """Return by how many radians the direction that was up in `start` leans away from up in `now`."""
    up = quat_rotate(now, quat_rotate(quat_inverse(start), (0.0, 0.0, 1.0)))
    return math.atan2(math.hypot(up[0], up[1]), up[2])


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a thing is and how it is turned.

    Attributes:
        position: Of its origin, metres.
        rotation: Unit quaternion xyzw.
    """

    position: Vec3 = (0.0, 0.0, 0.0)
    rotation: Quat = NO_ROTATION

    def __matmul__(self, inner: Pose) -> Pose:
        """Return the pose of something that sits at `inner` in this pose's frame."""
        return Pose(self.apply(inner.position), quat_multiply(self.rotation, inner.rotation))

    def apply(self, point: Vec3) -> Vec3:
        """Return where a point of this pose's frame is in the frame around it."""
        x, y, z = quat_rotate(self.rotation, point)
        return (x + self.position[0], y + self.position[1], z + self.position[2])

    def apply_all(self, points: ArrayLike) -> Floats:
        """Return `(n, 3) float` points of this pose's frame in the frame around it."""
        turned: Floats = np.matmul(np.asarray(points, dtype=float), matrices(self.rotation).T)
        turned += np.asarray(self.position)
        return turned

    def inverse(self) -> Pose:
        """Return the pose that undoes this one."""
        back = quat_inverse(self.rotation)
        x, y, z = quat_rotate(back, self.position)
        return Pose((-x, -y, -z), back)

    def moved(self, by: Vec3) -> Pose:
        """Return this pose shifted by a vector in metres."""
        x, y, z = self.position
        return Pose((x + by[0], y + by[1], z + by[2]), self.rotation)


IDENTITY = Pose()


@dataclass(frozen=True, slots=True)
class Twist:
    """How a thing moves: velocity of its centre of mass in m/s, and angular velocity in rad/s, world axes."""

    linear: Vec3 = (0.0, 0.0, 0.0)
    angular: Vec3 = (0.0, 0.0, 0.0)


def bounds_of(points: ArrayLike) -> tuple[Vec3, Vec3]:
    """Return the lowest and the highest corner of the box around `(n, 3) float` points."""
    array = np.asarray(points, dtype=float)
    return vec3(array.min(axis=0)), vec3(array.max(axis=0))
