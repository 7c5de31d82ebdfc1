"""From a place of the mouse to a body. No window.

The mouse is told in units of the window, which on high-DPI screens are not pixels of the framebuffer: rays take
the window's size, the picture takes the framebuffer's. A mouse position names a whole pixel; its middle is meant.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from sandbox.geometry import Vec3, vec3
from sandbox.play.ui import Hit
from sandbox.record import Snapshot
from sandbox.viewer.camera import Camera, Ray

__all__ = ["REACH", "inside", "pick"]

REACH = 20.0
"""Metres along a ray that are looked at."""

PEEL = 1e-4
"""Metres behind a hit from where the ray goes on when the body that was hit does not count."""


class _Caster(Protocol):
    def ray(self, start: Vec3, end: Vec3) -> tuple[str, Vec3, Vec3] | None: ...


def pick(world: _Caster, ray: Ray, *, without: frozenset[str] = frozenset()) -> Hit | None:
    """Return the first body that a ray meets.

    Args:
        world: What casts rays.
        ray: From the eye.
        without: Bodies that are looked through, such as the one in the hand.
    """
    origin, way = np.asarray(ray.origin), np.asarray(ray.direction)
    start, end = origin, origin + REACH * way
    for _ in range(8):
        found = world.ray(vec3(start), vec3(end))
        if found is None:
            return None
        if found[0] not in without:
            return Hit(*found)
        start = np.asarray(found[1]) + PEEL * way
    return None


def inside(
    snapshot: Snapshot,
    names: list[str],
    camera: Camera,
    size: tuple[int, int],
    a: tuple[float, float],
    b: tuple[float, float],
) -> list[str]:
    """Return the bodies whose middles lie in the rectangle that the mouse drew from `a` to `b`."""
    if not names:
        return []
    places = np.array([snapshot.poses[snapshot.index(name), :3] for name in names])
    seen = camera.project(places, size)
    low, high = np.minimum(a, b), np.maximum(a, b)
    fits = ((seen[:, :2] >= low) & (seen[:, :2] <= high)).all(axis=1) & (seen[:, 2] > 0)
    return [name for name, is_in in zip(names, fits, strict=True) if is_in]
