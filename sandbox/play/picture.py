"""The picture inside the window: drawn when something changed, shown in every frame. Speaks moderngl."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import moderngl
import numpy as np

from sandbox.geometry import Floats
from sandbox.play.live import Live
from sandbox.play.marks import Mark
from sandbox.play.overlay import Overlay, gather
from sandbox.record import Snapshot
from sandbox.viewer.camera import Camera
from sandbox.viewer.draw import Drawer
from sandbox.viewer.png import Pixels
from sandbox.viewer.quality import TIERS, Tier, affordable
from sandbox.viewer.scene import Cast, Scene

__all__ = ["Picture"]

BUDGET = 1 / 40
"""Seconds that a frame may take when the tier is chosen."""

GLOW = 18
"""Column of an instance that makes it glow."""

AROUND = 0.3
"""Part of a bare table's view that is shown at least."""

_BARE = np.array([(x, y, z) for x in (-0.3, 0.3) for y in (-0.25, 0.25) for z in (0.0, 0.12)])
"""What is looked at on a table without pieces, metres."""


class Picture:
    """Draws a live table into memory of its own, and copies it to the screen.

    Args:
        context: Of the window.
        size: Pixels.
        tier: None measures which tier is affordable, when the first scene is there.

    Attributes:
        drawn: Pictures drawn so far; a frame in which nothing changed draws none.
    """

    def __init__(self, context: moderngl.Context, size: tuple[int, int], tier: Tier | None = None) -> None:
        self.context, self.size = context, size
        self.tier = tier or TIERS["low"]
        self._is_chosen = tier is not None
        self._drawer = Drawer(context, self.tier)
        self._overlay = Overlay(context)
        self._cast: Cast | None = None
        self._live: Live | None = None
        self._version = 0
        self._last: object = None
        self.scene: Scene | None = None
        self.drawn = 0
        self._make_targets()

    # --- what there is

    def use(self, live: Live) -> bool:
        """Compile who is in the picture when that changed; return whether it did."""
        if live is self._live and live.version == self._version:
            return False
        self._cast = Cast(live.kinds, live.materials, live.prints)
        self._live, self._version, self._last = live, live.version, None
        return True

    def set_tier(self, tier: Tier) -> None:
        """Draw with another quality from now on."""
        if tier != self.tier:
            self._drawer.release()
            self.tier = tier
            self._drawer = Drawer(self.context, tier)
            self._make_targets()
        self._is_chosen = True

    def resize(self, size: tuple[int, int]) -> None:
        """Draw at another size from now on, pixels."""
        if size != self.size and min(size) > 0:
            self.size = size
            self._make_targets()

    def points(self, snapshot: Snapshot, names: Sequence[str] = ()) -> Floats:
        """Return corners of the boxes around pieces, `(n, 3) float` metres; around all that are on the table."""
        assert self._cast is not None, "use a table first"
        scene = self._cast.scene(snapshot)
        if names:
            return scene.points(*names)
        points = scene.points()
        points = points[points[:, 2] > -0.02]
        if not len(points):
            return _BARE
        # A single piece is shown with some table around it.
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        return np.concatenate([points, middle + (_BARE - (0, 0, 0.06)) * AROUND])

    # --- drawing

    def draw(
        self,
        snapshot: Snapshot,
        camera: Camera,
        marks: Sequence[Mark] = (),
        *,
        outlined: Mapping[str, str] | None = None,
        glowing: str | None = None,
        scale: float = 1.0,
    ) -> bool:
        """Draw an instant, if it looks otherwise than the last one; return whether it was drawn.

        Args:
            snapshot: Where everything is.
            camera: The eye.
            marks: Lines over it.
            outlined: Bodies with a line around, each with a name of `overlay.OUTLINES`.
            glowing: The body under the mouse.
            scale: Pixels per unit of the mouse.
        """
        assert self._cast is not None, "use a table first"
        lines, dots = rows = gather(marks, scale)
        key = (
            snapshot.poses.tobytes(),
            snapshot.names,
            tuple(snapshot.joints.values()),
            camera,
            [each.tobytes() for each in (*lines, dots)],
            dict(outlined or {}),
            glowing,
        )
        if key == self._last:
            return False
        self._last = key
        scene = self.scene = self._cast.scene(snapshot)
        if not self._is_chosen:
            self._choose(scene, camera)
        if glowing is not None:
            for item in scene.items:
                for row, body in enumerate(item.bodies):
                    if body == glowing and not item.is_ground:
                        item.instances[row, GLOW] = 0.16
        target = self._many or self._plain
        self._drawer.draw(scene, camera, target)
        if outlined:
            self._overlay.outline(scene, outlined, camera, target, scale)
        self._overlay.draw(rows, camera, target)
        if self._many is not None:
            self.context.copy_framebuffer(self._plain, self._many)
        self.drawn += 1
        return True

    def show(self, screen: moderngl.Framebuffer) -> None:
        """Copy the picture to the screen, and leave the screen bound for whoever draws next."""
        self.context.copy_framebuffer(screen, self._shown)
        screen.use()
        screen.viewport = (0, 0, *self.size)

    def pixels(self) -> Pixels:
        """Return the picture without panels, `(height, width, 3) uint8`, the top row first."""
        return read(self._plain, self.size)

    def _choose(self, scene: Scene, camera: Camera) -> None:
        """Take the best tier that this machine draws quickly enough."""

        def seconds(tier: Tier) -> float:
            self.set_tier(tier)
            best = float("inf")
            for _ in range(3):  # the first builds the shaders
                started = time.perf_counter()
                self._drawer.draw(scene, camera, self._many or self._plain)
                self.context.finish()
                best = min(best, time.perf_counter() - started)
            return best

        self.set_tier(affordable(seconds, BUDGET))

    # --- memory

    def _make_targets(self) -> None:
        self._free_targets()
        self._last = None
        context, size = self.context, self.size
        samples = min(self.tier.samples, context.max_samples)
        texture = context.texture(size, 4)
        self._plain = context.framebuffer([texture], context.depth_renderbuffer(size))
        # A copy takes depth along, which fails where the window's depth has another format; this one has none.
        self._shown = context.framebuffer([texture])
        self._many: moderngl.Framebuffer | None = None
        if samples > 1:
            self._many = context.framebuffer(
                [context.renderbuffer(size, 4, samples=samples)], context.depth_renderbuffer(size, samples=samples)
            )

    def _free_targets(self) -> None:
        if getattr(self, "_shown", None) is not None:
            self._shown.release()
        for target in (getattr(self, "_plain", None), getattr(self, "_many", None)):
            if target is not None:
                for attachment in (*target.color_attachments, target.depth_attachment):
                    attachment.release()
                target.release()

    def release(self) -> None:
        """Give everything back."""
        self._drawer.release()
        self._overlay.release()
        self._free_targets()


def read(target: moderngl.Framebuffer, size: tuple[int, int]) -> Pixels:
    """Return what a framebuffer holds, `(height, width, 3) uint8`, the top row first.

    All four channels are fetched: three would be repacked pixel by pixel.
    """
    rows = np.frombuffer(target.read(viewport=(0, 0, *size), components=4), dtype=np.uint8)
    return np.ascontiguousarray(rows.reshape(size[1], size[0], 4)[::-1, :, :3])
