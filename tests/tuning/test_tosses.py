"""The measured tosses: the published parameters replayed, and fits that were judged on what they had not seen."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from sandbox.runner.executor import InlineExecutor
from sandbox.tuning.fit import judge_baseline, run_study
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


# Open: with this budget some splits end a hair below 0.165, so it is a proof to reach, not yet a check.
@pytest.mark.soak
def test_a_fit_of_15_tosses_predicts_the_other_35(tosses: Path, tmp_path: Path) -> None:
    """Held-out position error within 15.5 % over five splits; friction is known, stiffness and damping are not."""
    held_out, untuned = [], []
    for seed in range(1, 6):
        changes = {"seed": seed, "budget.trials": 48, "budget.morris": 0}
        work = prepare_study(EXAMPLES / "cube_tosses.toml", data=tosses, changes=changes)
        assert (len(work.training), len(work.held_out)) == (15, 35)
        fit = run_study(work, Runner(InlineExecutor()), str(tmp_path / f"{seed}"))
        friction, stiffness, damping = fit.estimates
        assert 0.165 < friction.value < 0.195
        assert friction.low < friction.value < friction.high
        assert friction.standing == "well"
        assert stiffness.standing in ("weakly", "not")
        assert damping.standing in ("weakly", "not")
        assert not fit.is_worse
        for errors, out in ((fit.judged.tuned, held_out), (fit.judged.untuned, untuned)):
            out.append(100 * np.mean([errors[i].distance for i in work.held_out]))
    assert np.mean(held_out) <= 15.5
    assert np.mean(untuned) > 44
