"""What the catapult can do at 50 cm: the balance that the rulebook implies. The soak fires more shots."""

import pytest
from scipy.stats import binomtest

from sandbox.players.tables.cloud import cell, shooting_range
from sandbox.players.tables.hurlyburly import SKILLS

ONE, TWO = (1, 1, 1, 1), (2, 2, 2, 2)
"""Towers of four levels: one short of winning."""

BARS = [(ONE, 0, 1 / 3, 1.0), (TWO, 0, 0.0, 0.1), (TWO, 2, 0.5, 1.0)]
"""Tower, upgrades, and how often a well-aimed shot fells a level of it, at least and at most."""

ALPHA = 0.01
"""How rarely shots that just meet a bar may be taken for ones that do not."""


def felled(walls, upgrades, shots, builds):
    """Return how many well-aimed shots of a fair hand fell a level.

    Args:
        walls: Of each level of the target.
        upgrades: Cards that were added to the catapult.
        shots: How many.
        builds: Over how many builds of the tower they are spread.
    """
    return sum(
        hit.felled > 0
        for build in range(builds)
        for hit in cell(shooting_range(walls, upgrades, seed=build), SKILLS["fair"], shots // builds, seed=build)
    )


def refutes(count, shots, low, high):
    """Return whether as few, or as many, of some shots would be seen in less than 1 % if the bar were just met.

    A few shots cannot show that a bar is met, only that it is not; that it is met hundreds show in the soak.
    """
    few = binomtest(count, shots, low, alternative="less").pvalue
    many = binomtest(count, shots, high, alternative="greater").pvalue
    return min(few, many) < ALPHA


def test_the_bound_lets_chance_pass_but_no_other_catapult():
    """One in ten: 3 of 20 are chance, 7 are not. A third: 3 of 20 are chance, none is not."""
    assert [refutes(count, 20, 0.0, 0.1) for count in (0, 3, 7, 20)] == [False, False, True, True]
    assert [refutes(count, 20, 1 / 3, 1.0) for count in (0, 3, 20)] == [True, False, False]


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("walls", "upgrades", "low", "high"), BARS)
def test_the_balance_of_the_rulebook(walls, upgrades, low, high):
    """One card fells single walls often and double walls hardly ever; two upgrades fell double walls."""
    shots = 40 if high < 1 else 20  # the rarer, the more it takes
    assert not refutes(felled(walls, upgrades, shots, builds=shots // 10), shots, low, high)
