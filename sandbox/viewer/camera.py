"""Where the eye is: orbiting, framing, projecting, picking. Pure; no window.

Angles in degrees where the name says so, lengths in metres, z up. Azimuth is the direction in which the camera
stands as seen from its target: -90° is in front (towards -y), 0° to the right (+x), anticlockwise seen from above.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from sandbox.errors import InputError, UnknownName
from sandbox.geometry import Floats, Vec3, vec3

__all__ = ["VIEWS", "Camera", "Ray", "framed", "parse_view"]

VIEWS = {
    "default": (-62.0, 21.0),
    "front": (-90.0, 12.0),
    "back": (90.0, 12.0),
    "left": (180.0, 12.0),
    "right": (0.0, 12.0),
    "top": (-90.0, 89.0),
    "low": (-62.0, 6.0),
    "high": (-62.0, 45.0),
}
"""Azimuth and elevation in degrees by name."""

MAX_ELEVATION = 89.0
"""Degrees; at 90 the picture would not know which way is up."""


@dataclass(frozen=True, slots=True)
class Ray:
    """A half-line: origin in metres and unit direction, world axes."""

    origin: Vec3
    direction: Vec3

    def at_height(self, z: float) -> Vec3 | None:
        """Return where the ray meets the horizontal plane at height `z`; None when it never does."""
        if abs(self.direction[2]) < 1e-12:
            return None
        t = (z - self.origin[2]) / self.direction[2]
        if t <= 0:
            return None
        return vec3(np.asarray(self.origin) + t * np.asarray(self.direction))


@dataclass(frozen=True, slots=True)
class Camera:
    """An eye that orbits a target.

    Attributes:
        target: What it looks at, metres.
        azimuth_deg: Direction in which it stands, from +x anticlockwise.
        elevation_deg: Above the horizon, -89 to 89.
        distance: To the target, metres, above 0.
        fov_deg: Vertical field of view, 1 to 120. Wide angles make towers lean; 30 is a portrait lens.
    """

    target: Vec3 = (0.0, 0.0, 0.0)
    azimuth_deg: float = VIEWS["default"][0]
    elevation_deg: float = VIEWS["default"][1]
    distance: float = 0.6
    fov_deg: float = 30.0

    @property
    def eye(self) -> Vec3:
        """Where it is, metres."""
        return vec3(np.asarray(self.target) + self.distance * np.asarray(self._outward))

    @property
    def _outward(self) -> Vec3:
        azimuth, elevation = math.radians(self.azimuth_deg), math.radians(self.elevation_deg)
        flat = math.cos(elevation)
        return (flat * math.cos(azimuth), flat * math.sin(azimuth), math.sin(elevation))

    @property
    def near(self) -> float:
        """Metres to the near plane."""
        return self.distance * 0.02

    @property
    def far(self) -> float:
        """Metres to the far plane: a dining table and the floor below it are always before it."""
        return self.distance + 20.0

    def axes(self) -> Floats:
        """Return right, up and backward as the rows of a `(3, 3) float` rotation."""
        back = np.asarray(self._outward)
        right = np.cross((0.0, 0.0, 1.0), back)
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(back, right), back])

    def view(self) -> Floats:
        """Return `(4, 4) float`: world metres to camera metres, x right, y up, z backward."""
        matrix = np.eye(4)
        matrix[:3, :3] = self.axes()
        matrix[:3, 3] = -matrix[:3, :3] @ np.asarray(self.eye)
        return matrix

    def projection(self, aspect: float) -> Floats:
        """Return `(4, 4) float`: camera metres to clip space, for a picture of width / height `aspect`."""
        f = 1 / math.tan(math.radians(self.fov_deg) / 2)
        near, far = self.near, self.far
        matrix = np.zeros((4, 4))
        matrix[0, 0], matrix[1, 1] = f / aspect, f
        matrix[2, 2], matrix[2, 3] = (far + near) / (near - far), 2 * far * near / (near - far)
        matrix[3, 2] = -1
        return matrix

    def matrix(self, aspect: float) -> Floats:
        """Return `(4, 4) float`: world metres to clip space."""
        return np.asarray(self.projection(aspect) @ self.view())

    def project(self, points: ArrayLike, size: tuple[int, int]) -> Floats:
        """Return where points are in the picture.

        Args:
            points: `(n, 3) float` metres.
            size: Width and height in pixels.

        Returns:
            `(n, 3) float`: x from the left and y from the bottom in pixels (pixel centres are at halves), and
            depth along the view in metres; points behind the eye have a negative depth and no meaning else.
        """
        array = np.atleast_2d(np.asarray(points, dtype=float))
        clip = np.c_[array, np.ones(len(array))] @ self.matrix(size[0] / size[1]).T
        w = np.where(np.abs(clip[:, 3]) < 1e-12, 1e-12, clip[:, 3])
        x = (clip[:, 0] / w + 1) / 2 * size[0]
        y = (clip[:, 1] / w + 1) / 2 * size[1]
        return np.asarray(np.c_[x, y, clip[:, 3]], dtype=np.float64)

    def ray(self, x: float, y: float, size: tuple[int, int]) -> Ray:
        """Return the ray through the middle of a pixel, for picking.

        Args:
            x: Pixel column as a window reports the mouse: whole numbers, 0 at the left.
            y: Pixel row, 0 at the bottom.
            size: Of the window in the mouse's own units (on high-DPI screens not the framebuffer's).
        """
        width, height = size
        across = math.tan(math.radians(self.fov_deg) / 2)
        right, up, back = self.axes()
        sideways = ((x + 0.5) / width * 2 - 1) * across * width / height
        upwards = ((y + 0.5) / height * 2 - 1) * across
        direction = sideways * right + upwards * up - back
        return Ray(self.eye, vec3(direction / np.linalg.norm(direction)))

    def orbited(self, azimuth_deg: float, elevation_deg: float) -> Camera:
        """Return this camera turned about its target by some degrees; it never goes over the top."""
        elevation = min(max(self.elevation_deg + elevation_deg, -MAX_ELEVATION), MAX_ELEVATION)
        return replace(self, azimuth_deg=self.azimuth_deg + azimuth_deg, elevation_deg=elevation)

    def panned(self, right: float, up: float) -> Camera:
        """Return this camera moved in the plane of its picture, by parts of the picture's height."""
        reach = 2 * self.distance * math.tan(math.radians(self.fov_deg) / 2)
        axes = self.axes()
        return replace(self, target=vec3(np.asarray(self.target) + reach * (right * axes[0] + up * axes[1])))

    def zoomed(self, factor: float, limits: tuple[float, float] = (0.03, 8.0)) -> Camera:
        """Return this camera with its distance multiplied, kept within limits in metres."""
        return replace(self, distance=min(max(self.distance * factor, limits[0]), limits[1]))


