"""How much moves: energies and the fastest piece over the last seconds. Pure numpy."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import numpy as np

from sandbox.components.spec import Component
from sandbox.geometry import Floats, matrices
from sandbox.record import Snapshot

__all__ = ["Meter", "energies"]

KEPT = 10.0
"""Seconds that are kept."""

EVERY = 0.05
"""Seconds between two readings."""


def energies(snapshot: Snapshot, kinds: Mapping[str, Component], gravity: float) -> tuple[float, float, float]:
    """Return kinetic energy (J), potential energy of weight above z = 0 (J), and the highest speed (m/s).

    Hinged parts count as if they were fast on their piece. Furniture counts nothing.
    """
    rows = [row for row, name in enumerate(snapshot.names) if name in kinds and not kinds[name].is_fixed]
    if not rows:
        return 0.0, 0.0, 0.0
    parts = [kinds[snapshot.names[row]] for row in rows]
    masses = np.array([part.mass for part in parts])
    frames = np.array([part.frame.position for part in parts])
    inertia = np.array([part.inertia for part in parts])
    poses, twists = snapshot.poses[rows], snapshot.twists[rows]
    turn = matrices(poses[:, 3:])
    principal = turn @ matrices(np.array([part.frame.rotation for part in parts]))
    spin = np.einsum("nij,ni->nj", principal, twists[:, 3:])
    speeds = np.linalg.norm(twists[:, :3], axis=1)
    kinetic = 0.5 * (masses @ speeds**2 + (inertia * spin**2).sum())
    heights = poses[:, 2] + np.einsum("nj,nj->n", turn[:, 2, :], frames)
    return float(kinetic), float(gravity * (masses @ heights)), float(speeds.max())


class Meter:
    """Keeps the readings of the last ten seconds."""

    def __init__(self) -> None:
        self._rows: deque[tuple[float, float, float, float]] = deque()

    def read(self, snapshot: Snapshot, kinds: Mapping[str, Component], gravity: float) -> None:
        """Take a reading when it is time; going back in time forgets what came after."""
        while self._rows and self._rows[-1][0] > snapshot.time:
            self._rows.pop()
        if self._rows and snapshot.time - self._rows[-1][0] < EVERY:
            return
        self._rows.append((snapshot.time, *energies(snapshot, kinds, gravity)))
        while self._rows[0][0] < snapshot.time - KEPT:
            self._rows.popleft()

    def clear(self) -> None:
        """Forget everything."""
        self._rows.clear()

    def curves(self) -> Floats:
        """Return `(4, n) float`: seconds, kinetic J, potential J above the lowest, m/s of the fastest piece."""
        curves = np.array(self._rows, dtype=float).reshape(-1, 4).T.copy()
        if curves.shape[1]:
            curves[2] -= curves[2].min()
        return curves
