"""The drawer: a scene, a camera and a light become pixels on any OpenGL 3.3 context. Speaks moderngl.

A frame has three parts: depth maps from the sun and from parts of the sky, then every item once, lit, then the
room behind. Everything is instanced: one draw call for each mesh of one material.
"""

from __future__ import annotations

from collections.abc import Sequence

import moderngl
import numpy as np

from sandbox.components.spec import Concave
from sandbox.geometry import Floats, Vec3
from sandbox.viewer import textures
from sandbox.viewer.atlas import LAYER, draw_face
from sandbox.viewer.buffers import BLOCKS, UNITS, Batch, Buffers
from sandbox.viewer.camera import Camera
from sandbox.viewer.faces import Face
from sandbox.viewer.light import (
    BEHIND,
    DEFAULT_LIGHT,
    Light,
    box_rows,
    light_box,
    sky_directions,
    sky_tiles,
)
from sandbox.viewer.meshes import make
from sandbox.viewer.quality import Tier
from sandbox.viewer.scene import Item, Scene

__all__ = ["Drawer", "is_software"]

_GLASS_STEPS = 18
"""Places along the way through a marble at which its ribbons are looked for."""

_FRAME_FLOATS = 2 * 16 + 12 * 4


def is_software(context: moderngl.Context) -> bool:
    """Tell whether a context draws on the processor instead of on a graphics card."""
    name = context.info["GL_RENDERER"].lower()
    return any(word in name for word in ("llvmpipe", "softpipe", "software", "swiftshader", "swr"))


