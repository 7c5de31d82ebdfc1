"""A world: named bodies on an engine, in SI units and model frames.

The caller owns the loop: nothing moves but in `step` (and in `settle`, which calls it). Reading never changes
anything. Two worlds in one process do not influence one another, and the same calls give the same bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from types import TracebackType
from typing import Self

import numpy as np

from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.errors import Diverged, UnknownName, WorldError
from sandbox.geometry import IDENTITY, Floats, Pose, Twist, Vec3, matrices, vec3
from sandbox.physics.bullet import BulletEngine
from sandbox.physics.engine import Engine, JointState
from sandbox.physics.handling import effective_inertia, effective_surface
from sandbox.physics.profile import DEFAULT, Profile
from sandbox.physics.surfaces import solve
from sandbox.record import Closest, Contact, Snapshot, Support

__all__ = ["Body", "Drive", "World"]

TOUCH = 3e-4
"""Metres. Two bodies touch up to here: a contact without a gap may report no force."""

LEVEL_NORMAL = math.cos(math.radians(45))
"""A surface carries when its normal is within 45° of the vertical."""

WORLD_EDGE = 5.0
"""Metres from the origin at which a body has left the world."""

Drive = Callable[["World"], None]
"""Something that acts before every step, such as a spring, a hand or a shaking table."""


@dataclass(frozen=True, slots=True)
class Body:
    """An instance of a component in a world."""

    name: str
    handle: int
    component: Component
    is_fixed: bool


class World:
    """Bodies, time, and questions about them.

    Args:
        materials: Pair values of friction and restitution.
        profile: The engine's numbers.
        declare: Components that will be added: their materials are balanced once, before anything moves.
        engine: An engine to use again; it is emptied. None makes a new one, which the world then closes.
    """

    def __init__(
        self,
        materials: Materials,
        profile: Profile = DEFAULT,
        *,
        declare: Iterable[Component] = (),
        engine: Engine | None = None,
    ) -> None:
        self.profile = profile
        self.materials = materials
        self.drives: list[Drive] = []
        self._owns_engine = engine is None
        self._engine: Engine = BulletEngine(profile) if engine is None else engine
        if engine is not None:
            engine.reset(profile)
        self._bodies: dict[str, Body] = {}
        self._names_by_handle: dict[int, str] = {}
        self._springs: list[tuple[int, int, Component]] = []
        self._held: set[tuple[int, int]] = set()
        self._gone: set[str] = set()
        self._asleep: set[str] = set()
        self._steps = 0
        self._warnings: dict[str, None] = {}
        self._gravity: Vec3 = (0.0, 0.0, -profile.gravity)
        self._kinds: set[tuple[str, bool]] = set()
        self._solved = solve(materials, ())
        self._declare((c.material, c.is_fixed) for c in declare)

    # --- life

    def close(self) -> None:
        """Give the engine back. The world cannot be used afterwards."""
        if self._owns_engine:
            self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<World of {len(self._bodies)} bodies at {self.time:.3f} s, profile {self.profile.name}>"

    # --- bodies

    @property
    def names(self) -> tuple[str, ...]:
        """Bodies in the order they were added."""
        return tuple(self._bodies)

    @property
    def loose(self) -> tuple[str, ...]:
        """Bodies that can move and are still in the world, in the order they were added."""
        return tuple(n for n, body in self._bodies.items() if not body.is_fixed and n not in self._gone)

    @property
    def gone(self) -> frozenset[str]:
        """Bodies that left the world; they are frozen where they were seen last."""
        return frozenset(self._gone)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What should make a reader doubt the result, each said once."""
        return tuple(self._warnings)

    def warn(self, message: str) -> None:
        """Add a warning, once."""
        self._warnings.setdefault(message)

    def body(self, name: str) -> Body:
        """Return a body. Raises `UnknownName`."""
        try:
            return self._bodies[name]
        except KeyError:
            raise UnknownName("body", name, self._bodies) from None

    def match(self, pattern: str) -> tuple[str, ...]:
        """Return the names that match a pattern such as `red.level3.*`.

        Raises:
            UnknownName: None does.
        """
        found = tuple(name for name in self._bodies if fnmatchcase(name, pattern))
        if not found:
            raise UnknownName("body", pattern, self._bodies)
        return found

    def add(
        self,
        component: Component,
        name: str,
        pose: Pose = IDENTITY,
        *,
        twist: Twist | None = None,
        fixed: bool | None = None,
    ) -> None:
        """Add a body with its model frame at `pose`.

        Args:
            component: What it is.
            name: How it is called; not used yet.
            pose: Where its model frame is, metres.
            twist: How it moves; at rest when None.
            fixed: True holds a piece that could move; None asks the component.

        Raises:
            WorldError: The name is taken, or the engine refuses the component.
        """
        if name in self._bodies:
            raise WorldError(f"there is a body {name!r} already; give the second one another name")
        is_fixed = component.is_fixed if fixed is None else fixed
        self._declare([(component.material, is_fixed)])
        surface = self._solved.surfaces[component.material, is_fixed]
        surface = effective_surface(component, surface, self.profile)
        handle = self._engine.add(component, pose, surface, fixed=is_fixed)
        self._bodies[name] = Body(name, handle, component, is_fixed)
        self._names_by_handle[handle] = name
        for index, link in enumerate(component.links):
            if link.hinge.stiffness or link.hinge.damping:
                self._check_spring(component, index)
                self._springs.append((handle, index, component))
        if twist is not None:
            self._engine.place(handle, pose @ component.frame, twist)

    def remove(self, name: str) -> None:
        """Take a body away, and wake everything: what lay on it has to notice. Raises `UnknownName`."""
        body = self.body(name)
        self._engine.remove(body.handle)
        del self._bodies[name], self._names_by_handle[body.handle]
        self._springs = [spring for spring in self._springs if spring[0] != body.handle]
        self._held = {held for held in self._held if held[0] != body.handle}
        self._gone.discard(name)
        self._asleep.discard(name)
        self.wake()

    def _declare(self, kinds: Iterable[tuple[str, bool]]) -> None:
        """Balance the materials anew when a new kind comes in."""
        wanted = self._kinds | set(kinds)
        if wanted == self._kinds:
            return
        self._kinds = wanted
        self._solved = solve(self.materials, wanted)
        for departure in self._solved.departures:
            self.warn(departure)
        for body in self._bodies.values():
            surface = self._solved.surfaces[body.component.material, body.is_fixed]
            self._engine.set_surface(body.handle, effective_surface(body.component, surface, self.profile))

    def _check_spring(self, component: Component, index: int) -> None:
        link = component.links[index]
        # Explicit springs are stable up to (angular frequency x step) = 2; beyond 0.5 they are no longer exact.
        softest = min(link.inertia)
        if softest > 0 and math.sqrt(link.hinge.stiffness / softest) * self.profile.dt > 0.5:
            self.warn(
                f"hinge {link.name!r} of {component.id} is too stiff for {self.profile.rate_hz:g} steps a second"
            )

    # --- time

    @property
    def time(self) -> float:
        """Seconds since the world began."""
        return self._steps / self.profile.rate_hz

    @property
    def gravity(self) -> Vec3:
        """Gravity in m/s²; setting it tilts or shakes the table, seen from the table."""
        return self._gravity

    @gravity.setter
    def gravity(self, value: Vec3) -> None:
        self._gravity = value
        self._engine.set_gravity(value)

    def step(self, count: int = 1) -> None:
        """Advance by `count` steps of `profile.dt` seconds."""
        if not self.drives and not self._springs:
            self._engine.step(count)
            self._steps += count
            return
        for _ in range(count):
            for drive in tuple(self.drives):
                drive(self)
            self._pull_springs()
            self._engine.step(1)
            self._steps += 1

    def _pull_springs(self) -> None:
        for handle, index, component in self._springs:
            hinge = component.links[index].hinge
            angle, speed = self._engine.joint(handle, index)
            torque = -hinge.stiffness * (angle - hinge.rest) - hinge.damping * speed
            self._engine.torque(handle, index, torque)

    def run(self, seconds: float) -> None:
        """Advance by the whole number of steps nearest to `seconds`."""
        self.step(round(seconds * self.profile.rate_hz))

    # --- acting

    def put(self, name: str, pose: Pose, twist: Twist | None = None) -> None:
        """Teleport a body, at rest unless `twist` says otherwise. Raises `UnknownName`."""
        body = self.body(name)
        self._engine.place(body.handle, pose @ body.component.frame, twist or Twist())
        self._wake([name])

    def launch(self, name: str, velocity: Vec3, spin: Vec3 = (0.0, 0.0, 0.0)) -> None:
        """Give a body a velocity (m/s) and a spin (rad/s) where it is. Raises `UnknownName`.

        Half a step of gravity is given back, so that the parabola passes through the true points.
        """
        body = self.body(name)
        poses, _ = self._engine.read([body.handle])
        x, y, z, w = (float(v) for v in poses[0, 3:])
        half = np.multiply(self._gravity, -self.profile.dt / 2)
        frame = Pose(vec3(poses[0, :3]), (x, y, z, w))
        self._engine.place(body.handle, frame, Twist(vec3(np.add(velocity, half)), spin))
        self._wake([name])

    def push(self, name: str, force: Vec3, at: Vec3 | None = None) -> None:
        """Push with a force in N during the next step.

        Args:
            name: The body.
            force: Newtons, world axes.
            at: World point; the centre of mass when None.

        Raises:
            UnknownName: No such body.
        """
        handle = self.body(name).handle
        point = vec3(self._engine.read([handle])[0][0, :3]) if at is None else at
        self._engine.push(handle, force, point)

    def twist(self, name: str, torque: Vec3) -> None:
        """Turn with a torque in N·m, world axes, during the next step. Raises `UnknownName`."""
        self._engine.twist(self.body(name).handle, torque)

    # --- hinges

    def _hinge(self, name: str, joint: str) -> tuple[int, int]:
        body = self.body(name)
        joints = [link.name for link in body.component.links]
        if joint not in joints:
            raise UnknownName(f"hinge of {name}", joint, joints)
        return body.handle, joints.index(joint)

    def joint(self, name: str, joint: str) -> JointState:
        """Return angle (rad) and speed (rad/s) of a hinge. Raises `UnknownName`."""
        return self._engine.joint(*self._hinge(name, joint))

    def set_joint(self, name: str, joint: str, angle: float) -> None:
        """Put a hinge at an angle (rad), at rest. Raises `UnknownName`."""
        self._engine.set_joint(*self._hinge(name, joint), angle)

    def hold_joint(self, name: str, joint: str, angle: float, strength: float = 1e3) -> None:
        """Hold a hinge at an angle (rad), as a finger does, with at most `strength` N·m. Raises `UnknownName`."""
        where = self._hinge(name, joint)
        self._held.add(where)
        self._engine.motor(*where, angle=angle, speed=0.0, strength=strength)

    def drive_joint(self, name: str, joint: str, speed: float, strength: float = 1e3) -> None:
        """Turn a hinge at a speed (rad/s) with at most `strength` N·m. Raises `UnknownName`."""
        where = self._hinge(name, joint)
        self._held.add(where)
        self._engine.motor(*where, angle=None, speed=speed, strength=strength)

    def release_joint(self, name: str, joint: str) -> None:
        """Let a hinge go. Raises `UnknownName`."""
        where = self._hinge(name, joint)
        self._held.discard(where)
        self._engine.motor(*where, angle=None, speed=0.0, strength=0.0)

    # --- reading

    def _read(self, names: Sequence[str]) -> tuple[Floats, Floats]:
        """Return poses of the model frames and twists."""
        bodies = [self._bodies[name] for name in names]
        poses, twists = self._engine.read([body.handle for body in bodies])
        for row, body in enumerate(bodies):
            if body.component.frame == IDENTITY:
                continue
            x, y, z, w = (float(v) for v in poses[row, 3:])
            model = Pose(vec3(poses[row, :3]), (x, y, z, w)) @ body.component.frame.inverse()
            poses[row] = (*model.position, *model.rotation)
        return poses, twists

    def snapshot(self) -> Snapshot:
        """Return all bodies at this instant."""
        names = tuple(self._bodies)
        poses, twists = self._read(names)
        joints = {
            (name, link.name): self._engine.joint(body.handle, index).angle
            for name, body in self._bodies.items()
            for index, link in enumerate(body.component.links)
        }
        return Snapshot(self.time, names, poses, twists, joints)

    def restore(self, snapshot: Snapshot) -> None:
        """Put the bodies of a snapshot back where they were, moving as they did; other bodies stay.

        It is exact for poses and speeds, not for what the engine remembers of contacts: in motion the future
        differs by millimetres. For an exact replay build a new world and repeat the acts.
        """
        for name in snapshot.names:
            if name in self._bodies and not self._bodies[name].is_fixed:
                self.put(name, snapshot.pose(name), snapshot.twist(name))
        for (name, joint), angle in snapshot.joints.items():
            if name in self._bodies:
                self.set_joint(name, joint, angle)
        self._gone.clear()

    def pose(self, name: str) -> Pose:
        """Return where a body's model frame is. Raises `UnknownName`."""
        body = self.body(name)
        poses, _ = self._engine.read([body.handle])
        x, y, z, w = (float(v) for v in poses[0, 3:])
        return Pose(vec3(poses[0, :3]), (x, y, z, w)) @ body.component.frame.inverse()

    def speeds(self, names: Sequence[str]) -> tuple[Floats, Floats]:
        """Return the speeds `(n,) float` in m/s and the spins `(n,) float` in rad/s, hinges included.

        Raises:
            Diverged: A speed or a place is NaN or infinite.
        """
        handles = [self._bodies[name].handle for name in names]
        poses, twists = self._engine.read(handles)
        if not (np.isfinite(poses).all() and np.isfinite(twists).all()):
            rows = np.isfinite(poses).all(axis=1) & np.isfinite(twists).all(axis=1)
            bad = next(name for name, fine in zip(names, rows, strict=True) if not fine)
            raise Diverged(f"{bad} is nowhere (NaN) at {self.time:.3f} s; lower its speed or its stiffness")
        self._note_gone(names, poses)
        linear = np.sqrt(np.einsum("ij,ij->i", twists[:, :3], twists[:, :3]))
        angular = np.sqrt(np.einsum("ij,ij->i", twists[:, 3:], twists[:, 3:]))
        for row, name in enumerate(names):
            body = self._bodies[name]
            for index in range(len(body.component.links)):
                angular[row] = max(angular[row], abs(self._engine.joint(body.handle, index).speed))
        return linear, angular

    def _note_gone(self, names: Sequence[str], poses: Floats) -> None:
        far = np.asarray(np.abs(poses[:, :3]).max(axis=1, initial=0.0) > WORLD_EDGE)
        if not far.any():
            return
        for name, is_far in zip(names, far, strict=True):
            if is_far and name not in self._gone:
                self._gone.add(name)
                self.warn(f"{name} left the world")
                self._engine.sleep([self._bodies[name].handle])

    def contacts(self, name: str | None = None, other: str | None = None) -> Iterator[Contact]:
        """Yield the contacts of the last step: of one body, of a pair, or of all (which is slow)."""
        first = None if name is None else self.body(name).handle
        second = None if other is None else self.body(other).handle
        names = self._names_by_handle
        for c in self._engine.contacts(first, second):
            yield Contact(names[c.a], names[c.b], c.point, c.normal, c.distance, c.force)

    def closest(self, a: str, b: str, within: float = 1.0) -> Closest | None:
        """Return the nearest points of two bodies, or None when further apart than `within` metres."""
        points = self._engine.nearest(self.body(a).handle, self.body(b).handle, within)
        if not points:
            return None
        best = min(points, key=lambda point: point.distance)
        return Closest(a, b, best.distance, best.on_a, best.on_b, best.normal)

    def ray(self, start: Vec3, end: Vec3) -> tuple[str, Vec3, Vec3] | None:
        """Return name, point and normal of the first thing between two points (m), or None."""
        hit = self._engine.ray(start, end)
        return None if hit is None else (self._names_by_handle[hit.handle], hit.point, hit.normal)

    def bounds(self, names: Sequence[str] | None = None) -> Floats:
        """Return `(n, 2, 3) float`: lowest and highest corner in metres of the box around each body."""
        chosen = self.names if names is None else names
        poses, _ = self._read(chosen)
        out = np.empty((len(chosen), 2, 3))
        for row, name in enumerate(chosen):
            x, y, z, w = (float(v) for v in poses[row, 3:])
            low, high = self._bodies[name].component.extent((x, y, z, w))
            out[row] = np.add(low, poses[row, :3]), np.add(high, poses[row, :3])
        return out

    def near_pairs(self, within: float) -> Iterator[tuple[str, str]]:
        """Yield the pairs, not both fixed, whose boxes are at most `within` metres apart."""
        names = self.names
        boxes = self.bounds(names)
        low, high = boxes[:, 0] - within, boxes[:, 1]
        for i, name in enumerate(names):
            overlap = (low[i] <= high[i + 1 :]) & (low[i + 1 :] <= high[i])
            for j in np.flatnonzero(overlap.all(axis=1)) + i + 1:
                if not (self._bodies[name].is_fixed and self._bodies[names[j]].is_fixed):
                    yield name, names[j]

    def overlaps(self, deeper_than: float = 5e-5) -> list[Closest]:
        """Return the pairs that overlap by more than `deeper_than` metres, the deepest first."""
        found = [self.closest(a, b, 0.0) for a, b in self.near_pairs(0.0)]
        deep = [pair for pair in found if pair is not None and pair.distance < -deeper_than]
        return sorted(deep, key=lambda pair: pair.distance)

    def supports(self, touch: float = TOUCH) -> list[Support]:
        """Return who carries whom: touching pairs whose surface is within 45° of level.

        Args:
            touch: Metres up to which two bodies count as touching.
        """
        out = []
        for a, b in self.near_pairs(touch):
            points = [
                point
                for point in self._engine.nearest(self._bodies[a].handle, self._bodies[b].handle, touch)
                if abs(point.normal[2]) >= LEVEL_NORMAL
            ]
            if points:
                best = min(points, key=lambda point: point.distance)
                upper, lower = (a, b) if best.normal[2] > 0 else (b, a)
                out.append(Support(upper, lower, best.distance, best.on_b))
        return out

    def energy(self) -> float:
        """Return kinetic plus potential energy in J of the loose bodies without hinges, from z = 0."""
        names = [n for n in self.loose if not self._bodies[n].component.links]
        if not names:
            return 0.0
        poses, twists = self._engine.read([self._bodies[name].handle for name in names])
        components = [self._bodies[name].component for name in names]
        mass = np.array([component.mass for component in components])
        inertia = np.array([effective_inertia(component, self.profile) for component in components])
        spin = np.einsum("nji,nj->ni", matrices(poses[:, 3:]), twists[:, 3:])
        kinetic = 0.5 * (mass @ (twists[:, :3] ** 2).sum(axis=1) + (inertia * spin**2).sum())
        return float(kinetic - mass @ (poses[:, :3] @ np.asarray(self._gravity)))

    # --- sleep

    def freeze(self, names: Iterable[str] | None = None) -> None:
        """Let bodies sleep until something hits them; None means all. They cost nothing and move exactly 0."""
        chosen = list(self.names if names is None else names)
        self._engine.sleep([self.body(name).handle for name in chosen])
        self._asleep.update(chosen)

    def wake(self, names: Iterable[str] | None = None) -> None:
        """Wake bodies that were frozen; None means all of them."""
        self._wake(self._asleep.copy() if names is None else names)

    def _wake(self, names: Iterable[str]) -> None:
        sleeping = [name for name in names if name in self._asleep]
        self._engine.wake([self._bodies[name].handle for name in sleeping])
        self._asleep.difference_update(sleeping)

    def components(self) -> Mapping[str, str]:
        """Return the component id of each body."""
        return {name: body.component.id for name, body in self._bodies.items()}
