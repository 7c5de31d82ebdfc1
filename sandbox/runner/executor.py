"""Where trials run: any `concurrent.futures.Executor` will do.

`LocalExecutor` is worker processes on this machine, each with one engine; a task that exceeds its time limit,
or whose process dies, fails alone. `InlineExecutor` runs in this process: for debugging and small tests.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

import pebble

__all__ = ["InlineExecutor", "LocalExecutor", "default_jobs"]

P = ParamSpec("P")
T = TypeVar("T")


def default_jobs() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def _blocked_interrupts() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class LocalExecutor(Executor):
    """Worker processes, started fresh (spawn): nothing of this process leaks into them.

    A future fails with `TimeoutError` when its task took too long, and with `pebble.ProcessExpired` when its
    process died; the other tasks go on in new processes.

    Args:
        jobs: Number of processes.
        time_limit: Wall-clock seconds a task may take.
    """

    def __init__(self, jobs: int, time_limit: float) -> None:
        self._time_limit = time_limit
        self._pool: Any = pebble.ProcessPool(max_workers=jobs, context=multiprocessing.get_context("spawn"))
        # Ctrl-C reaches every process of a terminal; workers are stopped by us. The pool's threads start with
        # the first task and hand the blocked signal down to the processes that they start.
        with _blocked_interrupts():
            self._pool.schedule(os.getpid)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Schedule a call; see `concurrent.futures.Executor.submit`."""
        future: Future[T] = self._pool.schedule(fn, args=args, kwargs=kwargs, timeout=self._time_limit)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop the processes: after what is scheduled, or at once with `cancel_futures`."""
        if cancel_futures:
            self._pool.stop()
        else:
            self._pool.close()
        if wait:
            self._pool.join()


class InlineExecutor(Executor):
    """Runs each task when it is submitted, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:  # noqa: ANN401
        """Run a call and return its finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
