"""The same seed gives the same best: whoever runs it, however often it is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.errors import BadFile, InputError
from sandbox.runner.executor import InlineExecutor, LocalExecutor
from sandbox.tuning.evaluate import Outcome, Task, evaluate
from sandbox.tuning.search import Runner, Searched, search
from sandbox.tuning.storage import forget, storage_of
from sandbox.tuning.work import Work, prepare_study

Slides = Callable[..., Path]


class Interrupted:
    """Evaluates, and is interrupted at a certain call."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, task: Task) -> Outcome:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return evaluate(task)


def run(work: Work, storage: Path) -> Searched:
    """Search in this process."""
    return search(work, Runner(InlineExecutor()), str(storage))


def trials_of(searched: Searched) -> list[tuple[dict[str, float], float]]:
    """Return values and losses of every trial, to compare exactly."""
    return [(dict(each.values), each.loss) for each in searched.trials]


@pytest.mark.parametrize("sampler", ["tpe", "cma-es", "random"])
def test_an_interrupted_search_goes_on_as_if_nothing_had_happened(
    slides: Slides, tmp_path: Path, sampler: str
) -> None:
    """Interrupted within every batch and between two, it ends with the trials of an undisturbed one."""
    work = prepare_study(slides(("trials = 16", "trials = 28")), changes={"sampler": sampler, "batch": 4})
    undisturbed = run(work, tmp_path / "undisturbed")
    assert len(undisturbed.trials) == 28
    for at in (1, 4, 5, 7, 3):
        runner = Runner(InlineExecutor(), Interrupted(at))
        with pytest.raises(KeyboardInterrupt):
            search(work, runner, str(tmp_path / "killed"))
    resumed = run(work, tmp_path / "killed")
    assert resumed.resumed >= 16
    assert trials_of(resumed) == trials_of(undisturbed)
    assert resumed.best.values == undisturbed.best.values


def test_a_killed_process_goes_on(slides: Slides, tmp_path: Path) -> None:
    """After SIGKILL in the middle the same command ends with the same best as an undisturbed run."""
    study = slides(("trials = 16", "trials = 24"))
    undisturbed = run(prepare_study(study), tmp_path / "undisturbed")
    code = (
        "import sys; from pathlib import Path; from sandbox.tuning.work import prepare_study;"
        "from sandbox.tuning.search import Runner, search; from sandbox.runner.executor import InlineExecutor;"
        "search(prepare_study(Path(sys.argv[1])), Runner(InlineExecutor()), sys.argv[2])"
    )
    log = tmp_path / "killed"
    process = subprocess.Popen([sys.executable, "-c", code, str(study), str(log)])
    try:
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and process.poll() is None:
            if log.exists() and log.read_text(encoding="utf-8").count('"losses"') >= 11:
                break
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
    finally:
        ended = process.wait()
    assert ended == -signal.SIGKILL
    resumed = run(prepare_study(study), log)
    assert resumed.resumed < 24
    assert trials_of(resumed) == trials_of(undisturbed)


def test_workers_do_not_change_the_result(slides: Slides, tmp_path: Path) -> None:
    """Two worker processes find the trials that one process finds."""
    work = prepare_study(slides(("trials = 16", "trials = 12")))
    alone = run(work, tmp_path / "alone")
    executor = LocalExecutor(2, 60)
    try:
        shared = search(work, Runner(executor), str(tmp_path / "shared"))
    finally:
        executor.shutdown(cancel_futures=True)
    assert trials_of(shared) == trials_of(alone)


def test_another_seed_is_another_search(slides: Slides, tmp_path: Path) -> None:
    """Seeds matter."""
    study = slides(("trials = 16", "trials = 4"))
    one = run(prepare_study(study), tmp_path / "one")
    two = run(prepare_study(study, changes={"seed": 2}), tmp_path / "two")
    assert trials_of(one)[1:] != trials_of(two)[1:]


