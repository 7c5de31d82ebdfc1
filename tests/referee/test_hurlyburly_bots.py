"""Bots of Hurlyburly by the rules alone: their games end, whatever hands can do. The soak plays at the table."""

import random
from dataclasses import replace

import pytest

from sandbox.players.greedy.hurlyburly import choose, impatience
from sandbox.players.nature import hurlyburly as nature
from sandbox.rules.base import Nature, actor_name
from sandbox.rules.hurlyburly import Defences, Phase, Shot, Tower, Towers
from tests.referee.desk import GAME
from tests.referee.duels import ROUNDS

OFTEN = 0.95
"""How often a shot takes all but the base: more than any hands of ours ever do."""


def _found(state, rng):
    """Return what hands show that build without a slip and whose shots hardly ever miss."""
    if state.phase in (Phase.START, Phase.SETUP, Phase.AIM):
        return nature.find(GAME, state, rng)
    towers = [_standing(state, seat) for seat in range(len(state.players))]
    if state.phase is Phase.PLACE:
        return Defences(state.placing.sandbags, state.placing.supports, 0.05, tuple(towers), 0.0, 0.0)
    if state.phase is not Phase.SHOT:
        return Towers(tuple(towers), 0.0, 0.0)
    if rng.random() < OFTEN:
        tower = towers[state.target]  # screens do not help either
        towers[state.target] = replace(tower, walls=(tower.walls[0], *(0 for _ in tower.walls[1:])), flag_level=0)
    return Shot(1, 0.0, 0.0, 0.2, tuple(towers))


def _standing(state, seat):
    player = state.players[seat]
    levels = player.levels + (state.rising if seat == state.turn else ())
    return Tower(levels, len(levels), 0.0, 0, 0)


def _rounds(players, seed):
    """Return how many rounds a game takes among such hands."""
    rng, state = random.Random(seed), GAME.initial(players)
    while GAME.outcome(state) is None and state.round <= ROUNDS:
        actor = min(GAME.to_act(state), key=actor_name)
        if isinstance(actor, Nature):
            act = _found(state, rng)
        else:
            act = choose(GAME, state, GAME.legal_moves(state, actor), rng)
        ruling, after = GAME.decide(state, act)
        assert ruling.legal or state.phase in (Phase.SETUP, Phase.AIM), ruling.reason  # those are tried again
        state = after
    return state.round


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_end_among_hands_that_hardly_ever_miss(players):
    """Nobody could win if everybody always shot down the tower that is about to; in time they just build."""
    assert max(_rounds(players, seed) for seed in range(4)) <= ROUNDS


def test_nobody_is_impatient_in_a_game_of_usual_length():
    """Seven rounds are usual; later it grows, and nobody ever only builds."""
    assert [impatience(each) for each in range(1, 9)] == [0.0] * 8
    assert 0 < impatience(12) < impatience(20) < impatience(60) < 1
