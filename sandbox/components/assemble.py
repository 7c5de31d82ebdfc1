"""From a model file to a `Component`: what cannot work is refused in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sandbox.components import inertia
from sandbox.components.joints import hinges_in_order, link_of
from sandbox.components.materials import Materials
from sandbox.components.meshes import Mesh
from sandbox.components.model_file import (
    Key,
    ModelFile,
    ModelTable,
    PartTable,
    VisualTable,
    missing_sources,
    stale_sources,
)
from sandbox.components.plausible import odd_size
from sandbox.components.shapes import (
    pose_of,
    primitive,
    read_mesh,
    shape_key,
    shape_of_mesh,
    shape_of_part,
)
from sandbox.components.spec import Component, Concave, Part, Sphere, Visual
from sandbox.components.weights import measured_inertia, weigh
from sandbox.errors import suggest
from sandbox.geometry import IDENTITY, Pose, Vec3, bounds_of, vec3

__all__ = ["Model", "assemble", "read_model"]


@dataclass(frozen=True)
class Model:
    """A model file that was read.

    Attributes:
        component: What it describes.
        table: What stands in the file.
        meshes: The meshes of parts and visuals in metres and in their own frame, by `("part", index)`.
        missing_sources: Keys of numbers without a source.
    """

    component: Component
    table: ModelTable
    meshes: dict[tuple[str, int], Mesh] = field(default_factory=dict)
    missing_sources: tuple[str, ...] = ()


def read_model(
    path: Path, root: Path, materials: Materials, name: str, changes: Mapping[str, float] = {}
) -> Model:
    """Return what a model file describes.

    Args:
        path: The file.
        root: The models folder that it is in; its mesh files must be in there too.
        materials: What there is.
        name: The component's id.
        changes: Numbers instead of the file's, by dotted path.

    Raises:
        BadFile: It cannot be used; says where and what to write instead.
    """
    return assemble(ModelFile.read(path, root, changes), materials, name)


def assemble(file: ModelFile, materials: Materials, name: str) -> Model:
    """Return what a model file whose form is right describes; as `read_model`."""
    table = file.table
    _check_material(file, ("material",), table.material, materials)
    hinges = hinges_in_order(file)

    meshes: dict[tuple[str, int], Mesh] = {}
    parts = []
    for index, entry in enumerate(table.part):
        if entry.mesh is None:
            parts.append(shape_of_part(file, index, entry))
        else:
            meshes["part", index] = read_mesh(file, ("part", index), entry)
            parts.append(shape_of_mesh(file, index, entry, meshes["part", index]))
    _check_size(file, parts)
    _check_marble(file, parts)
    visuals = _visuals(file, meshes, materials)

    of_parts = {index: mesh for (kind, index), mesh in meshes.items() if kind == "part"}
    solids = weigh(file, parts, of_parts, materials.get(table.material).density)

    def belonging(link: str | None) -> list[int]:
        return [index for index, entry in enumerate(table.part) if entry.link == link]

    mass, moments, frame = 0.0, (0.0, 0.0, 0.0), IDENTITY
    if solids:
        mass = sum(solid.mass for solid in solids)
        moments, frame = inertia.principal(inertia.combine([solids[i] for i in belonging(None)]))
        if table.inertia_kg_m2 is not None:
            moments, frame = measured_inertia(file, table.inertia_kg_m2), Pose(frame.position)
    component = Component(
        id=name,
        title=table.title,
        material=table.material,
        handling=table.handling,
        mass=mass,
        inertia=moments,
        frame=frame,
        parts=tuple(parts[i] for i in belonging(None)),
        visuals=tuple(visual for link, visual in visuals if link is None),
        links=tuple(
            link_of(
                hinge,
                [parts[i] for i in belonging(hinge.turns)],
                [solids[i] for i in belonging(hinge.turns)],
                [visual for link, visual in visuals if link == hinge.turns],
            )
            for hinge in hinges
        ),
        sources=dict(table.source),
    )
    _check_sources(file)  # last: whatever else is wrong hurts more
    return Model(component, table, meshes, tuple(missing_sources(table)))


def _visuals(
    file: ModelFile, meshes: dict[tuple[str, int], Mesh], materials: Materials
) -> list[tuple[str | None, Visual]]:
    """Return what is drawn, each with the link it belongs to: the visuals, or without any the parts."""
    tables: Sequence[VisualTable | PartTable] = file.table.visual or file.table.part
    drawn = []
    for index, entry in enumerate(tables):
        kind, material, colour = "part", file.table.material, None
        if isinstance(entry, VisualTable):
            kind, material, colour = "visual", entry.material or material, entry.colour
            _check_material(file, (kind, index, "material"), material, materials)
        shape = primitive(entry)
        if shape is not None:
            drawn.append((entry.link, Visual(shape, material, pose_of(entry), colour)))
            continue
        if (kind, index) not in meshes:
            meshes[kind, index] = read_mesh(file, (kind, index), entry)
        mesh = meshes[kind, index]
        drawn.append((entry.link, Visual(Concave(mesh.vertices, mesh.faces), material, pose_of(entry), colour)))
    return drawn


def _check_sources(file: ModelFile) -> None:
    for key, near in stale_sources(file.table).items():
        advice = f"did you mean {near}?" if near else "name a key of this file that holds a number"
        file.refuse(("source", key), "names no number of this file", advice)


def _check_size(file: ModelFile, parts: Sequence[Part]) -> None:
    """Refuse a piece that is no piece for a table, at the part that reaches furthest."""
    extents = [part.extent() for part in parts]
    low, high = bounds_of([corner for extent in extents for corner in extent])
    if odd := odd_size(_lengths(low, high), is_fixed=file.table.handling == "fixed"):
        longest = max(range(len(parts)), key=lambda i: max(_lengths(*extents[i])))
        file.refuse(("part", longest, shape_key(file.table.part[longest])), *odd)


def _lengths(low: Vec3, high: Vec3) -> Vec3:
    return vec3(np.subtract(high, low))


def _check_marble(file: ModelFile, parts: Sequence[Part]) -> None:
    if file.table.handling == "marble" and (len(parts) != 1 or not isinstance(parts[0].shape, Sphere)):
        file.refuse(
            ("handling",), 'is "marble" and the piece is not one sphere', 'write "round", or one sphere_mm part'
        )


def _check_material(file: ModelFile, key: Key, name: str, materials: Materials) -> None:
    if name not in materials.by_name:
        file.refuse(key, f"no material is called {name!r}", suggest(name, materials.by_name))
