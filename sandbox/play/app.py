"""The program: one window, one table, one loop. Speaks pyglet and moderngl through its parts.

A frame is: carry out what was asked, let time pass (fixed steps, with the rest interpolated), draw the picture if
something changed, draw the panels over it. All in one thread: the engine holds Python's lock anyway.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

import moderngl
import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.components.spec import Concave
from sandbox.errors import SandboxError
from sandbox.play import files
from sandbox.play.actions import Actions
from sandbox.play.events import Events
from sandbox.play.keys import Keys
from sandbox.play.live import Live
from sandbox.play.overlay import labels
from sandbox.play.panels.layout import places
from sandbox.play.panels.panels import Panels
from sandbox.play.picture import Picture, read
from sandbox.play.record import Recorder, shot
from sandbox.play.room import Room
from sandbox.play.sound import Sound
from sandbox.play.tooltip import tooltip
from sandbox.play.ui import Hit
from sandbox.play.window import GROUND, context_of, density_of
from sandbox.viewer.camera import Ray
from sandbox.viewer.png import Pixels
from sandbox.viewer.quality import tier

__all__ = ["App"]

T = TypeVar("T")

LONGEST = 0.25
"""Seconds that a frame passes on at most; a window that was moved or asleep does not make up for it."""

FILM_FPS = 30

ABOVE = 33.0
"""Degrees above the table from which one sees what hands build."""

OVER = 52.0
"""Degrees above a garden from which one sees over its walls, and cards from which one reads them."""

FLAT = 0.06
"""Metres up to which what lies on a game's table is flat, such as cards, and is looked at from above."""

SIGHTS = 0.02
"""Part of the picture that is left free on each side of what is to be seen at first."""

HEADROOM = 0.07
"""Metres above the pieces that are kept in the picture while hands build."""

SMALL = 0.3
"""Part of the picture below which what is worked on is brought nearer."""

DOZE_AFTER, DOZE_FPS = 0.5, 15
"""Seconds without anything new after which fewer frames are drawn, and how many: a still table costs little."""


