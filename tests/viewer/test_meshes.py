"""Meshes to draw, without a window: closed, facing outward, of the right size."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from sandbox.components.spec import Box, Concave, Cylinder, Hull, Sphere
from sandbox.viewer.meshes import COARSE, CORNER, FINE, NORMAL, Form, Surface, make, thin_axes
from sandbox.viewer.surfaces import crease_normals, curved
from tests.viewer.kit import CATALOGUE

BLOCK = Form(Box((0.048, 0.024, 0.008)))
CARD = Form(Box((0.063, 0.088, 0.00035)), is_sheet=True)
LEAF = Form(Box((0.0437, 0.00035, 0.063)), True, -1, round_left=False, round_right=True)
BALL = Form(Sphere(0.008))
DISC = Form(Cylinder(0.014, 0.012))
STICK = Form(Cylinder(0.00125, 0.074))
PEBBLE = Form(CATALOGUE.get("common/pebble_a").visuals[0].shape)
TETRA = Form(Hull(np.array([(0, 0, 0), (0.02, 0, 0), (0, 0.02, 0), (0, 0, 0.02)], dtype=float)))
ALL = {"block": BLOCK, "card": CARD, "leaf": LEAF, "ball": BALL, "disc": DISC, "stick": STICK, "pebble": PEBBLE}
ALL["tetra"] = TETRA


def corners(surface: Surface) -> np.ndarray:
    """Return the corners of every triangle, `(m, 3, 3) float`."""
    return surface.vertices[:, :3].astype(float)[surface.triangles]


def volume(surface: Surface) -> float:
    """Return what a closed surface encloses, m³."""
    a, b, c = np.moveaxis(corners(surface), 1, 0)
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("detail", [COARSE, NORMAL, FINE])
@pytest.mark.parametrize("name", ALL)
def test_surfaces_are_closed(name: str, detail: int):
    """Every edge is walked once each way, so no light falls through and no shadow has a hole."""
    surface = make(ALL[name], detail)
    grid = np.round(surface.vertices[:, :3].astype(float) / 1e-7).astype(int)
    _, place = np.unique(grid, axis=0, return_inverse=True)
    faces = place.reshape(-1)[surface.triangles]
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    edges = edges[edges[:, 0] != edges[:, 1]]
    ways = {tuple(edge) for edge in edges.tolist()}
    assert len(ways) == len(edges)
    assert all((b, a) in ways for a, b in ways)


@pytest.mark.parametrize("detail", [COARSE, NORMAL, FINE])
@pytest.mark.parametrize("name", ALL)
def test_normals_point_outward_with_length_one(name: str, detail: int):
    """No normal leans away from its triangle's own by more than a right angle."""
    surface = make(ALL[name], detail)
    normals = surface.vertices[:, 3:6].astype(float)
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1, abs=1e-5)
    a, b, c = np.moveaxis(corners(surface), 1, 0)
    spans = np.cross(b - a, c - a)
    for corner in range(3):
        assert (np.einsum("ij,ij->i", spans, normals[surface.triangles[:, corner]]) > -1e-14).all()


@pytest.mark.parametrize("detail", [COARSE, NORMAL, FINE])
@pytest.mark.parametrize(
    ("form", "size"),
    [
        (BLOCK, (0.048, 0.024, 0.008)),
        (CARD, (0.063, 0.088, 0.00035)),
        (BALL, (0.016,) * 3),
        (DISC, (0.028, 0.028, 0.012)),
    ],
    ids=["block", "card", "ball", "disc"],
)
def test_rounding_keeps_the_size(form: Form, size: tuple[float, float, float], detail: int):
    """Rounded edges take material away inside the shape; its outermost planes stay."""
    assert np.ptp(make(form, detail).vertices[:, :3], axis=0) == pytest.approx(size, rel=1e-5)


def test_a_rounded_block_has_the_volume_of_a_box_that_a_ball_rolls_in():
    """Minkowski: inner box + faces * r + edges * pi r^2 / 4 + a ball, to the fineness of the arcs."""
    a, b, c = (edge - 2 * 0.07 * 0.008 for edge in BLOCK.shape.size)
    r = 0.07 * 0.008
    exact = a * b * c + 2 * r * (a * b + b * c + c * a) + np.pi * r * r * (a + b + c) + 4 / 3 * np.pi * r**3
    assert volume(make(BLOCK, FINE)) == pytest.approx(exact, rel=1e-3)


def test_balls_and_discs_come_near_their_volume():
    """Finer meshes are nearer; the finest within half a percent."""
    for form, exact in ((BALL, 4 / 3 * np.pi * 0.008**3), (DISC, np.pi * 0.014**2 * 0.012)):
        found = [volume(make(form, detail)) for detail in (COARSE, NORMAL, FINE)]
        assert found == sorted(found)
        assert found[-1] == pytest.approx(exact, rel=0.01)


def test_a_ball_is_round():
    """Every vertex lies at the radius and its normal points straight out."""
    vertices = make(BALL, FINE).vertices.astype(float)
    assert np.linalg.norm(vertices[:, :3], axis=1) == pytest.approx(0.008)
    assert vertices[:, 3:6] * 0.008 == pytest.approx(vertices[:, :3], abs=1e-8)


