"""Rest: found when it is there, and an account of what moves when it is not."""

from __future__ import annotations

import pytest

from sandbox.components.spec import Part, Sphere
from sandbox.geometry import Pose
from sandbox.physics import DEFAULT, Settled, World, drives, settle
from sandbox.physics.settle import Moving
from sandbox.physics.still import StillEngine
from tests import kit
from tests.kit import MM


def test_a_dropped_cube_is_at_rest_soon_after_it_lands():
    """It falls 20 mm in 0.064 s; the quiet begins after that and is not called before."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    with kit.world(ground, cube) as world:
        world.add(ground, "table")
        world.add(cube, "cube", Pose((0, 0, 30 * MM)))
        rest = settle(world)
        assert rest.ok
        assert 0.06 < rest.quiet_after < 0.5
        assert rest.waited == pytest.approx(rest.quiet_after + world.profile.rest_dwell, abs=2 / 30)
        assert world.time == pytest.approx(rest.waited)
        assert str(rest) == f"at rest after {rest.quiet_after:.2f} s"


def test_what_does_not_come_to_rest_is_named_with_what_to_try():
    """The fastest first, its speed and spin, and what to do about it."""
    marble, ground = kit.shipped("common/marble"), kit.slab()
    slippery = kit.materials(rolling={("glass", "table"): 0.0})
    with kit.world(ground, marble, materials=slippery) as world:
        world.add(ground, "table")
        for name, speed in (("slow", 0.02), ("quick", 0.08)):
            world.add(marble, name, Pose((0, 0.1 * (name == "slow"), 8 * MM)))
            world.launch(name, (speed, 0, 0), (0, speed / 0.008, 0))
        rest = settle(world, timeout=0.5)
    assert not rest.ok
    assert rest.quiet_after is None
    assert [body.name for body in rest.moving] == ["quick", "slow"]
    assert rest.moving[0].speed == pytest.approx(0.08, rel=0.05)
    assert rest.moving[0].spin == pytest.approx(10, rel=0.05)
    assert str(rest).startswith("did not settle in 0.50 s: quick (80")
    assert "wait longer (timeout_s)" in str(rest)


def test_a_long_list_of_what_moves_is_cut():
    """Three are named, the others counted."""
    moving = tuple(Moving(f"piece{n}", 0.1, 1.0) for n in range(5))
    assert "and 2 more still moved" in str(Settled(False, None, 1.0, moving))


def test_ignored_bodies_may_roll_on():
    """A marble that never stops does not keep a tower from being called quiet."""
    marble, card, ground = kit.shipped("common/marble"), kit.shipped("common/card"), kit.slab()
    slippery = kit.materials(rolling={("glass", "table"): 0.0})
    with kit.world(ground, marble, card, materials=slippery) as world:
        world.add(ground, "table")
        world.add(card, "card", Pose((0, 0, 0.5 * MM)))
        world.add(marble, "marble", Pose((0.1, 0, 8 * MM)))
        world.launch("marble", (0.1, 0, 0), (0, 12.5, 0))
        assert settle(world, ignore=["marble"]).ok
        assert not settle(world, timeout=0.4).ok


def test_the_advice_is_for_what_moves():
    """Rolling friction is no help to a box, nor to a hinge, which wants damping."""
    cube, swing = kit.shipped("common/cube"), kit.arm(stiffness=0.02)
    ball = kit.piece("ball", [Part(Sphere(8 * MM))], 0.005)
    kinds = {"cube": cube, "ball": ball, "swing": swing}
    said = {}
    for name, component in kinds.items():
        with kit.world(component) as world:
            world.add(component, name, Pose((0, 0, 0.5)))
            if component.links:
                world.set_joint(name, component.links[0].name, 0.4)
            said[name] = settle(world, timeout=0.1).advice
    assert said == {
        "cube": "wait longer (timeout_s), or ignore it",
        "ball": "wait longer (timeout_s), or give what rolls a handling of round, or ignore it",
        "swing": "wait longer (timeout_s), or give its spring damping_N_m_s_per_rad, or ignore it",
    }


def test_rest_is_looked_for_thirty_times_a_second():
    """And whoever watches sees every look."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    seen = []
    with kit.world(ground, cube) as world:
        world.add(ground, "table")
        world.add(cube, "cube", Pose((0, 0, 10 * MM)))
        rest = settle(world, watch=lambda world: seen.append(world.time))
    assert len(seen) == pytest.approx(30 * rest.waited, abs=1)


def test_a_piece_that_sways_slowly_is_not_called_quiet():
    """A tall card that leans over slowly is still moving, however slowly it starts."""
    domino, ground = kit.shipped("common/domino"), kit.shipped("common/table")
    with kit.world(ground, domino) as world:
        world.add(ground, "table")
        world.add(domino, "domino", Pose((0, 0, 24 * MM)))
        drives.tilt(world, 0.154, (1, 0, 0), 1.0)  # it tips at 0.155
        world.launch("domino", (0.0015, 0, 0), (0, 0.06, 0))
        rest = settle(world, timeout=5)
        lies = abs(world.pose("domino").position[2] - 24 * MM) > 5 * MM
        assert rest.ok
        world.run(3)
        assert (abs(world.pose("domino").position[2] - 24 * MM) > 5 * MM) is lies


@pytest.mark.parametrize("levels", [1, 3])
def test_hinged_walls_come_to_rest_under_load(levels):
    """The engine's speeds of multibodies flicker by 14 mm/s under load; the walls stand still all the same."""
    pieces, ground = kit.tower(levels, 2, hinged=True), kit.shipped("common/table")
    with kit.world(ground, *(component for component, _, _ in pieces)) as world:
        world.add(ground, "table")
        world.add_all(pieces)
        assert settle(world, timeout=3).ok
        top = world.pose(f"level{levels}.platform").position[2]
        assert top == pytest.approx((64 * levels - 0.5) * MM, abs=0.1 * MM)


def test_an_empty_world_is_at_rest():
    """Nothing moves where nothing can."""
    with kit.world() as world:
        assert settle(world).ok


class Flickering(StillEngine):
    """Says that everything spins, now this way and now that way, and leaves it where it lies."""

    def read(self, handles):
        poses, twists = super().read(handles)
        twists[:, 5] = 0.13 if self.steps % 48 else -0.13
        return poses, twists


def test_what_only_seems_to_move_is_at_rest():
    """In a wreck of wedged cards a platform's spin flickered by 0.13 rad/s for a minute; it moved by 0.005 mm."""
    cube = kit.shipped("common/cube")
    with World(kit.catalogue().materials, declare=[cube], engine=Flickering(DEFAULT)) as world:
        world.add(cube, "cube", Pose((0, 0, 10 * MM)))
        rest = settle(world, timeout=2)
    assert rest.ok, rest
    assert rest.waited < 0.5


def test_what_moved_last_is_named():
    """A wait that ends in a lull, before it was long enough, names what was not quiet and not what is."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    with kit.world(ground, cube) as world:
        world.add(ground, "table")
        world.add(cube, "lies", Pose((0.2, 0, 10 * MM)))
        world.add(cube, "slides", Pose((0, 0, 10 * MM)))
        world.launch("slides", (0.5, 0, 0))
        slid = 0.5 / (9.81 * 0.3)
        rest = settle(world, timeout=slid + 0.1)
    assert [moving.name for moving in rest.moving] == ["slides"]
    assert rest.moving[0].speed > world.profile.rest_speed
