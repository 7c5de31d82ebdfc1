"""Rules of what comes after a shot: one table on which each bites, and one on which it must not."""

import math
from dataclasses import replace

import pytest

from sandbox.rules.hurlyburly import Cards, Phase, Raise, Steal, Stop
from tests.referee.desk import BUILD, MEND, P1, P2, ROLE, Desk


def _without_blocks(desk):
    """Let the next shot be the last of P1's attack."""
    desk.state = replace(desk.state, players=(replace(desk.state.players[0], blocks=0), *desk.state.players[1:]))
    return desk


@pytest.mark.rule("hurlyburly.steal.two-players", bites=True)
@pytest.mark.rule("hurlyburly.steal.build-now", bites=True)
@pytest.mark.rule("hurlyburly.clear.rebuild-base", bites=True)
@pytest.mark.rule("hurlyburly.steal.limit", bites=False)
def test_an_attacker_steals_what_fell_and_builds_it_at_once():
    """A tower of three is shot down: the base is rebuilt, two levels are stolen and stand on the attacker's."""
    desk = Desk((2,), (2, 2, 2))
    names = [p.name for p in desk.scene.of(P2, ROLE.WALL, ROLE.PLATFORM, ROLE.FLAG)]
    desk.take_away(*names)
    _without_blocks(desk)
    assert desk.look()[1].rule == "hurlyburly.demolish.level"
    assert desk.perform(MEND)[1].rule == "hurlyburly.clear.rebuild-base"
    assert desk.state.players[1].levels == (2,)
    desk.tell(Steal(P1, P2, 2, 2))
    if desk.state.phase is Phase.RAISE:
        desk.tell(Raise(P1, (1, 1)))
    report, ruling = desk.perform(BUILD)
    assert (ruling.legal, ruling.rule) == (True, "hurlyburly.steal.build-now")
    assert report.finding.towers[0].walls == (2, 1, 1)
    assert not desk.scene.of(None, ROLE.FALLEN_WALL, ROLE.FALLEN_PLATFORM, ROLE.BLOCK), "the table is cleared"


@pytest.mark.rule("hurlyburly.steal.two-players", bites=False)
def test_no_more_is_stolen_than_was_demolished():
    """One level fell: its platform may be taken, a second may not, though two players allow two."""
    desk = Desk((2,), (2, 2, 2))
    desk.take_away("p2.level3.wall1", "p2.level3.wall2", "p2.flag1")
    _without_blocks(desk).look()
    desk.perform(MEND)
    assert not desk.tell(Steal(P1, P2, 2, 2)).legal
    assert desk.tell(Steal(P1, P2, 2, 1)).rule == "hurlyburly.steal.two-players"


@pytest.mark.rule("hurlyburly.steal.build-now", bites=False)
def test_who_steals_nothing_builds_nothing():
    """P1 stops; the fallen cards go to the supply, and P2 is next."""
    desk = Desk((2,), (2, 2, 2))
    desk.take_away("p2.level3.wall1", "p2.level3.wall2", "p2.flag1")
    supply = desk.state.supply
    _without_blocks(desk).look()
    desk.perform(MEND)
    desk.tell(Stop(P1))
    assert (desk.state.phase, desk.state.turn) == (Phase.TURN, P2)
    assert desk.state.players[0].levels == (2,)
    assert desk.state.supply == supply + Cards(walls=2, platforms=1)
    assert not desk.scene.of(None, ROLE.FALLEN_WALL, ROLE.FALLEN_PLATFORM)


@pytest.mark.rule("hurlyburly.steal.limit", bites=True)
def test_with_three_players_one_level_is_stolen_from_each():
    """Two walls of one rival are too many, one is not; from a tower that lost nothing nothing is taken."""
    desk = Desk((2,), (2, 2, 2), (2, 2))
    desk.take_away(*[p.name for n in (2, 3) for p in desk.scene.level(P2, n)], "p2.flag1")
    _without_blocks(desk).look()
    desk.perform(MEND)
    assert desk.tell(Steal(P1, P2, 2, 2)).legal is False
    assert desk.tell(Steal(P1, 2, 1, 1)).legal is False
    assert desk.tell(Steal(P1, P2, 1, 1)).rule == "hurlyburly.steal.limit"


@pytest.mark.rule("hurlyburly.clear.rebuild-base", bites=False)
def test_a_tower_with_a_level_left_needs_no_base():
    """Only the flag is put back; no card of the level that stands is touched."""
    desk = Desk((2,), (2, 2))
    desk.take_away("p2.level2.wall1", "p2.level2.wall2", "p2.flag1")
    desk.look()
    desk.tell(Stop(P1))
    report, ruling = desk.perform(MEND)
    assert ruling.legal
    assert report.finding.tower_shift < 1e-3
    assert desk.state.players[1].levels == (2,)


@pytest.mark.rule("hurlyburly.clear.fallen", bites=True)
@pytest.mark.rule("hurlyburly.clear.fallen", bites=False)
@pytest.mark.rule("hurlyburly.repair.defence", bites=False)
@pytest.mark.parametrize("falls", [True, False])
def test_a_sandbag_that_fell_is_cleared_and_one_that_slid_stays(falls):
    """One lies on its side, the other stands 40 mm from where it was put, turned by 60 degrees."""
    desk = Desk((2,), (2,))
    x, y = desk.scene.flags[1]
    desk.add("sandbag", ROLE.SANDBAG, P2, "p2.sandbag1", x - 0.12, y)
    players = (replace(desk.state.players[0], blocks=0), replace(desk.state.players[1], sandbags=1))
    supply = desk.state.supply - Cards(sandbags=1)
    desk.state = replace(desk.state, players=players, supply=supply)
    if falls:
        desk.lay_flat("p2.sandbag1", x - 0.16, y + 0.02)
    else:
        desk.move("p2.sandbag1", by=(0.03, 0.02, 0.0), turn_deg=(0.0, 0.0, 60.0))
    where = desk.scene.piece("p2.sandbag1").pose.position[:2]
    report, _ = desk.look()
    assert report.finding.towers[1].sandbags_fallen == int(falls)
    assert ("p2.sandbag1" in [p.name for p in desk.scene]) is not falls
    assert desk.state.supply.sandbags == supply.sandbags + int(falls)
    if not falls:
        assert math.dist(desk.scene.piece("p2.sandbag1").pose.position[:2], where) < 1e-3
        assert report.evidence.figures["p2.sandbag1 slid"] == pytest.approx(math.hypot(0.03, 0.02), abs=1e-3)