class Drawer:
    """Draws scenes on one context.

    Args:
        context: OpenGL 3.3 or newer.
        tier: How much a frame may cost.
        light: Sun and sky.
    """

    def __init__(self, context: moderngl.Context, tier: Tier, light: Light = DEFAULT_LIGHT) -> None:
        self.context = context
        self.tier = tier
        self.light = light
        self.draw_calls = 0
        """Of the last frame."""
        # Mesa's software renderer walks every texel under a pixel, which takes minutes near the horizon.
        self._anisotropy = 1.0 if is_software(context) else min(tier.anisotropy, context.max_anisotropy)
        self._columns, self._rows = sky_tiles(tier.sky_count)
        self._buffers = Buffers(
            context,
            {
                "SHADOW_SIZE": float(tier.shadow_size),
                "SUN_TAPS": tier.sun_taps,
                "BLOCKER_TAPS": tier.blocker_taps,
                "SKY_COUNT": tier.sky_count,
                "SKY_SIZE": float(max(tier.sky_size, 1)),
                "SKY_COLUMNS": float(self._columns),
                "SKY_ROWS": float(self._rows),
                "REFLECTIONS": int(tier.reflections),
            },
            tier.detail,
        )
        self._backdrop = context.vertex_array(self._buffers.backdrop, [])
        self._frame = context.buffer(reserve=4 * _FRAME_FLOATS, dynamic=True)
        self._sky = context.buffer(reserve=max(16, 64 * tier.sky_count), dynamic=True)
        self._noise = context.texture((textures.SIZE, textures.SIZE), 4, textures.noise().tobytes(), dtype="f2")
        self._filter(self._noise)
        self._faces: tuple[Face, ...] | None = None
        self._prints: moderngl.TextureArray | None = None
        smooth, sharp = (moderngl.LINEAR, moderngl.LINEAR), (moderngl.NEAREST, moderngl.NEAREST)
        self._compare = context.sampler(repeat_x=False, repeat_y=False, filter=smooth, compare_func="<=")
        self._raw = context.sampler(repeat_x=False, repeat_y=False, filter=sharp)
        self._sun_map = context.depth_texture((tier.shadow_size, tier.shadow_size))
        self._sun_target = context.framebuffer(depth_attachment=self._sun_map)
        edge = max(tier.sky_size, 1)
        self._sky_map = context.depth_texture((self._columns * edge, self._rows * edge))
        self._sky_target = context.framebuffer(depth_attachment=self._sky_map)

    def draw(self, scene: Scene, camera: Camera, target: moderngl.Framebuffer) -> None:
        """Draw a scene over everything in a framebuffer."""
        context = self.context
        self.draw_calls = 0
        self._use_faces(scene.faces)
        # What everything stands on comes last: it is hidden where the pieces are.
        items = sorted(scene.items, key=lambda item: item.is_ground)
        batches = [(self._buffers.batch(item), item) for item in items]
        middle, radius = light_box(scene.middles, camera.target, camera.distance)
        context.enable_only(moderngl.DEPTH_TEST)
        self._cast_shadows(batches, middle, radius)
        self._frame.write(self._frame_values(scene, camera, middle, radius, target.size))
        self._frame.bind_to_uniform_block(BLOCKS["Frame"])
        self._sky.bind_to_uniform_block(BLOCKS["Sky"])
        self._bind_textures()
        target.use()
        target.viewport = (0, 0, *target.size)
        target.clear(depth=1.0)
        for batch, item in batches:
            is_open = isinstance(item.form.shape, Concave)  # a surface without a back
            context.enable_only(moderngl.DEPTH_TEST | (moderngl.NOTHING if is_open else moderngl.CULL_FACE))
            batch.surface.render(instances=len(item.instances))
            self.draw_calls += 1
        context.enable_only(moderngl.DEPTH_TEST)
        self._backdrop.render(moderngl.TRIANGLES, vertices=3)
        self.draw_calls += 1
        self._compare.clear(UNITS["sun_map"])
        self._compare.clear(UNITS["sky_map"])
        self._raw.clear(UNITS["sun_depth"])

    def release(self) -> None:
        """Give back everything on the graphics card; the drawer is of no use afterwards."""
        self._buffers.release()
        if self._prints is not None:
            self._prints.release()
        for buffer in (self._frame, self._sky):
            buffer.release()
        for target in (self._sun_target, self._sky_target):
            target.release()
        for texture in (self._noise, self._sun_map, self._sky_map):
            texture.release()
        for sampler in (self._compare, self._raw):
            sampler.release()
        self._backdrop.release()

    # --- textures

    def _filter(self, texture: moderngl.Texture | moderngl.TextureArray) -> None:
        texture.build_mipmaps()
        between = moderngl.LINEAR_MIPMAP_LINEAR if self.tier.anisotropy > 1 else moderngl.LINEAR_MIPMAP_NEAREST
        texture.filter = (between, moderngl.LINEAR)
        texture.anisotropy = self._anisotropy

    def _use_faces(self, faces: tuple[Face, ...]) -> None:
        if faces == self._faces:
            return
        if self._prints is not None:
            self._prints.release()
        blank = bytes(4 * LAYER[0] * LAYER[1])
        pixels = blank + b"".join(draw_face(face).tobytes() for face in faces)
        self._prints = self.context.texture_array((*LAYER, len(faces) + 1), 4, pixels)
        self._filter(self._prints)
        self._prints.repeat_x = self._prints.repeat_y = False
        self._faces = faces

    def _bind_textures(self) -> None:
        assert self._prints is not None
        self._noise.use(UNITS["noise_map"])
        self._prints.use(UNITS["prints"])
        for texture, sampler, name in (
            (self._sun_map, self._compare, "sun_map"),
            (self._sun_map, self._raw, "sun_depth"),
            (self._sky_map, self._compare, "sky_map"),
        ):
            texture.use(UNITS[name])
            sampler.use(UNITS[name])

    # --- light

    def _cast_shadows(self, batches: Sequence[tuple[Batch, Item]], middle: Vec3, radius: float) -> None:
        casting = [(batch, len(item.instances)) for batch, item in batches if not item.is_ground]
        self._buffers.depth["box_middle"] = (*middle, BEHIND)
        self._sun_target.use()
        self._sun_target.clear(depth=1.0)
        self._cast(casting, box_rows(self.light.direction, radius))
        if not self.tier.sky_count:
            return
        self._sky_target.use()
        self._sky_target.clear(depth=1.0)
        size = self.tier.sky_size
        values = np.zeros((4, self.tier.sky_count, 4), dtype=np.float32)
        for index, direction in enumerate(sky_directions(self.tier.sky_count)):
            row, column = divmod(index, self._columns)
            self._sky_target.viewport = (column * size, row * size, size, size)
            rows = box_rows((float(direction[0]), float(direction[1]), float(direction[2])), radius)
            self._cast(casting, rows)
            values[:3, index, :3] = rows
            values[0, index, 3], values[1, index, 3] = column, row
            values[3, index, :3] = direction
        self._sky.write(values.tobytes())

    def _cast(self, casting: Sequence[tuple[Batch, int]], rows: Floats) -> None:
        for name, row in zip(("box_x", "box_y", "box_z"), rows, strict=True):
            self._buffers.depth[name] = (*row, 0.0)
        for batch, count in casting:
            batch.depth.render(instances=count)
            self.draw_calls += 1

    def _frame_values(
        self, scene: Scene, camera: Camera, middle: Vec3, radius: float, size: tuple[int, int]
    ) -> bytes:
        """Return the `Frame` block of `shaders/frame.glsl`."""
        light = self.light
        to_clip = camera.matrix(size[0] / size[1])
        height, thrown, is_there = _ground(scene, light)
        vectors = [
            (*camera.eye, 0.0),
            (*middle, radius),
            *[(*row, 0.0) for row in box_rows(light.direction, radius)],
            (*light.direction, np.tan(np.radians(light.spread_deg))),
            (*light.sun, light.exposure),
            (*light.sky, BEHIND),
            (*light.horizon, height),
            (*thrown, is_there),
            (*size, 1 / size[0], 1 / size[1]),
        ]
        parts = [to_clip.T.ravel(), np.linalg.inv(to_clip).T.ravel(), np.array(vectors).ravel()]
        counts = np.array(
            [self.tier.sun_taps, self.tier.blocker_taps, self.tier.sky_count, _GLASS_STEPS], dtype=np.int32
        )
        return np.concatenate(parts).astype(np.float32).tobytes() + counts.tobytes()


def _ground(scene: Scene, light: Light) -> tuple[float, Floats, float]:
    """Return the height (m) of what everything stands on, the light it throws back, and 1, or 0 without one."""
    grounds = [item for item in scene.items if item.is_ground]
    if not grounds:
        return 0.0, np.asarray(light.horizon) * 0.3, 0.0
    heights = [float(item.instances[0, 11] + make(item.form).corners[:, 2].max()) for item in grounds]
    highest = int(np.argmax(heights))
    arriving = np.asarray(light.sun) * light.direction[2] + np.asarray(light.sky)
    return heights[highest], grounds[highest].instances[0, 12:15] * arriving * 0.8, 1.0
