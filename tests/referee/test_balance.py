"""What the catapult can do at 50 cm: the balance that the rulebook implies, and what it costs."""

import sys

import pytest

from sandbox.players.tables.cloud import cell, shooting_range
from sandbox.players.tables.hurlyburly import SKILLS

ONE, TWO = (1, 1, 1, 1), (2, 2, 2, 2)
"""Towers of four levels: one short of winning."""


def rate(walls, upgrades, shots, seed=0):
    """Return the part of well-aimed shots of a fair hand that fell a level, over several builds of the tower."""
    builds = max(1, shots // 20)
    hits = [
        hit.felled > 0
        for build in range(builds)
        for hit in cell(
            shooting_range(walls, upgrades, seed=build), SKILLS["fair"], shots // builds, seed=seed + build
        )
    ]
    return sum(hits) / len(hits)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    ("walls", "upgrades", "low", "high"),
    [(ONE, 0, 1 / 3, 1.0), (TWO, 0, 0.0, 0.1), (TWO, 2, 0.5, 1.0)],
)
def test_the_balance_of_the_rulebook(walls, upgrades, low, high, capsys):
    """One card fells single walls often and double walls hardly ever; two upgrades fell double walls."""
    found = rate(walls, upgrades, 60)
    with capsys.disabled():
        sys.stdout.write(
            f"\n{'+'.join(map(str, walls))} with {upgrades} upgrades: {found:.2f} of 60 shots fell a level\n"
        )
    assert low <= found <= high
