"""Wait for rest: a verdict is given only when everything has been quiet for a while."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from sandbox.errors import few
from sandbox.geometry import Floats, rotation_angle
from sandbox.physics.handling import ROLLS, is_round
from sandbox.physics.world import World
from sandbox.record import Snapshot

__all__ = ["Moving", "Settled", "settle"]


@dataclass(frozen=True, slots=True)
class Moving:
    """A body that was not quiet: its speed in m/s and its spin in rad/s."""

    name: str
    speed: float
    spin: float


@dataclass(frozen=True, slots=True)
class Settled:
    """How waiting for rest ended.

    Attributes:
        ok: True when everything came to rest.
        quiet_after: Seconds from the start of waiting to the start of the quiet; None when not at rest.
        waited: Seconds that were simulated.
        moving: What still moved at the last look at which anything did, the fastest first.
        advice: What to try.
    """

    ok: bool
    quiet_after: float | None
    waited: float
    moving: tuple[Moving, ...] = ()
    advice: str = "wait longer (timeout_s), or ignore it"

    def __str__(self) -> str:
        if self.ok:
            return f"at rest after {self.quiet_after:.2f} s"
        moving = few(
            [f"{each.name} ({1000 * each.speed:.1f} mm/s, {each.spin:.2f} rad/s)" for each in self.moving]
        )
        return f"did not settle in {self.waited:.2f} s: {moving} still moved; {self.advice}"


def settle(
    world: World,
    *,
    timeout: float = 5.0,
    ignore: Iterable[str] = (),
    watch: Callable[[World], None] | None = None,
) -> Settled:
    """Step until every loose body has been quiet for `profile.rest_dwell` seconds.

    Args:
        world: The world; it is advanced.
        timeout: Seconds after which waiting ends without rest.
        ignore: Bodies whose motion does not matter.
        watch: Called at every look, `profile.rest_rate_hz` times a second.

    Raises:
        Diverged: A pose or speed became NaN.
    """
    profile = world.profile
    ignored = frozenset(ignore)
    motion = _Motion(world, ignored)
    waited, before, quiet_since = 0, 0, None
    loud = motion.last
    for waited in world.looks(timeout):
        if watch is not None:
            watch(world)
        names, speeds, spins = motion.look()
        if (speeds >= profile.rest_speed).any() or (spins >= profile.rest_spin).any():
            quiet_since, loud = None, motion.last
        else:
            # The quiet began after the look before at the earliest.
            quiet_since = before if quiet_since is None else quiet_since
            if (waited - quiet_since) * profile.dt >= profile.rest_dwell:
                return Settled(True, quiet_since * profile.dt, waited * profile.dt)
        before = waited
    # Perhaps quiet by now, but not yet for long enough: name what was not, when it last was not.
    names, speeds, spins = loud
    loudness = np.maximum(speeds / profile.rest_speed, spins / profile.rest_spin)
    order = np.argsort(-loudness, kind="stable")
    found = [Moving(names[i], float(speeds[i]), float(spins[i])) for i in order]
    moving = tuple(found[: max(1, int((loudness >= 1).sum()))])
    return Settled(False, None, waited * profile.dt, moving, _advice(world, moving))


def _advice(world: World, moving: Sequence[Moving]) -> str:
    """Return what to try for what still moves, by what it is."""
    tries = ["wait longer (timeout_s)"]
    pieces = [world.body(each.name).component for each in moving if each.name in world.names]
    if any(link.hinge.stiffness and not link.hinge.damping for piece in pieces for link in piece.links):
        tries.append("give its spring damping_N_m_s_per_rad")
    if any(piece.handling not in ROLLS and is_round(piece) for piece in pieces):
        tries.append("give what rolls a handling of round")
    return ", or ".join([*tries, "ignore it"])


Motion = tuple[Sequence[str], Floats, Floats]
"""Names, speeds `(n,) float` in m/s and spins `(n,) float` in rad/s."""


class _Motion:
    """How fast everything is, look by look.

    What is loud at a look counts with its mean motion since the look before, where that is less. Under load the
    engine lets speeds flicker while nothing moves: of multibodies, and of what lies on them, between 0 and what
    gravity adds in a step, 14 mm/s; of cards that are wedged in a wreck to 0.13 rad/s, while in 8 s they moved by
    0.005 mm.
    """

    def __init__(self, world: World, ignored: frozenset[str]) -> None:
        self._world = world
        self._ignored = ignored
        self._before = world.snapshot()
        self.last: Motion = self.look()

    def look(self) -> Motion:
        """Return the motion at this instant."""
        world, profile = self._world, self._world.profile
        names = [name for name in world.loose if name not in self._ignored]
        speeds, spins = world.speeds(names)
        now, before = world.snapshot(), self._before
        for row in np.flatnonzero((speeds >= profile.rest_speed) | (spins >= profile.rest_spin)):
            if names[row] in before and now.time > before.time:
                speed, spin = _mean_motion(before, now, names[row])
                speeds[row], spins[row] = min(speeds[row], speed), min(spins[row], spin)
        self._before = now
        self.last = (names, speeds, spins)
        return self.last


def _mean_motion(before: Snapshot, now: Snapshot, name: str) -> tuple[float, float]:
    """Return the mean speed in m/s, and the fastest mean turn of a body or one of its hinges in rad/s."""
    seconds, was, pose = now.time - before.time, before.pose(name), now.pose(name)
    turns = [rotation_angle(was.rotation, pose.rotation)]
    turns += [abs(angle - before.joints[key]) for key, angle in now.joints.items() if key[0] == name]
    return math.dist(was.position, pose.position) / seconds, max(turns) / seconds
