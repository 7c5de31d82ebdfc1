"""How fast pieces move beyond what falling gives them: what a hand that drags others has done to them."""

from __future__ import annotations

import numpy as np

from sandbox.geometry import Floats, quat_inverse, quat_multiply, quat_rotate
from sandbox.physics import World

__all__ = ["Falls", "Sizes", "near"]

GRAVITY = 9.81

TOPPLES = 3.0
"""What a piece gains by falling: the square of its speed, by g and how far it fell. Alone it is 2; a tower that
topples about its foot is a pole, and the tip of a pole has half as much again (w^2 = 3 g (1 - cos a) / l)."""

MET = 4e-3
"""Metres between the balls around two pieces at which one may have hit the other since the last look."""


class Falls:
    """Follows from how high every piece falls.

    It falls from the highest place that it came from, as long as it has the energy of it, be it in its spin: what
    has landed falls from nowhere any more, what was thrown into the air goes on falling in the next drag. What is
    struck by a piece that falls has the speed of that fall.
    """

    def __init__(self) -> None:
        self._tops: dict[str, float] = {}
        self._falls: dict[str, float] = {}

    def own_speeds(
        self, names: list[str], poses: Floats, twists: Floats, sizes: Sizes, held: str | None, most: float
    ) -> Floats:
        """Return the speeds beyond the falls, `(n,) float` m/s, at another look.

        Args:
            names: What is awake.
            poses: `(n, 7) float`.
            twists: `(n, 6) float`.
            sizes: Of the pieces.
            held: What is in the hand; it does not fall onto others, the hand carries it.
            most: m/s from which it is asked whether something that falls has struck a piece.
        """
        heights, squares = poses[:, 2], (twists[:, :3] ** 2).sum(axis=1)
        came = np.array([self._tops.get(name, poses[row, 2]) for row, name in enumerate(names)])
        energies = (squares + sizes.spin_squares(names, poses, twists)) / (2 * GRAVITY)
        falls = np.clip(came - heights, 0.0, energies)
        # Who has just struck something had its speed at the look before.
        gives = np.maximum(falls, [self._falls.get(name, 0.0) for name in names])
        if held in names:
            gives[names.index(held)] = 0.0
        reaches = sizes.reaches(names)
        for row in np.flatnonzero(squares - TOPPLES * GRAVITY * falls > most**2):
            fall = float(gives[near(row, poses, reaches)].max(initial=0.0))
            falls[row] = max(falls[row], min(fall, energies[row]))
        self._tops.update(zip(names, heights + falls, strict=True))
        self._falls = dict(zip(names, falls, strict=True))
        own: Floats = np.sqrt(np.maximum(0.0, squares - TOPPLES * GRAVITY * falls))
        return own


class Sizes:
    """Knows how large pieces are and how hard to turn.

    Args:
        world: They are in it.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._reaches: dict[str, float] = {}

    def reaches(self, names: list[str]) -> Floats:
        """Return the radii of the balls around the pieces' origins that hold all of them, `(n,) float` metres."""
        for name in names:
            if name not in self._reaches:
                corners = np.abs(self._world.body(name).component.extent())
                self._reaches[name] = float(np.linalg.norm(corners.max(axis=0)))
        return np.array([self._reaches[name] for name in names])

    def spin_squares(self, names: list[str], poses: Floats, twists: Floats) -> Floats:
        """Return the squares of the speeds that would have the energies of the spins, `(n,) float` m²/s²."""
        found = np.zeros(len(names))
        for row in np.flatnonzero((twists[:, 3:] ** 2).sum(axis=1) > 1.0):  # slower ones are worth a millimetre
            component = self._world.body(names[row]).component
            axes = quat_multiply(tuple(poses[row, 3:]), component.frame.rotation)
            spin = np.asarray(quat_rotate(quat_inverse(axes), tuple(twists[row, 3:])))
            found[row] = float(spin**2 @ np.asarray(component.inertia)) / component.base_mass
        return found


def near(row: int, poses: Floats, reaches: Floats) -> Floats:
    """Return which pieces may have met one of them, `(n,) bool`."""
    met = np.linalg.norm(poses[:, :3] - poses[row, :3], axis=1) < reaches + reaches[row] + MET
    met[row] = False
    return met
