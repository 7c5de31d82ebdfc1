"""A whole study, in order: baseline, search, refinement, choice, judgement on held-out items, sensitivity."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

import numpy as np

from sandbox.geometry import Floats
from sandbox.tuning.evaluate import Error, Tried
from sandbox.tuning.identify import Estimate, correlations, describe, estimates, number
from sandbox.tuning.loss import over_items
from sandbox.tuning.refine import Refined, refine
from sandbox.tuning.search import Evaluation, Runner, Searched, search
from sandbox.tuning.sensitivity import Sensitivity, morris, sobol
from sandbox.tuning.study import Rate, Scalar
from sandbox.tuning.work import Work

__all__ = ["Fit", "Judged", "judge_baseline", "run_study", "worst_items"]

FAR_OFF, MISFITS_AT_MOST = 4.0, 5
"""Standard deviations from which a measurement is said not to fit, and how many of these are listed."""

CANDIDATES = 5
"""Best trials among which the validation items choose."""


@dataclass(frozen=True)
class Judged:
    """Errors of all items, in order, before and after tuning."""

    untuned: tuple[Error, ...]
    tuned: tuple[Error, ...]


@dataclass(frozen=True)
class Fit:
    """Everything that a study came to; the report tells it.

    Attributes:
        work: The study.
        searched: The search.
        refined: Trials around the best.
        best: Best values.
        judged: Errors of all items.
        estimates: Of each parameter.
        words: What is identified and what is not.
        correlations: `(p, p) float` of the estimates, or None.
        morris: Screening, or empty.
        sobol: Indices, or empty.
        warnings: What should make a reader doubt it.
        is_worse: Held-out (else training) items are worse off than untuned.
        simulations: Items simulated.
        cpu_seconds: Processor time of the simulations.
        wall_seconds: By the clock.
    """

    work: Work
    searched: Searched
    refined: Refined
    best: Evaluation
    judged: Judged
    estimates: tuple[Estimate, ...]
    words: tuple[str, ...]
    correlations: Floats | None
    morris: tuple[Sensitivity, ...]
    sobol: tuple[Sensitivity, ...]
    warnings: tuple[str, ...]
    is_worse: bool
    simulations: int
    cpu_seconds: float
    wall_seconds: float


def judge_baseline(work: Work, runner: Runner) -> tuple[Error, ...]:
    """Return the errors of all items before tuning."""
    (errors,) = runner.run([work.task(0, work.study.baseline, range(len(work.items)))])
    return errors


def run_study(
    work: Work, runner: Runner, storage: str, progress: Callable[[str, int, int, float], None] | None = None
) -> Fit:
    """Run a study from baseline to report.

    Args:
        work: The study.
        runner: Runs trials.
        storage: Where the search is kept.
        progress: Called with what is done now, how much of it, of how much, and the best loss (NaN before one).

    Raises:
        InputError: The storage cannot be used.
    """
    started = monotonic()
    say = progress or (lambda what, done, of, best: None)
    untuned = judge_baseline(work, runner)
    searched = search(work, runner, storage, lambda done, of, best: say("search", done, of, best))
    least = searched.best.loss
    refined = refine(work, runner, searched.trials, lambda done, of: say("around the best", done, of, least))
    best = _choose(work, runner, searched, refined)
    (tuned,) = runner.run([work.task(0, best.values, range(len(work.items)))])
    budget, seed = work.study.budget, work.study.seed

    def losses(points: Floats) -> Floats:
        values = [work.space.values(point) for point in points]
        errors = runner.run([work.task(n, each, work.training) for n, each in enumerate(values)])
        return np.array([over_items(_losses(each), work.study.loss) for each in errors])

    say("sensitivity", 0, 1, best.loss)
    screened = morris(work.space, budget.morris, seed, losses) if budget.morris >= 2 else ()
    indices = sobol(work.space, budget.sobol, seed, losses) if budget.sobol else ()
    items = len(work.training)
    found = estimates(work.space, dict(best.values), refined.cloud, dict(work.baseline))
    judged = Judged(untuned, tuned)
    warnings, is_worse = _warnings(work, searched, refined, best, judged, found)
    idle = [each.name for each in screened if each.effect == 0]
    warnings += tuple(f"{name} changes nothing: no measurement depends on it; take it out" for name in idle)
    return Fit(
        work,
        searched,
        refined,
        best,
        judged,
        found,
        describe(work.space, found, refined.cloud, items),
        correlations(refined.cloud),
        screened,
        indices,
        warnings,
        is_worse,
        runner.simulations,
        runner.cpu_seconds,
        monotonic() - started,
    )


def _losses(errors: Sequence[Error]) -> Floats:
    return np.array([error.loss for error in errors])


def _choose(work: Work, runner: Runner, searched: Searched, refined: Refined) -> Evaluation:
    """Return the final point.

    The lowest of many rough losses is low by luck as well. The quadratic's least point averages the luck out, so
    it is taken unless its own loss is worse by more than the roughness. Validation items, where there are some,
    decide instead.
    """
    trials = sorted([*searched.trials, *refined.trials], key=lambda each: each.loss)
    if work.validation:
        chosen = [*([refined.centre] if refined.centre else []), *trials[:CANDIDATES]]
        errors = runner.run([work.task(n, each.values, work.validation) for n, each in enumerate(chosen)])
        judged = [float(over_items(_losses(each), work.study.loss)) for each in errors]
        return chosen[int(np.argmin(judged))]
    if refined.centre is not None and refined.centre.loss <= trials[0].loss + 2 * refined.roughness:
        return refined.centre
    return trials[0]


def _warnings(
    work: Work, searched: Searched, refined: Refined, best: Evaluation, judged: Judged, found: Sequence[Estimate]
) -> tuple[tuple[str, ...], bool]:
    out = []
    standing = {each.name: each.standing for each in found}
    for name, side in work.space.on_bounds(best.values).items():
        advice = "the data do not tell it, so fix it" if standing[name] == "not" else "widen it"
        bound = next(getattr(each, side) for each in work.space.parameters if each.name == name)
        out.append(f"{name} sits on its {'lower' if side == 'low' else 'upper'} bound {bound:g}; {advice}")
    out += _misfits(work, judged)
    where, indices = ("held-out", work.held_out) if work.held_out else ("training", work.training)
    before, after = (
        float(over_items(_losses([errors[i] for i in indices]), work.study.loss))
        for errors in (judged.untuned, judged.tuned)
    )
    # Among training losses that differ by their roughness only, the choice does not take the lowest.
    is_worse = after > before + (0.0 if work.held_out else 2 * refined.roughness)
    if is_worse:
        out.append(
            f"the {where} loss is worse than untuned ({after:.4g} against {before:.4g}); do not use the result"
        )
    if not work.held_out:
        advice = "lower split.training" if len(work.items) > 2 * len(work.space) else "measure more to check it"
        out.append(f"nothing was held out: the errors are those of the items that were fitted; {advice}")
    if not searched.is_complete:
        done, of = len(searched.trials), work.study.budget.trials
        out.append(f"the time budget ended the search after {done} of {of} trials; run it again to go on")
    if not work.is_likelihood and len(work.training) < 2 * len(work.space):
        out.append(f"{len(work.training)} items for {len(work.space)} parameters are few; intervals are rough")
    return tuple(out), is_worse


def _misfits(work: Work, judged: Judged) -> list[str]:
    """Return what no value within the bounds comes near to: most often a number in another unit."""
    out = []
    for item, error in zip(work.items, judged.tuned, strict=True):
        what = item.what if isinstance(item, Tried) else None
        if isinstance(what, Scalar) and not abs(error.simulated - what.measured) <= FAR_OFF * what.sd:
            told = (
                f"{number(what.measured)} ± {number(what.sd)} was measured and {number(error.simulated)} simulated"
            )
            out.append(f"{what.name} does not fit: {told}; see its unit, its sd and the bounds")
        elif isinstance(what, Rate) and error.loss / what.weight > FAR_OFF**2 / 2:
            told = f"{what.held} of {what.of} held and {100 * error.simulated:.0f} % do in the simulation"
            out.append(f"{what.name} does not fit: {told}; see the scenario and the bounds")
    return out[:MISFITS_AT_MOST]


def worst_items(work: Work, judged: Judged) -> Mapping[int, float]:
    """Return the items whose tuned loss is an outlier, with how many robust deviations they are off.

    Deviations are from the median of the logarithm, in units of 1.4826 times the median absolute deviation.
    """
    logs = np.log(np.maximum(_losses(judged.tuned), 1e-12))
    middle = np.median(logs)
    spread = max(1.4826 * float(np.median(np.abs(logs - middle))), 1e-9)
    scores = (logs - middle) / spread
    return {int(i): float(scores[i]) for i in np.argsort(-scores) if scores[i] > 2.5}
