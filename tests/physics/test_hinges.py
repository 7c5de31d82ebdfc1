"""Hinges: springs, limits, hands that hold and let go, energy, and folded cards."""

from __future__ import annotations

import math

import pytest

from sandbox.errors import Diverged, UnknownName
from sandbox.geometry import Pose
from sandbox.physics import settle
from sandbox.physics.kinematics import hinge_inertia
from tests import kit
from tests.kit import MM


def _fixed_arm(profile=kit.DEFAULT, **options):
    arm = kit.arm(**options)
    world = kit.world(arm, profile=profile)
    world.add(arm, "arm", fixed=True)
    return world, arm


def test_a_sprung_arm_hangs_where_spring_and_weight_balance():
    """Stiffness (rest - angle) = m g l cos(angle)."""
    world, arm = _fixed_arm(stiffness=0.02, damping=2e-4, rest=0.6)
    (link,) = arm.links
    with world:
        world.run(3)
        angle = world.joint("arm", "arm").angle
        weight = link.mass * 9.81 * link.frame.position[0] * math.cos(angle)
        assert 0.02 * (0.6 - angle) == pytest.approx(weight, rel=0.01)
        assert settle(world).ok


def test_damping_takes_the_energy_that_it_should():
    """The amplitude falls by exp(-d t / 2 I)."""
    world, arm = _fixed_arm(kit.WEIGHTLESS, stiffness=0.02, damping=2e-5)
    with world:
        world.set_joint("arm", "arm", 0.4)
        swing = []
        for _ in range(720):
            world.step()
            swing.append((abs(world.joint("arm", "arm").angle), world.time))
        peak, time = max(swing[-100:])  # the last period, and when it was widest
        true = 0.4 * math.exp(-2e-5 * time / 2 / kit.arm_inertia(arm))
        assert peak == pytest.approx(true, rel=0.02)


def test_limits_hold_from_both_sides():
    """An arm that falls stops at its lower limit, one that is driven up stops at its upper one."""
    world, _ = _fixed_arm(lower=-0.5, upper=0.6)
    with world:
        world.run(1)
        assert world.joint("arm", "arm").angle == pytest.approx(-0.5, abs=0.01)
        world.drive_joint("arm", "arm", 3.0)
        world.run(1)
        assert world.joint("arm", "arm").angle == pytest.approx(0.6, abs=0.03)
        world.release_joint("arm", "arm")
        world.run(2)
        assert world.joint("arm", "arm").angle == pytest.approx(-0.5, abs=0.01)


def test_an_arm_without_limits_turns_for_ever():
    """As a spinner does: ten turns at a set speed."""
    world, _ = _fixed_arm()
    with world:
        world.drive_joint("arm", "arm", 20 * math.pi)
        world.run(1)
        assert world.joint("arm", "arm").angle == pytest.approx(20 * math.pi, rel=0.01)


def test_a_hand_holds_and_lets_go():
    """Held it does not move; released the spring throws it up."""
    world, _ = _fixed_arm(stiffness=0.04, rest=0.5)
    with world:
        world.hold_joint("arm", "arm", -0.4)
        world.run(0.5)
        assert world.joint("arm", "arm").angle == pytest.approx(-0.4, abs=1e-3)
        world.release_joint("arm", "arm")
        world.run(0.05)
        assert world.joint("arm", "arm").angle > 0.3


def test_a_weak_hand_slips():
    """A finger with less torque than the spring cannot hold it."""
    world, _ = _fixed_arm(kit.WEIGHTLESS, stiffness=0.04, damping=2e-4, rest=0.5)
    with world:
        world.hold_joint("arm", "arm", -0.4, strength=0.01)
        world.run(2)
        assert world.joint("arm", "arm").angle == pytest.approx(0.5 - 0.01 / 0.04, abs=0.02)


def test_hinges_have_names():
    """A wrong one is answered with the right ones."""
    world, _ = _fixed_arm()
    with world, pytest.raises(UnknownName, match="no hinge of arm is called 'lever'; there are: arm"):
        world.joint("arm", "lever")


