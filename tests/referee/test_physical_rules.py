"""Each rule that the referee reads from the world: a table on which it bites, and one on which it must not."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.referee.hurlyburly import Defend, Hand, Look, Place, SetUp, Shoot, Spot
from sandbox.rules.hurlyburly import Cards, Collect, Fast, Fire, Phase, Player, Raise, Steal, Stop, Strong
from tests.referee.desk import BUILD, DRIBBLE, GAME, MEND, P1, P2, ROLE, STEADY, TABLE, Desk, place_at

rule = pytest.mark.rule


def _setup(attempt):
    state = replace(GAME.initial(2), phase=Phase.SETUP)
    return TABLE.perform(TABLE.empty(state), state, attempt), state


@rule("hurlyburly.setup.tower")
@rule("hurlyburly.setup.distance")
@rule("hurlyburly.setup.catapult")
@rule("hurlyburly.setup.fold")
def test_a_table_that_is_set_up_by_a_steady_hand_is_right():
    """Two walls, the platform, the flag; 51 cm apart; cards upright; cards folded at a right angle."""
    report, state = _setup(SetUp(Hand(3)))
    ruling = GAME.check(state, report.finding)
    assert ruling.legal, ruling.reason
    first = report.finding.players[0]
    assert 0.50 < first.apart < 0.52
    assert (first.card_tilt_deg, first.card_gap, first.basket_gap) == pytest.approx((0, 0, 0), abs=1e-3)
    assert report.finding.fold_min_deg == pytest.approx(90.0)


@rule("hurlyburly.setup.distance")
def test_towers_that_stand_too_near_are_refused():
    """At 560 mm from middle to middle the towers are 47 cm apart."""
    report, state = _setup(SetUp(Hand(3), apart=0.56))
    ruling = GAME.check(state, report.finding)
    assert (ruling.legal, ruling.rule) == (False, "hurlyburly.setup.distance")


@rule("hurlyburly.setup.tower")
def test_a_first_tower_that_a_shaking_hand_built_is_refused():
    """At 20 mm and 25 degrees one of the first towers does not stand as it should."""
    rulings = [GAME.check(state, report.finding) for report, state in map(_setup, _shaky())]
    refused = [ruling for ruling in rulings if not ruling.legal]
    assert refused
    assert {ruling.rule for ruling in refused} <= {"hurlyburly.setup.tower", "hurlyburly.setup.distance"}


def _shaky():
    return [SetUp(Hand(seed, 0.02, 25.0)) for seed in range(2)]


@rule("hurlyburly.setup.catapult")
def test_a_catapult_that_looks_aside_is_refused():
    """The cup has to face forward, within 45 degrees."""
    report, state = _setup(SetUp(STEADY))
    aside = replace(report.finding.players[0], cup_deg=60.0)
    wrong = replace(report.finding, players=(aside, report.finding.players[1]))
    assert GAME.check(state, wrong).rule == "hurlyburly.setup.catapult"


@rule("hurlyburly.setup.fold")
def test_walls_that_are_folded_flat_are_refused():
    """A fold is read from the leaves of the model; a table with others is not right."""
    report, state = _setup(SetUp(STEADY))
    wrong = replace(report.finding, fold_max_deg=170.0)
    assert GAME.check(state, wrong).rule == "hurlyburly.setup.fold"


@rule("hurlyburly.win")
def test_a_tower_that_still_stands_wins_and_one_that_fell_late_does_not():
    """It is looked at once more when the turn begins."""
    desk = Desk((2, 2, 2, 2, 2), (2,), phase=Phase.WIN, opening=True)
    assert desk.perform(Look())[1].rule == "hurlyburly.win"
    assert GAME.outcome(desk.state).winners == (P1,)
    desk = Desk((2, 2, 2, 2, 2), (2,), phase=Phase.WIN, opening=True)
    desk.take_away("p1.level5.wall1", "p1.level5.wall2")
    desk.perform(Look())
    assert GAME.outcome(desk.state) is None


@rule("hurlyburly.build.strong")
@rule("hurlyburly.build.fast")
@rule("hurlyburly.build.on-top")
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


@rule("hurlyburly.build.on-top")
def test_a_flag_that_is_put_beside_the_tower_is_refused():
    """60 mm to the side there is no platform under it."""
    desk = Desk((2,), (2,), phase=Phase.TURN)
    desk.tell(Strong(P1))
    _, ruling = desk.perform(replace(BUILD, flag_shift=(0.0, 0.06)))
    assert (ruling.legal, ruling.rule) == (False, "hurlyburly.build.on-top")
    assert ruling.reason.startswith("the flag of P1")


@rule("hurlyburly.build.strong")
def test_a_level_that_stands_on_one_of_two_walls_is_no_strong_build():
    """The hand puts one wall beside the tower: whatever stands does not stand on both."""
    desk = Desk((2,), (2,), phase=Phase.TURN)
    desk.tell(Strong(P1))
    _, ruling = desk.perform(replace(BUILD, shift=(0.05, 0.0)))
    assert not ruling.legal or ruling.rule == "hurlyburly.repair.own-fault"


@rule("hurlyburly.repair.own-fault")
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


@rule("hurlyburly.build.defence")
@rule("hurlyburly.build.no-touch")
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


@rule("hurlyburly.build.defence")
def test_a_defence_of_too_few_cards_is_refused():
    """Two sandbags of three in the hands."""
    desk = Desk((2,), (2,), phase=Phase.PLACE, placing=Cards(sandbags=3))
    x, y = desk.scene.flags[0]
    spots = (Spot("sandbag", x + 0.12, y - 0.03), Spot("sandbag", x + 0.12, y + 0.04))
    assert desk.perform(Defend(STEADY, spots))[1].rule == "hurlyburly.build.defence"


@rule("hurlyburly.prepare.blocks")
def test_as_many_blocks_as_levels_that_stand():
    """After a shot took one of three levels the owner collects two."""
    desk = Desk((2,), (2, 2, 2))
    desk.take_away("p2.level3.wall1", "p2.level3.wall2")
    desk.look()
    assert desk.state.players[1].levels == (2, 2)
    players = (desk.state.players[0], replace(desk.state.players[1], blocks=0, fallen=Cards(), flag=True))
    state = replace(desk.state, phase=Phase.TURN, turn=P2, players=players)
    assert GAME.apply(state, Collect(P2)).players[1].blocks == 2


@rule("hurlyburly.attack.fire")
def test_blocks_are_launched_one_after_another():
    """Two blocks lie on the table after two shots."""
    desk = Desk((2,), (2, 2))
    assert desk.look()[1].rule == "hurlyburly.attack.fire"
    desk.tell(Fire(P1, P2))
    desk.perform(place_at(desk.scene, 0, 1))
    desk.perform(replace(DRIBBLE, pull_deg=28.0))
    assert len(desk.scene.of(0, ROLE.BLOCK)) == 2


@rule("hurlyburly.attack.position")
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


@rule("hurlyburly.attack.launch")
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


@rule("hurlyburly.attack.flag-only")
def test_a_flag_that_falls_alone_gives_the_block_back():
    """The rival puts it up at once; with a level it would not."""
    desk = Desk((2,), (2, 2))
    desk.lay_flat("p2.flag1", 0.3, 0.2)
    assert desk.look()[1].rule == "hurlyburly.attack.flag-only"
    assert not desk.scene.of(0, ROLE.BLOCK), "the block went back"
    assert desk.perform(MEND)[1].rule == "hurlyburly.attack.flag-only"
    assert desk.state.players[1].flag
    desk = Desk((2,), (2, 2))
    desk.lay_flat("p2.flag1", 0.3, 0.2)
    desk.take_away("p2.level2.wall1", "p2.level2.wall2")
    assert desk.look()[1].rule == "hurlyburly.demolish.level"


@rule("hurlyburly.demolish.level")
def test_a_level_that_only_shifted_is_not_demolished():
    """15 mm to the side it still lies on its walls."""
    desk = Desk((2,), (2, 2))
    for name in ("p2.level2.platform1", "p2.flag1"):
        desk.move(name, by=(0.0, 0.012, 0.0))
    report, ruling = desk.look()
    assert ruling.rule == "hurlyburly.attack.fire"
    assert report.finding.towers[1].walls == (2, 2)


@rule("hurlyburly.demolish.level")
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


@rule("hurlyburly.steal.two-players")
@rule("hurlyburly.steal.build-now")
@rule("hurlyburly.clear.rebuild-base")
def test_an_attacker_steals_what_fell_and_builds_it_at_once():
    """A tower of three is shot down: the base is rebuilt, two levels are stolen and stand on the attacker's."""
    desk = Desk((2,), (2, 2, 2))
    names = [p.name for p in desk.scene.of(P2, ROLE.WALL, ROLE.PLATFORM, ROLE.FLAG)]
    desk.take_away(*names)
    desk.state = replace(desk.state, players=(replace(desk.state.players[0], blocks=0), desk.state.players[1]))
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


