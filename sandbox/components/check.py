"""Look a model file or a mesh file over: what collides, how well it fits, what looks wrong.

What cannot work raises `BadFile`, as when a scenario uses it; what only looks wrong is a warning.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sandbox.components import meshes
from sandbox.components.assemble import Model, assemble, read_model
from sandbox.components.catalogue import MATERIALS_FILE, Catalogue, shipped_models
from sandbox.components.deviation import Deviation, deviation_of
from sandbox.components.materials import Materials
from sandbox.components.meshes import Mesh
from sandbox.components.model_file import LengthUnit, ModelFile, ModelTable, PartTable
from sandbox.components.plausible import length_text, units_that_fit
from sandbox.components.spec import Box, Component, Concave, Cylinder, Hull, Shape, Sphere
from sandbox.errors import BadFile
from sandbox.geometry import Vec3

__all__ = ["MeshFacts", "Report", "check_file", "is_mesh_file", "shape_text", "size_text", "triangles_of"]

_STANDS_OUT = 0.001  # m; more than this, and more than a twentieth of the piece, is seen on a table
_MANY_CORNERS = 200
_MANY_TRIANGLES = 20_000
_THIN = 0.0003  # m; PHYSICS: thinner cards crush


@dataclass(frozen=True)
class MeshFacts:
    """What a mesh file is like.

    Attributes:
        key: The table that uses it, `part[1]`.
        file: As written there.
        unit: As told.
        size: Metres.
        triangles: How many, without those that have no area.
        degenerate: How many have no area.
        is_watertight: True when it encloses something.
        is_convex: True when it has no dents.
        fitting: The units in which it would be a piece for a table, with its longest side in metres.
    """

    key: str
    file: str
    unit: str
    size: Vec3
    triangles: int
    degenerate: int
    is_watertight: bool
    is_convex: bool
    fitting: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Report:
    """What `check_file` found.

    Attributes:
        file: The file.
        component: What it describes; None for a materials file or a bare mesh that cannot be one.
        meshes: Facts of every mesh file that it uses.
        deviation: How far what collides departs from what is drawn; None without a component.
        missing_sources: Keys of numbers without a source.
        warnings: What looks wrong, a line each.
        notes: What is worth knowing, a line each.
    """

    file: str
    component: Component | None = None
    meshes: tuple[MeshFacts, ...] = ()
    deviation: Deviation | None = None
    missing_sources: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def is_mesh_file(path: Path) -> bool:
    """Tell by its ending whether a file is a bare mesh."""
    return path.suffix[1:].lower() in meshes.FORMATS


def check_file(
    path: Path, catalogue: Catalogue, unit: LengthUnit | None = None, material: str = "beech"
) -> Report:
    """Return what there is to say about a model file, a materials file, or a bare mesh file.

    Args:
        path: The file. A model file below a folder of the catalogue may use meshes from anywhere in that folder.
        catalogue: Whose materials are used.
        unit: Of a bare mesh file; model files say theirs themselves.
        material: What a bare mesh file is made of.

    Raises:
        BadFile: It cannot be used.
    """
    if is_mesh_file(path):
        return _of_mesh(path, catalogue, unit, material)
    if path.name == MATERIALS_FILE:
        return _of_materials(path, catalogue)
    root = next((f for f in catalogue.folders if path.resolve().is_relative_to(f.resolve())), path.parent)
    name = path.resolve().relative_to(root.resolve()).with_suffix("").as_posix()
    return _of_model(str(path), read_model(path, root, catalogue.materials, name))


def _of_model(file: str, model: Model) -> Report:
    deviation = deviation_of(model.component)
    facts = tuple(_facts(model, kind, index, mesh) for (kind, index), mesh in model.meshes.items())
    warnings = tuple(_warnings(model, facts, deviation))
    notes: tuple[str, ...] = ()
    if deviation.in_max > _limit(model.component):
        notes = (f"drawn up to {length_text(deviation.in_max)} beyond what collides; pieces pass through that",)
    return Report(file, model.component, facts, deviation, model.missing_sources, warnings, notes)


def _limit(component: Component) -> float:
    """Return how far, in metres, collision and drawing may differ before a person would see it."""
    return max(_STANDS_OUT, max(component.size) / 20)


def triangles_of(component: Component) -> int:
    """Return how many triangles a component draws from mesh files; primitives have none."""
    visuals = [*component.visuals, *(visual for link in component.links for visual in link.visuals)]
    return sum(len(visual.shape.faces) for visual in visuals if isinstance(visual.shape, Concave))


def shape_text(shape: Shape) -> str:
    """Return a shape in words, `box 48×24×8 mm`."""
    if isinstance(shape, Box):
        return f"box {size_text(shape.size)} mm"
    if isinstance(shape, Sphere):
        return f"sphere {shape.radius * 2000:.4g} mm"
    if isinstance(shape, Cylinder):
        return f"cylinder {shape.radius * 2000:.4g} mm across, {shape.height * 1000:.4g} mm high"
    if isinstance(shape, Hull):
        return f"convex hull of {len(shape.vertices)} corners"
    return f"surface of {len(shape.faces):,} triangles"


def size_text(size: Vec3, decimals: int = 2) -> str:
    """Return edge lengths in mm, `48×24×8`."""
    return "×".join(f"{round(edge * 1000, decimals):g}" for edge in size)


def _facts(model: Model, kind: str, index: int, mesh: Mesh) -> MeshFacts:
    table = (model.table.part if kind == "part" else model.table.visual)[index]
    assert table.mesh is not None
    assert table.unit is not None
    return MeshFacts(
        key=f"{kind}[{index + 1}]",
        file=table.mesh,
        unit=table.unit,
        size=mesh.size,
        triangles=len(mesh.faces),
        degenerate=mesh.degenerate,
        is_watertight=mesh.is_watertight,
        is_convex=mesh.is_convex,
        fitting=tuple(
            units_that_fit(max(mesh.size) / meshes.UNITS[table.unit], is_fixed=model.component.is_fixed)
        ),
    )


def _warnings(model: Model, facts: tuple[MeshFacts, ...], deviation: Deviation) -> list[str]:
    component = model.component
    length = max(component.size)
    found = []
    if deviation.out_max > _limit(component):
        found.append(
            f"collides up to {length_text(deviation.out_max)} outside of what is drawn; "
            "use several [[part]] primitives" + (', or collision = "concave"' if component.is_fixed else "")
        )
    centre = math.hypot(*component.frame.position)
    if centre > 2 * length:
        found.append(f"its centre of mass is {length_text(centre)} from the origin; move the mesh with at_mm")
    for part in component.all_parts():
        found += _of_shape(part.shape, is_fixed=component.is_fixed)
    for fact in facts:
        found += _of_facts(fact)
    for (kind, index), mesh in model.meshes.items():
        if kind == "part" and _is_ball(mesh):
            name = model.table.part[index].mesh
            found.append(f"{name} is a ball of flat faces and rolls 8-30 % slow; use sphere_mm")
    if model.missing_sources:
        found.append("has no [source] for " + ", ".join(model.missing_sources))
    return list(dict.fromkeys(found))


def _of_shape(shape: Shape, *, is_fixed: bool) -> list[str]:
    if isinstance(shape, Hull) and len(shape.vertices) > _MANY_CORNERS:
        return [f"a hull of {len(shape.vertices)} corners is slow; simplify_mm = 0.5 merges them"]
    if isinstance(shape, Concave) and len(shape.faces) > _MANY_TRIANGLES:
        return [f"{len(shape.faces):,} triangles that collide are slow; simplify_mm = 0.5 merges them"]
    if isinstance(shape, Box) and not is_fixed and min(shape.size) < _THIN:
        return [f"a box of {length_text(min(shape.size))} is thin, stacks of it crush; cards collide well at 1 mm"]
    return []


def _of_facts(fact: MeshFacts) -> list[str]:
    found = []
    if fact.degenerate:
        found.append(f"{fact.file} has {fact.degenerate} triangles without area; they are left out")
    if fact.file.lower().endswith(".glb") and fact.unit != "m":
        found.append(f"{fact.file} is told to be in {fact.unit}; GLB files are metres by their standard")
    return found


def _is_ball(mesh: Mesh) -> bool:
    """Tell whether a mesh is meant to be a sphere: all corners within 1 % of one distance from its middle."""
    distances = np.linalg.norm(mesh.vertices - (mesh.vertices.min(axis=0) + mesh.vertices.max(axis=0)) / 2, axis=1)
    return len(distances) > 20 and float(np.ptp(distances)) < 0.01 * float(distances.max())


def _of_materials(path: Path, catalogue: Catalogue) -> Report:
    shipped = shipped_models() / MATERIALS_FILE
    is_shipped = path.exists() and path.samefile(shipped)
    materials = Materials.from_toml(path, None if is_shipped else catalogue.materials)
    numbers = ("density_kg_m3", "friction", "restitution", "rolling_mm", "spinning_mm")
    missing = [
        f"material.{name}.{number}"
        for name in materials.names
        for number in numbers
        if not materials.by_name[name].sources.get(number)
    ]
    missing += [f"pair {a} and {b}" for a, b in materials.pairs if not materials.pair_sources.get((a, b))]
    warnings = ("has no source for " + ", ".join(missing),) if missing else ()
    notes = (f"{len(materials.names)} materials: {', '.join(materials.names)}",)
    return Report(str(path), missing_sources=tuple(missing), warnings=warnings, notes=notes)


def _of_mesh(path: Path, catalogue: Catalogue, unit: str | None, material: str) -> Report:
    """Return what a bare mesh file would be as a piece that moves and collides as its hull."""
    if unit is None:
        mesh = meshes.load(path, "m")
        fitting = units_that_fit(max(mesh.size), is_fixed=False)
        choices = " or ".join(f"--unit {name} ({length_text(length)} long)" for name, length in fitting)
        raise BadFile(
            path, "is a mesh file and says no unit", instead=f"add {choices}" if choices else "scale the mesh"
        )
    table = ModelTable(
        title=f"Mesh file, as a piece of {material} that collides as its hull",
        material=material,
        handling="flat",
        part=(PartTable(mesh=path.name, unit=unit),),
        source={"part": "given on the command line"},
    )
    try:
        model = assemble(ModelFile(path, path.parent, "", table), catalogue.materials, path.stem)
    except BadFile as error:
        key = {"part[1].unit": "--unit", "material": "--material"}.get(error.key or "")
        raise BadFile(path, error.problem, key=key, instead=error.instead) from None
    return _of_model(str(path), model)
