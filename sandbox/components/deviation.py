"""How far what collides departs from what is drawn, measured at points spread over both surfaces.

Two questions, since a shape can be too large in one place and too small in another:

- *stands out*: points of the collision surface outside everything that is drawn. There a piece is stopped by air.
- *stays inside*: points of the drawn surface outside everything that collides. There pieces sink into another.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from sandbox.components.meshes import hull, is_closed
from sandbox.components.spec import Box, Component, Concave, Cylinder, Part, Shape, Sphere, Visual
from sandbox.geometry import Floats, matrices, quat_from_euler_deg

__all__ = ["Deviation", "deviation_of"]

_POINTS = 2000
_CHUNK = 250  # points that are looked at together
_SLACK = 1e-9  # m
_ASKEW = matrices(quat_from_euler_deg(17.0, 31.0, 53.0))  # so that no ray runs along an edge of a neat mesh

Placed = Part | Visual
Triangles = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Deviation:
    """Distances in metres between the collision surface and the drawn one; 0 where the one is inside the other.

    Attributes:
        out_max: How far the collision surface stands out at most.
        out_mean: The same, mean over the whole collision surface.
        in_max: How far the collision surface stays inside the drawn one at most.
        in_mean: The same, mean over the whole drawn surface.
    """

    out_max: float
    out_mean: float
    in_max: float
    in_mean: float


def deviation_of(component: Component, seed: int = 0) -> Deviation:
    """Return how far a component's collision shape departs from what is drawn, joints as drawn.

    Args:
        component: Any.
        seed: Of the points: 2000 on each surface, evenly by area, and as many corners of each shape, which count
            for the largest distances only.
    """
    collides: list[Placed] = list(component.all_parts())
    drawn: list[Placed] = [*component.visuals, *(visual for link in component.links for visual in link.visuals)]
    if {(each.shape, each.pose) for each in collides} == {(each.shape, each.pose) for each in drawn}:
        return Deviation(0.0, 0.0, 0.0, 0.0)
    rng = np.random.default_rng(seed)
    shapes_a, shapes_b = [_solid(each) for each in collides], [_solid(each) for each in drawn]
    out_max, out_mean = _beyond(shapes_a, shapes_b, rng)
    in_max, in_mean = _beyond(shapes_b, shapes_a, rng)
    return Deviation(out_max, out_mean, in_max, in_mean)


class _Surface:
    """Triangles, `(m, 3, 3) float` metres, with what distances to them need."""

    def __init__(self, triangles: Triangles, *, is_closed: bool) -> None:
        self.triangles = triangles
        self.is_closed = is_closed
        self.turned = triangles @ _ASKEW
        self.space = _Neighbours(triangles)
        self.shadow = _Neighbours(self.turned[:, :, :2])


class _Neighbours:
    """Finds the triangles near a point, of `(m, 3, d) float` corners in space or in the plane.

    Triangles are sorted by size: one large one among many small ones does not make everything near.
    """

    def __init__(self, triangles: Triangles) -> None:
        middles = triangles.mean(axis=1)
        radii = np.linalg.norm(triangles - middles[:, None], axis=2).max(axis=1)
        sizes = np.frexp(radii)[1]
        self._classes = []
        for size in np.unique(sizes):
            members = np.flatnonzero(sizes == size)
            self._classes.append((cKDTree(middles[members]), members, float(radii[members].max())))

    def to_middle(self, points: Floats) -> Floats:
        """Return the distance of each point to the nearest middle of a triangle, `(n,) float`."""
        nearest: Floats = np.min([tree.query(points)[0] for tree, _, _ in self._classes], axis=0)
        return nearest

    def within(self, points: Floats, reach: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return pairs of a point and a triangle, among them all that are within reach, `(n,) float`, of it."""
        which, near = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
        for tree, members, radius in self._classes:
            found = tree.query_ball_point(points, reach + radius + _SLACK)
            counts = [len(each) for each in found]
            which.append(np.repeat(np.arange(len(points)), counts))
            near.append(members[np.fromiter(itertools.chain.from_iterable(found), np.int64, sum(counts))])
        return np.concatenate(which), np.concatenate(near)


