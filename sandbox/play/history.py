"""The last minute as frames that a scrubber goes through, and the frames of a trace in the same way."""

from __future__ import annotations

import bisect
from collections import deque
from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np

from sandbox.geometry import Floats
from sandbox.record import Snapshot, Trace

__all__ = ["Frames", "History", "TraceFrames", "between", "nearest_rotations"]

MINUTE = 60.0
"""Seconds that a history keeps unless told otherwise."""

RATE_HZ = 60.0
"""Frames a second that a history keeps at most: what a screen shows."""


class Frames(Protocol):
    """Instants in the order of time."""

    @property
    def span(self) -> tuple[float, float]:
        """Seconds of the first and the last instant; equal when there is one, (0, 0) when there is none."""
        ...

    def at(self, time: float) -> Snapshot:
        """Return the instant at `time` seconds, between two frames as a mixture of both."""
        ...


class History:
    """A ring of snapshots.

    Args:
        seconds: How long it remembers.
        rate_hz: The most frames a second that it keeps; more come, fewer are kept.
    """

    def __init__(self, seconds: float = MINUTE, rate_hz: float = RATE_HZ) -> None:
        self.seconds, self._gap = seconds, 1 / rate_hz
        self._frames: deque[Snapshot] = deque()

    def __len__(self) -> int:
        return len(self._frames)

    @property
    def span(self) -> tuple[float, float]:
        """Seconds of the first and the last frame."""
        return (self._frames[0].time, self._frames[-1].time) if self._frames else (0.0, 0.0)

    @property
    def last(self) -> Snapshot | None:
        """The newest frame."""
        return self._frames[-1] if self._frames else None

    def add(self, frame: Snapshot, *, always: bool = False) -> bool:
        """Keep a frame; return whether it was.

        Args:
            frame: Later than all others; what came after it is forgotten, as when one goes on from an old moment.
            always: Whether it is kept however soon it comes after the one before.
        """
        while self._frames and self._frames[-1].time >= frame.time:
            self._frames.pop()
        if self._frames and not always and frame.time - self._frames[-1].time < self._gap - 1e-6:
            return False
        before = self.last
        # While nothing moves a minute of frames shares one array.
        if before is not None and before.names == frame.names and np.array_equal(before.poses, frame.poses):
            frame = Snapshot(frame.time, before.names, before.poses, frame.twists, frame.joints)
            if np.array_equal(before.twists, frame.twists):
                frame = Snapshot(frame.time, before.names, before.poses, before.twists, frame.joints)
        self._frames.append(frame)
        while self._frames[-1].time - self._frames[0].time > self.seconds:
            self._frames.popleft()
        return True

    def at(self, time: float) -> Snapshot:
        """Return the moment at `time` seconds; before the first frame the first one, after the last the last.

        Raises:
            IndexError: There is no frame.
        """
        after = bisect.bisect_right(self._frames, time + 1e-9, key=lambda frame: frame.time)
        if after == 0:
            return self._frames[0]
        if after == len(self._frames):
            return self._frames[-1]
        return between(self._frames[after - 1], self._frames[after], time)

    def clear(self) -> None:
        """Forget everything."""
        self._frames.clear()

    def trace(self, components: Mapping[str, str], marks: Mapping[str, float], about: Mapping[str, Any]) -> Trace:
        """Return what is remembered as a trace; see `Trace.from_snapshots`."""
        return Trace.from_snapshots(list(self._frames), components=components, marks=marks, about=about)


class TraceFrames:
    """The frames of a trace, made when they are looked at."""

    def __init__(self, trace: Trace) -> None:
        assert len(trace), "a trace of nothing has no frames"
        self.trace = trace
        self._made: dict[int, Snapshot] = {}

    @property
    def span(self) -> tuple[float, float]:
        """Seconds of the first and the last frame."""
        return float(self.trace.times[0]), float(self.trace.times[-1])

    def at(self, time: float) -> Snapshot:
        """Return the moment at `time` seconds, as `History.at`."""
        after = int(np.searchsorted(self.trace.times, time + 1e-9, side="right"))
        if after == 0:
            return self._frame(0)
        if after == len(self.trace):
            return self._frame(after - 1)
        return between(self._frame(after - 1), self._frame(after), time)

    def _frame(self, number: int) -> Snapshot:
        if number not in self._made:
            if len(self._made) > 8:
                self._made.clear()
            self._made[number] = self.trace.snapshot(number)
        return self._made[number]


def between(before: Snapshot, after: Snapshot, time: float) -> Snapshot:
    """Return what lies between two instants: straight lines and the shorter turns; who is in one only stays so.

    Args:
        before: The earlier instant; its bodies are in the result.
        after: The later one.
        time: Seconds, from one to the other.
    """
    way = after.time - before.time
    part = 0.0 if way <= 0 else min(1.0, max(0.0, (time - before.time) / way))
    if part == 0.0 or (after.poses is before.poses and dict(after.joints) == dict(before.joints)):
        return Snapshot(time, before.names, before.poses, before.twists, before.joints)
    poses, twists = before.poses.copy(), before.twists.copy()
    if before.names == after.names:
        mine: Any = slice(None)
        theirs: Any = slice(None)
    else:
        row_of = {name: row for row, name in enumerate(after.names)}
        mine = [row for row, name in enumerate(before.names) if name in row_of]
        theirs = [row_of[before.names[row]] for row in mine]
    goal = after.poses[theirs]
    poses[mine, :3] += part * (goal[:, :3] - poses[mine, :3])
    poses[mine, 3:] = _turned(poses[mine, 3:], goal[:, 3:], part)
    twists[mine] += part * (after.twists[theirs] - twists[mine])
    joints = {
        key: angle + part * (after.joints[key] - angle) if key in after.joints else angle
        for key, angle in before.joints.items()
    }
    return Snapshot(time, before.names, poses, twists, joints)


def nearest_rotations(start: Floats, end: Floats) -> Floats:
    """Return `end` with signs so that each quaternion is on the side of `start`; both `(n, 4) float`."""
    return np.where((start * end).sum(axis=1, keepdims=True) < 0, -end, end)


def _turned(start: Floats, end: Floats, part: float) -> Floats:
    """Return the rotations between two; frames are so near that the chord is as good as the arc."""
    mixed = start + part * (nearest_rotations(start, end) - start)
    norm = np.linalg.norm(mixed, axis=1, keepdims=True)
    return np.where(norm > 1e-9, mixed / np.maximum(norm, 1e-9), start)
