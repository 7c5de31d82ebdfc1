"""The umpire's readings are functions of poses: where a drop is, how a tile lies, what is above what."""

import math

import pytest

from sandbox.geometry import Pose, quat_from_euler_deg
from sandbox.referee.beethupferl.catching import SLACK, is_caught, stays_below
from sandbox.referee.beethupferl.patterns import is_right
from sandbox.referee.beethupferl.places import gap_to_hollow, gap_to_patch, reach, release
from sandbox.referee.beethupferl.reading import Bed, changed, read_hollow
from sandbox.rules.beethupferl import Rest
from tests.referee.plot import BENCH, GARDEN, beside, flat

R, LAND = GARDEN.drop_radius, GARDEN.land_height


def _bed(tiles=None, **drops):
    lying = {hollow: flat(hollow) for hollow in range(1, 17)} | (tiles or {})
    return Bed(GARDEN, lying, drops)


def _turned(hollow, degrees, by=(0.0, 0.0, 0.0)):
    pose = flat(hollow, by)
    return Pose(pose.position, quat_from_euler_deg(degrees, 0.0, 0.0))


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (beside(6, z=-0.011), (Rest.HOLLOW, 6)),
        (beside(6, x=0.008, z=-0.002), (Rest.HOLLOW, 6)),
        (beside(6, x=0.022, z=R), (Rest.LAND, 0)),
        (GARDEN.on_grass("north", 0.0, 0.02), (Rest.GRASS, 0)),
        ((reach(GARDEN) + 0.001, 0.0, 0.05), (Rest.GONE, 0)),
        ((0.0, 0.0, -1.0), (Rest.GONE, 0)),
        ((0.0, GARDEN.half + GARDEN.grass_run + 0.002, 0.072), (Rest.GONE, 0)),
    ],
)
def test_where_a_drop_is(at, expected):
    """In a hollow below the land, on land, on grass, or gone; the tile of hollow 6 is turned aside."""
    bed = _bed({6: flat(6, (0.3, 0.3, 0.0))}, drop=at)
    assert bed.places["drop"] == expected


def test_a_drop_on_a_flat_tile_is_not_in():
    """Its centre is above the land, or below it where the tile is jammed deep and lies askew; turned over too."""
    top = GARDEN.tile_thickness / 2 + R
    for degrees in (0.0, 30.0, 180.0, 210.0):
        tile = _turned(6, degrees, (0.0, 0.0, -0.004))
        up = 1.0 if abs(degrees) < 90 else -1.0
        on_top = tile.apply((0.0, 0.0, up * top))
        assert _bed({6: tile}, drop=on_top).places["drop"] == (Rest.TILE, 6), degrees
        below = tile.apply((0.0, 0.0, -up * top))
        assert _bed({6: tile}, drop=below).places["drop"] == (Rest.HOLLOW, 6), degrees
    assert read_hollow(_bed({6: tile}, drop=on_top), 6).drops == 0


def test_beside_an_upright_tile_every_drop_is_in():
    """Two of them, and a third that lies above: it is counted, whatever the tile does."""
    tile = _turned(6, 90.0)
    drops = {
        "a": beside(6, y=0.0065, z=-0.009),
        "b": beside(6, y=-0.0065, z=-0.009),
        "c": beside(6, y=0.007, z=-0.001),
    }
    assert read_hollow(_bed({6: tile}, **drops), 6).drops == 3
    assert read_hollow(_bed({6: _turned(6, 65.0)}, **drops), 6).drops == 3


@pytest.mark.parametrize("degrees", [0, 45, 90, 135, 180])
def test_tilt_is_that_of_the_earth_side(degrees):
    """Whichever way the tile is turned about its own axis."""
    turned = Pose(flat(6).position, quat_from_euler_deg(degrees, 0.0, 30.0))
    assert read_hollow(_bed({6: turned}), 6).tilt == pytest.approx(degrees, abs=0.01)


def test_offset_and_rise():
    """From the middle of the hollow, and above the land."""
    reading = read_hollow(_bed({6: Pose(beside(6, 0.003, 0.004, 0.01))}), 6)
    assert (reading.offset, reading.rise) == (0.005, 0.01)


