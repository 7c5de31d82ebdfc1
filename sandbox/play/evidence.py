"""Physics as marks: contacts with their forces, who carries whom, balance, collision shapes. No window.

Everything is read from the world as it is; nothing here changes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from scipy.spatial import ConvexHull, QhullError

from sandbox.components.spec import Box, Concave, Cylinder, Hull, Shape, Sphere
from sandbox.geometry import Floats, Pose, Vec3, vec3
from sandbox.physics import World
from sandbox.play.marks import Arrow, Dot, Label, Line, Mark, Ring, box_edges
from sandbox.record import Support

__all__ = ["OVERLAYS", "balance_marks", "contact_marks", "marks_of", "name_marks", "shape_marks", "support_marks"]

OVERLAYS = ("contacts", "supports", "balance", "shapes", "zones", "names")
"""What can be shown in the scene."""

NEWTON = 0.02
"""Metres that the arrow of a contact has for each newton, up to `LONGEST`."""

LONGEST = 0.04
MOST = 400
"""Contacts that are drawn; a heap has thousands."""

FLAT = 1e-7
"""Square metres below which a support polygon is a line."""


def marks_of(world: World, overlays: Iterable[str], chosen: Sequence[str] = ()) -> list[Mark]:
    """Return the marks of some overlays.

    Args:
        world: Whose physics is shown.
        overlays: Of `OVERLAYS`.
        chosen: Bodies that are looked at; balance is shown of these, or of all that stand on something.
    """
    wanted, out = set(overlays), list[Mark]()
    supports = world.supports() if wanted & {"supports", "balance"} else []
    if "shapes" in wanted:
        out += shape_marks(world, list(chosen) or list(world.loose))
    if "contacts" in wanted:
        out += contact_marks(world)
    if "supports" in wanted:
        out += support_marks(world, supports)
    if "balance" in wanted:
        out += balance_marks(world, supports, list(chosen) or list(world.loose))
    if "names" in wanted:
        out += name_marks(world)
    return out


def centre(world: World, name: str) -> Vec3:
    """Return where a body's centre of mass is, metres."""
    return (world.pose(name) @ world.body(name).component.frame).position


def contact_marks(world: World) -> list[Mark]:
    """Return a dot at every contact, and an arrow as long as its force is large."""
    out: list[Mark] = []
    for count, contact in enumerate(world.contacts()):
        if count >= MOST:
            break
        out.append(Dot(contact.point, "warn", 5.0))
        reach = min(contact.force * NEWTON, LONGEST)
        if reach > 2e-3:
            end = vec3(np.asarray(contact.point) + reach * np.asarray(contact.normal))
            out.append(Arrow(contact.point, end, "warn", 1.8, head=8.0))
    return out


def support_marks(world: World, supports: Sequence[Support]) -> list[Mark]:
    """Return an arrow from everything that is carried, through where it rests, to what carries it."""
    out: list[Mark] = []
    for support in supports:
        start = centre(world, support.upper)
        out.append(Line(np.array([start, support.point]), "info", 2.0, 0.9))
        out.append(Dot(support.point, "info", 6.0))
        if not world.body(support.lower).is_fixed:
            out.append(Arrow(support.point, centre(world, support.lower), "info", 2.0))
    return out


def balance_marks(world: World, supports: Sequence[Support], names: Sequence[str]) -> list[Mark]:
    """Return the polygon that a body rests on, and its centre of mass above it: inside it stands, outside it tips.

    What a body carries leans on it too, so the centre is that of the body with all that stands on it alone.
    """
    carried: dict[str, set[str]] = {}
    below: dict[str, set[str]] = {}
    for support in supports:
        carried.setdefault(support.lower, set()).add(support.upper)
        below.setdefault(support.upper, set()).add(support.lower)
    out: list[Mark] = []
    for name in names:
        if name not in below:
            continue
        load = _load(name, carried, below)
        masses = np.array([world.body(each).component.mass for each in load])
        middles = np.array([centre(world, each) for each in load])
        middle = masses @ middles / masses.sum()
        points = _resting_points(world, name, below[name])
        if len(points) < 1:
            continue
        foot = float(points[:, 2].min())
        corners = _hull(points[:, :2])
        is_inside = _is_inside(middle[:2], corners)
        tone = "good" if is_inside else "bad"
        closed = np.c_[np.r_[corners, corners[:1]], np.full(len(corners) + 1, foot + 2e-4)]
        low = np.array([middle[0], middle[1], foot])
        out += [Line(closed, tone, 2.0), Line(np.array([middle, low]), tone, 1.5, dashed=4.0)]
        out += [Dot(vec3(middle), tone, 8.0), Dot(vec3(low), tone, 5.0)]
    return out


def _load(name: str, carried: dict[str, set[str]], below: dict[str, set[str]]) -> list[str]:
    """Return a body and what stands on it, or on such, and on nothing else."""
    load = [name]
    for each in load:
        load += [up for up in sorted(carried.get(each, ())) if up not in load and below[up] <= set(load)]
    return load


