"""What touches what: contacts, distances, overlaps, and who carries whom. Nothing here changes the world."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator

import numpy as np

from sandbox.geometry import Vec3
from sandbox.physics.readings import Readings
from sandbox.record import Closest, Contact, Support

__all__ = ["TOUCH", "Touches"]

TOUCH = 3e-4
"""Metres. Two bodies touch up to here: a contact without a gap may report no force."""

LEVEL_NORMAL = math.cos(math.radians(45))
"""A surface carries when its normal is within 45° of the vertical."""

DEEP = 5e-5
"""Metres of overlap that the engine's own margins may leave; more is somebody's mistake."""


class Touches(Readings):
    """Adds to `Readings` what is asked of pairs of bodies; see `World`."""

    def contacts(self, name: str | None = None, other: str | None = None) -> Iterator[Contact]:
        """Yield the contacts of the last step: of one body, of a pair, or of all (which is slow).

        Raises:
            UnknownName: No such body.
        """
        first = None if name is None else self.body(name).handle
        second = None if other is None else self.body(other).handle
        names = self._names_by_handle
        for c in self._engine.contacts(first, second):
            yield Contact(names[c.a], names[c.b], c.point, c.normal, c.distance, c.force)

    def closest(self, a: str, b: str, within: float = 1.0) -> Closest | None:
        """Return the nearest points of two bodies, or None when further apart than `within` metres.

        Raises:
            UnknownName: No such body.
        """
        points = self._engine.nearest(self.body(a).handle, self.body(b).handle, within)
        if not points:
            return None
        best = min(points, key=lambda point: point.distance)
        return Closest(a, b, best.distance, best.on_a, best.on_b, best.normal)

    def ray(self, start: Vec3, end: Vec3) -> tuple[str, Vec3, Vec3] | None:
        """Return name, point (m) and normal of the first thing between two points (m), or None."""
        hit = self._engine.ray(start, end)
        return None if hit is None else (self._names_by_handle[hit.handle], hit.point, hit.normal)

    def near_pairs(self, within: float, *, of: Container[str] | None = None) -> Iterator[tuple[str, str]]:
        """Yield the pairs, not both fixed, whose boxes are at most `within` metres apart.

        Args:
            within: Metres.
            of: Only pairs with at least one of these bodies.
        """
        names = self.names
        asked = np.array([of is None or name in of for name in names], dtype=bool)
        boxes = self.bounds(names)
        low, high = boxes[:, 0] - within, boxes[:, 1]
        for i in np.flatnonzero(asked):
            overlap = ((low[i] <= high) & (low <= high[i])).all(axis=1)
            overlap[: i + 1] &= ~asked[: i + 1]  # each pair once
            for j in np.flatnonzero(overlap):
                a, b = names[min(i, j)], names[max(i, j)]
                if not (self._bodies[a].is_fixed and self._bodies[b].is_fixed):
                    yield a, b

    def overlaps(self, deeper_than: float = DEEP, *, of: Container[str] | None = None) -> list[Closest]:
        """Return the pairs that overlap, the deepest first.

        Args:
            deeper_than: Metres of overlap that are let pass.
            of: Only pairs with at least one of these bodies.
        """
        found = (self.closest(a, b, 0.0) for a, b in self.near_pairs(0.0, of=of))
        deep = [pair for pair in found if pair is not None and pair.distance < -deeper_than]
        return sorted(deep, key=lambda pair: pair.distance)

    def supports(self, touch: float = TOUCH) -> list[Support]:
        """Return who carries whom: touching pairs whose surface is within 45° of level.

        Args:
            touch: Metres up to which two bodies count as touching.
        """
        out = []
        for a, b in self.near_pairs(touch):
            points = [
                point
                for point in self._engine.nearest(self._bodies[a].handle, self._bodies[b].handle, touch)
                if abs(point.normal[2]) >= LEVEL_NORMAL
            ]
            if points:
                best = min(points, key=lambda point: point.distance)
                upper, lower = (a, b) if best.normal[2] > 0 else (b, a)
                out.append(Support(upper, lower, best.distance, best.on_b))
        return out
