"""The hinges of a world: springs that act by themselves, and hands that hold, drive and let go."""

from __future__ import annotations

import math
from collections.abc import Iterable

from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.errors import UnknownName
from sandbox.geometry import Pose
from sandbox.physics.bodies import Bodies
from sandbox.physics.engine import Engine, JointState
from sandbox.physics.kinematics import hinge_inertia
from sandbox.physics.profile import DEFAULT, Profile

__all__ = ["FINGER", "Hinges"]

FINGER = 1.0
"""N·m that a hand holds or turns a hinge with unless told otherwise: far more than any card can do."""

STIFFEST = 0.5
"""Angular frequency of a spring times the step. An explicit spring is stable up to 2; here it is 1 % off."""

Where = tuple[int, int]
"""Handle of a body and number of its hinge."""


class Hinges(Bodies):
    """Adds the hinges to `Bodies`; see `World`."""

    def __init__(
        self,
        materials: Materials,
        profile: Profile = DEFAULT,
        *,
        declare: Iterable[Component] = (),
        engine: Engine | None = None,
    ) -> None:
        self._springs: dict[Where, Component] = {}
        self._held: set[Where] = set()
        super().__init__(materials, profile, declare=declare, engine=engine)

    def _add(self, component: Component, placed: list[tuple[str, Pose]], is_fixed: bool) -> None:
        super()._add(component, placed, is_fixed)
        for index, link in enumerate(component.links):
            if link.hinge.stiffness or link.hinge.damping:
                self._check_spring(component, index)
                for name, _ in placed:
                    self._springs[self._bodies[name].handle, index] = component

    def remove(self, name: str) -> None:
        """Take a body away with its hinges. See `Bodies.remove`."""
        handle = self.body(name).handle
        self._springs = {where: c for where, c in self._springs.items() if where[0] != handle}
        self._held = {where for where in self._held if where[0] != handle}
        super().remove(name)

    def joint(self, name: str, joint: str) -> JointState:
        """Return angle (rad) and speed (rad/s) of a hinge. Raises `UnknownName`."""
        return self._engine.joint(*self._hinge(name, joint))

    def joints(self, name: str) -> tuple[JointState, ...]:
        """Return angle (rad) and speed (rad/s) of every hinge of a body, in order. Raises `UnknownName`."""
        body = self.body(name)
        return tuple(self._engine.joint(body.handle, index) for index in range(len(body.component.links)))

    def set_joint(self, name: str, joint: str, angle: float) -> None:
        """Put a hinge at an angle (rad), at rest. Raises `UnknownName`."""
        self._engine.set_joint(*self._hinge(name, joint), angle)
        self.wake([name])

    @property
    def held(self) -> frozenset[tuple[str, str]]:
        """Hinges that a hand holds or turns, as (body, hinge)."""
        names = {body.handle: name for name, body in self._bodies.items()}
        return frozenset(
            (names[handle], self._bodies[names[handle]].component.links[index].name)
            for handle, index in self._held
        )

    def hold_joint(self, name: str, joint: str, angle: float, strength: float = FINGER) -> None:
        """Hold a hinge at an angle (rad), as a finger does, with at most `strength` N·m. Raises `UnknownName`."""
        where = self._hinge(name, joint)
        self._held.add(where)
        self._engine.motor(*where, angle=angle, speed=0.0, strength=strength)
        self.wake([name])

    def drive_joint(self, name: str, joint: str, speed: float, strength: float = FINGER) -> None:
        """Turn a hinge at a speed (rad/s) with at most `strength` N·m. Raises `UnknownName`."""
        where = self._hinge(name, joint)
        self._held.add(where)
        self._engine.motor(*where, angle=None, speed=speed, strength=strength)
        self.wake([name])

    def release_joint(self, name: str, joint: str) -> None:
        """Let a hinge go. Raises `UnknownName`."""
        where = self._hinge(name, joint)
        self._held.discard(where)
        self._engine.motor(*where, angle=None, speed=0.0, strength=0.0)
        self.wake([name])

    def _hinge(self, name: str, joint: str) -> Where:
        body = self.body(name)
        joints = [link.name for link in body.component.links]
        if joint not in joints:
            raise UnknownName(f"hinge of {name}", joint, joints)
        return body.handle, joints.index(joint)

    def _check_spring(self, component: Component, index: int) -> None:
        link = component.links[index]
        inertia, step = hinge_inertia(link), self.profile.dt
        swing = math.sqrt(link.hinge.stiffness / inertia) * step
        drag = link.hinge.damping / inertia * step
        if max(swing, drag) > STIFFEST:
            what = "stiff" if swing > drag else "strongly damped"
            self.warn(
                f"hinge {link.name!r} of {component.id} is too {what} for {self.profile.rate_hz:g} steps a second"
            )

    def _pull_springs(self) -> None:
        """Put every spring's torque on its hinge for the next step; a torque would wake what is frozen."""
        engine = self._engine
        for (handle, index), component in self._springs.items():
            hinge = component.links[index].hinge
            angle, speed = engine.joint(handle, index)
            if speed == 0.0 and self._names_by_handle[handle] in self._asleep:
                continue
            engine.torque(handle, index, -hinge.stiffness * (angle - hinge.rest) - hinge.damping * speed)
