"""What a study costs beside its simulations: CPU seconds of 200 trials on 15 tosses against a bare loop.

The study has four parameters, one worker (this process), baseline, refinement, sensitivity and report; the bare
loop simulates what it simulated, one toss after the other, and compares nothing.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import numpy as np

DATA = Path(__file__).parents[3] / "shared" / "data" / "cube_tosses"
MOST = 1.15


def bare(work, values, number) -> float:
    """Return the CPU seconds of one pass over the training tosses: build, throw, step, read the poses."""
    from sandbox.physics import World
    from sandbox.runner.plan import declared, fill_world
    from sandbox.runner.trial import reused_engine

    started = time.process_time()
    (plan,) = work.plans(values[number]).values()
    for index in work.training:
        flight = work.items[index]
        track, rate = flight.track, plan.profile.rate_hz
        world = World(plan.materials, plan.profile, declare=declared(plan), engine=reused_engine(plan.profile))
        fill_world(world, plan, ())
        (cube,) = plan.placements
        world.add(cube.component, "cube", track.pose, twist=track.twist)
        made = 0
        for due in np.ceil(track.times * rate).astype(int):
            world.step(int(due) - made)
            made = int(due)
            world.pose("cube")
    return time.process_time() - started


def main(trials: int = 200) -> float:
    """Print the ratio and return it."""
    if not DATA.is_dir():
        print(f"tuning: skipped, the measured tosses are not at {DATA}")
        return 0.0
    started = time.process_time()
    from sandbox.runner.executor import InlineExecutor
    from sandbox.tuning import output, page, report
    from sandbox.tuning.fit import run_study
    from sandbox.tuning.search import Runner
    from sandbox.tuning.synthetic import EXAMPLES
    from sandbox.tuning.work import prepare_study

    name = "restitution.acrylic_pine"
    changes = {"budget.trials": trials}
    with tempfile.TemporaryDirectory() as folder:
        text = (EXAMPLES / "cube_tosses.toml").read_text(encoding="utf-8")
        study = Path(folder) / "study.toml"
        study.write_text(f'{text}\n[[parameter]]\nname = "{name}"\nlow = 0.0\nhigh = 0.5\n', encoding="utf-8")
        for file in ("toss.toml", "soft_cube.toml"):
            (Path(folder) / file).write_text((EXAMPLES / file).read_text(encoding="utf-8"), encoding="utf-8")
        work = prepare_study(study, data=DATA, changes=changes)
        fit = run_study(work, Runner(InlineExecutor()), str(Path(folder) / "log"))
        report.as_text(fit), output.profile_text(fit), page.as_html(fit)
        whole = time.process_time() - started
        tried = [each.values for each in (*fit.searched.trials, *fit.refined.trials)]
        # The bare loop runs the trials themselves; what else was simulated (baseline, sensitivity,
        # held-out tosses) cost the same a simulation.
        passes = sum(bare(work, tried, number) for number in range(len(tried)))
    alone = passes * fit.simulations / (len(tried) * len(work.training))
    ratio = whole / alone
    print(
        f"tuning: {len(fit.searched.trials)} trials x {len(work.training)} tosses, {fit.simulations} simulations: "
        f"{whole:.1f} CPU s, bare {alone:.1f} CPU s, ratio {ratio:.3f} (at most {MOST})"
    )
    return ratio


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200) > MOST)