def test_more_trials_go_on_from_those_there_are(slides: Slides, tmp_path: Path) -> None:
    """A larger budget continues; a time budget stops and says so."""
    study = slides(("trials = 16", "trials = 8"))
    first = run(prepare_study(study), tmp_path / "log")
    more = run(prepare_study(study, changes={"budget.trials": 16}), tmp_path / "log")
    assert trials_of(more)[:8] == trials_of(first)
    assert more.resumed == 8
    short = prepare_study(study, changes={"budget.trials": 1000, "budget.seconds": 1e-6})
    assert not run(short, tmp_path / "log").is_complete


def test_a_database_serves_as_well(slides: Slides, tmp_path: Path) -> None:
    """SQLite gives the trials that the journal gives."""
    work = prepare_study(slides(("trials = 16", "trials = 8")))
    journal = run(work, tmp_path / "log")
    database = search(work, Runner(InlineExecutor()), f"sqlite:///{tmp_path / 'study.db'}")
    assert trials_of(database) == trials_of(journal)


def test_two_runs_do_not_share_a_journal(slides: Slides, tmp_path: Path) -> None:
    """The second one is told so in one line, and leaves the first alone."""
    work = prepare_study(slides(("trials = 16", "trials = 4")))
    log = tmp_path / "log"
    with (
        storage_of(str(log)),
        pytest.raises(InputError, match="log: another run is writing to it; wait for that one"),
    ):
        run(work, log)
    assert len(run(work, log).trials) == 4


def test_a_line_that_was_cut_is_written_again(slides: Slides, tmp_path: Path) -> None:
    """A journal whose last line is torn goes on; one that is damaged inside, or none at all, is left as it is."""
    work = prepare_study(slides(("trials = 16", "trials = 12")))
    log = tmp_path / "log"
    whole = run(work, log)
    text = log.read_bytes()
    for cut in (20, len(text) // 2, len(text) - 5):
        log.write_bytes(text[:-cut])
        assert trials_of(run(work, log)) == trials_of(whole)
    for damaged in (text.replace(b'"losses":[', b'"losses":', 1), b"slide,t_s\n", b"{}\n"):
        log.write_bytes(damaged)
        with pytest.raises(BadFile, match=r"log:\d+: is no journal of trials"):
            run(work, log)
        assert log.read_bytes() == damaged


def test_a_storage_can_be_forgotten(slides: Slides, tmp_path: Path) -> None:
    """Trials of another study make room in a database; a file that is none of ours is never emptied."""
    study = slides(("trials = 16", "trials = 4"))
    where = f"sqlite:///{tmp_path / 'study.db'}"
    search(prepare_study(study), Runner(InlineExecutor()), where)
    other = prepare_study(study, changes={"seed": 2})
    with pytest.raises(BadFile, match="holds trials of a study with other data"):
        search(other, Runner(InlineExecutor()), where)
    forget(where)
    assert search(other, Runner(InlineExecutor()), where).resumed == 0
    precious = tmp_path / "slides.csv"
    text = precious.read_bytes()
    with pytest.raises(BadFile, match="is no journal of trials"):
        forget(str(precious))
    assert precious.read_bytes() == text


def _dies(task: Task) -> Outcome:
    """Die in the process of the second trial; must be importable in a worker."""
    if task.number == 1:
        os._exit(3)
    return evaluate(task)


def test_a_dead_worker_costs_one_trial(slides: Slides, tmp_path: Path) -> None:
    """A trial whose process dies twice has failed; the others are as they would be."""
    work = prepare_study(slides(("trials = 16", "trials = 4")))
    executor = LocalExecutor(1, 60)
    try:
        found = search(work, Runner(executor, _dies), str(tmp_path / "log"))
    finally:
        executor.shutdown(cancel_futures=True)
    assert [each.loss >= 100 for each in found.trials] == [False, True, False, False]
