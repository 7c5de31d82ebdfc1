"""Acting on a world: throw, push, put, take away; and the warnings that follow when something is off."""

from __future__ import annotations

import math

import pytest

from sandbox.errors import Diverged, UnknownName, WorldError
from sandbox.geometry import Pose, Twist
from sandbox.physics import settle
from tests import kit
from tests.kit import MM

G = 9.81


def test_a_thrown_block_passes_through_the_points_of_the_parabola():
    """From a given point, at every whole step, to a micrometre."""
    block = kit.shipped("hurlyburly/block")
    with kit.world(block) as world:
        world.add(block, "block")
        world.launch("block", (1, 2, 3), (4, 5, 6), start=(0.1, 0.2, 0.3))
        for _ in range(10):
            world.step(20)
            t = world.time
            true = (0.1 + t, 0.2 + 2 * t, 0.3 + 3 * t - G * t * t / 2)
            assert world.pose("block").position == pytest.approx(true, abs=1e-6)


def test_a_throw_starts_at_the_centre_of_mass_and_keeps_the_turn():
    """A flag's origin is at its foot; its centre of mass is what is thrown."""
    flag = kit.shipped("hurlyburly/flag")
    with kit.world(flag) as world:
        world.add(flag, "flag", Pose((0, 0, 1), kit.turned((1, 0, 0), 90)))
        world.launch("flag", (0, 0, 0), start=(0.5, 0, 1))
        centre = world.pose("flag").apply(flag.frame.position)
        assert centre == pytest.approx((0.5, 0, 1), abs=1e-9)
        assert world.pose("flag").rotation == pytest.approx(kit.turned((1, 0, 0), 90), abs=1e-6)


def test_a_push_gives_force_times_time():
    """Mass times speed is force times time, in free fall, and a push beside the centre turns."""
    cube = kit.shipped("common/cube")
    with kit.world(cube, profile=kit.WEIGHTLESS) as world:
        world.add(cube, "cube")
        for _ in range(72):
            world.push("cube", (0.01, 0, 0))
            world.step()
        assert world.snapshot().speed("cube") == pytest.approx(0.01 * 0.1 / cube.mass, rel=1e-6)
        x, y, z = world.pose("cube").position
        world.push("cube", (0.01, 0, 0), (x, y + 0.01, z))
        world.twist("cube", (0, 1e-4, 0))
        world.step()
        spin = world.snapshot().twist("cube").angular
        expected = 0.01 * 0.01 / 720 / cube.inertia[2]
        assert spin == pytest.approx((0, expected, -expected), rel=1e-3, abs=1e-6)


def test_putting_a_body_somewhere_stops_it():
    """Unless a twist is given."""
    cube = kit.shipped("common/cube")
    with kit.world(cube, profile=kit.WEIGHTLESS) as world:
        world.add(cube, "cube", twist=Twist((1, 0, 0), (0, 0, 3)))
        world.run(0.1)
        assert world.pose("cube").position[0] == pytest.approx(0.1, abs=1e-6)
        world.put("cube", Pose((1, 2, 3), kit.turned((0, 0, 1), 30)))
        world.run(0.1)
        assert world.pose("cube").position == pytest.approx((1, 2, 3), abs=1e-9)
        world.put("cube", Pose((1, 2, 3)), Twist((0, 0, 1)))
        world.run(0.1)
        assert world.pose("cube").position == pytest.approx((1, 2, 3.1), abs=1e-6)


def test_bodies_come_and_go_by_name():
    """A name is taken once, free again after the body is gone, and never guessed."""
    cube = kit.shipped("common/cube")
    with kit.world(cube) as world:
        world.add(cube, "red.cube")
        with pytest.raises(WorldError, match=r"there is a body 'red\.cube' already"):
            world.add(cube, "red.cube")
        with pytest.raises(WorldError, match="there is a body 'b' already"):
            world.add_all([(cube, "b", Pose()), (cube, "b", Pose())])
        assert world.names == ("red.cube",)
        world.add(cube, "blue.cube", Pose((0.1, 0, 0)), fixed=True)
        assert world.loose == ("red.cube",)
        assert world.match("*.cube") == ("red.cube", "blue.cube")
        assert world.components() == {"red.cube": "common/cube", "blue.cube": "common/cube"}
        world.remove("red.cube")
        world.add(cube, "red.cube")
        with pytest.raises(UnknownName, match=r"no body is called 'red.cub'; did you mean red.cube"):
            world.pose("red.cub")
        with pytest.raises(UnknownName, match="green"):
            world.match("green.*")


def test_a_fixed_body_stays_where_it_is():
    """Whatever falls on it."""
    cube = kit.shipped("common/cube")
    with kit.world(cube) as world:
        world.add(cube, "held", Pose((0, 0, 0.1)), fixed=True)
        world.add(cube, "loose", Pose((0, 0, 0.15)))
        settle(world)
        assert world.pose("held").position == pytest.approx((0, 0, 0.1), abs=1e-12)
        assert world.pose("loose").position[2] == pytest.approx(0.12, abs=1e-4)


# --- doubts


