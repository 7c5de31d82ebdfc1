"""Rules of building and defending: one table on which each bites, and one on which it must not."""

from dataclasses import replace

import pytest

from sandbox.referee.hurlyburly import Defend, Spot
from sandbox.referee.hurlyburly.umpire import _shifts
from sandbox.rules.hurlyburly import Cards, Collect, Fast, Phase, Strong
from tests.referee.desk import BUILD, GAME, MEND, P1, P2, ROLE, STEADY, TABLE, Desk


@pytest.mark.rule("hurlyburly.build.strong", bites=True)
@pytest.mark.rule("hurlyburly.build.fast", bites=True)
@pytest.mark.rule("hurlyburly.build.on-top", bites=False)
@pytest.mark.rule("hurlyburly.repair.tower", bites=False)
def test_levels_are_built_on_top_and_counted_as_built():
    """Strong gives a level of two walls, fast two of one; the flag ends on the new top."""
    desk = Desk((2,), (2,), phase=Phase.TURN)
    desk.tell(Strong(P1))
    report, ruling = desk.perform(BUILD)
    assert (ruling.legal, ruling.rule) == (True, "hurlyburly.build.strong")
    assert report.finding.towers[0].walls == (2, 2)
    desk.state = replace(desk.state, turn=P1, phase=Phase.TURN)
    desk.tell(Fast(P1, 2))
    report, ruling = desk.perform(BUILD)
    assert (ruling.legal, ruling.rule) == (True, "hurlyburly.build.fast")
    tower = report.finding.towers[0]
    assert (tower.walls, tower.flag_level) == ((2, 2, 1, 1), 4)


@pytest.mark.rule("hurlyburly.build.on-top", bites=True)
def test_a_flag_that_is_put_beside_the_tower_is_refused():
    """60 mm to the side there is no platform under it."""
    desk = Desk((2,), (2,), phase=Phase.TURN)
    desk.tell(Strong(P1))
    _, ruling = desk.perform(replace(BUILD, flag_shift=(0.0, 0.06)))
    assert (ruling.legal, ruling.rule) == (False, "hurlyburly.build.on-top")
    assert ruling.reason.startswith("the flag of P1")


@pytest.mark.rule("hurlyburly.build.strong", bites=False)
def test_a_level_that_slid_off_is_no_strong_build():
    """Built 50 mm from the middle it comes down: the builder has two walls and a platform less, and no level."""
    desk = Desk((2,), (2,), phase=Phase.TURN)
    desk.tell(Strong(P1))
    report, ruling = desk.perform(replace(BUILD, shift=(0.05, 0.0)))
    assert (ruling.legal, ruling.rule) == (True, "hurlyburly.repair.own-fault")
    assert report.finding.towers[0].walls == (2, 0)
    assert desk.state.players[0].levels == (2,)


@pytest.mark.rule("hurlyburly.repair.own-fault", bites=True)
@pytest.mark.rule("hurlyburly.repair.tower", bites=False)
def test_a_level_that_falls_and_pushes_what_stands_is_own_fault():
    """It drags the platform below along by 2 cm; nobody rearranged it, so the build is not taken back."""
    desk = Desk((2,), (2,), phase=Phase.TURN)
    desk.tell(Strong(P1))
    report, ruling = desk.perform(replace(BUILD, shift=(0.04, 0.0)))
    assert report.finding.tower_shift > 0.01
    assert (ruling.legal, ruling.rule) == (True, "hurlyburly.repair.own-fault")


@pytest.mark.rule("hurlyburly.repair.own-fault", bites=True)
@pytest.mark.rule("hurlyburly.build.fast", bites=False)
def test_a_tower_that_falls_while_its_owner_builds_is_demolished():
    """A level 70 mm off the middle comes down; nobody steals, the cards go to the supply."""
    desk = Desk((2,), (2,), phase=Phase.TURN)
    desk.tell(Fast(P1, 1))
    walls = desk.state.supply.walls
    report, ruling = desk.perform(replace(BUILD, shift=(0.07, 0.0)))
    assert (ruling.legal, ruling.rule) == (True, "hurlyburly.repair.own-fault")
    assert report.finding.towers[0].walls[-1] == 0
    while desk.state.phase is Phase.MEND:
        desk.perform(MEND)
    assert desk.state.phase is Phase.TURN
    assert desk.state.supply.walls >= walls + 1


@pytest.mark.rule("hurlyburly.build.defence", bites=False)
@pytest.mark.rule("hurlyburly.build.no-touch", bites=True)
@pytest.mark.rule("hurlyburly.build.no-touch", bites=False)
@pytest.mark.parametrize(("x", "legal"), [(0.115, True), (0.0554, False)])
def test_a_sandbag_may_stand_before_the_tower_but_not_touch_it(x, legal):
    """P1's tower ends 44 mm before its middle; a sandbag's near face is 11.25 mm before its own."""
    desk = Desk((2,), (2,), phase=Phase.PLACE, placing=Cards(sandbags=1))
    middle = desk.scene.flags[0]
    spot = Spot("sandbag", middle[0] + x, middle[1] + 0.005, 0.0, 0.0)
    report, ruling = desk.perform(Defend(STEADY, (spot,)))
    assert ruling.legal is legal, (ruling.reason, report.finding.gap)
    assert ruling.rule == ("hurlyburly.build.defence" if legal else "hurlyburly.build.no-touch")
    assert (report.finding.gap <= 3e-4) is not legal


