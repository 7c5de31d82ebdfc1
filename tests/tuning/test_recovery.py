"""Intervals are honest: over many made-up studies the truth lies inside as often as they say."""

from __future__ import annotations

import pytest

from sandbox.runner.executor import default_jobs
from tests.tuning.recovery import proof


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_true_values_lie_inside_the_intervals() -> None:
    """Each truth is inside its 95 % interval in 90 of 100 studies; an unknowable pair is named in 18 of 20."""
    inside, named = proof(100, 20, default_jobs())
    assert (inside.sum(axis=0) >= 90).all()
    assert named >= 18
