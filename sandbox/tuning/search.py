"""The search: Optuna asks, workers answer, everything is kept in its storage.

Trials are asked for in batches, before any of the batch is told, and told in order: so the result depends on the
seed and the batch, never on how many workers there are or how fast they are. Optuna does not store the state of a
sampler's generator; each trial therefore gets a sampler of its own, seeded by study and number. What a killed
search did is kept, and going on gives the same trials as if nothing had happened.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.errors import BadFile
from sandbox.geometry import Floats
from sandbox.tuning.evaluate import FAILED, Error, Outcome, Task, evaluate
from sandbox.tuning.storage import STUDY, storage_of
from sandbox.tuning.work import Work

if TYPE_CHECKING:
    import optuna

__all__ = ["Evaluation", "Runner", "Searched", "search"]

LOSSES = "losses"
STARTUP = 10
"""Trials at random before TPE has something to learn from."""


@dataclass(frozen=True)
class Evaluation:
    """A point that was tried: its values and the losses of the training items, `(items,) float`."""

    values: Mapping[str, float]
    losses: Floats
    loss: float


@dataclass(frozen=True)
class Searched:
    """What a search came to: its trials in order, whether the budget was used up, and processor seconds."""

    trials: tuple[Evaluation, ...]
    is_complete: bool
    resumed: int

    @property
    def best(self) -> Evaluation:
        """The trial of the lowest loss; the first of equals."""
        return min(self.trials, key=lambda each: each.loss)


class Runner:
    """Runs tasks through an executor, lost ones once more, and counts what the simulations cost.

    Args:
        executor: Where.
        call: What runs one task; importable in a worker.
    """

    def __init__(self, executor: Executor, call: Callable[[Task], Outcome] = evaluate) -> None:
        self._executor, self._call = executor, call
        self.cpu_seconds = 0.0
        self.simulations = 0

    def run(
        self, tasks: Sequence[Task], done: Callable[[Task, tuple[Error, ...]], None] | None = None
    ) -> list[tuple[Error, ...]]:
        """Return the errors of each task's items; a task that is lost twice has failed everywhere."""
        futures: list[Future[Outcome]] = []
        out: list[tuple[Error, ...]] = []

        def collect() -> None:
            out.append(self._collect(tasks[len(out)], futures[len(out)]))
            if done is not None:
                done(tasks[len(out) - 1], out[-1])

        try:
            for task in tasks:
                futures.append(self._executor.submit(self._call, task))
                if futures[len(out)].done():  # kept at once: a search that is killed now need not do it again
                    collect()
            while len(out) < len(tasks):
                collect()
        except BaseException:
            for future in futures:
                future.cancel()
            raise
        return out

    def _collect(self, task: Task, future: Future[Outcome]) -> tuple[Error, ...]:
        for attempt in (1, 2):
            try:
                outcome = future.result()
            except Exception:
                if attempt == 2:
                    break
                future = self._executor.submit(self._call, task)
            else:
                self.cpu_seconds += outcome.cpu_seconds
                self.simulations += len(task.items)
                return outcome.errors
        return tuple(Error(FAILED) for _ in task.items)


def search(
    work: Work,
    runner: Runner,
    storage: str,
    progress: Callable[[int, int, float], None] | None = None,
) -> Searched:
    """Run the study's search, or go on with it.

    Args:
        work: The study.
        runner: Runs trials.
        storage: Where Optuna keeps them; see `storage_of`.
        progress: Called with trials done, trials wanted and the best loss.

    Raises:
        InputError: The storage cannot be used, or holds another study.
    """
    import optuna

    optuna.logging.set_verbosity(optuna.logging.WARNING)
    with storage_of(storage) as opened:
        return _search(work, runner, _study_in(opened, work, storage), progress)


