"""From wall time to steps: a fixed-step accumulator that never drops time without a word. Pure."""

from __future__ import annotations

from collections import deque

__all__ = ["Pace"]

LONGEST = 0.1
"""Seconds of wall time that one frame makes up for at most; more, as while a window is moved, is lost."""

WINDOW = 1.0
"""Seconds of wall time over which the factor is the mean."""


class Pace:
    """Counts the steps that are due and remembers what could not be made.

    Args:
        rate_hz: Steps a second of simulated time.

    Attributes:
        owed: Simulated seconds that are due and less than a step.
        lost: Simulated seconds that were asked for and never made, in all.
    """

    def __init__(self, rate_hz: float) -> None:
        self.rate_hz = rate_hz
        self.owed, self.lost = 0.0, 0.0
        self._frames: deque[tuple[float, float, float]] = deque()  # wall, asked, made

    def ask(self, seconds: float, speed: float) -> int:
        """Return how many steps are due after some wall time; `done` has to follow.

        Args:
            seconds: Of wall time since the last frame.
            speed: Simulated seconds per second.
        """
        asked = seconds * speed
        self.owed += min(seconds, LONGEST) * speed
        steps = int(self.owed * self.rate_hz + 1e-6)
        self._frames.append((seconds, asked, min(seconds, LONGEST) * speed))
        while sum(wall for wall, _, _ in self._frames) - self._frames[0][0] > WINDOW:
            self._frames.popleft()
        self.lost += asked - min(seconds, LONGEST) * speed
        return steps

    def done(self, due: int, made: int) -> None:
        """Say how many of the steps that were due have been made; the others are dropped and counted."""
        self.owed = max(0.0, self.owed - due / self.rate_hz)
        missing = (due - made) / self.rate_hz
        if missing > 0:
            wall, asked, got = self._frames.pop()
            self._frames.append((wall, asked, got - missing))
            self.lost += missing

    @property
    def factor(self) -> float:
        """The part of what was asked for that was made over the last second; 1 is all of it."""
        asked = sum(each for _, each, _ in self._frames)
        return 1.0 if asked <= 0 else max(0.0, min(1.0, sum(got for _, _, got in self._frames) / asked))

    @property
    def is_behind(self) -> bool:
        """Whether time was dropped within the last second."""
        return self.factor < 0.995

    def rest(self) -> None:
        """Forget the frames: nothing was asked for while time stood still."""
        self._frames.clear()
