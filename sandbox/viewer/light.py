"""Sun and sky as numbers: directions, colours, and the boxes of space whose shadows are looked at. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sandbox.geometry import Floats, Vec3, vec3

__all__ = ["BEHIND", "DEFAULT_LIGHT", "Light", "box_rows", "light_box", "sky_directions", "sky_tiles"]

BEHIND = 3.0
"""How many radii of the light box a shadow may reach beyond it; farther is taken as lit."""


@dataclass(frozen=True, slots=True)
class Light:
    """A window's sun, the room around it, and how much of both the eye takes.

    Attributes:
        azimuth_deg: Where the sun stands, from +x anticlockwise.
        elevation_deg: Above the table, 5 to 90.
        sun: Linear colour of its light, `(r, g, b)`.
        sky: Linear colour of the light from straight above.
        horizon: Linear colour of the light from the sides.
        spread_deg: Apparent radius of the sun: 0.27 outdoors, a few degrees for a window; penumbras grow with it.
        exposure: Factor before the tone map.
    """

    azimuth_deg: float = -128.0
    elevation_deg: float = 47.0
    sun: Vec3 = (2.95, 2.62, 2.18)
    sky: Vec3 = (0.44, 0.50, 0.60)
    horizon: Vec3 = (0.35, 0.35, 0.35)
    spread_deg: float = 2.2
    exposure: float = 0.60

    @property
    def direction(self) -> Vec3:
        """Unit vector towards the sun."""
        azimuth, elevation = math.radians(self.azimuth_deg), math.radians(self.elevation_deg)
        flat = math.cos(elevation)
        return (flat * math.cos(azimuth), flat * math.sin(azimuth), math.sin(elevation))


DEFAULT_LIGHT = Light()


def box_rows(direction: Vec3, radius: float) -> Floats:
    """Return `(3, 3) float`: right, up and towards the light, in light boxes per metre.

    A point whose offset from the box's middle is d metres lies at `rows @ d`: x and y between -1 and 1 are in the
    map, z is 1 nearest to the light.
    """
    toward = np.asarray(direction)
    helper = np.array((0.0, 0.0, 1.0)) if abs(toward[2]) < 0.95 else np.array((0.0, 1.0, 0.0))
    right = np.cross(helper, toward)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(toward, right), toward]) / radius


def sky_directions(count: int) -> Floats:
    """Return `(count, 3) float` unit vectors, even over the upper half of the sphere (a Fibonacci spiral)."""
    index = np.arange(count)
    z = (index + 0.5) / max(count, 1)
    angle = index * math.pi * (3 - math.sqrt(5)) + 0.3
    flat = np.sqrt(1 - z**2)
    return np.stack([flat * np.cos(angle), flat * np.sin(angle), z], axis=1)


def sky_tiles(count: int) -> tuple[int, int]:
    """Return columns and rows of the picture that holds `count` depth maps side by side."""
    columns = max(1, math.ceil(math.sqrt(count)))
    return columns, max(1, math.ceil(count / columns))


def light_box(middles: Floats, target: Vec3, distance: float) -> tuple[Vec3, float]:
    """Return middle (m) and radius (m) of the space whose shadows are drawn finely.

    Both move in steps, so that shadows do not swim while the camera or one piece moves.

    Args:
        middles: `(n, 4) float`: position and radius of what casts shadows, metres.
        target: What the camera looks at.
        distance: Of the camera to it, metres; pieces farther than two of it from the target are left out.
    """
    near = middles[np.linalg.norm(middles[:, :3] - np.asarray(target), axis=1) - middles[:, 3] < 2 * distance]
    if len(near) == 0:
        return target, distance / 2
    low = (near[:, :3] - near[:, 3:]).min(axis=0)
    high = (near[:, :3] + near[:, 3:]).max(axis=0)
    middle = (low + high) / 2
    reach = (np.linalg.norm(near[:, :3] - middle, axis=1) + near[:, 3]).max()
    radius = 1.15 ** math.ceil(math.log(reach * 1.03) / math.log(1.15))
    step = radius / 32
    return vec3(np.round(middle / step) * step), radius
