"""Pieces, worlds and searches that the laws, the physics tests and the benchmarks share."""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Callable, Iterable

import numpy as np

from sandbox.components import inertia
from sandbox.components.catalogue import Catalogue
from sandbox.components.materials import Materials
from sandbox.components.spec import Box, Component, Cylinder, Handling, Hinge, Hull, Link, Part, Sphere
from sandbox.geometry import IDENTITY, Pose, Quat, Vec3, quat_from_axis_angle
from sandbox.physics import DEFAULT, Profile, World
from sandbox.physics.bullet import BulletEngine

MM = 1e-3

WEIGHTLESS = DEFAULT.model_copy(update={"name": "weightless", "gravity": 0.0})
"""The default profile in free fall."""


@functools.cache
def catalogue() -> Catalogue:
    """Return the shipped components."""
    return Catalogue()


def shipped(name: str) -> Component:
    """Return a shipped component."""
    return catalogue().get(name)


def materials(**pairs: dict[tuple[str, str], float]) -> Materials:
    """Return the shipped materials with other values for some pairs; see `Materials.with_pairs`."""
    return catalogue().materials.with_pairs(**pairs)


@functools.cache
def _engine() -> BulletEngine:
    return BulletEngine(DEFAULT)


def world(
    *declare: Component, materials: Materials | None = None, profile: Profile = DEFAULT, fresh: bool = False
) -> World:
    """Return an empty world; all but fresh ones share one engine, so use one at a time."""
    return World(materials or catalogue().materials, profile, declare=declare, engine=None if fresh else _engine())


# --- pieces made by hand


def solid(part: Part) -> inertia.Solid:
    """Return what a part weighs at 1000 kg/m³."""
    shape = part.shape
    if isinstance(shape, Box):
        out = inertia.of_box(shape.size, 1000)
    elif isinstance(shape, Sphere):
        out = inertia.of_sphere(shape.radius, 1000)
    elif isinstance(shape, Cylinder):
        out = inertia.of_cylinder(shape.radius, shape.height, 1000)
    else:
        raise TypeError("give the inertia of a mesh by hand")
    return out.at(part.pose)


def piece(
    name: str, parts: Iterable[Part], mass: float, material: str = "beech", handling: Handling = "flat"
) -> Component:
    """Return a component whose mass is spread evenly over its parts; mass 0 makes it fixed."""
    parts = tuple(parts)
    if mass == 0:
        return Component(name, name, material, "fixed", 0.0, (0.0, 0.0, 0.0), IDENTITY, parts)
    moments, frame = inertia.principal(inertia.combine([solid(part) for part in parts]).weighing(mass))
    return Component(name, name, material, handling, mass, moments, frame, parts)


def box(name: str, size_mm: Vec3, mass: float, material: str = "beech", handling: Handling = "flat") -> Component:
    """Return a box around its own origin."""
    x, y, z = size_mm
    return piece(name, [Part(Box((x * MM, y * MM, z * MM)))], mass, material, handling)


def slab(name: str = "slab", size_mm: Vec3 = (2000, 600, 100), material: str = "table") -> Component:
    """Return a fixed box whose upper face is at z = 0."""
    x, y, z = (edge * MM for edge in size_mm)
    return piece(name, [Part(Box((x, y, z)), Pose((0, 0, -z / 2)))], 0, material)


