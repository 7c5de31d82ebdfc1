"""The seam to a physics engine: everything above speaks to this protocol, in SI units and model frames.

`bullet.BulletEngine` is the engine. `still.StillEngine` is the fake that tests of the rooms above use: things
stay where they are put.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from sandbox.components.spec import Component
from sandbox.geometry import Floats, Pose, Twist, Vec3
from sandbox.physics.profile import Profile

__all__ = ["Engine", "JointState", "RawClosest", "RawContact", "RayHit", "Surface"]


@dataclass(frozen=True, slots=True)
class Surface:
    """What a body brings into every pair: the engine multiplies friction and restitution of the two bodies.

    Attributes:
        friction: Square-root-like share of the pair's coefficient of friction.
        restitution: The same for restitution.
        rolling: Metres; the engine adds `rolling_a * friction_b + rolling_b * friction_a`.
        spinning: Metres; the same for spinning about the normal.
    """

    friction: float
    restitution: float
    rolling: float = 0.0
    spinning: float = 0.0


class RawContact(NamedTuple):
    """A contact by handles; see `sandbox.record.Contact`."""

    a: int
    b: int
    point: Vec3
    normal: Vec3
    distance: float
    force: float


class RawClosest(NamedTuple):
    """Nearest points of two handles; see `sandbox.record.Closest`."""

    distance: float
    on_a: Vec3
    on_b: Vec3
    normal: Vec3


class RayHit(NamedTuple):
    """The first thing a ray meets: handle, point in metres, unit normal, and the part of the way, 0 to 1."""

    handle: int
    point: Vec3
    normal: Vec3
    fraction: float


class JointState(NamedTuple):
    """Angle in rad and speed in rad/s of a hinge."""

    angle: float
    speed: float


class Engine(Protocol):
    """One simulated world. Handles are the engine's own numbers and may be 0."""

    def reset(self, profile: Profile) -> None:
        """Empty the world and put the profile in force."""

    def add(self, component: Component, poses: Sequence[Pose], surface: Surface, *, fixed: bool) -> list[int]:
        """Add a body of one kind with its model frame at each of `poses`; return their handles."""

    def remove(self, handle: int) -> None:
        """Take a body away."""

    def set_surface(self, handle: int, surface: Surface) -> None:
        """Change what a body brings into its pairs."""

    def set_gravity(self, gravity: Vec3) -> None:
        """Set gravity, m/s², world axes."""

    def step(self, count: int, parts: int = 1) -> None:
        """Advance by `count` steps, each divided into 1, 2, 4 or 8 equal parts."""

    def read(self, handles: Sequence[int]) -> tuple[Floats, Floats]:
        """Return `(n, 7)` poses and `(n, 6)` twists of the engine frames (centre of mass, principal axes)."""

    def place(self, handle: int, pose: Pose, twist: Twist) -> None:
        """Put a body's engine frame at a pose, moving with a twist."""

    def push(self, handle: int, force: Vec3, at: Vec3) -> None:
        """Apply a force in N at a world point during the next step."""

    def twist(self, handle: int, torque: Vec3) -> None:
        """Apply a torque in N·m during the next step."""

    def joint(self, handle: int, index: int) -> JointState:
        """Return the state of a hinge; hinges are counted in the order of the component's links."""

    def set_joint(self, handle: int, index: int, angle: float) -> None:
        """Put a hinge at an angle, at rest."""

    def torque(self, handle: int, index: int, torque: float) -> None:
        """Apply a torque in N·m about a hinge during the next step."""

    def motor(self, handle: int, index: int, *, angle: float | None, speed: float, strength: float) -> None:
        """Drive a hinge towards an angle (or, with None, a speed in rad/s) with at most `strength` N·m."""

    def contacts(self, handle: int | None, other: int | None = None) -> Iterable[RawContact]:
        """Return the contacts of the last step: of one body, of a pair, or (None) of all."""

    def nearest(self, a: int, b: int, within: float) -> Sequence[RawClosest]:
        """Return near points of two bodies, or none when they are further apart than `within` metres."""

    def ray(self, start: Vec3, end: Vec3) -> RayHit | None:
        """Return the first thing between two world points."""

    def sleep(self, handles: Iterable[int]) -> None:
        """Freeze bodies until something hits them."""

    def wake(self, handles: Iterable[int]) -> None:
        """Let frozen bodies move again."""

    def close(self) -> None:
        """Give the engine's memory back; the engine cannot be used afterwards."""
