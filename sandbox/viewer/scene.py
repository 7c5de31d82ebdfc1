"""From bodies to what is drawn: which mesh, where, of what, wearing what. Pure.

`Cast` is compiled once for a set of bodies; `Cast.scene` is then a few array products a frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sandbox.components.linkage import link_poses
from sandbox.components.materials import Materials
from sandbox.components.spec import Box, Component, Visual
from sandbox.geometry import IDENTITY, Floats, Pose, matrices
from sandbox.record import Snapshot
from sandbox.viewer.atlas import colour_of
from sandbox.viewer.faces import Face, Print, accent_of, default_print
from sandbox.viewer.meshes import Form, make, thin_axes

__all__ = ["COLUMNS", "Cast", "Item", "Scene", "linear"]

COLUMNS = ("row_x", 4), ("row_y", 4), ("row_z", 4), ("tint", 4), ("wear", 4)
"""What an instance carries, in floats: the first three rows of its 4x4 matrix; linear colour and a seed, 0 to 1;
layers of the prints on its front and back (0 is blank), how much it glows (0 to 1), one spare."""

GROUND = 0.3
"""Metres; a fixed piece larger than this is what the others stand on: it casts no shadow and frames no picture."""

SHEET = 1.2e-3
"""Metres; a box of card thinner than this is drawn as a card with round corners."""

PAINT = 0.65
"""Saturation above which wood is painted."""


def linear(colour: str) -> Floats:
    """Return `#rrggbb` as `(3,) float` linear light, 0 to 1."""
    srgb = colour_of(colour)
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


@dataclass(frozen=True, eq=False)
class Item:
    """Many pieces of one mesh and one kind: one draw call.

    Attributes:
        form: The mesh.
        kind: What it is made of, the name of a file in `shaders/kinds`.
        is_ground: True for tables and floors.
        instances: `(n, 20) float32`, laid out as `COLUMNS`.
        bodies: The body that each instance belongs to.
    """

    form: Form
    kind: str
    is_ground: bool
    instances: NDArray[np.float32]
    bodies: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Scene:
    """All that a drawer needs to know of one instant.

    Attributes:
        items: In a fixed order.
        faces: The prints, in the order of their layers, of which the first has number 1.
    """

    items: tuple[Item, ...]
    faces: tuple[Face, ...]

    def points(self, *bodies: str) -> Floats:
        """Return `(n, 3) float` corners in metres of the boxes around pieces that are not ground.

        Args:
            bodies: Only of these (ground included); of all when none is named.
        """
        found = [np.empty((0, 3))]
        for item in self.items:
            if bodies or not item.is_ground:
                corners = make(item.form).corners
                for row, body in zip(item.instances, item.bodies, strict=True):
                    if not bodies or body in bodies:
                        matrix = row[:12].reshape(3, 4).astype(float)
                        found.append(corners @ matrix[:, :3].T + matrix[:, 3])
        return np.concatenate(found)

    @cached_property
    def middles(self) -> Floats:
        """Where the drawn shapes that are not ground are, `(n, 4) float`: position and radius, metres."""
        found = [np.empty((0, 4))]
        for item in self.items:
            if not item.is_ground:
                radius = np.full((len(item.instances), 1), make(item.form).radius)
                found.append(np.concatenate([item.instances[:, (3, 7, 11)], radius], axis=1))
        return np.concatenate(found)


@dataclass(frozen=True, eq=False)
class _Group:
    """The unmoving half of an item: which node each instance hangs on, and its row without the matrix."""

    form: Form
    kind: str
    is_ground: bool
    nodes: NDArray[np.int64]
    local: Floats
    rows: NDArray[np.float32]
    bodies: tuple[str, ...]


class Cast:
    """Who is in the picture.

    Args:
        kinds: The component of every body that may be drawn, by the body's name.
        materials: How materials look.
        prints: What bodies wear, by name, instead of what their kind wears.
    """

    def __init__(
        self, kinds: Mapping[str, Component], materials: Materials, prints: Mapping[str, Print] | None = None
    ) -> None:
        self.kinds = dict(kinds)
        self._jointed = {body: component for body, component in kinds.items() if component.links}
        self._faces: dict[Face, int] = {}
        self._nodes: dict[tuple[str, str | None], int] = {}
        collected: dict[tuple[Form, str, bool], list[tuple[int, Floats, Floats, str]]] = {}
        for body, component in self.kinds.items():
            worn = (prints or {}).get(body)
            is_ground = component.is_fixed and max(component.size) > GROUND
            visuals = tuple(_visuals(component))
            sheets = Counter(_thin(visual, materials) for _, visual in visuals)
            for link, visual in visuals:
                node = self._nodes.setdefault((body, link), len(self._nodes))
                form, kind = _form(visual, materials, is_ground, is_alone=sheets[_thin(visual, materials)] == 1)
                tail = self._tail(body, component, visual, form, materials, worn)
                collected.setdefault((form, kind, is_ground), []).append((node, _matrix(visual.pose), tail, body))
        self._groups = tuple(
            _Group(
                *key,
                np.array([each[0] for each in members]),
                np.stack([each[1] for each in members]),
                np.stack([np.concatenate([np.zeros(12), each[2]]) for each in members]).astype(np.float32),
                tuple(each[3] for each in members),
            )
            for key, members in collected.items()
        )
        self.faces = tuple(self._faces)

    def scene(self, snapshot: Snapshot) -> Scene:
        """Return what to draw; bodies that the snapshot does not have are left out."""
        nodes, is_there = self._place(snapshot)
        items = []
        for group in self._groups:
            seen = is_there[group.nodes]
            if not seen.any():
                continue
            rows = group.rows[seen]
            world = nodes[group.nodes[seen]] @ group.local[seen]
            rows[:, :12] = world[:, :3].reshape(-1, 12)
            bodies = tuple(name for name, here in zip(group.bodies, seen, strict=True) if here)
            items.append(Item(group.form, group.kind, group.is_ground, rows, bodies))
        return Scene(tuple(items), self.faces)

    def _place(self, snapshot: Snapshot) -> tuple[Floats, NDArray[np.bool_]]:
        """Return the matrix of every node, `(k, 4, 4) float`, and whether its body is there, `(k,) bool`."""
        count = len(snapshot.names)
        world = np.zeros((count, 4, 4))
        world[:, :3, :3] = matrices(snapshot.poses[:, 3:])
        world[:, :3, 3] = snapshot.poses[:, :3]
        world[:, 3, 3] = 1
        row_of = {name: row for row, name in enumerate(snapshot.names)}
        rows = np.array([row_of.get(body, -1) for body, _ in self._nodes], dtype=np.int64)
        is_there = rows >= 0
        nodes = np.zeros((len(rows), 4, 4))
        nodes[is_there] = world[rows[is_there]]
        for body, component in self._jointed.items():
            if body in row_of:
                angles = [snapshot.joints.get((body, link.name), link.hinge.start) for link in component.links]
                for link, turned in zip(component.links, link_poses(component, IDENTITY, angles), strict=True):
                    node = self._nodes.get((body, link.name))
                    if node is not None:  # else nothing of it is drawn
                        nodes[node] = nodes[node] @ _matrix(turned)
        return nodes, is_there

    def _tail(
        self,
        body: str,
        component: Component,
        visual: Visual,
        form: Form,
        materials: Materials,
        worn: Print | None,
    ) -> Floats:
        """Return an instance's colour, seed, prints and glow, `(8,) float`."""
        look = materials.get(visual.material).look
        own = visual.colour or (accent_of(body) if look.kind == "cloth" else None)
        if worn is None and isinstance(form.shape, Box):
            worn = default_print(component.id, body, _printed_size(form.shape))
        layers = [self._layer(face) for face in ((worn.front, worn.back) if worn else (None, None))]
        seed = (sum(ord(letter) * (i + 7) for i, letter in enumerate(body)) * 0.618034) % 1.0
        return np.array([*linear(own or look.colour), seed, *layers, 0.0, 0.0])

    def _layer(self, face: Face | None) -> int:
        return 0 if face is None else self._faces.setdefault(face, len(self._faces) + 1)


