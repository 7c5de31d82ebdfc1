"""Hurlyburly, the attack: where the catapult stands, what a shot does, and when it ends."""

from dataclasses import replace

import pytest

from sandbox.rules.base import NATURE, Seat
from sandbox.rules.hurlyburly import (
    Aim,
    Cards,
    Fire,
    Phase,
    Stop,
    Upgrade,
)
from tests.rules.battlefield import (
    GAME,
    NEAR,
    P1,
    P2,
    P3,
    fell,
    fired,
    make,
    position,
    refusal,
    shot,
    tower,
    towers,
)


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
