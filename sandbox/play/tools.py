"""What the mouse does to pieces: tools that press, drag and let go. No window.

    tools = tools_for(live, desk, ui)      # once a table
    tools[ui.tool].press(pointer) ...      # True: taken; else the camera has the mouse

A tool never says no without a word: what may not be touched is refused in `ui.say`, with the reason.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np

from sandbox.geometry import Vec3, vec3
from sandbox.play.devices import devices_of
from sandbox.play.live import Live
from sandbox.play.marks import Arrow, Dot, Label, Line, Mark, Ring
from sandbox.play.tools_can import CanTool
from sandbox.play.tools_device import CatapultTool, Rules, SpinnerTool
from sandbox.play.tools_hand import DragTool, spawn, spawnable
from sandbox.play.ui import Hit, Pointer, Ui

__all__ = ["FlickTool", "MeasureTool", "Tool", "spawn", "spawnable", "tools_for"]

FLICK = 5.0
"""m/s of a flick per metre that the mouse is drawn back."""

FLICK_MOST = 2.5
"""m/s of a flick at most."""

NEAR_RIM = 0.012
"""Metres within which the ruler snaps to a corner of the box around a piece."""


class Tool(Protocol):
    """What the mouse does."""

    name: str
    title: str

    @property
    def hint(self) -> str:
        """What a person can do with it now, in a sentence or two."""
        ...

    @property
    def held(self) -> str | None:
        """The body in the hand."""
        ...

    @property
    def lines(self) -> tuple[str, ...]:
        """What is shown beside the mouse."""
        ...

    def press(self, at: Pointer) -> bool:
        """Take the button; False leaves the mouse to the camera."""
        ...

    def move(self, at: Pointer) -> None:
        """Follow the mouse."""
        ...

    def release(self, at: Pointer) -> None:
        """Let go."""
        ...

    def scroll(self, at: Pointer, notches: float) -> bool:
        """Take the wheel; False leaves it to the camera."""
        ...

    def act(self, action: str) -> bool:
        """Do what a key asks for; False when it means nothing to this tool."""
        ...

    def marks(self) -> Sequence[Mark]:
        """Return what is drawn in the scene."""
        ...


def tools_for(live: Live, desk: Rules | None, ui: Ui) -> dict[str, Tool]:
    """Return the tools of a table by name: `drag`, `measure`, `flick`, and one a kind of device that is there.

    Args:
        live: The table.
        desk: The game that is played on it, which says what may be touched; None in a free sandbox.
        ui: What is selected and said.
    """
    kinds = {device.kind for device in devices_of(live)}
    catapult, spinner = CatapultTool(live, desk, ui), SpinnerTool(live, desk, ui)
    can = None if desk is None else desk.can()
    drag = DragTool(live, desk, ui, catapult, spinner)
    tools: dict[str, Tool] = {"drag": drag, "measure": MeasureTool(live), "flick": FlickTool(live, desk, ui)}
    if can is not None:
        tools = {"can": CanTool(can), **tools}
    if "catapult" in kinds:
        tools["catapult"] = catapult
    if "spinner" in kinds:
        tools["spinner"] = spinner
    return tools


def place_under(at: Pointer) -> Vec3 | None:
    """Return what the mouse points at: the piece under it, or the table's top."""
    return at.hit.point if at.hit is not None else at.ray.at_height(0.0)


class MeasureTool:
    """A ruler: distance in mm, height, direction and slope in degrees; on one piece, its own size and tilt."""

    name, title, hint = "measure", "Ruler", "Drag from one point to another; distance, height and slope are shown."
    held: str | None = None

    def __init__(self, live: Live) -> None:
        self._live = live
        self._from: Vec3 | None = None
        self._to: Vec3 | None = None
        self._over: Hit | None = None
        self._drags = False

    @property
    def lines(self) -> tuple[str, ...]:
        """What is measured."""
        if self._from is not None and self._to is not None and math.dist(self._from, self._to) > 5e-4:
            return measured(self._from, self._to)
        return () if self._over is None else self._of_piece(self._over)

    def press(self, at: Pointer) -> bool:
        """Begin to measure."""
        place = place_under(at)
        if at.button != "left" or place is None:
            return False
        self._from = self._to = self._snapped(place, at.hit)
        self._drags = True
        return True

    def move(self, at: Pointer) -> None:
        """Measure to here."""
        self._over = at.hit
        place = place_under(at)
        if self._drags and at.is_down and place is not None:
            self._to = self._snapped(place, at.hit)

    def release(self, at: Pointer) -> None:
        """Leave the ruler where it is."""
        self._drags = False

    def scroll(self, at: Pointer, notches: float) -> bool:
        """Zoom."""
        return False

    def act(self, action: str) -> bool:
        """Take the ruler away with Esc."""
        if action == "cancel" and self._from is not None:
            self._from = self._to = None
            return True
        return False

    def marks(self) -> Sequence[Mark]:
        """Return the ruler."""
        if self._from is None or self._to is None:
            return ()
        a, b = np.asarray(self._from), np.asarray(self._to)
        foot = np.array((b[0], b[1], a[2]))
        middle = vec3((a + b) / 2)
        out: list[Mark] = [Line(np.stack([a, b]), "pick", 2.5), Dot(self._from, "pick"), Dot(self._to, "pick")]
        if abs(b[2] - a[2]) > 1e-3 and math.dist(a[:2], b[:2]) > 1e-3:
            out.append(Line(np.stack([a, foot, b]), "pick", 1.5, 0.6, dashed=6.0))
        if self.lines and math.dist(a, b) > 5e-4:
            out.append(Label(middle, self.lines[0], "pick"))
        return out

    def _snapped(self, point: Vec3, hit: Hit | None) -> Vec3:
        """Return the corner of a piece's box that is very near, else the point."""
        if hit is None or self._live.is_replay or self._live.world.body(hit.name).is_fixed:
            return point
        low, high = self._live.world.bounds([hit.name])[0]
        corner = np.where(np.abs(point - low) < np.abs(point - high), low, high)
        return vec3(corner) if float(np.linalg.norm(corner - point)) < NEAR_RIM / 3 else point

    def _of_piece(self, hit: Hit) -> tuple[str, ...]:
        now = self._live.look()
        if hit.name not in now or hit.name not in self._live.kinds:
            return ()
        component, pose = self._live.kinds[hit.name], now.pose(hit.name)
        if component.is_fixed:
            return (f"height {1000 * hit.point[2]:.1f} mm",)
        size = " x ".join(f"{1000 * edge:.1f}" for edge in component.size)
        up = pose.apply((0.0, 0.0, 1.0))[2] - pose.position[2]
        tilt = math.degrees(math.acos(max(-1.0, min(1.0, up))))
        ahead = np.subtract(pose.apply((1.0, 0.0, 0.0)), pose.position)
        yaw = math.degrees(math.atan2(ahead[1], ahead[0]))
        return (f"{size} mm", f"tilt {tilt:.1f}°, yaw {yaw:.1f}°", f"height {1000 * hit.point[2]:.1f} mm")


