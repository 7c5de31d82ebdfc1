"""Shapes as triangles to draw: rounded edges, smooth normals, coordinates for prints and for grain. Pure; cached.

Wooden pieces get edges that are really round, because an edge without a highlight looks like a drawing; cards get
round corners; mesh files get normals that break where the surface does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sandbox.components.spec import Box, Concave, Cylinder, Hull, Shape, Sphere
from sandbox.geometry import Floats
from sandbox.viewer.surfaces import crease_normals, curved

__all__ = ["COARSE", "COLUMNS", "FINE", "NORMAL", "Form", "Surface", "make", "thin_axes"]

COLUMNS = ("position", 3), ("normal", 3), ("solid", 3), ("place", 2), ("side", 1)
"""What a vertex carries, in floats. `solid`: position with the longest axis first, for grain. `place`: where on
the print, 0 to 1 from its lower left. `side`: 1 printed front, 2 printed back, 0 neither."""

COARSE, NORMAL, FINE = range(3)
"""How finely round things are cut into triangles."""

EDGE_PART = 0.07
"""Radius of a block's edges as a part of its thinnest edge length."""

EDGE_MOST = 1.1e-3
"""Metres; the largest radius of a block's edges: game pieces are tumbled, not turned."""

CORNER = 3.2e-3
"""Metres; radius of a card's corners (poker cards have 3 to 3.5 mm)."""


