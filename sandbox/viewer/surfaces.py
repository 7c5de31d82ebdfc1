"""Normals and rounding of triangle meshes. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.geometry import Floats

__all__ = ["CREASE_DEG", "crease_normals", "curved"]

CREASE_DEG = 50.0
"""Neighbouring triangles that bend by less than this many degrees are meant to be one round surface."""

ROUNDING = 0.5
"""How far new vertices move towards the planes that the normals tell of: 0 stays flat, 0.5 makes arcs of circles,
more swells. A pebble of 30 mm gains a quarter of a millimetre over what collides."""

PLENTY = 4000
"""Triangles above which a mesh is fine enough as it is."""


def crease_normals(vertices: Floats, faces: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Return the corners of every triangle with their normals, smooth except across creases.

    Args:
        vertices: `(n, 3) float` metres.
        faces: `(m, 3) int`, anticlockwise seen from outside.

    Returns:
        `(m, 3, 3) float` positions and `(m, 3, 3) float` unit normals.
    """
    corners = vertices[faces]
    spans = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])  # twice the area long
    length = np.linalg.norm(spans, axis=1, keepdims=True)
    flat = spans / np.where(length == 0, 1, length)
    owner = np.repeat(np.arange(len(faces)), 3)
    order = np.argsort(faces.ravel(), kind="stable")
    counts = np.bincount(faces.ravel(), minlength=len(vertices))
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    # All pairs (corner, other corner at the same vertex).
    of_corner = counts[faces.ravel()]
    first = np.repeat(np.arange(len(owner)), of_corner)
    ranks = np.arange(len(first)) - np.repeat(np.cumsum(of_corner) - of_corner, of_corner)
    other = owner[order[starts[faces.ravel()[first]] + ranks]]
    is_smooth = np.einsum("ij,ij->i", flat[owner[first]], flat[other]) > np.cos(np.radians(CREASE_DEG))
    is_smooth |= _sharpest_edge(faces, flat) < CREASE_DEG
    angles = _corner_angles(corners)
    at_vertex = angles.ravel()[order[starts[faces.ravel()[first]] + ranks]]
    normals = np.zeros((len(owner), 3))
    np.add.at(normals, first[is_smooth], flat[other[is_smooth]] * at_vertex[is_smooth, None])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    return corners, normals.reshape(-1, 3, 3)


def _sharpest_edge(faces: NDArray[np.int64], flat: Floats) -> float:
    """Return the largest bend in degrees between two triangles at an edge; 180 where one has no partner."""
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    owner = np.tile(np.arange(len(faces)), 3)
    order = np.lexsort((edges[:, 1], edges[:, 0]))
    pairs, left = edges[order], owner[order]
    if len(pairs) % 2 or (pairs[::2] != pairs[1::2]).any():
        return 180.0
    cosine = np.einsum("ij,ij->i", flat[left[::2]], flat[left[1::2]])
    return float(np.degrees(np.arccos(np.clip(cosine.min(), -1, 1))))


def _corner_angles(corners: Floats) -> Floats:
    """Return the inner angles in rad, `(m, 3) float`, of triangles `(m, 3, 3) float`."""
    to_next = np.roll(corners, -1, axis=1) - corners
    to_last = np.roll(corners, 1, axis=1) - corners
    cross = np.linalg.norm(np.cross(to_next, to_last), axis=-1)
    return np.asarray(np.arctan2(cross, np.einsum("ijk,ijk->ij", to_next, to_last)), dtype=np.float64)


def curved(corners: Floats, normals: Floats, levels: int) -> tuple[Floats, Floats]:
    """Return a finer mesh that bulges as its normals say, so that a pebble's outline is no polygon.

    Meshes with creases (where that would tear them) and fine meshes are returned as they are.

    Args:
        corners: `(m, 3, 3) float` metres.
        normals: `(m, 3, 3) float`.
        levels: How often every triangle becomes four.
    """
    for _ in range(levels):
        if len(corners) * 4 > PLENTY or not _is_smooth(corners, normals):
            break
        middles, leans = [], []
        for i in range(3):
            a, b = corners[:, i], corners[:, (i + 1) % 3]
            na, nb = normals[:, i], normals[:, (i + 1) % 3]
            middle = (a + b) / 2
            onto_a = middle - np.einsum("ij,ij->i", middle - a, na)[:, None] * na
            onto_b = middle - np.einsum("ij,ij->i", middle - b, nb)[:, None] * nb
            middles.append(middle + ROUNDING * ((onto_a + onto_b) / 2 - middle))
            lean = na + nb
            leans.append(lean / np.maximum(np.linalg.norm(lean, axis=1, keepdims=True), 1e-12))
        corners, normals = (
            _split(corners, np.stack(middles, axis=1)),
            _split(normals, np.stack(leans, axis=1)),
        )
    return corners, normals


def _is_smooth(corners: Floats, normals: Floats) -> bool:
    """Tell whether all corners at one place have one normal."""
    grid = np.round(corners.reshape(-1, 3) / 1e-7).astype(np.int64)
    _, place = np.unique(grid, axis=0, return_inverse=True)
    place = place.reshape(-1)
    first = np.full(place.max() + 1, -1)
    first[place[::-1]] = np.arange(len(place))[::-1]
    flat = normals.reshape(-1, 3)
    return bool((np.einsum("ij,ij->i", flat, flat[first[place]]) > 0.999).all())


def _split(ends: Floats, middles: Floats) -> Floats:
    """Return four triangles for each: `(m, 3, 3)` values at corners and at edge middles -> `(4 m, 3, 3)`."""
    a, b, c = ends[:, 0], ends[:, 1], ends[:, 2]
    ab, bc, ca = middles[:, 0], middles[:, 1], middles[:, 2]
    parts = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    return np.concatenate([np.stack(part, axis=1) for part in parts])
