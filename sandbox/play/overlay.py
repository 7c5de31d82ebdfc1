"""Draws marks over a picture, and a line around chosen pieces. Speaks moderngl.

All lines of all marks are one draw call, all dots another. What a line hides behind is seen in the depth of the
picture that lies there already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import moderngl
import numpy as np
from numpy.typing import NDArray

from sandbox.play.marks import Arrow, Dot, Label, Line, Mark, Ring, colour
from sandbox.viewer import meshes, scene
from sandbox.viewer.camera import Camera
from sandbox.viewer.meshes import COARSE, Form, make
from sandbox.viewer.scene import Scene

__all__ = ["OUTLINES", "Overlay", "Rows", "gather", "labels"]

OUTLINES = {"hover": "#ffe9a8", "select": "#ffd24a", "bad": "#ff6b5e"}
"""Lines around pieces, by what they say."""

HIDDEN = 0.22
"""How much is seen of a line where it is hidden."""

Rows = tuple[tuple[NDArray[np.float32], NDArray[np.float32]], NDArray[np.float32]]
"""Marks as numbers: lines that can be hidden, `(n, 14)`; lines on top, `(m, 14)`; dots, `(k, 8)`."""

_FOLDER = Path(__file__).parent / "shaders"
_LINE_FLOATS = 14
_DOT_FLOATS = 8


def _program(context: moderngl.Context, vertex: str, fragment: str | None = None) -> moderngl.Program:
    texts = [
        (_FOLDER / f"{name}.{end}").read_text(encoding="utf-8")
        for name, end in ((vertex, "vert"), (fragment or vertex, "frag"))
    ]
    return context.program(texts[0], fragment_shader=texts[1])


class _Rows:
    """A buffer of instances that grows as needed."""

    def __init__(
        self, context: moderngl.Context, program: moderngl.Program, layout: str, names: Sequence[str]
    ) -> None:
        self._context, self._program, self._layout, self._names = context, program, layout, names
        self._buffer: moderngl.Buffer | None = None
        self._array: moderngl.VertexArray | None = None

    def fill(self, rows: NDArray[np.float32]) -> moderngl.VertexArray:
        """Send rows; return what draws them."""
        if self._buffer is None or self._array is None or self._buffer.size < rows.nbytes:
            self.release()
            self._buffer = self._context.buffer(reserve=max(4096, 2 * rows.nbytes), dynamic=True)
            content = [(self._buffer, f"{self._layout}/i", *self._names)]
            self._array = self._context.vertex_array(self._program, content)
        self._buffer.write(rows.tobytes())
        return self._array

    def release(self) -> None:
        """Give the memory back."""
        for each in (self._array, self._buffer):
            if each is not None:
                each.release()
        self._array = self._buffer = None


class Overlay:
    """Draws on one context, over a framebuffer that has depth.

    Args:
        context: OpenGL 3.3 or newer.
    """

    def __init__(self, context: moderngl.Context) -> None:
        self.context = context
        self._line, self._dot = _program(context, "line"), _program(context, "dot")
        self._mask, self._outline = _program(context, "mask"), _program(context, "outline")
        names = ("start", "end", "tint", "form")
        self._lines = [_Rows(context, self._line, "3f 3f 4f 4f", names) for _ in range(2)]
        self._dots = _Rows(context, self._dot, "3f 4f 1f", ("at", "tint", "across"))
        self._square = context.vertex_array(self._outline, [])
        self._masked: moderngl.Framebuffer | None = None
        self._forms: dict[Form, tuple[moderngl.Buffer, moderngl.Buffer]] = {}

    def draw(self, rows: Rows, camera: Camera, target: moderngl.Framebuffer) -> None:
        """Draw marks; labels are left to whoever writes text.

        Args:
            rows: What to draw, from `gather`.
            camera: The eye that the picture was drawn with.
            target: The picture.
        """
        lines, dots = rows
        if not (len(lines[0]) or len(lines[1]) or len(dots)):
            return
        context = self.context
        target.use()
        target.viewport = (0, 0, *target.size)
        matrix = _flat(camera.matrix(target.size[0] / target.size[1]))
        context.enable_only(moderngl.BLEND)
        context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        for program in (self._line, self._dot):
            program["to_clip"] = matrix
            program["size"] = target.size
        if len(lines[0]):
            array = self._lines[0].fill(lines[0])
            context.enable_only(moderngl.BLEND | moderngl.DEPTH_TEST)
            target.depth_mask = False
            for hidden, function in ((0.0, "<="), (1.0, ">")):
                context.depth_func = function
                self._line["hidden"] = hidden
                array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=len(lines[0]))
            context.depth_func = "<"
            target.depth_mask = True
            context.enable_only(moderngl.BLEND)
        self._line["hidden"] = 0.0
        if len(lines[1]):
            array = self._lines[1].fill(lines[1])
            array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=len(lines[1]))
        if len(dots):
            array = self._dots.fill(dots)
            array.render(moderngl.TRIANGLE_STRIP, vertices=4, instances=len(dots))
        context.enable_only(moderngl.DEPTH_TEST)

    def outline(
        self,
        shown: Scene,
        chosen: Mapping[str, str],
        camera: Camera,
        target: moderngl.Framebuffer,
        scale: float = 1.0,
    ) -> None:
        """Draw a line around pieces, also where something hides them.

        Args:
            shown: What was drawn.
            chosen: A name of `OUTLINES` for each body.
            camera: The eye.
            target: The picture.
            scale: Pixels of the picture per unit of the mouse.
        """
        rows = self._chosen_rows(shown, chosen)
        if not rows:
            return
        context, size = self.context, target.size
        if self._masked is None or self._masked.size != size:
            self._free_mask()
            self._masked = context.framebuffer([context.texture(size, 1)])
        matrix = camera.matrix(size[0] / size[1])
        self._masked.use()
        self._masked.viewport = (0, 0, *size)
        self._masked.clear()
        context.enable_only(moderngl.NOTHING)
        self._mask["to_clip"] = _flat(matrix)
        low, high = np.full(2, 1.0), np.full(2, -1.0)
        for form, instances in rows:
            vertices, triangles = self._form(form)
            buffer = context.buffer(instances.tobytes())
            array = context.vertex_array(
                self._mask,
                [(vertices, "3f 36x", "position"), (buffer, _INSTANCE + "/i", "row_x", "row_y", "row_z", "wear")],
                triangles,
            )
            array.render(instances=len(instances))
            array.release()
            buffer.release()
            for row in instances:
                seen = _corners(form, row, matrix)
                low, high = np.minimum(low, seen[0]), np.maximum(high, seen[1])
        width = 2.6 * scale
        edge = (width + 2) * 2 / np.array(size)
        window = [*np.clip(low - edge, -1, 1), *np.clip(high + edge, -1, 1)]
        target.use()
        target.viewport = (0, 0, *size)
        context.enable_only(moderngl.BLEND)
        context.blend_func = moderngl.SRC_ALPHA, moderngl.ONE_MINUS_SRC_ALPHA
        texture = self._masked.color_attachments[0]
        assert isinstance(texture, moderngl.Texture)
        texture.use(0)
        self._outline["mask"] = 0
        self._outline["width"] = width
        self._outline["window"] = tuple(float(value) for value in window)
        self._outline["colours"] = [colour(text)[:3] for text in OUTLINES.values()]
        self._square.render(moderngl.TRIANGLE_STRIP, vertices=4)
        context.enable_only(moderngl.DEPTH_TEST)

    def release(self) -> None:
        """Give everything back."""
        for rows in (*self._lines, self._dots):
            rows.release()
        self._free_mask()
        for pair in self._forms.values():
            for buffer in pair:
                buffer.release()
        self._forms = {}
        self._square.release()
        for program in (self._line, self._dot, self._mask, self._outline):
            program.release()

    # --- outlines

    def _chosen_rows(self, shown: Scene, chosen: Mapping[str, str]) -> list[tuple[Form, NDArray[np.float32]]]:
        which = {name: (index + 1) / len(OUTLINES) for index, name in enumerate(OUTLINES)}
        out = []
        for item in shown.items:
            picked = [row for row, body in enumerate(item.bodies) if body in chosen]
            if picked:
                rows = item.instances[picked].copy()
                rows[:, 18] = [which[chosen[item.bodies[row]]] for row in picked]
                out.append((item.form, rows))
        return out

    def _form(self, form: Form) -> tuple[moderngl.Buffer, moderngl.Buffer]:
        if form not in self._forms:
            surface = make(form, COARSE)
            self._forms[form] = (
                self.context.buffer(surface.vertices.tobytes()),
                self.context.buffer(surface.triangles.tobytes()),
            )
        return self._forms[form]

    def _free_mask(self) -> None:
        if self._masked is not None:
            for texture in self._masked.color_attachments:
                texture.release()
            self._masked.release()
            self._masked = None


assert sum(count for _, count in meshes.COLUMNS) == 12
assert [name for name, _ in scene.COLUMNS] == ["row_x", "row_y", "row_z", "tint", "wear"]
_INSTANCE = "4f 4f 4f 16x 4f"


def _flat(matrix: NDArray[np.float64]) -> tuple[float, ...]:
    """Return a matrix as OpenGL takes it, column by column."""
    return tuple(float(value) for value in matrix.T.ravel())


def _corners(
    form: Form, row: NDArray[np.float32], matrix: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the lowest and highest place in clip space of the box around an instance; all when it is behind."""
    world = row[:12].reshape(3, 4).astype(float)
    corners = make(form).corners @ world[:, :3].T + world[:, 3]
    clip = np.c_[corners, np.ones(len(corners))] @ matrix.T
    if (clip[:, 3] < 1e-3).any():
        return np.full(2, -1.0), np.full(2, 1.0)
    seen = clip[:, :2] / clip[:, 3:]
    return seen.min(axis=0), seen.max(axis=0)


