"""From one table of a model file to a shape: primitives, and mesh files inside the models folder."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sandbox.components import meshes
from sandbox.components.meshes import Mesh
from sandbox.components.model_file import Key, ModelFile, PartTable, ShapeTable
from sandbox.components.plausible import odd_size, odd_thickness
from sandbox.components.spec import Box, Concave, Cylinder, Hull, Part, Sphere
from sandbox.errors import BadFile
from sandbox.geometry import Pose, Vec3, bounds_of, quat_from_euler_deg, vec3
from sandbox.strict import leads_nowhere

__all__ = ["metres", "pose_of", "primitive", "read_mesh", "shape_key", "shape_of_mesh", "shape_of_part"]

_FLAT = ("is flat, so it encloses nothing", "give it a thickness, or use box_mm")


def metres(mm: Vec3) -> Vec3:
    """Return three millimetres in metres."""
    return (mm[0] / 1000, mm[1] / 1000, mm[2] / 1000)


def pose_of(table: ShapeTable) -> Pose:
    """Return where a shape's own frame is in the model frame."""
    return Pose(metres(table.at_mm), quat_from_euler_deg(*table.turn_deg))


def shape_key(table: ShapeTable) -> str:
    """Return which of the four shape keys a table gives."""
    return next(key for key in ("box_mm", "sphere_mm", "cylinder_mm", "mesh") if getattr(table, key) is not None)


def primitive(table: ShapeTable) -> Box | Sphere | Cylinder | None:
    """Return the shape of a table, or None when it is a mesh."""
    if table.box_mm is not None:
        return Box(metres(table.box_mm))
    if table.sphere_mm is not None:
        return Sphere(table.sphere_mm / 2000)
    if table.cylinder_mm is not None:
        diameter, height = table.cylinder_mm
        return Cylinder(diameter / 2000, height / 1000)
    return None


def shape_of_part(file: ModelFile, index: int, table: PartTable) -> Part:
    """Return a part that collides as the primitive that it is.

    Raises:
        BadFile: It is too thin for the engine.
    """
    shape = primitive(table)
    assert shape is not None
    if thin := odd_thickness(shape):
        file.refuse(("part", index, shape_key(table)), *thin)
    return Part(shape, pose_of(table))


def shape_of_mesh(file: ModelFile, index: int, table: PartTable, mesh: Mesh) -> Part:
    """Return the part that collides in place of a mesh, as the table chooses.

    Raises:
        BadFile: The choice cannot work with this mesh or this piece.
    """
    key: Key = ("part", index)
    is_fixed = file.table.handling == "fixed"
    collision = table.collision or ("concave" if is_fixed else "hull")
    if not is_fixed and collision == "concave":
        file.refuse(
            (*key, "collision"),
            'is "concave" on a piece that moves',
            'write "hull", give several [[part]] primitives, or handling = "fixed"',
        )
    if not is_fixed and not mesh.is_watertight:
        file.refuse(
            (*key, "mesh"),
            f"{table.mesh} is not watertight ({mesh.flaw}), so it has no mass",
            'close it, or give [[part]] primitives and draw it as a [[visual]], or write handling = "fixed"',
        )
    if table.simplify_mm is not None:
        mesh = meshes.simplified(mesh, table.simplify_mm / 1000)
        if len(mesh.faces) == 0:
            file.refuse((*key, "simplify_mm"), "leaves no triangle of the mesh", "write a smaller number")
    pose = pose_of(table)
    if collision == "concave":
        return Part(Concave(mesh.vertices, mesh.faces), pose)
    if collision == "hull":
        try:
            return Part(Hull(mesh.vertices if mesh.is_convex else meshes.hull(mesh.vertices).vertices), pose)
        except ValueError:
            file.refuse((*key, "mesh"), *_FLAT)
    low, high = (np.array(corner) for corner in bounds_of(mesh.vertices))
    size, middle = high - low, Pose(vec3((low + high) / 2))
    if not size.all():
        file.refuse((*key, "mesh"), *_FLAT)
    if collision == "box":
        return Part(Box(vec3(size)), pose @ middle)
    if collision == "sphere":
        return Part(Sphere(float(size.max()) / 2), pose @ middle)
    return Part(Cylinder(float(size[:2].max()) / 2, float(size[2])), pose @ middle)


def read_mesh(file: ModelFile, key: Key, table: ShapeTable) -> Mesh:
    """Return the mesh that a table names.

    Args:
        file: The model file.
        key: Where the table stands in it, such as `("part", 0)`.
        table: A table with `mesh` and `unit`.

    Raises:
        BadFile: The path leads out of the models folder, or the mesh cannot be used or is of an odd size.
    """
    assert table.mesh is not None
    assert table.unit is not None
    path = _inside(file, key, table.mesh)
    try:
        mesh = meshes.load(path, table.unit)
    except BadFile as error:
        file.refuse((*key, "mesh"), f"{table.mesh}: {error.problem}", error.instead)
    if odd := odd_size(mesh.size, is_fixed=file.table.handling == "fixed", unit=table.unit):
        file.refuse((*key, "unit"), *odd)
    return mesh


def _inside(file: ModelFile, key: Key, name: str) -> Path:
    """Return the path of a file that a table names, beside the model file or from the folder's top."""
    given = Path(name)
    if (
        given.is_absolute()
        or ":" in name
        or "\\" in name
        or ".." in given.parts
        or not name.isprintable()
        or not given.name
    ):
        file.refuse(
            (*key, "mesh"),
            f"{name!r} is no path inside the models folder",
            'write a file name such as "pebble.obj", beside this file',
        )
    beside = file.path.parent / given
    path = beside if beside.exists() or not (file.root / given).exists() else file.root / given
    if leads_nowhere(path):
        file.refuse((*key, "mesh"), f"{name!r} is a link that leads nowhere", "put the file itself there")
    if not path.resolve().is_relative_to(file.root.resolve()):
        file.refuse(
            (*key, "mesh"), f"{name!r} is a link that leads out of the models folder", "put the file itself there"
        )
    return path
