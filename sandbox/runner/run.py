"""Run plans: trials through an executor, lost ones tried once more, finished ones kept whatever happens."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path

import pebble

from sandbox.runner.journal import Journal, Key
from sandbox.runner.plan import Plan
from sandbox.runner.trial import TrialResult, run_trial
from sandbox.runner.verdict import PointResult, ScenarioResult

__all__ = ["Job", "run_jobs"]

IN_FLIGHT = 4
"""Tasks a worker has in its queue: enough to keep it busy, few enough to stop soon."""


@dataclass(frozen=True)
class Job:
    """A scenario file's plans (one a point of its sweep), the seed and the number of trials of each."""

    plans: tuple[Plan, ...]
    seed: int
    trials: int

    @property
    def size(self) -> int:
        """Trials in all."""
        return len(self.plans) * self.trials


def run_jobs(
    jobs: Sequence[Job],
    executor: Executor,
    *,
    workers: int = 1,
    journal: Journal | None = None,
    trace_folder: Path | None = None,
    progress: Callable[[Job], None] | None = None,
    call: Callable[[Plan, int, int, Path | None], TrialResult] = run_trial,
) -> tuple[list[ScenarioResult], bool]:
    """Run every trial of every job and return the results, and whether they are complete.

    Ctrl-C stops: what is finished is kept and judged.

    Args:
        jobs: What to run.
        executor: Where.
        workers: How many tasks it runs at once, for the length of its queue.
        journal: Keeps finished trials, and knows those of an earlier run.
        trace_folder: Where traces are written; None writes none.
        progress: Called when a trial of a job is finished.
        call: What runs one trial; it must be importable in a worker.
    """
    journal = journal or Journal(None)
    results: dict[tuple[int, int, int], TrialResult] = {}
    todo = iter(_tasks(jobs, journal, results))
    running: dict[Future[TrialResult], tuple[_Task, int]] = {}
    say = progress or (lambda job: None)
    for (job_index, _, _), _ in results.items():
        say(jobs[job_index])

    def start(task: _Task, attempt: int) -> None:
        file = None if trace_folder is None else trace_folder / task.trace_name
        future = executor.submit(call, task.plan, task.seed, task.number, file)
        running[future] = (task, attempt)

    def collect(future: Future[TrialResult], *, may_retry: bool) -> None:
        task, attempt = running.pop(future)
        result = _result(future, task)
        if result.is_lost and attempt == 1 and may_retry:
            start(task, 2)
            return
        results[task.where] = result
        if not result.is_lost:
            journal.add(task.key, result)
        say(jobs[task.where[0]])

    complete = True
    try:
        while True:
            while len(running) < workers * IN_FLIGHT and (task := next(todo, None)) is not None:
                start(task, 1)
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                collect(future, may_retry=True)
    except KeyboardInterrupt:
        complete = False
        for future in [each for each in running if each.done()]:
            collect(future, may_retry=False)
    finally:
        with _deaf():
            executor.shutdown(wait=True, cancel_futures=True)
    return [_collect(index, job, results) for index, job in enumerate(jobs)], complete


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Let a second Ctrl-C not cost what the first one kept."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@dataclass(frozen=True)
class _Task:
    where: tuple[int, int, int]
    plan: Plan
    seed: int
    number: int

    @property
    def key(self) -> Key:
        return (self.plan.key, self.seed, self.number)

    @property
    def trace_name(self) -> str:
        name = Path(self.plan.file).stem
        point = "".join(f"-{key.split('.')[-1]}={value:g}" for key, value in self.plan.values.items())
        return f"{name}{point}-{self.number}.npz"


def _tasks(
    jobs: Sequence[Job], journal: Journal, results: dict[tuple[int, int, int], TrialResult]
) -> Iterator[_Task]:
    """Return what is still to do; what the journal knows goes into the results."""
    todo = []
    for j, job in enumerate(jobs):
        for p, plan in enumerate(job.plans):
            for number in range(job.trials):
                task = _Task((j, p, number), plan, job.seed, number)
                if task.key in journal.done:
                    results[task.where] = journal.done[task.key]
                else:
                    todo.append(task)
    return iter(todo)


def _result(future: Future[TrialResult], task: _Task) -> TrialResult:
    """Return a trial's result; a lost or broken one says what happened instead of raising."""
    try:
        return future.result()
    except (TimeoutError, pebble.ProcessExpired) as error:
        what = "took too long; raise --time-limit" if isinstance(error, TimeoutError) else "its process died"
        return TrialResult(task.number, False, problem=what, is_lost=True)
    except Exception as error:
        return TrialResult(task.number, False, problem=f"{type(error).__name__}: {error}", is_lost=True)


def _collect(index: int, job: Job, results: dict[tuple[int, int, int], TrialResult]) -> ScenarioResult:
    points = []
    for p, plan in enumerate(job.plans):
        trials = [results[key] for n in range(job.trials) if (key := (index, p, n)) in results]
        points.append(PointResult(plan.values, tuple(trials)))
    first = job.plans[0]
    return ScenarioResult(first.file, first.scenario, job.seed, tuple(points), job.size)
