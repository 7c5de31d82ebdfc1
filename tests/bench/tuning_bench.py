"""What a study costs beside its simulations: 200 trials of 4 parameters on 15 measured tosses.

After every trial the same tosses are simulated once more by a bare loop that compares nothing, so that both are
timed on the same machine in the same mood. The study is all of it: libraries, search, intervals, sensitivity,
report and page.

python -m tests.bench tuning           python -m tests.bench.tuning_bench TRIALS
"""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from sandbox.physics import World
from sandbox.runner.executor import InlineExecutor
from sandbox.runner.plan import Plan, declared, fill_world
from sandbox.runner.trial import reused_engine
from sandbox.tuning.data import Track
from sandbox.tuning.evaluate import Outcome, Task, evaluate
from sandbox.tuning.synthetic import EXAMPLES
from sandbox.tuning.work import Work, prepare_study
from tests.bench.bench import Row

DATA = Path(__file__).parents[3] / "shared" / "data" / "cube_tosses"
MOST = 1.15
FOURTH = """
[[parameter]]
name = "restitution.acrylic_pine"
low  = 0.0
high = 0.5
"""


class Paired:
    """Evaluates a trial, and times a bare pass over the same tosses right after it."""

    def __init__(self) -> None:
        self.bare = 0.0
        self.passes = 0

    def __call__(self, task: Task) -> Outcome:
        outcome = evaluate(task)
        started = time.process_time()
        for item in task.items:
            bare(task.plans[item.plan], item.track)
        self.bare += time.process_time() - started
        self.passes += len(task.items)
        return outcome


class Killed(Paired):
    """Evaluates without the bare pass, and is stopped at a certain trial."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.left = at

    def __call__(self, task: Task) -> Outcome:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return evaluate(task)


def bare(plan: Plan, track: Track) -> None:
    """Build a world, throw, step, and read the pose of every frame."""
    world = World(plan.materials, plan.profile, declare=declared(plan), engine=reused_engine(plan.profile))
    fill_world(world, plan, ())
    (cube,) = plan.placements
    world.add(cube.component, "cube", track.pose, twist=track.twist)
    made = 0
    for due in np.rint(track.times * plan.profile.rate_hz).astype(int).tolist():
        world.step(due - made)
        made = due
        world.pose("cube")


def prepared(folder: Path, trials: int) -> Work:
    """Return the shipped study of tosses with a fourth parameter."""
    for file in ("cube_tosses.toml", "toss.toml", "soft_cube.toml"):
        (folder / file).write_text((EXAMPLES / file).read_text(encoding="utf-8"), encoding="utf-8")
    study = folder / "cube_tosses.toml"
    study.write_text(study.read_text(encoding="utf-8") + FOURTH, encoding="utf-8")
    return prepare_study(study, data=DATA, changes={"budget.trials": trials})


def rows(trials: int = 200) -> Iterator[Row]:
    """Yield the ratios of search and whole study, and whether a killed search ends with the same best."""
    if not DATA.is_dir():
        yield Row(f"tuning: skipped, the measured tosses are not at {DATA}", 0.0, "")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        work, pair = prepared(folder, trials), Paired()
        started = time.process_time()
        from sandbox.tuning import output, page, report
        from sandbox.tuning.fit import run_study
        from sandbox.tuning.search import Runner, search

        searched = search(work, Runner(InlineExecutor(), pair), str(folder / "log"))
        spent = time.process_time() - started
        yield Row(f"tuning: search, {trials} trials, CPU over bare", spent / pair.bare - 1, "", MOST)
        fit = run_study(work, Runner(InlineExecutor(), pair), str(folder / "log"))
        report.as_text(fit), output.profile_text(fit), page.as_html(fit)
        spent = time.process_time() - started
        yield Row(f"tuning: whole study, {pair.passes:,} tosses, CPU over bare", spent / pair.bare - 1, "", MOST)
        with contextlib.suppress(KeyboardInterrupt):
            search(work, Runner(InlineExecutor(), Killed(trials // 2)), str(folder / "killed"))
        resumed = search(work, Runner(InlineExecutor()), str(folder / "killed"))
        differs = float(resumed.best.values != searched.best.values or resumed.best.loss != searched.best.loss)
        yield Row(f"tuning: best differs after a kill at trial {trials // 2}", differs, "", 0.0)


if __name__ == "__main__":
    found = list(rows(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
    for row in found:
        print(f"{row.name}: {row.value:.3f} {row.allowed}")
    sys.exit(not all(row.ok for row in found))
