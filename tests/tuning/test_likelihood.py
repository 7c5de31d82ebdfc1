"""Estimates drawn from a quadratic have the distribution that it says."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.tuning.likelihood import draw


def drawn(hessian: np.ndarray, middle: np.ndarray) -> np.ndarray:
    """Return 4000 draws from the normal distribution of a precision matrix, cut at ±1."""
    p = len(middle)
    products = [hessian[i, j] / (1 + (i == j)) for i in range(p) for j in range(i, p)]
    row = np.array([0.0, *(-hessian @ middle), *products])
    return draw(np.tile(row, (4000, 1)), p, np.random.default_rng(1))


def test_a_normal_distribution_comes_back() -> None:
    """Mean, spread and correlation, well inside the box."""
    covariance = np.array([[0.02, -0.015], [-0.015, 0.03]])
    middle = np.array([0.1, -0.2])
    points = drawn(np.linalg.inv(covariance), middle)
    assert points.mean(axis=0) == pytest.approx(middle, abs=0.01)
    assert np.cov(points.T) == pytest.approx(covariance, abs=0.002)


def test_what_is_level_fills_the_box() -> None:
    """Of no curvature: uniform from -1 to 1."""
    points = drawn(np.zeros((1, 1)), np.zeros(1))
    assert np.quantile(points, [0.05, 0.5, 0.95]) == pytest.approx([-0.9, 0.0, 0.9], abs=0.05)


def test_what_lies_far_outside_ends_on_the_side() -> None:
    """50 standard deviations beyond a side, where the distribution function has no digits left."""
    for middle in (-6.0, 6.0):
        points = drawn(np.array([[100.0]]), np.array([middle]))
        assert (np.sign(middle) * points >= 0.99).all()