def test_the_energy_of_a_sprung_arm_is_kinetic_potential_and_spring():
    """World.energy follows it: constant but for the half step between angle and speed."""
    world, arm = _fixed_arm(stiffness=0.02)
    with world:
        world.set_joint("arm", "arm", 0.3)
        (link,) = arm.links
        height = 0.02 + link.frame.position[0] * math.sin(0.3)
        assert world.energy() == pytest.approx(0.01 * 0.09 + link.mass * 9.81 * height, rel=1e-6)
        world.run(1)
        assert world.joint("arm", "arm").speed != 0.0
        assert world.warnings == ()


def test_a_link_is_where_its_hinge_puts_it():
    """Poses of links, boxes around them, and what a ray meets agree."""
    world, _ = _fixed_arm(kit.WEIGHTLESS)
    with world:
        world.set_joint("arm", "arm", math.pi / 2)
        world.step()
        (link,) = world.link_poses("arm")
        assert link.apply((0.07, 0, 0.02)) == pytest.approx((0, 0, 0.09), abs=1e-9)
        low, high = world.bounds(["arm"])[0]
        assert (low[2], high[2]) == pytest.approx((0, 0.09), abs=1e-6)
        name, point, _ = world.ray((0.1, 0, 0.08), (-0.1, 0, 0.08))
        assert name == "arm"
        assert point == pytest.approx((0.001, 0, 0.08), abs=2e-4)


def test_a_spring_too_stiff_for_the_step_is_warned_of_and_blows_up_with_a_name():
    """Explicit springs are stable up to (frequency x step) = 2."""
    world, arm = _fixed_arm(kit.WEIGHTLESS, stiffness=50.0)
    assert math.sqrt(50.0 / hinge_inertia(arm.links[0])) / 720 > 2
    with world:
        assert world.warnings == ("hinge 'arm' of arm is too stiff for 720 steps a second",)
        world.set_joint("arm", "arm", 0.1)
        assert abs(_speed_after(world, 0.2)) > 1e3


def _speed_after(world, seconds):
    try:
        world.run(seconds)
    except Diverged:
        return math.inf
    return world.joint("arm", "arm").speed


def test_a_folded_card_stands_and_its_fold_keeps_its_angle():
    """Two leaves on a sprung fold, on the table, for 5 s."""
    wall, ground = kit.shipped("hurlyburly/wall_hinged"), kit.shipped("common/table")
    with kit.world(ground, wall) as world:
        world.add(ground, "table")
        world.add(wall, "wall")
        assert settle(world).ok
        start = world.pose("wall")
        world.run(5)
        assert kit.moved(world, "wall", start) < 0.1 * MM
        assert world.joint("wall", "leaf").angle == pytest.approx(0, abs=math.radians(1))


def test_a_jointed_piece_moves_as_one():
    """It is thrown, falls and comes down as any other: the fold does not hold it in the air."""
    wall = kit.shipped("hurlyburly/wall_hinged")
    with kit.world(wall) as world:
        world.add(wall, "wall", Pose((0, 0, 1)))
        world.run(0.3)
        assert world.pose("wall").position[2] == pytest.approx(1 - 9.81 * 0.09 / 2, rel=0.005)


def test_a_hinged_piece_on_a_lively_surface_comes_to_rest():
    """A multibody meets its support with one step's gravity; were that a bounce, its spring would make it walk."""
    lever = kit.arm(length=0.08, mass=0.01, base_mass=0.3, stiffness=0.5, damping=1e-3, rest=0.1)
    lively = kit.materials(friction={("beech", "table"): 1.0}, restitution={("beech", "table"): 0.6})
    with kit.world(lever, kit.shipped("common/table"), materials=lively) as world:
        world.add(kit.shipped("common/table"), "table")
        world.add(lever, "lever")
        rest = settle(world, timeout=5.0)
        assert rest.ok, str(rest)
        start = world.pose("lever")
        world.run(5.0)
        assert kit.moved(world, "lever", start) < 5e-5  # creep, as the law of slopes allows
