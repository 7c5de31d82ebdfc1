"""Beethupferl's garden: its numbers, its meshes, its files, and whether the tile fits."""

import math
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

from sandbox.components import garden_files, garden_mesh
from sandbox.components.catalogue import Catalogue, shipped_models
from sandbox.components.garden import EDGES, SHIPPED
from sandbox.components.garden_fit import fits, problems
from sandbox.errors import InputError
from sandbox.garden_cli import garden_of
from sandbox.models_cli import app

LANES = {"north": (2, 6, 10, 14), "east": (8, 7, 6, 5), "south": (14, 10, 6, 2), "west": (5, 6, 7, 8)}


def test_hollows_are_numbered_as_the_rules_do():
    """Hollow 1 is north-west, 4 north-east, 16 south-east; each is found again from above."""
    for hollow, (x, y) in {1: (-66, 66), 4: (66, 66), 13: (-66, -66), 16: (66, -66)}.items():
        assert SHIPPED.hollow(hollow)[:2] == pytest.approx((x / 1000, y / 1000))
    for hollow in range(1, 17):
        assert SHIPPED.hollow_under(*SHIPPED.hollow(hollow)[:2]) == hollow
        assert SHIPPED.number(*SHIPPED.row_column(hollow)) == hollow
    assert SHIPPED.hollow_under(0.0, 0.0) is None
    assert SHIPPED.hollow_under(0.1, 0.0) is None


@pytest.mark.parametrize("edge", EDGES)
def test_lanes_lead_downhill_from_their_patch(edge):
    """A lane's first hollow is nearest to its patch, and the patch's own lane crosses the foot opposite to it."""
    lane = SHIPPED.lane(edge, 1)
    assert lane == LANES[edge]
    foot = np.array(SHIPPED.on_grass(edge, SHIPPED.along(edge, 1), 0.0))
    away = [np.linalg.norm(np.array(SHIPPED.hollow(hollow)) - foot) for hollow in lane]
    assert away == pytest.approx([0.022, 0.066, 0.110, 0.154])
    up = np.array(SHIPPED.on_grass(edge, 0.0, 0.05)) - np.array(SHIPPED.on_grass(edge, 0.0, 0.0))
    assert math.atan2(up[2], np.hypot(*up[:2])) == pytest.approx(SHIPPED.slope)
    assert SHIPPED.patch_under(*SHIPPED.on_grass(edge, 0.03, 0.05)[:2]) == edge


