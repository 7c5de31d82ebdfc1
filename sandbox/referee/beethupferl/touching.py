"""What a drop touches first, grass or bed, from its contacts after every step; finer in time than the step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sandbox.physics import World
from sandbox.rules.beethupferl import Surface

__all__ = ["FirstTouch", "Met"]


@dataclass(frozen=True, slots=True)
class Met:
    """The first touch.

    Args:
        surface: What it was.
        body: Which body.
        time: Seconds since the world began, between two steps.
    """

    surface: Surface
    body: str
    time: float


class FirstTouch:
    """Looks at the contacts of one drop after every step until it has touched grass or bed; then it is done.

    The engine finds contacts where the bodies are as a step begins. When a drop meets both within one step, each
    gap over the speed at which it closes tells which surface came first, far below the length of a step.

    Args:
        world: It is observed from now on.
        drop: Name of the drop.
        surface_of: Says what a body is to the rules; None for what is neither, such as a wall.
    """

    def __init__(self, world: World, drop: str, surface_of: Callable[[str], Surface | None]) -> None:
        self.met: Met | None = None
        self._drop = drop
        self._surface_of = surface_of
        self._velocity = self._read(world)
        world.observers.append(self._look)

    def _look(self, world: World) -> None:
        began, velocity = world.time - world.profile.dt, self._velocity
        self._velocity = self._read(world)
        found: list[Met] = []
        for contact in world.contacts(self._drop):
            if contact.distance > 0 and contact.force <= 0:
                continue  # near, but not there yet
            is_first = contact.a == self._drop
            other = contact.b if is_first else contact.a
            surface = self._surface_of(other)
            if surface is None:
                continue
            away = np.asarray(contact.normal) if is_first else -np.asarray(contact.normal)
            closing = -float(velocity @ away)
            ahead = contact.distance / closing if closing > 1e-6 else 0.0
            found.append(Met(surface, other, began + ahead))
        if found:
            self.met = min(found, key=lambda met: met.time)
            world.observers.remove(self._look)

    def _read(self, world: World) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        _, twists = world.rows([self._drop])
        velocity: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = twists[0, :3].copy()
        return velocity
