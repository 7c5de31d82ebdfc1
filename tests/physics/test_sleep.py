"""Freezing what is not in play: it moves exactly 0, and it is never left hanging in the air."""

from __future__ import annotations

import numpy as np

from sandbox.geometry import Pose
from sandbox.physics import settle
from tests import kit
from tests.kit import MM


def _frozen_tower():
    ground, block = kit.shipped("common/table"), kit.shipped("hurlyburly/block")
    pieces = kit.tower(3, 2)
    world = kit.world(ground, block, *(component for component, _, _ in pieces))
    world.add(ground, "table")
    world.add_all(pieces)
    world.add(block, "block", Pose((-0.3, 0, 7 * MM)))
    settle(world)
    world.freeze()
    return world


def test_what_is_frozen_moves_exactly_nothing():
    """Not a bit in two seconds."""
    with _frozen_tower() as world:
        before = world.snapshot().poses.copy()
        world.run(2)
        np.testing.assert_array_equal(world.snapshot().poses, before)


def test_what_is_frozen_wakes_when_it_is_hit():
    """By itself, and then falls as it would have; what was hit does not fall asleep again in mid air."""
    with _frozen_tower() as world:
        world.launch("block", (4, 0, 0.2), start=(-0.3, 5 * MM, 0.1))
        world.run(0.5)
        assert world.pose("level2.platform").position[2] < 0.12
        assert settle(world).ok
        assert all(low[2] < 0.2 for low, _ in world.bounds())
        assert world.overlaps(0.2 * MM) == []


def test_taking_a_support_away_wakes_what_stood_on_it():
    """The engine would leave it hanging."""
    with _frozen_tower() as world:
        world.remove("level1.wall1")
        world.run(1)
        assert world.pose("level3.platform").position[2] < 0.19


def test_putting_a_support_elsewhere_wakes_what_stood_on_it():
    """The same by hand."""
    with _frozen_tower() as world:
        world.put("level1.wall2", Pose((0.3, 0.3, 0)))
        world.run(1)
        assert world.pose("level3.platform").position[2] < 0.19


def test_a_push_wakes():
    """A frozen block that is pushed slides."""
    with _frozen_tower() as world:
        for _ in range(72):
            world.push("block", (0.05, 0, 0))
            world.step()
        assert world.pose("block").position[0] > -0.299


def test_a_frozen_tower_far_away_sleeps_on():
    """Only neighbours wake: another tower still moves exactly nothing."""
    ground = kit.shipped("common/table")
    near, far = kit.tower(2, 2), kit.tower(2, 2)
    with kit.world(ground) as world:
        world.add(ground, "table")
        world.add_all(near)
        world.add_all((c, f"far.{name}", pose.moved((0.3, 0.2, 0))) for c, name, pose in far)
        settle(world)
        world.freeze(world.loose)
        before = world.pose("far.level2.platform")
        world.remove("level1.wall1")
        world.run(1)
        assert world.pose("level2.platform").position[2] < 0.12
        assert world.pose("far.level2.platform") == before


def test_waking_adds_nothing():
    """A tower that is woken stays where it is to 0.01 mm."""
    with _frozen_tower() as world:
        before = world.pose("level3.platform")
        world.wake()
        world.run(1)
        assert kit.moved(world, "level3.platform", before) < 0.01 * MM


def test_frozen_pieces_cost_next_to_nothing():
    """A frozen tower's steps are at least five times cheaper."""
    import time

    with _frozen_tower() as world:
        started = time.process_time()
        world.step(360)
        asleep = time.process_time() - started
        world.wake()
        started = time.process_time()
        world.step(360)
        assert asleep * 5 < time.process_time() - started


def test_a_jointed_piece_can_be_frozen_too():
    """It takes the engine one step; then a hinged wall moves exactly nothing, for all its spring."""
    wall, ground = kit.shipped("hurlyburly/wall_hinged"), kit.shipped("common/table")
    with kit.world(ground, wall) as world:
        world.add(ground, "table")
        world.add(wall, "wall")
        settle(world)
        start = world.pose("wall")
        world.freeze(["wall"])
        world.step()
        assert kit.moved(world, "wall", start) < 0.01 * MM
        before, angle = world.pose("wall"), world.joint("wall", "leaf").angle
        world.run(0.5)
        assert (world.pose("wall"), world.joint("wall", "leaf").angle) == (before, angle)
        for _ in range(36):
            world.push("wall", (0.05, 0, 0))
            world.step()
        assert kit.moved(world, "wall", before) > 1 * MM