@dataclass(frozen=True, eq=False)
class _Solid:
    """A shape at a place, with its surface in its own frame where it has triangles."""

    placed: Placed
    surface: _Surface | None = None


def _solid(placed: Placed) -> _Solid:
    shape = placed.shape
    if isinstance(shape, Concave):
        return _Solid(placed, _Surface(shape.vertices[shape.faces], is_closed=is_closed(shape.faces)))
    if isinstance(shape, Box | Sphere | Cylinder):
        return _Solid(placed)
    mesh = hull(shape.vertices)
    return _Solid(placed, _Surface(mesh.vertices[mesh.faces], is_closed=True))


def _beyond(these: Sequence[_Solid], those: Sequence[_Solid], rng: np.random.Generator) -> tuple[float, float]:
    """Return the largest and the mean distance by which the surface of these lies outside those, in metres."""
    areas = np.array([_area(solid) for solid in these])
    shares = np.maximum(1, np.round(_POINTS * areas / areas.sum())).astype(int)
    spread, corners = [], []
    for solid, share in zip(these, shares, strict=True):
        pose = solid.placed.pose
        spread.append(pose.apply_all(_sample(solid, int(share), rng)))
        all_corners = _corners(solid)
        corners.append(pose.apply_all(all_corners[:: max(1, -(-len(all_corners) // _POINTS))]))
    points = np.concatenate([*spread, *corners])
    distance = np.full(len(points), np.inf)
    for solid in those:
        local = solid.placed.pose.inverse().apply_all(points)
        distance = np.minimum(distance, _outside(solid, local))
    return float(distance.max()), float(distance[: shares.sum()].mean())


# -- points on a surface, in the shape's own frame


def _area(solid: _Solid) -> float:
    shape: Shape = solid.placed.shape
    if isinstance(shape, Box):
        x, y, z = shape.size
        return 2 * (x * y + y * z + z * x)
    if isinstance(shape, Sphere):
        return float(4 * np.pi * shape.radius**2)
    if isinstance(shape, Cylinder):
        return float(2 * np.pi * shape.radius * (shape.radius + shape.height))
    assert solid.surface is not None
    return float(_areas(solid.surface.triangles).sum())


def _areas(triangles: Triangles) -> Floats:
    cross = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    areas: Floats = np.linalg.norm(cross, axis=1) / 2
    return areas


def _sample(solid: _Solid, count: int, rng: np.random.Generator) -> Floats:
    """Return points spread evenly by area, `(count, 3) float`."""
    shape = solid.placed.shape
    if isinstance(shape, Sphere):
        directions = rng.normal(size=(count, 3))
        ball: Floats = shape.radius * directions / np.linalg.norm(directions, axis=1, keepdims=True)
        return ball
    if isinstance(shape, Box):
        size = np.asarray(shape.size)
        points = rng.uniform(-0.5, 0.5, size=(count, 3)) * size
        faces = np.prod(size) / size
        axis = rng.choice(3, size=count, p=faces / faces.sum())
        points[np.arange(count), axis] = np.where(rng.random(count) < 0.5, -0.5, 0.5) * size[axis]
        return np.asarray(points, dtype=np.float64)
    if isinstance(shape, Cylinder):
        turn = rng.uniform(0, 2 * np.pi, count)
        is_side = rng.random(count) < shape.height / (shape.height + shape.radius)
        radius = np.where(is_side, 1.0, np.sqrt(rng.random(count))) * shape.radius
        z = np.where(is_side, rng.uniform(-0.5, 0.5, count), np.where(rng.random(count) < 0.5, -0.5, 0.5))
        return np.column_stack([radius * np.cos(turn), radius * np.sin(turn), z * shape.height])
    assert solid.surface is not None
    triangles = solid.surface.triangles
    areas = _areas(triangles)
    chosen = triangles[rng.choice(len(areas), size=count, p=areas / areas.sum())]
    u, v = np.sqrt(rng.random((count, 1))), rng.random((count, 1))
    mixed: Floats = chosen[:, 0] * (1 - u) + chosen[:, 1] * (u * (1 - v)) + chosen[:, 2] * (u * v)
    return mixed


def _corners(solid: _Solid) -> Floats:
    shape = solid.placed.shape
    if isinstance(shape, Box):
        return shape.points()
    if isinstance(shape, Sphere):
        return np.empty((0, 3))
    if isinstance(shape, Cylinder):
        turn, up = np.arange(32) * (2 * np.pi / 32), np.array([0.0, 0.0, shape.height / 2])
        rim = np.column_stack([shape.radius * np.cos(turn), shape.radius * np.sin(turn), np.zeros(32)])
        return np.concatenate([rim + up, rim - up])
    return shape.vertices


# -- how far points are outside of a shape, in its own frame


def _outside(solid: _Solid, points: Floats) -> Floats:
    """Return the distance of `(n, 3) float` points from a shape, `(n,) float`; 0 inside."""
    shape = solid.placed.shape
    beyond: Floats
    if isinstance(shape, Sphere):
        beyond = np.maximum(np.linalg.norm(points, axis=1) - shape.radius, 0)
        return beyond
    if isinstance(shape, Box):
        beyond = np.linalg.norm(np.maximum(np.abs(points) - np.asarray(shape.size) / 2, 0), axis=1)
        return beyond
    if isinstance(shape, Cylinder):
        across = np.maximum(np.hypot(points[:, 0], points[:, 1]) - shape.radius, 0)
        beyond = np.hypot(across, np.maximum(np.abs(points[:, 2]) - shape.height / 2, 0))
        return beyond
    assert solid.surface is not None
    beyond = np.empty(len(points))
    for start in range(0, len(points), _CHUNK):
        chunk = points[start : start + _CHUNK]
        distance = _to_surface(chunk, solid.surface)
        if solid.surface.is_closed:
            distance[_is_inside(chunk, solid.surface)] = 0.0
        beyond[start : start + _CHUNK] = distance
    return beyond


def _to_surface(points: Floats, surface: _Surface) -> Floats:
    """Return the distance of `(n, 3) float` points to the nearest triangle."""
    # A middle is on its triangle, so the nearest is no further than the nearest middle.
    which, near = surface.space.within(points, surface.space.to_middle(points))
    distance = np.full(len(points), np.inf)
    np.minimum.at(distance, which, _to_triangle(points[which], surface.triangles[near]))
    return distance


def _to_triangle(points: Floats, triangles: Triangles) -> Floats:
    """Return the distance of each of `(k, 3) float` points to its triangle of `(k, 3, 3) float`."""
    edges = np.roll(triangles, -1, axis=1) - triangles
    normals = np.cross(edges[:, 0], edges[:, 1])
    away = points[:, None, :] - triangles
    sides = np.einsum("kij,kj->ki", np.cross(edges, away), normals)
    along = np.einsum("kij,kij->ki", away, edges) / np.maximum(np.einsum("kij,kij->ki", edges, edges), 1e-300)
    to_edges = np.linalg.norm(away - np.clip(along, 0, 1)[:, :, None] * edges, axis=2).min(axis=1)
    to_plane = np.abs(np.einsum("kj,kj->k", away[:, 0], normals)) / np.linalg.norm(normals, axis=1)
    distance: Floats = np.where((sides >= 0).all(axis=1), to_plane, to_edges)
    return distance


def _is_inside(points: Floats, surface: _Surface) -> NDArray[np.bool_]:
    """Tell which points a closed surface encloses: a ray from there crosses it an odd number of times."""
    origins = points @ _ASKEW
    which, near = surface.shadow.within(origins[:, :2], np.zeros(len(points)))
    ray, triangle = origins[which], surface.turned[near]
    away = triangle[:, :, :2] - ray[:, None, :2]
    ahead = np.roll(away, -1, axis=1)
    turns = away[:, :, 0] * ahead[:, :, 1] - away[:, :, 1] * ahead[:, :, 0]  # twice the areas of three triangles
    hits = (turns > 0).all(axis=1) | (turns < 0).all(axis=1)
    weights = np.roll(turns, -1, axis=1)  # of each corner: the part opposite to it
    heights = np.einsum("ki,ki->k", weights, triangle[:, :, 2]) / np.where(hits, turns.sum(axis=1), 1.0)
    crossings = np.bincount(which[hits & (heights > ray[:, 2])], minlength=len(points))
    is_odd: NDArray[np.bool_] = crossings % 2 == 1
    return is_odd
