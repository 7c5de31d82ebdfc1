"""Reading a world: where its bodies are, how they move, what they could still do. Nothing here changes it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from sandbox.components.linkage import link_poses
from sandbox.geometry import (
    IDENTITY,
    Floats,
    Pose,
    Quat,
    Twist,
    Vec3,
    matrices,
    quat_multiply,
    quat_rotate,
    vec3,
)
from sandbox.physics.bodies import Body
from sandbox.physics.handling import effective_inertia
from sandbox.physics.hinges import Hinges
from sandbox.physics.kinematics import kinetic_energy, link_twists
from sandbox.record import Snapshot

__all__ = ["Readings"]


class Readings(Hinges):
    """Adds to `Hinges` what can be read without asking for contacts; see `World`."""

    @cached_property
    def _boxes(self) -> dict[str, tuple[Body, bytes, Floats]]:
        """The box of each body that was asked for last, and the pose that it had: most lie where they lay."""
        return {}

    def pose(self, name: str) -> Pose:
        """Return where a body's model frame is. Raises `UnknownName`."""
        body = self.body(name)
        poses, _ = self._engine.read([body.handle])
        return _pose(poses[0]) @ body.model

    def link_poses(self, name: str) -> tuple[Pose, ...]:
        """Return where the frame that each link of a body was drawn in is, in order. Raises `UnknownName`."""
        angles = [state.angle for state in self.joints(name)]
        return link_poses(self.body(name).component, self.pose(name), angles)

    def rows(self, names: Sequence[str]) -> tuple[Floats, Floats]:
        """Return `(n, 7)` poses of model frames and `(n, 6)` twists of some bodies, as in a snapshot, cheaply.

        Raises:
            UnknownName: No such body.
        """
        return self._read(names)

    def snapshot(self) -> Snapshot:
        """Return all bodies at this instant."""
        names = self.names
        poses, twists = self._read(names)
        joints = {
            (name, link.name): state.angle
            for name, body in self._bodies.items()
            if body.component.links
            for link, state in zip(body.component.links, self.joints(name), strict=True)
        }
        return Snapshot(self.time, names, poses, twists, joints)

    def speeds(self, names: Sequence[str]) -> tuple[Floats, Floats]:
        """Return the speeds `(n,) float` in m/s and the spins `(n,) float` in rad/s, hinges included.

        Raises:
            UnknownName: No such body.
        """
        bodies = [self.body(name) for name in names]
        _, twists = self._engine.read([body.handle for body in bodies])
        linear = np.sqrt(np.einsum("ij,ij->i", twists[:, :3], twists[:, :3]))
        angular = np.sqrt(np.einsum("ij,ij->i", twists[:, 3:], twists[:, 3:]))
        for row, body in enumerate(bodies):
            if body.component.links:
                angular[row] = max(angular[row], *(abs(state.speed) for state in self.joints(body.name)))
        return linear, angular

    def bounds(self, names: Sequence[str] | None = None) -> Floats:
        """Return `(n, 2, 3) float`: lowest and highest corner in metres of the box around each body.

        Raises:
            UnknownName: No such body.
        """
        chosen = self.names if names is None else names
        poses, _ = self._read(chosen)
        out = np.empty((len(chosen), 2, 3))
        for row, name in enumerate(chosen):
            body, at = self._bodies[name], poses[row].tobytes()
            known = self._boxes.get(name)
            if known is None or known[0] is not body or known[1] != at or body.component.links:
                known = self._boxes[name] = (body, at, self._box(body, _pose(poses[row])))
            out[row] = known[2]
        return out

    def _box(self, body: Body, pose: Pose) -> Floats:
        """Return `(2, 3) float`: the box around a body whose model frame is at `pose`."""
        component = body.component
        boxes = [part.extent(pose) for part in component.parts]
        if component.links:
            for link, placed in zip(component.links, self.link_poses(body.name), strict=True):
                boxes += [part.extent(placed) for part in link.parts]
        corners = np.asarray(boxes)
        return np.array([corners[:, 0].min(axis=0), corners[:, 1].max(axis=0)])

    def energy(self) -> float:
        """Return kinetic plus potential energy in J of the loose bodies and of all springs, from z = 0."""
        names = self.loose
        return self._energy(names, *self._engine.read([self._bodies[name].handle for name in names]))

    def _energy(self, names: Sequence[str], poses: Floats, twists: Floats) -> float:
        """Return `energy` from the engine's poses `(n, 7)` and twists `(n, 6)` of all loose bodies."""
        rows = [row for row, name in enumerate(names) if not self._bodies[name].component.links]
        plain = [self._bodies[names[row]] for row in rows]
        total = 0.0
        if plain:
            poses, twists = poses[rows], twists[rows]
            mass = np.array([body.component.mass for body in plain])
            inertia = np.array([effective_inertia(body.component, self.profile) for body in plain])
            spin = np.einsum("nji,nj->ni", matrices(poses[:, 3:]), twists[:, 3:])
            total += 0.5 * (mass @ (twists[:, :3] ** 2).sum(axis=1) + (inertia * spin**2).sum())
            total -= mass @ (poses[:, :3] @ np.asarray(self._gravity))
        jointed = [name for name, body in self._bodies.items() if body.component.links and name not in self._gone]
        return float(total) + sum(self._jointed_energy(name) for name in jointed)

    def _jointed_energy(self, name: str) -> float:
        """Return kinetic, potential and spring energy in J of a body with hinges; its base counts if loose."""
        body = self._bodies[name]
        component, states = body.component, self.joints(name)
        poses, twists = self._read([name])
        pose, twist = _pose(poses[0]), Twist(vec3(twists[0, :3]), vec3(twists[0, 3:]))
        angles, speeds = [s.angle for s in states], [s.speed for s in states]
        solids = [] if body.is_fixed else [(component.base_mass, component.inertia, pose @ component.frame, twist)]
        placed = link_poses(component, pose, angles)
        moving = link_twists(component, pose, twist, angles, speeds)
        for link, frame, motion in zip(component.links, placed, moving, strict=True):
            solids.append((link.mass, link.inertia, frame @ link.frame, motion))
        total = 0.0
        for mass, inertia, frame, motion in solids:
            total += kinetic_energy(mass, inertia, frame, motion)
            total -= mass * float(np.dot(frame.position, self._gravity))
        for link, angle in zip(component.links, angles, strict=True):
            total += 0.5 * link.hinge.stiffness * (angle - link.hinge.rest) ** 2
        return total

    def _read(self, names: Sequence[str]) -> tuple[Floats, Floats]:
        """Return `(n, 7)` poses of the model frames and `(n, 6)` twists."""
        bodies = [self.body(name) for name in names]
        poses, twists = self._engine.read([body.handle for body in bodies])
        off = [row for row, body in enumerate(bodies) if body.model != IDENTITY]
        if off:
            if len(names) == 1:  # asked for every step by a hand: no detour through columns of one number
                placed = _pose(poses[0]) @ bodies[0].model
                poses[0, :3], poses[0, 3:] = placed.position, placed.rotation
                return poses, twists
            models = [bodies[row].model for row in off]
            poses[off] = _compose(poses[off], [(*model.position, *model.rotation) for model in models])
        return poses, twists


def _compose(outer: Floats, inner: ArrayLike) -> Floats:
    """Return `(n, 7) float` poses of things that sit at `inner` in `outer`; ten times quicker than one by one."""
    a, b = outer.T, np.asarray(inner, dtype=float).T
    # The quaternion formulas hold for columns of numbers as they do for numbers.
    rotation, turn = cast(Quat, tuple(a[3:])), cast(Quat, tuple(b[3:]))
    position = np.array(quat_rotate(rotation, cast(Vec3, tuple(b[:3])))) + a[:3]
    return np.vstack([position, np.array(quat_multiply(rotation, turn))]).T


def _pose(row: Floats) -> Pose:
    x, y, z, a, b, c, d = (float(value) for value in row)
    return Pose((x, y, z), (a, b, c, d))
