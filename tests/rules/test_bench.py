"""The bench of the rules runs, and an act does not grow with the length of the game."""

import pytest

from sandbox.rules import GAMES
from tests.bench.rules_bench import growth, rows
from tests.rules.driving import cases, match_of


def test_the_bench_has_three_rows_a_game():
    """Every figure is a positive number with a unit."""
    found = rows(seconds=0.01)
    assert len(found) == 3 * len(GAMES)
    assert all(figure > 0 and unit for _, figure, unit in found)


@pytest.mark.parametrize("name", GAMES)
def test_an_act_costs_as_much_late_as_early(name):
    """Half a game later an act costs about the same: nothing in a state grows with the game.

    A busy machine may spoil a measurement, but not three.
    """
    case = [case for case in cases() if case.game == name][-1]
    assert any(growth(match_of(case).log) < 2 for _ in range(3))
