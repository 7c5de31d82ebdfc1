"""Steps are divided while something thrown is fast, and only then."""

import numpy as np
import pytest

from sandbox.geometry import Pose, Twist
from sandbox.physics import DEFAULT, settle
from sandbox.physics.engine import Surface
from sandbox.physics.haste import Haste
from sandbox.physics.still import StillEngine
from tests import kit

BLOCK = "hurlyburly/block"  # 14 mm: 6.55 m/s is its limit


def parts_at(speed, component=BLOCK, profile=DEFAULT):
    """Return into how many parts a step is divided in which one body has a speed."""
    engine, haste = StillEngine(profile), Haste(profile)
    (handle,) = engine.add(kit.shipped(component), [Pose()], Surface(0.3, 0.3), fixed=False)
    engine.place(handle, Pose(), Twist((0.0, speed, 0.0)))
    haste.add(handle, kit.shipped(component))
    return haste.parts(engine, 0)


def test_only_what_is_thrown_and_fast_divides_steps():
    """The limit is a part of the smallest edge a step; other kinds and a profile without haste never do."""
    assert [parts_at(speed) for speed in (0.0, 6.5, 6.6, 20.0)] == [1, 1, 4, 4]
    assert parts_at(20.0, "common/cube") == 1
    assert parts_at(20.0, profile=DEFAULT.model_copy(update={"haste": 0.0})) == 1
    assert parts_at(20.0, profile=DEFAULT.model_copy(update={"haste_parts": 8})) == 8


def test_steps_stay_small_for_a_while_after_a_launch():
    """A launch counts at once, between two looks; a tenth of a second after the last haste all is as before."""
    engine, haste, block = StillEngine(DEFAULT), Haste(DEFAULT), kit.shipped(BLOCK)
    (handle,) = engine.add(block, [Pose()], Surface(0.3, 0.3), fixed=False)
    haste.add(handle, block)
    assert haste.start(handle, 5.0, 1) == 1
    assert haste.parts(engine, 1) == 1
    assert haste.start(handle, 10.0, 1) == 4
    assert [haste.parts(engine, step) for step in (1, 73, 79, 80, 81)] == [4, 4, 4, 1, 1]
    assert [haste.stride(step) for step in (0, 1, 79, 80)] == [16, 15, 1, 16]
    haste.forget(handle)
    assert not haste


@pytest.mark.parametrize("speed", [6.0, 10.0])
def test_a_block_flies_as_far_in_divided_steps(speed):
    """The parabola is the same, and so is the clock; gravity acts in every part."""
    block = kit.shipped(BLOCK)
    with kit.world(block) as world:
        world.add(block, "block", Pose((0, 0, 1)))
        world.launch("block", (speed, 0, 1.0))
        world.run(0.25)
        assert world.time == 0.25
        x, _, z = world.pose("block").position
    assert x == pytest.approx(0.25 * speed, abs=1e-5)
    assert z == pytest.approx(1 + 0.25 - 9.81 * 0.25**2 / 2, abs=1e-5)


def test_who_looks_on_changes_no_bit():
    """One by one, many at once, or with an observer: the steps are divided at the same instants."""
    block, ground = kit.shipped(BLOCK), kit.slab()
    ends = set()
    for how in ("at once", "one by one", "observed"):
        with kit.world(ground, block) as world:
            world.add(ground, "table")
            world.add(block, "block", Pose((-0.3, 0, 0.05)))
            world.step(3)
            world.launch("block", (8.0, 0, 0.5), (0, 9.0, 4.0))
            if how == "observed":
                world.observers.append(lambda world: None)
            for _ in range(1 if how == "at once" else 400):
                world.step(400 if how == "at once" else 1)
            ends.add(kit.bits(world))
    assert len(ends) == 1


def test_a_tower_stands_beside_fast_blocks():
    """Smaller steps shift what rests once, by hundredths of a millimetre, and make nothing creep."""
    pieces, block, ground = kit.tower(3, 1, np.random.default_rng(3)), kit.shipped(BLOCK), kit.slab()
    with kit.world(ground, block, *(component for component, _, _ in pieces)) as world:
        world.add(ground, "table")
        world.add_all(pieces)
        settle(world)
        moved = []
        for shot in ("first", "second"):
            start = {name: world.pose(name) for _, name, _ in pieces}
            world.add(block, shot, Pose((-1.0, 0.2, 0.3)))
            world.launch(shot, (12.0, 0, 0))
            world.run(0.3)
            moved.append(max(kit.moved(world, name, pose) for name, pose in start.items()))
            world.remove(shot)
    assert moved[0] < 1e-4
    assert moved[1] < 2e-6
