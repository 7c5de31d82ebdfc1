"""Record what a world does: snapshots at a rate while it steps, kept as a `Trace`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from sandbox.physics.world import World
from sandbox.record import Snapshot, Trace

__all__ = ["Recorder", "recording"]

RATE_HZ = 60.0
"""Frames a second unless told otherwise: what a screen shows."""


class Recorder:
    """Collects snapshots of one world; use `recording`, which also starts and stops it.

    Args:
        world: What is recorded.
        rate_hz: Frames a second, rounded to a whole number of steps; 0 < rate_hz.
    """

    def __init__(self, world: World, rate_hz: float = RATE_HZ) -> None:
        if rate_hz <= 0:
            raise ValueError(f"rate_hz is {rate_hz:g}; frames a second are more than 0")
        self._world = world
        self._every = max(1, round(world.profile.rate_hz / rate_hz))
        self._left = self._every
        self._frames: list[Snapshot] = []
        self._components: dict[str, str] = {}
        self._marks: dict[str, float] = {}
        self.capture()

    def look(self, world: World) -> None:
        """Count a step, and capture when it is time."""
        self._left -= 1
        if self._left <= 0:
            self.capture()

    def capture(self) -> None:
        """Take a frame now, unless there is one of this very instant."""
        self._left = self._every
        if self._frames and self._frames[-1].time == self._world.time:
            return
        self._frames.append(self._world.snapshot())
        self._components.update(self._world.components())

    def mark(self, name: str) -> None:
        """Give this instant a name in the trace."""
        self._marks[name] = self._world.time

    def trace(self, about: Mapping[str, Any] | None = None) -> Trace:
        """Return what was recorded so far.

        Args:
            about: Free JSON data to keep with it: title, seed, versions.
        """
        return Trace.from_snapshots(self._frames, components=self._components, marks=self._marks, about=about)


@contextlib.contextmanager
def recording(world: World, rate_hz: float = RATE_HZ) -> Iterator[Recorder]:
    """Record a world for as long as the `with` block lasts, its first and its last instant included.

    Args:
        world: What is recorded.
        rate_hz: Frames a second, rounded to a whole number of steps.

    Raises:
        ValueError: The rate is not positive.
    """
    recorder = Recorder(world, rate_hz)
    world.observers.append(recorder.look)
    try:
        yield recorder
    finally:
        world.observers.remove(recorder.look)
        recorder.capture()
