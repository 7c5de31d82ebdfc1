"""Devices that hands work: a catapult that is pulled and let go, a spinner that is turned.

A pull moves no faster than a hand that the rules allow, and what is measured on the way is what the umpire needs:
how far back, how fast, whether the block lay in the basket, whether the base slipped, how the block left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Literal, Protocol

import numpy as np

from sandbox.components.spec import Component, Link
from sandbox.geometry import Pose, Vec3, quat_inverse, quat_rotate
from sandbox.physics import World
from sandbox.physics.world import Drive
from sandbox.referee.hurlyburly.launch import ARM, Launched, basket_top, most_pull_deg

__all__ = ["Catapult", "Device", "Spinner", "angle_under", "device_at", "devices_of", "is_catapult", "loaded_on"]

Kind = Literal["catapult", "spinner"]

PULL_SPEED = 0.2
"""m/s of the top of the basket while it is pulled, at most; the rules refuse jerks."""

END = math.radians(0.5)
"""The arm is not pulled nearer than this to the end of its joint."""

LEAST = math.radians(2)
"""A pull of less is none: the arm goes back."""

EASE = 0.05
"""Seconds that the arm is held still before it is let go."""

CLEAR = 0.02
"""Metres between block and catapult at which the block has left."""

LEAVES = 0.4
"""Seconds after which a block that still lies in the basket stays there."""

SWING = 0.15
"""Seconds after that until a finger catches the arm."""

TURN_SPEED = 12.0
"""rad/s at which a finger turns a spinner at most."""


@dataclass(frozen=True, slots=True)
class Device:
    """A device on a table: its body, what it is, and the link that hands move."""

    name: str
    kind: Kind
    link: str


class _Table(Protocol):
    held: set[str]

    @property
    def world(self) -> World: ...
    @property
    def is_replay(self) -> bool: ...
    def add_drive(self, drive: Drive) -> None: ...
    def remove_drive(self, drive: Drive) -> None: ...


def is_catapult(component: Component) -> bool:
    """Return whether a component has an arm with a spring."""
    return any(link.name == ARM and link.hinge.stiffness > 0 for link in component.links)


def is_spinner(component: Component) -> bool:
    """Return whether a component has a link that turns for ever about the vertical."""
    return any(_turns_freely(link) for link in component.links)


def _turns_freely(link: Link) -> bool:
    return link.hinge.upper - link.hinge.lower >= 2 * math.pi and link.hinge.stiffness == 0


def devices_of(live: _Table) -> list[Device]:
    """Return the devices of a table."""
    if live.is_replay:
        return []
    out = []
    for name in live.world.names:
        component = live.world.body(name).component
        if is_catapult(component):
            out.append(Device(name, "catapult", ARM))
        elif is_spinner(component):
            out.append(Device(name, "spinner", next(each.name for each in component.links if _turns_freely(each))))
    return out


def device_at(live: _Table, name: str, point: Vec3) -> Device | None:
    """Return the device of which a point is on the part that hands move; None for its base and others."""
    found = devices_of(live)
    for each in found:
        if each.kind == "catapult" and name != each.name and name in loaded_on(live, each.name):
            return each  # the block hides the basket that a person means
    device = next((each for each in found if each.name == name), None)
    if device is None:
        return None
    world = live.world
    component = world.body(name).component
    index = [link.name for link in component.links].index(device.link)
    placed, link = world.link_poses(name)[index], component.links[index]
    base = world.pose(name)
    on_link = min((_away(part.extent(), placed.inverse().apply(point)) for part in link.parts), default=math.inf)
    on_base = min(
        (_away(part.extent(), base.inverse().apply(point)) for part in component.parts), default=math.inf
    )
    return device if on_link <= on_base else None


def _away(box: tuple[Vec3, Vec3], point: Vec3) -> float:
    low, high = np.asarray(box[0]), np.asarray(box[1])
    outside = np.maximum(np.maximum(low - point, np.subtract(point, high)), 0.0)
    return float(np.linalg.norm(outside))


def angle_under(world: World, device: Device, origin: Vec3, direction: Vec3) -> float | None:
    """Return the angle in rad at which a ray meets the plane in which the link swings, seen from its hinge.

    Args:
        world: The device is in it.
        device: Whose link.
        origin: Of the ray, metres.
        direction: Its unit direction.

    Returns:
        The angle about the hinge's axis from the model's upright, or None when the ray is in the plane.
    """
    component = world.body(device.name).component
    hinge = next(link.hinge for link in component.links if link.name == device.link)
    base = world.pose(device.name)
    back = quat_inverse(base.rotation)
    start = np.asarray(base.inverse().apply(origin)) - hinge.anchor
    way = np.asarray(quat_rotate(back, direction))
    axis = np.asarray(hinge.axis) / np.linalg.norm(hinge.axis)
    fall = float(way @ axis)
    # Seen along the plane, the point of the ray that is nearest to the hinge will do.
    met = start - way * (float(start @ way) if abs(fall) < 0.05 else float(start @ axis) / fall)
    first = np.array((0.0, 0.0, 1.0)) if abs(axis[2]) < 0.9 else np.array((1.0, 0.0, 0.0))
    second = np.cross(axis, first)
    flat = met - axis * float(met @ axis)
    if float(np.linalg.norm(flat)) < 1e-6:
        return None
    return math.atan2(float(flat @ second), float(flat @ first))


class Stage(Enum):
    """What a catapult does."""

    IDLE = "idle"
    HELD = "held"
    EASING = "easing"
    FLYING = "flying"
    SWINGING = "swinging"


class Catapult:
    """A hand on the arm of a catapult.

    Args:
        live: The table; the hand acts before each of its steps.
        name: The catapult.
        blocks: Returns what lies on the basket when the arm is let go.

    Attributes:
        launched: How the last launch went, once the arm has been caught; None before.
    """

    def __init__(self, live: _Table, name: str, blocks: Callable[[], list[str]]) -> None:
        self._live, self.name, self._blocks = live, name, blocks
        self.component = live.world.body(name).component
        self._arm = next(link for link in self.component.links if link.name == ARM)
        self._radius = basket_top(self.component)
        self._stage, self._since = Stage.IDLE, 0.0
        self._wanted = self._target = 0.0
        self._going_back = False
        self.launched: Launched | None = None

    @property
    def stage(self) -> Stage:
        """What it does."""
        return self._stage

    @property
    def is_busy(self) -> bool:
        """Whether it is pulled, or has been let go and not been caught yet."""
        return self._stage is not Stage.IDLE

    @property
    def most_deg(self) -> float:
        """How far it can be pulled, degrees."""
        return most_pull_deg(self.component) - math.degrees(END)

    @property
    def pull_deg(self) -> float:
        """How far it is pulled now, degrees."""
        return -math.degrees(self._live.world.joint(self.name, ARM).angle)

    def take(self) -> None:
        """Lay a hand on the arm."""
        if self._stage is not Stage.IDLE:
            return
        world = self._live.world
        self._stage, self.launched = Stage.HELD, None
        self._wanted = self._target = min(0.0, world.joint(self.name, ARM).angle)
        self._start, self._fastest = world.pose(self.name).position, 0.0
        self._live.held.add(self.name)
        self._live.add_drive(self._act)

    def pull_to(self, degrees: float) -> None:
        """Say how far back the arm shall go; it goes there at the speed of a hand."""
        if self._stage is Stage.HELD:
            self._wanted = -math.radians(min(self.most_deg, max(0.0, degrees)))

    def let_go(self) -> bool:
        """Let go; return False when the arm was not pulled and only goes back."""
        if self._stage is not Stage.HELD:
            return False
        if self.pull_deg < math.degrees(LEAST):
            self.cancel()
            return False
        # Where the arm is counts, not where the mouse went in a jerk.
        self._wanted = self._target = self._live.world.joint(self.name, ARM).angle
        self._stage, self._since = Stage.EASING, self._live.world.time
        return True

    def cancel(self) -> None:
        """Bring the arm back upright, softly."""
        if self._stage in (Stage.HELD, Stage.EASING):
            self._wanted, self._stage = 0.0, Stage.HELD
            self._going_back = True

    def stop(self) -> None:
        """Take the hand away at once."""
        self._live.remove_drive(self._act)
        self._live.held.discard(self.name)
        self._stage, self._going_back = Stage.IDLE, False

    def _act(self, world: World) -> None:
        if self.name not in world.names:
            self.stop()
            return
        if self._stage in (Stage.HELD, Stage.EASING):
            most = PULL_SPEED / self._radius * world.profile.dt
            self._target += float(np.clip(self._wanted - self._target, -most, most))
            world.hold_joint(self.name, ARM, self._target)
            self._fastest = max(self._fastest, abs(world.joint(self.name, ARM).speed) * self._radius)
            if self._going_back and abs(self._target) < 1e-6:
                self.stop()
            elif self._stage is Stage.EASING and world.time - self._since >= EASE:
                self._release(world)
        elif self._stage is Stage.FLYING:
            self._follow(world)
        elif self._stage is Stage.SWINGING and world.time - self._since >= SWING:
            world.hold_joint(self.name, ARM, 0.0)
            self.launched = self._result
            self.stop()

    def _release(self, world: World) -> None:
        self._loaded = [name for name in self._blocks() if name in world.names]
        world.wake(self._loaded)
        gaps = [world.closest(self.name, block, 0.05) for block in self._loaded]
        self._gap = max((0.05 if each is None else max(0.0, each.distance) for each in gaps), default=0.0)
        self._back = self.pull_deg
        world.release_joint(self.name, ARM)
        self._stage, self._since = Stage.FLYING, world.time

    def _follow(self, world: World) -> None:
        block = self._loaded[0] if self._loaded else None
        has_left = block is not None and block in world.names and world.closest(block, self.name, CLEAR) is None
        if not has_left and world.time - self._since < LEAVES:
            return
        slip = math.dist(world.pose(self.name).position, self._start)
        speed = rise = height = 0.0
        if block is not None and block in world.names:
            pose, twist = world.rows([block])
            height = float(pose[0, 2])
            if has_left:
                speed = float(np.linalg.norm(twist[0, :3]))
                rise = math.degrees(math.atan2(twist[0, 2], math.hypot(twist[0, 0], twist[0, 1])))
        self._result = Launched(self._back, self._gap, slip, self._fastest, has_left, speed, rise, height)
        self._stage, self._since = Stage.SWINGING, world.time


class Spinner:
    """A finger on a spinner: it turns it, and lets it go with the speed that it has.

    Args:
        live: The table.
        device: Which link of which body.
    """

    def __init__(self, live: _Table, device: Device) -> None:
        self._live, self.device = live, device
        self._wanted = self._target = 0.0
        self.is_held = False

    def take(self) -> None:
        """Lay a finger on it."""
        world = self._live.world
        self._wanted = self._target = world.joint(self.device.name, self.device.link).angle
        self.is_held = True
        self._live.held.add(self.device.name)
        self._live.add_drive(self._act)

    def turn_by(self, radians: float) -> None:
        """Turn it further."""
        if self.is_held:
            self._wanted += radians

    def let_go(self) -> None:
        """Let it spin on."""
        if self.is_held:
            self._live.remove_drive(self._act)
            self._live.held.discard(self.device.name)
            self._live.world.release_joint(self.device.name, self.device.link)
            self.is_held = False

    def _act(self, world: World) -> None:
        if self.device.name not in world.names:
            self.is_held = False
            self._live.remove_drive(self._act)
            return
        angle = world.joint(self.device.name, self.device.link).angle
        # The finger is where it wants to be after a twentieth of a second.
        speed = float(np.clip((self._wanted - angle) / 0.05, -TURN_SPEED, TURN_SPEED))
        world.drive_joint(self.device.name, self.device.link, speed)


def loaded_on(live: _Table, name: str) -> list[str]:
    """Return the loose bodies whose middle is above the basket of a catapult, the lowest first."""
    world = live.world
    component, placed = world.body(name).component, world.link_poses(name)
    index = [link.name for link in component.links].index(ARM)
    boxes = [part.extent() for part in component.links[index].parts]
    low, high = np.min([box[0] for box in boxes], axis=0), np.max([box[1] for box in boxes], axis=0)
    found: list[tuple[float, str]] = []
    back = placed[index].inverse()
    for other in world.loose:
        if other != name:
            x, y, z = back.apply(_middle(world, other))
            if low[0] - 5e-3 <= x <= high[0] + 5e-3 and low[1] <= y <= high[1] and z > low[2] + 0.02:
                found.append((z, other))
    return [other for z, other in sorted(found) if z < float(high[2]) + 0.05]


def _middle(world: World, name: str) -> Vec3:
    pose: Pose = world.pose(name)
    return pose.apply(world.body(name).component.frame.position)
