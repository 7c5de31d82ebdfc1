"""Five-level towers stand: enough trials that the interval, not only the rate, says so."""

from __future__ import annotations

import pytest

from sandbox.runner.executor import LocalExecutor, default_jobs
from sandbox.runner.run import run_jobs
from sandbox.runner.work import prepare, shipped_scenarios


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("walls", "rate"), [("double", 0.99), ("single", 0.97)])
def test_five_levels_stand(walls: str, rate: float) -> None:
    """400 towers with 1 mm and 1 degree of placement error: the 95 % Wilson interval lies above the rate."""
    file = shipped_scenarios() / "hurlyburly" / f"five_levels_of_{walls}_walls_stand.toml"
    jobs = prepare([file], trials=400)
    (result,), complete = run_jobs(jobs, LocalExecutor(default_jobs(), 300), workers=default_jobs())
    point = result.points[0]
    print(f"{walls} walls: {point.successes} of {len(point.judged)}, {point.interval}")  # noqa: T201
    assert complete
    assert point.lost == 0
    assert point.interval[0] >= rate, result.reason


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("walls", [1, 2])
def test_settled_towers_do_not_creep(walls: int) -> None:
    """Twenty towers drift by less than 0.1 mm in the ten seconds after they came to rest."""
    file = shipped_scenarios() / "hurlyburly" / "a_settled_tower_does_not_creep.toml"
    jobs = prepare([file], trials=20, params={"place.red.tower.walls": walls})
    (result,), _ = run_jobs(jobs, LocalExecutor(default_jobs(), 300), workers=default_jobs())
    drifts = [trial.measured[0].value or 0.0 for trial in result.trials]
    print(f"{walls} walls a level: largest drift {max(drifts):.4f} mm")  # noqa: T201
    assert result.verdict == "holds", result.reason
