"""Rolling friction acts on what lies on its round side; what stands on a face tips and wobbles as it should."""

import math

import numpy as np
import pytest

from sandbox.components.spec import Cylinder, Part
from sandbox.geometry import Pose, quat_from_euler_deg
from sandbox.physics import settle
from sandbox.physics.rolling import rolling_axis, stands
from tests import kit
from tests.kit import MM

PAWN = "burp/pawn"


def test_what_a_piece_rolls_about():
    """The axis of the widest cylinder, wherever the principal axes are; nothing for the rest."""
    lying = Part(Cylinder(10 * MM, 80 * MM), Pose(rotation=quat_from_euler_deg(0, 90, 0)))
    log = kit.piece("log", [lying], 0.02, "beech", "round")
    in_model = log.frame.apply(rolling_axis(log))
    assert np.abs(np.subtract(in_model, log.frame.position)) == pytest.approx((1, 0, 0), abs=1e-9)
    assert rolling_axis(kit.shipped("hurlyburly/flag")) is not None
    assert rolling_axis(kit.piece("log", [lying], 0.02)) is None  # of a kind that never rolls
    assert rolling_axis(kit.shipped("common/marble")) is None


def test_nearer_to_upright_than_to_level_is_standing():
    """On either face."""
    turns = [quat_from_euler_deg(angle, 0, 0) for angle in (0, 40, 50, 90, 140, 180)]
    axes = np.tile((0.0, 0.0, 1.0), (6, 1))
    assert stands(axes, np.array(turns)).tolist() == [True, True, False, False, True, True]


def rolled(start):
    """Return how far a pawn rolls on its side at 0.3 m/s after `start(world)`, in metres."""
    pawn, ground = kit.shipped(PAWN), kit.slab()
    radius = pawn.size[0] / 2
    with kit.world(ground, pawn) as world:
        world.add(ground, "table")
        start(world, pawn, Pose((0, 0, radius), quat_from_euler_deg(90, 0, 0)))
        world.launch("pawn", (0.3, 0, 0), (0, 0.3 / radius, 0))
        settle(world)
        return world.pose("pawn").position[0]


def test_a_pawn_on_its_side_runs_out():
    """After 3/4 v² over g times lever over radius; also one that was put there after it had stood."""

    def stood_before(world, pawn, side):
        world.add(pawn, "pawn", Pose((0, 0, 0.015)))
        world.run(0.1)
        world.put("pawn", side)

    lever = kit.materials().pair("lacquer", "table").rolling
    true = 0.75 * 0.3**2 / (9.81 * lever / 7.5e-3)
    ways = [rolled(lambda world, pawn, side: world.add(pawn, "pawn", side)), rolled(stood_before)]
    assert ways == pytest.approx([true, true], rel=0.05)


def test_a_pawn_that_falls_over_stops_rolling():
    """It stands without, falls, and lies with rolling friction: nobody has to tell the world."""
    pawn, ground = kit.shipped(PAWN), kit.slab()
    with kit.world(ground, pawn) as world:
        world.add(ground, "table")
        world.add(pawn, "pawn", Pose((0, 0, 0.015)))
        world.launch("pawn", (0.3, 0, 0), (0, 30.0, 0))
        assert settle(world, timeout=3).ok
        assert world.pose("pawn").position[2] == pytest.approx(7.5e-3, abs=1e-4)


def test_a_disc_on_its_edge_wobbles_to_rest():
    """Without any rolling friction it would wobble for ever."""
    ground, disc = kit.slab(), kit.piece("disc", [Part(Cylinder(12 * MM, 2 * MM))], 0.003, "beech", "round")
    with kit.world(ground, disc) as world:
        world.add(ground, "table")
        turn = quat_from_euler_deg(60, 0, 0)
        world.add(disc, "disc", Pose((0, 0, -disc.extent(turn)[0][2]), turn))
        world.launch("disc", (0.2, 0.05, 0), (0, 0, 3.0))
        rest = settle(world, timeout=6)
        assert rest.ok
        assert 0.3 < rest.quiet_after < 4
        assert world.pose("disc").position[2] == pytest.approx(1 * MM, abs=1e-4)
        assert math.degrees(2 * math.asin(math.hypot(*world.pose("disc").rotation[:2]))) < 0.5
