"""The tool of the watering can: carry it over the garden, raise it, tilt it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sandbox.play.devices_can import Can
from sandbox.play.marks import Dot, Label, Line, Mark, Ring
from sandbox.play.ui import Pointer

__all__ = ["CanTool"]

STEP = 5e-3
"""Metres that the can is raised by one notch of the wheel."""

FINGER = 0.05
"""Metres around the can in which it is taken."""


class CanTool:
    """Carry the can over the garden, and tilt it.

    Args:
        can: The can.
    """

    name, title = "can", "Watering can"
    hint = "Drag the can over the garden, the wheel raises it, T tilts it: the drop falls on the ring."

    def __init__(self, can: Can) -> None:
        self._can = can
        self._is_held = False

    @property
    def held(self) -> str | None:
        """The can while it is carried."""
        return self._can.name if self._is_held else None

    @property
    def lines(self) -> tuple[str, ...]:
        """Where it is held."""
        x, y = self._can.at
        return (f"the drop falls {1000 * self._can.fall:.0f} mm", f"x {1000 * x:.0f} mm, y {1000 * y:.0f} mm")

    def press(self, at: Pointer) -> bool:
        """Take the can, or bring it to where the garden is pressed."""
        if at.button != "left" or at.hit is None or self._can.is_tilted:
            return False
        self._is_held = True
        self.move(at)
        return True

    def move(self, at: Pointer) -> None:
        """Carry it."""
        if self._is_held and at.is_down:
            point = at.ray.at_height(self._can.below[2])
            if point is not None and math.hypot(point[0], point[1]) < 2.0:
                self._can.aim_at((point[0], point[1]))

    def release(self, at: Pointer) -> None:
        """Hold it there."""
        self._is_held = False

    def scroll(self, at: Pointer, notches: float) -> bool:
        """Raise it."""
        self._can.raise_by(notches * STEP)
        return True

    def act(self, action: str) -> bool:
        """Tilt it, raise it or lower it."""
        if action == "tilt":
            self._can.tilt()
        elif action in ("raise", "lower"):
            self._can.raise_by(STEP if action == "raise" else -STEP)
        else:
            return False
        return True

    def marks(self) -> Sequence[Mark]:
        """Return where the drop would fall."""
        below, nozzle = self._can.below, self._can.nozzle
        return (
            Line(np.array([nozzle, below]), "info", 1.5, 0.8, dashed=5.0),
            Ring(below, self._can.garden.drop_radius, "info"),
            Dot(below, "info", 5.0),
            Label(nozzle, f"{1000 * self._can.fall:.0f} mm", "info"),
        )