def framed(camera: Camera, points: ArrayLike, aspect: float, margin: float = 0.07) -> Camera:
    """Return the camera moved, without being turned, so that all points fill the picture.

    Args:
        camera: Gives azimuth, elevation and field of view.
        points: `(n, 3) float` metres, at least one.
        aspect: Width / height of the picture.
        margin: Part of the picture left free on each side, 0 to 0.45.
    """
    array = np.atleast_2d(np.asarray(points, dtype=float))
    right, up, back = camera.axes()
    tan_y = math.tan(math.radians(camera.fov_deg) / 2) * (1 - 2 * margin)
    tan_x = math.tan(math.radians(camera.fov_deg) / 2) * aspect * (1 - 2 * margin)
    across, above, behind = array @ right, array @ up, array @ back
    # A point at depth d before the eye is inside when |offset| <= d * tan. For each axis the two outermost
    # planes fix the middle and the distance.
    high_x, low_x = (across + behind * tan_x).max(), (across - behind * tan_x).min()
    high_y, low_y = (above + behind * tan_y).max(), (above - behind * tan_y).min()
    eye_back = max((high_x - low_x) / 2 / tan_x, (high_y - low_y) / 2 / tan_y, behind.max() + 0.03)
    eye = right * (high_x + low_x) / 2 + up * (high_y + low_y) / 2 + back * eye_back
    middle = (behind.max() + behind.min()) / 2
    distance = max(eye_back - middle, 0.03)
    return replace(camera, target=vec3(eye - back * distance), distance=distance)


def parse_view(text: str) -> tuple[float, float, float | None]:
    """Return azimuth and elevation in degrees, and the distance in metres when one is given.

    Args:
        text: A name of `VIEWS`, or `azimuth,elevation` or `azimuth,elevation,distance`.

    Raises:
        InputError: It is neither.
    """
    if text in VIEWS:
        return (*VIEWS[text], None)
    if "," not in text:
        raise UnknownName("view", text, [*VIEWS, "azimuth,elevation,distance"])
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 3) or not all(math.isfinite(number) for number in numbers):
        raise InputError(
            f"--view {text}: write azimuth,elevation or azimuth,elevation,distance, such as -60,20,0.5"
        )
    if abs(numbers[1]) > 90:
        raise InputError(f"--view {text}: an elevation lies between -90 and 90 degrees")
    if len(numbers) == 3 and not 0.01 <= numbers[2] <= 20:
        raise InputError(f"--view {text}: a distance lies between 0.01 and 20 metres")
    elevation = min(max(numbers[1], -MAX_ELEVATION), MAX_ELEVATION)
    return (numbers[0], elevation, numbers[2] if len(numbers) == 3 else None)
