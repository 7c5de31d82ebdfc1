"""PyBullet behind the `Engine` protocol: the only file that imports it.

Bullet's own lengths are `Profile.length_scale` times metres; masses stay in kg and seconds in s. So speeds and
forces are scaled once, torques and inertias twice, and contact stiffness and damping not at all.
"""

from __future__ import annotations

import contextlib
import math
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from sandbox.components.spec import Box, Component, Concave, Cylinder, Hull, Link, Part, Shape, Sphere
from sandbox.errors import WorldError
from sandbox.geometry import Floats, Pose, Twist, Vec3, vec3
from sandbox.physics.engine import JointState, RawClosest, RawContact, RayHit, Surface
from sandbox.physics.handling import effective_inertia
from sandbox.physics.profile import Profile

__all__ = ["BulletEngine"]

MAX_PARTS = 16
"""createCollisionShapeArray keeps this many shapes and drops the rest without a word."""


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
        self._shapes: dict[tuple[tuple[Part, Pose], ...], int] = {}
        p.setPhysicsEngineParameter(
            fixedTimeStep=profile.dt,
            numSolverIterations=profile.iterations,
            numSubSteps=0,
            contactERP=profile.contact_erp,
            restitutionVelocityThreshold=profile.bounce_speed * self._scale,
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

    def add(self, component: Component, pose: Pose, surface: Surface, *, fixed: bool) -> int:
        """Add a body; see `Engine.add`.

        Raises:
            WorldError: More parts than the engine keeps, or a moving concave one.
        """
        self._claim_process()
        profile, client = self._profile, self._client
        frame = pose @ component.frame
        shape = self._shape(component.parts, component.frame, component.id)
        common = {
            "basePosition": self._long(frame.position),
            "baseOrientation": frame.rotation,
            "baseCollisionShapeIndex": shape,
            "baseMass": 0.0 if fixed else component.base_mass,
            "physicsClientId": client,
        }
        if component.links:
            handle = p.createMultiBody(**common, **self._links(component))
        else:
            handle = p.createMultiBody(**common, useMaximalCoordinates=int(profile.maximal_coordinates))
        if handle < 0:
            raise WorldError(f"the engine refused a body of {component.id}")
        self._set_up(handle, component, surface, fixed=fixed)
        return int(handle)

    def _set_up(self, handle: int, component: Component, surface: Surface, *, fixed: bool) -> None:
        profile, client, handling = self._profile, self._client, component.handling
        settings: dict[str, Any] = {
            "linearDamping": profile.linear_damping,
            "angularDamping": profile.angular_damping,
        }
        if not fixed:
            # mass= belongs to it: inertia alone sets the mass of a maximal-coordinate body to 0.
            settings["mass"] = component.base_mass
            inertia = effective_inertia(component, profile)
            settings["localInertiaDiagonal"] = vec3(np.multiply(inertia, self._scale**2))
        has_concave = any(isinstance(part.shape, Concave) for part in component.parts)
        if profile.friction_anchors and handling != "marble" and not has_concave:
            settings["frictionAnchor"] = 1
        if handling == "marble" and profile.marble_damping > 0:
            # No continuous collision here: it swallows the bounce.
            settings["contactProcessingThreshold"] = 0.0
            settings["contactStiffness"] = profile.marble_stiffness
            settings["contactDamping"] = profile.marble_damping
        if handling == "fast" and profile.ccd_radius > 0:
            settings["ccdSweptSphereRadius"] = profile.ccd_radius * min(component.size) * self._scale
        p.changeDynamics(handle, -1, **settings, physicsClientId=client)
        for index, link in enumerate(component.links):
            p.changeDynamics(
                handle,
                index,
                mass=link.mass,
                localInertiaDiagonal=vec3(np.multiply(link.inertia, self._scale**2)),
                linearDamping=profile.linear_damping,
                angularDamping=profile.angular_damping,
                physicsClientId=client,
            )
            # A call of its own: together with mass= it corrupts the link's inertia.
            p.changeDynamics(handle, index, maxJointVelocity=1e6, jointDamping=0.0, physicsClientId=client)
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
            if link.hinge.start:
                self.set_joint(handle, index, link.hinge.start)
        self.set_surface(handle, surface)

    def remove(self, handle: int) -> None:
        """Take a body away; what lay on it is not woken by that."""
        p.removeBody(handle, physicsClientId=self._client)

    def set_surface(self, handle: int, surface: Surface) -> None:
        """Change a body's friction and restitution, links included."""
        for link in range(-1, p.getNumJoints(handle, physicsClientId=self._client)):
            p.changeDynamics(
                handle,
                link,
                lateralFriction=surface.friction,
                restitution=surface.restitution,
                rollingFriction=surface.rolling * self._scale,
                spinningFriction=surface.spinning * self._scale,
                physicsClientId=self._client,
            )

    def _links(self, component: Component) -> dict[str, Any]:
        """Return the link arguments of createMultiBody.

        A link's frame is its hinge's anchor with the axes of its parent's frame; Bullet wants everything of a
        link relative to the frame of its parent (for the base: its centre of mass and principal axes).
        """
        names = [link.name for link in component.links]
        frames = {None: component.frame} | {
            link.name: Pose(link.hinge.anchor, component.frame.rotation) for link in component.links
        }
        out: dict[str, list[Any]] = {
            key: []
            for key in (
                "linkMasses",
                "linkCollisionShapeIndices",
                "linkVisualShapeIndices",
                "linkPositions",
                "linkOrientations",
                "linkInertialFramePositions",
                "linkInertialFrameOrientations",
                "linkParentIndices",
                "linkJointTypes",
                "linkJointAxis",
            )
        }
        for link in component.links:
            frame, parent = frames[link.name], frames[link.parent]
            placed = parent.inverse() @ frame
            inertial = frame.inverse() @ link.frame
            out["linkMasses"].append(link.mass)
            out["linkCollisionShapeIndices"].append(self._shape(link.parts, frame, component.id))
            out["linkVisualShapeIndices"].append(-1)
            out["linkPositions"].append(self._long(placed.position))
            out["linkOrientations"].append(placed.rotation)
            out["linkInertialFramePositions"].append(self._long(inertial.position))
            out["linkInertialFrameOrientations"].append(inertial.rotation)
            out["linkParentIndices"].append(0 if link.parent is None else names.index(link.parent) + 1)
            out["linkJointTypes"].append(p.JOINT_REVOLUTE)
            axis = Pose(rotation=frame.rotation).inverse().apply(_unit(link))
            out["linkJointAxis"].append(axis)
        return out

    # --- shapes

    def _shape(self, parts: Sequence[Part], frame: Pose, component: str) -> int:
        """Return the collision shape of parts as seen from `frame`, made once a world."""
        inverse = frame.inverse()
        placed = tuple((part, inverse @ part.pose) for part in parts)
        if placed not in self._shapes:
            if not placed:
                shape = -1
            elif len(placed) == 1:
                shape = self._single(*placed[0])
            else:
                shape = self._compound(placed, component)
            if shape < 0 and placed:
                raise WorldError(f"the engine refused the collision shape of {component}")
            self._shapes[placed] = shape
        return self._shapes[placed]

    def _single(self, part: Part, pose: Pose) -> int:
        offset = {} if _is_identity(pose) else _offset(self._long(pose.position), pose)
        client = self._client
        shape = part.shape
        if isinstance(shape, Hull | Concave):
            vertices = (shape.vertices if _is_identity(pose) else pose.apply_all(shape.vertices)) * self._scale
            arguments: dict[str, Any] = {"vertices": vertices.tolist()}
            if isinstance(shape, Concave):
                arguments["indices"] = shape.faces.ravel().tolist()
                arguments["flags"] = p.GEOM_FORCE_CONCAVE_TRIMESH
            return int(p.createCollisionShape(p.GEOM_MESH, **arguments, physicsClientId=client))
        kind, extra = self._primitive(shape)
        return int(p.createCollisionShape(kind, **extra, **offset, physicsClientId=client))

    def _primitive(self, shape: Box | Sphere | Cylinder) -> tuple[int, dict[str, Any]]:
        if isinstance(shape, Box):
            return p.GEOM_BOX, {"halfExtents": (np.asarray(shape.size) * self._scale / 2).tolist()}
        if isinstance(shape, Sphere):
            return p.GEOM_SPHERE, {"radius": shape.radius * self._scale}
        return p.GEOM_CYLINDER, {"radius": shape.radius * self._scale, "height": shape.height * self._scale}

    def _compound(self, placed: Sequence[tuple[Part, Pose]], component: str) -> int:
        if len(placed) > MAX_PARTS:
            raise WorldError(f"{component} has {len(placed)} parts; the engine keeps {MAX_PARTS} a body")
        columns: dict[str, list[Any]] = {
            key: []
            for key in ("shapeTypes", "halfExtents", "radii", "lengths", "fileNames", "meshScales", "flags")
        }
        with tempfile.TemporaryDirectory() as folder:
            for part, _ in placed:
                self._column(part.shape, columns, Path(folder))
            return int(
                p.createCollisionShapeArray(
                    **columns,
                    collisionFramePositions=[self._long(pose.position) for _, pose in placed],
                    collisionFrameOrientations=[pose.rotation for _, pose in placed],
                    physicsClientId=self._client,
                )
            )

    def _column(self, shape: Shape, columns: dict[str, list[Any]], folder: Path) -> None:
        """Append one shape to the arguments of createCollisionShapeArray, which takes meshes as files only."""
        row: dict[str, Any] = {"halfExtents": [0, 0, 0], "radius": 0.0, "height": 0.0}
        name, flags = "", 0
        if isinstance(shape, Hull | Concave):
            kind = p.GEOM_MESH
            file = folder / f"{len(columns['fileNames'])}.obj"
            _write_obj(file, shape, self._scale)
            name = str(file)
            flags = p.GEOM_FORCE_CONCAVE_TRIMESH if isinstance(shape, Concave) else 0
        else:
            kind, extra = self._primitive(shape)
            row |= extra
        columns["shapeTypes"].append(kind)
        columns["halfExtents"].append(row["halfExtents"])
        columns["radii"].append(row["radius"])
        columns["lengths"].append(row["height"])
        columns["fileNames"].append(name)
        columns["meshScales"].append([1, 1, 1])
        columns["flags"].append(flags)

    # --- time

    def set_gravity(self, gravity: Vec3) -> None:
        """Set gravity, m/s²."""
        x, y, z = self._long(gravity)
        p.setGravity(x, y, z, physicsClientId=self._client)

    def step(self, count: int) -> None:
        """Advance; the loop is as bare as it can be."""
        self._claim_process()
        step, client = p.stepSimulation, self._client
        for _ in range(count):
            step(client)

    # --- state

    def read(self, handles: Sequence[int]) -> tuple[Floats, Floats]:
        """Return poses and twists of the engine frames; there is no batched read in PyBullet."""
        client, scale = self._client, self._scale
        poses, twists = np.empty((len(handles), 7)), np.empty((len(handles), 6))
        where, how = p.getBasePositionAndOrientation, p.getBaseVelocity
        for row, handle in enumerate(handles):
            position, rotation = where(handle, client)
            linear, angular = how(handle, client)
            poses[row] = (*position, *rotation)
            twists[row] = (*linear, *angular)
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
        s = self._scale
        return (v[0] * s, v[1] * s, v[2] * s)


def _unit(link: Link) -> Vec3:
    axis = np.asarray(link.hinge.axis, dtype=float)
    return vec3(axis / np.linalg.norm(axis))


def _is_identity(pose: Pose) -> bool:
    return max(math.hypot(*pose.position), math.hypot(*pose.rotation[:3])) < 1e-12


def _offset(position: Vec3, pose: Pose) -> dict[str, Any]:
    return {"collisionFramePosition": position, "collisionFrameOrientation": pose.rotation}


def _write_obj(file: Path, shape: Hull | Concave, scale: float) -> None:
    if isinstance(shape, Concave):
        faces = shape.faces
    else:  # any triangles that name every vertex: only the hull of them counts
        count = len(shape.vertices)
        faces = (np.arange(math.ceil(count / 3) * 3) % count).reshape(-1, 3)
    lines = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in shape.vertices * scale]
    lines += [f"f {a} {b} {c}" for a, b, c in faces + 1]
    file.write_text("\n".join(lines) + "\n")
