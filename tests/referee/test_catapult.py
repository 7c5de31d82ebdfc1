"""The catapult: what its spring gives, how far it throws, and that nothing passes through a card."""

import itertools
import math
import sys

import numpy as np
import pytest

from sandbox.geometry import Pose
from sandbox.physics.kinematics import hinge_inertia
from sandbox.players.tables.aiming import best_pull, throw, throws
from sandbox.players.tables.hurlyburly import SKILLS
from sandbox.referee.hurlyburly import Bench, Scene
from sandbox.referee.hurlyburly.bench import BLOCK, WALL
from sandbox.referee.hurlyburly.launch import arm_of, launch, load_pose
from sandbox.referee.hurlyburly.scene import Role
from tests.referee.passing import RARELY, Passing, shots_through

BENCH = Bench()
RELEASES = 20


def _about_the_hinge(arm):
    """Return the moment of an arm about its hinge, kg·m² (parallel axes)."""
    away = np.subtract(arm.frame.position, arm.hinge.anchor)
    return hinge_inertia(arm) + arm.mass * float(away[0] ** 2 + away[2] ** 2)


@pytest.mark.parametrize("upgrades", [0, 2])
def test_the_empty_arm_gets_the_springs_energy(upgrades):
    """At upright ½ I ω² is what ½ k θ² and the arm's descent gave, within 1 %."""
    catapult = BENCH.catapult(upgrades)
    arm = arm_of(catapult)
    world = BENCH.world(Scene(2, 1.0))
    world.add(catapult, "catapult", Pose(), fixed=True)
    start = math.radians(-50)
    world.set_joint("catapult", "arm", start)
    fastest = 0.0
    while (state := world.joint("catapult", "arm")).angle < 0.2:
        fastest = max(fastest, state.speed)  # upright, where the spring is relaxed, the speed hardly changes
        world.step()
    height = np.subtract(arm.frame.position, arm.hinge.anchor)
    sunk = float(height[2] * (math.cos(start) - 1) - height[0] * math.sin(start))
    given = 0.5 * arm.hinge.stiffness * start**2 + arm.mass * 9.81 * sunk
    kinetic = 0.5 * _about_the_hinge(arm) * fastest**2
    assert kinetic == pytest.approx(given, rel=0.01)


def test_more_cards_are_as_many_springs():
    """Each card adds as much stiffness, also where there is no model of their own."""
    one = arm_of(BENCH.catapult(0)).hinge.stiffness
    for upgrades in range(6):
        assert arm_of(BENCH.catapult(upgrades)).hinge.stiffness == pytest.approx((1 + upgrades) * one, rel=1e-6)


def test_a_block_left_at_10_degrees_does_not_fly():
    """It stays in the basket, or dribbles down before the base."""
    assert throw(BENCH, 0, 10.0).reach < 0.06


def test_the_range_grows_with_the_pull_and_with_upgrades():
    """Without tremor, in steps of 2 degrees from 22 to 60 with one card, and at 40 degrees card by card."""
    reach = [each.reach for each in throws(BENCH, 0)]
    assert all(a < b for a, b in itertools.pairwise(reach))
    by_cards = [throw(BENCH, upgrades, 40.0).reach for upgrades in range(4)]
    assert all(a < b for a, b in itertools.pairwise(by_cards))


def test_the_chosen_pull_meets_the_height():
    """Of the pulls that do the one that arrives fastest is taken."""
    table = throws(BENCH, 0)
    pull = best_pull(table, 0.4, 0.03)
    (near,) = [each for each in table if abs(each.pull_deg - pull) <= 1.0][:1]
    assert abs(near.height_at(0.4) - 0.03) < 0.06


def _mean_reach(upgrades, pull, rng):
    """Return mean and spread of the range in metres over releases of a fair hand."""
    skill = SKILLS["fair"]
    reach = [throw(BENCH, upgrades, pull + skill.pull_deg * rng.standard_normal()).reach for _ in range(RELEASES)]
    return float(np.mean(reach)), float(np.std(reach))


@pytest.mark.slow
@pytest.mark.parametrize("upgrades", [0, 1, 2])
def test_the_mean_range_grows_with_the_pull(upgrades, capsys):
    """Over 20 releases each of a fair hand, 20 to 60 degrees; the scatter is printed."""
    rng = np.random.default_rng(upgrades)
    rows = [(pull, *_mean_reach(upgrades, pull, rng)) for pull in (20.0, 30.0, 40.0, 50.0, 60.0)]
    with capsys.disabled():
        said = ", ".join(f"{pull:g}°: {100 * mean:.0f} ± {100 * std:.1f} cm" for pull, mean, std in rows)
        sys.stdout.write(f"\nrange with {upgrades} upgrades: {said}")
    assert all(a[1] < b[1] for a, b in itertools.pairwise(rows))


@pytest.mark.slow
def test_the_mean_range_grows_with_upgrades():
    """At 40 degrees, over 20 releases each."""
    rng = np.random.default_rng(9)
    means = [_mean_reach(upgrades, 40.0, rng)[0] for upgrades in range(4)]
    assert all(a < b for a, b in itertools.pairwise(means))


def test_no_block_passes_through_a_card():
    """A few shots; the soak makes a thousand."""
    passed, hits, _ = shots_through(6, 100)
    assert passed == []
    assert hits > 0, "otherwise it shows nothing"


def test_a_block_that_goes_through_a_wall_is_seen():
    """It is put from one side of a wall to the other; and over it, which is nothing."""
    world = BENCH.world(Scene(2, 1.0))
    world.add(BENCH.component(WALL), "wall", Pose())
    world.add(BENCH.component(BLOCK), "block", Pose((0.01, -0.05, 0.03)))
    watch = Passing("block")
    for x, y, z in ((0.01, -0.05, 0.03), (0.01, -0.05, 0.08), (0.01, 0.05, 0.08), (0.01, 0.05, 0.03)):
        world.put("block", Pose((x, y, z)))
        for _ in range(RARELY):
            watch(world)
    assert watch.passed == []
    world.put("block", Pose((0.01, -0.05, 0.03)))
    for _ in range(RARELY):
        watch(world)
    assert watch.passed == ["wall"]


def test_the_block_lies_in_the_basket():
    """At rest it touches the basket, upright and pulled back."""
    world = BENCH.world(Scene(2, 1.0))
    catapult, block = BENCH.catapult(0), BENCH.component(BLOCK)
    world.add(catapult, "catapult", Pose(), fixed=True)
    world.add(block, "block", load_pose(catapult, block))
    done = launch(world, "catapult", ["block"], pull_deg=50.0, pull_speed=0.2)
    assert done.gap < 3e-4
    assert done.left
    assert done.slip == 0.0
    assert done.pull_speed == pytest.approx(0.2, rel=0.02)
    assert Role.BLOCK.value == "block"