def measured(a: Vec3, b: Vec3) -> tuple[str, ...]:
    """Return what a ruler from one point to another says: mm and degrees."""
    dx, dy, dz = (1000 * (q - p) for p, q in zip(a, b, strict=True))
    flat = math.hypot(dx, dy)
    out = [f"{math.hypot(flat, dz):.1f} mm"]
    if abs(dz) >= 0.05:
        out.append(f"across {flat:.1f} mm, up {dz:.1f} mm, slope {math.degrees(math.atan2(dz, flat)):.1f}°")
    if flat >= 0.05:
        out.append(f"x {dx:.1f} mm, y {dy:.1f} mm, direction {math.degrees(math.atan2(dy, dx)):.1f}°")
    return tuple(out)


class FlickTool:
    """A finger that flicks: press on a piece, draw back like a sling, let go."""

    name, title = "flick", "Flick"
    hint = "Press on a piece, draw the mouse back and let go; the further back, the harder the flick."

    def __init__(self, live: Live, desk: Rules | None, ui: Ui) -> None:
        self._live, self._desk, self._ui = live, desk, ui
        self._at: Hit | None = None
        self._back: Vec3 | None = None

    @property
    def held(self) -> str | None:
        """The piece that is about to be flicked."""
        return None if self._at is None else self._at.name

    @property
    def lines(self) -> tuple[str, ...]:
        """How hard."""
        velocity = self._velocity()
        return () if velocity is None else (f"flick at {float(np.linalg.norm(velocity)):.2f} m/s",)

    def press(self, at: Pointer) -> bool:
        """Lay the finger on a piece."""
        if at.button != "left" or at.hit is None or self._live.is_replay:
            return False
        world = self._live.world
        if world.body(at.hit.name).is_fixed:
            return False
        if self._desk is not None and (why := self._desk.why_not(at.hit.name, "flick")):
            self._ui.say(why, bad=True)
            return True
        self._at, self._back = at.hit, at.hit.point
        return True

    def move(self, at: Pointer) -> None:
        """Draw back."""
        if self._at is not None and at.is_down:
            self._back = at.ray.at_height(self._at.point[2]) or self._back

    def release(self, at: Pointer) -> None:
        """Flick."""
        velocity, hit = self._velocity(), self._at
        self._at = self._back = None
        if velocity is None or hit is None or hit.name not in self._live.world.names:
            return
        if self._desk is None:
            self._live.keep(f"flick {hit.name}")
        world = self._live.world
        mass = world.body(hit.name).component.mass
        world.push(hit.name, vec3(mass * velocity / world.profile.dt), hit.point)

    def scroll(self, at: Pointer, notches: float) -> bool:
        """Zoom."""
        return False

    def act(self, action: str) -> bool:
        """Take the finger away with Esc."""
        if action == "cancel" and self._at is not None:
            self._at = self._back = None
            return True
        return False

    def marks(self) -> Sequence[Mark]:
        """Return the sling."""
        velocity = self._velocity()
        if self._at is None or velocity is None or self._back is None:
            return ()
        end = np.asarray(self._at.point) + velocity * 0.08
        back = Line(np.stack([np.asarray(self._back), np.asarray(self._at.point)]), "ink", 1.5, 0.6, dashed=6.0)
        return (back, Arrow(self._at.point, vec3(end), "pick"), Ring(self._at.point, 6e-3, "pick"))

    def _velocity(self) -> np.ndarray | None:
        if self._at is None or self._back is None:
            return None
        way = np.subtract(self._at.point, self._back)
        way[2] = 0.0
        length = float(np.linalg.norm(way))
        if length < 3e-3:
            return None
        return np.asarray(way / length * min(FLICK_MOST, FLICK * length))