def test_detail_costs_triangles():
    """Each step up has more triangles, and a card never many."""
    for form in (BLOCK, BALL, DISC, PEBBLE, CARD):
        counts = [len(make(form, detail).triangles) for detail in (COARSE, NORMAL, FINE)]
        assert counts == sorted(set(counts))
    assert len(make(CARD, FINE).triangles) < 150


def test_equal_forms_share_one_mesh():
    """Two boxes of one size are one mesh on the graphics card."""
    assert make(Form(Box((0.048, 0.024, 0.008)))) is make(BLOCK)


def test_card_corners_are_round_and_fold_corners_square():
    """A card has no vertex in its corners; a leaf has two, at the fold."""
    flat = make(CARD, FINE).vertices[:, :2].astype(float)
    corner = np.array((0.0315, 0.044))
    assert np.linalg.norm(np.abs(flat) - corner, axis=1).min() == pytest.approx(
        CORNER * (np.sqrt(2) - 1), rel=0.01
    )
    leaf = make(LEAF, FINE)
    in_corner = np.linalg.norm(np.abs(leaf.vertices[:, [0, 2]].astype(float)) - (0.02185, 0.0315), axis=1) < 1e-6
    right = thin_axes(LEAF.shape.size, -1)[0]
    assert {round(float(x)) for x in np.sign(leaf.vertices[in_corner][:, :3] @ right)} == {-1}


@pytest.mark.parametrize("form", [CARD, LEAF, BLOCK, Form(Box((0.0075, 0.024, 0.048)))], ids=str)
def test_prints_read_from_left_to_right(form: Form):
    """On both printed sides, going right (as seen from outside) raises x of the print, going up raises y."""
    surface = make(form, FINE)
    position, normal = surface.vertices[:, :3].astype(float), surface.vertices[:, 3:6].astype(float)
    place, side = surface.vertices[:, 9:11].astype(float), surface.vertices[:, 11]
    _, up, outward = thin_axes(form.shape.size, form.front)
    for which, sign in ((1, 1), (2, -1)):
        chosen = (side == which) & (normal @ (sign * outward) > 0.999)
        right = np.cross(up, sign * outward)
        size = np.asarray(form.shape.size)
        wanted = np.stack([position @ right / (np.abs(right) @ size), position @ up / (np.abs(up) @ size)], axis=1)
        assert chosen.any()
        assert place[chosen] - 0.5 == pytest.approx(wanted[chosen], abs=1e-5)
        assert 0 <= place[chosen].min() <= place[chosen].max() <= 1


def test_grain_runs_along_the_longest_edge():
    """The first grain coordinate spans the longest edge, whichever axis that is."""
    for size in itertools.permutations((0.048, 0.024, 0.008)):
        assert np.ptp(make(Form(Box(size))).vertices[:, 6:9], axis=0) == pytest.approx(
            (0.048, 0.024, 0.008), rel=1e-4
        )


def test_a_cube_keeps_its_edges_and_a_pebble_has_none():
    """Normals break across a right angle and are shared across a pebble's blunt edges."""
    cube = np.array(list(itertools.product((0, 1), repeat=3)), dtype=float)
    faces = np.array([(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
                      (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)])  # fmt: skip
    _, normals = crease_normals(cube, faces)
    assert np.sort(np.abs(normals.reshape(-1, 3)), axis=1) == pytest.approx(np.tile((0, 0, 1), (36, 1)), abs=1e-9)
    shape = PEBBLE.shape
    assert isinstance(shape, Concave)
    corners, normals = crease_normals(np.asarray(shape.vertices), np.asarray(shape.faces))
    _, place = np.unique(corners.reshape(-1, 3).round(9), axis=0, return_inverse=True)
    for vertex in range(place.max() + 1):
        mine = normals.reshape(-1, 3)[place.reshape(-1) == vertex]
        assert np.ptp(mine, axis=0) == pytest.approx(0, abs=1e-9)


def test_curving_a_coarse_ball_comes_nearer_to_the_ball():
    """New vertices move onto the round surface that the normals tell of, and no old one moves."""
    coarse = make(BALL, COARSE)
    flat = corners(coarse) / 0.008
    normals = coarse.vertices[:, 3:6].astype(float)[coarse.triangles]
    finer, _ = curved(flat, normals, 1)
    middle = lambda triangles: np.linalg.norm(triangles.mean(axis=1), axis=1)  # noqa: E731
    assert np.abs(1 - middle(finer)).max() < np.abs(1 - middle(flat)).max() / 2
    assert np.linalg.norm(finer.reshape(-1, 3), axis=1).max() <= 1 + 2e-3


def test_a_pebble_bulges_but_keeps_its_size():
    """Rounding swells a pebble by what facets take from a round stone: less than a tenth of its volume."""
    coarse, fine = make(PEBBLE, COARSE), make(PEBBLE, FINE)
    assert volume(coarse) < volume(fine) < 1.1 * volume(coarse)
    assert fine.radius < coarse.radius * 1.02