@pytest.mark.rule("hurlyburly.build.defence", bites=True)
def test_a_defence_of_too_few_cards_is_refused():
    """Two sandbags of three in the hands."""
    desk = Desk((2,), (2,), phase=Phase.PLACE, placing=Cards(sandbags=3))
    x, y = desk.scene.flags[0]
    spots = (Spot("sandbag", x + 0.12, y - 0.03), Spot("sandbag", x + 0.12, y + 0.04))
    assert desk.perform(Defend(STEADY, spots))[1].rule == "hurlyburly.build.defence"


@pytest.mark.rule("hurlyburly.prepare.blocks", bites=True)
def test_as_many_blocks_as_levels_that_stand():
    """After a shot took one of three levels the owner collects two."""
    desk = Desk((2,), (2, 2, 2))
    desk.take_away("p2.level3.wall1", "p2.level3.wall2")
    desk.look()
    assert desk.state.players[1].levels == (2, 2)
    players = (desk.state.players[0], replace(desk.state.players[1], blocks=0, fallen=Cards(), flag=True))
    state = replace(desk.state, phase=Phase.TURN, turn=P2, players=players)
    assert GAME.apply(state, Collect(P2)).players[1].blocks == 2


@pytest.mark.rule("hurlyburly.prepare.blocks", bites=False)
def test_a_level_that_only_shifted_counts_for_blocks():
    """After a shot that left the upper platform 12 mm to the side the owner collects two, as before."""
    desk = Desk((2,), (2, 2))
    for name in ("p2.level2.platform1", "p2.flag1"):
        desk.move(name, by=(0.0, 0.012, 0.0))
    desk.look()
    players = (desk.state.players[0], replace(desk.state.players[1], blocks=0))
    state = replace(desk.state, phase=Phase.TURN, turn=P2, players=players)
    assert GAME.apply(state, Collect(P2)).players[1].blocks == 2


@pytest.mark.rule("hurlyburly.repair.tower", bites=True)
@pytest.mark.rule("hurlyburly.repair.tower", bites=False)
@pytest.mark.parametrize(("by", "legal"), [(0.004, True), (0.013, False)])
def test_hands_that_build_leave_what_stands_where_it_is(by, legal):
    """Pushed by 4 mm it passes for an accident, by 13 mm it is rearranged."""
    desk = Desk((2,), (2,), phase=Phase.TURN)
    desk.tell(Strong(P1))
    report = TABLE.perform(desk.scene, desk.state, BUILD)
    pushed = replace(report.finding, tower_shift=report.finding.tower_shift + by)
    ruling = GAME.check(desk.state, pushed)
    assert (ruling.legal, ruling.rule) == (
        legal,
        "hurlyburly.build.strong" if legal else "hurlyburly.repair.tower",
    )


@pytest.mark.rule("hurlyburly.repair.tower", bites=True)
def test_a_shift_is_read_from_the_poses():
    """A level that is found 13 mm from where it stood was moved; building alone moves nothing by a millimetre."""
    desk = Desk((2, 2), (2,), phase=Phase.TURN)
    before = desk.scene
    for piece in before.level(P1, 2):
        desk.move(piece.name, by=(0.0, 0.013, 0.0))
    assert _shifts(before, desk.scene) == (pytest.approx(0.013), 0.0)
    desk.scene = before
    desk.tell(Strong(P1))
    assert TABLE.perform(desk.scene, desk.state, BUILD).finding.tower_shift < 1e-3


@pytest.mark.rule("hurlyburly.repair.defence", bites=True)
def test_hands_that_push_a_sandbag_straight_are_refused():
    """It is found 13 mm from where it stood, after its owner built; one that nobody touched is where it was."""
    desk = Desk((2,), (2,), phase=Phase.TURN)
    x, y = desk.scene.flags[0]
    desk.add("sandbag", ROLE.SANDBAG, P1, "p1.sandbag1", x + 0.12, y)
    players = (replace(desk.state.players[0], sandbags=1), desk.state.players[1])
    desk.state = replace(desk.state, players=players, supply=desk.state.supply - Cards(sandbags=1))
    desk.tell(Strong(P1))
    left_alone = TABLE.perform(desk.scene, desk.state, BUILD).finding
    assert left_alone.defence_shift < 1e-3
    before = desk.scene
    desk.move("p1.sandbag1", by=(0.0, 0.013, 0.0))
    pushed = replace(left_alone, defence_shift=_shifts(before, desk.scene)[1])
    ruling = GAME.check(desk.state, pushed)
    assert (ruling.legal, ruling.rule) == (False, "hurlyburly.repair.defence")
