"""Hurlyburly, rule by rule: the table, building, preparing, winning and the end."""

from dataclasses import replace

import pytest

from sandbox.errors import BadFile, InputError
from sandbox.rules import load_game
from sandbox.rules.base import NATURE, Seat
from sandbox.rules.hurlyburly import (
    Cards,
    Collect,
    Defences,
    Defend,
    Fast,
    Fire,
    HurlyburlyOptions,
    Phase,
    Starter,
    Steal,
    Stop,
    Strong,
    Upgrade,
)
from tests.rules.battlefield import (
    GAME,
    NEAR,
    P1,
    P2,
    P3,
    fell,
    make,
    position,
    refusal,
    setup,
    shot,
    supply,
    tower,
    towers,
)


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
