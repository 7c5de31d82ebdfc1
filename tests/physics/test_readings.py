"""Reading a world: snapshots, traces, contacts, distances, rays, supports."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sandbox.errors import UnknownName
from sandbox.geometry import Pose, Twist
from sandbox.physics import recording, settle
from sandbox.record import Trace
from tests import kit
from tests.kit import MM


def _table_with(*pieces):
    ground = kit.shipped("common/table")
    world = kit.world(ground, *(component for component, _, _ in pieces))
    world.add(ground, "table")
    world.add_all(pieces)
    return world


def test_a_pose_is_of_the_model_frame_and_a_speed_of_the_centre_of_mass():
    """A wall's engine frame is half a card up and turned by 45°; nobody outside sees it."""
    wall = kit.shipped("hurlyburly/wall")
    pose = Pose((0.1, 0.2, 0.3), kit.turned((1, 2, 3), 40))
    with kit.world(wall, profile=kit.WEIGHTLESS) as world:
        world.add(wall, "wall", pose, twist=Twist((0.1, 0, 0), (0, 0, 2)))
        now = world.snapshot()
        assert now.pose("wall").position == pytest.approx(pose.position, abs=1e-12)
        assert now.pose("wall").rotation == pytest.approx(pose.rotation, abs=1e-12)
        assert now.twist("wall").linear == pytest.approx((0.1, 0, 0))
        assert world.speeds(["wall"])[0] == pytest.approx([0.1])
        assert world.speeds(["wall"])[1] == pytest.approx([2.0])
        centre = np.asarray(pose.apply(wall.frame.position))
        world.step(72)
        here = np.asarray(world.pose("wall").apply(wall.frame.position))
        np.testing.assert_allclose(here - centre, (0.01, 0, 0), atol=1e-9)


def test_a_snapshot_put_back_is_where_it_was():
    """Poses and speeds come back exactly; at rest the future differs by less than 0.001 mm."""
    with _table_with(*kit.tower(2, 2)) as world:
        settle(world)
        start = world.snapshot()
        world.launch("level1.wall1", (0.5, 0, 0))
        world.run(0.5)
        assert world.snapshot().poses[1, 0] != pytest.approx(start.poses[1, 0], abs=1e-3)
        world.restore(start)
        np.testing.assert_allclose(world.snapshot().poses, start.poses, atol=1e-12)
        np.testing.assert_allclose(world.snapshot().twists, start.twists, atol=1e-12)
        world.run(0.5)
        np.testing.assert_allclose(world.snapshot().poses[:, :3], start.poses[:, :3], atol=2e-6)


def test_a_snapshot_brings_back_hinges_and_what_left_the_world():
    """Hinges at their angles, and a gone body is loose again."""
    arm, cube = kit.arm(), kit.shipped("common/cube")
    with kit.world(arm, cube) as world:
        world.add(arm, "arm", fixed=True)
        world.add(cube, "cube", Pose((2, 0, -4.9)))
        world.set_joint("arm", "arm", 0.3)
        start = world.snapshot()
        assert start.joints == {("arm", "arm"): pytest.approx(0.3)}
        world.run(0.3)
        assert world.gone == {"cube"}
        world.restore(start)
        assert world.joint("arm", "arm").angle == pytest.approx(0.3)
        assert world.loose == ("cube",)
        world.run(0.1)
        assert world.pose("cube").position[2] < -4.9 - 0.03


def test_a_recording_has_its_rate_its_ends_and_its_marks(tmp_path):
    """It survives a file, and a body that was taken away is absent from then on."""
    cube = kit.shipped("common/cube")
    with _table_with((cube, "a", Pose((0, 0, 0.05))), (cube, "b", Pose((0.1, 0, 0.05)))) as world:
        with recording(world, 60) as recorder:
            world.run(0.5)
            recorder.mark("landed")
            world.remove("b")
            world.run(0.255)
        trace = recorder.trace({"seed": 7})
        assert world.observers == []
        assert trace.times[0] == 0
        assert trace.times[-1] == pytest.approx(world.time)
        np.testing.assert_allclose(np.diff(trace.times)[:-1], 1 / 60)
        assert trace.marks == {"landed": pytest.approx(0.5)}
        assert trace.components == ("common/table", "common/cube", "common/cube")
        trace.save(tmp_path / "fall.npz")
        again = Trace.load(tmp_path / "fall.npz")
        np.testing.assert_array_equal(again.poses, trace.poses)
        assert again.at(0.4).names == ("table", "a", "b")
        assert again.at(0.7).names == ("table", "a")
        assert again.snapshot(len(again) - 1).pose("a") == world.pose("a")
        assert (again.marks, again.about) == (trace.marks, {"seed": 7})


def test_a_recording_does_not_change_what_it_records():
    """Bit for bit."""
    digests = []
    for records in (False, True):
        with _table_with(*kit.tower(2, 1)) as world:
            if records:
                with recording(world, 240):
                    world.run(0.3)
            else:
                world.run(0.3)
            digests.append(kit.bits(world))
    assert digests[0] == digests[1]


