"""Where a piece would first stand if it came down along the ray under the mouse. Pure."""

from __future__ import annotations

import numpy as np

from sandbox.geometry import Floats, Vec3

__all__ = ["first_place"]

SHAVED = 5e-4
"""Metres by which a footprint is taken smaller, so that pieces can be put side by side."""


def first_place(boxes: Floats, origin: Vec3, direction: Vec3, low: Floats, high: Floats) -> Floats | None:
    """Return where a footprint that comes along a ray first stands on, or in, something; None for nowhere.

    Args:
        boxes: `(n, 2, 3) float`: lowest and highest corner of what is there, metres.
        origin: Of the ray, metres.
        direction: Of the ray.
        low: `(2,) float` lower corner of the footprint around the ray, metres.
        high: `(2,) float` its upper corner.

    Returns:
        `(2,) float` metres.
    """
    # The footprint meets a box where a point meets the box made larger by it, and reaching down for ever.
    lows, highs = boxes[:, 0].copy(), boxes[:, 1].copy()
    lows[:, :2] -= high - SHAVED
    highs[:, :2] -= low + SHAVED
    lows[:, 2] = -np.inf
    way = np.where(np.abs(direction) < 1e-9, 1e-9, direction)
    one, other = (lows - origin) / way, (highs - origin) / way
    enters, leaves = np.minimum(one, other).max(axis=1), np.maximum(one, other).min(axis=1)
    met = np.maximum(enters[(enters <= leaves) & (leaves > 0)], 0.0)
    if not len(met):
        return None
    return np.asarray(np.add(origin[:2], met.min() * np.asarray(direction[:2])), dtype=float)
