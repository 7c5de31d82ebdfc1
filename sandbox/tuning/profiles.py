"""Profiles: which values do about as well as the best, whatever the other parameters then have to be.

The bootstrap asks where the best would lie had other items been measured. Along a flat valley that is a matter of
luck: a few items may agree on an end of it. The profile asks the other way round, of every value at once.
"""

from __future__ import annotations

import math

import numpy as np

from sandbox.geometry import Floats
from sandbox.tuning.surrogate import Box, features, fit

__all__ = ["not_ruled_out"]

CANDIDATES = 8192
"""Points of the box that are asked."""


def not_ruled_out(
    points: Floats, losses: Floats, weights: Floats, box: Box, best: Floats, rng: np.random.Generator
) -> Floats:
    """Return `(k, p) float`: points of the box that the items do not rule out; their ends are the profiles'.

    At a point, each item's loss differs from that at the best by some d. The point is ruled out when the mean of d
    is above half the 97.5 % quantile of Student's t times its standard error. (Half: near the best d grows as
    a u² + g u, with g of mean 0 over the items. The estimate then scatters by the standard error of g over 2 a.)

    Args:
        points: `(m, p) float` inside the box.
        losses: `(m, items) float`.
        weights: `(m,) float` of the points.
        box: Where the quadratics are laid, one an item.
        best: `(p,) float` point.
        rng: Draws points of the box.
    """
    from scipy.stats import t

    n, p = losses.shape[1], points.shape[1]
    quadratics = fit(points, losses, weights, box)
    asked = box.points(rng.uniform(-1, 1, (CANDIDATES, p)))
    more = (features(box.scaled(asked)) - features(box.scaled(best[None]))) @ quadratics
    error = more.std(axis=1, ddof=1) / math.sqrt(n)
    is_kept = more.mean(axis=1) <= float(t.ppf(0.975, n - 1)) / 2 * error
    return np.concatenate([asked[is_kept], best[None]])
