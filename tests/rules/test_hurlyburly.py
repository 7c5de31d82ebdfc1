"""Hurlyburly, rule by rule: set up a position, make a few acts, look at what stands."""

from dataclasses import replace

import pytest

from sandbox.errors import BadFile, InputError
from sandbox.rules import load_game
from sandbox.rules.base import NATURE, Seat
from sandbox.rules.hurlyburly import (
    Aim,
    Cards,
    Collect,
    Defences,
    Defend,
    Fast,
    Fire,
    HurlyburlyOptions,
    Phase,
    Player,
    PlayerSetup,
    Raise,
    Setup,
    Shot,
    Starter,
    Steal,
    Stop,
    Strong,
    Tower,
    Towers,
    Upgrade,
)

GAME = load_game("hurlyburly")
P1, P2, P3, P4 = map(Seat, range(4))
NEAR = Aim(from_flag=0.1, from_target=0.6, flag_from_target=0.55)
DOWN = {"flag_level": 0, "flag_tilt_deg": 90.0}


def tower(*walls, **more):
    """Return the reading of a tower that stands with its flag up, unless told otherwise."""
    return replace(Tower(walls, len(walls), 1.0, 0, 0), **more)


def fell(*walls, **more):
    """Return the reading of a tower whose flag is down."""
    return tower(*walls, **DOWN, **more)


def towers(*read, tower_shift=0.0, defence_shift=0.0):
    """Return what is read after hands have worked."""
    return Towers(read, tower_shift, defence_shift)


def shot(*read, **more):
    """Return a launch that breaks no rule."""
    return replace(Shot(1, 0.0, 0.001, 0.2, read), **more)


def setup(players=2, apart=0.55, **more):
    """Return a table that is set up well; `more` goes to the first player's place, the tower or the cards."""
    place = PlayerSetup(tower(2), apart, 2.0, 0.0, 0.0, 5.0)
    mine = {key: x for key, x in more.items() if hasattr(place, key)}
    cards = {key: x for key, x in more.items() if key not in mine}
    table = Setup((replace(place, **mine), *[place] * (players - 1)), 80.0, 100.0, 2.0)
    return replace(table, **cards)


def position(*levels, options=None, **more):
    """Return a position in which P1 is to take an action; the levels of each tower are a tuple of walls.

    `blocks` and `upgrades` are of each player, `supply_walls` and the like of the supply after the towers.
    """
    state = make(GAME.initial(len(levels), options), Starter(P1), setup(len(levels)))
    given = {key: more.pop(key, (0,) * len(levels)) for key in ("blocks", "upgrades", "sandbags", "supports")}
    players, supply = [], state.supply
    for i, walls in enumerate(levels):
        own = {key: values[i] for key, values in given.items()}
        supply -= Cards(sum(walls) - 2, len(walls) - 1, own["sandbags"], own["supports"])
        players.append(Player(levels=walls, **own))
    state = replace(
        state,
        players=tuple(players),
        supply=supply,
        blocks=20 - sum(given["blocks"]),
        upgrades=8 - sum(given["upgrades"]),
    )
    assert GAME.pieces(state) == GAME.pieces(GAME.initial(len(levels)))
    return replace(state, **more)


def supply(state, **more):
    """Return the position with another supply of cards."""
    return replace(state, supply=replace(state.supply, **more))


def make(state, *acts):
    """Make legal acts one after another."""
    for act in acts:
        state = GAME.apply(state, act)
    return state


def refusal(state, act):
    """Return the rule that refuses an act."""
    ruling = GAME.check(state, act)
    assert not ruling.legal, ruling
    assert GAME.decide(state, act).state is state
    return ruling.rule


def fired(state, target=P2):
    """Return the state in which the block of P1 is to be launched."""
    return make(state, Fire(P1, target), NEAR)


@pytest.mark.rule("hurlyburly.setup.platforms")
@pytest.mark.parametrize(("players", "in_play"), [(2, 7), (3, 10), (4, 11)])
def test_platforms_by_the_number_of_players(players, in_play):
    """Seven, ten or eleven platforms play, one of them with each player; the rest is in the box."""
    start = GAME.initial(players)
    assert (start.supply.platforms, start.box) == (in_play - players, 11 - in_play)


@pytest.mark.rule("hurlyburly.setup.player")
def test_each_player_gets_a_level_and_one_block_more_than_the_one_before():
    """One block for the first player, and one more for each later one in turn."""
    state = make(GAME.initial(4), Starter(P3))
    assert [player.blocks for player in state.players] == [3, 4, 1, 2]
    assert [player.levels for player in state.players] == [(2,)] * 4
    assert [player.upgrades for player in state.players] == [0] * 4


@pytest.mark.rule("hurlyburly.setup.supply")
def test_everything_else_is_the_supply():
    """With three players: 12 walls, 7 platforms, all defences and upgrades, and 14 blocks."""
    state = make(GAME.initial(3), Starter(P1))
    assert state.supply == Cards(walls=12, platforms=7, sandbags=12, supports=3)
    assert (state.upgrades, state.blocks) == (8, 14)


@pytest.mark.rule("hurlyburly.setup.first")
def test_the_starting_player_is_given():
    """Who is named starts, and play goes clockwise; nobody else can be named, and nothing comes before."""
    start = GAME.initial(3)
    assert GAME.to_act(start) == {NATURE}
    assert refusal(start, Starter(Seat(3))) == refusal(start, Starter(Seat(-1))) == "hurlyburly.setup.first"
    assert refusal(start, setup(3)) == "hurlyburly.setup.first"
    state = make(start, Starter(P3), setup(3))
    assert GAME.to_act(state) == {P3}
    assert GAME.to_act(make(state, Upgrade(P3))) == {P1}


