"""From measured pairs to what the engine multiplies."""

from __future__ import annotations

import pytest

from sandbox.errors import UnknownName
from sandbox.geometry import Pose
from sandbox.physics.surfaces import solve
from tests import kit

KINDS = [("beech", False), ("card", False), ("glass", False), ("table", True)]


def _products(solved, kinds, what):
    return {
        (a[0], b[0]): getattr(solved.surfaces[a], what) * getattr(solved.surfaces[b], what)
        for a in kinds
        for b in kinds
        if not (a[1] and b[1])
    }


@pytest.mark.parametrize("what", ["friction", "restitution"])
def test_a_consistent_table_is_met_exactly(what):
    """Where pairs are geometric means the products of the bodies' values are the pairs' values."""
    materials = kit.materials()
    solved = solve(materials, KINDS)
    for (a, b), product in _products(solved, KINDS, what).items():
        assert product == pytest.approx(getattr(materials.pair(a, b), what), rel=1e-9)
    assert solved.departures == ()


def test_pairs_with_what_is_fixed_are_met_whatever_they_are():
    """Two fixed bodies never meet, so one moving material can have any friction with any of them."""
    kinds = [("card", False), ("table", True), ("felt", True)]
    wanted = {("card", "table"): 0.9, ("card", "felt"): 0.1, ("card", "card"): 0.4}
    solved = solve(kit.materials(friction=wanted), kinds)
    assert solved.departures == ()
    for (a, b), value in wanted.items():
        kind = next(kind for kind in kinds if kind[0] == b)
        product = solved.surfaces[a, False].friction * solved.surfaces[kind].friction
        assert product == pytest.approx(value, rel=1e-9)


def test_an_impossible_table_is_met_as_well_as_can_be_and_says_so():
    """Three pairs, two numbers: the departure is the least in logarithms, and each pair off is reported."""
    wanted = {("beech", "beech"): 0.2, ("card", "card"): 0.2, ("beech", "card"): 0.4}
    solved = solve(kit.materials(friction=wanted), [("beech", False), ("card", False)])
    beech, card = (solved.surfaces[name, False].friction for name in ("beech", "card"))
    assert beech == pytest.approx(card)
    assert 0.2 < beech * card < 0.4
    assert len([text for text in solved.departures if text.startswith("friction")]) == 3
    assert "friction beech_card acts as 0.252 instead of 0.4" in " ".join(solved.departures)


def test_the_world_warns_of_such_a_table():
    """A reader of the result learns that two pairs are not what the catalogue says."""
    materials = kit.materials(friction={("beech", "card"): 3.0})
    card, block = kit.shipped("common/card"), kit.shipped("common/block")
    with kit.world(card, block, materials=materials) as world:
        assert any("friction card_card acts as 2.27 instead of 0.2" in text for text in world.warnings)


def test_no_friction_is_no_friction():
    """Ice on anything is ice."""
    solved = solve(kit.materials(friction={("card", "card"): 0.0}), [("card", False), ("table", True)])
    assert solved.surfaces["card", False].friction == 0.0
    assert solved.departures == ()


def test_rolling_friction_is_carried_by_what_rolls():
    """The engine adds lever x friction of the other body: on the table that gives the pair's lever."""
    materials = kit.materials()
    solved = solve(materials, [("glass", False), ("table", True)])
    lever = solved.surfaces["glass", False].rolling * solved.surfaces["table", True].friction
    assert lever == pytest.approx(materials.pair("glass", "table").rolling, rel=1e-9)


def test_what_somebody_gave_goes_before_what_nobody_did():
    """A friction that a scenario gives for a pair stays true when a third material comes in by its means."""
    materials = kit.materials(friction={("card", "table"): 0.5})
    solved = solve(materials, [("card", False), ("glass", False), ("table", True)])
    card, table = solved.surfaces["card", False].friction, solved.surfaces["table", True].friction
    assert card * table == pytest.approx(0.5, rel=0.002)
    assert all("glass" in text for text in solved.departures)


def test_a_material_that_comes_in_later_changes_nothing_that_was_right():
    """Bodies that are there already get the new balance: the card still slips at its pair's angle."""
    ground, card, marble = kit.slab(), kit.shipped("common/card"), kit.shipped("common/marble")
    materials = kit.materials(friction={("card", "table"): 0.3})
    for degrees, slips in ((16.0, False), (17.4, True)):  # the slip angle is 16.7°
        with kit.world(materials=materials) as world:
            slope = kit.slope(degrees)
            start = slope @ Pose((0, 0, 0.0005))
            world.add(ground, "slope", slope)
            world.add(card, "card", start)
            world.add(marble, "marble", Pose((0, 0.2, 0.3)))
            world.run(0.7)
            assert (kit.moved(world, "card", start) > 1e-3) is slips


def test_an_unknown_material_is_named():
    """The error says which are known."""
    with pytest.raises(UnknownName, match="glas"):
        solve(kit.materials(), [("glas", False)])


def test_what_is_asked_for_is_met_although_other_pairs_suffer():
    """A scenario's own number comes before the catalogue's; pairs that then depart are named."""
    kinds = [("beech", False), ("pine", False), ("table", True)]
    solved = solve(kit.materials(friction={("beech", "pine"): 0.1}), kinds)
    product = solved.surfaces["beech", False].friction * solved.surfaces["pine", False].friction
    assert product == pytest.approx(0.1, rel=1e-3)
    assert solved.refused == ()
    assert any("beech_beech" in text for text in solved.departures)


def test_numbers_that_contradict_each_other_are_refused_by_name():
    """Three numbers for two factors: whoever asked learns what each would be."""
    wanted = {("beech", "beech"): 0.2, ("card", "card"): 0.2, ("beech", "card"): 0.4}
    solved = solve(kit.materials(friction=wanted), [("beech", False), ("card", False)])
    assert {each[:3] for each in solved.refused} == {
        ("beech", "beech", "friction"),
        ("card", "card", "friction"),
        ("beech", "card", "friction"),
    }
