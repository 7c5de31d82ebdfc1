"""How much each parameter moves the loss over its whole bounds: Morris' screening, and Sobol's indices (SALib)."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sandbox.geometry import Floats
from sandbox.tuning.space import Space

__all__ = ["Sensitivity", "morris", "sobol"]


@dataclass(frozen=True)
class Sensitivity:
    """Of one parameter.

    Attributes:
        name: Of the parameter.
        effect: Morris: mean absolute change of the loss from end to end of the range. Sobol: total index.
        spread: Morris: standard deviation of the changes (bends and interactions). Sobol: first-order index.
        error: Half the 95 % interval of `effect`.
    """

    name: str
    effect: float
    spread: float
    error: float


def morris(
    space: Space, trajectories: int, seed: int, losses: Callable[[Floats], Floats]
) -> tuple[Sensitivity, ...]:
    """Return Morris' screening; costs trajectories x (parameters + 1) trials.

    Args:
        space: The parameters.
        trajectories: Walks through the space.
        seed: Of the walks.
        losses: From `(n, p)` points to `(n,)` losses.
    """
    from SALib.analyze import morris as analysis  # type: ignore[import-untyped]
    from SALib.sample import morris as sampling  # type: ignore[import-untyped]

    problem = _problem(space)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        points = sampling.sample(problem, trajectories, num_levels=4, seed=seed)
        found = analysis.analyze(problem, points, losses(points), num_levels=4, seed=seed)
    return tuple(
        Sensitivity(name, float(effect), float(spread), float(error))
        for name, effect, spread, error in zip(
            space.names, found["mu_star"], found["sigma"], found["mu_star_conf"], strict=True
        )
    )


def sobol(space: Space, samples: int, seed: int, losses: Callable[[Floats], Floats]) -> tuple[Sensitivity, ...]:
    """Return Sobol's indices of the logarithm of the loss; costs samples x 2 (parameters + 1) trials."""
    from SALib.analyze import sobol as analysis
    from SALib.sample import sobol as sampling

    problem = _problem(space)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        points = sampling.sample(problem, samples, seed=seed)
        found = analysis.analyze(problem, np.log(np.maximum(losses(points), 1e-12)), seed=seed)
    return tuple(
        Sensitivity(name, float(total), float(first), float(error))
        for name, total, first, error in zip(space.names, found["ST"], found["S1"], found["ST_conf"], strict=True)
    )


def _problem(space: Space) -> dict[str, object]:
    return {"num_vars": len(space), "names": list(space.names), "bounds": [[0.0, 1.0]] * len(space)}
