"""The screen of sandbags that bots put before their towers."""

from dataclasses import replace

import numpy as np
import pytest

from sandbox.players.tables.hurlyburly import aimed_pull
from sandbox.players.tables.screen import SANDBAG, STOREY, defence
from sandbox.referee.hurlyburly import Defend, Hand
from sandbox.rules.hurlyburly import Cards, Phase
from tests.referee.desk import P1, P2, ROLE, TABLE, Desk

HELD = Cards(sandbags=2, supports=1)


def _defend(desk, seat, number, cards=HELD):
    """Let a seat place a storey of its screen."""
    supply = desk.state.supply - cards
    desk.state = replace(desk.state, phase=Phase.PLACE, turn=seat, placing=cards, supply=supply)
    spots = defence(desk.scene, seat, cards, np.random.default_rng(number))
    return desk.perform(Defend(Hand(number), spots))[1]


@pytest.fixture(scope="module")
def screened():
    """Return a table on which P2 has two storeys before three levels, and what was ruled; do not change it."""
    desk = Desk((2,), (2, 1, 1), phase=Phase.TURN)
    return desk, [_defend(desk, P2, number) for number in range(2)]


def test_storeys_stand_on_each_other(screened):
    """Two sandbags and a support, and as many on them; nothing touches the tower, nothing falls."""
    desk, rulings = screened
    assert [ruling.rule for ruling in rulings] == ["hurlyburly.build.defence"] * 2
    assert (desk.state.players[1].sandbags, desk.state.players[1].supports) == (4, 2)
    heights = sorted(p.pose.position[2] for p in desk.scene.of(P2, ROLE.SANDBAG))
    assert heights == pytest.approx([0.0, 0.0, STOREY, STOREY], abs=2e-3)
    supports = sorted(p.pose.position[2] for p in desk.scene.of(P2, ROLE.SUPPORT))
    assert supports == pytest.approx([SANDBAG, SANDBAG + STOREY], abs=2e-3)


def test_the_screen_stands_between_the_towers(screened):
    """Before the middle of P2's tower, on the side of P1, and less than 15 cm from it."""
    desk, _ = screened
    (x1, _), (x2, y2) = desk.scene.flags
    for piece in desk.scene.of(P2, ROLE.SANDBAG, ROLE.SUPPORT):
        x, y, _ = piece.pose.position
        assert min(x1, x2) < x < max(x1, x2)
        assert 0.05 < abs(x - x2) < 0.15
        assert abs(y - y2) < 0.05


def test_who_aims_aims_above_the_screen(screened):
    """At what is seen of the tower: a harder pull than without the screen."""
    desk, _ = screened
    plain = Desk((2,), (2, 1, 1))
    state = replace(plain.state, players=desk.state.players)
    scene = plain.scene.adding(p for p in desk.scene if p.role in (ROLE.SANDBAG, ROLE.SUPPORT))
    stronger = replace(state, players=(replace(state.players[0], upgrades=1), state.players[1]))
    assert aimed_pull(TABLE, scene, stronger) > aimed_pull(TABLE, plain.scene, stronger)


def test_what_has_no_place_in_the_screen_stands_elsewhere():
    """A fallen card lies where the screen would stand: three sandbags stand apart from each other around it."""
    desk = Desk((2,), (2,), phase=Phase.TURN)
    x, y = desk.scene.flags[0]
    desk.add("platform", ROLE.FALLEN_PLATFORM, P2, "p2.fallen1", x + 0.105, y)
    spots = defence(desk.scene, P1, Cards(sandbags=3), np.random.default_rng(0))
    assert [spot.bottom for spot in spots] == [0.0, 0.0, 0.0]
    places = np.array([(spot.x, spot.y) for spot in spots])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)[np.triu_indices(3, 1)]
    assert apart.min() > 0.05


def test_a_sandbag_that_was_pushed_is_not_built_on():
    """It stands 25 mm from its place: the next cards stand elsewhere, none inside another."""
    desk = Desk((2,), (2, 1), phase=Phase.TURN)
    _defend(desk, P2, 0, Cards(sandbags=2))
    pushed = desk.scene.of(P2, ROLE.SANDBAG)[0].name
    desk.move(pushed, by=(0.0, 0.025, 0.0))
    assert _defend(desk, P2, 1, Cards(sandbags=3)).rule == "hurlyburly.build.defence"
    assert desk.state.players[1].sandbags == 5
