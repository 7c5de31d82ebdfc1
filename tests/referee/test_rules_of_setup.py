"""Rules of the first table and of winning: one table on which each bites, and one on which it must not."""

from dataclasses import replace

import pytest

from sandbox.geometry import Pose, quat_from_euler_deg
from sandbox.referee.hurlyburly import Bench, Hand, HurlyburlyTable, Look, SetUp, building
from sandbox.referee.hurlyburly.bench import WALL
from sandbox.rules.hurlyburly import Phase
from tests.referee.desk import GAME, P1, STEADY, TABLE, Desk


def _setup(attempt, table=TABLE):
    state = replace(GAME.initial(2), phase=Phase.SETUP)
    return table.perform(table.empty(state), state, attempt), state


@pytest.mark.rule("hurlyburly.setup.tower", bites=False)
@pytest.mark.rule("hurlyburly.setup.distance", bites=False)
@pytest.mark.rule("hurlyburly.setup.catapult", bites=False)
@pytest.mark.rule("hurlyburly.setup.fold", bites=False)
def test_a_table_that_is_set_up_by_a_steady_hand_is_right():
    """Two walls, the platform, the flag; 51 cm apart; cards upright; cards folded at a right angle."""
    report, state = _setup(SetUp(Hand(3)))
    ruling = GAME.check(state, report.finding)
    assert ruling.legal, ruling.reason
    first = report.finding.players[0]
    assert 0.50 < first.apart < 0.52
    assert (first.card_tilt_deg, first.card_gap, first.basket_gap) == pytest.approx((0, 0, 0), abs=1e-3)
    assert report.finding.fold_min_deg == pytest.approx(90.0)


@pytest.mark.rule("hurlyburly.setup.distance", bites=True)
def test_towers_that_stand_too_near_are_refused():
    """At 560 mm from middle to middle the towers are 47 cm apart."""
    report, state = _setup(SetUp(Hand(3), apart=0.56))
    ruling = GAME.check(state, report.finding)
    assert (ruling.legal, ruling.rule) == (False, "hurlyburly.setup.distance")


@pytest.mark.rule("hurlyburly.setup.tower", bites=True)
def test_a_first_tower_that_a_shaking_hand_built_is_refused():
    """At 20 mm and 25 degrees one of the first towers does not stand as it should."""
    rulings = [GAME.check(state, report.finding) for report, state in map(_setup, _shaky())]
    refused = [ruling for ruling in rulings if not ruling.legal]
    assert refused
    assert {ruling.rule for ruling in refused} <= {"hurlyburly.setup.tower", "hurlyburly.setup.distance"}


def _shaky():
    return [SetUp(Hand(seed, 0.02, 25.0)) for seed in range(2)]


@pytest.mark.rule("hurlyburly.setup.catapult", bites=True)
def test_a_catapult_that_looks_aside_is_refused(monkeypatch):
    """The cup has to face forward, within 45 degrees; hands put it down turned by 60."""
    straight = building.catapult_pose
    monkeypatch.setattr(building, "catapult_pose", lambda x, y, yaw_deg: straight(x, y, yaw_deg + 60.0))
    report, state = _setup(SetUp(STEADY))
    ruling = GAME.check(state, report.finding)
    assert (ruling.legal, ruling.rule) == (False, "hurlyburly.setup.catapult")
    assert report.finding.players[0].cup_deg == pytest.approx(60.0, abs=0.1)


class OpenWalls(Bench):
    """Walls that are folded by a few degrees only, so that their leaves are all but in one plane."""

    def component(self, kind):
        """Return a component; of a wall with its second leaf turned about the fold."""
        component = super().component(kind)
        if kind != WALL:
            return component
        first, second = component.parts[:2]
        corner = (second.pose.position[0], first.pose.position[1], 0.0)
        turned = Pose(corner, quat_from_euler_deg(0.0, 0.0, 60.0)) @ Pose(tuple(-c for c in corner))
        return replace(component, parts=(first, replace(second, pose=turned @ second.pose)))


@pytest.mark.rule("hurlyburly.setup.fold", bites=True)
def test_walls_that_are_hardly_folded_are_refused():
    """The fold is read from the leaves of the model: 150 degrees lie between these."""
    report, state = _setup(SetUp(STEADY), HurlyburlyTable(OpenWalls()))
    ruling = GAME.check(state, report.finding)
    assert (ruling.legal, ruling.rule) == (False, "hurlyburly.setup.fold")
    assert report.finding.fold_max_deg == pytest.approx(150.0)


@pytest.mark.rule("hurlyburly.win", bites=True)
def test_a_tower_that_still_stands_wins():
    """It is looked at once more when the turn begins."""
    desk = Desk((2, 2, 2, 2, 2), (2,), phase=Phase.WIN, opening=True)
    assert desk.perform(Look())[1].rule == "hurlyburly.win"
    assert GAME.outcome(desk.state).winners == (P1,)


@pytest.mark.rule("hurlyburly.win", bites=False)
def test_a_tower_that_fell_late_does_not_win():
    """The top level has lost its walls by then."""
    desk = Desk((2, 2, 2, 2, 2), (2,), phase=Phase.WIN, opening=True)
    desk.take_away("p1.level5.wall1", "p1.level5.wall2")
    desk.perform(Look())
    assert GAME.outcome(desk.state) is None