def _search(
    work: Work, runner: Runner, study: optuna.Study, progress: Callable[[int, int, float], None] | None
) -> Searched:
    started, wanted = monotonic(), work.study.budget.trials
    distributions = _distributions(work)
    resumed = sum(t.state.is_finished() for t in study.get_trials(deepcopy=False))
    if not study.get_trials(deepcopy=False) and work.space.contains(work.baseline):
        study.enqueue_trial({name: work.baseline[name] for name in work.space.names})
    is_complete = True
    while (first := sum(t.state.is_finished() for t in study.get_trials(deepcopy=False))) < wanted:
        limit = work.study.budget.seconds
        if limit is not None and monotonic() - started > limit:
            is_complete = False
            break
        # A search that was killed while it told a batch goes on with the rest of that batch.
        end = min((first // work.study.batch + 1) * work.study.batch, wanted)
        asked = [_ask(work, study, number, distributions) for number in range(first, end)]
        _evaluate(work, runner, study, asked)
        if progress is not None:
            progress(end, wanted, study.best_value)
    trials = [t for t in study.get_trials(deepcopy=False) if t.state.is_finished()]
    return Searched(tuple(_evaluation(t) for t in trials[:wanted]), is_complete, resumed)


def _study_in(storage: optuna.storages.BaseStorage, work: Work, where: str) -> optuna.Study:
    import optuna

    try:
        study = optuna.create_study(storage=storage, study_name=STUDY, load_if_exists=True)
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadFile(where, f"is no storage of trials ({reason})", instead="give another one") from None
    key = study.user_attrs.get("key")
    if key is None:
        study.set_user_attr("key", work.key)
    elif key != work.key:
        raise BadFile(
            where,
            "holds trials of a study with other data, parameters or settings",
            instead="give another --out or --storage, or forget them with --fresh",
        )
    return study


def _distributions(work: Work) -> dict[str, Any]:
    import optuna

    return {
        each.name: optuna.distributions.FloatDistribution(each.low, each.high, log=each.scale == "log")
        for each in work.space.parameters
    }


def _ask(work: Work, study: optuna.Study, number: int, distributions: dict[str, Any]) -> optuna.Trial:
    """Return trial `number`: a new one, or one that was asked for before and not finished."""
    import optuna

    study.sampler = _sampler(work, number)
    known = study.get_trials(deepcopy=False)
    if number < len(known) and known[number].state is optuna.trial.TrialState.RUNNING:
        trial = optuna.Trial(study, known[number]._trial_id)
        for name, distribution in distributions.items():
            trial._suggest(name, distribution)
        return trial
    return study.ask(distributions)


def _sampler(work: Work, number: int) -> optuna.samplers.BaseSampler:
    import optuna

    text = f"{work.study.seed} {number}"
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "little") >> 1
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", optuna.exceptions.ExperimentalWarning)
        if work.study.sampler == "tpe":
            return optuna.samplers.TPESampler(seed=seed, multivariate=True, n_startup_trials=STARTUP)
        if work.study.sampler == "cma-es":
            return optuna.samplers.CmaEsSampler(
                seed=seed, popsize=work.study.batch, warn_independent_sampling=False
            )
        return optuna.samplers.RandomSampler(seed=seed)


def _evaluate(work: Work, runner: Runner, study: optuna.Study, asked: Sequence[optuna.Trial]) -> None:
    """Run a batch; keep every result as it comes, and tell the sampler when all are there."""
    by_number = {trial.number: trial for trial in asked}
    losses: dict[int, Floats] = {
        trial.number: np.array(trial.user_attrs[LOSSES]) for trial in asked if LOSSES in trial.user_attrs
    }

    def keep(task: Task, errors: tuple[Error, ...]) -> None:
        losses[task.number] = np.array([error.loss for error in errors])
        by_number[task.number].set_user_attr(LOSSES, losses[task.number].tolist())

    tasks = [work.task(trial.number, trial.params, work.training) for trial in asked if trial.number not in losses]
    runner.run(tasks, keep)
    for trial in asked:
        study.tell(trial, work.total(losses[trial.number], trial.params))


def _evaluation(trial: optuna.trial.FrozenTrial) -> Evaluation:
    assert trial.value is not None
    return Evaluation(dict(trial.params), np.array(trial.user_attrs[LOSSES]), trial.value)
