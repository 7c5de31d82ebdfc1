"""Work that takes longer than a frame: done beside the picture, and asked for once a frame whether it is done.

A thread: a mind that remembers must stay with its session. The physics in a job is done by `desk_worker`.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

__all__ = ["Jobs"]

T = TypeVar("T")


class Jobs(Generic[T]):
    """At most one job at a time.

    Args:
        in_background: False does each job at once when it is given, as tests want it.
    """

    def __init__(self, *, in_background: bool = True) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="desk") if in_background else None
        self._future: Future[T] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a job was given whose result has not been fetched."""
        return self._future is not None

    def give(self, job: Callable[[], T]) -> None:
        """Begin a job."""
        assert self._future is None, "one job at a time"
        if self._pool is not None:
            self._future = self._pool.submit(job)
            return
        self._future = Future()
        try:
            self._future.set_result(job())
        except Exception as error:
            self._future.set_exception(error)

    def fetch(self) -> T | None:
        """Return the result once it is there, and raise what the job raised; None before."""
        if self._future is None or not self._future.done():
            return None
        future, self._future = self._future, None
        return future.result()

    def drop(self) -> None:
        """Wait for the job, and forget what came of it."""
        if self._future is not None:
            future, self._future = self._future, None
            future.exception()

    def close(self) -> None:
        """End the thread, after its job."""
        self.drop()
        if self._pool is not None:
            self._pool.shutdown()
