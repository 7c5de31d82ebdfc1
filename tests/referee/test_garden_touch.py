"""What a drop touches first, grass or bed: contacts after every step against a watch at four times the rate."""

import numpy as np
import pytest

from sandbox.geometry import Pose
from sandbox.physics import DEFAULT
from sandbox.players.tables.beethupferl_cloud import fresh_garden
from sandbox.referee.beethupferl.bench import Bench
from sandbox.referee.beethupferl.places import release
from sandbox.referee.beethupferl.touching import FirstTouch
from sandbox.rules.beethupferl import Surface
from tests.referee.plot import BENCH, GARDEN

FINE = Bench(profile=DEFAULT.model_copy(update={"name": "four times", "rate_hz": 4 * DEFAULT.rate_hz}))
SCENE = fresh_garden(BENCH)
LONGEST = 0.4


def first_touch(at):
    """Return what a drop touches first that is let go at a point, and when, as the umpire reads it."""
    with BENCH.world(SCENE) as world:
        world.add(BENCH.drop, "drop", Pose(at))
        touch = FirstTouch(world, "drop", BENCH.surface)
        world.launch("drop", (0.0, 0.0, 0.0))
        while touch.met is None and world.time < LONGEST:
            world.step()
        return touch.met


def first_by_watches(at):
    """Return the first touch of any grass or bed body by watches of every pair near, at four times the rate.

    Nothing is watched before the drop is within 4 mm of something: distances to the bed's mesh are slow.
    """
    with FINE.world(SCENE) as world:
        world.add(FINE.drop, "drop", Pose(at))
        world.launch("drop", (0.0, 0.0, 0.0))
        bodies = [name for name in world.names if name != "drop" and FINE.surface(name)]
        near = []
        while not near and world.time < LONGEST:
            world.step(2)
            near = [name for name in bodies if world.closest("drop", name, 4e-3)]
        watches = [world.watch("drop", name) for name in bodies if world.closest("drop", name, 8e-3)]
        # A watch tells the instant between two steps, so those that close one after another are all waited for.
        until = LONGEST
        while world.time < until:
            world.step()
            if until == LONGEST and any(watch.first for watch in watches):
                until = world.time + 2 * world.profile.dt
        met = [watch for watch in watches if watch.first is not None]
        return min(met, key=lambda watch: watch.first.time) if met else None


def points(count, seed):
    """Yield release points about the foot of the grass: above it, above the bed, and where a drop meets both."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        along = float(rng.uniform(-GARDEN.half, GARDEN.half))
        out = float(rng.normal(0.0, 0.006))
        out = float(rng.uniform(-0.02, 0.03)) if rng.random() < 0.5 else out
        x, y = along, GARDEN.half + out
        for _ in range(int(rng.integers(4))):
            x, y = -y, x
        yield release(GARDEN, x, y, float(rng.uniform(0.005, 0.08)))


def agree(count, seed):
    """Return the points at which the two differ, with how far apart in seconds they are."""
    wrong = []
    for at in points(count, seed):
        met, watched = first_touch(at), first_by_watches(at)
        if met is None or watched is None or met.surface is not FINE.surface(watched.b):
            wrong.append((at, met, None if watched is None else (watched.b, watched.first)))
    return wrong


def test_twenty_pours_are_told_right():
    """Grass before bed, as the finer check has it."""
    assert agree(20, seed=1) == []


def test_when_both_are_met_within_a_step_the_nearer_one_comes_first():
    """A drop over the fold meets land and grass at once; a hundredth of a millimetre decides."""
    r, foot = GARDEN.drop_radius, GARDEN.half
    # Plumb above where the drop touches land and grass together.
    both = foot - r * np.tan(GARDEN.slope / 2)
    for shift, surface in ((-1e-4, Surface.BED), (1e-4, Surface.GRASS)):
        met = first_touch((0.0, both + shift, GARDEN.land_height + r + 0.03))
        assert met.surface is surface, (shift, met)


@pytest.mark.parametrize("fall", [0.01, 0.05])
def test_the_instant_is_that_of_the_fall(fall):
    """Onto the grass: the square root of twice the fall over g, to a tenth of a millisecond."""
    at = release(GARDEN, 0.0, GARDEN.half + 0.03, fall)
    assert first_touch(at).time == pytest.approx((2 * fall / 9.81) ** 0.5, abs=1e-4)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_five_hundred_pours_are_told_right():
    """Grass before bed in 500 of 500."""
    assert agree(500, seed=2) == []