@pytest.mark.rule("hurlyburly.setup.tower")
@pytest.mark.parametrize(
    "wrong", [tower(1), tower(2, 2), tower(), fell(2), tower(2, flag_tilt_deg=30.0), tower(2, sandbags_fallen=1)]
)
def test_a_first_tower_is_one_platform_on_two_walls_with_the_flag_on_top(wrong):
    """One wall, two platforms or a flag elsewhere is put right first; so is a missing tower."""
    start = make(GAME.initial(2), Starter(P1))
    assert refusal(start, setup(tower=wrong)) == "hurlyburly.setup.tower"
    assert refusal(start, setup(players=3)) == "hurlyburly.setup.tower"
    assert GAME.to_act(make(start, setup(tower=tower(2, flag_tilt_deg=29.9)))) == {P1}


@pytest.mark.rule("hurlyburly.setup.distance")
def test_towers_stand_apart():
    """Two towers: more than 50 cm; more towers: 45 to 60 cm from the nearest."""
    two, three = (make(GAME.initial(n), Starter(P1)) for n in (2, 3))
    assert refusal(two, setup(apart=0.5)) == "hurlyburly.setup.distance"
    assert GAME.check(two, setup(apart=0.501)).legal
    assert GAME.check(two, setup(apart=0.9)).legal
    for wrong in (0.449, 0.601):
        assert refusal(three, setup(3, apart=wrong)) == "hurlyburly.setup.distance"
    for right in (0.451, 0.599):
        assert GAME.check(three, setup(3, apart=right)).legal


@pytest.mark.rule("hurlyburly.setup.catapult")
@pytest.mark.parametrize(
    "wrong", [{"card_tilt_deg": 16.0}, {"cup_deg": -50.0}, {"basket_gap": 0.001}, {"card_gap": 0.001}]
)
def test_a_catapult_is_upright_and_faces_forward(wrong):
    """A leaning card, a cup turned aside, a basket or a card that is not clipped in are put right first."""
    start = make(GAME.initial(2), Starter(P1))
    assert refusal(start, setup(**wrong)) == "hurlyburly.setup.catapult"


@pytest.mark.rule("hurlyburly.setup.fold")
@pytest.mark.parametrize("wrong", [{"fold_min_deg": 40.0}, {"fold_max_deg": 180.0}, {"bend_deg": 12.0}])
def test_walls_are_folded_and_platforms_flat(wrong):
    """A wall that is not folded and a platform that is bent are put right first."""
    start = make(GAME.initial(2), Starter(P1))
    assert refusal(start, setup(**wrong)) == "hurlyburly.setup.fold"


@pytest.mark.rule("hurlyburly.win")
@pytest.mark.parametrize(("players", "height"), [(2, 5), (3, 5), (4, 4)])
def test_a_high_tower_wins_at_the_start_of_the_own_turn(players, height):
    """Reaching the height does not win at once; still standing when the turn comes round does."""
    others = [(2,)] * (players - 2)
    low, high = ((1,) * n for n in (height - 1, height))
    state = make(position((2,), low, *others), Upgrade(P1))
    assert (state.phase, GAME.to_act(state)) == (Phase.TURN, {P2})
    state = make(position(high, (2,), *others), Collect(P1))
    assert (state.phase, state.turn) == (Phase.TURN, P2)
    state = make(position((2,), high, *others), Collect(P1))
    assert (state.phase, GAME.to_act(state)) == (Phase.WIN, {NATURE})
    over = make(state, towers(tower(2), tower(*high), *[tower(2)] * len(others)))
    outcome = GAME.outcome(over)
    assert (outcome.winners, outcome.rule, outcome.scores[1]) == ((P2,), "hurlyburly.win", height)
    assert refusal(over, Upgrade(P2)) == "hurlyburly.win"


@pytest.mark.rule("hurlyburly.win")
def test_a_tower_that_falls_or_lost_its_flag_does_not_win():
    """What the look at the tower shows counts; the player then has a turn all the same."""
    state = make(position((2,), (2, 1, 1, 1, 1, 1)), Collect(P1))
    assert refusal(state, Upgrade(P2)) == "hurlyburly.turn.one-action"
    sixth = make(state, towers(tower(2), tower(2, 1, 1, 1, 1, 0, flag_level=5)))
    assert GAME.outcome(sixth).scores == (1, 5)
    flagless = make(state, towers(tower(2), fell(2, 1, 1, 1, 1, 1)))
    assert (flagless.phase, flagless.mending) == (Phase.MEND, (P2,))
    back = make(flagless, towers(tower(2), tower(2, 1, 1, 1, 1, 1)))
    assert (back.phase, back.turn, GAME.outcome(back)) == (Phase.TURN, P2, None)
    fallen = make(state, towers(tower(2), fell(2, 1, 0, 0, 0, 0)), towers(tower(2), tower(2, 1)))
    assert (fallen.phase, fallen.turn, fallen.players[1].levels) == (Phase.TURN, P2, (2, 1))
    assert fallen.supply == state.supply + Cards(4, 4)


