"""Who has come to rest: so that the referee may look, and so that what is not in play costs nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from sandbox.geometry import Floats
from sandbox.physics import Profile
from sandbox.physics.settle import Moving, Settled
from sandbox.play.history import nearest_rotations
from sandbox.record import Snapshot

__all__ = ["Rest"]

LOOK = 1 / 30
"""Seconds between two looks; the profile's `rest_rate_hz` says so for headless runs too."""


class Rest:
    """Watches how long every body has been quiet, by the limits of the profile.

    Speeds are means over the time since the last look: under load the engine lets the speed of hinged pieces
    flicker while they stand still.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._last: Snapshot | None = None
        self._since: dict[str, float] = {}
        self._motion: dict[str, tuple[float, float]] = {}
        self._began = 0.0

    def begin(self, now: Snapshot) -> None:
        """Begin waiting anew: nothing counts as quiet that was quiet before."""
        self._began, self._last = now.time, now
        self._since.clear()
        self._motion.clear()

    def look(self, now: Snapshot) -> bool:
        """Look at an instant when it is time to; return whether it was."""
        before = self._last
        if before is None or before.time > now.time:
            self.begin(now)
            return False
        gap = now.time - before.time
        if gap < LOOK - 1e-6:
            return False
        self._last = now
        shared = [name for name in now.names if name in before] if before.names != now.names else list(now.names)
        speeds, spins = _mean_motion(before, now, shared, gap)
        limit = self._profile
        for name, speed, spin in zip(shared, speeds, spins, strict=True):
            self._motion[name] = (float(speed), float(spin))
            if speed >= limit.rest_speed or spin >= limit.rest_spin:
                self._since.pop(name, None)
            else:
                # The quiet began after the look before at the earliest.
                self._since.setdefault(name, before.time)
        for name in self._since.keys() - set(now.names):
            del self._since[name]
        return True

    def quiet(self, names: Collection[str], seconds: float) -> list[str]:
        """Return those that have been quiet for some time."""
        now = self._last
        if now is None:
            return []
        return [n for n in names if n in self._since and now.time - self._since[n] >= seconds - 1e-6]

    def settled(self, names: Collection[str]) -> Settled | None:
        """Return how waiting ended if all have been quiet for the profile's dwell, else None."""
        if self._last is None or len(self.quiet(names, self._profile.rest_dwell)) < len(names):
            return None
        since = max((self._since[name] for name in names), default=self._began)
        return Settled(True, max(0.0, since - self._began), self._last.time - self._began)

    def given_up(self, names: Collection[str]) -> Settled:
        """Return the result of waiting that ended without rest: what still moves, the fastest first."""
        waited = 0.0 if self._last is None else self._last.time - self._began
        loud = [
            (max(speed / self._profile.rest_speed, spin / self._profile.rest_spin), Moving(name, speed, spin))
            for name, (speed, spin) in self._motion.items()
            if name in names
        ]
        loud.sort(key=lambda each: -each[0])
        moving = [each for loudness, each in loud if loudness >= 1] or [each for _, each in loud[:1]]
        return Settled(False, None, waited, tuple(moving))


def _mean_motion(before: Snapshot, now: Snapshot, names: Sequence[str], gap: float) -> tuple[Floats, Floats]:
    """Return mean speeds (m/s) and mean turns (rad/s), hinges included, of bodies that are in both instants."""
    was, poses = before.poses, now.poses
    if before.names != now.names:
        was = was[[before.index(name) for name in names]]
        poses = poses[[now.index(name) for name in names]]
    speeds = np.linalg.norm(poses[:, :3] - was[:, :3], axis=1) / gap
    chord = np.linalg.norm(nearest_rotations(was[:, 3:], poses[:, 3:]) - was[:, 3:], axis=1)
    spins = 4 * np.arcsin(np.minimum(1.0, chord / 2)) / gap
    if now.joints:
        row_of = {name: row for row, name in enumerate(names)}
        for key, angle in now.joints.items():
            if key in before.joints and key[0] in row_of:
                row = row_of[key[0]]
                spins[row] = max(spins[row], abs(angle - before.joints[key]) / gap)
    return speeds, spins
