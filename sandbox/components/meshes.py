"""Mesh files. The only file that speaks to trimesh, and only when a mesh is really read or made.

A mesh file (OBJ, STL, GLB, PLY) has numbers without a unit, so the unit is always told. Its axes are taken as
they are written; turn it with `turn_deg` where its up is not z (glTF files have y up).
"""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sandbox.components.inertia import Solid, of_mesh
from sandbox.errors import BadFile
from sandbox.geometry import Floats, Pose, Vec3, vec3

__all__ = ["FORMATS", "MAX_BYTES", "UNITS", "Mesh", "hull", "is_closed", "load", "simplified", "to_obj"]

FORMATS = ("obj", "stl", "glb", "ply")
"""File endings that are read."""

UNITS = {"mm": 0.001, "cm": 0.01, "in": 0.0254, "m": 1.0}
"""Metres in a unit."""

MAX_BYTES = 20_000_000
"""Larger mesh files are refused: they are scans for looking at, no pieces to collide."""

_MANY = 5000

Faces = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Mesh:
    """A surface of triangles.

    Attributes:
        vertices: `(n, 3) float` metres.
        faces: `(m, 3) int`, corners anticlockwise seen from outside.
        is_watertight: True when every edge joins exactly two triangles that face the same way.
        degenerate: How many triangles of the file have no area; they are left out.
    """

    vertices: Floats
    faces: Faces
    is_watertight: bool
    degenerate: int = 0

    @property
    def size(self) -> Vec3:
        """Edge lengths in metres of the axis-aligned box around it."""
        return vec3(np.ptp(self.vertices, axis=0))

    @property
    def flaw(self) -> str:
        """What keeps it from being watertight, in words; empty when it is."""
        if self.is_watertight:
            return ""
        ways = Counter((int(face[i]), int(face[(i + 1) % 3])) for face in self.faces for i in range(3))
        joined = Counter({(min(way), max(way)): 0 for way in ways})
        for (a, b), count in ways.items():
            joined[min(a, b), max(a, b)] += count
        is_open = sum(count == 1 for count in joined.values())
        if is_open:
            return f"{is_open} open edges"
        if any(count > 2 for count in joined.values()):
            return f"{sum(count > 2 for count in joined.values())} edges where more than two triangles meet"
        return "triangles that face inward beside triangles that face outward"

    @cached_property
    def is_convex(self) -> bool:
        """True when it is a solid and no corner stands out of the plane of any face (by 1e-5 of its size)."""
        volume = self.solid(1.0).volume if self.is_watertight else 0.0
        if volume <= 1e-9 * max(self.size) ** 3:
            return False
        if len(self.faces) > _MANY:  # every corner against every face would take minutes
            return bool(hull(self.vertices).solid(1.0).volume <= volume * (1 + 1e-5))
        corners = self.vertices[self.faces]
        normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        offsets = np.einsum("ij,ij->i", normals, corners[:, 0])
        slack = 1e-5 * max(self.size)
        return all(
            bool((self.vertices @ normals[i : i + 256].T <= offsets[i : i + 256] + slack).all())
            for i in range(0, len(normals), 256)
        )

    def solid(self, density: float) -> Solid:
        """Return what is inside the surface, at a density in kg/m³; only of a watertight mesh."""
        return of_mesh(self.vertices, self.faces, density)

    def moved(self, pose: Pose) -> Mesh:
        """Return this mesh in the frame around it, when it sits there at `pose`."""
        return Mesh(pose.apply_all(self.vertices), self.faces, self.is_watertight, self.degenerate)