@pytest.mark.parametrize("rings", [(12,) * 6, (16,) * 6, (24,) * 8])
def test_facets_are_half_inside_and_half_outside_of_the_sphere(rings):
    """Corners and the deepest facets are as far from the sphere, and the formula for the room inside is true."""
    garden = replace(SHIPPED, rings=rings)
    corners, faces = garden_mesh.bowl(garden)
    a, b, c = (corners[faces[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    deep = np.einsum("ij,ij->i", normals, a) / np.linalg.norm(normals, axis=1)
    assert (deep < 0).all(), "every facet looks to the middle of the bowl"
    assert -deep.max() == pytest.approx(garden.inner_radius, abs=2e-5)
    assert garden.corner_radius - garden.bowl_radius == pytest.approx(garden.bowl_radius - garden.inner_radius)


def test_the_bed_has_no_holes():
    """Its only open edge runs once round the square outside: nothing else could let a drop through."""
    mesh = garden_mesh.bed(SHIPPED)
    where, joined = np.unique(np.round(mesh.vertices, 6), axis=0, return_inverse=True)
    faces = joined.reshape(-1)[mesh.faces]
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    single, count = np.unique(edges, axis=0, return_counts=True)
    assert set(count.tolist()) == {1, 2}
    outer = np.abs(where[single[count == 1]][..., :2]).max(axis=2)
    assert outer == pytest.approx(np.full(outer.shape, SHIPPED.half))
    assert len(outer) == 4 * SHIPPED.side


def test_the_shipped_garden_is_the_default_build():
    """Building twice gives the same bytes, and the shipped files are these."""
    texts = garden_files.files(SHIPPED)
    assert texts == garden_files.files(replace(SHIPPED))
    for name, text in texts.items():
        assert (shipped_models() / name).read_bytes() == text.encode(), f"{name}: run sandbox models build"
    folder = shipped_models() / garden_files.FOLDER
    assert {f"{garden_files.FOLDER}/{file.name}" for file in folder.iterdir()} == set(texts)


def test_the_pieces_weigh_what_was_found_to_work():
    """A tile of 1.1 g and a drop of 1.31 g; friction of pairs as measured."""
    catalogue = Catalogue()
    assert catalogue.get("beethupferl/snail").mass == pytest.approx(1.1e-3)
    assert catalogue.get("beethupferl/drop").mass == pytest.approx(1.31e-3, rel=0.01)
    for pair, friction in {("tile", "soil"): 0.055, ("tile", "drop"): 0.044, ("drop", "grass"): 0.2}.items():
        assert catalogue.materials.pair(*pair).friction == pytest.approx(friction)


def test_the_shipped_tile_fits_with_room_on_both_sides():
    """0.2 mm smaller or larger still fits; 0.5 mm does not, and the checker says what would."""
    assert problems(SHIPPED) == ()
    for change in (-0.2e-3, 0.2e-3):
        assert problems(replace(SHIPPED, tile_radius=SHIPPED.tile_radius + change)) == ()
    for change in (-0.5e-3, 0.5e-3):
        (problem,) = problems(replace(SHIPPED, tile_radius=SHIPPED.tile_radius + change))[:1]
        assert "just enough play" in problem
        assert "take --tile-radius-mm from 16.74 to 17.3" in problem


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"tile_radius": 0.0177}, "goes through the opening"),
        ({"pitch": 0.037}, "land is left"),
        ({"drop_radius": 0.0075}, "room under the tile"),
        ({"slope": math.radians(40)}, "roll down the grass"),
        ({"land_height": 0.016}, "end above the table"),
        ({"tile_thickness": 0.005}, "below the land"),
    ],
)
def test_what_does_not_fit_is_named(changes, what):
    """Each limit is found by itself."""
    assert any(what in problem for problem in problems(replace(SHIPPED, **changes)))
    assert len(fits(SHIPPED)) == len(fits(replace(SHIPPED, **changes)))


def test_build_takes_numbers_and_says_whether_the_tile_fits(tmp_path):
    """A steeper garden is written and can be loaded; one that jams is not, with exit code 1; nonsense is 2."""
    run = CliRunner().invoke
    result = run(app, ["build", "beethupferl", "--slope-deg", "30", "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "✓ the tile has just enough play" in result.stdout
    assert "turn_deg = [30, 0, 0]" in (tmp_path / "beethupferl" / "grass.toml").read_text(encoding="utf-8")
    assert Catalogue([tmp_path]).get("beethupferl/grass").size[2] > Catalogue().get("beethupferl/grass").size[2]
    folder = tmp_path / "other"
    result = run(app, ["build", "beethupferl", "--tile-radius-mm", "17.5", "--out", str(folder)])
    assert result.exit_code == 1
    assert "✗ the tile has just enough play" in result.stdout
    assert not folder.exists()
    for words in (
        ["beethupferl", "--facets", "13"],
        ["beethupferl", "--slope-deg", "0"],
        ["--slope-deg", "30", "--out", str(folder)],
        ["garden", "--out", str(folder)],
        ["", "--out", str(folder)],
    ):
        assert isinstance(run(app, ["build", *words]).exception, InputError)
    assert not folder.exists()


def test_larger_bowls_keep_their_floor():
    """A larger bowl raises the land with it."""
    garden = garden_of({"bowl_radius_mm": 20.0, "pitch_mm": 50.0, "tile_radius_mm": 18.7})
    assert garden.bowl_bottom == pytest.approx(SHIPPED.bowl_bottom, abs=1e-3)
    assert problems(garden) == ()