@pytest.mark.rule("hurlyburly.turn.one-action")
def test_a_turn_is_one_action():
    """After one action the next player is to act; there is no pass, and nothing fits twice."""
    state = position((2,), (2,), (2,), blocks=(1, 2, 3))
    names = {type(move) for move in GAME.legal_moves(state, P1)}
    assert names == {Strong, Fast, Defend, Collect, Upgrade, Fire}
    after = make(state, Upgrade(P1))
    assert (GAME.to_act(after), after.round) == ({P2}, 1)
    assert refusal(after, Upgrade(P1)) == "hurlyburly.turn.one-action"
    assert make(after, Upgrade(P2), Upgrade(P3)).round == 2
    assert refusal(state, Steal(P1, P2, 1, 1)) == "hurlyburly.turn.one-action"


@pytest.mark.rule("hurlyburly.turn.short-supply")
def test_only_what_is_there_can_be_taken():
    """One wall makes a one-wall level; without a platform, a wall, a card, a block or an upgrade nothing."""
    state = position((2,), (2,), blocks=(0, 5))
    one = make(supply(state, walls=1), Strong(P1))
    assert (one.rising, one.supply.walls) == ((1,), 0)
    assert GAME.check(supply(state, walls=1), Strong(P1)).rule == "hurlyburly.turn.short-supply"
    for short in ({"walls": 0}, {"platforms": 0}):
        for act in (Strong(P1), Fast(P1, 1)):
            assert refusal(supply(state, **short), act) == "hurlyburly.turn.short-supply"
    for short in ({"walls": 1}, {"platforms": 1}):
        assert refusal(supply(state, **short), Fast(P1, 2)) == "hurlyburly.turn.short-supply"
    few = supply(state, sandbags=1, supports=1)
    assert [move for move in GAME.legal_moves(few, P1) if isinstance(move, Defend)] == [Defend(P1, 1, 1)]
    assert refusal(few, Defend(P1, 2, 0)) == refusal(few, Defend(P1, 0, 2)) == "hurlyburly.turn.short-supply"
    none = supply(state, sandbags=0, supports=0)
    assert refusal(none, Defend(P1, 0, 0)) == "hurlyburly.turn.short-supply"
    assert refusal(replace(state, blocks=0), Collect(P1)) == "hurlyburly.turn.short-supply"
    assert refusal(replace(state, upgrades=0), Upgrade(P1)) == "hurlyburly.turn.short-supply"
    two_levels = position((2, 1), (2,))
    assert make(replace(two_levels, blocks=1), Collect(P1)).players[0].blocks == 1
    assert refusal(state, Stop(P1)) == "hurlyburly.turn.short-supply"


@pytest.mark.rule("hurlyburly.build.strong")
def test_a_strong_build_is_one_level_on_two_walls():
    """One platform and two walls leave the supply; a level on one of them is not finished."""
    state = position((2,), (2,))
    rising = make(state, Strong(P1))
    assert rising.supply == state.supply - Cards(2, 1)
    assert refusal(rising, towers(tower(2, 1), tower(2))) == "hurlyburly.build.strong"
    after = make(rising, towers(tower(2, 2), tower(2)))
    assert (after.players[0].levels, after.turn) == ((2, 2), P2)


@pytest.mark.rule("hurlyburly.build.fast")
def test_a_fast_build_is_one_or_two_levels_on_one_wall_each():
    """Two platforms and two walls, or one and one; never three, and never two walls under one."""
    state = position((2,), (2,))
    for wrong in (0, 3, -1):
        assert refusal(state, Fast(P1, wrong)) == "hurlyburly.build.fast"
    two, one = make(state, Fast(P1, 2)), make(state, Fast(P1, 1))
    assert (two.supply, one.supply) == (state.supply - Cards(2, 2), state.supply - Cards(1, 1))
    assert refusal(two, towers(tower(2, 2, 1), tower(2))) == "hurlyburly.build.fast"
    assert make(two, towers(tower(2, 1, 1), tower(2))).players[0].levels == (2, 1, 1)
    assert make(one, towers(tower(2, 1), tower(2))).players[0].levels == (2, 1)


@pytest.mark.rule("hurlyburly.build.on-top")
def test_building_goes_on_top_and_the_flag_with_it():
    """The tower is higher than before and the flag stands on its new top."""
    rising = make(position((2, 1), (2,)), Strong(P1))
    assert refusal(rising, towers(tower(2, 1), tower(2))) == "hurlyburly.build.on-top"
    assert refusal(rising, towers(tower(2, 1, 2, flag_level=2), tower(2))) == "hurlyburly.build.on-top"
    assert refusal(rising, towers(tower(2, 1, 2, flag_tilt_deg=45.0), tower(2))) == "hurlyburly.build.on-top"
    assert refusal(rising, Collect(P1)) == "hurlyburly.turn.one-action"
    assert refusal(rising, NEAR) == "hurlyburly.build.on-top"
    assert make(rising, towers(tower(2, 1, 2), tower(2))).players[0].levels == (2, 1, 2)


@pytest.mark.rule("hurlyburly.build.defence")
def test_a_defence_is_three_cards_in_any_mix():
    """Twelve sandbags and three supports give four mixes; what is placed is what was taken."""
    state = position((2,), (2,))
    mixes = [(m.sandbags, m.supports) for m in GAME.legal_moves(state, P1) if isinstance(m, Defend)]
    assert mixes == [(3, 0), (2, 1), (1, 2), (0, 3)]
    for wrong in (Defend(P1, 2, 0), Defend(P1, 4, -1), Defend(P1, 3, 1), Defend(P1, 0, 0)):
        assert refusal(state, wrong) == "hurlyburly.build.defence"
    placing = make(state, Defend(P1, 2, 1))
    assert placing.supply == state.supply - Cards(sandbags=2, supports=1)
    stand = (tower(2), tower(2))
    assert refusal(placing, Defences(1, 1, 0.05, stand, 0.0, 0.0)) == "hurlyburly.build.defence"
    assert refusal(placing, Defences(2, 2, 0.05, stand, 0.0, 0.0)) == "hurlyburly.build.defence"
    after = make(placing, Defences(2, 1, 0.05, stand, 0.0, 0.0))
    assert (after.players[0].sandbags, after.players[0].supports, after.turn) == (2, 1, P2)


