"""A thousand shots of the catapult of Hurlyburly: no block goes through a card."""

from __future__ import annotations

import os
import sys

import pytest

from tests.referee.passing import shots_through

SHOTS = int(os.environ.get("SHOTS", "1000"))
SEED = int(os.environ.get("SHOTS_SEED", "1"))
"""Of a slice, for machines on which all of them at once take too long."""


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_no_block_passes_through_a_card_in_1000_shots(capsys: pytest.CaptureFixture[str]) -> None:
    """With two and three upgrades, well aimed and harder, at towers of double and of single walls."""
    passed, hits, looks = shots_through(SHOTS, SEED)
    with capsys.disabled():
        said = f"{hits} moved a tower, {len(passed)} went through a card {passed}; looked {looks} times"
        sys.stdout.write(f"\n{SHOTS} shots with seed {SEED}: {said}\n")
    assert passed == []
    assert hits > SHOTS // 3, "otherwise it shows little"
