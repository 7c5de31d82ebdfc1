"""The yardsticks of statics, against values by hand."""

from __future__ import annotations

import math

import pytest

from sandbox.physics import statics


def test_slopes():
    """Friction and shape decide."""
    assert math.degrees(statics.slip_angle(1.0)) == pytest.approx(45)
    assert math.tan(statics.tipping_angle(20, 40)) == pytest.approx(0.5)


def test_the_harmonic_series():
    """One piece reaches half its length, four reach 25/24 of it."""
    assert statics.harmonic_reach(0.08, 1) == pytest.approx(0.04)
    assert statics.harmonic_reach(0.08, 4) == pytest.approx(0.08 * 25 / 24)


def test_the_balance_of_moments():
    """A seesaw: equal moments are a margin of 0, more weight outside is negative."""
    assert statics.balance([(2.0, -0.1), (1.0, 0.2)], edge=0.0) == pytest.approx(0)
    assert statics.balance([(1.0, -0.1), (1.0, 0.2)], edge=0.0) == pytest.approx(-0.05)
    with pytest.raises(ValueError, match="nothing has mass"):
        statics.balance([], edge=0.0)


def test_the_margin_of_a_support_polygon():
    """Distance to the nearest edge inside, negative outside; points inside the hull do not matter."""
    square = [(0, 0), (1, 0), (1, 1), (0, 1), (0.5, 0.5)]
    assert statics.support_margin(square, (0.5, 0.25)) == pytest.approx(0.25)
    assert statics.support_margin(square, (0.5, -0.1, 3.0)) == pytest.approx(-0.1)
    assert statics.support_margin([(0, 0), (1, 0)], (2, 0)) == pytest.approx(-1)
    assert statics.support_margin([], (0, 0)) == -math.inf
