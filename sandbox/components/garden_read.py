"""The garden that model files describe, read from what collides: whoever pours has to know its slope and sizes."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TypeVar

import numpy as np
from scipy.spatial import cKDTree

from sandbox.components import garden_mesh
from sandbox.components.catalogue import Catalogue
from sandbox.components.garden import SHIPPED, Garden, slope_of
from sandbox.components.garden_files import FOLDER
from sandbox.components.spec import Box, Component, Concave, Cylinder, Part, Shape, Sphere
from sandbox.errors import BadFile
from sandbox.geometry import Floats, Vec3

__all__ = ["read_garden"]

S = TypeVar("S", bound=Shape)

TRUE = 3e-6
"""Metres by which the corners of a bed may depart from those that its numbers make: files round them."""

GAP = 1e-4
"""Metres between the ground and the lowest points of the bowls."""

TILE = "carrot"
"""A tile; all of them are of one size."""


def read_garden(catalogue: Catalogue) -> Garden:
    """Return the garden whose files are in a catalogue.

    Raises:
        BadFile: A file describes no part of such a garden, or of another one than the others.
        UnknownName: A file is not there.
    """
    wall, wall_box = _part(catalogue, "wall", Box)
    grass, grass_box = _part(catalogue, "grass", Box)
    ground, ground_box = _part(catalogue, "ground", Box)
    _, drop = _part(catalogue, "drop", Sphere)
    _, tile = _part(catalogue, TILE, Cylinder)
    bed, surface = _part(catalogue, "bed", Concave)
    corners = bed.pose.apply_all(surface.vertices)
    garden = replace(
        _hollows(corners),
        slope=slope_of(grass),
        tile_radius=round(tile.radius, 7),
        tile_thickness=round(tile.height, 7),
        drop_radius=round(drop.radius, 7),
        wall_thickness=round(wall_box.size[1], 7),
    )
    garden = replace(garden, grass_run=round(wall.pose.position[1] - garden.wall_thickness / 2 - garden.half, 7))
    garden = replace(garden, wall_height=round(wall_box.size[2] - garden.grass_top, 6))
    if not _same(garden_mesh.bed(garden).vertices, corners):
        raise _odd(catalogue, "bed")
    if not _is_grass(garden, grass, grass_box):
        raise _of_two(catalogue, "grass", "bed", "it does not reach from the bed to the wall")
    high = (
        f"the wall is {1000 * garden.wall_height:.3g} mm higher than the grass, not {1000 * SHIPPED.wall_height:g}"
    )
    if abs(garden.wall_height - SHIPPED.wall_height) > TRUE:
        raise _of_two(catalogue, "grass", "wall", high)
    edge, reach = garden.half, garden.half + garden.grass_run + garden.wall_thickness
    top = garden.grass_top + garden.wall_height
    if not _fills(wall, wall_box, (-reach, reach - garden.wall_thickness, 0.0), (reach, reach, top)):
        raise _of_two(catalogue, "wall", "grass", "it does not stand along the grass")
    bottom = garden.bowl_bottom - GAP
    if not _fills(ground, ground_box, (-edge, -edge, 0.0), (edge, edge, bottom)):
        raise _of_two(catalogue, "ground", "bed", "it does not end under the bowls")
    return garden


def _is_grass(garden: Garden, part: Part, box: Box) -> bool:
    """Return whether the upper edge of a patch is where a garden has it, and whether its foot is at the bed."""
    wide, long, thick = box.size
    patch, length, half = garden.patch("north"), garden.grass_run / math.cos(garden.slope), garden.half
    ends = [
        (part.pose.apply((side * wide / 2, long / 2, thick / 2)), (side * (half + garden.grass_run), length, 0.0))
        for side in (-1, 1)
    ]
    return long > length - TRUE and all(math.dist(end, patch.apply(on)) <= TRUE for end, on in ends)


def _fills(part: Part, box: Box, low: Vec3, high: Vec3) -> bool:
    """Return whether a box reaches from one corner to the other, in the garden's frame."""
    x, y, z = (length / 2 for length in box.size)
    ends = part.pose.apply((-x, -y, -z)), part.pose.apply((x, y, z))
    return max(map(math.dist, ends, (low, high))) <= TRUE


def _of_two(catalogue: Catalogue, name: str, other: str, why: str) -> BadFile:
    """Return the error of two files of different gardens; a person's own file is named first."""
    found = [catalogue.file(f"{FOLDER}/{each}") for each in (name, other)]
    (file, _), (beside, _) = sorted(found, key=lambda each: catalogue.folders.index(each[1]))
    instead = f"take all files of one garden: sandbox models build {FOLDER} --out DIR makes them"
    return BadFile(file, f"does not belong to {beside}: {why}", instead=instead)


def _hollows(corners: Floats) -> Garden:
    """Return a garden with the hollows of a bed, given its corners `(n, 3)`; what comes of others is wrong."""
    land, bottom = float(corners[:, 2].max()), float(corners[:, 2].min())
    side = max(1, round(math.sqrt(np.isclose(corners[:, 2], bottom, atol=1e-6).sum())))
    half = float(corners[:, 0].max())
    pitch = 2 * half / side
    x, y = pitch / 2 - half, half - pitch / 2
    inside = np.abs(corners[:, :2] - (x, y)).max(axis=1) < 0.49 * pitch
    facets = corners[inside & (corners[:, 2] > bottom + 1e-6)]  # of the first hollow, without its lowest point
    heights, counts = np.unique(np.round(facets[:, 2], 6), return_counts=True)
    rim = float(np.hypot(facets[:, 0] - x, facets[:, 1] - y).max(initial=0.0))
    # The rim and the lowest point are equally far from the sphere's centre.
    centre = (rim**2 + land**2 - bottom**2) / (2 * (land - bottom))
    garden = replace(
        SHIPPED,
        side=side,
        pitch=round(pitch, 7),
        land_height=round(land, 6),
        bowl_rise=round(centre - land, 5),
        rings=tuple(int(count) for count in counts[np.argsort(-heights)]),
    )
    radius = centre - bottom
    for _ in range(5):  # how far the facets' corners lie outside depends a little on the radius itself
        garden = replace(garden, bowl_radius=radius)
        radius *= (centre - bottom) / garden.corner_radius
    return replace(garden, bowl_radius=round(radius, 5))


def _same(a: Floats, b: Floats) -> bool:
    """Return whether two sets of points `(n, 3)` are the same, in any order and however often each comes."""
    ways = (cKDTree(one).query(other)[0].max() for one, other in ((a, b), (b, a)))
    return bool(max(ways) <= TRUE)


def _part(catalogue: Catalogue, name: str, kind: type[S]) -> tuple[Part, S]:
    """Return the only part of a component and its shape, which has to be of a kind."""
    component: Component = catalogue.get(f"{FOLDER}/{name}")
    if len(component.parts) == 1:
        (part,) = component.parts
        if isinstance(part.shape, kind):
            return part, part.shape
    raise _odd(catalogue, name)


def _odd(catalogue: Catalogue, name: str) -> BadFile:
    file, _ = catalogue.file(f"{FOLDER}/{name}")
    return BadFile(
        file, "is not of a garden that can be played in", instead=f"build it anew: sandbox models build {FOLDER}"
    )
