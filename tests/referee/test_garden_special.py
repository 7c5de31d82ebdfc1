"""Every special situation of the rulebook: how it comes about, what is ruled, how the garden lies afterwards."""

from dataclasses import replace

import pytest

from sandbox.geometry import Pose, quat_from_euler_deg
from sandbox.referee.beethupferl import Clear, Hand, SetUp, Zone, stage
from sandbox.referee.beethupferl.clearing import audit
from sandbox.referee.beethupferl.reading import read_hollow
from sandbox.referee.beethupferl.stage import bed_of
from sandbox.referee.words import Evidence, Impossible, Report
from sandbox.rules.beethupferl import (
    Edge,
    Hollow,
    Leave,
    Phase,
    Reading,
    Rest,
    Surface,
    Take,
    Tile,
    Watered,
)
from tests.referee.plot import BENCH, GAME, GARDEN, P1, STEADY, TABLE, Plot, beside, flat

AIMED = 0.002
"""Metres beside the middle of the hollow, so that the tile has a side to tip to."""


def _read(plot, hollow=6):
    return read_hollow(bed_of(BENCH, plot.scene), hollow)


def _pour(plot, dx=AIMED, dy=0.0, **more):
    x, y, _ = GARDEN.hollow(6)
    return plot.pour(x + dx, y + dy, **more)


@pytest.mark.parametrize(("lying", "rule"), [(0, "drop.one"), (1, "drop.two"), (2, "drop.three")])
def test_one_drop_shows_the_tile_a_second_sets_it_upright_a_third_is_a_harvest(lying, rule):
    """By physics alone, three times of four at least; else a special situation is ruled."""
    ruled = []
    for dx, dy in ((AIMED, 0.0), (-AIMED, 0.0), (0.0, AIMED), (0.0, -AIMED)):
        plot = Plot({6: lying} if lying else {})
        report, ruling = _pour(plot, dx, dy)
        assert report.finding.touched is Surface.BED
        ruled.append(ruling.rule.removeprefix("beethupferl."))
        if ruled[-1] == rule:
            assert _read(plot).drops == lying + 1
    assert ruled.count(rule) >= 3, ruled
    assert all(each == rule or each.startswith("special.") for each in ruled), ruled


def test_a_third_drop_is_harvested_and_the_hollow_cleared():
    """The tile lies before its player, a new one on the hollow, all drops in the bowl."""
    plot = Plot({6: 2})
    _with_drop(plot, 6, beside(6, z=-0.001))
    ruling = _found(plot, Reading(Hollow(6), 3, 20.0, 0.0, 0.0))
    assert ruling.rule == "beethupferl.drop.three"
    assert plot.state.phase is Phase.TAKE
    plot.tell(Take(P1, Hollow(6)))
    _, ruling = plot.perform(Clear(STEADY))
    assert ruling.rule == "beethupferl.drop.three-clears"
    assert _read(plot).drops == 0
    assert len(plot.scene.of(Zone.BOWL)) == 20
    assert [tile.name for tile in plot.scene.heap(Zone.TAKEN, 0)] == ["tile6"]


def test_a_drop_on_the_land_may_be_used_again_or_left():
    """Let go just above the land between four hollows."""
    plot = Plot()
    report, ruling = _pour(plot, 0.0155, -0.0155, fall=0.001)
    assert report.finding.rest is Rest.LAND
    assert ruling.rule == "beethupferl.special.outside"
    assert plot.state.phase is Phase.AGAIN
    assert len(plot.scene.of(Zone.CAN)) == 1, "it is in hand"
    plot.tell(Leave(P1))
    assert len(plot.scene.of(Zone.BOWL)) == 20


def test_a_pour_beside_the_hollow_is_refused():
    """More than half the pitch from its middle."""
    plot = Plot()
    before = plot.scene
    _, ruling = _pour(plot, 0.025)
    assert (ruling.legal, ruling.rule) == (False, "beethupferl.water.direct")
    assert plot.scene is before


def test_grass_before_bed_and_bed_before_grass():
    """A second drop that misses the grass is said to have; one that meets it first is not."""
    x, y, _ = GARDEN.on_grass("north", GARDEN.along("north", 1), 0.012)
    plot = Plot(watering=Edge.NORTH, watered=2)
    report, ruling = plot.pour(x, y, fall=0.02)
    assert report.finding.touched is Surface.GRASS
    assert report.finding.aim == 0.0
    assert ruling.rule == "beethupferl.drop.one"
    assert "grass.north" in report.evidence.notes[0]
    plot = Plot(watering=Edge.NORTH, watered=2)
    report, ruling = plot.pour(x, GARDEN.half - 0.012, fall=0.02)
    assert report.finding.touched is Surface.BED
    assert report.finding.aim == pytest.approx(0.012)
    assert ruling.rule == "beethupferl.special.missed-grass"


