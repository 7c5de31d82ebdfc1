"""Make the mesh files that come with the package; `sandbox models build` writes them.

Each mesh is a function of nothing but the numbers written here, so the files can be made again at any time and a
test holds them to that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from sandbox.components.inertia import of_mesh
from sandbox.components.meshes import Mesh, hull, to_obj
from sandbox.geometry import Floats, matrices, quat_between, vec3

__all__ = ["MESHES", "basket", "cloth", "files", "pebble"]

_POINTS = 80
"""Corners of a pebble before the hull drops those in dents: round enough to look at, cheap enough to collide."""


def pebble(
    seed: int, length: float, breadth: float, flatness: float, lumps: float = 0.05, worn: float = 0.04
) -> Mesh:
    """Return a lumpy convex pebble that lies on its most stable face, a little worn there.

    The origin is on the floor under the centre of mass, z is up, the longest side runs along x.

    Args:
        seed: Another pebble for each.
        length: Longest side, metres.
        breadth: Middle side as a part of the longest, 0 to 1.
        flatness: Shortest side as a part of the longest, 0 to 1.
        lumps: How far the surface departs from an ellipsoid, as a part of its radius; sigma.
        worn: Part of the height that is ground off underneath; 0 leaves it rocking on three corners.
    """
    rng = np.random.default_rng(seed)
    directions = _spread(_POINTS)
    waves = rng.normal(size=(6, 3)) * 1.6
    phases = rng.uniform(0, 2 * np.pi, size=6)
    swell = 1 + lumps * np.sqrt(2 / 6) * np.sin(directions @ waves.T + phases).sum(axis=1)
    points = directions * swell[:, None] * np.array([1.0, breadth, flatness])
    lying = _laid(hull(points))
    floor = worn * lying[:, 2].max()
    lying[:, 2] = np.maximum(lying[:, 2], floor) - floor
    ground = hull(lying)
    lying = ground.vertices - np.array(ground.solid(1.0).centre) * (1.0, 1.0, 0.0)
    lying *= length / np.ptp(lying[:, 0])
    return hull(np.round(lying, 6) + 0.0)  # the file has three decimals of a millimetre


def cloth(width: float, height: float, wave: float, thickness: float) -> Mesh:
    """Return a small cloth that hangs in the x-z plane and waves, its near edge upright through the origin.

    Args:
        width: Along x, metres.
        height: Along z, metres.
        wave: How far it swings out along y, metres.
        thickness: Metres.
    """
    columns, rows = 13, 3
    x, z = np.meshgrid(np.linspace(0, 1, columns), np.linspace(-0.5, 0.5, rows), indexing="ij")
    y = wave * x * np.sin(2 * np.pi * (x - 0.12 * z))
    sheet = np.stack([x * width, y, z * height], axis=-1).reshape(-1, 3)
    offset = np.array([0.0, thickness / 2, 0.0])
    vertices = np.concatenate([sheet - offset, sheet + offset])
    count = columns * rows
    front, rim = [], []
    for i in range(columns - 1):
        for j in range(rows - 1):
            a, b, c, d = (i * rows + j, (i + 1) * rows + j, (i + 1) * rows + j + 1, i * rows + j + 1)
            front += [(a, b, c), (a, c, d)]
    low = [i * rows for i in range(columns)]
    high = [i * rows + rows - 1 for i in range(columns)]
    around = low + list(range(low[-1] + 1, high[-1])) + high[::-1] + list(range(high[0] - 1, low[0], -1))
    for a, b in zip(around, around[1:] + around[:1], strict=True):
        rim += [(a, a + count, b + count), (a, b + count, b)]
    faces = np.array(front + [(c + count, b + count, a + count) for a, b, c in front] + rim, dtype=np.int64)
    return Mesh(np.round(vertices, 6), faces, True)


def basket(depth: float, width: float, back: float, side: float, lip: float, sheet: float) -> Mesh:
    """Return a scoop that is open to +x and above: a floor bent up into a back and a lip, between two sides.

    The origin is the lower edge of its back, in the middle.

    Args:
        depth: From the back to the lip, metres, along x.
        width: Along y, metres.
        back: Height of the back, metres.
        side: Height of the sides.
        lip: Height of the lip.
        sheet: Thickness of the board.
    """
    bend = 0.12 * sheet  # radius between floor and back, inside; wider ones stand out of the boxes that collide
    turn = np.linspace(0, np.pi / 2, 6)
    inner = [(depth - sheet, lip), (depth - sheet, sheet)]
    inner += [(sheet + bend * (1 - np.sin(t)), sheet + bend * (1 - np.cos(t))) for t in turn]
    inner.append((sheet, back))
    outer = [(depth, lip), (depth, 0.0)]
    outer += [((bend + sheet) * (1 - np.sin(t)), (bend + sheet) * (1 - np.cos(t))) for t in turn]
    outer.append((0.0, back))
    half, count = width / 2, len(inner)
    rows = [(x, y, z) for y in (-half, half) for line in (outer, inner) for x, z in line]
    strip, faces = 2 * count, []
    for i in range(count - 1):
        for a, b, c, d in (
            (i, i + 1, strip + i + 1, strip + i),  # outside
            (count + i + 1, count + i, strip + count + i, strip + count + i + 1),  # inside
            (i + 1, i, count + i, count + i + 1),  # one rim
            (strip + i, strip + i + 1, strip + count + i + 1, strip + count + i),  # the other
        ):
            faces += [(a, b, c), (a, c, d)]
    for a, b in ((count, 0), (count - 1, 2 * count - 1)):  # the edges of lip and back
        faces += [(a, b, strip + b), (a, strip + b, strip + a)]
    for y in (-half, half - sheet):
        start = len(rows)
        rows += [(x, v, z) for x in (sheet, depth) for v in (y, y + sheet) for z in (sheet, side)]
        for a, b, c, d in ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)):
            faces += [(start + a, start + b, start + c), (start + a, start + c, start + d)]
    return Mesh(np.round(np.array(rows), 6), np.array(faces, dtype=np.int64), True)


def _spread(count: int) -> Floats:
    """Return directions spread evenly over the sphere, `(count, 3) float` (Fibonacci lattice)."""
    k = np.arange(count) + 0.5
    z = 1 - 2 * k / count
    turn = np.pi * (1 + np.sqrt(5)) * k
    across = np.sqrt(1 - z**2)
    return np.column_stack([across * np.cos(turn), across * np.sin(turn), z])


def _laid(mesh: Mesh) -> Floats:
    """Return the corners of a convex mesh lying on its most stable face, longest side along x."""
    centre = np.asarray(of_mesh(mesh.vertices, mesh.faces, 1.0).centre)
    corners = mesh.vertices[mesh.faces] - centre
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    heights = np.einsum("ij,ij->i", normals, corners[:, 0])
    feet = normals * heights[:, None]
    ahead = np.roll(corners, -1, axis=1) - corners
    inward = np.cross(normals[:, None, :], ahead)
    inward /= np.linalg.norm(inward, axis=2, keepdims=True)
    margins = np.einsum("tkj,tkj->tk", inward, feet[:, None, :] - corners).min(axis=1)
    # Of the faces that it lies low on, the one that it must be tipped furthest to leave.
    is_low = heights <= 1.15 * heights[margins > 0].min()
    best = int(np.argmax(np.where(is_low, np.round(margins / heights, 9), -1.0)))
    turned = (mesh.vertices - centre) @ matrices(quat_between(vec3(normals[best]), (0.0, 0.0, -1.0))).T
    spread = np.linalg.eigh(turned[:, :2].T @ turned[:, :2])[1][:, 1]
    spread = spread if spread[0] > 0 else -spread
    yaw = np.array([[spread[0], spread[1], 0.0], [-spread[1], spread[0], 0.0], [0.0, 0.0, 1.0]])
    laid: Floats = turned @ yaw.T
    laid[:, 2] += heights[best]
    return laid


MESHES: Mapping[str, tuple[str, Callable[[], Mesh]]] = {
    "common/pebble_a.obj": ("Pebble of 30 mm", partial(pebble, 22, 0.030, 0.80, 0.58)),
    "common/pebble_b.obj": ("Pebble of 24 mm", partial(pebble, 15, 0.024, 0.72, 0.56)),
    "common/pebble_c.obj": ("Pebble of 18 mm", partial(pebble, 16, 0.018, 0.86, 0.60)),
    "burp/stone_small.obj": ("Stone of 15 mm", partial(pebble, 21, 0.015, 0.82, 0.58)),
    "burp/stone.obj": ("Stone of 22 mm", partial(pebble, 20, 0.022, 0.78, 0.60)),
    "burp/stone_large.obj": ("Stone of 30 mm", partial(pebble, 5, 0.030, 0.84, 0.60)),
    "hurlyburly/basket.obj": (
        "Basket of a catapult, open to +x",
        partial(basket, 0.017, 0.018, 0.014, 0.009, 0.004, 0.001),
    ),
    "hurlyburly/flag_cloth.obj": ("Cloth of a flag, 30 x 20 mm", partial(cloth, 0.030, 0.020, 0.003, 0.0003)),
}
"""The mesh files of the shipped models: path in the models folder -> comment line, what makes it."""


def files() -> dict[str, str]:
    """Return the text of every shipped mesh file, by its path in the models folder."""
    return {name: to_obj(make(), comment) for name, (comment, make) in MESHES.items()}
