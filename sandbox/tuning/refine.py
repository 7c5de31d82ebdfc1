"""After the search: trials around its best, laid out so that a quadratic can be fitted and trusted.

The box around the best is made larger where estimates pile up on its sides, up to the study's bounds, and smaller
where they are far narrower than it is. What still fills the bounds at the end is not identified by the data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sandbox.geometry import Floats
from sandbox.tuning.evaluate import FAILED
from sandbox.tuning.likelihood import posterior
from sandbox.tuning.loss import over_items
from sandbox.tuning.profiles import not_ruled_out
from sandbox.tuning.search import Evaluation, Runner
from sandbox.tuning.surrogate import Box, Cloud, bootstrap, features, fit, weights_of
from sandbox.tuning.work import Work

__all__ = ["Refined", "refine"]

ROUGH, SMOOTH = 6, 3
"""Points in the box for each coefficient of the quadratic: of tracks, whose impacts make it rough, and else."""

QUICK = 200
"""Bootstrap samples while the box is still looked for."""

PILED = 0.05
"""Part of the estimates on a side of the box from which it is too small."""

EDGE = 1e-3
"""Part of the box, or of the range, next to a side that counts as on it."""

THICK_EDGE, THICK_PILED = 0.1, 0.01
"""The same where estimates are drawn from a likelihood: those come near a side, and never lie on it."""

TAIL = 0.025
"""Part of those estimates near a side from which the side cuts the 95 % interval in the end."""

NARROW = 6.0
"""How many times the spread of the estimates half the box may be."""


@dataclass(frozen=True)
class Refined:
    """What the trials around the best came to.

    Attributes:
        trials: All that were added.
        cloud: Estimates that could have come out as well; None without rounds of refinement, or when worlds
            break down around the best.
        box: Where the quadratic was laid, None without one.
        roughness: Standard deviation of the loss about the quadratic.
        centre: The quadratic's least point, tried; None without one.
    """

    trials: tuple[Evaluation, ...]
    cloud: Cloud | None
    box: Box | None
    roughness: float
    centre: Evaluation | None


def refine(
    work: Work,
    runner: Runner,
    searched: Sequence[Evaluation],
    progress: Callable[[int, int], None] | None = None,
) -> Refined:
    """Add trials around the best until the estimates fit the box they come from.

    Args:
        work: The study.
        runner: Runs trials.
        searched: What the search tried.
        progress: Called with the round and the number of rounds.
    """
    budget = work.study.budget
    if not budget.refine:
        return Refined((), None, None, 0.0, None)
    rng = np.random.default_rng([work.study.seed, 7])
    known = list(searched)
    added: list[Evaluation] = []
    p = len(work.space)
    coefficients = features(np.zeros((1, p))).shape[1]
    wanted = (SMOOTH if work.is_likelihood else ROUGH) * coefficients
    order = sorted(known, key=lambda each: each.loss)
    centre = work.space.point(order[0].values)
    top = np.array([work.space.point(each.values) for each in order[: max(2 * p, len(order) // 5)]])
    half = np.clip(2 * top.std(axis=0), 0.05, 0.5)
    box, cloud = Box.around(centre, half), None
    for number in range(budget.refine):
        # Trials of the search crowd where it looked; they are used, and yet the box is filled evenly.
        laid = len(_inside(work, added, box)[0]) if added else 0
        more = _design(rng, box, max(wanted - laid, 0))
        new = _try(work, runner, more)
        known += new
        added += new
        points, losses = _inside(work, known, box)
        if len(points) < coefficients:  # worlds break down here; no quadratic can be laid
            return Refined(tuple(added), None, None, 0.0, None)
        cloud = _estimates(work, points, losses, box, QUICK, draws_points=not work.is_likelihood)
        if progress is not None:
            progress(number + 1, budget.refine)
        if number + 1 == budget.refine:
            break
        next_box = _next(box, cloud)
        if next_box is None:
            break
        box = next_box
    cloud = _estimates(work, points, losses, box, budget.bootstrap, True)
    cloud = replace(cloud, is_cut=bool(_piled(box, cloud, TAIL).any()))
    (tried,) = _try(work, runner, cloud.centre[None])
    penalties = _penalties(work, points)
    totals = over_items(losses, work.study.loss) + penalties
    weights = weights_of(totals, coefficients)
    residuals = totals - features(box.scaled(points)) @ fit(points, totals, weights, box)
    degrees = max(float(weights.sum()) - coefficients, 1.0)
    roughness = float(np.sqrt((weights * residuals**2).sum() / degrees))
    return Refined((*added, tried), cloud, box, roughness, tried)


def _inside(work: Work, known: Sequence[Evaluation], box: Box) -> tuple[Floats, Floats]:
    """Return points in the box and their losses, without those whose worlds broke down."""
    points = np.array([work.space.point(each.values) for each in known])
    losses = np.array([each.losses for each in known])
    good = box.holds(points) & (losses < FAILED).all(axis=1)
    return points[good], losses[good]


def _design(rng: np.random.Generator, box: Box, count: int) -> Floats:
    """Return `(count, p) float`: points spread evenly over the box."""
    from scipy.stats import qmc

    if not count:
        return np.empty((0, len(box.half)))
    sample = 2 * qmc.LatinHypercube(len(box.half), rng=rng).random(8 * count) - 1
    inside = np.all(np.abs(box.middle + (sample * box.half) @ box.axes.T - 0.5) <= 0.5, axis=1)
    order = np.argsort(~inside, kind="stable")  # what sticks out of the bounds comes last, and is put on them
    return box.points(sample[order[:count]])


def _try(work: Work, runner: Runner, points: Floats) -> list[Evaluation]:
    values = [work.space.values(point) for point in points]
    tasks = [work.task(number, each, work.training) for number, each in enumerate(values)]
    losses = [np.array([error.loss for error in errors]) for errors in runner.run(tasks)]
    return [Evaluation(v, each, work.total(each, v)) for v, each in zip(values, losses, strict=True)]


def _penalties(work: Work, points: Floats) -> Floats:
    items = len(work.training)
    return np.array([work.space.penalty(work.space.values(point)) / items for point in points])


def _estimates(work: Work, points: Floats, losses: Floats, box: Box, samples: int, draws_points: bool) -> Cloud:
    rng = np.random.default_rng([work.study.seed, 11])
    loss = work.study.loss
    penalties = _penalties(work, points)
    if work.is_likelihood:
        return posterior(points, losses, box, penalties, rng, samples, draws_points=draws_points)

    def total(each: Floats) -> Floats:
        return over_items(each, loss)

    cloud = bootstrap(points, losses, box, total, penalties, rng, samples, draws_points=draws_points)
    if losses.shape[1] < 2:
        return cloud
    weights = weights_of(total(losses) + penalties, features(points[:1]).shape[1])
    kept = not_ruled_out(points, losses + penalties[:, None], weights, box, cloud.centre, rng)
    return replace(cloud, kept=kept)


def _piled(box: Box, cloud: Cloud, thick_piled: float = THICK_PILED) -> np.ndarray:
    """Return `(p,) bool`: along which edges the box is too short, and could be longer within the bounds."""
    out = np.zeros(len(box.half), dtype=bool)
    near, most = (THICK_EDGE, thick_piled) if np.isinf(cloud.informing).all() else (EDGE, PILED)
    for i, (axis, half) in enumerate(zip(box.axes.T, box.half, strict=True)):
        for side in (-1, 1):
            end = box.middle + side * half * axis
            has_room = bool((np.abs(end - 0.5) < 0.5 - EDGE).all())
            out[i] |= has_room and float((side * cloud.scaled[:, i] >= 1 - near).mean()) > most
    return out


def _next(box: Box, cloud: Cloud) -> Box | None:
    """Return a box that fits the estimates better, or None when this one does.

    The new box is turned along the cloud: where only a product is known, the cloud is long and thin, and askew.
    """
    is_short = _piled(box, cloud)
    # Not quantiles: where many estimates lie on a bound together, those say that nothing is spread at all.
    spread = np.asarray(cloud.scaled.std(axis=0) * box.half)
    if cloud.kept is not None:
        spread = np.maximum(spread, box.scaled(cloud.kept).std(axis=0) * box.half)
    if not is_short.any() and not (box.half > NARROW * np.maximum(spread, 1e-4)).any():
        return None
    _, axes = np.linalg.eigh(
        np.cov(box.points(cloud.scaled).T).reshape(len(spread), -1) + 1e-12 * np.eye(len(spread))
    )
    lengths = np.asarray((cloud.points @ axes).std(axis=0))
    if cloud.kept is not None:
        lengths = np.maximum(lengths, (cloud.kept @ axes).std(axis=0))
    half = NARROW / 2 * np.maximum(lengths, 1e-4)
    # Along the edges that were too short, and thus along those turned ones that go their way, it must grow.
    wanted = 2.5 * np.abs(axes.T @ (box.axes * (is_short * box.half))).max(axis=1)
    return Box(cloud.centre, axes, np.minimum(np.maximum(half, wanted * (np.abs(wanted) > half)), 1.0))