@pytest.mark.rule("hurlyburly.build.no-touch")
def test_a_defence_touches_no_tower():
    """A card within three tenths of a millimetre of a tower touches it."""
    placing = make(position((2,), (2,)), Defend(P1, 3, 0))
    stand = (tower(2), tower(2))
    for gap in (0.0003, 0.0, -0.001):
        assert refusal(placing, Defences(3, 0, gap, stand, 0.0, 0.0)) == "hurlyburly.build.no-touch"
    assert GAME.check(placing, Defences(3, 0, 0.0004, stand, 0.0, 0.0)).legal


@pytest.mark.rule("hurlyburly.prepare.blocks")
def test_blocks_come_by_the_levels_up_to_five():
    """Three levels give three blocks; with four blocks in hand only one more, with five none."""
    state = position((2, 1, 1), (2,), blocks=(0, 1))
    after = make(state, Collect(P1))
    assert (after.players[0].blocks, after.blocks) == (3, 16)
    four = make(position((2, 1, 1), (2,), blocks=(4, 0)), Collect(P1))
    assert (four.players[0].blocks, four.blocks) == (5, 15)
    full = position((2, 1, 1), (2,), blocks=(5, 0))
    assert refusal(full, Collect(P1)) == "hurlyburly.prepare.blocks"
    assert Collect(P1) not in GAME.legal_moves(full, P1)


@pytest.mark.rule("hurlyburly.prepare.upgrade")
def test_an_upgrade_joins_the_catapult():
    """One card an action; they add up."""
    after = make(position((2,), (2,), upgrades=(1, 0)), Upgrade(P1))
    assert (after.players[0].upgrades, after.upgrades, after.turn) == (2, 6, P2)


@pytest.mark.rule("hurlyburly.attack.fire")
def test_an_attack_lasts_until_no_block_is_left_or_the_player_stops():
    """One block a shot, at any rival, the target may change; a turn without a block left is over."""
    state = position((2,), (2,), (2,), blocks=(2, 0, 0))
    assert [m for m in GAME.legal_moves(state, P1) if isinstance(m, Fire)] == [Fire(P1, P2), Fire(P1, P3)]
    for nobody in (P1, Seat(3), Seat(-1)):
        assert refusal(state, Fire(P1, nobody)) == "hurlyburly.attack.fire"
    stand = shot(tower(2), tower(2), tower(2))
    once = make(fired(state), stand)
    assert (once.phase, once.players[0].blocks) == (Phase.FIRE, 1)
    assert list(GAME.legal_moves(once, P1)) == [Fire(P1, P2), Fire(P1, P3), Stop(P1)]
    assert refusal(once, Upgrade(P1)) == "hurlyburly.attack.fire"
    assert make(once, Stop(P1)).turn == P2
    assert make(fired(once, P3), stand).turn == P2


@pytest.mark.rule("hurlyburly.attack.last-ditch")
def test_without_a_block_one_is_taken_for_a_single_shot():
    """The block comes from the supply and the attack ends with it; a block that comes back flies again."""
    state = position((2,), (2,), blocks=(0, 3))
    assert GAME.check(state, Fire(P1, P2)).rule == "hurlyburly.attack.last-ditch"
    ready = fired(state)
    assert (ready.blocks, ready.launched, ready.players[0].blocks) == (16, 1, 0)
    after = make(ready, shot(tower(2), tower(2)))
    assert (after.turn, after.blocks, after.players[0].blocks) == (P2, 17, 0)
    again = make(ready, shot(tower(2), fell(2)), towers(tower(2), tower(2)))
    assert (again.phase, again.players[0].blocks) == (Phase.FIRE, 1)
    assert make(fired(again), shot(tower(2), tower(2))).turn == P2


@pytest.mark.rule("hurlyburly.attack.position")
def test_the_catapult_stands_near_the_own_flag_and_no_closer_to_the_target():
    """Twenty centimetres from the flag at most, and at least as far from the target as the flag."""
    aiming = make(position((2,), (2,), blocks=(1, 0)), Fire(P1, P2))
    assert refusal(aiming, replace(NEAR, from_flag=0.201)) == "hurlyburly.attack.position"
    assert refusal(aiming, replace(NEAR, from_target=0.549)) == "hurlyburly.attack.position"
    assert refusal(aiming, replace(NEAR, from_flag=-0.1)) == "hurlyburly.attack.position"
    assert refusal(aiming, shot(tower(2), tower(2))) == "hurlyburly.attack.position"
    assert make(aiming, Aim(0.2, 0.55, 0.55)).phase is Phase.SHOT


@pytest.mark.rule("hurlyburly.attack.launch")
@pytest.mark.parametrize(
    "wrong",
    [
        {"blocks": 0},
        {"blocks": 2},
        {"block_gap": 0.001},
        {"base_slip": 0.006},
        {"pull_speed": 0.6},
    ],
)
def test_a_block_is_laid_pulled_gently_and_let_go(wrong):
    """A launch against the rule is taken back; between shots the catapult is placed anew."""
    ready = fired(position((2,), (2,), blocks=(2, 0)))
    assert refusal(ready, shot(tower(2), fell(0), **wrong)) == "hurlyburly.attack.launch"
    once = make(ready, shot(tower(2), tower(2)))
    assert make(once, Fire(P1, P2)).phase is Phase.AIM


