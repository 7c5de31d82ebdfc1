"""What the viewer's tests share: snapshots by hand, pieces of any look, and how far apart two pictures are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.components.materials import Kind, Look, Material, Materials
from sandbox.components.spec import Box, Component, Cylinder, Part, Shape, Sphere, Visual
from sandbox.geometry import IDENTITY, Floats, Pose, quat_from_euler_deg
from sandbox.record import Snapshot
from sandbox.viewer.png import Pixels

CATALOGUE = Catalogue()

KINDS: tuple[str, ...] = get_args(Kind)

COLOURS = {
    "acrylic": "#d9e7ee",
    "card": "#f4efe2",
    "cloth": "#c0392b",
    "cork": "#c69c6d",
    "felt": "#2f6b4f",
    "glass": "#7fb7d8",
    "metal": "#b4b8bd",
    "plastic": "#e0aa1e",
    "stone": "#8d8a84",
    "wood": "#d2a679",
}


def snapshot(poses: dict[str, Pose], time: float = 0.0) -> Snapshot:
    """Return bodies at rest."""
    rows = [[*pose.position, *pose.rotation] for pose in poses.values()]
    return Snapshot(time, tuple(poses), np.array(rows, dtype=float).reshape(-1, 7), np.zeros((len(poses), 6)))


def piece(*visuals: Visual, fixed: bool = False, name: str = "test/piece") -> Component:
    """Return a component that is drawn as told; what collides is the first shape."""
    parts = tuple(Part(visual.shape, visual.pose) for visual in visuals)
    handling = "fixed" if fixed else "flat"
    return Component(name, "a piece", visuals[0].material, handling, 0.01, (1e-6,) * 3, IDENTITY, parts, visuals)


def materials(**looks: Look) -> Materials:
    """Return the shipped materials and others of which only the look matters."""
    base = CATALOGUE.materials
    extra = {name: replace(base.get("beech"), name=name, look=look) for name, look in looks.items()}
    known: dict[str, Material] = {**base.by_name, **extra}
    return replace(base, by_name=known)


def still_life(material: str) -> Component:
    """Return a ball, a block and a disc of one material, side by side on z = 0."""
    turned = Pose((0.0, 0.004, 0.008), quat_from_euler_deg(0, 0, 25))
    shapes: Sequence[tuple[Shape, Pose]] = (
        (Sphere(0.011), Pose((-0.026, 0.0, 0.011))),
        (Box((0.022, 0.016, 0.016)), turned),
        (Cylinder(0.011, 0.014), Pose((0.026, 0.0, 0.007))),
    )
    return piece(*[Visual(shape, material, pose) for shape, pose in shapes])


def shrunk(pixels: Pixels, by: int = 4) -> Floats:
    """Return the means of squares of pixels, `(h / by, w / by, 3) float`, 0 to 255: what an eye sees from afar."""
    height, width = pixels.shape[0] // by * by, pixels.shape[1] // by * by
    cut = pixels[:height, :width].astype(float)
    return np.asarray(cut.reshape(height // by, by, width // by, by, 3).mean(axis=(1, 3)))


def apart(one: Pixels, other: Pixels) -> tuple[float, float]:
    """Return how far apart two pictures of one size are to an eye: on average, and at the worst place.

    Both in steps of 255, of pictures shrunk fourfold: noise and edges that sit half a pixel elsewhere do not
    count, another colour, light or shape does.
    """
    difference = np.abs(shrunk(one) - shrunk(other)).mean(axis=2)
    return float(difference.mean()), float(difference.max())
