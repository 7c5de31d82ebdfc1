"""Physics as marks: the marks say what statics says."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.geometry import Pose, quat_from_euler_deg
from sandbox.physics import World
from sandbox.play.evidence import balance_marks, contact_marks, marks_of, shape_marks, support_marks
from sandbox.play.marks import Arrow, Dot, Label, Line, Ring, box_edges

CATALOGUE = Catalogue()
BLOCK = CATALOGUE.get("hurlyburly/block")
LENGTH, _, HEIGHT = BLOCK.size
FOOT = -BLOCK.extent()[0][2]


def stack(*shifts: float, steps: int = 4) -> World:
    """Return blocks on one another, each moved along x by a part of its length against the one below."""
    world = World(CATALOGUE.materials)
    world.add(CATALOGUE.get("common/table"), "table")
    x = 0.0
    for level, shift in enumerate(shifts):
        x += shift * LENGTH
        world.add(BLOCK, f"b{level}", Pose((x, 0.0, FOOT + level * HEIGHT)))
    world.step(steps)
    return world


def tone(world: World, name: str) -> str:
    """Return the colour of a body's balance."""
    marks = balance_marks(world, world.supports(), [name])
    return next(mark.colour for mark in marks if isinstance(mark, Line))


@pytest.mark.parametrize(("shift", "says"), [(0.0, "good"), (0.4, "good"), (0.6, "bad"), (-0.6, "bad")])
def test_a_block_past_its_edge_is_shown_as_tipping(shift: float, says: str):
    """The centre of mass is inside the support up to half a length, and outside beyond."""
    with stack(0.0, shift, steps=2) as world:
        assert tone(world, "b1") == says
        assert tone(world, "b0") == ("good" if abs(shift) < 0.6 else tone(world, "b0"))


def test_a_load_counts_for_what_carries_it():
    """A block that is stable by itself tips with what stands on its end: 0.4 and 0.4 put their centre outside."""
    with stack(0.0, 0.4, 0.4, steps=2) as world:
        assert tone(world, "b2") == "good"
        assert tone(world, "b1") == "bad"


def test_who_carries_whom_is_an_arrow_down():
    """Every support has an arrow from the upper piece's foot to the lower piece's middle, none to the table."""
    with stack(0.0, 0.1) as world:
        marks = support_marks(world, world.supports())
        arrows = [mark for mark in marks if isinstance(mark, Arrow)]
        assert len(arrows) == 1
        assert arrows[0].start[2] > arrows[0].end[2]
        assert sum(isinstance(mark, Dot) for mark in marks) == 2


def test_contacts_show_their_force():
    """Dots lie where the pieces touch; arrows point up, out of what carries."""
    with stack(0.0, steps=60) as world:
        marks = contact_marks(world)
        assert {round(mark.at[2], 3) for mark in marks if isinstance(mark, Dot)} == {0.0}
        arrows = [mark for mark in marks if isinstance(mark, Arrow)]
        assert all(abs(mark.end[2] - mark.start[2]) > 1e-3 for mark in arrows)


@pytest.mark.parametrize(
    "name", ["common/marble", "burp/pawn", "common/pebble_a", "hurlyburly/catapult", "common/table"]
)
def test_collision_shapes_are_where_the_body_is(name: str):
    """The box around the wireframe is the box around the body, however it is turned; marbles up to their rings."""
    kind = CATALOGUE.get(name)
    with World(CATALOGUE.materials) as world:
        world.add(kind, "x", Pose((0.1, -0.2, 0.3), quat_from_euler_deg(0, 0, 30)))
        points = np.concatenate([mark.segments().reshape(-1, 3) for mark in shape_marks(world, ["x"])])
        low, high = world.bounds(["x"])[0]
        slack = 0.3 * kind.size[0] if name == "common/marble" else 1.2e-3
        assert points.min(axis=0) == pytest.approx(low, abs=slack)
        assert points.max(axis=0) == pytest.approx(high, abs=slack)
        assert (points >= low - 1e-6).all()
        assert (points <= high + 1e-6).all()


def test_overlays_come_together():
    """Every overlay draws something, and none changes the world."""
    with stack(0.0, 0.1) as world:
        before = world.snapshot().poses.copy()
        marks = marks_of(world, {"contacts", "supports", "balance", "shapes", "names"})
        assert {type(mark) for mark in marks} >= {Dot, Line, Arrow, Label}
        assert (world.snapshot().poses == before).all()
        assert marks_of(world, set()) == []


def test_a_ring_is_round_about_its_normal():
    """All its points are as far from the middle as told, in the plane of the normal."""
    ring = Ring((0.1, 0.2, 0.3), 0.05, normal=(1.0, 1.0, 0.0)).line(16)
    away = ring.points - (0.1, 0.2, 0.3)
    assert np.linalg.norm(away, axis=1) == pytest.approx(0.05)
    assert away @ (1.0, 1.0, 0.0) == pytest.approx(0.0, abs=1e-12)
    assert len(ring.segments()) == 16
    assert len(box_edges((0, 0, 0), (1, 2, 3))) == 24