@pytest.mark.rule("hurlyburly.attack.blocks-return")
def test_launched_blocks_go_back_to_the_supply():
    """Not between the shots but after the last one; what was not fired stays with the player."""
    state = position((2,), (2,), blocks=(3, 0))
    stand = shot(tower(2), tower(2))
    twice = make(fired(make(fired(state), stand)), stand)
    assert (twice.launched, twice.blocks, twice.players[0].blocks) == (2, 17, 1)
    after = make(twice, Stop(P1))
    assert (after.launched, after.blocks, after.players[0].blocks) == (0, 19, 1)


@pytest.mark.rule("hurlyburly.attack.flag-only")
def test_a_flag_without_a_level_gives_the_block_back():
    """The rival puts the flag up at once and the attacker may fire again, or stop."""
    ready = fired(position((2,), (2,), (2,), blocks=(1, 0, 0)))
    knocked = make(ready, shot(tower(2), fell(2), tower(2)))
    assert (knocked.phase, knocked.launched, knocked.players[0].blocks) == (Phase.FLAG, 0, 1)
    assert GAME.to_act(knocked) == {NATURE}
    assert refusal(knocked, NEAR) == "hurlyburly.attack.flag-only"
    assert refusal(knocked, towers(tower(2), fell(2), tower(2))) == "hurlyburly.attack.flag-only"
    back = make(knocked, towers(tower(2), tower(2), tower(2)))
    assert (back.phase, GAME.to_act(back), back.players[1].flag) == (Phase.FIRE, {P1}, True)
    both = make(ready, shot(tower(2), fell(2), fell(2)))
    assert (both.mending, both.players[0].blocks) == ((P2, P3), 1)


@pytest.mark.rule("hurlyburly.attack.flag-only")
def test_a_flag_with_a_level_anywhere_does_not():
    """A level of any tower, the own one included, keeps the block; an own flag is no rival's."""
    ready = fired(position((2, 1), (2,), (2, 1), blocks=(1, 0, 0)))
    for read in (
        (tower(2, 1), fell(2), fell(2, 0)),
        (fell(2, 0), fell(2), tower(2, 1)),
        (fell(2, 1), tower(2), tower(2, 1)),
    ):
        after = make(ready, shot(*read))
        assert (after.launched, after.players[0].blocks, after.phase) == (1, 0, Phase.MEND)


@pytest.mark.rule("hurlyburly.demolish.level")
def test_levels_are_counted_upward_until_one_has_no_wall():
    """The level above a gap falls with it, though its own wall is upright; its cards count as fallen."""
    ready = fired(position((2,), (2, 2, 1, 1), blocks=(2, 0)))
    ruling, after = GAME.decide(ready, shot(tower(2), tower(2, 1, 0, 1, flag_level=2)))
    assert (ruling.rule, ruling.reason[:35]) == (
        "hurlyburly.demolish.level",
        "P2 loses 2 levels and keeps 2; P1 h",
    )
    victim = after.players[1]
    assert (victim.levels, victim.fallen, victim.lost, victim.flag) == ((2, 1), Cards(3, 2), 2, True)
    nothing = make(ready, shot(tower(2), tower(1, 2, 1, 1)))
    assert (nothing.players[1].levels, nothing.players[1].lost) == ((1, 2, 1, 1), 0)
    assert nothing.players[1].fallen == Cards(walls=1)
    assert refusal(ready, shot(tower(2), tower(2, 2, 1, 1), tower(2))) == "hurlyburly.demolish.level"
    assert GAME.decide(ready, shot(tower(2), tower(2, 2, 1, 1))).state.players[1].fallen == Cards()


@pytest.mark.rule("hurlyburly.steal.limit")
def test_one_wall_and_one_platform_of_each_tower_that_lost_levels():
    """Up to one of each, once a rival; nothing of a tower that only swayed."""
    ready = fired(position((2,), (2, 1, 1), (2, 2), (2, 1), blocks=(1, 0, 0, 0)))
    after = make(ready, shot(tower(2), fell(2, 0, 0), fell(2, 0), tower(2, 1)))
    after = make(after, towers(tower(2), tower(2), fell(2), tower(2, 1)))
    after = make(after, towers(tower(2), tower(2), tower(2), tower(2, 1)))
    assert (after.phase, GAME.to_act(after)) == (Phase.STEAL, {P1})
    takes = [(0, 1), (1, 0), (1, 1)]
    wanted = [Steal(P1, victim, w, p) for victim in (P2, P3) for w, p in takes]
    assert list(GAME.legal_moves(after, P1)) == [*wanted, Stop(P1)]
    for wrong in (Steal(P1, P4, 1, 1), Steal(P1, P2, 2, 1), Steal(P1, P2, 0, 0), Steal(P1, P2, -1, 1)):
        assert refusal(after, wrong) == "hurlyburly.steal.limit"
    once = make(after, Steal(P1, P2, 1, 1))
    assert (once.stolen, once.players[1].fallen) == (Cards(1, 1), Cards(1, 1))
    assert refusal(once, Steal(P1, P2, 1, 1)) == "hurlyburly.steal.limit"
    assert (
        refusal(after, Steal(P1, P1, 1, 1)) == refusal(after, Steal(P1, Seat(7), 1, 1)) == "hurlyburly.steal.limit"
    )
    over = make(once, Steal(P1, P3, 0, 1))
    assert (over.phase, over.rising) == (Phase.BUILD, (1,))
    assert over.supply == ready.supply + Cards(platforms=1)  # two platforms and one wall: one is not built
    none = make(after, Stop(P1))
    assert (none.turn, none.supply) == (P2, ready.supply + Cards(4, 3))


