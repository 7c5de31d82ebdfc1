"""What lies on the graphics card: meshes, instances, programs. Speaks moderngl."""

from __future__ import annotations

from typing import Any

import moderngl
import numpy as np

from sandbox.viewer import meshes, scene
from sandbox.viewer.meshes import COARSE, Form, make
from sandbox.viewer.programs import shader
from sandbox.viewer.scene import Item

__all__ = ["BLOCKS", "UNITS", "Batch", "Buffers"]

UNITS = {"noise_map": 0, "prints": 1, "sun_map": 2, "sun_depth": 3, "sky_map": 4}
"""Texture unit of every sampler."""

BLOCKS = {"Frame": 0, "Sky": 1}
"""Binding of every uniform block."""

_INSTANCE_BYTES = 4 * sum(count for _, count in scene.COLUMNS)


class Batch:
    """An item's instances, and how the two passes read them; room for as many as `capacity`."""

    def __init__(self, buffers: Buffers, item: Item) -> None:
        context = buffers.context
        self.capacity = max(8, 2 ** int(np.ceil(np.log2(len(item.instances)))))
        self.instances = context.buffer(reserve=self.capacity * _INSTANCE_BYTES, dynamic=True)
        self.surface, self.depth = (
            context.vertex_array(
                program,
                [
                    _layout(buffers.mesh(item.form, detail)[0], meshes.COLUMNS, "", program),
                    _layout(self.instances, scene.COLUMNS, "/i", program),
                ],
                buffers.mesh(item.form, detail)[1],
            )
            for program, detail in ((buffers.surface(item.kind), buffers.detail), (buffers.depth, COARSE))
        )

    def fill(self, item: Item) -> None:
        """Send an item's instances."""
        self.instances.orphan()
        self.instances.write(item.instances.tobytes())

    def release(self) -> None:
        """Give the memory back."""
        for each in (self.surface, self.depth, self.instances):
            each.release()


class Buffers:
    """Everything that stays from frame to frame, made when it is first needed.

    Args:
        context: OpenGL 3.3 or newer.
        defines: What the shaders are built with.
        detail: Of the meshes that are seen, as `meshes.make` takes it; shadows are cast by coarse ones.
    """

    def __init__(self, context: moderngl.Context, defines: dict[str, int | float | str], detail: int) -> None:
        self.context = context
        self.detail = detail
        self._defines = defines
        self._meshes: dict[tuple[Form, int], tuple[moderngl.Buffer, moderngl.Buffer]] = {}
        self._surfaces: dict[str, moderngl.Program] = {}
        self._batches: dict[tuple[Form, str, bool], Batch] = {}
        self.depth = self.program("depth")
        self.backdrop = self.program("backdrop")

    def program(self, name: str, **more: str) -> moderngl.Program:
        """Return a new program of two shader files, told where its textures and blocks are."""
        defines = {**self._defines, **more}
        program = self.context.program(
            shader(f"{name}.vert", defines), fragment_shader=shader(f"{name}.frag", defines)
        )
        for key in program:  # what a program does not use, it does not have
            member = program[key]
            if isinstance(member, moderngl.Uniform) and key in UNITS:
                member.value = UNITS[key]
            elif isinstance(member, moderngl.UniformBlock) and key in BLOCKS:
                member.binding = BLOCKS[key]
        return program

    def surface(self, kind: str) -> moderngl.Program:
        """Return the program that draws one kind of material."""
        if kind not in self._surfaces:
            self._surfaces[kind] = self.program("surface", KIND=kind)
        return self._surfaces[kind]

    def mesh(self, form: Form, detail: int) -> tuple[moderngl.Buffer, moderngl.Buffer]:
        """Return the vertex and the index buffer of a form."""
        if (form, detail) not in self._meshes:
            surface = make(form, detail)
            self._meshes[form, detail] = (
                self.context.buffer(surface.vertices.tobytes()),
                self.context.buffer(surface.triangles.tobytes()),
            )
        return self._meshes[form, detail]

    def batch(self, item: Item) -> Batch:
        """Return an item's batch with its instances in it."""
        key = (item.form, item.kind, item.is_ground)
        batch = self._batches.get(key)
        if batch is None or batch.capacity < len(item.instances):
            if batch is not None:
                batch.release()
            batch = self._batches[key] = Batch(self, item)
        batch.fill(item)
        return batch

    def release(self) -> None:
        """Give everything back."""
        for batch in self._batches.values():
            batch.release()
        for pair in self._meshes.values():
            for buffer in pair:
                buffer.release()
        for program in (self.depth, self.backdrop, *self._surfaces.values()):
            program.release()
        self._batches, self._meshes, self._surfaces = {}, {}, {}


def _layout(
    buffer: moderngl.Buffer, columns: tuple[tuple[str, int], ...], rate: str, program: moderngl.Program
) -> tuple[Any, ...]:
    """Return how a program reads a buffer; columns that it does not know are stepped over."""
    used = set(program)
    parts = [f"{count}f" if name in used else f"{4 * count}x" for name, count in columns]
    return (buffer, " ".join(parts) + rate, *[name for name, _ in columns if name in used])
