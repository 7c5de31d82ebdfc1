"""Smaller steps while something small is fast.

Continuous collision sweeps a sphere within the thrown piece against what stands still. It knows nothing of what
the hit sets spinning: a card that a block of 10 m/s has struck turns by 16° a step, and its far end passes through
the block between two steps. So the engine divides its steps while a thrown piece moves far in one, and a little
longer. Nobody else pays: without thrown pieces nothing is looked at.
"""

from __future__ import annotations

import numpy as np

from sandbox.components.spec import Component
from sandbox.physics.engine import Engine
from sandbox.physics.profile import Profile

__all__ = ["Haste"]

EVERY = 16
"""Steps from look to look; a piece at 10 m/s flies 0.22 m in that time. A launch counts at once."""

AFTERWARDS = 0.1
"""Seconds that the steps stay small after the last look that found haste: what was hit still spins."""


class Haste:
    """Knows the thrown pieces of one world, and says how fine its steps have to be.

    Args:
        profile: `haste` is the part of its smallest edge that a piece may move in a step, `haste_parts` into how
            many parts a step is divided when one moves further.
    """

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._limits: dict[int, float] = {}  # m/s by handle
        self._until = 0

    def add(self, handle: int, component: Component) -> None:
        """Know a body from now on, if it is of a kind that is thrown."""
        if component.handling == "fast" and self._profile.haste > 0:
            self._limits[handle] = self._profile.haste * min(component.size) * self._profile.rate_hz

    def forget(self, handle: int) -> None:
        """Know a body no more."""
        self._limits.pop(handle, None)

    def __bool__(self) -> bool:
        return bool(self._limits)

    def start(self, handle: int, speed: float, step: int) -> int:
        """Take note of a launch at `speed` m/s before step number `step`, and return the parts of that step."""
        if speed > self._limits.get(handle, np.inf):
            self._hurry(step)
        return self._parts(step)

    def stride(self, step: int) -> int:
        """Return the steps that can be made from step number `step` on before the next look."""
        return EVERY - step % EVERY

    def parts(self, engine: Engine, step: int) -> int:
        """Return into how many parts step number `step` is to be divided."""
        if step % EVERY == 0 and self._limits:
            _, twists = engine.read(list(self._limits))
            if (np.linalg.norm(twists[:, :3], axis=1) > list(self._limits.values())).any():
                self._hurry(step)
        return self._parts(step)

    def _parts(self, step: int) -> int:
        return self._profile.haste_parts if step < self._until else 1

    def _hurry(self, step: int) -> None:
        until = step + round(AFTERWARDS * self._profile.rate_hz)
        self._until = -(-until // EVERY) * EVERY  # never between two looks, however many steps are made at once