@pytest.mark.rule("hurlyburly.steal.limit")
def test_a_level_that_hands_knocked_over_cannot_be_stolen():
    """Only shots let the attacker steal; a flag alone brings nothing."""
    knocked = make(fired(position((2,), (2, 1), blocks=(1, 0))), shot(tower(2), fell(2, 1)))
    clumsy = make(knocked, towers(tower(2), tower(2, 0, flag_level=1)), Stop(P1))
    assert (clumsy.phase, clumsy.turn) == (Phase.TURN, P2)


@pytest.mark.rule("hurlyburly.steal.two-players")
def test_two_of_each_with_two_players():
    """Up to two walls and two platforms, if so much was demolished."""
    ready = fired(position((2,), (2, 1, 1, 1), blocks=(1, 0)))
    after = make(ready, shot(tower(2), fell(2, 0, 0, 0)), towers(tower(2), tower(2)))
    assert len(GAME.legal_moves(after, P1)) == 9
    assert refusal(after, Steal(P1, P2, 3, 2)) == "hurlyburly.steal.two-players"
    assert GAME.check(after, Steal(P1, P2, 2, 2)).rule == "hurlyburly.steal.two-players"
    one = make(ready, shot(tower(2), tower(2, 1, 1, 0, flag_level=3)))
    assert refusal(one, Steal(P1, P2, 1, 2)) == "hurlyburly.steal.two-players"
    assert len(GAME.legal_moves(one, P1)) == 4


@pytest.mark.rule("hurlyburly.steal.not-base")
def test_the_last_platform_and_two_walls_are_safe():
    """Of a base that fell nothing can be taken; a base that lost a wall protects another."""
    ready = fired(position((2,), (2, 1), blocks=(1, 0)))
    after = make(ready, shot(tower(2), tower(1, 0, flag_level=1)))
    assert after.players[1].fallen == Cards(2, 1)
    assert refusal(after, Steal(P1, P2, 2, 1)) == "hurlyburly.steal.not-base"
    assert list(GAME.legal_moves(after, P1))[-2] == Steal(P1, P2, 1, 1)
    alone = fired(position((2,), (2,), blocks=(1, 0)))
    over = make(alone, shot(tower(2), fell(0)), towers(tower(2), tower(2)))
    assert (over.phase, over.turn) == (Phase.TURN, P2)


@pytest.mark.rule("hurlyburly.steal.build-now")
def test_stolen_cards_are_built_at_once_after_the_base():
    """The victim rebuilds, the attacker takes and builds on top, and only then the turn is over."""
    ready = fired(position((2,), (2, 2, 1), blocks=(1, 0)))
    fallen = make(ready, shot(tower(2), fell(0, 0, 0)))
    assert fallen.mending == (P2,)
    rebuilt = make(fallen, towers(tower(2), tower(2)))
    assert rebuilt.phase is Phase.STEAL
    building = make(rebuilt, Steal(P1, P2, 2, 2))
    assert (building.phase, building.rising, GAME.to_act(building)) == (Phase.BUILD, (1, 1), {NATURE})
    assert refusal(building, towers(tower(2, 2, 1), tower(2))) == "hurlyburly.steal.build-now"
    after = make(building, towers(tower(2, 1, 1), tower(2)))
    assert (after.players[0].levels, after.turn) == ((2, 1, 1), P2)
    strong = make(rebuilt, Steal(P1, P2, 2, 1))
    assert strong.rising == (2,)
    for cards in ((2, 0), (0, 2)):
        assert make(rebuilt, Steal(P1, P2, *cards)).turn == P2  # nothing to build


@pytest.mark.rule("hurlyburly.steal.build-now")
def test_the_attacker_says_which_stolen_level_is_strong():
    """Three walls and two platforms make a strong and a weak level, in either order."""
    stolen = replace(position((2,), (2,), (2,), (2,)), phase=Phase.STEAL, stolen=Cards(2, 1), launched=1)
    robbed = replace(stolen.players[1], fallen=Cards(1, 1), lost=1)
    stolen = supply(
        replace(stolen, players=(stolen.players[0], robbed, *stolen.players[2:])), walls=7, platforms=5
    )
    state = make(stolen, Steal(P1, P2, 1, 1))
    assert list(GAME.legal_moves(state, P1)) == [Raise(P1, (1, 2)), Raise(P1, (2, 1))]
    for wrong in ((1, 1), (2,), (), (3, 0)):
        assert refusal(state, Raise(P1, wrong)) == "hurlyburly.steal.build-now"
    assert refusal(state, Stop(P1)) == "hurlyburly.steal.build-now"
    assert make(state, Raise(P1, (1, 2))).rising == (1, 2)


