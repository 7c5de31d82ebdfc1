"""The meshes of Beethupferl's garden: the bed with its hollows, the drop bowl, the watering can."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sandbox.components.garden import Garden
from sandbox.components.meshes import Faces, Mesh, is_closed
from sandbox.geometry import Floats

__all__ = ["bed", "bowl", "can", "drop_bowl", "lathe"]


def bowl(garden: Garden) -> tuple[Floats, Faces]:
    """Return the facets of one hollow: corners `(n, 3)` about the sphere's centre, rim first, seen from inside.

    Every second ring is turned by half a facet, which makes triangles nearly equilateral: as true to the sphere
    with half as many of them.
    """
    radius = garden.corner_radius
    rim = math.acos(garden.bowl_rise / radius)
    count = len(garden.rings)
    rows: list[Floats] = []
    angles: list[Floats] = []
    for index, corners in enumerate(garden.rings):
        polar = rim * (1 - index / count)
        turn = 2 * np.pi * (np.arange(corners) + 0.5 * (index % 2)) / corners
        ring = [np.sin(polar) * np.cos(turn), np.sin(polar) * np.sin(turn), np.full(corners, -np.cos(polar))]
        rows.append(np.column_stack(ring) * radius)
        angles.append(turn)
    starts = np.cumsum([0, *garden.rings])
    faces: list[tuple[int, int, int]] = []
    for index in range(count - 1):
        faces += _between(angles[index], angles[index + 1], int(starts[index]), int(starts[index + 1]))
    last, low, bottom = garden.rings[-1], int(starts[-2]), int(starts[-1])
    faces += [(low + i, low + (i + 1) % last, bottom) for i in range(last)]
    vertices = np.concatenate([*rows, [[0.0, 0.0, -radius]]])
    return vertices, np.array(faces, dtype=np.int64)


def bed(garden: Garden) -> Mesh:
    """Return the upper face of the bed: land with `side` x `side` hollows, in the garden's frame."""
    inside, facets = bowl(garden)
    rim = garden.rings[0]
    square = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    half = garden.pitch / 2
    land: list[tuple[int, int, int]] = []
    for quarter in range(4):
        corner, after = len(inside) + quarter, len(inside) + (quarter + 1) % 4
        first = quarter * rim // 4
        land += [((i + 1) % rim, i, corner) for i in range(first, first + rim // 4)]
        land.append(((first + rim // 4) % rim, corner, after))
    corners = [(x * half, y * half, -garden.bowl_rise) for x, y in square]
    cell = np.concatenate([inside, corners])
    faces = np.concatenate([facets, np.array(land, dtype=np.int64)])
    every = range(1, garden.side**2 + 1)
    vertices = np.concatenate([cell + np.array(garden.sphere(hollow)) for hollow in every])
    joined = np.concatenate([faces + index * len(cell) for index in range(len(every))])
    return Mesh(np.round(vertices, 6), joined, False)


def _between(upper: Floats, lower: Floats, first: int, second: int) -> list[tuple[int, int, int]]:
    """Return triangles between two closed rings, given by their angles, each step the one that spans less."""
    n, m = len(upper), len(lower)
    i = j = 0
    faces = []
    while i < n or j < m:
        ahead = (upper[(i + 1) % n] + 2 * np.pi * ((i + 1) // n)) if i < n else np.inf
        below = (lower[(j + 1) % m] + 2 * np.pi * ((j + 1) // m)) if j < m else np.inf
        if ahead <= below:
            faces.append((first + i % n, first + (i + 1) % n, second + j % m))
            i += 1
        else:
            faces.append((first + i % n, second + (j + 1) % m, second + j % m))
            j += 1
    return faces


def lathe(profile: Sequence[tuple[float, float]], segments: int) -> Mesh:
    """Return a closed solid of revolution about z.

    Args:
        profile: (radius, height) in metres from the axis to the axis, anticlockwise in the r-z plane; both ends
            have radius 0.
        segments: Facets round it.
    """
    turn = 2 * np.pi * np.arange(segments) / segments
    vertices = [(0.0, 0.0, profile[0][1])]
    for radius, height in profile[1:-1]:
        vertices += [(radius * math.cos(t), radius * math.sin(t), height) for t in turn]
    vertices.append((0.0, 0.0, profile[-1][1]))
    faces: list[tuple[int, int, int]] = []
    rings, top = len(profile) - 2, len(vertices) - 1
    for i in range(segments):
        after = (i + 1) % segments
        faces.append((0, 1 + after, 1 + i))
        for ring in range(rings - 1):
            a, b = 1 + ring * segments, 1 + (ring + 1) * segments
            faces += [(a + i, a + after, b + after), (a + i, b + after, b + i)]
        last = 1 + (rings - 1) * segments
        faces.append((last + i, last + after, top))
    array = np.array(faces, dtype=np.int64)
    return Mesh(np.round(np.array(vertices), 6), array, is_closed(array))


def drop_bowl(garden: Garden) -> Mesh:
    """Return an open bowl on z = 0 with room for 20 drops."""
    d = garden.drop_radius
    sheet = 0.2 * d
    inner = [(3.6 * d, sheet), (5.2 * d, 1.0 * d), (6.2 * d, 3.0 * d), (6.6 * d, 5.0 * d)]
    outer = [(3.8 * d, 0.0), (5.6 * d, 0.8 * d), (6.5 * d, 3.0 * d), (6.9 * d, 5.0 * d)]
    return lathe([(0.0, 0.0), *outer, *inner[::-1], (0.0, sheet)], 24)


def can(garden: Garden) -> Mesh:
    """Return a can open above: a tub at -x whose floor rises into a spout that ends at the origin."""
    d = 2 * garden.drop_radius
    sheet = 0.1 * d
    # Where (in d), floor, height of the sides above the floor, half width.
    stations = [(-6.6, -1.4, 2.6, 1.2), (-4.4, -1.4, 2.6, 1.2), (-2.2, -0.35, 1.2, 0.75), (0.0, 0.0, 0.7, 0.65)]
    bends = np.linspace(0, np.pi, 9)
    rows: list[Floats] = []
    for extra in (0.0, sheet):  # inner surface, then outer
        for x, floor, side, half in stations:
            wide, deep = half * d + extra, 0.6 * d + extra
            low = floor * d + 0.6 * d
            curve = [(x * d, -wide * math.cos(t), low - deep * math.sin(t)) for t in bends]
            top = (floor + side) * d
            rows.append(np.array([(x * d, -wide, top), *curve, (x * d, wide, top)]))
    count, many = len(rows[0]), len(stations)
    vertices = np.concatenate(rows)

    def at(layer: int, station: int, point: int) -> int:
        return (layer * many + station) * count + point

    quads: list[tuple[int, int, int, int]] = []
    for s in range(many - 1):
        for k in range(count - 1):
            quads.append((at(0, s, k), at(0, s + 1, k), at(0, s + 1, k + 1), at(0, s, k + 1)))
            quads.append((at(1, s, k), at(1, s, k + 1), at(1, s + 1, k + 1), at(1, s + 1, k)))
        quads.append((at(0, s, 0), at(1, s, 0), at(1, s + 1, 0), at(0, s + 1, 0)))
        quads.append((at(0, s, count - 1), at(0, s + 1, count - 1), at(1, s + 1, count - 1), at(1, s, count - 1)))
    for k in range(count - 1):  # edge of the spout
        quads.append((at(0, many - 1, k), at(1, many - 1, k), at(1, many - 1, k + 1), at(0, many - 1, k + 1)))
        quads.append((at(0, 0, k), at(0, 0, k + 1), at(1, 0, k + 1), at(1, 0, k)))
    faces = [face for a, b, c, e in quads for face in ((a, b, c), (a, c, e))]
    for layer in (0, 1):  # the back of the tub, closed
        fan = [(at(layer, 0, 0), at(layer, 0, k), at(layer, 0, k + 1)) for k in range(1, count - 1)]
        faces += fan if layer == 0 else [(a, c, b) for a, b, c in fan]
    array = np.array(faces, dtype=np.int64)
    return Mesh(np.round(vertices, 6), array, is_closed(array))
