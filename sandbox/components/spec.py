"""What a thing IS, as frozen data in SI units: shapes, mass, material, joints.

Everything here is described in the component's *model frame*: the frame its file is written in, in which z
points up when the thing is used as meant. The engine's frame (centre of mass, principal axes) is `frame`; only
the engine cares.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from sandbox.geometry import IDENTITY, Floats, Pose, Quat, Vec3, bounds_of, quat_rotate

__all__ = [
    "Box",
    "Component",
    "Concave",
    "Cylinder",
    "Handling",
    "Hinge",
    "Hull",
    "Link",
    "Part",
    "Shape",
    "Sphere",
    "Visual",
]

Handling = Literal["flat", "sliding", "round", "long", "fast", "tumbling", "marble", "articulated", "fixed"]
"""How the engine treats a piece; PHYSICS: each needs other flags.

- `flat`: cards, walls, blocks, pawns, pebbles. Friction anchors, so that piles do not creep.
- `sliding`: pieces that must slide and turn where they lie, such as a tile in a hollow; as flat, without anchors.
- `round`: loose round pieces; as flat, and the pair's rolling friction acts while they lie on their round side.
- `long`: long thin pieces under heavy ones; raised inertia about the thin axes.
- `fast`: small pieces that are thrown; as flat, and continuous collision.
- `tumbling`: pieces that are tossed and turn over, as dice; a cone of friction, not a pyramid, and a soft contact.
- `marble`: spheres that roll and bounce; no anchor, soft contact of their own.
- `articulated`: pieces with joints.
- `fixed`: never moves.
"""


@dataclass(frozen=True, slots=True)
class Box:
    """A box around its own origin. `size`: full edge lengths in metres."""

    size: Vec3

    def points(self) -> Floats:
        """Return the eight corners, `(8, 3) float`."""
        half = np.asarray(self.size) / 2
        signs = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return np.asarray(signs * half, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Sphere:
    """A sphere around its own origin. `radius` in metres."""

    radius: float


@dataclass(frozen=True, slots=True)
class Cylinder:
    """A cylinder around its own origin, axis along z. `radius`, `height` in metres."""

    radius: float
    height: float


@dataclass(frozen=True, eq=False)
class Hull:
    """A convex solid: the hull of its vertices, `(n, 3) float` metres."""

    vertices: Floats
    key: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", _digest(self.vertices))
        self.vertices.setflags(write=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hull) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[object, ...]:
        return (Hull, (np.array(self.vertices),))


@dataclass(frozen=True, eq=False)
class Concave:
    """A surface of triangles that never moves: vertices `(n, 3) float` metres, faces `(m, 3) int`."""

    vertices: Floats
    faces: np.ndarray[tuple[int, ...], np.dtype[np.int64]]
    key: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", _digest(self.vertices, self.faces))
        self.vertices.setflags(write=False)
        self.faces.setflags(write=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Concave) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[object, ...]:
        return (Concave, (np.array(self.vertices), np.array(self.faces)))


def _digest(
    *arrays: np.ndarray[tuple[int, ...], np.dtype[np.float64]] | np.ndarray[tuple[int, ...], np.dtype[np.int64]],
) -> str:
    digest = hashlib.sha256()
    for array in arrays:
        digest.update(np.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


Shape = Box | Sphere | Cylinder | Hull | Concave


@dataclass(frozen=True, slots=True)
class Part:
    """One shape of a component that collides, at a pose in the model frame."""

    shape: Shape
    pose: Pose = IDENTITY

    def extent(self, pose: Pose = IDENTITY) -> tuple[Vec3, Vec3]:
        """Return the exact axis-aligned box of this part when the component is at `pose`."""
        world = pose @ self.pose
        if isinstance(self.shape, Sphere):
            reach = (self.shape.radius,) * 3
        elif isinstance(self.shape, Cylinder):
            half, radius = self.shape.height / 2, self.shape.radius
            a, b, c = (
                abs(along) * half + math.sqrt(max(0.0, 1 - along**2)) * radius
                for along in quat_rotate(world.rotation, (0.0, 0.0, 1.0))
            )
            reach = (a, b, c)
        else:
            points = self.shape.points() if isinstance(self.shape, Box) else self.shape.vertices
            return bounds_of(world.apply_all(points))
        # In plain numbers: of three coordinates arrays are ten times slower.
        (x, y, z), (a, b, c) = world.position, reach
        return (x - a, y - b, z - c), (x + a, y + b, z + c)


@dataclass(frozen=True, slots=True)
class Visual:
    """What is drawn: a shape or a mesh at a pose in the model frame, with the material it is made of.

    Attributes:
        shape: A primitive, or a `Concave` that carries any triangle mesh.
        material: Name of the material whose look it has.
        pose: In the model frame.
        colour: `#rrggbb`, or None for the material's own.
    """

    shape: Shape
    material: str
    pose: Pose = IDENTITY
    colour: str | None = None


@dataclass(frozen=True, slots=True)
class Hinge:
    """A joint that turns about one axis; its angle is 0 as the model file is drawn.

    Attributes:
        anchor: A point on the axis, model frame, metres.
        axis: Direction in the model frame; angles turn anticlockwise about it.
        stiffness: Spring, N·m/rad.
        damping: N·m·s/rad.
        rest: Angle at which the spring is relaxed, rad.
        lower: Smallest angle, rad.
        upper: Largest angle, rad.
        start: Angle at which a new body starts, rad.
    """

    anchor: Vec3
    axis: Vec3
    stiffness: float = 0.0
    damping: float = 0.0
    rest: float = 0.0
    lower: float = -math.pi
    upper: float = math.pi
    start: float = 0.0


@dataclass(frozen=True, slots=True)
class Link:
    """A part of a component that turns on a hinge; `parent` None means the component's own body.

    `frame` is the centre of mass and the principal axes in the model frame, `inertia` the moments about them.
    """

    name: str
    hinge: Hinge
    parts: tuple[Part, ...]
    mass: float
    inertia: Vec3
    frame: Pose
    parent: str | None = None
    visuals: tuple[Visual, ...] = ()


@dataclass(frozen=True, slots=True)
class Component:
    """A kind of piece, described once; a body is an instance of it.

    Attributes:
        id: Path in the models folder without its ending, such as `hurlyburly/wall`.
        title: One line for people.
        material: Name of the material that its surface is made of.
        handling: How the engine treats it.
        mass: Kilograms, links included; 0 when it never moves.
        inertia: Principal moments in kg·m² of the component's own body (without its links) about `frame`.
        frame: Centre of mass and principal axes of the own body, in the model frame.
        parts: What collides.
        visuals: What is drawn.
        links: What turns on hinges.
        sources: Where each number comes from, by dotted key of the model file.
    """

    id: str
    title: str
    material: str
    handling: Handling
    mass: float
    inertia: Vec3
    frame: Pose
    parts: tuple[Part, ...]
    visuals: tuple[Visual, ...] = ()
    links: tuple[Link, ...] = ()
    sources: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_fixed(self) -> bool:
        """True when bodies of this kind never move."""
        return self.handling == "fixed"

    @property
    def base_mass(self) -> float:
        """Mass in kg of the component's own body, without its links."""
        return self.mass - sum(link.mass for link in self.links)

    def all_parts(self) -> Iterator[Part]:
        """Yield every part that collides, links included, as drawn (joint angles 0)."""
        yield from self.parts
        for link in self.links:
            yield from link.parts

    def extent(self, rotation: Quat = IDENTITY.rotation) -> tuple[Vec3, Vec3]:
        """Return the axis-aligned box around the component when turned by `rotation`, origin at zero."""
        pose = Pose(rotation=rotation)
        boxes = [corner for part in self.all_parts() for corner in part.extent(pose)]
        return bounds_of(boxes)

    @property
    def size(self) -> Vec3:
        """Edge lengths in metres of the box around the component as drawn."""
        low, high = self.extent()
        return (high[0] - low[0], high[1] - low[1], high[2] - low[2])
