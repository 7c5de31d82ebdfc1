"""A pyglet window with an OpenGL 3.3 context, or one clear sentence about what is missing. Speaks pyglet."""

from __future__ import annotations

import os
import sys
from typing import Any

import moderngl

from sandbox.errors import InputError

__all__ = ["GROUND", "NoWindow", "context_of", "density_of", "greet", "open_window"]

LEAST = (480, 300)
"""Units of the mouse below which the panels have no room."""

LEAST_VERSION = 330

GROUND = (0.09, 0.08, 0.08)
"""Red, green and blue behind everything, 0 to 1."""

_DISPLAY = (
    "run it on a desktop, or under a virtual one: apt-get install xvfb, then "
    "xvfb-run -s '-screen 0 1280x800x24' sandbox play"
)

_DRIVER = (
    "on Debian and Ubuntu: apt-get install libgl1 libegl1 libgl1-mesa-dri; elsewhere your graphics card's driver"
)


class NoWindow(InputError):
    """There is no display or no usable OpenGL here; the message says what to install."""


def open_window(size: tuple[int, int], title: str = "sandbox-referee", *, is_headless: bool = False) -> Any:  # noqa: ANN401 (pyglet's window class exists only once its display does)
    """Open a window.

    Args:
        size: Width and height in ordinary pixels.
        title: In its frame.
        is_headless: True draws into memory through EGL, for tests; events are dispatched to it by hand.

    Raises:
        NoWindow: No display, no OpenGL, or a driver that is too old.
    """
    import pyglet

    if is_headless:
        pyglet.options.headless = True
    elif sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise NoWindow(f"there is no display to open a window on (DISPLAY is not set); {_DISPLAY}")
    pyglet.options.shadow_window = False
    pyglet.options.debug_gl = False  # it asks for errors after every call, and finds what others left
    try:
        import pyglet.gl
        import pyglet.window
    except Exception as error:  # pyglet raises what each system's library loader does
        raise _no_opengl(error) from None
    wanted = {"red_size": 8, "green_size": 8, "blue_size": 8, "alpha_size": 8, "depth_size": 24}
    config = _config(pyglet.gl, wanted, is_headless)
    try:
        window = pyglet.window.Window(
            *size, caption=title, resizable=not is_headless, config=config, vsync=not is_headless
        )
    except Exception as error:
        name = type(error).__name__
        if "Display" in name:
            raise NoWindow(f"the display {os.environ.get('DISPLAY', '')} does not answer; {_DISPLAY}") from None
        raise _no_opengl(error) from None
    if not is_headless:
        window.set_minimum_size(*LEAST)
        if (density := density_of(window)) > 1:  # as large to the eye as on an ordinary screen, if it has room
            room = 0.95 * window.screen.width, 0.9 * window.screen.height
            window.set_size(*(int(min(side * density, most)) for side, most in zip(size, room, strict=True)))
    return window


def greet(window: Any, text: str) -> None:  # noqa: ANN401 (pyglet is not typed)
    """Show one line in the middle of a dark window, until there is more to see."""
    import pyglet

    window.switch_to()
    pyglet.gl.glClearColor(*GROUND, 1.0)
    window.clear()
    width, height = window.get_size()
    ink = (225, 214, 196, 255)
    size = round(14 * density_of(window))
    label = pyglet.text.Label(
        text, font_size=size, x=width // 2, y=height // 2, anchor_x="center", anchor_y="center", color=ink
    )
    label.draw()
    window.flip()
    window.dispatch_events()


def density_of(window: Any) -> float:  # noqa: ANN401 (pyglet is not typed)
    """Return how many units of the mouse an ordinary pixel has on a high-DPI screen; 1 on others.

    Where units are larger than pixels (macOS) the system does it all; elsewhere a unit is a pixel, however small.
    """
    if window.get_framebuffer_size()[0] > window.get_size()[0]:
        return 1.0
    return min(max(float(getattr(window, "scale", 1.0)), 1.0), 4.0)


def _config(gl: Any, wanted: dict[str, int], is_headless: bool) -> Any:  # noqa: ANN401 (pyglet's own)
    """Return what the context shall be: 3.3 or newer, and double buffered on a screen."""
    return (
        gl.Config(**wanted)
        if is_headless
        else gl.Config(**wanted, double_buffer=True, major_version=3, minor_version=3)
    )


def _no_opengl(error: Exception) -> NoWindow:
    said = " ".join(str(error).split())[:120] or type(error).__name__
    return NoWindow(f"there is no OpenGL 3.3 to draw a window with ({said}); install a driver, {_DRIVER}")


def context_of(window: Any) -> moderngl.Context:  # noqa: ANN401 (pyglet is not typed)
    """Return moderngl's context on a window's own.

    Raises:
        NoWindow: It is older than OpenGL 3.3.
    """
    window.switch_to()
    try:
        moderngl.init_context()  # `create_context` would look for an X window only, in a process's second window
        context = moderngl.get_context()
    except Exception as error:  # moderngl raises what its backend does
        raise _no_opengl(error) from None
    if context.version_code < LEAST_VERSION:
        has = f"{context.version_code // 100}.{context.version_code // 10 % 10}"
        raise NoWindow(
            f"the graphics driver is too old: it has OpenGL {has}, 3.3 is needed; install a newer one, {_DRIVER}"
        )
    return context
