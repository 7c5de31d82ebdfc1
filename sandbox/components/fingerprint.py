"""Short digests of what physics takes from model files, so that a game can tell whether they are those it had.

What is only drawn, a title, a comment and where a number comes from make no difference.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import combinations_with_replacement

from sandbox.components.catalogue import MATERIALS_FILE, Catalogue

__all__ = ["fingerprints", "short_digest"]

ONLY_DRAWN = {"title", "visual", "source"}
"""Keys of a model file that no world knows of."""


def short_digest(*parts: bytes) -> str:
    """Return eight hexadecimal digits that stand for some bytes."""
    out = hashlib.sha256()
    for part in parts:
        out.update(len(part).to_bytes(8, "little") + part)
    return out.hexdigest()[:8]


def fingerprints(catalogue: Catalogue, ids: Iterable[str]) -> dict[str, str]:
    """Return a digest of each file that some components are described by, by its path in the models folder.

    Of the materials file it is that of the materials which these components are made of.

    Args:
        catalogue: Where they are.
        ids: Of the components.

    Raises:
        UnknownName: There is none of that name.
        BadFile: A file cannot be used.
    """
    chosen = sorted(ids)
    out = {MATERIALS_FILE: _materials(catalogue, {catalogue.get(name).material for name in chosen})}
    for name in chosen:
        model = catalogue.model(name)
        out[f"{name}.toml"] = short_digest(
            model.table.model_dump_json(exclude=ONLY_DRAWN, exclude_defaults=True).encode()
        )
        folder = name.rpartition("/")[0]
        for index, part in enumerate(model.table.part):
            if part.mesh is not None:
                mesh = model.meshes["part", index]
                file = part.mesh if "/" in part.mesh or not folder else f"{folder}/{part.mesh}"
                out[file] = short_digest(mesh.vertices.tobytes(), mesh.faces.tobytes())
    return out


def _materials(catalogue: Catalogue, names: set[str]) -> str:
    materials = catalogue.materials
    densities = [f"{name} {materials.get(name).density!r}" for name in sorted(names)]
    pairs = [f"{a} {b} {materials.pair(a, b)!r}" for a, b in combinations_with_replacement(sorted(names), 2)]
    return short_digest("\n".join([*densities, *pairs]).encode())
