"""Collision shapes in PyBullet: made once a world, from the parts of components."""

from __future__ import annotations

import contextlib
import tempfile
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from sandbox.components.spec import Box, Concave, Cylinder, Hull, Part, Shape, Sphere
from sandbox.errors import WorldError
from sandbox.geometry import Pose, Vec3
from sandbox.physics.compile import Placed, is_identity, scaled, write_obj

__all__ = ["BulletShapes"]

MAX_PARTS = 16
"""createCollisionShapeArray keeps this many shapes and drops the rest without a word."""


class BulletShapes:
    """The shapes of one world.

    Args:
        bullet: PyBullet; `sandbox.physics.bullet` alone imports it.
        client: The number of its world.
        scale: Engine lengths a metre.
    """

    def __init__(self, bullet: ModuleType, client: int, scale: float) -> None:
        self._p, self._client, self._scale = bullet, client, scale
        self._shapes: dict[Placed, int] = {}

    def __len__(self) -> int:
        return len(self._shapes)

    def of(self, parts: Placed, component: str) -> int:
        """Return the collision shape of parts at their poses in the engine's frame, made once a world.

        Raises:
            WorldError: More parts than the engine keeps, or it refuses the shape.
        """
        if parts not in self._shapes:
            if not parts:
                shape = -1
            elif len(parts) == 1:
                shape = self._single(*parts[0])
            else:
                shape = self._compound(parts, component)
            if shape < 0 and parts:
                raise WorldError(f"the engine refused the collision shape of {component}")
            self._shapes[parts] = shape
        return self._shapes[parts]

    def plane(self, part: Part, pose: Pose) -> int:
        """Return the plane through a box's upper face."""
        assert isinstance(part.shape, Box)
        top = pose.apply((0.0, 0.0, part.shape.size[2] / 2))
        offset = _offset(self._long(top), pose)
        return int(self._p.createCollisionShape(self._p.GEOM_PLANE, **offset, physicsClientId=self._client))

    def _single(self, part: Part, pose: Pose) -> int:
        offset = {} if is_identity(pose) else _offset(self._long(pose.position), pose)
        client = self._client
        shape = part.shape
        if isinstance(shape, Hull | Concave):
            arguments: dict[str, Any] = {"vertices": _vertices(part, pose, self._scale)}
            if isinstance(shape, Concave):
                arguments["indices"] = _indices(part)
                arguments["flags"] = self._p.GEOM_FORCE_CONCAVE_TRIMESH
            return int(self._p.createCollisionShape(self._p.GEOM_MESH, **arguments, physicsClientId=client))
        kind, extra = self._primitive(shape)
        return int(self._p.createCollisionShape(kind, **extra, **offset, physicsClientId=client))

    def _primitive(self, shape: Box | Sphere | Cylinder) -> tuple[int, dict[str, Any]]:
        if isinstance(shape, Box):
            return self._p.GEOM_BOX, {"halfExtents": (np.asarray(shape.size) * self._scale / 2).tolist()}
        if isinstance(shape, Sphere):
            return self._p.GEOM_SPHERE, {"radius": shape.radius * self._scale}
        return self._p.GEOM_CYLINDER, {"radius": shape.radius * self._scale, "height": shape.height * self._scale}

    def _compound(self, parts: Placed, component: str) -> int:
        if len(parts) > MAX_PARTS:
            raise WorldError(f"{component} has {len(parts)} parts; the engine keeps {MAX_PARTS} a body")
        columns: dict[str, list[Any]] = {
            key: []
            for key in ("shapeTypes", "halfExtents", "radii", "lengths", "fileNames", "meshScales", "flags")
        }
        with contextlib.ExitStack() as cleanup:
            folder = Path()
            if any(isinstance(part.shape, Hull | Concave) for part, _ in parts):
                folder = Path(cleanup.enter_context(tempfile.TemporaryDirectory()))
            for part, _ in parts:
                self._column(part.shape, columns, folder)
            return int(
                self._p.createCollisionShapeArray(
                    **columns,
                    collisionFramePositions=[self._long(pose.position) for _, pose in parts],
                    collisionFrameOrientations=[pose.rotation for _, pose in parts],
                    physicsClientId=self._client,
                )
            )

    def _column(self, shape: Shape, columns: dict[str, list[Any]], folder: Path) -> None:
        """Append one shape to the arguments of createCollisionShapeArray, which takes meshes as files only."""
        row: dict[str, Any] = {"halfExtents": [0, 0, 0], "radius": 0.0, "height": 0.0}
        name, flags = "", 0
        if isinstance(shape, Hull | Concave):
            kind = self._p.GEOM_MESH
            file = folder / f"{len(columns['fileNames'])}.obj"
            write_obj(file, shape, self._scale)
            name = str(file)
            flags = self._p.GEOM_FORCE_CONCAVE_TRIMESH if isinstance(shape, Concave) else 0
        else:
            kind, extra = self._primitive(shape)
            row |= extra
        columns["shapeTypes"].append(kind)
        columns["halfExtents"].append(row["halfExtents"])
        columns["radii"].append(row["radius"])
        columns["lengths"].append(row["height"])
        columns["fileNames"].append(name)
        columns["meshScales"].append([1, 1, 1])
        columns["flags"].append(flags)

    def _long(self, v: Vec3) -> Vec3:
        return scaled(v, self._scale)


@lru_cache(maxsize=512)
def _vertices(part: Part, pose: Pose, scale: float) -> list[list[float]]:
    """Return a mesh's corners in the engine's frame.

    The same lists each time: createCollisionShape never lets go of those that it was given, so that new ones for
    each world grew a garden's process by 0.8 MB an act.
    """
    assert isinstance(part.shape, Hull | Concave)
    vertices = part.shape.vertices if is_identity(pose) else pose.apply_all(part.shape.vertices)
    lists: list[list[float]] = (vertices * scale).tolist()
    return lists


@lru_cache(maxsize=512)
def _indices(part: Part) -> list[int]:
    assert isinstance(part.shape, Concave)
    indices: list[int] = part.shape.faces.ravel().tolist()
    return indices


def _offset(position: Vec3, pose: Pose) -> dict[str, Any]:
    return {"collisionFramePosition": position, "collisionFrameOrientation": pose.rotation}