@pytest.mark.parametrize(
    ("count", "tilt", "offset", "rise", "right"),
    [
        (0, 0, 0, 0, True),
        (0, 61, 0, 0, False),
        (1, 170, 0, 0, True),
        (1, 90, 0, 0, False),
        (2, 90, 0, 0, True),
        (2, 20, 0, 0, False),
        (2, 170, 0, 0, False),
        (0, 0, 0.009, 0, False),
        (1, 170, 0, 0.011, False),
    ],
)
def test_a_tile_lies_right(count, tilt, offset, rise, right):
    """Face down over no drop, picture up over one, upright over two, and on its hollow."""
    assert is_right(BENCH.limits, count, tilt, offset, rise) is right


def test_only_what_lies_otherwise_is_listed():
    """Another drop, a tile that was tilted or moved; not one that only turned about its axis."""
    before = _bed(old=beside(3, z=-0.011))
    spun = Pose(flat(5).position, quat_from_euler_deg(0.0, 0.0, 40.0))
    now = _bed(
        {5: spun, 7: flat(7, (0.002, 0.0, 0.0)), 8: _turned(8, 10.0)},
        old=beside(3, x=0.002, z=-0.011),
        new=beside(2, z=-0.011),
    )
    assert list(changed(before, now)) == [2, 7, 8]
    swapped = _bed(new=beside(3, z=-0.011))
    assert list(changed(before, swapped)) == [3], "as many drops as before, but another one"


def test_gap_to_a_patch():
    """0 above it, else to its outline: a trapezoid that meets its neighbours in the corners."""
    half, run = GARDEN.half, GARDEN.grass_run
    assert gap_to_patch(GARDEN, "north", 0.0, half + 0.01) == 0.0
    assert gap_to_patch(GARDEN, "north", half + 0.02, half + 0.03) == 0.0
    assert gap_to_patch(GARDEN, "north", 0.0, half - 0.01) == pytest.approx(0.01)
    assert gap_to_patch(GARDEN, "north", 0.01, half + run + 0.02) == pytest.approx(0.02)
    assert gap_to_patch(GARDEN, "north", half + 0.03, half + 0.01) == pytest.approx(0.02 / math.sqrt(2))
    for edge, (x, y) in {"east": (1, 0), "south": (0, -1), "west": (-1, 0)}.items():
        assert gap_to_patch(GARDEN, edge, x * (half + 0.01), y * (half + 0.01)) == 0.0
        assert gap_to_patch(GARDEN, edge, -x * half, -y * half) == pytest.approx(2 * half)


def test_a_drop_falls_as_far_as_it_says():
    """Above land and above grass: the gap below it is the fall."""
    assert release(GARDEN, 0.0, 0.0, 0.05)[2] == pytest.approx(LAND + R + 0.05)
    x, y, z = release(GARDEN, 0.03, GARDEN.half + 0.02, 0.03)
    assert (x, y, z) == pytest.approx(GARDEN.above_grass("north", 0.03, _up(y, z), 0.03), abs=1e-9)
    assert gap_to_hollow(GARDEN, 6, *beside(6, 0.003, 0.004)[:2]) == pytest.approx(0.005)


def _up(y, z):
    """Return how far up the slope a drop comes to touch that falls plumb from there."""
    return (y - GARDEN.half + R * math.sin(GARDEN.slope)) / math.cos(GARDEN.slope)


def test_a_drop_that_rolls_below_its_tile_has_no_say_any_more():
    """Slow and deep it stays clear of the tile; faster, higher, or with the tile askew it might meet it."""
    low = beside(6, z=GARDEN.bowl_bottom + R - LAND)
    lying = flat(6)
    assert stays_below(GARDEN, 6, low, 0.05, lying)
    assert not stays_below(GARDEN, 6, low, 0.3, lying)
    room = lying.position[2] - GARDEN.tile_thickness / 2 - (low[2] + R) - 2 * SLACK
    for rise, stays in ((room - 1e-4, True), (room + 1e-4, False)):
        at = beside(6, x=0.008, z=low[2] - LAND + rise)
        assert stays_below(GARDEN, 6, at, 0.0, lying) is stays
    assert not stays_below(GARDEN, 6, low, 0.05, Pose(lying.position, quat_from_euler_deg(60.0, 0.0, 0.0)))


def test_a_drop_is_caught_when_it_cannot_climb_out():
    """By its energy; on the land it never is."""
    deep = beside(6, z=-0.011)
    assert is_caught(GARDEN, deep, 0.2)
    assert not is_caught(GARDEN, deep, 0.5)
    assert not is_caught(GARDEN, beside(6, x=0.022, z=R), 0.0)
