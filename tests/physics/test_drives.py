"""Hands and tables that act over time, against analytic values."""

from __future__ import annotations

import math

import pytest

from sandbox.errors import UnknownName
from sandbox.geometry import Pose
from sandbox.physics import drives, settle
from tests import kit
from tests.kit import MM

G = 9.81


def _block_on_table(friction=0.3, component="common/block"):
    block, ground = kit.shipped(component), kit.slab()
    world = kit.world(ground, block, materials=kit.materials(friction={(block.material, "table"): friction}))
    world.add(ground, "table")
    world.add(block, "block", Pose((0, 0, block.size[2] / 2)))
    world.run(0.1)
    return world


@pytest.mark.parametrize(("degrees", "slips"), [(16.4, False), (17.0, True)])
def test_a_tilted_table_slips_beyond_its_angle(degrees, slips):
    """The slip angle at friction 0.3 is 16.70°; the block goes to the side that goes down."""
    with _block_on_table() as world:
        drives.tilt(world, math.radians(degrees), (0, 1, 0), 1.0)
        world.run(0.5)
        y = world.pose("block").position[1]
        assert (y > 0.3 * MM) is slips
        assert world.drives == []
        down = math.atan2(world.gravity[1], -world.gravity[2])
        assert math.degrees(down) == pytest.approx(degrees)


@pytest.mark.parametrize(("part", "slides"), [(0.95, False), (1.1, True)])
def test_a_shaken_block_slides_only_beyond_mu_g(part, slides):
    """Amplitude times frequency squared against friction times gravity; afterwards gravity is as before."""
    frequency = 5.0
    amplitude = part * 0.3 * G / (2 * math.pi * frequency) ** 2
    with _block_on_table() as world:
        start, path = world.pose("block"), []
        world.observers.append(lambda world: path.append(kit.moved(world, "block", start)))
        drives.shake(world, amplitude, frequency, (1, 0, 0), 2.0)
        assert (max(path) > 0.1 * MM) is slides
        assert world.gravity == (0, 0, -G)
        assert world.drives == []


def test_a_shaken_table_comes_back_to_where_it_was():
    """What sticks to it ends where it began, and at rest."""
    with _block_on_table(friction=1.0) as world:
        start = world.pose("block")
        drives.shake(world, 2 * MM, 6.0, (0, 1, 0), 1.0)
        assert kit.moved(world, "block", start) < 0.05 * MM
        assert settle(world).quiet_after < 0.1


def test_a_table_that_goes_down_faster_than_things_fall_loses_them():
    """Shaken upright: contact is lost when the acceleration is more than gravity, not before."""
    for part, leaves in ((0.8, False), (1.5, True)):
        with _block_on_table() as world:
            amplitude = part * G / (2 * math.pi * 8.0) ** 2
            top = []
            world.observers.append(lambda world, top=top: top.append(world.pose("block").position[2]))
            drives.shake(world, amplitude, 8.0, (0, 0, 1), 1.0)
            assert (max(top) > 4 * MM + 0.3 * MM) is leaves


def test_a_constant_push_against_friction():
    """Below mu m g nothing; above it the block gains (F/m - mu g)."""
    with _block_on_table() as world:
        mass = world.body("block").component.mass
        drives.push(world, "block", (0.95 * 0.3 * mass * G, 0, 0), 0.5)
        assert world.pose("block").position[0] < 0.05 * MM
        drives.push(world, "block", (1.5 * 0.3 * mass * G, 0, 0), 0.4)
        assert world.snapshot().speed("block") == pytest.approx(0.5 * 0.3 * G * 0.4, rel=0.02)


def test_a_push_at_a_point_of_the_piece_turns_it():
    """The point moves with the piece: pushed at one end a plank turns that way."""
    with _block_on_table(component="common/plank") as world:
        drives.push(world, "block", (0, 0.08, 0), 0.2, at=(0.05, 0, 0))
        _, _, z, w = world.pose("block").rotation
        assert 2 * math.atan2(z, w) > math.radians(3)


def test_a_weight_that_comes_slowly_is_not_a_blow():
    """Faded in, a block presses with at most its weight; dropped from 2 mm with several times that."""
    peaks = {}
    for fades in (True, False):
        block, ground = kit.shipped("common/block_25"), kit.shipped("common/table")
        with kit.world(ground, block) as world:
            world.add(ground, "table")
            world.add(block, "under", Pose((0, 0, 7.5 * MM)))
            world.run(0.2)
            world.add(block, "over", Pose((0, 0, (22.5 + 2 * (not fades)) * MM)))
            forces = []
            world.observers.append(lambda w, f=forces: f.append(sum(c.force for c in w.contacts("over", "under"))))
            if fades:
                drives.fade_in(world, "over", 0.5)
            world.run(0.3)
            assert sum(c.force for c in world.contacts("over", "under")) == pytest.approx(block.mass * G, rel=0.05)
            peaks[fades] = max(forces) / (block.mass * G)
    assert peaks[True] < 1.3
    assert peaks[False] > 5


def test_a_drive_that_fails_is_not_left_behind():
    """The next step is free of it."""
    with _block_on_table() as world:
        with pytest.raises(UnknownName):
            drives.push(world, "blokc", (1, 0, 0), 0.1)
        assert world.drives == []


def test_an_act_takes_time():
    """Tilting in no time at all is refused, not forgotten."""
    with _block_on_table() as world, pytest.raises(ValueError, match="0 s is shorter than a step"):
        drives.tilt(world, 0.1, (1, 0, 0), 0.0)
