"""Whole games of bots at the table: they end by the rules and nothing is lost. The soak plays fifty."""

import pytest

from tests.referee.duels import duel


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_duel_ends_by_the_rules_with_every_piece_in_its_place(seed):
    """Somebody begins a turn with a tower that wins, long before 60 rounds."""
    game = duel(seed)
    assert game.ends_by_the_rules, game.session.state.round
    assert game.seen["shots"] > 0
    assert game.seen["builds"] > 0
