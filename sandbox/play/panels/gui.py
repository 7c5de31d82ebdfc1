"""The imgui context of a window: it makes frames, draws them, and hears the keyboard and the mouse."""

from __future__ import annotations

import os
import sys
from typing import Any

import pyglet
from imgui_bundle import imgui, implot

from sandbox.play.panels.layout import scale_for
from sandbox.play.panels.style import load_fonts, use_style
from sandbox.play.window import density_of

__all__ = ["Gui"]


class Gui:
    """A context; with a window it draws and hears, without one it only lays out (for tests).

    Args:
        window: The pyglet window, whose OpenGL context is current; None for none.
        size: Width and height in units of the mouse, without a window.
    """

    def __init__(self, window: Any | None, size: tuple[int, int] = (960, 540)) -> None:  # noqa: ANN401 (pyglet)
        self.window = window
        self._size = size
        self._before = imgui.get_current_context()
        self.context: Any = imgui.create_context()
        self.plots = implot.create_context()
        self._use()
        io = imgui.get_io()
        io.set_ini_filename("")
        io.set_log_filename("")
        io.config_windows_move_from_title_bar_only = True
        self.fonts = load_fonts()
        self.scale = self._wanted_scale
        use_style(self.scale)
        self._renderer: Any = None
        if window is not None:
            self._renderer = _renderer(window)
        else:
            io.backend_flags |= imgui.BackendFlags_.renderer_has_textures

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in units of the mouse."""
        if self.window is None:
            return self._size
        width, height = self.window.get_size()
        return int(width), int(height)

    @property
    def _wanted_scale(self) -> float:
        return scale_for(self.size, 1.0 if self.window is None else density_of(self.window))

    @property
    def wants_mouse(self) -> bool:
        """Whether the mouse is over a panel, or holds something there."""
        self._use()
        return bool(imgui.get_io().want_capture_mouse)

    @property
    def wants_keyboard(self) -> bool:
        """Whether a text is being typed."""
        self._use()
        return bool(imgui.get_io().want_text_input)

    def begin(self, seconds: float) -> None:
        """Begin a frame, so many seconds after the last one."""
        self._use()
        io = imgui.get_io()
        io.delta_time = max(seconds, 1e-4)
        io.display_size = imgui.ImVec2(*self.size)
        if self.window is not None:
            across = self.window.get_framebuffer_size()[0] / max(self.size[0], 1)
            io.display_framebuffer_scale = imgui.ImVec2(across, across)
        scale = self._wanted_scale
        if scale != self.scale:
            self.scale = scale
            use_style(scale)
        imgui.new_frame()

    def end(self) -> None:
        """End the frame and draw it into the framebuffer that is bound."""
        imgui.render()
        if self._renderer is not None:
            self._renderer.render(imgui.get_draw_data())

    def close(self) -> None:
        """Give everything back."""
        if self.context is None:
            return
        self._use()
        if self._renderer is not None:
            assert self.window is not None
            self.window.remove_handlers(**{name: getattr(self._renderer, name) for name in _HEARD})
            self._renderer.shutdown()
        implot.destroy_context(self.plots)
        imgui.destroy_context(self.context)
        if self._before is not None:
            imgui.set_current_context(self._before)
        self.context = None

    def _use(self) -> None:
        imgui.set_current_context(self.context)
        implot.set_current_context(self.plots)


_HEARD = (
    "on_mouse_motion",
    "on_key_press",
    "on_key_release",
    "on_text",
    "on_mouse_drag",
    "on_mouse_press",
    "on_mouse_release",
    "on_mouse_scroll",
    "on_resize",
)


def _renderer(window: Any) -> Any:  # noqa: ANN401 (pyglet's window, imgui's untyped renderer)
    """Return imgui-bundle's drawer for a window; it speaks OpenGL by the way by which pyglet made its context."""
    if sys.platform == "linux":
        os.environ["PYOPENGL_PLATFORM"] = "egl" if pyglet.options.headless else "x11"
    import OpenGL

    OpenGL.ERROR_CHECKING = False  # two calls instead of one for each of OpenGL's, in every frame
    from imgui_bundle.python_backends import pyglet_backend

    untyped: Any = pyglet_backend
    return untyped.create_renderer(window)
