"""Rest in a garden: nothing has gone anywhere for a while.

A thin disc that lies on the facets of a bowl trembles: the engine moves it by hundredths of a millimetre at up to
30 mm/s, for ever, whatever its friction. So speeds at an instant say nothing here; how far every piece has gone
in a quarter of a second does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import numpy as np

from sandbox.geometry import Floats, matrices
from sandbox.physics import Settled, World
from sandbox.physics.settle import Moving

__all__ = ["DWELL", "come_to_rest"]

DWELL: Final = 0.25
"""Seconds in which nothing may go anywhere."""

STEADY: Final = 6e-4
"""Metres that a piece at rest may go in that time: 2.4 mm/s, below the 3 mm/s of a piece that moves."""

UNTURNED: Final = np.radians(3)
"""How far the upward side of a tile at rest may turn in that time."""


def come_to_rest(
    world: World,
    timeout: float,
    look: Callable[[World], None] = lambda _: None,
    seeps: Callable[[str], bool] = lambda _: False,
) -> tuple[Settled, dict[str, float]]:
    """Step until nothing goes anywhere; return how it ended, and the mean speed of every loose piece at the end.

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
    seen: deque[tuple[float, tuple[str, ...], Floats, Floats]] = deque(maxlen=span + 1)
    began = world.time
    seen.append(_read(world))
    for made in world.looks(timeout):
        look(world)
        seen.append(_read(world))
        if len(seen) <= span:
            continue
        ways, turns, speeds = _travelled(seen)
        restless = np.flatnonzero((ways >= STEADY) | (turns >= UNTURNED))
        if all(seeps(seen[-1][1][row]) for row in restless):
            waited = made * profile.dt
            quiet = waited - (seen[-1][0] - seen[0][0])
            return Settled(True, max(0.0, quiet), waited), speeds
    ways, turns, speeds = _travelled(seen)
    names = seen[-1][1]
    by_speed = sorted(
        (Moving(names[i], speeds[names[i]], float(turns[i] / DWELL)) for i in range(len(names))),
        key=lambda moving: (-moving.speed, -moving.spin),
    )
    moving = tuple(each for each in by_speed if each.speed > STEADY / DWELL or each.spin > UNTURNED / DWELL)
    return Settled(False, None, world.time - began, moving or tuple(by_speed[:1])), speeds


def _read(world: World) -> tuple[float, tuple[str, ...], Floats, Floats]:
    """Return the time, the loose bodies, their positions `(n, 3)` and their upward directions `(n, 3)`."""
    names = world.loose
    poses, _ = world.rows(names)
    return world.time, names, poses[:, :3], matrices(poses[:, 3:])[:, :, 2]


def _travelled(
    seen: deque[tuple[float, tuple[str, ...], Floats, Floats]],
) -> tuple[Floats, Floats, dict[str, float]]:
    """Return how far each loose body went (m) and turned (rad) at most since the first look, and its mean speed.

    A ball may spin where it lies, so what has no side that faces up is not asked how it turned: it rolls when it
    goes somewhere.
    """
    time, names, last, up = seen[-1]
    ways, turns = np.zeros(len(names)), np.zeros(len(names))
    net = np.zeros(len(names))
    for then, others, positions, ups in seen:
        rows = {name: row for row, name in enumerate(others)}
        chosen = [rows[name] for name in names]
        way = np.linalg.norm(last - positions[chosen], axis=1)
        cosines = np.clip(np.einsum("ij,ij->i", up, ups[chosen]), -1, 1)
        ways, turns = np.maximum(ways, way), np.maximum(turns, np.arccos(cosines))
        if then == seen[0][0]:
            net = way
    turns[[name.startswith("drop") for name in names]] = 0.0
    span = max(time - seen[0][0], 1e-9)
    return ways, turns, {name: float(way / span) for name, way in zip(names, net, strict=True)}
