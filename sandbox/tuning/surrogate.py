"""A quadratic of the loss near the best, and what it tells: intervals by bootstrap, and what the data leave open.

The loss of every item is known at every point that was tried. A bootstrap sample draws items and points with
replacement, takes the loss over its items at its points, lays a quadratic through them, and finds its least point
in a box: an estimate that could have come out as well. Drawing the points, too, counts the roughness of the loss,
which chaotic impacts make large. Percentile intervals of few items are too narrow (Hesterberg 2015, "What teachers
should know about the bootstrap"): they are widened about the median as Student's t is wider than the normal.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sandbox.geometry import Floats

__all__ = [
    "Box",
    "Cloud",
    "bootstrap",
    "expanded",
    "features",
    "fit",
    "hessians",
    "informing",
    "minimum",
    "weights_of",
]

FEWEST = 3.0
"""Items that tell of a parameter at least: fewer would make Student's t nonsense."""

RIDGE = 1e-6
"""Part of the largest feature variance that is added to all, so that a flat direction has an answer."""


@dataclass(frozen=True)
class Box:
    """A box in the space, turned so that its edges go along and across what the data tell; cut at the bounds.

    Attributes:
        middle: `(p,) float` point.
        axes: `(p, p) float`: directions of the edges in its columns, unit length, square to one another.
        half: `(p,) float`: half the length of each edge.
    """

    middle: Floats
    axes: Floats
    half: Floats

    @classmethod
    def around(cls, middle: Floats, half: Floats) -> Box:
        """Return the box around a point whose edges go along the parameters."""
        return cls(middle, np.eye(len(middle)), half)

    def scaled(self, points: Floats) -> Floats:
        """Return points as -1 to 1 inside the box."""
        return np.asarray((points - self.middle) @ self.axes / self.half)

    def points(self, scaled: Floats) -> Floats:
        """Return points from -1 to 1 inside the box as points of the space, put on its bounds where outside."""
        return np.clip(self.middle + (scaled * self.half) @ self.axes.T, 0.0, 1.0)

    def holds(self, points: Floats, slack: float = 1e-9) -> np.ndarray:
        """Return `(n,) bool`: which of `(n, p)` points are inside."""
        return np.asarray((np.abs(self.scaled(points)) <= 1 + slack).all(axis=1))


@dataclass(frozen=True)
class Cloud:
    """Estimates that could have come out as well.

    Attributes:
        points: `(b, p) float`.
        scaled: The same from -1 to 1 in the box that the quadratic was laid in.
        centre: The least point of the quadratic itself.
        informing: `(p,) float`: how many items tell of each parameter; infinite where a likelihood does.
        kept: `(k, p) float`: points that the items do not rule out, see `profiles`; None where a likelihood tells.
        is_cut: Whether estimates pile up on the box's sides: they could lie further out.
    """

    points: Floats
    scaled: Floats
    centre: Floats
    informing: Floats
    is_cut: bool = False
    kept: Floats | None = None


def features(scaled: Floats) -> Floats:
    """Return `(n, 1 + p + p (p + 1) / 2)`: 1, the coordinates, and their products."""
    n, p = scaled.shape
    columns = [np.ones(n), *scaled.T]
    columns += [scaled[:, i] * scaled[:, j] for i in range(p) for j in range(i, p)]
    return np.stack(columns, axis=1)


def minimum(coefficients: Floats, count: int) -> Floats:
    """Return the least points in the box -1 to 1 of many quadratics, exactly.

    The least point of a quadratic in a box is where its gradient vanishes inside one of the box's faces (a corner
    is one, the inside is one): all 3^p of them are tried, for every quadratic at once.

    Args:
        coefficients: `(b, features) float`.
        count: Of coordinates.
    """
    b = len(coefficients)
    linear = coefficients[:, 1 : 1 + count]
    hessian = hessians(coefficients, count)
    best, least = np.zeros((b, count)), np.full(b, np.inf)
    for face in itertools.product((-1.0, 0.0, 1.0), repeat=count):
        free = [i for i, side in enumerate(face) if side == 0.0]
        x = np.tile(np.array(face), (b, 1))
        if free:
            block = hessian[:, free][:, :, free] + 1e-12 * np.eye(len(free))
            pull = linear[:, free] + np.einsum("bij,bj->bi", hessian[:, free], x)
            with np.errstate(all="ignore"):
                try:
                    solved = -np.linalg.solve(block, pull[:, :, None])[:, :, 0]
                except np.linalg.LinAlgError:
                    continue
            x[:, free] = solved
        inside = np.isfinite(x).all(axis=1) & (np.abs(x) <= 1 + 1e-9).all(axis=1)
        value = np.einsum("bi,bi->b", linear, x) + 0.5 * np.einsum("bi,bij,bj->b", x, hessian, x)
        better = inside & (value < least)
        best[better], least[better] = x[better], value[better]
    return best


