"""Several worlds in one process, and one engine for many worlds: nothing leaks, every bit is the same."""

from __future__ import annotations

import resource
import sys
from pathlib import Path

import numpy as np
import pytest

from sandbox.geometry import Pose
from sandbox.physics import DEFAULT, Profile, World, load_profile, profile_names, settle
from sandbox.physics.bullet import BulletEngine
from sandbox.physics.engine import Engine
from sandbox.physics.still import StillEngine
from tests import kit
from tests.laws.sameness import ODD, hit_tower


def _pile(profile: Profile, seed: int, engine: Engine | None = None) -> World:
    ground, card, block = (kit.shipped(f"common/{name}") for name in ("table", "card", "block"))
    world = World(kit.materials(), profile, declare=[ground, card, block], engine=engine)
    rng = np.random.default_rng(seed)
    world.add(ground, "table")
    for n in range(4):
        x, y = rng.uniform(-0.01, 0.01, 2)
        world.add((card, block)[n % 2], f"piece{n}", Pose((x, y, 0.01 + 0.012 * n)))
    return world


def test_interleaved_worlds_of_two_profiles_give_the_bits_that_each_gives_alone():
    """Bullet keeps one contact threshold for the whole process; every world puts its own in force."""
    alone = []
    for profile in (DEFAULT, ODD):
        with _pile(profile, 1) as world:
            world.step(600)
            alone.append(kit.bits(world))
    with _pile(DEFAULT, 1) as one, _pile(ODD, 1) as other:
        for _ in range(60):
            one.step(10)
            other.step(10)
            other.closest("table", "piece0")
        assert [kit.bits(one), kit.bits(other)] == alone


def test_the_same_bits_come_from_fresh_and_used_engines():
    """Emptying an engine is as good as connecting anew, also after a world with other settings."""
    engine = BulletEngine(DEFAULT)
    digests = set()
    for profile in (DEFAULT, ODD, DEFAULT):
        world = _pile(profile, 3, engine)
        world.step(500)
        if profile is DEFAULT:
            digests.add(kit.bits(world))
        world.close()
    engine.close()
    with _pile(DEFAULT, 3) as world:
        world.step(500)
        digests.add(kit.bits(world))
    assert len(digests) == 1


def test_looking_changes_no_bit():
    """Contacts, distances, rays, supports and snapshots can be asked for at any time."""
    digests = []
    for curious in (False, True):
        with _pile(DEFAULT, 2) as world:
            for _ in range(20):
                world.step(20)
                if curious:
                    list(world.contacts())
                    world.overlaps(0.0)
                    world.supports()
                    world.ray((0, 0, 1), (0, 0, -1))
                    world.snapshot()
                    world.energy()
            digests.append(kit.bits(world))
    assert digests[0] == digests[1]


def test_many_at_once_and_one_by_one_are_the_same_world():
    """`add_all` is quicker than `add`, and nothing else."""
    pieces = kit.tower(2, 2, np.random.default_rng(0))
    states = []
    for at_once in (True, False):
        with kit.world(*(component for component, _, _ in pieces), fresh=True) as world:
            world.add(kit.slab(), "table")
            if at_once:
                world.add_all(pieces)
            else:
                for component, name, pose in pieces:
                    world.add(component, name, pose)
            assert world.names == ("table", *(name for _, name, _ in pieces))
            states.append(world.snapshot())
            settle(world)
            assert world.pose("level2.platform").position[2] == pytest.approx(0.1275, abs=1e-4)
    np.testing.assert_allclose(states[0].poses, states[1].poses, rtol=0, atol=1e-12)


def test_some_of_many_may_be_held():
    """They stay where they were added; others of their kind fall. The order of the names is the caller's."""
    cube = kit.shipped("common/cube")
    with kit.world(cube) as world:
        world.add_all([(cube, name, Pose((0.1 * i, 0, 0.1))) for i, name in enumerate("abc")], held={"b"})
        world.run(0.1)
        assert world.names == ("a", "b", "c")
        assert world.loose == ("a", "c")
        assert [world.pose(name).position[2] == 0.1 for name in "abc"] == [False, True, False]


def test_the_tower_that_a_block_hits_has_the_same_bits_twice():
    """A collapse is chaos, and still the same chaos."""
    assert hit_tower(fresh=True) == hit_tower(fresh=False)


@pytest.mark.slow
def test_a_thousand_trials_grow_the_process_by_less_than_20_mb():
    """Worlds that are built, stepped and given up leave nothing behind."""
    pieces = kit.tower(5, 1)
    ground = kit.shipped("common/table")

    def trial() -> None:
        world = kit.world(ground, *(component for component, _, _ in pieces))
        world.add(ground, "table")
        world.add_all(pieces)
        world.run(0.05)
        world.snapshot()
        world.close()

    for _ in range(50):
        trial()
    before = resident_mb()
    for _ in range(1000):
        trial()
    assert resident_mb() - before < 20


def resident_mb() -> float:
    """Return how many megabytes of memory this process holds."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text().split()[1]) * resource.getpagesize() / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


def test_a_world_runs_on_the_still_engine_too():
    """Everything above the seam works with an engine in which nothing moves."""
    engine: Engine = StillEngine(DEFAULT)
    block, ground, arm = kit.shipped("common/block"), kit.shipped("common/table"), kit.arm(stiffness=0.02)
    with World(kit.materials(), declare=[block, ground, arm], engine=engine) as world:
        world.add(ground, "table")
        world.add(block, "block", Pose((0, 0, 0.004)))
        world.add(arm, "arm", Pose((0.3, 0, 0)))
        assert settle(world).ok
        assert world.pose("block").position == pytest.approx((0, 0, 0.004))
        world.launch("block", (1, 0, 0))
        world.push("block", (0, 0, 1))
        world.hold_joint("arm", "arm", 0.2)
        assert world.joint("arm", "arm").angle == 0.2
        assert [(s.upper, s.lower) for s in world.supports()] == [("block", "table"), ("arm", "table")]
        name, point, normal = world.ray((0, 0, 1), (0, 0, -1))
        assert (name, point, normal) == ("block", pytest.approx((0, 0, 0.008)), (0, 0, 1))
        assert world.time > 0
        world.remove("block")
        assert world.names == ("table", "arm")


@pytest.mark.parametrize("name", profile_names())
def test_every_shipped_profile_runs(name):
    """A cube let go 20 mm above the table comes to lie on it."""
    cube, ground = kit.shipped("common/cube"), kit.shipped("common/table")
    with kit.world(ground, cube, profile=load_profile(name)) as world:
        world.add(ground, "table")
        world.add(cube, "cube", Pose((0, 0, 0.03)))
        world.run(1.0)
        assert world.pose("cube").position[2] == pytest.approx(0.01, abs=0.002)