@dataclass(frozen=True, slots=True)
class Form:
    """A shape and how it is finished; equal forms share one mesh.

    Attributes:
        shape: The shape, around its own origin.
        is_sheet: True for a card: round corners instead of round edges.
        front: +1 or -1, the end of the thin axis where a sheet's printed front is.
        round_left: Whether a sheet's corners at the left, seen from the front, are round.
        round_right: The same at the right.
    """

    shape: Shape
    is_sheet: bool = False
    front: int = 1
    round_left: bool = True
    round_right: bool = True


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles to draw.

    Attributes:
        vertices: `(n, 12) float32`, laid out as `COLUMNS`; metres.
        triangles: `(m, 3) uint32`, anticlockwise seen from outside.
    """

    vertices: NDArray[np.float32]
    triangles: NDArray[np.uint32]

    @property
    def radius(self) -> float:
        """Metres from the origin to the farthest vertex."""
        return float(np.linalg.norm(self.vertices[:, :3], axis=1).max())

    @property
    def corners(self) -> Floats:
        """The eight corners, `(8, 3) float`, of the box around it."""
        low, high = self.vertices[:, :3].min(axis=0), self.vertices[:, :3].max(axis=0)
        signs = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
        return np.asarray(low + signs * (high - low), dtype=np.float64)


@lru_cache(maxsize=1024)
def make(form: Form, detail: int = COARSE) -> Surface:
    """Return the triangles of a form.

    Args:
        form: What to make.
        detail: `COARSE` for shadows and measuring, `NORMAL`, or `FINE` for close looks; each has about twice the
            triangles of the one before.
    """
    shape = form.shape
    if isinstance(shape, Box):
        return _sheet(form, shape, (2, 4, 6)[detail]) if form.is_sheet else _block(shape, (1, 2, 3)[detail])
    if isinstance(shape, Sphere):
        return _sphere(shape.radius, (8, 12, 20)[detail])
    if isinstance(shape, Cylinder):
        return _cylinder(shape, (24, 40, 64)[detail], (1, 2, 3)[detail])
    return _solid(shape, detail)


def thin_axes(size: tuple[float, float, float], front: int = 1) -> Floats:
    """Return right, up and outward, the rows of `(3, 3) float`, of a box's printed face seen from its front.

    Up is z where that lies in the face, else y.
    """
    thin = int(np.argmin(size))
    outward = np.zeros(3)
    outward[thin] = front
    up = np.array((0.0, 1.0, 0.0)) if thin == 2 else np.array((0.0, 0.0, 1.0))
    return np.stack([np.cross(up, outward), up, outward])


def _pack(position: Floats, normal: Floats, place: Floats, side: Floats, triangles: NDArray[np.int64]) -> Surface:
    """Return a surface; triangles without an area (where a rim shrinks to a point) are left out."""
    order = np.argsort(-np.ptp(position, axis=0), kind="stable")
    columns = [position, normal, position[:, order], place, side[:, None]]
    a, b, c = np.moveaxis(position[triangles], 1, 0)
    kept = triangles[np.linalg.norm(np.cross(b - a, c - a), axis=1) > 1e-14]
    return Surface(np.concatenate(columns, axis=1).astype(np.float32), kept.astype(np.uint32))


# --- boxes


def _block(box: Box, steps: int) -> Surface:
    """Return a box whose edges are quarter cylinders and whose corners are eighths of a sphere."""
    size = np.asarray(box.size)
    radius = min(EDGE_PART * size.min(), EDGE_MOST)
    quarter = np.linspace(0.0, np.pi / 4, steps + 1)
    signs = np.repeat((-1.0, 1.0), steps + 1)
    return _rounded(size / 2 - radius, radius, signs, np.concatenate([-quarter[::-1], quarter]), size)


def _sphere(radius: float, steps: int) -> Surface:
    """Return a sphere as a swollen cube: triangles of nearly one size, no poles."""
    angles = np.linspace(-np.pi / 4, np.pi / 4, steps + 1)
    return _rounded(np.zeros(3), radius, np.zeros(steps + 1), angles, np.full(3, 2 * radius))


def _rounded(inner: Floats, radius: float, signs: Floats, angles: Floats, size: Floats) -> Surface:
    """Return the six faces of a rounded box.

    Args:
        inner: `(3,) float` half edge lengths of the box that a ball of `radius` rolls around.
        radius: Metres.
        signs: `(k,) float`, for each line of a face's grid the side of the inner box that it belongs to.
        angles: `(k,) float` rad, for each line how far its normal leans from the face's.
        size: `(3,) float` full edge lengths, for the place on the print.
    """
    count = len(signs)
    across, along = np.meshgrid(np.arange(count), np.arange(count), indexing="ij")
    leans = np.tan(angles)
    first = (across * count + along)[:-1, :-1].ravel()
    quads = np.stack([first, first + count, first + count + 1, first + 1], axis=1)
    faces = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    right, up, outward = thin_axes((float(size[0]), float(size[1]), float(size[2])))
    positions: list[Floats] = []
    normals, places, sides, triangles = [], [], [], []
    for axis in range(3):
        for sign in (1.0, -1.0):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            if sign < 0:
                u, v = v, u
            lean = np.zeros((count, count, 3))
            lean[..., u], lean[..., v], lean[..., axis] = leans[across], leans[along], sign
            normal = lean / np.linalg.norm(lean, axis=-1, keepdims=True)
            core = np.zeros((count, count, 3))
            core[..., u] = signs[across] * inner[u]
            core[..., v] = signs[along] * inner[v]
            core[..., axis] = sign * inner[axis]
            position = (core + radius * normal).reshape(-1, 3)
            faced = sign * outward[axis]
            mirror = -1.0 if faced < 0 else 1.0
            place = np.stack(
                [
                    0.5 + mirror * (position @ right) / float(np.abs(right) @ size),
                    0.5 + (position @ up) / float(np.abs(up) @ size),
                ],
                axis=1,
            )
            triangles.append(faces + len(positions) * count * count)
            positions.append(position)
            normals.append(normal.reshape(-1, 3))
            places.append(place)
            sides.append(np.full(len(position), 1.0 if faced > 0 else 2.0 if faced < 0 else 0.0))
    return _pack(
        np.concatenate(positions),
        np.concatenate(normals),
        np.concatenate(places),
        np.concatenate(sides),
        np.concatenate(triangles),
    )


def _sheet(form: Form, box: Box, steps: int) -> Surface:
    """Return a card: two flat faces with round corners and the cut edge between them."""
    right, up, outward = thin_axes(box.size, form.front)
    size = np.asarray(box.size)
    width, height, thick = (float(np.abs(axis) @ size) for axis in (right, up, outward))
    radius = min(CORNER, width / 4, height / 4)
    outline, away = [], []
    for turn, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        is_round = form.round_right if x > 0 else form.round_left
        r = radius if is_round else 0.0
        for angle in (turn + np.linspace(0, 1, (steps if is_round else 1) + 1)) * np.pi / 2:
            direction = np.array((np.cos(angle), np.sin(angle)))
            outline.append(np.array((x * (width / 2 - r), y * (height / 2 - r))) + r * direction)
            away.append(direction)
    edge, out = np.array(outline), np.array(away)
    count = len(edge)
    flat = np.concatenate([np.zeros((1, 2)), edge])
    ring = np.arange(count)
    after = (ring + 1) % count
    fan = np.stack([np.zeros(count, dtype=int), ring + 1, after + 1], axis=1)
    strip = np.concatenate(
        [np.stack([ring, ring + count, after + count], axis=1), np.stack([ring, after + count, after], axis=1)]
    )
    places = flat / (width, height) + 0.5
    mirrored = places * (-1, 1) + (1, 0)
    local = np.concatenate(
        [
            np.c_[flat, np.full(count + 1, thick / 2)],
            np.c_[flat, np.full(count + 1, -thick / 2)],
            np.c_[edge, np.full(count, thick / 2)],
            np.c_[edge, np.full(count, -thick / 2)],
        ]
    )
    normals = np.concatenate(
        [
            np.tile((0.0, 0.0, 1.0), (count + 1, 1)),
            np.tile((0.0, 0.0, -1.0), (count + 1, 1)),
            *[np.c_[out, 0 * ring]] * 2,
        ]
    )
    frame = np.stack([right, up, outward])
    return _pack(
        local @ frame,
        normals @ frame,
        np.concatenate([places, mirrored, np.zeros((2 * count, 2))]),
        np.repeat((1.0, 2.0, 0.0), (count + 1, count + 1, 2 * count)),
        np.concatenate([fan, fan[:, ::-1] + count + 1, strip + 2 * (count + 1)]),
    )


# --- turned and scanned pieces


def _cylinder(cylinder: Cylinder, count: int, steps: int) -> Surface:
    """Return a cylinder whose two rims are a little round."""
    radius, half = cylinder.radius, cylinder.height / 2
    bevel = min(EDGE_PART * min(2 * radius, cylinder.height), EDGE_MOST)
    count = count // 2 if radius < 3e-3 else count
    quarter = np.linspace(0.0, np.pi / 2, steps + 1)
    rim = np.stack([np.sin(quarter), np.cos(quarter)], axis=1)  # from straight up to straight out
    top = np.array((radius - bevel, half - bevel)) + bevel * rim
    profile = np.concatenate([[(0.0, half)], top, top[::-1] * (1, -1), [(0.0, -half)]])
    lean = np.concatenate([[(0.0, 1.0)], rim, rim[::-1] * (1, -1), [(0.0, -1.0)]])
    angle = np.linspace(0, 2 * np.pi, count + 1)
    spokes = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    rings = len(profile)
    position = np.zeros((count + 1, rings, 3))
    normal = np.zeros((count + 1, rings, 3))
    position[..., :2] = spokes[:, None] * profile[None, :, :1]
    position[..., 2] = profile[:, 1]
    normal[..., :2] = spokes[:, None] * lean[None, :, :1]
    normal[..., 2] = lean[:, 1]
    first = (np.arange(count)[:, None] * rings + np.arange(rings - 1)).ravel()
    quads = np.stack([first, first + 1, first + rings + 1, first + rings], axis=1)
    triangles = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    flat = position.reshape(-1, 3)
    is_flat = np.abs(normal.reshape(-1, 3)[:, 2]) > 0.999
    side = np.where(is_flat, np.where(flat[:, 2] > 0, 1.0, 2.0), 0.0)
    mirror = np.where(flat[:, 2] > 0, 1.0, -1.0)
    place = np.stack([0.5 + mirror * flat[:, 0] / (2 * radius), 0.5 + flat[:, 1] / (2 * radius)], axis=1)
    return _pack(flat, normal.reshape(-1, 3), place, side, triangles)


def _solid(shape: Hull | Concave, levels: int) -> Surface:
    """Return a mesh file's surface or a hull's, smoothed where it is meant to be round."""
    if isinstance(shape, Hull):
        from sandbox.components.meshes import hull

        mesh = hull(shape.vertices)
        vertices, faces = mesh.vertices, mesh.faces
    else:
        vertices, faces = np.asarray(shape.vertices), np.asarray(shape.faces)
    corners, normals = crease_normals(vertices, faces)
    corners, normals = curved(corners, normals, levels)
    position = corners.reshape(-1, 3)
    plain = np.zeros((len(position), 2))
    triangles = np.arange(len(position)).reshape(-1, 3)
    return _pack(position, normals.reshape(-1, 3), plain, plain[:, 0], triangles)
