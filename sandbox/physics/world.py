"""A world: named bodies on an engine, in SI units and model frames.

The caller owns the loop: nothing moves but in `step`, `run` and `looks`. Reading never changes anything. Two
worlds in one process do not influence one another, and the same calls give the same bits.

The class is built in layers, one question each: `bodies` (who is there), `hinges` (what is jointed), `readings`
(where is it), `touches` (what meets what), and here: time, and acting.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.errors import Diverged
from sandbox.geometry import Floats, Pose, Twist, Vec3, vec3
from sandbox.physics.bodies import Body
from sandbox.physics.engine import Engine
from sandbox.physics.profile import DEFAULT, Profile
from sandbox.physics.touches import Touches
from sandbox.physics.watch import Watch
from sandbox.record import Snapshot

__all__ = ["Body", "Drive", "Observer", "World"]

WORLD_EDGE = 5.0
"""Metres from the origin at which a body has left the world."""

NEIGHBOUR = 1e-3
"""Metres within which a sleeping piece may have leant on one that is taken away."""

ENERGY_GAIN = 0.02
"""Part of the energy at hand that an undriven world may gain between two looks before it is called a gain."""

SPRING_GAIN = 0.5
"""The same with springs: an explicit spring's energy swings by up to a quarter within a period."""

ENERGY_FLOOR = 1e-5
"""Joules below which a gain is noise: a card lifted by a millimetre."""

Drive = Callable[["World"], None]
"""Something that acts before every step, such as a hand or a shaking table."""

Observer = Callable[["World"], object]
"""Something that looks after every step, such as a recorder; it must not act."""