class App(Room):
    """The program.

    Args:
        window: From `open_window`.
        keys: Which key does what.
        catalogue: Where pieces come from.
        quality: Name of a tier; measured when None.
        is_silent: No sound at all, for tests.
        in_background: Whether bots think beside the picture; tests do without.
    """

    def __init__(
        self,
        window: Any,  # noqa: ANN401 (pyglet's window class exists only once its display does)
        *,
        keys: Keys | None = None,
        catalogue: Catalogue | None = None,
        quality: str | None = None,
        is_silent: bool = False,
        in_background: bool = True,
    ) -> None:
        super().__init__(keys, catalogue, in_background=in_background)
        self.window = window
        self.context: moderngl.Context = context_of(window)
        self.screen = self.context.detect_framebuffer(0)
        chosen = None if quality is None else tier(quality)
        self.picture = Picture(self.context, window.get_framebuffer_size(), chosen)
        self.panels = Panels(window, self.ui)
        self.sound = None if is_silent else Sound(self.ui)
        self.recorder = Recorder()
        self.is_over = False
        self.actions = Actions(self)
        self.events = Events(self)
        self._last_frame = time.perf_counter()
        self._wants_shot = False
        self._last_new = (0.0, 0, 0)
        # Pushed after the panels': the last handlers are asked first, and panels hear everything as well.
        window.push_handlers(self.events)
        window.push_handlers(on_resize=self._resized, on_close=self.quit)
        self.to_menu()

    # --- one frame

    def frame(self, seconds: float) -> None:
        """Let `seconds` of wall time pass and draw what there is then."""
        started = time.perf_counter()
        ui = self.ui
        self.events.hold(seconds)
        self.carry_out()
        self.orbit.advance(seconds)
        self.advance(min(seconds, LONGEST))
        self._hover()
        self._draw()
        ui.forget()
        self.panels.draw(ui, self.live, self.desk, seconds)
        self._keep_pixels(seconds)
        self.carry_out()
        ui.frame_ms += 0.1 * (1000 * (time.perf_counter() - started) - ui.frame_ms)

    def carry_out(self) -> None:
        """Do what was asked for since the last time."""
        while (asked := self.ui.next()) is not None:
            self.actions.carry_out(asked)

    def advance(self, seconds: float) -> None:
        """Let time pass on the table, at the desk and in the ear, without drawing."""
        if self.live is None:
            return
        self.guard(self.live.advance, seconds)
        if self.desk is not None:
            self.guard(self.desk.advance, seconds)
            self.follow()
            if self.ui.screen in ("table", "handover"):  # an act that is taken back can end a handover, too
                self.ui.screen = "handover" if self.desk.needs_handover else "table"
        if self.sound is not None and self.ui.screen == "table":
            self.sound.advance(self.live, seconds)

    def _hover(self) -> None:
        ui = self.ui
        ui.held = self.tool.held if self.tool is not None else None
        ui.hint = self.tool.hint if self.tool is not None and ui.screen == "table" else ""
        if not (self.live and self.events.is_over_table and ui.screen == "table"):
            ui.hovered, ui.tooltip = None, ()
            return
        pointer = self.events.pointer()
        if self.has_pointed and not pointer.is_down and self.tool is not None:
            self.guard(self.tool.move, pointer)
        self.has_pointed = False
        hit = pointer.hit
        is_piece = hit is not None and not self._is_ground(hit.name)
        ui.hovered = hit.name if hit is not None and is_piece and ui.held is None else None
        lines = self.tool.lines if self.tool is not None else ()
        own = tooltip(self.live, ui.hovered, self.desk) if ui.hovered and not pointer.is_down else ()
        ui.tooltip = (*lines, *own)

    def _draw(self) -> None:
        ui, live = self.ui, self.live
        self.screen.use()
        if live is None or ui.screen == "handover":
            self.screen.clear(*GROUND)
            return
        self.picture.use(live)
        camera = self.orbit.camera
        marks = self.shows.marks(live, self.desk, self.tool, ui) if ui.screen == "table" else []
        outlined = {name: "select" for name in ui.selected if name in live.kinds}
        if ui.hovered and ui.hovered not in outlined:
            outlined[ui.hovered] = "hover"
        ui.labels = labels(marks, camera, self.window.get_size())
        self.picture.draw(
            live.look(), camera, marks, outlined=outlined, glowing=ui.hovered or ui.held, scale=self._scale
        )
        ui.tier = self.picture.tier.name
        self.picture.show(self.screen)

    def _keep_pixels(self, seconds: float) -> None:
        """Take what was asked for from the frame that is complete now: a picture, a film."""
        if self._wants_shot:
            self._wants_shot = False
            written = self.guard(shot, files.pictures_folder(), self.pixels())
            if written is not None:
                self.ui.say(f"picture: {written.name}")
        if count := self.recorder.wants(seconds):
            self.recorder.frame(self.pixels(), count)

    # --- hands and eye

    def change_physics(self, changes: Any) -> None:  # noqa: ANN401 (the panel's own type)
        """Give the table other numbers; everything stays where it is."""
        assert self.live is not None
        if self.live.is_performing:
            self.perform(changes=changes)
            self.ui.say("the scenario begins again with the changed physics")
        elif self.desk is not None:
            self.ui.say(self.desk.change_physics(changes))
        else:
            self.live.change(changes)
        self.panels.changes = self.live.changes

    def look_at(self, live: Live, *, keeps_eye: bool) -> None:
        """Turn the eye to a table that was put up, and name the window after it."""
        if not keeps_eye:
            self.orbit.stop()
            if self.desk is not None and self._is_flat():
                self.orbit.camera = replace(self.orbit.camera, azimuth_deg=-90.0)
            self.focus(
                live.sights, margin=SIGHTS if live.sights else None, at_once=True, lowest_deg=self._lowest([])
            )
        elif not self._sees(hands := self.at_hand() or list(live.sights)):
            self.focus(hands, margin=0.12, lowest_deg=self._lowest(hands))
        self.window.set_caption(f"{live.title} - sandbox-referee" if live.title else "sandbox-referee")

    def pick(self, ray: Ray) -> Hit | None:
        """Return the body that a ray meets; what is held is looked through."""
        if self.live is None:
            return None
        return self.live.pick(ray, frozenset({self.ui.held}) if self.ui.held else frozenset())

    def _lowest(self, hands: Sequence[str]) -> float:
        """Return how high the eye has to be, degrees: over walls around a hollow, above what hands build."""
        fixed = [] if self.live is None else [kind for kind in self.live.kinds.values() if kind.is_fixed]
        is_hollow = any(isinstance(part.shape, Concave) for kind in fixed for part in kind.parts)
        if is_hollow or (self.desk is not None and self._is_flat()):
            return OVER
        return ABOVE if hands else 0.0

    def _is_flat(self) -> bool:
        """Whether everything on the table lies flat, such as cards."""
        assert self.live is not None
        self.picture.use(self.live)
        shown = self.live.look()
        pieces = [name for name, kind in self.live.kinds.items() if not kind.is_fixed and name in shown]
        points = self.picture.points(shown, pieces)
        if not (pieces and len(points)):
            return False
        return bool(points[:, 2].max() < FLAT)

    def focus(
        self,
        names: Sequence[str] | None = None,
        *,
        margin: float | None = None,
        lowest_deg: float = 0.0,
        at_once: bool = False,
    ) -> None:
        """Fill the picture with pieces: those named, the chosen ones, the one under the mouse, or all."""
        if self.live is None:
            return
        ui = self.ui
        wanted = list(ui.selected or ([ui.hovered] if ui.hovered else [])) if names is None else list(names)
        self.picture.use(self.live)
        points = self.picture.points(self.live.look(), wanted)
        if lowest_deg == ABOVE:  # hands build upwards
            points = np.concatenate([points, points + np.array((0.0, 0.0, HEADROOM))])
        size = self.window.get_size()
        around = margin or (0.3 if wanted else 0.1)
        free = self._free_part()
        self.orbit.frame(points, size, free=free, margin=around, lowest_deg=lowest_deg, at_once=at_once)

    def _sees(self, names: Sequence[str]) -> bool:
        """Whether pieces, or all, are where no panel covers them, and not tiny."""
        assert self.live is not None
        self.picture.use(self.live)
        points = self.picture.points(self.live.look(), names)
        seen = self.orbit.camera.project(points, self.window.get_size())
        left, bottom, right, top = self._free_part()
        low, high = seen[:, :2].min(axis=0), seen[:, :2].max(axis=0)
        is_inside = bool(low[0] >= left and low[1] >= bottom and high[0] <= right and high[1] <= top)
        large = max((high[0] - low[0]) / max(right - left, 1), (high[1] - low[1]) / max(top - bottom, 1))
        return is_inside and bool((seen[:, 2] > 0).all()) and large > SMALL

    def _free_part(self) -> tuple[float, float, float, float]:
        """Return left, bottom, right and top of what no panel covers."""
        width, height = self.window.get_size()
        place = places((width, height), self.panels.gui.scale)
        is_open = self.ui.open
        is_judged = self.desk is not None or (self.live is not None and self.live.performance is not None)
        has_right = (is_judged and "referee" in is_open) or (self.desk is None and "spawn" in is_open)
        left = place.left.right if "physics" in is_open else place.tools.right
        bottom = height - place.time.y if "time" in is_open else 0.0
        return left, bottom, place.right.x if has_right else float(width), float(height)

    def guard(self, call: Callable[..., T], *arguments: Any) -> T | None:  # noqa: ANN401
        """Call something of the table; what goes wrong there is said, and time stands still."""
        try:
            return call(*arguments)
        except SandboxError as error:
            self.ui.say(str(error), bad=True)
            if self.live is not None:
                self.live.paused = True
            return None

    def _is_ground(self, name: str) -> bool:
        kind = self.live.kinds.get(name) if self.live is not None else None
        return kind is None or (kind.is_fixed and max(kind.size) > 0.3)

    # --- files and the window

    def pixels(self) -> Pixels:
        """Return what the window shows, panels and all."""
        pixels = read(self.screen, self.window.get_framebuffer_size())
        _ = self.context.error  # a window has no attachment to choose for reading; OpenGL notes that we tried
        return pixels

    def screenshot(self) -> None:
        """Write what the window shows into a file, when the frame is complete."""
        self._wants_shot = True

    def record(self) -> None:
        """Begin a film, or end it."""
        if self.recorder.is_on:
            self.ui.say(self.recorder.stop())
        else:
            path = files.pictures_folder() / time.strftime("film-%Y-%m-%d-%H%M%S.mp4")
            self.recorder.start(path, self.window.get_framebuffer_size(), FILM_FPS)
            self.ui.say("recording; the same key ends it")
        self.ui.is_recording = self.recorder.is_on

    def full_screen(self) -> None:
        """Fill the screen, or go back."""
        self.window.set_fullscreen(not self.window.fullscreen)

    def _resized(self, width: int, height: int) -> None:
        self.window.switch_to()
        self.screen = self.context.detect_framebuffer(0)
        size = self.window.get_framebuffer_size()
        self.screen.viewport = (0, 0, *size)
        self.picture.resize(size)
        self.ui.scale = self._scale

    @property
    def _scale(self) -> float:
        across = self.window.get_framebuffer_size()[0] / max(self.window.get_size()[0], 1)
        return float(across) * density_of(self.window)

    def quit(self) -> bool:
        """End the program after this frame."""
        self.is_over = True
        return True

    def close(self) -> None:
        """Save the game and give everything back."""
        self._end_game()
        if self.recorder.is_on:
            self.recorder.stop()
        if self.sound is not None:
            self.sound.close()
        self.panels.close()
        self.picture.release()
        self.window.close()

    def tick(self) -> None:
        """Draw one frame of the real window, now; when nothing is new, only every few times."""
        now = time.perf_counter()
        seconds = now - self._last_frame
        new = (self.picture.drawn, self.events.heard)
        if new != self._last_new[1:]:
            self._last_new = (now, *new)
        is_dozing = now - self._last_new[0] > DOZE_AFTER and not self.recorder.is_on
        if is_dozing and seconds < 1 / DOZE_FPS:
            return
        self._last_frame = now
        self.window.switch_to()
        self.frame(seconds)
        self.window.flip()
