"""What the catapult can do at 50 cm: the balance that the rulebook implies. The soak fires more shots."""

import pytest

from sandbox.players.tables.cloud import cell, shooting_range
from sandbox.players.tables.hurlyburly import SKILLS

ONE, TWO = (1, 1, 1, 1), (2, 2, 2, 2)
"""Towers of four levels: one short of winning."""

BARS = [(ONE, 0, 1 / 3, 1.0), (TWO, 0, 0.0, 0.1), (TWO, 2, 0.5, 1.0)]
"""Tower, upgrades, and how often a well-aimed shot fells a level of it, at least and at most."""


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


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("walls", "upgrades", "low", "high"), BARS)
def test_the_balance_of_the_rulebook(walls, upgrades, low, high):
    """One card fells single walls often and double walls hardly ever; two upgrades fell double walls."""
    assert low <= felled(walls, upgrades, 20, builds=2) / 20 <= high
