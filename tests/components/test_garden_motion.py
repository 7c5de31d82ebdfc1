"""How things move in the garden: rolling by the law, what is frozen costs nothing, the can stays whole."""

import math
import time

import numpy as np
import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.components.garden import EDGES, SHIPPED
from sandbox.geometry import Pose
from sandbox.physics import World

CATALOGUE = Catalogue()
DROP = CATALOGUE.get("beethupferl/drop")


@pytest.fixture
def garden():
    """The garden without tiles."""
    with World(CATALOGUE.materials) as world:
        world.add_all([(CATALOGUE.get(component), name, pose) for component, name, pose in SHIPPED.parts()])
        yield world


def add_tiles(world):
    """A tile on each hollow."""
    tile = CATALOGUE.get("beethupferl/carrot")
    world.add_all([(tile, f"tile{hollow}", SHIPPED.tile_pose(hollow)) for hollow in range(1, 17)])


def test_a_drop_rolls_down_every_patch_as_the_law_says(garden):
    """5/7 g sin of the slope, within 2 %, from its speed over 0.1 s of rolling."""
    for edge in EDGES:
        garden.add(DROP, edge, Pose(SHIPPED.above_grass(edge, 0.01, 0.06, 1e-5)))
    garden.run(0.05)
    before = garden.speeds(EDGES)[0]
    garden.run(0.1)
    acceleration = (garden.speeds(EDGES)[0] - before) / 0.1
    assert acceleration == pytest.approx(5 / 7 * 9.81 * math.sin(SHIPPED.slope), rel=0.02)


def test_a_frozen_garden_costs_next_to_nothing(garden):
    """Less than 0.05 ms a step, and a twentieth of what it costs awake; and nothing in it moves at all."""
    add_tiles(garden)
    garden.run(0.2)
    costs = []
    for steps, freezes in ((36, False), (720, True)):
        if freezes:
            garden.freeze()
            before = garden.snapshot().poses.copy()
        began = time.process_time()
        garden.step(steps)
        costs.append((time.process_time() - began) / steps)
    assert costs[1] < min(5e-5, costs[0] / 20)
    assert np.array_equal(garden.snapshot().poses, before)


def test_only_the_tile_that_is_hit_wakes(garden):
    """A drop into one hollow of the frozen garden moves its tile, and the tiles two hollows away not at all."""
    add_tiles(garden)
    garden.run(0.2)
    garden.freeze()
    far = [f"tile{hollow}" for hollow in (4, 8, 13, 14, 15, 16)]
    before = garden.rows(far)[0]
    garden.add(DROP, "drop", Pose(SHIPPED.above_hollow(1, 0.05)).moved((0.003, 0.002, 0.0)))
    garden.run(0.5)
    assert np.array_equal(garden.rows(far)[0], before)
    assert math.dist(garden.pose("tile1").position, SHIPPED.tile_pose(1).position) > 5e-4


def test_a_drop_in_the_bowl_stays_in_it(garden):
    """Seven drops let go above the drop bowl lie in it."""
    garden.add(CATALOGUE.get("beethupferl/bowl"), "bowl", Pose((0.0, 0.3, 0.0)))
    names = [f"drop{number}" for number in range(7)]
    for number, name in enumerate(names):
        turn = 2 * math.pi * number / 6
        at = (0.0, 0.0) if number == 6 else (0.012 * math.cos(turn), 0.012 * math.sin(turn))
        garden.add(DROP, name, Pose((at[0], 0.3 + at[1], 0.02)))
    garden.run(1.0)
    places = garden.rows(names)[0][:, :3]
    assert (np.hypot(places[:, 0], places[:, 1] - 0.3) < 0.033).all()
    assert (places[:, 2] > 0.005).all()
    assert (places[:, 2] < 0.025).all()
