"""What collides: primitives, hulls, compounds, static meshes; and what the engine would quietly get wrong."""

from __future__ import annotations

import gc
import math

import numpy as np
import pytest

from sandbox.components.spec import Box, Component, Concave, Cylinder, Hull, Part, Sphere
from sandbox.errors import WorldError
from sandbox.geometry import IDENTITY, Pose
from sandbox.physics import settle
from tests import kit
from tests.kit import MM


def _drop(component, height=2 * MM):
    """Return the height of a component's origin over the table after it came to rest."""
    ground = kit.shipped("common/table")
    with kit.world(ground, component) as world:
        world.add(ground, "table")
        world.add(component, "piece", Pose((0, 0, height - component.extent()[0][2])))
        assert settle(world).ok
        return world.pose("piece").position[2]


@pytest.mark.parametrize(
    ("shape", "height"),
    [(Box((0.03, 0.02, 0.01)), 0.005), (Cylinder(0.01, 0.006), 0.003), (Sphere(0.01), 0.01)],
)
def test_primitives_rest_on_their_surface(shape, height):
    """At the height that their size says, to 0.02 mm."""
    handling = "marble" if isinstance(shape, Sphere) else "flat"
    assert _drop(kit.piece("piece", [Part(shape)], 0.005, handling=handling)) == pytest.approx(height, abs=2e-5)


def _cube_hull(edge):
    return Hull(Box((edge, edge, edge)).points())


def test_a_hull_rests_on_its_vertices():
    """A cube as a hull is as high as a cube as a box."""
    box = kit.box("cube", (20, 20, 20), 0.005)
    hull = Component("hull", "hull", "beech", "flat", 0.005, box.inertia, IDENTITY, (Part(_cube_hull(0.02)),))
    assert _drop(hull) == pytest.approx(0.01, abs=3e-5)


def test_hulls_in_a_compound_are_where_they_belong():
    """A table of a plate and four hull feet stands on its feet; moved in the model they are moved in the world."""
    plate = Part(Box((0.06, 0.06, 0.004)), Pose((0, 0, 0.022)))
    box = kit.piece("legs", [plate], 0.02)
    feet = [Part(_cube_hull(0.02), Pose((x, y, 0.01))) for x in (-0.02, 0.02) for y in (-0.02, 0.02)]
    table = Component("legs", "legs", "beech", "flat", 0.02, box.inertia, box.frame, (plate, *feet))
    assert _drop(table) == pytest.approx(0.0, abs=2e-4)


def test_a_turned_and_shifted_compound_keeps_its_shape():
    """A cross of two bars, drawn askew and far from its origin, rests flat and as thick as its bars."""
    skew = Pose((0.2, -0.1, 0.3), kit.turned((0, 0, 1), 25))
    bars = [Part(Box((0.06, 0.01, 0.008)), skew), Part(Box((0.01, 0.06, 0.008)), skew)]
    cross = kit.piece("cross", bars, 0.01)
    assert cross.frame.position == pytest.approx(skew.position)
    ground = kit.shipped("common/table")
    with kit.world(ground, cross) as world:
        world.add(ground, "table")
        world.add(cross, "cross", Pose((0, 0, -cross.extent()[0][2] + 1 * MM)))
        settle(world)
        low, high = world.bounds(["cross"])[0]
        assert (low[2], high[2]) == pytest.approx((0, 0.008), abs=3e-5)
        assert world.closest("cross", "table").distance == pytest.approx(0, abs=3e-5)


def test_more_parts_than_the_engine_keeps_are_refused():
    """PyBullet would drop the seventeenth without a word."""
    parts = [Part(Box((0.005, 0.005, 0.005)), Pose((0.006 * n, 0, 0))) for n in range(17)]
    with kit.world() as world:
        world.add(kit.piece("sixteen", parts[:16], 0.01), "fine")
        with pytest.raises(WorldError, match="seventeen has 17 parts; the engine keeps 16 a body"):
            world.add(kit.piece("seventeen", parts, 0.01), "too many")
        assert world.names == ("fine",)


def test_all_sixteen_parts_collide():
    """A ray meets each of them."""
    parts = [Part(Box((0.005, 0.005, 0.005)), Pose((0.006 * n, 0, 0))) for n in range(16)]
    comb = kit.piece("comb", parts, 0.01)
    with kit.world(comb, profile=kit.WEIGHTLESS) as world:
        world.add(comb, "comb")
        world.step()
        assert all(world.ray((0.006 * n, 0, 1), (0.006 * n, 0, -1)) is not None for n in range(16))


def _funnel():
    around = 16
    rim = [
        (0.05 * math.cos(2 * math.pi * k / around), 0.05 * math.sin(2 * math.pi * k / around), 0.03)
        for k in range(around)
    ]
    points = np.array([(0, 0, 0), *rim])
    faces = np.array([(0, 1 + k, 1 + (k + 1) % around) for k in range(around)], dtype=np.int64)
    part = Part(Concave(points, faces))
    return Component("funnel", "funnel", "beech", "fixed", 0.0, (0.0, 0.0, 0.0), IDENTITY, (part,))


def test_a_marble_comes_to_rest_in_the_bottom_of_a_static_mesh():
    """The mesh is hollow: the marble lies where a cone holds a ball of its radius."""
    funnel, marble = _funnel(), kit.shipped("common/marble")
    with kit.world(funnel, marble) as world:
        world.add(funnel, "funnel")
        world.add(marble, "marble", Pose((0.02, 0.01, 0.05)))
        world.run(5)
        x, y, z = world.pose("marble").position
        slope = math.atan2(0.03, 0.05)
        assert math.hypot(x, y) < 0.5 * MM
        assert z == pytest.approx(8 * MM / math.cos(slope), abs=0.5 * MM)


def test_shapes_are_made_once_a_world():
    """Sixty pieces of one kind share one collision shape."""
    cube = kit.shipped("common/cube")
    with kit.world(cube, fresh=True) as world:
        world.add_all((cube, f"cube{n}", Pose((0.03 * n, 0, 0))) for n in range(60))
        assert len(world._engine._shapes) == 1


def test_worlds_of_meshes_leave_no_lists_behind():
    """PyBullet keeps every list of corners it is given for ever; it is given the same one again."""

    def lists() -> int:
        gc.collect()
        return sum(type(each) is list for each in gc.get_objects())

    funnel = _funnel()

    def trial() -> None:
        with kit.world(funnel) as world:
            world.add(funnel, "funnel")

    trial()
    before = lists()
    for _ in range(20):
        trial()
    assert lists() - before < len(funnel.parts[0].shape.vertices)
