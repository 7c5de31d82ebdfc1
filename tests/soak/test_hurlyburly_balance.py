"""The balance that the rulebook of Hurlyburly implies, over many shots at many builds of a tower."""

from __future__ import annotations

import os
import sys

import pytest

from sandbox.runner.verdict import wilson
from tests.referee.test_balance import BARS, felled

SHOTS = int(os.environ.get("SHOTS", "120"))


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("walls", "upgrades", "low", "high"), BARS)
def test_the_balance_over_many_shots(
    walls: tuple[int, ...], upgrades: int, low: float, high: float, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ten shots at each of a dozen builds: the bar itself is met, without what chance may take from it."""
    count = felled(walls, upgrades, SHOTS, builds=max(1, SHOTS // 10))
    with capsys.disabled():
        interval = " to ".join(f"{100 * end:.0f}" for end in wilson(count, SHOTS))
        tower = "+".join(map(str, walls))
        sys.stdout.write(
            f"\n{tower} with {upgrades} upgrades: {count} of {SHOTS} shots fell a level ({interval} %)\n"
        )
    assert low <= count / SHOTS <= high