def hessians(coefficients: Floats, count: int) -> Floats:
    """Return the matrices `(b, count, count) float` of second derivatives of `(b, features) float` quadratics."""
    out = np.zeros((len(coefficients), count, count))
    for column, (i, j) in enumerate(itertools.combinations_with_replacement(range(count), 2), start=1 + count):
        out[:, i, j] += coefficients[:, column]
        out[:, j, i] += coefficients[:, column]
    return out


def fit(points: Floats, values: Floats, weights: Floats, box: Box) -> Floats:
    """Return the coefficients of the quadratic through values at points, in the box's own coordinates."""
    x = features(box.scaled(points))
    gram = (x.T * weights) @ x
    ridge = RIDGE * np.trace(gram) / len(gram) * np.eye(len(gram))
    solved: Floats = np.linalg.solve(gram + ridge, (x.T * weights) @ values)
    return solved


def weights_of(values: Floats, coefficients: int) -> Floats:
    """Return `(m,) float` weights: the high walls of a valley are no quadratic, and say little of its floor.

    Twice as many points as there are coefficients keep half of their weight or more, so that all of them are told.
    """
    above = values - values.min()
    scale = float(np.sort(above)[min(2 * coefficients, len(above)) - 1])
    with np.errstate(over="ignore"):  # on a floor that is quite level every wall is infinitely high
        return np.asarray(1 / (1 + (above / max(scale, 1e-300)) ** 2))


def bootstrap(
    points: Floats,
    losses: Floats,
    box: Box,
    over_items: Callable[[Floats], Floats],
    penalties: Floats,
    rng: np.random.Generator,
    samples: int,
    *,
    draws_points: bool,
) -> Cloud:
    """Return the cloud of estimates.

    Args:
        points: `(m, p) float` inside the box.
        losses: `(m, items) float`.
        box: Where the quadratic is laid.
        over_items: From `(..., items)` losses to `(...)`.
        penalties: `(m,) float` minus log priors, over the number of items.
        rng: Draws the samples.
        samples: How many.
        draws_points: False draws items only, and leaves the roughness of the loss out.
    """
    m, n = losses.shape
    coefficients = np.empty((samples, features(points[:1]).shape[1]))
    totals = over_items(losses) + penalties
    weights = weights_of(totals, coefficients.shape[1])
    for sample in range(samples):
        items = rng.integers(n, size=n)
        rows = rng.integers(m, size=m) if draws_points else np.arange(m)
        values = over_items(losses[np.ix_(rows, items)]) + penalties[rows]
        coefficients[sample] = fit(points[rows], values, weights[rows], box)
    whole = fit(points, totals, weights, box)[None]
    p = points.shape[1]
    scaled = minimum(coefficients, p)
    centre = box.points(minimum(whole, p))[0]
    return Cloud(box.points(scaled), scaled, centre, informing(points, losses, box))


def informing(points: Floats, losses: Floats, box: Box) -> Floats:
    """Return `(p,) float`: how many items tell of each parameter.

    An item tells of a parameter as far as its own loss is curved along it. Twelve slides and eight drops are
    twenty items, and yet eight for a restitution.

    Args:
        points: `(m, p) float` inside the box.
        losses: `(m, items) float`.
        box: Where the quadratics are laid.
    """
    p, n = points.shape[1], losses.shape[1]
    count = features(points[:1]).shape[1]
    coefficients = fit(points, losses, weights_of(losses.mean(axis=1), count), box)
    hessian = hessians(coefficients.T, p)
    turn = box.axes / box.half
    curved = np.maximum(np.einsum("ai,nij,aj->na", turn, hessian, turn), 0.0)
    sums = curved.sum(axis=0)
    return np.asarray(np.clip(sums**2 / np.maximum((curved**2).sum(axis=0), 1e-300), FEWEST, n))


def expanded(samples: Floats, items: float, confidence: float = 0.95) -> tuple[float, float]:
    """Return the percentile interval of `(b,) float` bootstrap estimates, made wider for so few items."""
    from scipy.stats import norm, t

    if items < 2:
        return float(samples.min()), float(samples.max())
    if math.isinf(items):
        low, high = np.quantile(samples, [(1 - confidence) / 2, (1 + confidence) / 2])
        return float(low), float(high)
    grows = math.sqrt(items / (items - 1)) * float(
        t.ppf((1 + confidence) / 2, items - 1) / norm.ppf((1 + confidence) / 2)
    )
    low, middle, high = (float(x) for x in np.quantile(samples, [(1 - confidence) / 2, 0.5, (1 + confidence) / 2]))
    return middle - grows * (middle - low), middle + grows * (high - middle)
