"""How loud sounds may be that are heard together, so that their sum never exceeds what a device can play. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sandbox.play.sound_modes import RATE

__all__ = ["SHARE", "Mix", "envelope"]

FULL = 1.0
"""Amplitude that a device can play."""

SHARE = 0.6
"""Part of what is left of it that the sounds of one frame get together, so that the next ones are heard too."""

BLOCK = 0.01
"""Seconds between two values of an envelope."""

LATE = 0.03
"""Seconds by which a device may begin later than it was told."""


def envelope(samples: NDArray[np.int16]) -> NDArray[np.float64]:
    """Return the largest amplitude of a sound, 0 to 1, from each moment to its end: one value a `BLOCK`."""
    size = round(BLOCK * RATE)
    blocks = np.pad(np.abs(samples.astype(float)) / 32768, (0, -len(samples) % size)).reshape(-1, size).max(axis=1)
    return np.asarray(np.maximum.accumulate(blocks[::-1])[::-1])


@dataclass(frozen=True, slots=True)
class _Going:
    began: float
    volume: float
    envelope: NDArray[np.float64]

    def at(self, clock: float) -> float:
        """Return how large its amplitude can still be."""
        block = int(max(0.0, clock - self.began - LATE) / BLOCK)
        return self.volume * float(self.envelope[block]) if block < len(self.envelope) else 0.0


@dataclass
class Mix:
    """What sounds at the moment, whatever plays it."""

    _going: list[_Going] = field(default_factory=list)

    def room(self, clock: float) -> float:
        """Return the amplitude that is left at a time in seconds."""
        self._going = [each for each in self._going if each.at(clock) > 0]
        return max(0.0, FULL - sum(each.at(clock) for each in self._going))

    def begin(
        self, clock: float, volumes: Sequence[float], envelopes: Sequence[NDArray[np.float64]]
    ) -> list[float]:
        """Begin some sounds at once and return how loud each may be: all quieter alike where it is too much.

        Args:
            clock: Seconds.
            volumes: How loud each is to be, 0 to 1.
            envelopes: Of each, as `envelope` gives it.
        """
        wanted = sum(volume * float(each[0]) for volume, each in zip(volumes, envelopes, strict=True))
        factor = min(1.0, SHARE * self.room(clock) / wanted) if wanted else 1.0
        given = [factor * volume for volume in volumes]
        self._going += [_Going(clock, volume, each) for volume, each in zip(given, envelopes, strict=True)]
        return given

    def clear(self) -> None:
        """Everything was silenced."""
        self._going.clear()