def test_what_does_not_come_to_rest_is_refused_and_poured_anew(monkeypatch):
    """The finding says how fast what moved; the pieces lie as before."""
    plot = Plot()
    before = plot.scene
    monkeypatch.setattr(stage, "PATIENCE", 0.3)
    report, ruling = _pour(plot)
    assert not report.evidence.settled
    assert report.finding.speed > 0.003
    assert (ruling.legal, ruling.rule) == (False, "beethupferl.harvest.when")
    assert "repeated" in report.evidence.notes[-1]
    assert plot.scene is before


# --- what the umpire read, from hand-made tables


def _found(plot, *readings, rest=Rest.HOLLOW, loose=0):
    finding = Watered(1, 0.001, Surface.BED, rest, readings, loose, 0.0)
    return plot.judge(Report(finding, Evidence(), plot.scene))


def _with_drop(plot, hollow, at, name=None):
    drop = plot.scene.of(Zone.CAN)[0] if name is None else next(d for d in plot.scene.drops if d.name == name)
    plot.scene = plot.scene.with_drops(
        lambda d: replace(d, zone=Zone.BED, hollow=hollow, pose=Pose(at)) if d.name == drop.name else d
    )


def test_a_tile_that_stays_flat_over_two_drops_costs_one_of_them():
    """It goes to the bowl, and hands leave the tile visible over the other."""
    plot = Plot({6: 1})
    plot.lay(6, flat(6))
    _with_drop(plot, 6, beside(6, z=-0.01))
    ruling = _found(plot, Reading(Hollow(6), 2, 8.0, 0.0, -0.002))
    assert ruling.rule == "beethupferl.special.stays-flat"
    assert (_read(plot).drops, len(plot.scene.of(Zone.BOWL))) == (1, 19)
    assert _read(plot).tilt > 135
    assert "hands put tile6 right" in plot.notes[0]


@pytest.mark.parametrize(("drops", "low", "high"), [(0, 0, 45), (1, 135, 180), (2, 45, 135)])
def test_a_tile_that_was_pushed_off_goes_back(drops, low, high):
    """Face down over no drop, visible over one, upright over two."""
    plot = Plot({6: drops} if drops else {})
    plot.lay(6, Pose(beside(6, 0.022, 0.022, 0.001)))
    _with_drop(plot, 11, beside(11, z=-0.011))
    plot.lay(11, Plot({11: 1}).scene.tile_on(11).pose)
    shown = Reading(Hollow(11), 1, 170.0, 0.0, -0.002)
    ruling = _found(plot, Reading(Hollow(6), drops, 0.0, 0.031, 0.001), shown)
    assert ruling.rule == "beethupferl.special.pushed-off"
    reading = _read(plot)
    assert (reading.drops, reading.offset < 0.0085) == (drops, True)
    assert low <= reading.tilt <= high


def test_an_older_drop_that_was_knocked_out_goes_to_the_bowl():
    """And its tile is turned face down."""
    plot = Plot({6: 1, 7: 1})
    (old,) = plot.scene.drops_in(7)
    _with_drop(plot, 0, beside(7, 0.022, z=0.005), old.name)
    _with_drop(plot, 11, beside(11, z=-0.011))
    plot.lay(11, Plot({11: 1}).scene.tile_on(11).pose)
    readings = Reading(Hollow(7), 0, 170.0, 0.0, -0.002), Reading(Hollow(11), 1, 170.0, 0.0, -0.002)
    ruling = _found(plot, *readings, loose=1)
    assert ruling.legal, ruling.reason
    assert old.name in {drop.name for drop in plot.scene.of(Zone.BOWL)}
    assert _read(plot, 7).tilt < 45


def test_a_third_drop_poured_directly_goes_back_under_the_advanced_rule():
    """Two stay, and the tile stands upright."""
    plot = Plot({6: 2}, advanced=True)
    plot.picture(6, Tile.CARROT)
    _with_drop(plot, 6, beside(6, z=-0.001))
    ruling = _found(plot, Reading(Hollow(6), 3, 20.0, 0.0, 0.0))
    assert ruling.rule == "beethupferl.harvest.advanced"
    assert (_read(plot).drops, len(plot.scene.of(Zone.BOWL))) == (2, 18)


def test_a_tile_that_leant_on_a_drop_falls_back_when_the_drop_is_taken():
    """A drop on a tile that is jammed askew, its centre below the land, is not in and may be used again."""
    plot = Plot()
    tile = Pose(flat(6).position, quat_from_euler_deg(22.0, 0.0, 0.0))
    plot.lay(6, tile)
    _with_drop(plot, 0, tile.apply((0.0, -0.004, GARDEN.tile_thickness / 2 + GARDEN.drop_radius)))
    assert plot.scene.of(Zone.BED)[0].pose.position[2] < GARDEN.land_height + 0.005
    ruling = _found(plot, Reading(Hollow(6), 0, 22.0, 0.0, -0.002), rest=Rest.TILE)
    assert ruling.rule == "beethupferl.special.outside"
    assert plot.state.phase is Phase.AGAIN
    assert _read(plot).tilt < 1


# --- hands in the bed


