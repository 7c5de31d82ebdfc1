"""A person's hands and eyes for tests: rays, pointers, carrying, waiting."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from sandbox.geometry import Vec3
from sandbox.play.desk import Desk
from sandbox.play.grab import Grab
from sandbox.play.live import Live
from sandbox.play.tools import Tool
from sandbox.play.ui import Pointer
from sandbox.viewer.camera import Camera, Ray

FRAME = 1 / 60


def ray_to(point: Vec3, eye: Vec3) -> Ray:
    """Return the ray from an eye to a point."""
    way = np.subtract(point, eye)
    x, y, z = way / np.linalg.norm(way)
    return Ray(eye, (float(x), float(y), float(z)))


def pointer(
    live: Live, point: Vec3, *, eye: Vec3 | None = None, is_down: bool = True, mods: frozenset[str] = frozenset()
) -> Pointer:
    """Return the mouse over a point, seen from the front and above; what is held is looked through."""
    ray = ray_to(point, eye or (point[0], point[1] - 0.5, point[2] + 0.4))
    return Pointer(
        0.0, 0.0, ray, live.pick(ray, frozenset(live.held)), Camera(), (640, 480), is_down, "left", mods
    )


def frames(live: Live, count: int, until: Callable[[], bool] = lambda: False) -> int:
    """Let frames pass until something holds; return how many."""
    for number in range(count):
        if until():
            return number
        live.advance(FRAME, budget=99.0)
    return count


def play(desk: Desk, seconds: float, until: Callable[[], bool]) -> None:
    """Let a game go on until something holds; fail when it does not."""
    for _ in range(round(seconds * 30)):
        if until():
            return
        desk.live.advance(1 / 30, budget=99.0)
        desk.advance(1 / 30)
    assert until(), f"{desk.hint} {desk.busy} {desk.log[-2:]}"


def carry(grab: Grab, live: Live, name: str, x: float, y: float) -> None:
    """Carry a piece until its centre of mass is above a place, and set it down."""
    component = live.kinds[name]
    assert grab.take(name, live.world.pose(name).apply(component.frame.position))
    grab.aim_at((x, y))

    def is_there() -> bool:
        at = live.world.pose(name).apply(component.frame.position)
        return math.dist(at[:2], (x, y)) < 1e-3

    frames(live, 200, is_there)
    grab.let_go(throws=False)
    frames(live, 200, lambda: grab.held is None)
    assert grab.held is None


def click(tool: Tool, live: Live, point: Vec3, **others: object) -> bool:
    """Press and let go at a point."""
    taken = tool.press(pointer(live, point, **others))  # type: ignore[arg-type]
    tool.release(pointer(live, point, is_down=False))
    return taken