@rule("hurlyburly.steal.limit")
def test_with_three_players_one_level_is_stolen_from_each():
    """Two walls of one rival are too many, one is not; from a tower that lost nothing nothing is taken."""
    desk = Desk((2,), (2, 2, 2), (2, 2))
    desk.take_away(*[p.name for n in (2, 3) for p in desk.scene.level(P2, n)], "p2.flag1")
    desk.state = replace(desk.state, players=(replace(desk.state.players[0], blocks=0), *desk.state.players[1:]))
    desk.look()
    desk.perform(MEND)
    assert desk.tell(Steal(P1, P2, 2, 2)).legal is False
    assert desk.tell(Steal(P1, 2, 1, 1)).legal is False
    assert desk.tell(Steal(P1, P2, 1, 1)).rule == "hurlyburly.steal.limit"


@rule("hurlyburly.clear.rebuild-base")
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


@rule("hurlyburly.clear.fallen")
@rule("hurlyburly.repair.defence")
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


@rule("hurlyburly.repair.tower")
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


@rule("hurlyburly.repair.tower")
def test_a_shift_is_read_from_the_poses():
    """A level that is found 13 mm from where it stood was moved; building alone moves nothing by a millimetre."""
    from sandbox.referee.hurlyburly.umpire import _shifts

    desk = Desk((2, 2), (2,), phase=Phase.TURN)
    before = desk.scene
    for piece in before.level(P1, 2):
        desk.move(piece.name, by=(0.0, 0.013, 0.0))
    assert _shifts(before, desk.scene) == (pytest.approx(0.013), 0.0)
    desk.scene = before
    desk.tell(Strong(P1))
    assert TABLE.perform(desk.scene, desk.state, BUILD).finding.tower_shift < 1e-3


@rule("hurlyburly.repair.own-fault")
def test_a_shot_that_falls_onto_the_own_tower_counts_as_own_fault():
    """Nobody steals from oneself."""
    desk = Desk((2, 2), (2,))
    desk.take_away("p1.level2.wall1", "p1.level2.wall2")
    _, ruling = desk.look()
    assert ruling.rule == "hurlyburly.repair.own-fault"
    assert desk.state.players[0].lost == 0


def test_every_physical_rule_is_in_here():
    """None was forgotten."""
    text = Path(__file__).read_text(encoding="utf-8")
    missing = [each.id for each in GAME.book.rules if each.physical and f'rule("{each.id}")' not in text]
    assert missing == []


def test_shoot_is_an_attempt_of_its_own():
    """The names that tests build on."""
    assert Shoot(STEADY, 50.0).holds
    assert Player((2,)).flag