def _harvest(hollows=(1, 6, 11)):
    plot = Plot(dict.fromkeys(hollows, 1))
    for hollow in hollows:
        plot.picture(hollow, Tile.CARROT)
    plot.state = replace(plot.state, phase=Phase.TAKE, can=0, bowl=plot.state.bowl + 1)
    plot.scene = plot.scene.with_drops(
        lambda d: replace(d, zone=Zone.BOWL, pose=BENCH.in_bowl(19)) if d.zone is Zone.CAN else d
    )
    plot.tell(Take(P1, Hollow(6)))
    return plot


def test_a_harvest_clears_the_hollows():
    """Drops back in the bowl, tiles face down, a new one from the supply."""
    plot = _harvest()
    assert len(plot.scene.of(Zone.HAND)) == 3
    new = plot.scene.tile_on(6).name
    report, ruling = plot.perform(Clear(STEADY))
    assert ruling.rule == "beethupferl.harvest.clears"
    assert report.evidence.settled
    assert [_read(plot, hollow).tilt < 5 for hollow in (1, 6, 11)] == [True] * 3
    assert plot.scene.tile_on(6).name == new == "tile17"
    assert len(plot.scene.of(Zone.BOWL)) == 20


def test_a_removed_drop_that_rolls_into_another_hollow_is_taken_out():
    """It slips from the fingers; where it goes is physics. Its tile and whatever else it moved lie as before."""
    for seed in (9, 0, 3, 10):
        plot = _harvest()
        before = plot.scene
        report, ruling = plot.perform(Clear(replace(STEADY, seed=seed, slips=0.5)))
        if report.finding.strays:
            break
    assert ruling.rule == "beethupferl.special.removed-rolls", ruling.reason
    assert len(plot.scene.of(Zone.BOWL)) == 20
    for hollow in set(range(1, 17)) - {1, 6, 11}:
        assert plot.scene.tile_on(hollow) == before.tile_on(hollow)
    assert "slips from the fingers" in report.evidence.notes[0]


def test_tiles_laid_by_a_careless_hand_are_refused():
    """Let go beside its hollow, a tile slides in the wrong way round, or leaves it bare."""
    plot = _harvest()
    before = plot.scene
    report, ruling = plot.perform(Clear(Hand(3, placing=0.02, slips=0.0)))
    assert report.finding.bare + report.finding.face_up > 0
    assert not ruling.legal
    assert plot.scene is before


def test_the_garden_is_read_before_play():
    """Sixteen tiles lie on sixteen hollows, four patches slope down to the bed, 20 drops are in the bowl."""
    state = replace(GAME.initial(3), phase=Phase.GARDEN)
    report = TABLE.perform(TABLE.empty(state), state, SetUp(Hand(5)))
    finding = report.finding
    assert (finding.covered, finding.face_up, finding.patches, finding.bowl, finding.cans) == (16, 0, 4, 20, 3)
    world = BENCH.bare_world()
    world.put("grass.north", Pose((0.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0)))
    world.remove("grass.west")
    assert BENCH.patches(world) == 2


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"fall": 0.5}, "a fall of 500 mm is not within 0 to 300 mm"),
        ({"fall": 0.0}, "a fall of 0 mm"),
        ({"x": 0.4, "y": 0.0}, "beside the garden"),
    ],
)
def test_a_pour_that_cannot_be_is_refused(changes, says):
    """In one line, and nothing moves."""
    plot = Plot()
    before = plot.scene
    with pytest.raises(Impossible, match=says):
        plot.pour(**({"x": 0.0, "y": 0.0} | changes))
    assert plot.scene is before


def test_what_nobody_waits_for_is_refused():
    """Clearing while a drop is in the can; anything while a player is to choose."""
    plot = Plot()
    with pytest.raises(Impossible, match="waits for pour, not for clear"):
        plot.perform(Clear(STEADY))
    plot.state = replace(plot.state, phase=Phase.WATER)
    with pytest.raises(Impossible, match="waits for a player"):
        plot.perform(Clear(STEADY))


def test_the_audit_finds_what_is_missing():
    """A drop, a tile, a drop in another hollow."""
    plot = Plot({6: 1})
    audit(plot.scene, plot.state)
    for wrong in (
        replace(plot.scene, drops=plot.scene.drops[1:]),
        plot.scene.with_drops(lambda d: replace(d, hollow=7) if d.hollow else d),
        plot.scene.with_tiles(lambda t: replace(t, picture=Tile.SNAIL)),
        plot.scene.with_tiles(lambda t: replace(t, zone=Zone.REMOVED) if t.zone is Zone.SUPPLY else t),
    ):
        with pytest.raises(AssertionError):
            audit(wrong, plot.state)


def test_a_can_pours_its_one_drop():
    """Tilted slowly it lets the drop roll down its spout, near enough to be above the hollow."""
    plot = Plot()
    x, y, _ = GARDEN.hollow(6)
    report, ruling = plot.pour(x, y, fall=0.02, tilted=True)
    assert report.finding.poured == 1
    assert report.finding.aim < 0.022
    assert ruling.legal, ruling.reason