class World(Touches):
    """Bodies, time, and questions about them.

    Args:
        materials: Pair values of friction and restitution.
        profile: The engine's numbers.
        declare: Components that will be added: their materials are balanced once, before anything moves.
        engine: An engine to use again; it is emptied. None makes a new one, which the world then closes.

    Attributes:
        drives: What acts before every step.
        observers: What looks after every step.
    """

    def __init__(
        self,
        materials: Materials,
        profile: Profile = DEFAULT,
        *,
        declare: Iterable[Component] = (),
        engine: Engine | None = None,
    ) -> None:
        super().__init__(materials, profile, declare=declare, engine=engine)
        self.drives: list[Drive] = []
        self.observers: list[Observer] = []

    # --- time

    def step(self, count: int = 1) -> None:
        """Advance by `count` steps of `profile.dt` seconds, and nothing else.

        `run` also looks for trouble, and whether round pieces have come to lie on their round side.
        """
        if not (self.drives or self.observers or self._springs):
            self._step_alone(count)
            return
        for _ in range(count):
            for drive in tuple(self.drives):
                drive(self)
            self._pull_springs()
            self._engine.step(1, self._haste.parts(self._engine, self._steps))
            self._steps += 1
            for observer in tuple(self.observers):
                observer(self)

    def _step_alone(self, count: int) -> None:
        """Advance while nobody acts or looks."""
        while count > 0:
            some = min(count, self._haste.stride(self._steps)) if self._haste else count
            self._engine.step(some, self._haste.parts(self._engine, self._steps))
            self._steps += some
            count -= some

    def run(self, seconds: float) -> None:
        """Advance by the whole number of steps nearest to `seconds`.

        Raises:
            Diverged: A pose or speed became NaN.
        """
        for _ in self.looks(seconds):
            pass

    def looks(self, seconds: float) -> Iterator[int]:
        """Advance by at most `seconds`, and yield the steps made so far at every look.

        A look comes `profile.rest_rate_hz` times a second. It warns of pieces that overlap at the start, leave
        the world or gain energy, and keeps awake what was hit while frozen.

        Raises:
            Diverged: A pose or speed became NaN.
        """
        self._warn_of_overlaps()
        stride = max(1, round(self.profile.rate_hz / self.profile.rest_rate_hz))
        total, made = round(seconds * self.profile.rate_hz), 0
        energy = self.energy()
        while made < total:
            count = min(stride, total - made)
            self.step(count)
            made += count
            before, seen = energy, self._look_after()
            energy = self.energy() if seen is None else self._energy(*seen)
            if seen is not None:  # what left takes its energy along
                self._watch_energy(before, energy)
            yield made

    def look(self) -> None:
        """Look for trouble once, for those who step by themselves: overlaps, strays, hits, what is nowhere.

        Raises:
            Diverged: A pose or speed became NaN.
        """
        self._warn_of_overlaps()
        self._look_after()

    def _warn_of_overlaps(self) -> None:
        if self._unchecked:
            for pair in self.overlaps(of=frozenset(self._unchecked)):
                self.warn(f"{pair.a} and {pair.b} overlap by {-1000 * pair.distance:.2f} mm when placed")
            self._unchecked.clear()

    def _look_after(self) -> tuple[tuple[str, ...], Floats, Floats] | None:
        """Find what became NaN, left the world, or was woken by a hit.

        Returns:
            The loose bodies, their poses `(n, 7)` and twists `(n, 6)` in the engine; None when something left.
        """
        names = self.loose
        poses, twists = self._engine.read([self._bodies[name].handle for name in names])
        finite = np.isfinite(poses).all(axis=1) & np.isfinite(twists).all(axis=1)
        if not finite.all():
            bad = names[int(np.argmin(finite))]
            raise Diverged(f"{bad} is nowhere (NaN) at {self.time:.3f} s; lower its speed or its stiffness")
        far = np.abs(poses[:, :3]).max(axis=1, initial=0.0) > WORLD_EDGE
        for row in np.flatnonzero(far):
            self._gone.add(names[row])
            self.warn(f"{names[row]} left the world")
            self._engine.sleep([self._bodies[names[row]].handle])
        self._let_roll(self._axes)
        if self._asleep:
            # The engine wakes what is hit, but would let it sleep again while it still creeps.
            moving = twists.any(axis=1) & ~far
            self.wake([name for name, moves in zip(names, moving, strict=True) if moves])
        return None if far.any() else (names, poses, twists)

    def _watch_energy(self, before: float, now: float) -> None:
        """Warn of energy that grew although nobody drives the world."""
        part = SPRING_GAIN if self._springs else ENERGY_GAIN
        if not (self.drives or self._held) and now - before > max(ENERGY_FLOOR, part * abs(before)):
            self.warn(f"energy grew by {now - before:.2g} J before {self.time:.2f} s")

    # --- acting

    def put(self, name: str, pose: Pose, twist: Twist | None = None) -> None:
        """Teleport a body, at rest unless `twist` says otherwise. Raises `UnknownName`."""
        body = self.body(name)
        self._wake_around(name)
        self._engine.place(body.handle, pose @ body.component.frame, twist or Twist())
        self._let_roll([name])

    def launch(
        self, name: str, velocity: Vec3, spin: Vec3 = (0.0, 0.0, 0.0), *, start: Vec3 | None = None
    ) -> None:
        """Give a body a velocity and a spin.

        Half a step of gravity is given back, so that the parabola passes through the true points.

        Args:
            name: The body.
            velocity: Of its centre of mass, m/s.
            spin: rad/s, world axes.
            start: World point in metres that its centre of mass starts from; where it is when None.

        Raises:
            UnknownName: No such body.
        """
        body = self.body(name)
        self._wake_around(name)
        x, y, z, a, b, c, d = (float(value) for value in self._engine.read([body.handle])[0][0])
        parts = self._haste.start(body.handle, math.hypot(*velocity), self._steps)
        half = np.multiply(self._gravity, -self.profile.dt / 2 / parts)
        frame = Pose((x, y, z) if start is None else start, (a, b, c, d))
        self._engine.place(body.handle, frame, Twist(vec3(np.add(velocity, half)), spin))

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
        self.wake([name])
        point = vec3(self._engine.read([handle])[0][0, :3]) if at is None else at
        self._engine.push(handle, force, point)

    def twist(self, name: str, torque: Vec3) -> None:
        """Turn with a torque in N·m, world axes, during the next step. Raises `UnknownName`."""
        handle = self.body(name).handle
        self.wake([name])
        self._engine.twist(handle, torque)

    def remove(self, name: str) -> None:
        """Take a body away, and wake what lay on it. Raises `UnknownName`."""
        self.body(name)
        self._wake_around(name)
        super().remove(name)

    def restore(self, snapshot: Snapshot) -> None:
        """Put the bodies of a snapshot back where they were, moving as they did; other bodies stay.

        It is exact for poses and speeds, not for what the engine remembers of contacts: in motion the future
        differs by millimetres. Hinges come back at their angles, at rest. For an exact replay build a new world
        and repeat the acts.
        """
        self.wake()
        for name in snapshot.names:
            if name in self._bodies and not self._bodies[name].is_fixed:
                pose = snapshot.pose(name) @ self._bodies[name].component.frame
                self._engine.place(self._bodies[name].handle, pose, snapshot.twist(name))
        for (name, joint), angle in snapshot.joints.items():
            if name in self._bodies:
                self.set_joint(name, joint, angle)
        self._engine.wake([self._bodies[name].handle for name in sorted(self._gone)])
        self._gone.clear()
        self._let_roll(self._axes)

    def _wake_around(self, name: str) -> None:
        """Wake a body and the sleepers that it touches: the engine wakes nobody whose support is taken away."""
        if self._asleep:
            box, others = self.bounds([name])[0], sorted(self._asleep)
            boxes = self.bounds(others)
            near = (boxes[:, 0] <= box[1] + NEIGHBOUR) & (boxes[:, 1] >= box[0] - NEIGHBOUR)
            self.wake([name, *(other for other, is_near in zip(others, near.all(axis=1), strict=True) if is_near)])

    # --- looking on

    def watch(self, a: str, b: str) -> Watch:
        """Watch for the first touch of a pair from now on; read it from the result's `first`.

        Raises:
            UnknownName: No such body.
        """
        self.body(a), self.body(b)
        watch = Watch(a, b)

        def look(world: World) -> None:
            if watch.look(world):
                world.observers.remove(look)

        if not watch.look(self):
            self.observers.append(look)
        return watch
