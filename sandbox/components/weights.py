"""From a model file's masses and densities to what each part weighs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandbox.components import inertia
from sandbox.components.inertia import Solid
from sandbox.components.meshes import Mesh
from sandbox.components.model_file import Key, ModelFile
from sandbox.components.plausible import odd_density
from sandbox.components.shapes import pose_of
from sandbox.components.spec import Box, Cylinder, Part, Sphere
from sandbox.geometry import Vec3

__all__ = ["measured_inertia", "weigh"]


def weigh(file: ModelFile, parts: Sequence[Part], meshes: Mapping[int, Mesh], density: float) -> list[Solid]:
    """Return what each part weighs, in the model frame; an empty list for a piece that never moves.

    A part's own mass or density comes first; then the component's mass, spread by volume over the other parts;
    then the component's density; then the material's.

    Args:
        file: The model file.
        parts: Its parts.
        meshes: The meshes of the parts that have one, by index: what fills a part is the mesh itself, whatever
            collides in its place.
        density: Of the material, kg/m³.

    Raises:
        BadFile: A mass where none can be, masses that do not agree, a mesh without volume, or an odd density.
    """
    table = file.table
    if table.handling == "fixed":
        keys: list[Key] = [(key,) for key in ("mass_g", "density_kg_m3")]
        keys += [("part", i, key) for i in range(len(parts)) for key in ("mass_g", "density_kg_m3")]
        for key in keys:
            owner = table if len(key) == 1 else table.part[int(key[1])]
            if getattr(owner, str(key[-1])) is not None:
                file.refuse(key, "is given for a piece that never moves", "take it out")
        return []
    solids = []
    for index, (part, entry) in enumerate(zip(parts, table.part, strict=True)):
        filling = entry.density_kg_m3 or table.density_kg_m3 or density
        solid = _filled(file, index, part, meshes.get(index), filling)
        solids.append(solid if entry.mass_g is None else solid.weighing(entry.mass_g / 1000))
    if table.mass_g is not None:
        solids = _shared_out(file, table.mass_g / 1000, solids)
    if odd := odd_density(sum(solid.mass for solid in solids), sum(solid.volume for solid in solids)):
        file.refuse(_weighing_key(file), *odd)
    return solids


def _filled(file: ModelFile, index: int, part: Part, mesh: Mesh | None, density: float) -> Solid:
    """Return a part filled with something of a density in kg/m³."""
    if mesh is not None:
        solid = mesh.solid(density)
        if solid.volume <= 1e-9 * max(mesh.size) ** 3:
            file.refuse(("part", index, "mesh"), "encloses no volume", "give it a thickness, or use box_mm")
        return solid.at(pose_of(file.table.part[index]))
    shape = part.shape
    if isinstance(shape, Box):
        return inertia.of_box(shape.size, density).at(part.pose)
    if isinstance(shape, Sphere):
        return inertia.of_sphere(shape.radius, density).at(part.pose)
    assert isinstance(shape, Cylinder)
    return inertia.of_cylinder(shape.radius, shape.height, density).at(part.pose)


def _shared_out(file: ModelFile, total: float, solids: list[Solid]) -> list[Solid]:
    """Return the solids with the component's mass spread by volume over those that have none of their own."""
    is_own = [entry.mass_g is not None or entry.density_kg_m3 is not None for entry in file.table.part]
    given = sum(solid.mass for solid, own in zip(solids, is_own, strict=True) if own)
    rest = total - given
    weights = f"is {total * 1000:g} and parts with a mass of their own weigh {given * 1000:.4g} g"
    if all(is_own):
        if abs(rest) > 0.005 * total:
            file.refuse(("mass_g",), weights, "make them agree, or take mass_g out here")
        return solids
    if rest <= 0:
        file.refuse(("mass_g",), weights, "write the mass of the whole piece")
    volume = sum(solid.volume for solid, own in zip(solids, is_own, strict=True) if not own)
    return [
        solid if own else solid.weighing(rest * solid.volume / volume)
        for solid, own in zip(solids, is_own, strict=True)
    ]


def _weighing_key(file: ModelFile) -> Key:
    """Return the key that decides what the piece weighs."""
    table = file.table
    if table.mass_g is not None:
        return ("mass_g",)
    if table.density_kg_m3 is not None:
        return ("density_kg_m3",)
    for index, entry in enumerate(table.part):
        for key in ("mass_g", "density_kg_m3"):
            if getattr(entry, key) is not None:
                return ("part", index, key)
    return ("material",)


def measured_inertia(file: ModelFile, given: Vec3) -> Vec3:
    """Return measured moments, if a body can have them: none is larger than the other two together.

    Raises:
        BadFile: No body can have them.
    """
    if 2 * max(given) > sum(given) * (1 + 1e-9):
        file.refuse(
            ("inertia_kg_m2",), "no body has these moments", "none may be larger than the other two together"
        )
    return given
