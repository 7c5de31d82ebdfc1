"""Rest in a garden: nothing has gone anywhere for a while.

A thin disc that lies on the facets of a bowl trembles: the engine moves it by hundredths of a millimetre at up to
30 mm/s, for ever, whatever its friction. So speeds at an instant say nothing here; how far every piece has gone
in an eighth of a second does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from sandbox.geometry import Floats, matrices
from sandbox.physics import Settled, World
from sandbox.physics.settle import Moving

__all__ = ["DWELL", "come_to_rest"]

DWELL: Final = 0.125
"""Seconds in which nothing may go anywhere: half the time in which a drop rolls to and fro in a hollow. Of 308
waterings and clearings in games all lay a second later as they did after half of it, by what the umpire reads.
"""

STEADY: Final = 2.4e-3 * DWELL
"""Metres that a piece at rest may go in that time: below the 3 mm/s of a piece that moves."""

UNTURNED: Final = np.radians(12) * DWELL
"""How far the upward side of a tile at rest may turn in that time."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is awake at one look: positions `(n, 3)` in m and upward directions `(n, 3)`."""

    time: float
    names: tuple[str, ...]
    positions: Floats
    ups: Floats

    def of(self, names: tuple[str, ...]) -> _Seen:
        """Return the same look at some of the bodies."""
        rows = [self.names.index(name) for name in names]
        return _Seen(self.time, names, self.positions[rows], self.ups[rows])


def come_to_rest(
    world: World,
    timeout: float,
    look: Callable[[World], None] = lambda _: None,
    seeps: Callable[[str], bool] = lambda _: False,
) -> tuple[Settled, dict[str, float]]:
    """Step until nothing goes anywhere; return how it ended, and the mean speed at the end of what is awake.

    Args:
        world: It is advanced.
        timeout: Seconds after which waiting ends.
        look: Called at every look; it may take bodies away.
        seeps: Whether the motion of a piece has no say any more while everything else rests.

    Raises:
        Diverged: A pose or speed became NaN.
    """
    profile = world.profile
    span = max(1, round(DWELL * profile.rest_rate_hz))
    began = world.time
    seen = deque([_read(world)], maxlen=span + 1)
    for made in world.looks(timeout):
        look(world)
        now = _read(world)
        if not set(now.names) <= set(seen[-1].names):  # something was hit that slept
            seen.clear()
        elif now.names != seen[-1].names:  # something was taken away
            seen = deque((each.of(now.names) for each in seen), maxlen=span + 1)
        seen.append(now)
        if len(seen) <= span:
            continue
        ways, turns, speeds = _travelled(seen)
        restless = np.flatnonzero((ways >= STEADY) | (turns >= UNTURNED))
        if all(seeps(now.names[row]) for row in restless):
            waited = made * profile.dt
            quiet = waited - (now.time - seen[0].time)
            return Settled(True, max(0.0, quiet), waited), speeds
    ways, turns, speeds = _travelled(seen)
    names = seen[-1].names
    by_speed = sorted(
        (Moving(names[i], speeds[names[i]], float(turns[i] / DWELL)) for i in range(len(names))),
        key=lambda moving: (-moving.speed, -moving.spin),
    )
    moving = tuple(each for each in by_speed if each.speed > STEADY / DWELL or each.spin > UNTURNED / DWELL)
    return Settled(False, None, world.time - began, moving or tuple(by_speed[:1])), speeds


def _read(world: World) -> _Seen:
    asleep = world.asleep
    names = tuple(name for name in world.loose if name not in asleep)
    poses, _ = world.rows(names)
    return _Seen(world.time, names, poses[:, :3], matrices(poses[:, 3:])[:, :, 2])


def _travelled(seen: deque[_Seen]) -> tuple[Floats, Floats, dict[str, float]]:
    """Return how far each body went (m) and turned (rad) at most since the first look, and its mean speed.

    A ball may spin where it lies, so what has no side that faces up is not asked how it turned: it rolls when it
    goes somewhere.
    """
    first, last = seen[0], seen[-1]
    ways = np.array([look.positions for look in seen]) - last.positions
    far = np.sqrt(np.einsum("kij,kij->ki", ways, ways))
    cosines = np.einsum("kij,ij->ki", np.array([look.ups for look in seen]), last.ups)
    turns = np.arccos(np.clip(cosines.min(axis=0), -1, 1))
    turns[[name.startswith("drop") for name in last.names]] = 0.0
    speeds = far[0] / max(last.time - first.time, 1e-9)
    return far.max(axis=0), turns, dict(zip(last.names, speeds.tolist(), strict=True))