def load(path: Path, unit: str) -> Mesh:
    """Return the mesh in a file; several objects in one file become one mesh.

    Args:
        path: An OBJ, STL, GLB or PLY file.
        unit: Unit of its numbers, a key of `UNITS`.

    Raises:
        BadFile: Not there, empty, larger than 20 MB, of another kind, unreadable, or without a triangle.
    """
    data = _read(path)
    kind = path.suffix[1:].lower()
    try:
        vertices, faces = _triangles(data, kind)
    except BadFile:
        raise
    except Exception as error:  # noqa: BLE001, RUF100 (each reader of trimesh raises what it likes)
        said = " ".join(str(error).split())[:80] or type(error).__name__
        if isinstance(error, ImportError | UnicodeDecodeError):  # it then looks for another reader, or encoding
            said = "it is damaged, or something else"
        raise BadFile(
            path, f"cannot be read as {kind.upper()} ({said})", instead="export it again, as OBJ, STL, GLB or PLY"
        ) from None
    if not np.isfinite(vertices).all():
        raise BadFile(path, "has a corner that is NaN or infinite", instead="export it again")
    if len(faces) == 0:
        raise BadFile(path, "has no triangles", instead="export a surface, not points or lines")
    mesh = _cleaned(vertices, faces, UNITS[unit])
    if len(mesh.faces) == 0:
        raise BadFile(path, "has no triangles with an area", instead="export a surface, not points or lines")
    return mesh


def _read(path: Path) -> bytes:
    if not path.exists():
        raise BadFile(path, "there is no such file", instead="check the name")
    if not path.is_file():
        raise BadFile(path, "is no file", instead="name a mesh file: " + ", ".join(FORMATS))
    if path.suffix[1:].lower() not in FORMATS:
        ending = path.suffix or "no ending"
        raise BadFile(path, f"is of a kind that is not read ({ending})", instead="use OBJ, STL, GLB or PLY")
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise BadFile(
            path,
            f"is {size / 1e6:.0f} MB large",
            instead=f"a mesh has at most {MAX_BYTES / 1e6:.0f} MB; export it with fewer triangles",
        )
    if size == 0:
        raise BadFile(path, "is empty", instead="export it again")
    return path.read_bytes()


def _triangles(data: bytes, kind: str) -> tuple[Floats, Faces]:
    """Return corners in the file's own numbers and triangles, as the file has them."""
    if kind == "obj" and (plain := _plain_obj(data)) is not None:
        return plain
    import trimesh

    if kind == "obj":  # comments and names in old code pages are no fault of the shape
        data = data.decode("utf-8", "replace").encode("utf-8")
    options: dict[str, Any] = {"skip_materials": True} if kind == "obj" else {}
    scene: Any = trimesh.load_scene(io.BytesIO(data), file_type=kind, process=False, **options)
    vertices: list[Floats] = []
    faces: list[Faces] = []
    start = 0
    for node in scene.graph.nodes_geometry:
        transform, name = scene.graph[node]
        geometry = scene.geometry[name]
        if not hasattr(geometry, "faces"):
            continue  # points and lines
        points = np.asarray(geometry.vertices, dtype=float)
        placed = points @ np.asarray(transform)[:3, :3].T + np.asarray(transform)[:3, 3]
        corners = np.asarray(geometry.faces, dtype=np.int64)
        if np.linalg.det(np.asarray(transform)[:3, :3]) < 0:  # mirrored
            corners = corners[:, ::-1]
        vertices.append(placed)
        faces.append(corners + start)
        start += len(points)
    if not vertices:
        return np.empty((0, 3)), np.empty((0, 3), dtype=np.int64)
    return np.concatenate(vertices), np.concatenate(faces)


def _plain_obj(data: bytes) -> tuple[Floats, Faces] | None:
    """Return what an OBJ file of nothing but corners and triangles holds, such as ours; None for any other.

    Loading trimesh takes a second, which every worker process would pay for a pebble.
    """
    vertices, faces = [], []
    for line in data.decode("utf-8", "replace").splitlines():
        kind, *numbers = line.split("#", 1)[0].split() or [""]
        if kind == "v" and len(numbers) == 3:
            vertices.append([float(number) for number in numbers])
        elif kind == "f" and len(numbers) == 3 and all(number.isdecimal() for number in numbers):
            faces.append([int(number) - 1 for number in numbers])
        elif kind:
            return None
    if not faces or min(map(min, faces)) < 0 or max(map(max, faces)) >= len(vertices):
        return None
    return np.array(vertices), np.array(faces, dtype=np.int64)