def _resting_points(world: World, name: str, lowers: Iterable[str]) -> Floats:
    """Return where a body rests, `(n, 3) float`; contacts exist only after a step."""
    places = [
        contact.point
        for lower in lowers
        for contact in world.contacts(name, lower)
        if abs(contact.normal[2]) > 0.7
    ]
    if not places:
        nearest = (world.closest(name, lower, 1e-3) for lower in lowers)
        places = [found.on_b for found in nearest if found is not None]
    return np.array(places, dtype=float).reshape(-1, 3)


def _hull(points: Floats) -> Floats:
    """Return the corners of the hull of `(n, 2)` points in order; the ends when they lie on a line."""
    spread = points - points.mean(axis=0)
    if len(points) < 3 or np.linalg.matrix_rank(spread, tol=1e-4) < 2:
        if len(points) < 2:
            return points
        _, _, ways = np.linalg.svd(spread, full_matrices=False)
        along = spread @ ways[0]
        return points[[int(along.argmin()), int(along.argmax())]]
    try:
        return np.asarray(points[ConvexHull(points).vertices])
    except QhullError:
        return points


def _is_inside(point: Floats, corners: Floats, slack: float = 5e-4) -> bool:
    """Tell whether a point lies inside a hull, or within `slack` metres of one that is a line or a point."""
    if len(corners) < 3:
        a, b = corners[0], corners[-1]
        way = b - a
        t = np.clip((point - a) @ way / max(float(way @ way), 1e-18), 0, 1)
        return bool(np.linalg.norm(point - a - t * way) <= slack)
    after = np.roll(corners, -1, axis=0)
    turn = (after[:, 0] - corners[:, 0]) * (point[1] - corners[:, 1]) - (after[:, 1] - corners[:, 1]) * (
        point[0] - corners[:, 0]
    )
    return bool((turn >= -FLAT).all() or (turn <= FLAT).all())


def name_marks(world: World) -> list[Mark]:
    """Return every loose body's name above it."""
    names = world.loose
    boxes = world.bounds(names)
    return [
        Label(vec3((*box[:, :2].mean(axis=0), box[1, 2] + 0.004)), name)
        for name, box in zip(names, boxes, strict=True)
    ]


# --- collision shapes


def shape_marks(world: World, names: Sequence[str]) -> list[Mark]:
    """Return the edges of the shapes that collide, of all links too."""
    edges: list[Floats] = []
    for name in names:
        component, pose = world.body(name).component, world.pose(name)
        edges += [_placed(pose @ part.pose, part.shape) for part in component.parts]
        if component.links:
            for link, placed in zip(component.links, world.link_poses(name), strict=True):
                edges += [_placed(placed @ part.pose, part.shape) for part in link.parts]
    return [Line(np.concatenate(edges), "shape", 1.4, 0.9, on_top=False, pairs=True)] if edges else []


def _placed(pose: Pose, shape: Shape) -> Floats:
    return np.asarray(pose.apply_all(_edges(shape)), dtype=float)


@lru_cache(maxsize=256)
def _edges(shape: Shape) -> Floats:
    """Return the edges of a shape around its origin, `(2 n, 3) float`, in pairs."""
    if isinstance(shape, Box):
        half = np.asarray(shape.size) / 2
        return box_edges(-half, half)
    if isinstance(shape, Sphere):
        ways: tuple[Vec3, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
        return np.concatenate([_ring((0.0, 0.0, 0.0), shape.radius, way) for way in ways])
    if isinstance(shape, Cylinder):
        z, r = shape.height / 2, shape.radius
        sides = np.array([[(x, y, -z), (x, y, z)] for x, y in ((r, 0.0), (-r, 0.0), (0.0, r), (0.0, -r))])
        rings = [_ring((0.0, 0.0, end), r, (0.0, 0.0, 1.0)) for end in (-z, z)]
        return np.concatenate([*rings, sides.reshape(-1, 3)])
    if isinstance(shape, Hull):
        hull = ConvexHull(shape.vertices)
        return _sharp(shape.vertices, hull.simplices, hull.equations[:, :3])
    assert isinstance(shape, Concave)
    ends = shape.vertices[shape.faces]
    normals = np.cross(ends[:, 1] - ends[:, 0], ends[:, 2] - ends[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-15)
    return _sharp(shape.vertices, shape.faces, normals)


def _ring(middle: Vec3, radius: float, normal: Vec3) -> Floats:
    return Ring(middle, radius, normal=normal).line(24).segments().reshape(-1, 3)


def _sharp(vertices: Floats, faces: np.ndarray[tuple[int, ...], np.dtype[np.int64]], normals: Floats) -> Floats:
    """Return the edges at which a surface bends by more than a degree, or ends."""
    seen: dict[tuple[int, int], Floats | None] = {}
    for face, normal in zip(faces, normals, strict=True):
        for i in range(3):
            a, b = sorted((int(face[i]), int(face[(i + 1) % 3])))
            other = seen.get((a, b))
            seen[a, b] = normal if other is None else (None if other @ normal > 0.9998 else other)
    kept = [(a, b) for (a, b), normal in seen.items() if normal is not None]
    return vertices[np.array(kept, dtype=np.int64).reshape(-1)].reshape(-1, 3)
