"""Trials run anywhere with the same result; a lost one costs itself only; what is finished is kept."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sandbox.errors import BadFile, InputError
from sandbox.record import Trace
from sandbox.runner.executor import InlineExecutor, LocalExecutor
from sandbox.runner.journal import Journal
from sandbox.runner.run import Job, run_jobs
from sandbox.runner.verdict import ScenarioResult
from tests.runner import misbehaving

MakeJob = Callable[..., Job]


def digests(result: ScenarioResult) -> list[str]:
    """Return the digest of every trial's final poses."""
    return [trial.digest for trial in result.trials]


def inline(*jobs: Job, **options: object) -> ScenarioResult:
    """Run in this process and return the first result."""
    return run_jobs(jobs, InlineExecutor(), **options)[0][0]  # type: ignore[arg-type]


def test_the_same_seed_gives_the_same_bits_in_this_and_in_fresh_processes(make_job: MakeJob) -> None:
    """Worker processes, this process and a second run agree to the last bit; another seed does not."""
    job = make_job()
    (apart,), complete = run_jobs([job], LocalExecutor(2, 60), workers=2)
    here = inline(job)
    assert complete
    assert digests(apart) == digests(here) == digests(inline(job))
    assert len(set(digests(here))) == 4
    assert digests(inline(make_job(seed=5))) != digests(here)


def test_any_executor_will_do(make_job: MakeJob) -> None:
    """A thread pool of the standard library runs the trials, too."""
    job = make_job()
    (result,), _ = run_jobs([job], ThreadPoolExecutor(1))
    assert digests(result) == digests(inline(job))


def test_a_worker_that_dies_is_tried_once_more(make_job: MakeJob, tmp_path: Path) -> None:
    """One death costs nothing but time."""
    (result,), _ = run_jobs(
        [make_job()], LocalExecutor(2, 60), workers=2, call=misbehaving.dies_once, trace_folder=tmp_path
    )
    assert [t.holds for t in result.trials] == [True] * 4
    assert result.verdict == "holds"


def test_a_worker_that_dies_twice_is_reported(make_job: MakeJob) -> None:
    """The other trials are judged; the lost one is named."""
    (result,), _ = run_jobs([make_job()], LocalExecutor(2, 60), workers=2, call=misbehaving.dies_always)
    assert [t.is_lost for t in result.trials] == [False, True, False, False]
    assert result.points[0].lost == 1
    assert result.points[0].rate == 1.0
    assert "1 without a result (its process died)" in result.reason


def test_a_worker_that_hangs_is_stopped(make_job: MakeJob) -> None:
    """The time limit ends it; the others are not touched."""
    (result,), _ = run_jobs([make_job()], LocalExecutor(2, 3), workers=2, call=misbehaving.hangs)
    assert [t.is_lost for t in result.trials] == [False, True, False, False]
    assert "took too long" in result.reason


def test_a_bug_in_one_trial_does_not_cost_the_others(make_job: MakeJob) -> None:
    """It is reported with its type."""
    result = inline(make_job(), call=misbehaving.breaks)
    assert result.trials[1].problem == "ZeroDivisionError: of course"
    assert sum(t.holds for t in result.trials) == 3


def test_ctrl_c_keeps_what_is_finished_and_resume_goes_on(make_job: MakeJob, tmp_path: Path) -> None:
    """A resumed run is the undisturbed run, and runs only what was missing."""
    job = make_job()
    with Journal(tmp_path / "done.jsonl") as journal:
        (stopped,), complete = run_jobs([job], InlineExecutor(), journal=journal, call=misbehaving.interrupts)
    assert not complete
    assert len(stopped.trials) == 2
    assert stopped.verdict == "undecided"
    assert "interrupted after 2 of 4" in stopped.reason

    calls = []

    def counting(*args: object) -> object:
        calls.append(args)
        return misbehaving.dies_always(*args)  # type: ignore[arg-type]

    with Journal(tmp_path / "done.jsonl") as journal:
        (resumed,), complete = run_jobs([job], InlineExecutor(), journal=journal, call=counting)  # type: ignore[arg-type]
    assert complete
    assert len(calls) == 2
    assert [t.holds for t in resumed.trials] == [True] * 4


def test_resumed_trials_are_bit_identical(make_job: MakeJob, tmp_path: Path) -> None:
    """What the journal gives back equals what was run, warnings and measurements included."""
    job = make_job()
    with Journal(tmp_path / "done.jsonl") as journal:
        first = inline(job, journal=journal)
    with Journal(tmp_path / "done.jsonl") as journal:
        assert inline(job, journal=journal).trials == first.trials


