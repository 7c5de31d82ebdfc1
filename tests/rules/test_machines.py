"""Ten thousand acts a game, legal and illegal mixed, with no exception but the documented ones."""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from sandbox.rules import GAMES
from tests.rules.driving import cases
from tests.rules.machines import GameMachine


@pytest.mark.parametrize("name", GAMES)
def test_no_mix_of_acts_breaks_a_game(name):
    """`check` never raises, `apply` raises IllegalMove only, and nothing is lost on the way."""

    class Machine(GameMachine):
        cases = tuple(case for case in cases() if case.game == name)

    always_the_same = settings(max_examples=100, stateful_step_count=25, derandomize=True, deadline=None)
    run_state_machine_as_test(Machine, settings=always_the_same)
    assert Machine.acts >= 10_000
