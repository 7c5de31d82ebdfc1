"""Rules of shooting and of what falls: one table on which each bites, and one on which it must not."""

import math
from dataclasses import replace

import pytest

from sandbox.referee.hurlyburly import Place
from sandbox.rules.hurlyburly import Cards, Fire, Phase
from tests.referee.desk import DRIBBLE, GAME, MEND, P1, P2, ROLE, Desk, place_at


@pytest.mark.rule("hurlyburly.attack.fire", bites=True)
def test_blocks_are_launched_one_after_another():
    """Two blocks lie on the table after two shots."""
    desk = Desk((2,), (2, 2))
    assert desk.look()[1].rule == "hurlyburly.attack.fire"
    desk.tell(Fire(P1, P2))
    desk.perform(place_at(desk.scene, 0, 1))
    desk.perform(replace(DRIBBLE, pull_deg=28.0))
    assert len(desk.scene.of(0, ROLE.BLOCK)) == 2


@pytest.mark.rule("hurlyburly.attack.fire", bites=False)
def test_the_last_block_ends_the_attack():
    """Nothing is left to fire; the turn passes on, and the block goes back to the supply."""
    desk = Desk((2,), (2, 2))
    desk.state = replace(desk.state, players=(replace(desk.state.players[0], blocks=0), desk.state.players[1]))
    desk.look()
    assert (desk.state.phase, desk.state.turn) == (Phase.TURN, P2)
    assert not GAME.check(desk.state, Fire(P1, P2)).legal
    assert not desk.scene.of(None, ROLE.BLOCK)


@pytest.mark.rule("hurlyburly.attack.position", bites=True)
@pytest.mark.rule("hurlyburly.attack.position", bites=False)
@pytest.mark.parametrize(
    ("back", "side", "legal"), [(0.012, 0.13, True), (-0.05, 0.13, False), (0.15, 0.2, False)]
)
def test_the_catapult_stands_by_the_flag_and_not_before_it(back, side, legal):
    """12 mm behind it is right; 5 cm nearer to the target, or 25 cm away, is not."""
    desk = Desk((2,), (2,), phase=Phase.AIM)
    (x, y), (tx, _) = desk.scene.flags
    place = Place(x - math.copysign(1.0, tx - x) * back, y + side, 0.0)
    ruling = desk.perform(place)[1]
    assert (ruling.legal, ruling.rule) == (legal, "hurlyburly.attack.position")


@pytest.mark.rule("hurlyburly.attack.launch", bites=True)
@pytest.mark.rule("hurlyburly.attack.launch", bites=False)
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, None),
        ({"pull_speed": 0.55}, "pulled at"),
        ({"blocks": 2}, "2 blocks"),
        ({"holds": False, "pull_deg": 50.0}, "slipped"),
    ],
)
def test_a_launch_is_one_block_pulled_gently_with_the_base_held(changes, says):
    """Each of the wrong ways is refused; the block is taken back."""
    desk = Desk((2,), (2,))
    if not changes.get("holds", True):  # one card does not move the base by 5 mm; four do
        desk.state = replace(
            desk.state, players=(replace(desk.state.players[0], upgrades=3), desk.state.players[1])
        )
    before = desk.scene
    _, ruling = desk.perform(replace(DRIBBLE, **changes))
    if says is None:
        assert ruling.legal
    else:
        assert (ruling.legal, ruling.rule) == (False, "hurlyburly.attack.launch")
        assert says in ruling.reason
        assert desk.scene == before


@pytest.mark.rule("hurlyburly.attack.flag-only", bites=True)
def test_a_flag_that_falls_alone_gives_the_block_back():
    """The rival puts it up at once."""
    desk = Desk((2,), (2, 2))
    desk.lay_flat("p2.flag1", 0.3, 0.2)
    assert desk.look()[1].rule == "hurlyburly.attack.flag-only"
    assert not desk.scene.of(0, ROLE.BLOCK), "the block went back"
    assert desk.perform(MEND)[1].rule == "hurlyburly.attack.flag-only"
    assert desk.state.players[1].flag