def test_a_changed_scenario_does_not_use_old_trials(make_job: MakeJob, tmp_path: Path) -> None:
    """The journal knows the plan, not the file's name."""
    with Journal(tmp_path / "done.jsonl") as journal:
        inline(make_job(), journal=journal)
        count = len(journal.done)
        inline(make_job(("speed = 0.5", "speed = 0.4")), journal=journal)
        assert len(journal.done) == 2 * count


def test_a_half_written_last_line_is_run_again(make_job: MakeJob, tmp_path: Path) -> None:
    """A run that was killed while it wrote goes on."""
    file = tmp_path / "done.jsonl"
    with Journal(file) as journal:
        inline(make_job(), journal=journal)
    whole = file.read_text()
    for cut in (1, 40, len(whole.splitlines()[-1]) - 3):
        file.write_text(whole[:-cut])
        with Journal(file) as journal:
            assert len(journal.done) == 3
            inline(make_job(), journal=journal)
        assert file.read_text().count("\n") == 4
        with Journal(file) as journal:
            assert len(journal.done) == 4


def test_two_runs_do_not_share_a_journal(make_job: MakeJob, tmp_path: Path) -> None:
    """The second says so in one line, in this process as in another, and has it once the first is done."""
    file = tmp_path / "done.jsonl"
    other = [
        sys.executable,
        "-m",
        "sandbox",
        "run",
        str(tmp_path / "block.toml"),
        "--resume",
        str(file),
        "--jobs=0",
    ]
    with Journal(file) as journal:
        inline(make_job(), journal=journal)
        with pytest.raises(InputError, match="another run is writing to it"):
            Journal(file)
        refused = subprocess.run(other, capture_output=True, text=True)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "another run is writing to it" in refused.stderr
    with Journal(file) as journal:
        assert len(journal.done) == 4


@pytest.mark.parametrize("text", ["not json\n{}\n", '{"a": 1}\n{}\n', "a note without an end", '{"plan": 1}\n'])
def test_a_file_that_is_no_journal(tmp_path: Path, text: str) -> None:
    """A wrong file is not overwritten."""
    file = tmp_path / "notes.txt"
    file.write_text(text)
    with pytest.raises(BadFile, match="is not a list of finished trials"):
        Journal(file)
    assert file.read_text() == text


def test_a_trace_holds_what_happened(make_job: MakeJob, tmp_path: Path) -> None:
    """Frames at 60 Hz from the start to the end, with the marks; recording does not change the physics."""
    job = make_job(trials=1)
    result = inline(job, trace_folder=tmp_path)
    trace = Trace.load(tmp_path / "block-0.npz")
    assert trace.names == ("table", "floor", "block")
    assert trace.components == ("common/table", "floor", "common/block")
    assert trace.marks.keys() == {"push"}
    assert len(trace) == pytest.approx(result.trials[0].sim_seconds * 60, abs=3)
    moved = trace.snapshot(len(trace) - 1).pose("block").position[0] - trace.snapshot(0).pose("block").position[0]
    assert moved > 0.02
    assert digests(result) == digests(inline(job))


def test_a_trace_holds_hinges_and_what_was_taken_away(make_job: MakeJob, tmp_path: Path) -> None:
    """A hinged wall folds while it is recorded; a cube that an act takes away is known to the end."""
    walls = (
        'name = "push"\nlaunch = { body = "block", towards = [1000, 0, 4], speed = 0.5 }',
        "set_joint = { body = 'wall', joint = 'leaf', angle_deg = 20, hold = true }\n"
        "[[act]]\nwait = { seconds = 0.1 }\n[[act]]\nremove = { body = 'cube' }",
    )
    more = '[[place]]\nname = "wall"\ncomponent = "hurlyburly/wall_hinged"\nat_mm = [-200, 0]\n'
    more += '[[place]]\nname = "cube"\ncomponent = "common/cube"\nat_mm = [200, 0]\n'
    inline(make_job(walls, more=more, trials=1), trace_folder=tmp_path)
    trace = Trace.load(tmp_path / "block-0.npz")
    angles = [math.degrees(frame.joints["wall", "leaf"]) for frame in trace]
    assert abs(angles[0] - 20) > 5
    assert angles[-1] == pytest.approx(20, abs=0.5)
    assert trace.components[trace.names.index("cube")] == "common/cube"
    assert "cube" not in trace.snapshot(len(trace) - 1)
