"""Wait for rest: a verdict is given only when everything has been quiet for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from sandbox.physics.world import World

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
        moving: What still moved at the end, the fastest first.
    """

    ok: bool
    quiet_after: float | None
    waited: float
    moving: tuple[Moving, ...] = ()

    def __str__(self) -> str:
        if self.ok:
            return f"at rest after {self.quiet_after:.2f} s"
        listed = ", ".join(
            f"{body.name} ({1000 * body.speed:.1f} mm/s, {body.spin:.2f} rad/s)" for body in self.moving[:3]
        )
        more = f" and {len(self.moving) - 3} more" if len(self.moving) > 3 else ""
        return (
            f"did not settle in {self.waited:.2f} s: {listed}{more} still moved; "
            "wait longer (timeout_s), or give what rolls a handling of round, or ignore it"
        )


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
    waited, before, quiet_since = 0, 0, None
    for waited in world.looks(timeout):
        if watch is not None:
            watch(world)
        speeds, spins = world.speeds([name for name in world.loose if name not in ignored])
        if (speeds >= profile.rest_speed).any() or (spins >= profile.rest_spin).any():
            quiet_since = None
        else:
            # The quiet began after the look before at the earliest.
            quiet_since = before if quiet_since is None else quiet_since
            if (waited - quiet_since) * profile.dt >= profile.rest_dwell:
                return Settled(True, quiet_since * profile.dt, waited * profile.dt)
        before = waited
    return Settled(False, None, waited * profile.dt, _moving(world, ignored))


def _moving(world: World, ignored: frozenset[str]) -> tuple[Moving, ...]:
    """Return what is not quiet, the liveliest first; the liveliest anyway when quiet did not last long enough."""
    profile = world.profile
    names = [name for name in world.loose if name not in ignored]
    speeds, spins = world.speeds(names)
    loudness = np.maximum(speeds / profile.rest_speed, spins / profile.rest_spin)
    order = np.argsort(-loudness, kind="stable")
    found = [Moving(names[i], float(speeds[i]), float(spins[i])) for i in order]
    return tuple(found[: max(1, int((loudness >= 1).sum()))])