@pytest.mark.rule("hurlyburly.clear.order")
def test_victims_mend_clockwise_then_the_attacker_steals_then_the_rest_is_cleared():
    """Nothing is cleared between shots; who sits to the left mends first, the attacker last."""
    state = position((2, 1), (2,), (2, 1), blocks=(0, 2, 0), turn=P2)
    ready = make(state, Fire(P2, P3), NEAR)
    between = make(ready, shot(fell(2, 0), tower(2), fell(2, 0)))
    assert (between.phase, between.supply, between.players[0].flag) == (Phase.FIRE, ready.supply, False)
    mending = make(between, Stop(P2))
    assert (mending.phase, mending.mending) == (Phase.MEND, (P3,))
    assert refusal(mending, Fire(P2, P1)) == "hurlyburly.turn.one-action"
    assert refusal(mending, NEAR) == "hurlyburly.clear.order"
    assert refusal(mending, towers(fell(2), tower(2), fell(2))) == "hurlyburly.clear.order"
    next_one = make(mending, towers(fell(2), tower(2), tower(2)))
    assert next_one.mending == (P1,)
    stealing = make(next_one, towers(tower(2), tower(2), tower(2)))
    assert (stealing.phase, stealing.supply, stealing.launched) == (Phase.STEAL, ready.supply, 1)
    assert refusal(stealing, Fire(P2, P1)) == "hurlyburly.clear.order"
    over = make(stealing, Stop(P2))
    assert (over.turn, over.supply, over.blocks) == (P3, ready.supply + Cards(2, 2), 19)


@pytest.mark.rule("hurlyburly.clear.rebuild-base")
def test_a_tower_that_is_gone_gets_a_new_base():
    """One platform and two walls of the own fallen cards, and the flag on top."""
    ready = fired(position((2,), (1, 1, 1), blocks=(1, 0)))
    fallen = make(ready, shot(tower(2), fell(0, 1, 1)))
    assert (fallen.players[1].levels, fallen.players[1].fallen) == ((), Cards(3, 3))
    for wrong in (fell(2), tower(1), tower(), tower(0), tower(2, 1)):
        assert refusal(fallen, towers(tower(2), wrong)) == "hurlyburly.clear.rebuild-base"
    assert refusal(fallen, towers()) == "hurlyburly.clear.rebuild-base"
    after = make(fallen, towers(tower(2), tower(2)))
    assert (after.players[1].levels, after.players[1].fallen) == ((2,), Cards(1, 2))
    poor = make(fired(position((2,), (1,), blocks=(1, 0))), shot(tower(2), fell(0)))
    helped = make(poor, towers(tower(2), tower(2)))
    assert helped.supply == poor.supply - Cards(walls=1)
    assert make(supply(poor, walls=0), towers(tower(2), tower(1))).players[1].levels == (1,)


@pytest.mark.rule("hurlyburly.clear.fallen")
def test_everything_else_that_fell_goes_back_to_the_supply():
    """Walls, platforms, sandbags and supports; no more can fall than stood."""
    state = position((2,), (2, 2), blocks=(1, 0), sandbags=(0, 3), supports=(0, 1))
    ready = fired(state)
    read = tower(2, 1, sandbags_fallen=2, supports_fallen=1)
    after = make(ready, shot(tower(2), read))
    assert (after.turn, after.supply) == (P2, ready.supply + Cards(1, 0, 2, 1))
    assert (after.players[1].sandbags, after.players[1].supports) == (1, 0)
    for wrong in ({"sandbags_fallen": 4}, {"supports_fallen": 2}, {"sandbags_fallen": -1}):
        assert refusal(ready, shot(tower(2), tower(2, 2, **wrong))) == "hurlyburly.clear.fallen"
    placing = make(state, Defend(P1, 3, 0))
    fell_at_once = Defences(3, 0, 0.01, (tower(2, sandbags_fallen=1), tower(2, 2)), 0.0, 0.0)
    assert make(placing, fell_at_once).players[0].sandbags == 2


@pytest.mark.rule("hurlyburly.repair.tower")
def test_a_damaged_tower_is_not_rearranged():
    """No wall comes back and nothing that stood is moved more than a centimetre by hands."""
    state = position((2, 1), (1, 1))
    rising = make(state, Strong(P1))
    assert refusal(rising, towers(tower(2, 2, 2), tower(1, 1))) == "hurlyburly.repair.tower"
    assert refusal(rising, towers(tower(2, 1, 2), tower(2, 1))) == "hurlyburly.repair.tower"
    good = towers(tower(2, 1, 2), tower(1, 1))
    assert refusal(rising, replace(good, tower_shift=0.011)) == "hurlyburly.repair.tower"
    assert GAME.check(rising, replace(good, tower_shift=0.01)).legal


@pytest.mark.rule("hurlyburly.repair.defence")
def test_defences_that_moved_are_left_alone():
    """A sandbag set right by hand is put back where it was; so while placing others."""
    state = position((2,), (2,), sandbags=(2, 0))
    good = towers(tower(2, 2), tower(2))
    rising = make(state, Strong(P1))
    assert refusal(rising, replace(good, defence_shift=0.011)) == "hurlyburly.repair.defence"
    placing = make(state, Defend(P1, 3, 0))
    moved = Defences(3, 0, 0.01, (tower(2), tower(2)), 0.0, 0.02)
    assert refusal(placing, moved) == "hurlyburly.repair.defence"
    assert GAME.check(placing, replace(moved, defence_shift=0.005)).legal


