"""The camera in a person's hands: orbit, pan, zoom to where the mouse points, saved views, gliding. No window."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from sandbox.geometry import Floats, Vec3, vec3
from sandbox.viewer.camera import VIEWS, Camera, framed

__all__ = ["Orbit"]

DEGREES_A_WINDOW = 220.0
"""A drag across the window's height turns the eye by this much."""

NOTCH = 0.88
"""Factor of the distance per notch of the wheel."""

LOWEST = 2.0
"""Degrees above the horizon below which dragging does not bring the eye: there is only the table's edge."""

GLIDE_SECONDS = 0.22
"""How long a saved view takes to come."""

LIMITS = (0.05, 6.0)
"""Metres between eye and target."""


class Orbit:
    """Where the eye is, and where it goes.

    Attributes:
        camera: The eye now.
        views: Saved ones by number.
    """

    def __init__(self, camera: Camera | None = None) -> None:
        self.camera = camera or Camera()
        self.views: dict[int, Camera] = {}
        self._from: Camera | None = None
        self._to: Camera | None = None
        self._part = 1.0

    # --- by hand

    def turn(self, dx: float, dy: float, size: tuple[int, int]) -> None:
        """Orbit by a drag of the mouse in its own units."""
        self.stop()
        scale = DEGREES_A_WINDOW / max(size[1], 1)
        turned = self.camera.orbited(-dx * scale, -dy * scale)
        if turned.elevation_deg < LOWEST:
            turned = replace(turned, elevation_deg=LOWEST)
        self.camera = turned

    def pan(self, dx: float, dy: float, size: tuple[int, int]) -> None:
        """Move sideways so that what is at the target follows the mouse."""
        self.stop()
        self.camera = self._kept(self.camera.panned(-dx / max(size[1], 1), -dy / max(size[1], 1)))

    def walk(self, right: float, forward: float) -> None:
        """Move over the table by parts of the distance."""
        self.stop()
        azimuth = math.radians(self.camera.azimuth_deg)
        ahead = np.array((-math.cos(azimuth), -math.sin(azimuth), 0.0))
        aside = np.array((-math.sin(azimuth), math.cos(azimuth), 0.0))
        step = self.camera.distance * (right * aside + forward * ahead)
        self.camera = self._kept(replace(self.camera, target=vec3(np.asarray(self.camera.target) + step)))

    def zoom(self, notches: float, towards: Vec3 | None = None) -> None:
        """Come nearer by notches of the wheel; what is under the mouse stays under it."""
        self.stop()
        before = self.camera
        after = before.zoomed(NOTCH**notches, LIMITS)
        if towards is not None:
            part = 1 - after.distance / before.distance
            moved = np.asarray(before.target) + part * (np.asarray(towards) - np.asarray(before.target))
            after = replace(after, target=vec3(moved))
        self.camera = self._kept(after)

    # --- views

    def keep(self, number: int) -> None:
        """Save the view under a number."""
        self.views[number] = self._to or self.camera

    def recall(self, number: int) -> bool:
        """Glide to a saved view, or to one that comes with the program; tell whether there is one."""
        if number in self.views:
            self.glide(self.views[number])
        elif number <= len(VIEWS):
            azimuth, elevation = list(VIEWS.values())[number - 1]
            self.glide(replace(self.camera, azimuth_deg=azimuth, elevation_deg=elevation))
        else:
            return False
        return True

    def show(self, name: str) -> None:
        """Glide to a named view of `camera.VIEWS`."""
        azimuth, elevation = VIEWS[name]
        self.glide(replace(self.camera, azimuth_deg=azimuth, elevation_deg=elevation))

    def frame(
        self,
        points: Floats,
        size: tuple[int, int],
        *,
        free: tuple[float, float, float, float] | None = None,
        margin: float = 0.12,
        lowest_deg: float = LOWEST,
        at_once: bool = False,
    ) -> None:
        """Fill the picture, or the part of it that no panel covers, with points.

        Args:
            points: `(n, 3) float` metres.
            size: Of the window.
            free: Left, bottom, right and top of the part, in the same units; None is all.
            margin: Part of it that is left free on each side.
            lowest_deg: Elevation of the eye at least.
            at_once: Whether to go there without gliding.
        """
        if len(points) == 0:
            return
        left, bottom, right, top = free or (0.0, 0.0, float(size[0]), float(size[1]))
        width, height = max(right - left, 1.0), max(top - bottom, 1.0)
        tangent = math.tan(math.radians(self.camera.fov_deg) / 2)
        narrow = 2 * math.degrees(math.atan(tangent * height / size[1]))
        start = replace(self.camera, fov_deg=narrow, elevation_deg=max(self.camera.elevation_deg, lowest_deg))
        wanted = framed(start, points, width / height, margin)
        wanted = replace(wanted, fov_deg=self.camera.fov_deg, distance=max(wanted.distance, LIMITS[0]))
        aside = (left + right - size[0]) / 2 / size[1], (bottom + top - size[1]) / 2 / size[1]
        wanted = wanted.panned(-aside[0], -aside[1])
        if at_once:
            self.stop()
            self.camera = wanted
        else:
            self.glide(wanted)

    def glide(self, camera: Camera) -> None:
        """Go to a camera smoothly, the short way round."""
        around = (camera.azimuth_deg - self.camera.azimuth_deg + 180) % 360 - 180
        self._from = self.camera
        self._to = replace(camera, azimuth_deg=self.camera.azimuth_deg + around)
        self._part = 0.0

    def stop(self) -> None:
        """Stay where it is."""
        self._from = self._to = None
        self._part = 1.0

    def advance(self, seconds: float) -> None:
        """Let a glide go on."""
        if self._from is None or self._to is None:
            return
        self._part = min(1.0, self._part + seconds / GLIDE_SECONDS)
        t = self._part * self._part * (3 - 2 * self._part)
        self.camera = _between(self._from, self._to, t)
        if self._part >= 1:
            self.stop()

    @property
    def is_gliding(self) -> bool:
        """Whether the eye moves by itself."""
        return self._to is not None

    @staticmethod
    def _kept(camera: Camera) -> Camera:
        """Keep the target over the table: above its top and within two metres."""
        x, y, z = camera.target
        return replace(camera, target=(min(max(x, -2.0), 2.0), min(max(y, -2.0), 2.0), min(max(z, -0.02), 1.0)))


def _between(a: Camera, b: Camera, t: float) -> Camera:
    target = np.asarray(a.target) * (1 - t) + np.asarray(b.target) * t
    return Camera(
        vec3(target),
        a.azimuth_deg + (b.azimuth_deg - a.azimuth_deg) * t,
        a.elevation_deg + (b.elevation_deg - a.elevation_deg) * t,
        a.distance * (b.distance / a.distance) ** t,
        a.fov_deg + (b.fov_deg - a.fov_deg) * t,
    )