def stone(name: str, size_mm: Vec3, mass: float, seed: int, facets: int = 60) -> Component:
    """Return a convex lumpy stone that lies on a flat facet at z = 0, as pebbles do after they came to rest."""
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(facets, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    points *= np.asarray(size_mm) * MM / 2
    points[:, 2] = np.maximum(points[:, 2], -0.7 * size_mm[2] * MM / 2)
    points -= points.mean(axis=0) * (1, 1, 0)
    points[:, 2] -= points[:, 2].min()
    from scipy.spatial import ConvexHull

    hull = ConvexHull(points)
    faces = np.array(hull.simplices)
    outward = np.einsum(
        "ij,ij->i",
        np.cross(points[faces[:, 1]] - points[faces[:, 0]], points[faces[:, 2]] - points[faces[:, 0]]),
        hull.equations[:, :3],
    )
    faces[outward < 0] = faces[outward < 0][:, ::-1]
    moments, frame = inertia.principal(inertia.of_mesh(points, faces, 1000).weighing(mass))
    shift = Pose((-frame.position[0], -frame.position[1], 0.0))
    part = Part(Hull(np.ascontiguousarray(points[hull.vertices] + np.asarray(shift.position))))
    return Component(name, name, "stone", "flat", mass, moments, shift @ frame, (part,))


def arm(
    *,
    length: float = 0.07,
    mass: float = 0.005,
    base_mass: float = 0.05,
    stiffness: float = 0.0,
    damping: float = 0.0,
    rest: float = 0.0,
    lower: float = -math.pi,
    upper: float = math.pi,
    start: float = 0.0,
) -> Component:
    """Return a flat arm that turns up and down about the end of a small base: a catapult, a pendulum."""
    base = Part(Box((0.03, 0.03, 0.01)), Pose((0, 0, 0.005)))
    beam = Part(Box((length, 0.01, 0.002)), Pose((length / 2, 0, 0.02)))
    base_moments, base_frame = inertia.principal(solid(base).weighing(base_mass))
    moments, frame = inertia.principal(solid(beam).weighing(mass))
    hinge = Hinge((0, 0, 0.02), (0, -1, 0), stiffness, damping, rest, lower, upper, start)
    link = Link("arm", hinge, (beam,), mass, moments, frame)
    return Component(
        "arm",
        "arm",
        "beech",
        "articulated",
        base_mass + mass,
        base_moments,
        base_frame,
        (base,),
        links=(link,),
    )


def arm_inertia(component: Component) -> float:
    """Return the moment of an `arm` about its hinge, kg·m² (parallel-axis theorem)."""
    (link,) = component.links
    return link.inertia[1] + link.mass * link.frame.position[0] ** 2


# --- turns


def turned(axis: Vec3, degrees: float) -> Quat:
    """Return a turn about an axis."""
    return quat_from_axis_angle(axis, math.radians(degrees))


def slope(degrees: float) -> Pose:
    """Return the pose of a table that goes down towards +x."""
    return Pose(rotation=turned((0, 1, 0), degrees))


# --- towers

Placement = tuple[Component, str, Pose]


def tower(
    levels: int,
    walls: int,
    rng: np.random.Generator | None = None,
    *,
    position: float = 1e-3,
    angle_deg: float = 1.0,
    hinged: bool = False,
) -> list[Placement]:
    """Return a tower of folded cards: two walls a level with their folds outwards, or one, turned in turn.

    Args:
        levels: How many.
        walls: Two or one a level.
        rng: Adds noise to every piece; None builds without a tremor.
        position: Sigma in x and in y, metres.
        angle_deg: Sigma of the yaw.
        hinged: Take the walls whose fold can turn.
    """
    wall = shipped("hurlyburly/wall_hinged" if hinged else "hurlyburly/wall")
    platform = shipped("hurlyburly/platform")
    fold = Pose((10.75 * MM, 10.75 * MM, 0.0))  # the model's origin as seen from its fold
    out: list[Placement] = []

    def put(component: Component, name: str, x: float, y: float, z: float, yaw: float, inner: Pose) -> None:
        if rng is not None:
            dx, dy = rng.normal(0, position, 2)
            x, y, yaw = x + dx, y + dy, yaw + rng.normal(0, angle_deg)
        out.append((component, name, Pose((x, y, z), turned((0, 0, 1), yaw)) @ inner))

    z = 0.0
    for level in range(1, levels + 1):
        if walls == 2:
            spots = [(-36.0, -22.0, 0.0), (36.0, 22.0, 180.0)]
        else:
            spots = [(-11.0, -11.0, 0.0)] if level % 2 else [(11.0, 11.0, 180.0)]
        for number, (x, y, yaw) in enumerate(spots, start=1):
            put(wall, f"level{level}.wall{number}", x * MM, y * MM, z, yaw, fold)
        z += 63 * MM
        put(platform, f"level{level}.platform", 0.0, 0.0, z + 0.5 * MM, 90.0, IDENTITY)
        z += 1 * MM
    return out


# --- searching and comparing


def edge(holds: Callable[[float], bool], inside: float, outside: float, width: float) -> float:
    """Return where `holds` changes between `inside`, where it does, and `outside`, to within `width`."""
    while abs(outside - inside) > width:
        middle = (inside + outside) / 2
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return (inside + outside) / 2


def moved(world: World, name: str, start: Pose) -> float:
    """Return by how many metres a body's origin is away from where it was."""
    return math.dist(world.pose(name).position, start.position)


def bits(world: World) -> str:
    """Return a digest of every pose and speed: equal digests are equal to the bit."""
    now = world.snapshot()
    return hashlib.sha256(now.poses.tobytes() + now.twists.tobytes()).hexdigest()[:16]