def test_pieces_that_overlap_at_the_start_are_named():
    """By how much, and only what is new each time."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    with kit.world(ground, cube) as world:
        world.add(ground, "table")
        world.add(cube, "a", Pose((0, 0, 10 * MM)))
        world.add(cube, "b", Pose((19 * MM, 0, 10 * MM)))
        (pair,) = world.overlaps()
        assert {pair.a, pair.b} == {"a", "b"}
        assert pair.distance == pytest.approx(-1 * MM, abs=0.01 * MM)
        world.run(0.1)
        assert world.warnings == ("a and b overlap by 1.00 mm when placed",)
        world.add(cube, "c", Pose((0, 0.1, 5 * MM)))
        settle(world)
        assert "table and c overlap by 5.00 mm when placed" in world.warnings
        assert len([text for text in world.warnings if "overlap" in text]) == 2


def test_what_leaves_the_world_is_gone_and_said_so():
    """It is frozen, no longer counts as loose, and the others go on."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    with kit.world(ground, cube) as world:
        world.add(ground, "table")
        world.add(cube, "off", Pose((2, 0, 0)))
        world.add(cube, "on", Pose((0, 0, 10 * MM)))
        assert settle(world, timeout=3).ok
        assert world.gone == {"off"}
        assert world.loose == ("on",)
        assert world.warnings == ("off left the world",)
        where = world.pose("off")
        world.run(0.2)
        assert world.pose("off") == where


def test_what_becomes_nan_ends_the_run_with_a_name():
    """And with what to do about it."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    with kit.world(ground, cube, fresh=True) as world:
        world.add(ground, "table")
        world.add(cube, "cube", Pose((0, 0, 0.1)))
        world.launch("cube", (math.nan, 0, 0))
        with pytest.raises(Diverged, match=r"cube is nowhere \(NaN\) at 0.033 s; lower its speed"):
            settle(world)


def test_energy_from_nowhere_is_said():
    """Two bodies that overlap deeply push each other apart: that is energy nobody gave."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    with kit.world(ground, cube) as world:
        world.add(ground, "table")
        world.add(cube, "a", Pose((0, 0, 10 * MM)))
        world.add(cube, "b", Pose((0, 0, 15 * MM)))
        world.run(0.2)
        assert any(text.startswith("energy grew by") for text in world.warnings)


def test_nothing_is_said_about_an_honest_throw():
    """A fall, a bounce and a collision gain no energy."""
    marble, cube, ground = kit.shipped("common/marble"), kit.shipped("common/cube"), kit.slab()
    with kit.world(ground, cube, marble) as world:
        world.add(ground, "table")
        world.add(cube, "cube", Pose((0.1, 0, 10 * MM)))
        world.add(marble, "marble", Pose((0, 0, 0.1)))
        world.launch("marble", (1.0, 0, 0))
        world.run(2.0)
        assert world.warnings == ()


def test_energy_is_kinetic_plus_potential():
    """A thrown, spinning block: m v²/2 + I w²/2 + m g z."""
    block = kit.box("block", (48, 24, 8), 0.0065)
    with kit.world(block) as world:
        world.add(block, "block", Pose((0, 0, 0.2)), twist=Twist((1, 2, 2), (0, 0, 10)))
        true = 0.0065 * 9 / 2 + block.inertia[2] * 100 / 2 + 0.0065 * G * 0.2
        assert world.energy() == pytest.approx(true, rel=1e-6)


# --- watching a pair


def test_a_first_touch_is_found_far_below_a_step():
    """A cube let go at height h touches after sqrt(2 h / g), whatever the step."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    for height in (5 * MM, 17 * MM, 50.3 * MM):
        with kit.world(ground, cube) as world:
            world.add(ground, "table")
            world.add(cube, "cube")
            world.launch("cube", (0, 0, 0), start=(0, 0, height + 10 * MM))
            watch = world.watch("cube", "table")
            assert watch.first is None
            world.run(0.3)
            true = math.sqrt(2 * height / G)
            assert watch.first.time == pytest.approx(true, abs=5e-5)  # a step is 1.4e-3 s
            assert watch.first.speed == pytest.approx(G * true, rel=0.03)
            assert watch.first.point[2] == pytest.approx(0, abs=1 * MM)
            assert world.observers == []


def test_the_order_of_two_touches_is_right_below_a_millisecond():
    """Two marbles 0.3 ms apart, bouncing, so that the gap may never close: the lower one is first."""
    marble, ground = kit.shipped("common/marble"), kit.shipped("common/table")
    for phase in range(8):
        with kit.world(ground, marble) as world:
            world.add(ground, "table")
            heights = {"low": (30 + 0.05 * phase) * MM, "high": (30 + 0.05 * phase) * MM + 0.77 * 0.3 * MM}
            for n, (name, height) in enumerate(heights.items()):
                world.add(marble, name)
                world.launch(name, (0, 0, 0), start=(0.1 * n, 0, 8 * MM + height))
            touches = {name: world.watch(name, "table") for name in heights}
            world.run(0.12)
            gap = touches["high"].first.time - touches["low"].first.time
            assert gap == pytest.approx(0.3e-3, abs=0.05e-3)


def test_what_touches_already_touches_now():
    """The watch is over before it began; an unknown name is an error at once."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    with kit.world(ground, cube) as world:
        world.add(ground, "table")
        world.add(cube, "cube", Pose((0, 0, 10 * MM)))
        world.run(0.1)
        assert world.watch("cube", "table").first.speed == 0.0
        with pytest.raises(UnknownName):
            world.watch("cube", "tabel")


def test_a_watch_ends_when_one_of_the_pair_is_taken_away():
    """And never touches."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    with kit.world(ground, cube) as world:
        world.add(ground, "table")
        world.add(cube, "cube", Pose((0, 0, 0.5)))
        watch = world.watch("cube", "table")
        world.run(0.05)
        world.remove("cube")
        world.run(0.05)
        assert watch.first is None
        assert world.observers == []
