"""One repetition of the recovery proof: made-up data with known truth, a small study, what it claims.

python -m tests.tuning.recovery 100          prints how often the truth lies inside the intervals
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np

from sandbox.runner.executor import InlineExecutor, LocalExecutor, default_jobs
from sandbox.tuning.fit import run_study
from sandbox.tuning.search import Runner
from sandbox.tuning.synthetic import EXAMPLES, Noise, drops, height_of, measure, plan_of, slides, table_of
from sandbox.tuning.work import prepare_study

PAIR = """
[[parameter]]
name  = "profile.gravity"
low   = 5.0
high  = 20.0
scale = "log"
"""


def repeat(number: int, pair: bool = False) -> tuple[list[bool], list[str]]:
    """Return whether each true value lies inside its 95 % interval, and what is said of identification.

    Args:
        number: Of the repetition; seeds truth, data and study.
        pair: Fit friction and gravity to slides, of which only the product can be known.
    """
    rng = np.random.default_rng([number, int(pair)])
    true = {"friction.beech_table": float(rng.uniform(0.15, 0.45))}
    if not pair:
        true["restitution.glass_table"] = float(rng.uniform(0.4, 0.8))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in ("slide.toml", "drop.toml"):
            shutil.copy(EXAMPLES / file, folder / file)
        block = plan_of(folder / "slide.toml", {"friction.beech_table": true["friction.beech_table"]})
        tracks = measure(block, "block", slides(rng, 8, height_of(block)), 0.4, Noise(), rng)
        (folder / "slides.csv").write_text(table_of(tracks, "slide"), encoding="utf-8")
        text = (EXAMPLES / "slides.toml").read_text(encoding="utf-8")
        head, sliding, dropping = text.split("[[tracks]]")
        if pair:
            start = head.index('[[parameter]]\nname = "restitution')
            head = head[:start] + PAIR + head[head.index("[split]") :]
            text = f"{head}[[tracks]]{sliding}"
        else:
            marble = plan_of(folder / "drop.toml", {"restitution.glass_table": true["restitution.glass_table"]})
            tracks = measure(marble, "marble", drops(rng, 8, height_of(marble)), 0.5, Noise(), rng)
            (folder / "drops.csv").write_text(table_of(tracks, "drop"), encoding="utf-8")
            text = f"{head}[[tracks]]{sliding}[[tracks]]{dropping}"
        study = folder / "study.toml"
        study.write_text(text, encoding="utf-8")
        changes = {"seed": number, "split.training": 1.0, "budget.trials": 24, "budget.morris": 0}
        work = prepare_study(study, changes=changes)
        fit = run_study(work, Runner(InlineExecutor()), str(folder / "log"))
    inside = [each.low <= true[each.name] <= each.high for each in fit.estimates if each.name in true]
    return inside, list(fit.words)


def _names_pair(words: list[str]) -> bool:
    both = ("friction.beech_table", "profile.gravity")
    signs = ("Only the product", "trade off")
    return any(all(name in text for name in both) and any(sign in text for sign in signs) for text in words)


def proof(repetitions: int, pairs: int, jobs: int) -> tuple[np.ndarray, int]:
    """Return `(repetitions, parameters) bool` of truths inside, and how often the pair was named as such."""
    executor = LocalExecutor(jobs, 1800)
    try:
        studies = [executor.submit(repeat, number) for number in range(repetitions)]
        twins = [executor.submit(repeat, number, True) for number in range(pairs)]
        inside = np.array([future.result()[0] for future in studies])
        named = sum(_names_pair(future.result()[1]) for future in twins)
    finally:
        executor.shutdown(cancel_futures=True)
    return inside, named


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    found, products = proof(count, max(count // 5, 1), int(sys.argv[2]) if len(sys.argv) > 2 else default_jobs())
    print(f"inside: {found.sum(axis=0)} of {count}; pair named: {products} of {max(count // 5, 1)}")  # noqa: T201
