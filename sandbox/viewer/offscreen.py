"""Pictures without a window or a display: an OpenGL context from EGL, or one clear sentence. Speaks moderngl."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import moderngl
import numpy as np

from sandbox.errors import InputError
from sandbox.viewer.camera import Camera
from sandbox.viewer.draw import Drawer
from sandbox.viewer.light import DEFAULT_LIGHT, Light
from sandbox.viewer.png import Pixels
from sandbox.viewer.quality import Tier
from sandbox.viewer.scene import Scene

__all__ = ["MAX_SIZE", "NoOpenGL", "Studio", "open_context", "picture"]

MAX_SIZE = 8192
"""Pixels along an edge that every driver allows."""

_WAYS: tuple[dict[str, Any], ...] = (
    {"backend": "egl", "libgl": "libGL.so.1", "libegl": "libEGL.so.1"},
    {"backend": "egl"},
    {},
)
"""How a context is asked for: EGL by the libraries' run-time names, by their developer names, then the system's
own way (Windows, macOS, or an X display)."""


class NoOpenGL(InputError):
    """There is no usable OpenGL here; the message says what to install."""


def open_context() -> moderngl.Context:
    """Return a context that needs no display.

    Raises:
        NoOpenGL: There is none, or it is older than 3.3.
    """
    said = ""
    for way in _WAYS:
        try:
            return moderngl.create_context(standalone=True, require=330, **way)
        except Exception as error:  # every backend raises what it likes
            said = said or " ".join(str(error).split())
    raise NoOpenGL(
        f"there is no OpenGL 3.3 to draw with ({said[:120] or 'no reason given'}); install a driver, on Debian "
        "and Ubuntu without a graphics card: apt-get install libegl1 libgl1 libgl1-mesa-dri"
    )


class Studio:
    """A context, a drawer, and a picture of one size to draw on.

    Args:
        size: Width and height in pixels.
        tier: How much a picture may cost.
        light: Sun and sky.
        context: A context to share; None opens one, which `close` then gives back.

    Raises:
        NoOpenGL: There is no usable OpenGL.
    """

    def __init__(
        self,
        size: tuple[int, int],
        tier: Tier,
        light: Light = DEFAULT_LIGHT,
        context: moderngl.Context | None = None,
    ) -> None:
        self.size = size
        self._owns = context is None
        self.context = context or open_context()
        self.drawer = Drawer(self.context, tier, light)
        samples = min(tier.samples, self.context.max_samples)
        self._plain = self.context.framebuffer(
            [self.context.texture(size, 4)], self.context.depth_renderbuffer(size)
        )
        self._many = None
        if samples > 1:
            self._many = self.context.framebuffer(
                [self.context.renderbuffer(size, 4, samples=samples)],
                self.context.depth_renderbuffer(size, samples=samples),
            )

    def draw(self, scene: Scene, camera: Camera) -> None:
        """Draw without fetching the pixels."""
        self.drawer.draw(scene, camera, self._many or self._plain)
        if self._many is not None:
            self.context.copy_framebuffer(self._plain, self._many)

    def picture(self, scene: Scene, camera: Camera) -> Pixels:
        """Draw, and return the pixels, the top row first."""
        self.draw(scene, camera)
        rows = np.frombuffer(self._plain.read(components=4), dtype=np.uint8)
        return np.ascontiguousarray(rows.reshape(self.size[1], self.size[0], 4)[::-1, :, :3])

    def close(self) -> None:
        """Give back what is on the graphics card."""
        self.drawer.release()
        for target in (self._plain, self._many):
            if target is not None:
                target.release()
        if self._owns:
            self.context.release()


@contextmanager
def studio(size: tuple[int, int], tier: Tier, light: Light = DEFAULT_LIGHT) -> Iterator[Studio]:
    """Open a studio and close it afterwards."""
    opened = Studio(size, tier, light)
    try:
        yield opened
    finally:
        opened.close()


def picture(
    scene: Scene, camera: Camera, size: tuple[int, int], tier: Tier, light: Light = DEFAULT_LIGHT
) -> Pixels:
    """Return one picture, `(height, width, 3) uint8`. Raises `NoOpenGL`."""
    with studio(size, tier, light) as opened:
        return opened.picture(scene, camera)