@pytest.mark.rule("hurlyburly.repair.own-fault")
def test_a_tower_knocked_over_by_its_owner_is_demolished_all_the_same():
    """While building, while defending, by the own shot: what fell goes to the supply, a base is rebuilt."""
    state = position((2, 1), (2,), blocks=(1, 0))
    rising = make(state, Fast(P1, 2))
    ruling, after = GAME.decide(rising, towers(tower(2, 0, 0, 0, flag_level=1), tower(2)))
    assert ruling.rule == "hurlyburly.repair.own-fault"
    assert (after.turn, after.players[0].levels, after.supply) == (P2, (2,), state.supply + Cards(1, 1))
    gone = make(rising, towers(fell(0, 0, 0, 0), tower(2)))
    assert (gone.phase, gone.mending) == (Phase.MEND, (P1,))
    assert make(gone, towers(tower(2), tower(2))).turn == P2
    placing = make(state, Defend(P1, 3, 0))
    clumsy = make(placing, Defences(3, 0, 0.01, (tower(2, 0, flag_level=1), tower(2)), 0.0, 0.0))
    assert (clumsy.players[0].levels, clumsy.players[0].sandbags, clumsy.turn) == ((2,), 3, P2)
    own = GAME.check(fired(state), shot(tower(2, 0, flag_level=1), tower(2)))
    assert own.rule == "hurlyburly.repair.own-fault"
    mending = make(fired(position((2,), (2, 1, 1), blocks=(1, 0))), shot(tower(2), fell(2, 1, 0)))
    slipped = make(mending, towers(tower(2), fell(2, 0)))
    assert (slipped.mending, slipped.players[1].levels, slipped.players[1].lost) == ((P2,), (2,), 1)


@pytest.mark.rule("hurlyburly.expert")
def test_experienced_players_pay_for_success_and_keep_four_blocks():
    """A demolished level costs one upgrade, if there is one; nothing else does; four blocks are the most."""
    expert = HurlyburlyOptions(experienced=True)
    levels = ((2,), (2, 1))
    hit = shot(tower(2), tower(2, 0, flag_level=1))
    ready = fired(position(*levels, blocks=(1, 0), upgrades=(2, 0), options=expert))
    after = make(ready, hit, Stop(P1))
    assert (after.players[0].upgrades, after.upgrades) == (1, 7)
    plain = make(fired(position(*levels, blocks=(1, 0), upgrades=(2, 0))), hit, Stop(P1))
    assert plain.players[0].upgrades == 2
    missed = make(ready, shot(tower(2), tower(2, 1)))
    assert missed.players[0].upgrades == 2
    assert make(fired(position(*levels, blocks=(1, 0), options=expert)), hit, Stop(P1)).upgrades == 8
    full = position((2, 1), (2,), blocks=(4, 0), options=expert)
    assert refusal(full, Collect(P1)) == "hurlyburly.expert"
    three = position((2, 1), (2,), blocks=(3, 0), options=expert)
    assert make(three, Collect(P1)).players[0].blocks == 4


@pytest.mark.rule("hurlyburly.end.limit")
def test_after_the_last_round_the_highest_tower_wins():
    """Everybody has had as many turns; ties share the win; at least one round is played."""
    short = HurlyburlyOptions(rounds=1)
    state = position((2,), (2, 1), (2, 1), options=short)
    state = make(state, Collect(P1), Collect(P2))
    assert GAME.outcome(state) is None
    outcome = GAME.outcome(make(state, Collect(P3)))
    assert (outcome.winners, outcome.scores, outcome.rule) == ((P2, P3), (1, 2, 2), "hurlyburly.end.limit")
    assert HurlyburlyOptions().rounds == 200
    late = position((2,), (2, 1), turn=P2, round=200)
    assert GAME.outcome(make(late, Collect(P2))).winners == (P2,)
    assert GAME.outcome(make(replace(late, round=199), Collect(P2))) is None
    with pytest.raises(InputError, match="1 round or more, not 0"):
        GAME.initial(2, HurlyburlyOptions(rounds=0))


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ("[pieces]\nwalls = 7", "pieces.walls: 7 are not enough for 4 players; write 8 or more"),
        ("[pieces]\nflags = 3", "pieces.flags: 3 are not enough for 4 players; write 4 or more"),
        ("[pieces]\nupgrades = -1", "pieces.upgrades: -1 pieces cannot be"),
        ("[pieces]\nblocks = 15", "pieces.blocks: 15 blocks can all be held while a player has none; write 16"),
        ("[pieces]\nwals = 18", "pieces.wals: this key is not known; did you mean walls?"),
        ("[platforms_in_play]\n'2' = 12", "platforms_in_play.2: 12 platforms of 11 cannot be in play; change"),
        ("[platforms_in_play]\n'4' = 6", "platforms_in_play.4: with 6 platforms no tower of 4 players reaches 4"),
        ("[platforms_in_play]\n'5' = 11", "platforms_in_play.5: '5' is no number of players; write 2 to 4"),
        ("[height]\n'3' = 1", "height.3: every tower begins with one level, so 1 cannot win"),
        ("[blocks]\nexperienced_limit = 3", "blocks.experienced_limit: the last of 4 players begins with 4"),
        ("[limits]\nnudge_mm = 0", "limits.nudge_mm: 0 is not more than 0"),
        ("[limits]\nfold_deg = [90, 80]", "limits.fold_deg: from 90 to 80 is no range"),
    ],
)
def test_wrong_data_are_refused(tmp_path, own, problem):
    """One line with the file, the key and what to write instead."""
    file = tmp_path / "mine.toml"
    file.write_text(own)
    with pytest.raises(BadFile) as error:
        load_game("hurlyburly", file)
    assert str(error.value).startswith(f"{file}: {problem}")


def test_a_reading_has_a_short_text():
    """A shot is one line that a person can read and write."""
    act = shot(tower(2), fell(2, 0, sandbags_fallen=1))
    text = "shot blocks=1 block_gap=0.0 base_slip=0.001 pull_speed=0.2 towers=2:1:1.0:0:0,2/0:0:90.0:1:0"
    assert GAME.notation.to_text(act) == text
    assert GAME.notation.from_text(text, NATURE) == act
