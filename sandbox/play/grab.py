"""A hand that holds a piece: a servo with the force of a hand, that lifts over what is in the way.

It never moves a piece by itself: it pushes, with at most ten times the piece's weight, and turns, so that what it
meets is pushed no harder than by fingers. On the way it keeps the piece a little above whatever is below. Letting
go lowers it until it all but touches, and lets its weight come slowly; what does not budge is left where it is.
Only who lets go in full swing throws, and no faster than `RELEASE`.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Protocol

import numpy as np

from sandbox.geometry import (
    Floats,
    Pose,
    Quat,
    Twist,
    Vec3,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
    vec3,
)
from sandbox.physics import World
from sandbox.physics.world import Drive
from sandbox.play import grab_feel as feel
from sandbox.play.grab_feel import RELEASE
from sandbox.play.grab_point import first_place
from sandbox.play.grab_servo import (
    at_most,
    servo_force,
    servo_torque,
    snapped,
    turn_leash,
    turned,
    whole_inertia,
    whole_middle,
)
from sandbox.play.grab_terrain import Outline, Terrain, pushes, rests
from sandbox.viewer.camera import Ray

__all__ = ["RELEASE", "Grab"]


class Phase(Enum):
    """What the hand does."""

    HOLD = "hold"
    LOWER = "lower"
    FADE = "fade"


class _Table(Protocol):
    held: set[str]

    @property
    def world(self) -> World: ...
    def add_drive(self, drive: Drive) -> None: ...
    def remove_drive(self, drive: Drive) -> None: ...


class Grab:
    """The hand over a live table.

    Args:
        live: The table; the hand acts before each of its steps.

    Attributes:
        held: The body in the hand.
        follows: Whether it rises over what is in the way; False carries it straight, to push it under something.
    """

    def __init__(self, live: _Table) -> None:
        self._live = live
        self.held: str | None = None
        self.follows = True
        self._begin: Floats | None = None

    @property
    def _has(self) -> bool:
        """Whether a piece is in the hand; a table that was replaced takes it out."""
        if self.held is not None and self.held not in self._live.held:
            self.held = None
        return self.held is not None

    # --- what a person does

    def take(self, name: str, point: Vec3) -> bool:
        """Take a piece at a point of its surface; return False when it cannot be moved. Raises `UnknownName`."""
        world = self._live.world
        body = world.body(name)
        if self._has or body.is_fixed or name in world.gone:
            return False
        world.wake([name])
        self.held, self._name, self._component = name, name, body.component
        self._outline = Outline(body.component)
        self._start = world.pose(name)
        self._turn: Quat = self._start.rotation
        self._turned = False
        self._centre, self._goal = self._com(self._start), self._com(self._start)
        self._offset = np.subtract(point, self._centre)[:2]
        self._plane = point[2]
        self._lowest = self._begun = float(self._start.position[2] + self._low(self._turn)[2])
        self._raise, self._phase, self._since = 0.0, Phase.HOLD, world.time
        self._bottom = self._begun  # where the lowest point is wanted now
        self._terrain = Terrain(world, name)
        self._inertia, self._middle = whole_inertia(body.component), body.component.frame.position
        self._aimed, self._begin = world.time, None
        self._steps, self._fading, self._speed, self._idle = 0, 1.0, feel.SPEED, 0.0
        self._live.held.add(name)
        self._live.add_drive(self._act)
        return True

    def aim(self, origin: Vec3, direction: Vec3, at: Vec3 | None = None) -> None:
        """Point with the ray under the mouse at where the piece shall stand.

        At first it hangs on the mouse where it was taken; the further it goes, the more its middle comes to the
        place: the point `at` that the ray meets, or, for what lies flat and may bridge a gap, where it would first
        rest coming down along the ray. So a platform is put on two walls by pointing between them.
        """
        if not self._has or self._phase is not Phase.HOLD:
            return
        is_flat = float(self._high(self._turn)[2] - self._low(self._turn)[2]) < feel.FLAT
        if not self.follows or (at is None and not is_flat):  # along on its own height
            level = Ray(origin, direction).at_height(self._plane + self._raise)
            if level is not None:
                self.aim_at(level[:2])
            return
        found = first_place(self._terrain.boxes, origin, direction, *self._footprint()) if is_flat else at
        if found is None:
            return
        place = np.array(found[:2])
        if self._begin is None:
            self._begin = place
        still = math.exp(-float(np.linalg.norm(place - self._begin)) / feel.LETS_HANG)
        goal = place + still * (self._com(self._start)[:2] - self._begin)
        self.aim_at((float(goal[0] + self._offset[0]), float(goal[1] + self._offset[1])))

    def aim_at(self, point: tuple[float, float]) -> None:
        """Bring the point at which the piece is held over a place, `(x, y)` in metres."""
        if self.held is not None and self._phase is Phase.HOLD:
            goal = np.array([*(np.asarray(point) - self._offset), self._goal[2]])
            if float(np.linalg.norm(goal - self._goal)) > 2e-3:
                self._aimed = self._live.world.time
            self._goal = goal

    def raise_by(self, metres: float) -> None:
        """Carry it higher, or lower again."""
        if self.held is not None:
            self._raise = min(feel.HIGHEST, max(0.0, self._raise + metres))

    def turn(self, degrees: float, *, snaps: bool = True) -> None:
        """Turn it anticlockwise, seen from above; the yaw snaps to whole steps of that size."""
        if self.held is not None:
            self._turn, self._turned = snapped(self._turn, degrees, snaps=snaps), True

    def roll(self, degrees: float, about: Vec3 = (1.0, 0.0, 0.0)) -> None:
        """Turn it about a level axis: by 180° it is turned over, by 90° stood up or laid down."""
        if self.held is not None:
            self._turn = quat_multiply(quat_from_axis_angle(about, math.radians(degrees)), self._turn)
            self._turned = True

    def let_go(self, *, throws: bool | None = None) -> None:
        """Set it down; in full swing, throw it.

        Args:
            throws: Whether it is thrown; None decides by its speed.
        """
        if not self._has or self._phase is not Phase.HOLD:
            return
        world = self._live.world
        swing = float(np.linalg.norm(world.rows([self._name])[1][0, :2]))
        ahead = math.dist(self._goal[:2], self._centre[:2])
        is_swinging = swing > feel.THROWN and ahead > 0.03 and world.time - self._aimed < feel.STILL
        if throws or (throws is None and is_swinging):
            self._finish()
            return
        self._phase, self._since, self._idle = Phase.LOWER, world.time, 0.0
        # What is pushed along stays where it was pushed to; what is carried goes on to its place.
        self._goal = self._clamped(self._goal if self.follows else self._com(world.pose(self._name)))

    def cancel(self) -> None:
        """Put it back where it was taken up; when something else stands there by now, above that."""
        if not self._has:
            return
        world, name, pose = self._live.world, self._name, self._start
        self._end()
        world.put(name, pose)
        for _ in range(20):
            if not world.overlaps(2e-4, of=frozenset({name})):
                break
            pose = pose.moved((0.0, 0.0, 0.012))
            world.put(name, pose)

    def drop(self) -> None:
        """Let go at once, as when the table is replaced; the piece keeps its speed up to what is allowed."""
        if self._has:
            self._finish()

    # --- what the hand looks like

    @property
    def is_setting_down(self) -> bool:
        """Whether the piece has been let go and is on its way down."""
        return self.held is not None and self._phase is not Phase.HOLD

    def shadow(self) -> tuple[Vec3, Vec3] | None:
        """Return the middle of the piece and the place below it onto which it would come down."""
        if not self._has:
            return None
        pose = self._live.world.pose(self._name)
        low, high = self._low(pose.rotation), self._high(pose.rotation)
        at = np.asarray(pose.position)
        top = self._terrain.top((at + low)[:2], (at + high)[:2])
        middle = at + (low + high) / 2
        return vec3(middle), (float(middle[0]), float(middle[1]), top if math.isfinite(top) else 0.0)

    # --- every step

    def _act(self, world: World) -> None:
        name = self.held
        if name is None or name not in world.names:
            self._end()
            return
        poses, twists = world.rows([name])
        x, y, z, a, b, c, d = (float(value) for value in poses[0])
        pose = Pose((x, y, z), (a, b, c, d))
        velocity, spin = twists[0, :3], twists[0, 3:]
        if self._steps % feel.LOOKS == 0:
            self._plan(world, pose)
        self._steps += 1
        moves = math.hypot(*velocity) > feel.STUCK_SPEED or math.hypot(*spin) > feel.STUCK_SPIN
        self._idle = 0.0 if moves else self._idle + world.profile.dt
        self._advance(world, name, pose)
        mass = self._component.mass
        # Not lifted yet, it keeps the turn that it has.
        turn = self._turn if self._lifted(pose) >= feel.TURNS or not self._turned else pose.rotation
        force = servo_force(self._error(pose, turn), velocity, mass, world.profile.dt)
        most = feel.STRONG * mass * world.profile.gravity if world.profile.gravity else feel.STRONG * mass * 9.81
        force = at_most(force, most) * self._fading
        weight = np.multiply(world.gravity, -mass * self._fading)
        centre = pose.apply(self._component.frame.position)
        if self._component.links:
            # With hinges its weight is not at the centre of the body that the hand holds.
            world.push(name, vec3(weight), pose.apply(self._middle))
            world.push(name, vec3(force), centre)
        else:
            world.push(name, vec3(force + weight), centre)
        frame = quat_multiply(pose.rotation, self._component.frame.rotation)
        # A plank turned at once sweeps off what lies on it or stands around it: its ends have a speed too.
        ahead = at_most(turned(pose.rotation, turn), turn_leash(self._speed, self._outline.reach))
        torque = servo_torque(ahead, spin, self._inertia, frame)
        torque = at_most(torque, most * self._outline.reach) * self._fading
        world.twist(name, vec3(torque))

    def _error(self, pose: Pose, turn: Quat) -> Floats:
        """Return how far the piece is from where it is wanted, and bring that place back onto the leash."""
        here = self._com(pose)
        error = np.array([self._centre[0], self._centre[1], self._height(turn)]) - here
        held = at_most(error, feel.LEASH)
        self._centre[:2] = here[:2] + held[:2]
        self._bottom -= float(error[2] - held[2])
        return held

    def _advance(self, world: World, name: str, pose: Pose) -> None:
        """Move the place at which the piece is wanted, no faster than a hand."""
        dt = world.profile.dt
        if self._phase is Phase.LOWER:
            self._set_down(world, name, pose, dt)
            return
        if self._phase is Phase.FADE:
            self._fading = max(0.0, 1 - (world.time - self._since) / feel.FADE)
            if self._fading == 0.0:
                self._finish(rests=True)
            return
        self._bottom += float(np.clip(self._lowest - self._bottom, -feel.RISE * dt, feel.RISE * dt))
        if self._may_go(pose):
            self._step_to(self._goal, self._speed * dt)

    def _set_down(self, world: World, name: str, pose: Pose, dt: float) -> None:
        late = world.time - self._since > feel.PATIENT
        if self._idle > feel.STUCK:
            self._goal, self._turn = self._com(pose), pose.rotation
        away = float(np.linalg.norm((self._com(pose) - self._goal)[:2]))
        if self._may_go(pose):
            self._step_to(self._goal, self._speed * dt)
        if (away > feel.THERE or self._turn_left(pose) > math.radians(1)) and not late:
            self._bottom += float(np.clip(self._lowest - self._bottom, -feel.RISE * dt, feel.RISE * dt))
            return
        self._bottom -= (feel.LOWER if self._lifted(pose) < 2 * feel.HOVER else feel.RISE) * dt
        if late or rests(world, name, feel.NEAR, self._terrain, thorough=self._steps % 4 == 0):
            self._phase, self._since = Phase.FADE, world.time
            # From here on it stays where it is, and turned as it is.
            self._bottom = float(pose.position[2] + self._low(pose.rotation)[2])
            self._centre, self._turn = self._com(pose), pose.rotation

    def _plan(self, world: World, pose: Pose) -> None:
        """See what is below and ahead, and how high the piece has to be."""
        self._terrain.follow()
        if self._component.links:
            placed = world.link_poses(self._name)
            self._middle = pose.inverse().apply(whole_middle(self._component, pose, placed))
        self._speed = feel.PUSH if not self.follows or pushes(world, self._name) else feel.SPEED
        here = self._com(pose)
        goal = self._clamped(self._goal)
        self._goal[:2] = goal[:2]
        way = goal[:2] - self._centre[:2]
        length = float(np.linalg.norm(way))
        ahead = self._centre[:2] + (way * min(1.0, feel.AHEAD / length) if length > 1e-9 else 0.0)
        # The piece is behind the place where it is wanted by the lag of the servo; both are on its way.
        top = self._top(pose, np.array([here[:2], self._centre[:2], ahead]))
        if not self.follows:
            top = min(top, self._begun)
        self._wanted = top + feel.HOVER + self._raise
        if self._phase is Phase.HOLD or self._phase is Phase.LOWER:
            self._lowest = min(feel.HIGHEST, self._wanted)

    def _top(self, pose: Pose, way: Floats) -> float:
        """Return how high the highest thing is under the piece along its next bit of way, `(n, 2) float`."""
        corners = []
        for turn in (pose.rotation, self._turn):
            middle = np.asarray(quat_rotate(turn, self._component.frame.position))
            corners += [self._low(turn) - middle, self._high(turn) - middle]
        low, high = np.min(corners, axis=0)[:2], np.max(corners, axis=0)[:2]
        at, down, up = np.asarray(pose.position), self._low(pose.rotation), self._high(pose.rotation)
        found = self._terrain.top(way.min(axis=0) + low, way.max(axis=0) + high, (at + down, at + up))
        return found if math.isfinite(found) else self._begun

    def _may_go(self, pose: Pose) -> bool:
        """Return whether the piece is high enough to go sideways."""
        bottom = float(pose.position[2] + self._low(pose.rotation)[2])
        needed = min(self._lowest - feel.HOVER + feel.FREE, feel.HIGHEST - 0.01)
        return bottom >= needed or not self.follows

    def _lifted(self, pose: Pose) -> float:
        """Return how far the piece is above what is below it, metres."""
        bottom = float(pose.position[2] + self._low(pose.rotation)[2])
        return bottom - (self._lowest - feel.HOVER - self._raise)

    def _turn_left(self, pose: Pose) -> float:
        return float(np.linalg.norm(turned(pose.rotation, self._turn)))

    def _step_to(self, goal: Floats, most: float) -> None:
        way = goal[:2] - self._centre[:2]
        length = float(np.linalg.norm(way))
        self._centre[:2] += way * min(1.0, most / length) if length > 0 else 0.0

    # --- letting go

    def _finish(self, *, rests: bool = False) -> None:
        """Take the hand away; the piece keeps its speed, up to what is allowed."""
        name, world = self.held, self._live.world
        self._end()
        if name is None or name not in world.names or rests:
            return
        twist = world.rows([name])[1][0]
        linear, angular = at_most(twist[:3], RELEASE), at_most(twist[3:], feel.RELEASE_SPIN)
        world.put(name, world.pose(name), Twist(vec3(linear), vec3(angular)))

    def _end(self) -> None:
        if self.held is not None:
            self._live.held.discard(self.held)
        self._live.remove_drive(self._act)
        self.held = None

    # --- geometry

    def _low(self, turn: Quat) -> Floats:
        return self._outline.box(turn)[0]

    def _high(self, turn: Quat) -> Floats:
        return self._outline.box(turn)[1]

    def _com(self, pose: Pose) -> Floats:
        """Return where the centre of mass is, `(3,) float` metres."""
        return np.asarray(pose.apply(self._component.frame.position))

    def _height(self, turn: Quat) -> float:
        """Return how high the centre of mass is when the lowest point is where it is wanted."""
        above = quat_rotate(turn, self._component.frame.position)[2] - float(self._low(turn)[2])
        return self._bottom + above

    def _footprint(self) -> tuple[Floats, Floats]:
        """Return the corners of the piece as it shall be turned, `(2,) float` from its centre of mass."""
        middle = np.asarray(quat_rotate(self._turn, self._component.frame.position))
        return (self._low(self._turn) - middle)[:2], (self._high(self._turn) - middle)[:2]

    def _clamped(self, goal: Floats) -> Floats:
        """Return the goal within the table, the whole piece on it."""
        low, high = self._footprint()
        least, most = self._terrain.low - low, self._terrain.high - high
        inside = np.where(least <= most, np.clip(goal[:2], least, most), (least + most) / 2)
        return np.array([*inside, goal[2]])
