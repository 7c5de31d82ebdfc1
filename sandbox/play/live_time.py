"""Time on a live table: the clock, the last minute, the picture of now, and who has come to rest.

Every step of simulated time is either made or counted as lost (`factor`, `lost`). What has come to rest sleeps
until something hits it, so that only what is in play costs anything.
"""

from __future__ import annotations

import time as clock
from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.errors import WorldError
from sandbox.physics import DEFAULT, Profile, World
from sandbox.physics.settle import Settled
from sandbox.physics.world import Drive
from sandbox.play.history import Frames, History, between
from sandbox.play.live_pace import Pace
from sandbox.play.live_rest import Rest
from sandbox.play.performance import Performance
from sandbox.play.pick import pick
from sandbox.play.ui import Hit
from sandbox.record import Contact, Snapshot
from sandbox.viewer.camera import Ray
from sandbox.viewer.faces import Print

__all__ = ["SPEEDS", "Playing"]

SPEEDS = (0.05, 0.1, 0.25, 0.5, 1.0)
"""What slow motion offers; replays also go faster."""

FASTEST = 4.0
"""Of replays."""

CHUNK = 12
"""Steps between two looks at the clock."""

BUDGET = 0.04
"""Seconds of wall time that the steps of one frame may take; what is due beyond is dropped and counted."""

SLEEP_AFTER = 0.5
"""Seconds of quiet after which a piece is frozen until something hits it."""