@pytest.mark.rule("hurlyburly.attack.flag-only", bites=False)
@pytest.mark.rule("hurlyburly.demolish.level", bites=True)
def test_a_flag_that_falls_with_its_level_gives_no_block_back():
    """A level without its walls is demolished, whatever else fell."""
    desk = Desk((2,), (2, 2))
    desk.lay_flat("p2.flag1", 0.3, 0.2)
    desk.take_away("p2.level2.wall1", "p2.level2.wall2")
    assert desk.look()[1].rule == "hurlyburly.demolish.level"
    assert desk.state.players[1].levels == (2,)
    assert len(desk.scene.of(0, ROLE.BLOCK)) == 1


@pytest.mark.rule("hurlyburly.demolish.level", bites=True)
def test_what_stood_on_a_level_that_fell_is_demolished_with_it():
    """The second of four levels loses its walls: three are gone, and all their cards count as fallen."""
    desk = Desk((2,), (2, 2, 1, 1))
    desk.take_away("p2.level2.wall1", "p2.level2.wall2")
    _, ruling = desk.look()
    assert ruling.rule == "hurlyburly.demolish.level"
    assert desk.state.players[1].levels == (2,)
    assert desk.state.players[1].fallen == Cards(walls=4, platforms=3)


@pytest.mark.rule("hurlyburly.demolish.level", bites=False)
def test_a_level_that_only_shifted_is_not_demolished():
    """15 mm to the side it still lies on its walls."""
    desk = Desk((2,), (2, 2))
    for name in ("p2.level2.platform1", "p2.flag1"):
        desk.move(name, by=(0.0, 0.012, 0.0))
    report, ruling = desk.look()
    assert ruling.rule == "hurlyburly.attack.fire"
    assert report.finding.towers[1].walls == (2, 2)


@pytest.mark.rule("hurlyburly.demolish.level", bites=False)
def test_a_wall_that_fell_under_a_level_that_stands_is_merely_fallen():
    """A level of two walls keeps standing on one that is under its middle; the other counts as fallen."""
    desk = Desk((2,), (1, 1))
    wall = desk.scene.piece("p2.level1.wall1")
    desk.add("wall", ROLE.WALL, P2, "p2.level1.wall2", wall.pose.position[0] + 0.12, 0.3)
    desk.scene = desk.scene.changed(lambda p: replace(p, level=1) if p.name == "p2.level1.wall2" else p)
    desk.lay_flat("p2.level1.wall2", 0.45, 0.25)
    players = (desk.state.players[0], replace(desk.state.players[1], levels=(2, 1)))
    desk.state = replace(desk.state, players=players)
    report, ruling = desk.look()
    assert ruling.rule == "hurlyburly.attack.fire"
    assert report.finding.towers[1].walls == (1, 1)
    assert desk.state.players[1].fallen == Cards(walls=1)


@pytest.mark.rule("hurlyburly.repair.own-fault", bites=False)
def test_a_level_that_a_shot_took_from_a_rival_is_nobodys_own_fault():
    """It was demolished and counts as lost, so that it can be stolen."""
    desk = Desk((2, 2), (2, 2))
    desk.take_away("p2.level2.wall1", "p2.level2.wall2")
    assert desk.look()[1].rule == "hurlyburly.demolish.level"
    assert [player.lost for player in desk.state.players] == [0, 1]


@pytest.mark.rule("hurlyburly.repair.own-fault", bites=True)
def test_a_shot_that_falls_onto_the_own_tower_counts_as_own_fault():
    """Nobody steals from oneself."""
    desk = Desk((2, 2), (2,))
    desk.take_away("p1.level2.wall1", "p1.level2.wall2")
    _, ruling = desk.look()
    assert ruling.rule == "hurlyburly.repair.own-fault"
    assert desk.state.players[0].lost == 0
