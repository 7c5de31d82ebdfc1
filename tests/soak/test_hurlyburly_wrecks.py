"""Two hundred towers that were hit, judged by both readings of the umpire and by rays."""

from __future__ import annotations

import os
import sys

import pytest

from tests.referee.wrecks import judge

WRECKS = int(os.environ.get("WRECKS", "200"))
FIRST = int(os.environ.get("WRECKS_FROM", "0"))
"""Of a slice, for machines on which all of them at once take too long."""


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_200_wrecks_are_counted_alike(capsys: pytest.CaptureFixture[str]) -> None:
    """In at least 99 of 100 all three agree; those on which they do not are named, to be kept as cases."""
    found = [judge(seed) for seed in range(FIRST, FIRST + WRECKS)]
    odd = [str(each) for each in found if not each.is_alike]
    stood = sum(each.graph == len(each.levels) for each in found)
    fell = sum(each.graph == 0 for each in found)
    with capsys.disabled():
        said = f"{stood} stood whole, {fell} fell whole; not: {odd}"
        sys.stdout.write(f"\n{WRECKS - len(odd)} of {WRECKS} wrecks are counted alike; {said}\n")
    assert len(odd) <= WRECKS // 100
