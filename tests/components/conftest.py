"""Shapes and folders that several tests of components use."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import trimesh

from sandbox.components.catalogue import Catalogue


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A person's own folder of models, empty."""
    (tmp_path / "mine").mkdir()
    return tmp_path / "mine"


@pytest.fixture
def load(folder: Path):
    """Write a model file into the person's folder and return the component it describes."""

    def load_text(text: str, name: str = "piece"):
        file = folder / f"{name}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return Catalogue([folder]).get(name)

    return load_text


@pytest.fixture
def bowl() -> trimesh.Trimesh:
    """Return a bowl in mm: a cup 40 across and 20 high with a flat hollow 30 across and 15 deep."""
    profile = [(0, 0), (20, 0), (20, 20), (15, 20), (15, 5), (0, 5)]  # radius and z, from axis to axis
    return trimesh.creation.revolve(np.array(profile), sections=64)


@pytest.fixture
def open_box() -> trimesh.Trimesh:
    """Return a box of 20 mm without its last two triangles."""
    box = trimesh.creation.box((20, 20, 20))
    return trimesh.Trimesh(box.vertices, box.faces[:-2], process=False)