def gather(marks: Iterable[Mark], scale: float = 1.0) -> Rows:
    """Return marks as rows.

    Args:
        marks: Labels among them are left out.
        scale: Pixels of the picture per unit of the mouse: lines keep their width on fine screens.
    """
    lines: tuple[list[NDArray[np.float64]], list[NDArray[np.float64]]] = ([], [])
    dots: list[NDArray[np.float64]] = []
    for mark in marks:
        if isinstance(mark, Ring):
            mark = mark.line()
        if isinstance(mark, Line):
            lines[mark.on_top].append(_line_rows(mark, scale))
        elif isinstance(mark, Arrow):
            lines[True].append(_arrow_rows(mark, scale))
        elif isinstance(mark, Dot):
            dots.append(np.array([*mark.at, *colour(mark.colour, mark.alpha), mark.size * scale]))
    packed = [
        np.concatenate(each).astype(np.float32) if each else np.empty((0, _LINE_FLOATS), np.float32)
        for each in lines
    ]
    return (packed[0], packed[1]), np.array(dots, dtype=np.float32).reshape(-1, _DOT_FLOATS)


def _line_rows(mark: Line, scale: float) -> NDArray[np.float64]:
    segments = mark.segments()
    out = np.empty((len(segments), _LINE_FLOATS))
    out[:, :6] = segments.reshape(-1, 6)
    out[:, 6:10] = colour(mark.colour, mark.alpha)
    out[:, 10:] = mark.width * scale, mark.width * scale, mark.dashed * scale, HIDDEN
    return out


def _arrow_rows(mark: Arrow, scale: float) -> NDArray[np.float64]:
    """Return a shaft, and a head that is a quarter of the arrow."""
    start, end = np.asarray(mark.start), np.asarray(mark.end)
    neck = start + 0.72 * (end - start)
    out = np.empty((2, _LINE_FLOATS))
    out[0, :6], out[1, :6] = (*start, *neck), (*neck, *end)
    out[:, 6:10] = colour(mark.colour, mark.alpha)
    out[0, 10:] = mark.width * scale, mark.width * scale, 0.0, HIDDEN
    out[1, 10:] = mark.head * scale, 0.0, 0.0, HIDDEN
    return out


def labels(marks: Iterable[Mark], camera: Camera, size: tuple[int, int]) -> list[tuple[float, float, str, str]]:
    """Return where the labels among marks go: x, y from the lower left in the units of `size`, text, colour."""
    found = [mark for mark in marks if isinstance(mark, Label)]
    if not found:
        return []
    seen = camera.project([mark.at for mark in found], size)
    return [
        (float(x), float(y), mark.text, mark.colour)
        for (x, y, depth), mark in zip(seen, found, strict=True)
        if depth > 0 and 0 <= x <= size[0] and 0 <= y <= size[1]
    ]
