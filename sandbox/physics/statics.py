"""What should happen, from statics alone: the yardsticks that simulations are held against.

Lengths in metres, angles in radians, masses in kg. Source of all: any textbook of statics; the overhang of a
stack is the half harmonic series.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["balance", "harmonic_reach", "slip_angle", "support_margin", "tipping_angle"]


def slip_angle(friction: float) -> float:
    """Return the slope at which a body starts to slide."""
    return math.atan(friction)


def tipping_angle(width: float, height: float) -> float:
    """Return the slope at which a block of this width (down the slope) and height tips over its lower edge."""
    return math.atan2(width, height)


def harmonic_reach(length: float, count: int) -> float:
    """Return how far a stack of equal blocks can reach past the edge: length/2 x (1 + 1/2 + ... + 1/count)."""
    return length / 2 * sum(1 / i for i in range(1, count + 1))


def balance(loads: Iterable[tuple[float, float]], edge: float) -> float:
    """Return the distance of the common centre of mass from an edge; positive is on the safe side.

    Args:
        loads: (mass, coordinate) of everything that tips together; the safe side is below `edge`.
        edge: Coordinate of the edge over which it would tip.

    Raises:
        ValueError: Nothing has mass.
    """
    pairs = list(loads)
    mass = sum(each for each, _ in pairs)
    if mass <= 0:
        raise ValueError("nothing has mass")
    return edge - sum(each * at for each, at in pairs) / mass


def support_margin(points: ArrayLike, centre: Sequence[float]) -> float:
    """Return how far a centre of mass is inside the polygon of its supports; negative outside.

    Args:
        points: `(n, 2) float` support points seen from above, in any order; fewer than three give no area.
        centre: The centre of mass seen from above.
    """
    polygon = _hull(np.asarray(points, dtype=float))
    c = np.asarray(centre, dtype=float)[:2]
    if len(polygon) < 3:
        return -float(min(np.linalg.norm(polygon - c, axis=1), default=math.inf))
    edges = np.roll(polygon, -1, axis=0) - polygon
    inward = np.stack([-edges[:, 1], edges[:, 0]], axis=1) / np.linalg.norm(edges, axis=1)[:, None]
    return float(((c - polygon) * inward).sum(axis=1).min())


def _hull(points: np.ndarray) -> np.ndarray:
    """Return the convex hull of `(n, 2) float` points, anticlockwise (Andrew's monotone chain)."""
    order = sorted({(float(x), float(y)) for x, y in points})
    if len(order) < 3:
        return np.array(order).reshape(-1, 2)

    def half(sequence: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
        chain: list[tuple[float, float]] = []
        for q in sequence:
            while len(chain) >= 2:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (q[1] - ay) - (by - ay) * (q[0] - ax) > 0:
                    break
                chain.pop()
            chain.append(q)
        return chain[:-1]

    return np.array(half(order) + half(order[::-1]))
