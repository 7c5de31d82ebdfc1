"""Intervals where the loss is a likelihood: scalars with their sd, rates, and priors.

A single measurement with a stated error says how sure it makes a parameter; there is nothing to draw items from.
So estimates are drawn from the likelihood itself, from the quadratic of minus its logarithm near the best, cut at
the sides of the box. In the end the points that were tried are drawn with replacement first, anew each time: a
rough or badly supported quadratic counts as uncertainty as well. While the box is looked for they are not: the
misfit of a box that is too large would pass for spread, and keep it large.
"""

from __future__ import annotations

import numpy as np

from sandbox.geometry import Floats
from sandbox.tuning.surrogate import Box, Cloud, features, fit, hessians, minimum, weights_of

__all__ = ["draw", "posterior"]

SWEEPS = 100
"""Of the Gibbs sampler; the box is turned along the cloud, so that its coordinates are nearly independent."""

FLAT = 1e-6
"""Least curvature of minus the log likelihood over half the box: less is level as far as anybody can tell."""


def posterior(
    points: Floats,
    losses: Floats,
    box: Box,
    penalties: Floats,
    rng: np.random.Generator,
    samples: int,
    *,
    draws_points: bool,
) -> Cloud:
    """Return the cloud of estimates.

    Args:
        points: `(m, p) float` inside the box.
        losses: `(m, items) float`: minus log likelihoods.
        box: Where the quadratic is laid.
        penalties: `(m,) float` minus log priors, over the number of items.
        rng: Draws the samples.
        samples: How many.
        draws_points: False lays one quadratic through all points.
    """
    (m, n), p = losses.shape, points.shape[1]
    totals = losses.mean(axis=1) + penalties
    weights = weights_of(totals, features(points[:1]).shape[1])
    whole = fit(points, totals, weights, box)[None]
    coefficients = np.repeat(whole, samples, axis=0)
    if draws_points:
        for sample in range(samples):
            rows = rng.integers(m, size=m)
            coefficients[sample] = fit(points[rows], totals[rows], weights[rows], box)
    scaled = draw(n * coefficients, p, rng)
    return Cloud(box.points(scaled), scaled, box.points(minimum(whole, p))[0], np.full(p, np.inf))


def draw(coefficients: Floats, count: int, rng: np.random.Generator) -> Floats:
    """Return one point for each of many quadratics: of density exp(-quadratic) in the box -1 to 1.

    Args:
        coefficients: `(b, features) float` of minus the log density.
        count: Of coordinates.
        rng: Draws.

    Returns:
        `(b, count) float`, by Gibbs sampling: each coordinate in turn from its normal distribution, cut at ±1.
    """
    from scipy.special import ndtr, ndtri

    linear, hessian = coefficients[:, 1 : 1 + count], hessians(coefficients, count)
    x = minimum(coefficients, count)
    for _ in range(SWEEPS):
        for i in range(count):
            curved = np.maximum(hessian[:, i, i], FLAT)
            slope = linear[:, i] + np.einsum("bj,bj->b", hessian[:, i], x) - hessian[:, i, i] * x[:, i]
            middle, sd = -slope / curved, curved**-0.5
            # Turned so that the cut is in the lower tail: in the upper one the distribution is 1 to all digits.
            side = np.where(middle > 0, 1.0, -1.0)
            low, high = (ndtr((end - side * middle) / sd) for end in (-1.0, 1.0))
            part = low + rng.random(len(x)) * (high - low)
            found = middle + side * sd * ndtri(np.clip(part, 1e-300, 1 - 1e-16))
            x[:, i] = np.clip(np.where(high > low, found, np.sign(middle)), -1.0, 1.0)
    return x
