"""The engine in which nothing moves: the fake that tests of the rooms above use.

Bodies stay where they are put, time passes, joints stay at their angles; boxes around the shapes answer
distance and ray questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sandbox.components.spec import Component
from sandbox.geometry import Floats, Pose, Twist, Vec3, vec3
from sandbox.physics.engine import JointState, RawClosest, RawContact, RayHit, Surface
from sandbox.physics.profile import Profile

__all__ = ["StillEngine"]


class StillEngine:
    """Keeps what it is told; `steps` counts the steps it was asked for."""

    def __init__(self, profile: Profile) -> None:
        self.reset(profile)

    def reset(self, profile: Profile) -> None:
        """Forget everything."""
        self.profile, self.steps, self._next = profile, 0, 0
        self.bodies: dict[int, tuple[Component, Pose, Twist]] = {}
        self.angles: dict[tuple[int, int], float] = {}
        self.asleep: set[int] = set()
        self.pushes: list[tuple[int, Vec3]] = []
        self.gravity: Vec3 = (0.0, 0.0, -profile.gravity)

    def add(self, component: Component, poses: Sequence[Pose], surface: Surface, *, fixed: bool) -> list[int]:
        """Put bodies down."""
        handles = list(range(self._next, self._next + len(poses)))
        self._next += len(poses)
        for handle, pose in zip(handles, poses, strict=True):
            self.bodies[handle] = (component, pose @ component.frame, Twist())
            for index, link in enumerate(component.links):
                self.angles[handle, index] = link.hinge.start
        return handles

    def remove(self, handle: int) -> None:
        """Take a body away."""
        del self.bodies[handle]

    def set_surface(self, handle: int, surface: Surface) -> None:
        """Nothing slides here, so nothing changes."""

    def set_gravity(self, gravity: Vec3) -> None:
        """Remember gravity."""
        self.gravity = gravity

    def step(self, count: int, parts: int = 1) -> None:
        """Let time pass."""
        self.steps += count

    def read(self, handles: Sequence[int]) -> tuple[Floats, Floats]:
        """Return where things were put."""
        rows = [self.bodies[handle] for handle in handles]
        poses = np.array([(*pose.position, *pose.rotation) for _, pose, _ in rows]).reshape(-1, 7)
        twists = np.array([(*twist.linear, *twist.angular) for _, _, twist in rows]).reshape(-1, 6)
        return poses, twists

    def place(self, handle: int, pose: Pose, twist: Twist) -> None:
        """Put a body somewhere else."""
        self.bodies[handle] = (self.bodies[handle][0], pose, twist)

    def push(self, handle: int, force: Vec3, at: Vec3) -> None:
        """Remember that somebody pushed."""
        self.pushes.append((handle, force))

    def twist(self, handle: int, torque: Vec3) -> None:
        """Nothing turns here."""

    def joint(self, handle: int, index: int) -> JointState:
        """Return the angle that was set."""
        return JointState(self.angles[handle, index], 0.0)

    def set_joint(self, handle: int, index: int, angle: float) -> None:
        """Put a hinge at an angle."""
        self.angles[handle, index] = angle

    def torque(self, handle: int, index: int, torque: float) -> None:
        """Nothing turns here."""

    def motor(self, handle: int, index: int, *, angle: float | None, speed: float, strength: float) -> None:
        """A motor with an angle is there at once; one with a speed does nothing."""
        if angle is not None and strength > 0 and speed == 0:
            self.angles[handle, index] = angle

    def contacts(self, handle: int | None, other: int | None = None) -> Iterable[RawContact]:
        """Nothing presses here."""
        return ()

    def nearest(self, a: int, b: int, within: float) -> list[RawClosest]:
        """Return the nearest points of the boxes around two bodies."""
        (low_a, high_a), (low_b, high_b) = self._bounds(a), self._bounds(b)
        gaps = np.maximum(low_a - high_b, low_b - high_a)
        outside = np.clip(gaps, 0, None)
        distance = float(np.linalg.norm(outside)) if outside.any() else float(gaps.max())
        if distance > within:
            return []
        axis = int(np.argmax(gaps))
        normal = np.zeros(3)
        normal[axis] = 1.0 if (low_a + high_a)[axis] > (low_b + high_b)[axis] else -1.0
        middle = (np.maximum(low_a, low_b) + np.minimum(high_a, high_b)) / 2
        return [RawClosest(distance, vec3(middle), vec3(middle), vec3(normal))]

    def ray(self, start: Vec3, end: Vec3) -> RayHit | None:
        """Return where a ray enters the first box."""
        origin, way = np.asarray(start), np.subtract(end, start)
        hits = []
        for handle in self.bodies:
            low, high = self._bounds(handle)
            with np.errstate(divide="ignore", invalid="ignore"):
                first, second = (low - origin) / way, (high - origin) / way
            enter, leave = np.fmin(first, second), np.fmax(first, second)
            if enter.max() <= leave.min() and 0 <= enter.max() <= 1:
                normal = np.zeros(3)
                normal[int(np.argmax(enter))] = -np.sign(way[int(np.argmax(enter))])
                fraction = float(enter.max())
                hits.append(RayHit(handle, vec3(origin + fraction * way), vec3(normal), fraction))
        return min(hits, key=lambda hit: hit.fraction, default=None)

    def sleep(self, handles: Iterable[int]) -> None:
        """Remember who sleeps."""
        self.asleep.update(handles)

    def wake(self, handles: Iterable[int]) -> None:
        """Remember who woke."""
        self.asleep.difference_update(handles)

    def close(self) -> None:
        """Nothing to give back."""

    def _bounds(self, handle: int) -> tuple[Floats, Floats]:
        component, pose, _ = self.bodies[handle]
        model = pose @ component.frame.inverse()
        low, high = component.extent(model.rotation)
        return np.add(low, model.position), np.add(high, model.position)