class Playing:
    """The ground floor of `Live`: time and looking.

    Args:
        world: What moves; None for a replay.
        catalogue: Where kinds are looked up by id.
        frames: What a replay shows.
        kinds: Components by body for a replay; a world knows its own.
        prints: What bodies wear instead of what their kind wears.
        title: For the window.
        owns: Whether the world is closed with it.
        performance: Acts of a scenario that happen in that world.

    Attributes:
        sights: Bodies that are to be seen at first; everything when empty.
        version: Changes whenever bodies came or went, or what they look like.
        paused: Time stands still.
        can_rewind: Whether one may go on from an old moment.
        marks: Named moments, `(seconds, text)`.
        held: Bodies in a hand: they do not fall asleep.
    """

    def __init__(
        self,
        world: World | None,
        *,
        catalogue: Catalogue | None = None,
        frames: Frames | None = None,
        kinds: Mapping[str, Component] | None = None,
        prints: Mapping[str, Print] | None = None,
        title: str = "",
        owns: bool = True,
        performance: Performance | None = None,
    ) -> None:
        assert (world is None) != (frames is None), "either a world or frames"
        self.catalogue = catalogue or Catalogue()
        self.title, self.version = title, 1
        self.paused, self.can_rewind = False, True
        self.prints: dict[str, Print] = dict(prints or {})
        self.marks: list[tuple[float, str]] = []
        self.held: set[str] = set()
        self.performance = performance
        self.sights: tuple[str, ...] = ()
        self.locked: set[str] = set()
        self._is_retired = False
        self._world, self._owns, self._kinds = world, owns, dict(kinds or {})
        self._speed, self._scrub = 1.0, None if frames is None else frames.span[0]
        self._drives: list[Drive] = []
        self._ring = History()
        self._frames: Frames = self._ring if frames is None else frames
        self._start()

    def _start(self) -> None:
        """Look at a world that is new, or new in its numbers."""
        world = self._world
        self.pace = Pace(60.0 if world is None else world.profile.rate_hz)
        if world is not None:
            self._before = self._after = world.snapshot()
            self._rest = Rest(world.profile)
            self._rest.begin(self._after)
            self._ring.add(self._after, always=True)
            for drive in self._drives:
                world.drives.append(drive)

    # --- what is there

    @property
    def world(self) -> World:
        """The world; a replay has none. Raises `WorldError`."""
        if self._world is None:
            raise WorldError("this is a replay: nothing in it can be touched")
        if self._is_retired:
            raise WorldError("this table has been replaced: nothing on it can be touched any more")
        return self._world

    def retire(self) -> None:
        """End it: its engine is about to hold another world. It is still drawn, but never moves nor is touched."""
        if self._world is None or self._is_retired:
            return
        self.end_acts()
        self._is_retired = True
        self._kinds = self.kinds
        for drive in tuple(self._drives):
            self._world.drives.remove(drive)
        self._drives.clear()
        self.held.clear()
        if self._owns:  # one that changed physics made: nobody else gives its engine back
            self._owns = False
            self._world.close()

    @property
    def is_performing(self) -> bool:
        """Whether acts of a scenario are under way."""
        return self.performance is not None and not self.performance.is_over

    def end_acts(self) -> None:
        """Let the acts of a scenario go no further; everything stays where it is."""
        if self.performance is not None:
            self.performance.stop()

    @property
    def is_retired(self) -> bool:
        """Whether another table has taken its place."""
        return self._is_retired

    @property
    def is_replay(self) -> bool:
        """Whether it only plays what was recorded."""
        return self._world is None

    @property
    def kinds(self) -> dict[str, Component]:
        """The component of every body that may be drawn."""
        if self._world is None or self._is_retired:
            return self._kinds
        return {name: self._world.body(name).component for name in self._world.names}

    @property
    def materials(self) -> Materials:
        """What everything is made of."""
        return self.catalogue.materials if self._world is None else self._world.materials

    @property
    def profile(self) -> Profile:
        """The engine's numbers."""
        return DEFAULT if self._world is None else self._world.profile

    @property
    def history(self) -> Frames:
        """The frames that the scrubber goes through."""
        return self._frames

    # --- time

    @property
    def time(self) -> float:
        """Seconds: of the world, or where a replay is."""
        if self._is_retired:
            return self._after.time
        return self._world.time if self._world is not None else (self._scrub or 0.0)

    @property
    def now(self) -> float:
        """Seconds of the moment that is looked at."""
        return self.time if self._scrub is None else self._scrub

    @property
    def span(self) -> tuple[float, float]:
        """The earliest and the latest moment that can be looked at, seconds."""
        return self._frames.span

    @property
    def is_scrubbed(self) -> bool:
        """Whether an old moment is looked at; the world waits meanwhile."""
        return self._world is not None and self._scrub is not None

    @property
    def speed(self) -> float:
        """Simulated seconds per second, 0.05 to 1; replays up to 4."""
        return self._speed

    @speed.setter
    def speed(self, value: float) -> None:
        self._speed = float(np.clip(value, SPEEDS[0], FASTEST if self.is_replay else 1.0))
        self.pace.rest()

    @property
    def factor(self) -> float:
        """The part of the wanted speed that was reached over the last second; 1 is all of it."""
        return self.pace.factor

    @property
    def is_behind(self) -> bool:
        """Whether time was dropped within the last second."""
        return self.pace.is_behind

    @property
    def lost(self) -> float:
        """Simulated seconds that were asked for and never made, in all."""
        return self.pace.lost

    def advance(self, seconds: float, budget: float = BUDGET) -> int:
        """Let some wall time pass; return the steps that were made.

        Args:
            seconds: Since the last frame.
            budget: Seconds of wall time that steps may take.
        """
        if self.paused or self.is_scrubbed or self._is_retired:
            self.pace.rest()
            return 0
        if self._world is None:
            first, last = self.span
            self._scrub = min(last, max(first, (self._scrub or first) + seconds * self._speed))
            self.paused = self._scrub >= last
            return 0
        due = self.pace.ask(seconds, self._speed)
        made = self._make(due, budget)
        self.pace.done(due, made)
        return made

    def step_once(self, steps: int = 1) -> None:
        """Make single steps, paused or not; a replay goes on by a frame of 1/60 s."""
        if self._world is None:
            self._scrub = min(self.span[1], self.now + steps / 60)
        else:
            self._scrub = None
            self._make(steps, float("inf"))

    def _make(self, due: int, budget: float) -> int:
        world, started, made = self.world, clock.perf_counter(), 0
        is_idle = not (world.drives or self.is_performing or self.awake or self._after.twists.any())
        if due and is_idle:
            world.step(due)  # nobody moves and nobody acts: only time passes
            self._before, self._after, made = self._after, replace(self._after, time=world.time), due
        names = self._after.names
        while made < due and (made == 0 or clock.perf_counter() - started < budget):
            count = min(CHUNK, due - made)
            # Hands are at work, so nobody asks whether energy grew; `look` finds strays and wakes what is hit.
            self._step(count - 1)
            if not self.is_performing:  # acts look by themselves
                world.look()
            self._before = self._read(self._after)
            self._step(1)
            made += count
            self._after = self._read(self._before)
        if self._after.names != names:
            self.version += 1
        if made:
            if self._ring.add(self._after):
                self._forget_marks()
            if self._rest.look(self._after) and not self.is_performing:
                self._let_sleep()  # what a headless run keeps awake stays awake here too
        return made

    def _step(self, count: int) -> None:
        """Make steps: those that acts of a scenario take, and after the last act the table's own."""
        if self.performance is not None:
            count -= self.performance.step(count)
        if count > 0:
            self.world.step(count)

    def _read(self, last: Snapshot) -> Snapshot:
        """Return a snapshot now; what sleeps is where it was."""
        world = self.world
        if last.names != world.names:
            return world.snapshot()
        asleep = world.asleep
        awake = [name for name in world.loose if name not in asleep]
        if not awake:
            return replace(last, time=world.time) if not last.twists.any() else world.snapshot()
        rows = [last.index(name) for name in awake] if len(awake) < 12 else self._rows(last, awake)
        poses, twists = last.poses.copy(), last.twists.copy()
        poses[rows], twists[rows] = world.rows(awake)
        joints = dict(last.joints)
        for name, link in last.joints:
            if name not in asleep:
                joints[name, link] = world.joint(name, link).angle
        return Snapshot(world.time, last.names, poses, twists, joints)

    @staticmethod
    def _rows(last: Snapshot, names: list[str]) -> list[int]:
        row_of = {name: row for row, name in enumerate(last.names)}
        return [row_of[name] for name in names]

    # --- rest and sleep

    @property
    def awake(self) -> list[str]:
        """Loose bodies that are not frozen."""
        world, asleep = self.world, self.world.asleep
        return [name for name in world.loose if name not in asleep]

    @property
    def is_quiet(self) -> bool:
        """Whether everything has been at rest for as long as a verdict asks for."""
        return self._world is None or self._is_retired or self.settled() is not None

    def settled(self, ignore: Collection[str] = ()) -> Settled | None:
        """Return how waiting for rest ended since `begin_rest`, or None while something moves."""
        return self._rest.settled([name for name in self.world.loose if name not in ignore])

    def begin_rest(self) -> None:
        """Begin waiting for rest."""
        self._rest.begin(self._read(self._after))

    def give_up_rest(self) -> Settled:
        """End waiting, and say what still moves."""
        return self._rest.given_up(self.world.loose)

    def _let_sleep(self) -> None:
        """Freeze what has been quiet for a while. What touches something that moves is woken by the engine."""
        tired = [name for name in self._rest.quiet(self.awake, SLEEP_AFTER) if name not in self.held]
        if tired:
            self.world.freeze(tired)

    # --- looking

    def look(self) -> Snapshot:
        """Return what to draw."""
        if self._scrub is not None:
            return self._frames.at(self._scrub)
        way = self._after.time - self._before.time
        if way <= 0 or self._before.names != self._after.names:
            return self._after
        return between(self._before, self._after, self._before.time + way * min(1.0, self.pace.owed / way))

    def seek(self, time: float | None) -> None:
        """Look at a moment of the last minute; None looks at now again."""
        if time is None:
            self._scrub = self.span[1] if self.is_replay else None
        else:
            first, last = self.span
            self._scrub = min(last, max(first, time))
            if not self.is_replay and self._scrub >= self.time - 1e-9:
                self._scrub = None

    def mark(self, text: str) -> None:
        """Give this moment a name on the scrubber."""
        self.marks.append((self.time, text))

    def _forget_marks(self) -> None:
        first = self.span[0]
        if self.marks and self.marks[0][0] < first:
            self.marks = [mark for mark in self.marks if mark[0] >= first]

    def pick(self, ray: Ray, without: frozenset[str] = frozenset()) -> Hit | None:
        """Return the first body that a ray meets; in a replay none."""
        return None if self._world is None or self._is_retired else pick(self._world, ray, without=without)

    def contacts(self) -> list[Contact]:
        """Return the contacts of what is awake; each once."""
        if self._world is None or self._is_retired:
            return []
        awake, seen = self.awake, set[str]()
        found = []
        for name in awake:
            found += [each for each in self._world.contacts(name) if each.b not in seen and each.a not in seen]
            seen.add(name)
        return found

    def energy(self) -> float:
        """Return kinetic, potential and spring energy in J; 0 in a replay."""
        return 0.0 if self._world is None or self._is_retired else self._world.energy()
