"""Sun and sky as numbers, tiers, and shader texts; without a window."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import UnknownName
from sandbox.viewer.light import Light, box_rows, light_box, sky_directions, sky_tiles
from sandbox.viewer.programs import FOLDER, shader
from sandbox.viewer.quality import TIERS, affordable, tier
from tests.viewer.kit import KINDS


@given(st.floats(-180, 180), st.floats(5, 90), st.floats(0.01, 3))
def test_light_boxes_are_square_and_right_handed(azimuth: float, elevation: float, radius: float):
    """The rows are orthogonal, as long as one over the radius, and the third looks to the light."""
    direction = Light(azimuth_deg=azimuth, elevation_deg=elevation).direction
    rows = box_rows(direction, radius) * radius
    assert rows @ rows.T == pytest.approx(np.eye(3), abs=1e-9)
    assert np.linalg.det(rows) == pytest.approx(1)
    assert rows[2] == pytest.approx(direction)


@pytest.mark.parametrize("count", [8, 36])
def test_the_sky_is_even(count: int):
    """Unit vectors in the upper half, whose mean points up: no side of the sky is favoured."""
    ways = sky_directions(count)
    assert np.linalg.norm(ways, axis=1) == pytest.approx(1)
    assert (ways[:, 2] > 0).all()
    assert np.hypot(*ways.mean(axis=0)[:2]) < 0.08
    assert ways.mean(axis=0)[2] == pytest.approx(0.5)
    columns, rows = sky_tiles(count)
    assert columns * rows >= count > columns * (rows - 1)


@given(st.lists(st.tuples(*[st.floats(-0.3, 0.3)] * 3, st.floats(0.001, 0.05)), min_size=1, max_size=20))
def test_the_light_box_holds_all_that_casts_shadows(balls: list[tuple[float, float, float, float]]):
    """Every near piece is inside; the box is no more than a third larger than needed."""
    middles = np.array(balls)
    middle, radius = light_box(middles, (0.0, 0.0, 0.0), 1.0)
    reach = np.linalg.norm(middles[:, :3] - middle, axis=1) + middles[:, 3]
    assert reach.max() <= radius
    assert radius < 1.35 * reach.max()


def test_the_light_box_does_not_swim():
    """While a piece creeps by hundredths of a millimetre, the box mostly stays where it is."""
    boxes = {
        light_box(np.array([(0.1, 0, 0, 0.02), (x, 0, 0, 0.02)]), (0, 0, 0), 1.0) for x in np.linspace(0, 1e-4, 9)
    }
    assert len(boxes) <= 2


def test_far_pieces_do_not_coarsen_shadows():
    """A block that flew off the table does not take the shadow map with it; with nothing near there is a box."""
    middles = np.array([(0, 0, 0, 0.05), (3.0, 0, -0.7, 0.01)])
    assert light_box(middles, (0, 0, 0), 0.6)[1] < 0.07
    assert light_box(np.empty((0, 4)), (1, 2, 3), 0.6) == ((1, 2, 3), 0.3)


def test_tiers_are_known_by_name():
    """Three, from cheap to dear in every number; another name gets advice."""
    cheap, middle, dear = TIERS.values()
    for name in (
        "shadow_size",
        "sun_taps",
        "blocker_taps",
        "sky_count",
        "sky_size",
        "samples",
        "anisotropy",
        "detail",
    ):
        assert getattr(cheap, name) <= getattr(middle, name) <= getattr(dear, name)
    with pytest.raises(UnknownName, match="did you mean high"):
        tier("hihg")


@pytest.mark.parametrize(
    ("costs", "wanted", "asked"),
    [((1, 2, 3), "low", 1), ((0.01, 0.02, 3), "medium", 3), ((0, 0, 0), "high", 3), ((0, 1, 0), "low", 2)],
)
def test_the_best_affordable_tier_is_found(costs: tuple[float, ...], wanted: str, asked: int):
    """Measuring goes up from the cheapest and stops at the first that is too dear."""
    by_name = dict(zip(TIERS, costs, strict=True))
    measured = []

    def seconds(each) -> float:
        measured.append(each.name)
        return by_name[each.name]

    assert affordable(seconds).name == wanted
    assert len(measured) == asked


def test_shaders_are_put_together():
    """Includes are resolved, defines come first, and the kind chooses the material's file."""
    text = shader("surface.frag", {"KIND": "felt", "SUN_TAPS": 1})
    lines = text.splitlines()
    assert lines[:2] == ["#version 330 core", "#define SUN_TAPS 1"]
    assert not re.search(r"^#include", text, re.MULTILINE)
    assert (FOLDER / "kinds" / "felt.glsl").read_text() in text
    assert "KIND" not in text


def test_every_look_has_a_shader():
    """Each kind that a materials file may name, and each that the scene derives, has its file."""
    files = {file.stem for file in (FOLDER / "kinds").glob("*.glsl")}
    assert files == {*KINDS, "paint", "planks"}