def _visuals(component: Component) -> Iterator[tuple[str | None, Visual]]:
    for visual in component.visuals:
        yield None, visual
    for link in component.links:
        for visual in link.visuals:
            yield link.name, visual


def _thin(visual: Visual, materials: Materials) -> int | None:
    """Return the thin axis of a visual that is a card; None for any other."""
    shape = visual.shape
    if (
        not isinstance(shape, Box)
        or min(shape.size) >= SHEET
        or materials.get(visual.material).look.kind != "card"
    ):
        return None
    return int(np.argmin(shape.size))


def _form(visual: Visual, materials: Materials, is_ground: bool, *, is_alone: bool) -> tuple[Form, str]:
    """Return how a visual is finished and what it is drawn as.

    Args:
        visual: What is drawn.
        materials: How materials look.
        is_ground: Whether it is what the others stand on.
        is_alone: Whether no other card of its piece lies in a plane beside it. Corners where two parts of one card
            meet are no corners.
    """
    look = materials.get(visual.material).look
    kind: str = look.kind
    shape = visual.shape
    if kind == "wood":
        colour = colour_of(visual.colour or look.colour)
        if is_ground:
            kind = "planks"
        elif 1 - colour.min() / max(colour.max(), 1e-6) > PAINT:
            kind = "paint"
    if isinstance(shape, Box) and _thin(visual, materials) is not None:
        sheet = _sheet(shape, visual.pose)
        return (sheet if is_alone else replace(sheet, round_left=False, round_right=False)), kind
    return Form(shape), kind


def _sheet(box: Box, pose: Pose) -> Form:
    """Return a card; one that hangs beside the middle of its piece is a leaf of a folded one.

    A leaf's print faces outwards, and its corners are square at the fold.
    """
    thin = int(np.argmin(box.size))
    right = thin_axes(box.size)[0]
    offset = np.asarray(pose.position)
    if offset[thin] == 0 or thin == 2:
        return Form(box, is_sheet=True)
    front = 1 if offset[thin] > 0 else -1
    aside = front * float(right @ offset)
    return Form(box, True, front, round_left=aside <= 0, round_right=aside >= 0)


def _printed_size(box: Box) -> tuple[float, float]:
    """Return width and height of a box's printed side, as `thin_axes` sees it."""
    right, up, _ = np.abs(thin_axes(box.size))
    return float(right @ box.size), float(up @ box.size)


def _matrix(pose: Pose) -> Floats:
    matrix = np.eye(4)
    matrix[:3, :3] = matrices(pose.rotation)
    matrix[:3, 3] = pose.position
    return matrix
