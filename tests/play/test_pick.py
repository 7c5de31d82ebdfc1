"""What is drawn under a pixel is what the mouse takes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.geometry import Pose
from sandbox.physics import World
from sandbox.play.pick import inside, pick
from sandbox.viewer.camera import Camera

CATALOGUE = Catalogue()
SIZE = (640, 360)


@pytest.fixture
def world() -> Iterator[World]:
    """Return a table with a block on the left and a pebble behind it."""
    with World(CATALOGUE.materials) as made:
        made.add(CATALOGUE.get("common/table"), "table")
        made.add(CATALOGUE.get("hurlyburly/block"), "block", Pose((-0.05, 0.0, 0.0)))
        made.add(CATALOGUE.get("hurlyburly/block"), "far", Pose((-0.05, 0.03, 0.0)))
        yield made


def test_the_middle_of_a_piece_is_the_piece(world: World):
    """A ray through the pixel where a piece is drawn meets it, at the place that was drawn there."""
    camera = Camera()
    for name in ("block", "far"):
        middle = (world.pose(name) @ world.body(name).component.frame).position
        x, y, _ = camera.project([middle], SIZE)[0]
        hit = pick(world, camera.ray(int(x), int(y), SIZE))
        assert hit is not None
        assert hit.name == name
        assert camera.project([hit.point], SIZE)[0][:2] == pytest.approx((int(x) + 0.5, int(y) + 0.5), abs=0.05)


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_high_dpi_changes_nothing(scale: int):
    """The ray of a mouse unit goes through the middle of the block of framebuffer pixels that it stands for."""
    camera = Camera()
    point = camera.ray(301, 155, SIZE).at_height(0.0)
    assert point is not None
    seen = camera.project([point], (SIZE[0] * scale, SIZE[1] * scale))[0]
    assert seen[:2] == pytest.approx((301.5 * scale, 155.5 * scale), abs=1e-6)


def test_what_is_held_is_looked_through(world: World):
    """Without the near block the ray goes on to what is behind it."""
    camera = Camera(azimuth_deg=-90, elevation_deg=10, target=(-0.05, 0.0, 0.005))
    ray = camera.ray(SIZE[0] // 2, SIZE[1] // 2, SIZE)
    assert pick(world, ray).name == "block"
    assert pick(world, ray, without=frozenset({"block"})).name == "far"
    assert pick(world, ray, without=frozenset({"block", "far"})).name == "table"


def test_the_sky_is_nothing(world: World):
    """A ray past everything meets nothing."""
    camera = Camera(elevation_deg=5)
    assert pick(world, camera.ray(320, 359, SIZE)) is None


def test_a_box_takes_what_is_inside(world: World):
    """Drawn from any corner, it takes the pieces whose middles it holds."""
    camera = Camera()
    seen = camera.project([world.pose("block").position], SIZE)[0]
    a, b = (seen[0] - 6, seen[1] - 6), (seen[0] + 6, seen[1] + 6)
    names = ["block", "far"]
    for one, other in ((a, b), (b, a), ((a[0], b[1]), (b[0], a[1]))):
        assert inside(world.snapshot(), names, camera, SIZE, one, other) == ["block"]
    assert inside(world.snapshot(), names, camera, SIZE, (0, 0), SIZE) == names
    assert np.all([inside(world.snapshot(), [], camera, SIZE, (0, 0), SIZE) == []])
