"""The measured tosses: the published parameters replayed, and fits that were judged on what they had not seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from sandbox.runner.executor import InlineExecutor
from sandbox.tuning.evaluate import Error
from sandbox.tuning.fit import Fit, judge_baseline, run_study
from sandbox.tuning.search import Runner
from sandbox.tuning.synthetic import EXAMPLES
from sandbox.tuning.work import prepare_study


def test_published_parameters_give_the_published_errors(tosses: Path) -> None:
    """15.0 % ± 0.1 of position and 17.4° ± 0.2 of rotation, by the published protocol."""
    work = prepare_study(EXAMPLES / "cube_tosses_published.toml", data=tosses)
    errors = judge_baseline(work, Runner(InlineExecutor()))
    assert len(errors) == 50
    assert 100 * np.mean([error.distance for error in errors]) == pytest.approx(15.0, abs=0.1)
    assert math.degrees(np.mean([error.angle for error in errors])) == pytest.approx(17.4, abs=0.2)


def checked_fit(tosses: Path, storage: Path, seed: int, **budget: int) -> Fit:
    """Return the fit of a split of 15 and 35: friction is known, stiffness and damping of the contact are not."""
    changes = {"seed": seed, "budget.morris": 0} | {f"budget.{key}": value for key, value in budget.items()}
    work = prepare_study(EXAMPLES / "cube_tosses.toml", data=tosses, changes=changes)
    assert (len(work.training), len(work.held_out)) == (15, 35)
    fit = run_study(work, Runner(InlineExecutor()), str(storage))
    friction, stiffness, damping = fit.estimates
    assert 0.165 < friction.value < 0.195
    assert friction.low < friction.value < friction.high
    assert friction.standing == "well"
    assert stiffness.standing in ("weakly", "not")
    assert damping.standing in ("weakly", "not")
    assert not fit.is_worse
    return fit


def held_out_percent(fit: Fit, errors: Sequence[Error]) -> float:
    """Return the mean position error of the held-out tosses, % of the cube's width."""
    return float(100 * np.mean([errors[i].distance for i in fit.work.held_out]))


@pytest.mark.slow
def test_a_small_fit_of_15_tosses_predicts_the_other_35(tosses: Path, tmp_path: Path) -> None:
    """One split with a third of the budget; the split is the one that a leaning quadratic once got wrong."""
    fit = checked_fit(tosses, tmp_path / "log", 1, trials=24, refine=2)
    assert held_out_percent(fit, fit.judged.tuned) <= 15.5
    assert held_out_percent(fit, fit.judged.untuned) > 44


@pytest.mark.soak
def test_fits_of_15_tosses_predict_the_other_35(tosses: Path, tmp_path: Path) -> None:
    """Held-out position error within 15.5 % over five splits."""
    fits = [checked_fit(tosses, tmp_path / f"{seed}", seed, trials=48) for seed in range(1, 6)]
    assert np.mean([held_out_percent(fit, fit.judged.tuned) for fit in fits]) <= 15.5
    assert np.mean([held_out_percent(fit, fit.judged.untuned) for fit in fits]) > 44