def _cleaned(vertices: Floats, faces: Faces, scale: float) -> Mesh:
    """Return a mesh in metres: equal corners merged, triangles without area dropped, facing outward if closed."""
    size = float(np.ptp(vertices, axis=0).max()) or 1.0
    vertices, faces = _merged(vertices, faces, size * 1e-7)
    corners = vertices[faces]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    is_proper = areas > size**2 * 1e-12
    degenerate = int((~is_proper).sum())
    faces = faces[is_proper]
    used = np.unique(faces)
    renumbered = np.zeros(len(vertices), dtype=np.int64)
    renumbered[used] = np.arange(len(used))
    vertices, faces = vertices[used] * scale, renumbered[faces]
    closed = is_closed(faces)
    if closed and of_mesh(vertices, faces, 1.0).volume < 0:
        faces = faces[:, ::-1].copy()
    return Mesh(vertices, faces, closed, degenerate)


def _merged(vertices: Floats, faces: Faces, grid: float) -> tuple[Floats, Faces]:
    """Return the surface with the corners in each cell of a grid merged into their mean, in the file's order."""
    cells = np.round(vertices / grid).astype(np.int64)
    _, first, inverse, counts = np.unique(
        cells, axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    inverse = rank[inverse.reshape(-1)]
    sums = np.zeros((len(order), 3))
    np.add.at(sums, inverse, vertices)
    return sums / counts[order][:, None], inverse[faces].astype(np.int64)


def is_closed(faces: Faces) -> bool:
    """Tell whether triangles, `(m, 3) int`, walk every edge exactly once in each direction."""
    if len(faces) == 0:
        return False
    a, b = faces.ravel(), np.roll(faces, -1, axis=1).ravel()
    count = int(faces.max()) + 1
    ways = np.sort(a * count + b)
    return bool((np.diff(ways) > 0).all() and np.array_equal(ways, np.sort(b * count + a)))


def simplified(mesh: Mesh, grid: float) -> Mesh:
    """Return a coarser mesh: corners merged on a grid of `grid` metres; no corner moves further than its diagonal.

    It need not be watertight any more; take its hull, or use it for what never moves.
    """
    vertices, faces = _merged(mesh.vertices, mesh.faces, grid)
    return _cleaned(vertices, faces, 1.0)


def hull(vertices: ArrayLike) -> Mesh:
    """Return the convex hull of `(n, 3) float` points; its corners keep their order.

    Raises:
        ValueError: The points lie in one plane, so that there is no hull.
    """
    from scipy.spatial import ConvexHull, QhullError

    points = np.asarray(vertices, dtype=float)
    size = float(np.ptp(points, axis=0).max())
    try:
        found = ConvexHull(points / (size or 1.0))
    except (QhullError, ValueError):
        raise ValueError("the points lie in one plane, so they enclose nothing") from None
    kept = np.sort(found.vertices)
    renumbered = np.zeros(len(points), dtype=np.int64)
    renumbered[kept] = np.arange(len(kept))
    faces = renumbered[found.simplices]
    points = points[kept]
    corners = points[faces]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    is_inward = np.einsum("ij,ij->i", normals, found.equations[:, :3]) < 0
    faces[is_inward] = faces[is_inward][:, ::-1]
    first = np.argmin(faces, axis=1)  # one way to write each triangle, one order of them
    faces = np.take_along_axis(faces, (first[:, None] + np.arange(3)) % 3, axis=1)
    faces = faces[np.lexsort(faces.T[::-1])]
    return Mesh(points, faces, True)


def to_obj(mesh: Mesh, comment: str) -> str:
    """Return a mesh as the text of an OBJ file in millimetres, three decimals, one comment line on top."""
    lines = [f"# {comment}", "# unit: mm, z up"]
    rounded = np.round(mesh.vertices * 1000, 3) + 0.0  # no -0.000
    lines += [f"v {x:.3f} {y:.3f} {z:.3f}" for x, y, z in rounded]
    lines += [f"f {a} {b} {c}" for a, b, c in mesh.faces + 1]
    return "\n".join(lines) + "\n"
