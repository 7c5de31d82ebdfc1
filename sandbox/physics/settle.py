"""Wait for rest: a verdict is given only when everything has been quiet for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from sandbox.physics.world import World

__all__ = ["Moving", "Settled", "settle"]

ENERGY_GAIN = 0.02
"""Part of the energy at hand that a quiet world may gain between two looks before it is called a gain."""

ENERGY_FLOOR = 1e-5
"""Joules below which a gain is noise: a card lifted by a millimetre."""


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
    stride = max(1, round(profile.rate_hz / profile.rest_rate_hz))
    left = round(timeout * profile.rate_hz)
    ignored = frozenset(ignore)
    waited, quiet_since = 0, None
    energy = world.energy()
    while True:
        count = min(stride, left - waited)
        if count <= 0:
            break
        world.step(count)
        waited += count
        energy = _watch_energy(world, energy)
        names = [name for name in world.loose if name not in ignored]
        speeds, spins = world.speeds(names)
        if watch is not None:
            watch(world)
        loud = (speeds >= profile.rest_speed) | (spins >= profile.rest_spin)
        if loud.any():
            quiet_since = None
            continue
        # The quiet began at the previous look at the earliest.
        quiet_since = waited - count if quiet_since is None else quiet_since
        if (waited - quiet_since) * profile.dt >= profile.rest_dwell:
            return Settled(True, quiet_since * profile.dt, waited * profile.dt)
    names = [name for name in world.loose if name not in ignored]
    speeds, spins = world.speeds(names)
    order = np.argsort(-(speeds / profile.rest_speed + spins / profile.rest_spin))
    moving = tuple(
        Moving(names[i], float(speeds[i]), float(spins[i]))
        for i in order
        if speeds[i] >= profile.rest_speed or spins[i] >= profile.rest_spin
    )
    if not moving:  # quiet at the last look, but not yet for long enough
        moving = tuple(Moving(names[i], float(speeds[i]), float(spins[i])) for i in order[:1])
    return Settled(False, None, waited * profile.dt, moving)


def _watch_energy(world: World, before: float) -> float:
    """Return the energy now; warn when it grew although nobody drives the world."""
    now = world.energy()
    if world.drives:
        return now
    gain = now - before
    if gain > ENERGY_FLOOR and gain > ENERGY_GAIN * abs(before):
        world.warn(f"energy grew by {gain:.2g} J before {world.time:.2f} s")
    return now
