"""PyBullet behind the `Engine` protocol: the only file that imports it.

Bullet's own lengths are `Profile.length_scale` times metres; masses stay in kg and seconds in s. So speeds and
forces are scaled once, torques and inertias twice, and contact stiffness and damping not at all.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from sandbox.components.spec import Box, Component, Hull
from sandbox.errors import WorldError
from sandbox.geometry import Floats, Pose, Twist, Vec3, vec3
from sandbox.physics.bullet_shapes import BulletShapes
from sandbox.physics.compile import link_columns, placed, scaled
from sandbox.physics.engine import JointState, RawClosest, RawContact, RayHit, Surface
from sandbox.physics.handling import effective_inertia, has_anchors, is_plain, tumbles
from sandbox.physics.profile import Profile

__all__ = ["BulletEngine"]


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep the build-time line that PyBullet's C code prints on import out of people's terminals."""
    try:
        saved = os.dup(2)
    except OSError:  # there is no standard error at all
        yield
        return
    sink = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(sink, 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
        os.close(sink)


with _quiet():
    import pybullet as p


class BulletEngine:
    """One PyBullet client; `reset` is bit-identical to a new one and 100 times cheaper."""

    _breaking_in_force: ClassVar[float | None] = None
    """contactBreakingThreshold is global to the process in Bullet, whatever client it is set through."""

    def __init__(self, profile: Profile) -> None:
        self._client = p.connect(p.DIRECT)
        if self._client < 0:
            raise WorldError("PyBullet has no room for another world in this process; close some")
        self.reset(profile)

    def close(self) -> None:
        """Disconnect the client."""
        if self._client >= 0:
            p.disconnect(self._client)
            self._client = -1

    def reset(self, profile: Profile) -> None:
        """Empty the world and set every number again: `resetSimulation` forgets some of them."""
        client = self._client
        p.resetSimulation(physicsClientId=client)
        self._profile, self._scale = profile, profile.length_scale
        self._shapes = BulletShapes(p, client, self._scale)
        self._picture, self._parts = -1, 1
        p.setPhysicsEngineParameter(
            fixedTimeStep=profile.dt,
            numSolverIterations=profile.iterations,
            numSubSteps=0,
            contactERP=profile.contact_erp,
            restitutionVelocityThreshold=profile.least_bounce * self._scale,
            allowedCcdPenetration=profile.ccd_penetration * self._scale,
            deterministicOverlappingPairs=1,
            physicsClientId=client,
        )
        BulletEngine._breaking_in_force = None
        self._claim_process()
        self.set_gravity((0.0, 0.0, -profile.gravity))

    def _claim_process(self) -> None:
        """Put this world's value of Bullet's process-wide number in force."""
        breaking = self._profile.contact_breaking * self._scale
        if BulletEngine._breaking_in_force != breaking:
            p.setPhysicsEngineParameter(contactBreakingThreshold=breaking, physicsClientId=self._client)
            BulletEngine._breaking_in_force = breaking

    # --- bodies

    def add(self, component: Component, poses: Sequence[Pose], surface: Surface, *, fixed: bool) -> list[int]:
        """Add bodies of one kind; see `Engine.add`.

        Raises:
            WorldError: More parts than the engine keeps, or it refuses the shape.
        """
        self._claim_process()
        client = self._client
        frames = [pose @ component.frame for pose in poses]
        if self._picture < 0:
            self._picture = p.createVisualShape(p.GEOM_BOX, halfExtents=[1e-3] * 3, physicsClientId=client)
        parts, shapes = placed(component.parts, component.frame), self._shapes
        as_plane = fixed and self._profile.fixed_planes and [type(part.shape) for part, _ in parts] == [Box]
        common: dict[str, Any] = {
            "baseCollisionShapeIndex": shapes.plane(*parts[0]) if as_plane else shapes.of(parts, component.id),
            # Nobody draws these bodies, yet PyBullet makes a picture of each from its collision shape: 0.5 ms for
            # a sphere. A picture of a box, shared by all, is the cheapest.
            "baseVisualShapeIndex": self._picture,
            "flags": p.URDF_ENABLE_CACHED_GRAPHICS_SHAPES,
            "baseMass": 0.0 if fixed else component.base_mass,
            "physicsClientId": client,
        }
        if component.links:
            joint, shape = p.JOINT_REVOLUTE, lambda parts: shapes.of(parts, component.id)
            common |= link_columns(component, self._scale, joint, shape)
        else:
            common["useMaximalCoordinates"] = int(is_plain(component, self._profile))
        if len(frames) == 1 or component.links:
            handles = [
                p.createMultiBody(
                    basePosition=self._long(frame.position), baseOrientation=frame.rotation, **common
                )
                for frame in frames
            ]
        else:
            # A call costs 0.1 ms however small the body is, because its message has room for 512 links.
            positions = [self._long(frame.position) for frame in frames]
            handles = list(p.createMultiBody(batchPositions=positions, **common))
            for handle, position, frame in zip(handles, positions, frames, strict=True):
                p.resetBasePositionAndOrientation(handle, position, frame.rotation, physicsClientId=client)
        if min(handles, default=0) < 0:
            raise WorldError(f"the engine refused a body of {component.id}")
        for handle in handles:
            self._set_up(handle, component, surface, fixed=fixed)
        return handles

    def _set_up(self, handle: int, component: Component, surface: Surface, *, fixed: bool) -> None:
        profile, client, handling = self._profile, self._client, component.handling
        settings: dict[str, Any] = {
            "linearDamping": profile.linear_damping,
            "angularDamping": profile.angular_damping,
            **self._surface(surface),
        }
        if not fixed:
            # mass= belongs to it: inertia alone sets the mass of a maximal-coordinate body to 0.
            settings["mass"] = component.base_mass
            inertia = effective_inertia(component, profile)
            settings["localInertiaDiagonal"] = vec3(np.multiply(inertia, self._scale**2))
        if profile.friction_anchors and not fixed and has_anchors(component):
            # One of the two bodies is enough, so fixed ones have none: on an anchored table a marble at 5 mm/s
            # speeds up to 50 mm/s and one at rest rolls away.
            settings["frictionAnchor"] = 1
        if handling == "marble" and profile.marble_damping > 0:
            # No continuous collision here: it swallows the bounce.
            settings["contactProcessingThreshold"] = 0.0
            settings["contactStiffness"] = profile.marble_stiffness
            settings["contactDamping"] = profile.marble_damping
        if tumbles(component) and profile.tumble_stiffness > 0:
            settings["contactStiffness"] = profile.tumble_stiffness * component.mass
            settings["contactDamping"] = profile.tumble_damping * component.mass
        if handling == "sliding" and profile.sliding_stiffness > 0:
            settings["contactStiffness"] = profile.sliding_stiffness * component.mass
            settings["contactDamping"] = profile.sliding_damping * component.mass
        if fixed and profile.contact_stiffness > 0:
            settings["contactStiffness"] = profile.contact_stiffness
            settings["contactDamping"] = profile.contact_damping
        if any(isinstance(part.shape, Hull) for part in component.parts):
            settings["collisionMargin"] = profile.hull_margin * self._scale
        if handling == "fast" and profile.ccd_radius > 0:
            settings["ccdSweptSphereRadius"] = profile.ccd_radius * min(component.size) * self._scale
        p.changeDynamics(handle, -1, **settings, physicsClientId=client)
        for index, link in enumerate(component.links):
            # Nothing else belongs into this call: with a damping or a joint's speed limit beside mass= the link
            # no longer falls nor swings as it should.
            p.changeDynamics(
                handle,
                index,
                mass=link.mass,
                localInertiaDiagonal=vec3(np.multiply(link.inertia, self._scale**2)),
                physicsClientId=client,
            )
            p.changeDynamics(handle, index, maxJointVelocity=1e6, jointDamping=0.0, physicsClientId=client)
            if link.hinge.upper - link.hinge.lower < 2 * math.pi:  # else it may turn for ever, as a spinner does
                p.changeDynamics(
                    handle,
                    index,
                    jointLowerLimit=link.hinge.lower,
                    jointUpperLimit=link.hinge.upper,
                    physicsClientId=client,
                )
            p.setJointMotorControl2(
                handle, index, p.VELOCITY_CONTROL, targetVelocity=0, force=0, physicsClientId=client
            )
            p.changeDynamics(handle, index, **self._surface(surface), physicsClientId=client)
            if link.hinge.start:
                self.set_joint(handle, index, link.hinge.start)

    def remove(self, handle: int) -> None:
        """Take a body away; what lay on it is not woken by that."""
        p.removeBody(handle, physicsClientId=self._client)

    def set_surface(self, handle: int, surface: Surface) -> None:
        """Change a body's friction and restitution, links included."""
        for link in range(-1, p.getNumJoints(handle, physicsClientId=self._client)):
            p.changeDynamics(handle, link, **self._surface(surface), physicsClientId=self._client)

    def _surface(self, surface: Surface) -> dict[str, float]:
        return {
            "lateralFriction": surface.friction,
            "restitution": surface.restitution,
            "rollingFriction": surface.rolling * self._scale,
            "spinningFriction": surface.spinning * self._scale,
        }

    # --- time

    def set_gravity(self, gravity: Vec3) -> None:
        """Set gravity, m/s²."""
        x, y, z = self._long(gravity)
        p.setGravity(x, y, z, physicsClientId=self._client)

    def step(self, count: int, parts: int = 1) -> None:
        """Advance; the loop is as bare as it can be."""
        self._claim_process()
        if parts != self._parts:
            # Powers of two only: the engine counts the parts by dividing floats.
            p.setPhysicsEngineParameter(numSubSteps=0 if parts == 1 else parts, physicsClientId=self._client)
            self._parts = parts
        step, client = p.stepSimulation, self._client
        for _ in range(count):
            step(client)

    # --- state

    def read(self, handles: Sequence[int]) -> tuple[Floats, Floats]:
        """Return poses and twists of the engine frames; there is no batched read in PyBullet."""
        client, scale = self._client, self._scale
        where, how = p.getBasePositionAndOrientation, p.getBaseVelocity
        places = [where(handle, client) for handle in handles]
        motions = [how(handle, client) for handle in handles]
        poses = np.array([(*position, *rotation) for position, rotation in places]).reshape(-1, 7)
        twists = np.array([(*linear, *angular) for linear, angular in motions]).reshape(-1, 6)
        poses[:, :3] /= scale
        twists[:, :3] /= scale
        return poses, twists

    def place(self, handle: int, pose: Pose, twist: Twist) -> None:
        """Teleport; sleeping bodies stay asleep unless woken."""
        client = self._client
        p.resetBasePositionAndOrientation(handle, self._long(pose.position), pose.rotation, physicsClientId=client)
        p.resetBaseVelocity(handle, self._long(twist.linear), twist.angular, physicsClientId=client)

    def push(self, handle: int, force: Vec3, at: Vec3) -> None:
        """Apply a force at a world point for one step."""
        p.applyExternalForce(
            handle, -1, self._long(force), self._long(at), p.WORLD_FRAME, physicsClientId=self._client
        )

    def twist(self, handle: int, torque: Vec3) -> None:
        """Apply a torque for one step."""
        scaled = vec3(np.asarray(torque) * self._scale**2)
        p.applyExternalTorque(handle, -1, scaled, p.WORLD_FRAME, physicsClientId=self._client)

    # --- hinges

    def joint(self, handle: int, index: int) -> JointState:
        """Return angle and speed of a hinge."""
        angle, speed, *_ = p.getJointState(handle, index, physicsClientId=self._client)
        return JointState(angle, speed)

    def set_joint(self, handle: int, index: int, angle: float) -> None:
        """Put a hinge at an angle, at rest."""
        p.resetJointState(handle, index, angle, 0.0, physicsClientId=self._client)

    def torque(self, handle: int, index: int, torque: float) -> None:
        """Apply a torque about a hinge for one step."""
        p.setJointMotorControl2(
            handle,
            index,
            p.TORQUE_CONTROL,
            force=torque * self._scale**2,
            physicsClientId=self._client,
        )

    def motor(self, handle: int, index: int, *, angle: float | None, speed: float, strength: float) -> None:
        """Drive a hinge; strength 0 lets it go."""
        force = min(strength * self._scale**2, 1e12)
        if angle is None:
            p.setJointMotorControl2(
                handle,
                index,
                p.VELOCITY_CONTROL,
                targetVelocity=speed,
                force=force,
                physicsClientId=self._client,
            )
        else:
            p.setJointMotorControl2(
                handle,
                index,
                p.POSITION_CONTROL,
                targetPosition=angle,
                targetVelocity=speed,
                force=force,
                physicsClientId=self._client,
            )

    # --- questions

    def contacts(self, handle: int | None, other: int | None = None) -> Iterable[RawContact]:
        """Return contacts; reading all of them every step costs a third of the time."""
        which = {} if handle is None else {"bodyA": handle}
        if other is not None:
            which["bodyB"] = other
        scale = self._scale
        for c in p.getContactPoints(**which, physicsClientId=self._client) or ():
            yield RawContact(c[1], c[2], vec3(np.divide(c[6], scale)), c[7], c[8] / scale, c[9] / scale)

    def nearest(self, a: int, b: int, within: float) -> list[RawClosest]:
        """Return near points of two bodies: one a pair of parts, or several between flat faces."""
        scale = self._scale
        self._claim_process()
        points = p.getClosestPoints(a, b, within * scale, physicsClientId=self._client) or ()
        return [
            RawClosest(c[8] / scale, vec3(np.divide(c[5], scale)), vec3(np.divide(c[6], scale)), c[7])
            for c in points
        ]

    def ray(self, start: Vec3, end: Vec3) -> RayHit | None:
        """Return the first hit between two points."""
        hit = p.rayTest(self._long(start), self._long(end), physicsClientId=self._client)[0]
        if hit[0] < 0:
            return None
        return RayHit(hit[0], vec3(np.divide(hit[3], self._scale)), hit[4], hit[2])

    # --- sleep

    def sleep(self, handles: Iterable[int]) -> None:
        """Freeze bodies: they move exactly 0 and wake when something hits them."""
        for handle in handles:
            for state in (p.ACTIVATION_STATE_ENABLE_SLEEPING, p.ACTIVATION_STATE_SLEEP):
                p.changeDynamics(handle, -1, activationState=state, physicsClientId=self._client)

    def wake(self, handles: Iterable[int]) -> None:
        """Let frozen bodies move, and keep them from falling asleep by themselves."""
        for handle in handles:
            for state in (p.ACTIVATION_STATE_WAKE_UP, p.ACTIVATION_STATE_DISABLE_SLEEPING):
                p.changeDynamics(handle, -1, activationState=state, physicsClientId=self._client)

    def _long(self, v: Vec3) -> Vec3:
        return scaled(v, self._scale)