def test_a_recording_needs_a_rate():
    """Frames a second are more than 0."""
    with kit.world() as world, pytest.raises(ValueError, match="rate_hz is 0"), recording(world, 0):
        pass


def test_contacts_carry_the_weight():
    """The forces between a block and the table add up to its weight, and point up."""
    block = kit.shipped("common/block")
    with _table_with((block, "block", Pose((0, 0, 4 * MM)))) as world:
        world.run(0.5)
        contacts = list(world.contacts("block", "table"))
        assert sum(contact.force for contact in contacts) == pytest.approx(block.mass * 9.81, rel=0.01)
        assert {(contact.a, contact.b) for contact in contacts} == {("block", "table")}
        assert all(contact.normal[2] == pytest.approx(1) for contact in contacts)
        assert all(abs(contact.point[2]) < 0.1 * MM for contact in contacts)
        assert len(list(world.contacts())) == len(list(world.contacts("block"))) == len(contacts)


def test_distances_are_true():
    """Between faces, edges and balls; None beyond the reach; negative inside."""
    block, marble = kit.shipped("common/block"), kit.shipped("common/marble")
    with kit.world(block, marble) as world:
        world.add(block, "a", Pose((0, 0, 0)))
        world.add(block, "b", Pose((0, 0, 20 * MM)))
        world.add(marble, "ball", Pose((0.1, 0, 0)))
        assert world.closest("a", "b").distance == pytest.approx(12 * MM, abs=1e-6)
        assert world.closest("a", "b").normal == pytest.approx((0, 0, -1), abs=1e-6)
        assert world.closest("a", "ball").distance == pytest.approx(0.1 - 24 * MM - 8 * MM, abs=1e-6)
        assert world.closest("a", "ball").on_b == pytest.approx((0.092, 0, 0), abs=1e-6)
        assert world.closest("a", "b", within=11 * MM) is None
        world.put("b", Pose((0, 0, 7 * MM)))
        assert world.closest("a", "b").distance == pytest.approx(-1 * MM, abs=1e-6)
        with pytest.raises(UnknownName):
            world.closest("a", "c")


def test_hulls_are_as_large_as_they_look():
    """A pebble touches where its vertices are: the engine's margin is 0.01 mm, not 0.1."""
    pebble = kit.shipped("common/pebble_b")
    with _table_with((pebble, "pebble", Pose((0, 0, 5 * MM)))) as world:
        assert world.closest("pebble", "table").distance == pytest.approx(5 * MM, abs=0.03 * MM)
        settle(world)
        low, _ = world.bounds(["pebble"])[0]
        assert low[2] == pytest.approx(0, abs=0.03 * MM)


def test_a_ray_meets_the_first_thing():
    """Name, point, normal; also right after a body was put elsewhere; nothing gives None."""
    block = kit.shipped("common/block")
    with _table_with((block, "block", Pose((0, 0, 4 * MM)))) as world:
        name, point, normal = world.ray((0, 0, 1), (0, 0, -1))
        assert name == "block"
        assert point == pytest.approx((0, 0, 8 * MM), abs=1e-5)
        assert normal == pytest.approx((0, 0, 1))
        assert world.ray((0.2, 0, 1), (0.2, 0, -1))[0] == "table"
        world.put("block", Pose((0.2, 0, 4 * MM)))
        assert world.ray((0.2, 0, 1), (0.2, 0, -1))[0] == "block"
        assert world.ray((0, 0, 1), (0, 0, 0.5)) is None


def test_who_carries_whom():
    """From the table up, and only across surfaces that are more level than upright."""
    with _table_with(*kit.tower(2, 2)) as world:
        settle(world)
        found = {(support.upper, support.lower) for support in world.supports()}
        walls = {f"level{level}.wall{number}" for level in (1, 2) for number in (1, 2)}
        assert found == {(wall, "table" if "1.w" in wall else "level1.platform") for wall in walls} | {
            (f"level{wall[5]}.platform", wall) for wall in walls
        }


def test_leaning_is_not_carrying():
    """A block beside another one touches it and is carried by the table alone."""
    block = kit.shipped("common/block")
    with _table_with((block, "a", Pose((0, 0, 4 * MM))), (block, "b", Pose((48.1 * MM, 0, 4 * MM)))) as world:
        world.run(0.2)
        assert {(support.upper, support.lower) for support in world.supports()} == {("a", "table"), ("b", "table")}


def test_boxes_around_bodies_are_exact():
    """A turned block's box, from its corners."""
    block = kit.shipped("common/block")
    with kit.world(block) as world:
        world.add(block, "block", Pose((1, 0, 0), kit.turned((0, 0, 1), 30)))
        low, high = world.bounds()[0]
        half = 24 * MM * math.cos(math.pi / 6) + 12 * MM * math.sin(math.pi / 6)
        assert (low[0], high[0]) == pytest.approx((1 - half, 1 + half))
        assert (low[2], high[2]) == pytest.approx((-4 * MM, 4 * MM))
