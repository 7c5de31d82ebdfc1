"""The referee's physics in a process of its own, so that the picture goes on while bots think and try.

A thread would not do: the engine keeps the interpreter for every step, and each call to the picture's library
waits for it in turn. What is performed there comes out the same to the bit. Where no process can be had, it is
performed here.
"""

# ruff: noqa: ANN401 (tables, states and games of any kind)
from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

from sandbox.referee.session import Onlooker
from sandbox.referee.words import Attempt, Field, Hands, Report

__all__ = ["FarHands", "FarTable", "Worker"]

KEPT = 4
"""Tables that the process remembers: one for each physics that a game was lately played with."""


class Worker:
    """A process that performs on tables; begun when it is first needed, one call at a time."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._ours: Connection | None = None
        self._known: list[Field] = []
        self._is_closed, self._is_lost = False, False

    def begin(self) -> None:
        """Start the process; it loads what it needs while the first moves are chosen."""
        if self._process is None and not (self._is_closed or self._is_lost):
            context = multiprocessing.get_context("spawn")
            try:
                self._ours, its = context.Pipe()
                self._process = context.Process(target=_serve, args=(its,), name="referee", daemon=True)
                self._process.start()
                its.close()
            except OSError:
                self._is_lost = True

    def call(self, what: str, table: Field, *arguments: Any) -> Any:
        """Call a function of `_CALLS` on a table there, and raise what it raises; here, if there is no process."""
        self.begin()
        if self._ours is None or self._is_lost:
            return _CALLS[what](table, *arguments)
        try:
            number = next((i for i, known in enumerate(self._known) if known is table), len(self._known))
            if number == KEPT:
                self._known.clear()
                number = 0
            is_new = number == len(self._known)
            self._ours.send((what, number, table if is_new else None, arguments))
            if is_new:
                self._known.append(table)
            is_good, found = self._ours.recv()
        except (OSError, EOFError):
            if self._is_closed:
                raise
            self._is_lost = True  # it died: from now on here
            return _CALLS[what](table, *arguments)
        if not is_good:
            raise found
        return found

    def close(self) -> None:
        """End the process, whatever it does."""
        self._is_closed = True
        if self._process is not None:
            if self._process.pid is not None:
                self._process.terminate()
                self._process.join(2.0)
            self._process = None


class FarTable:
    """A table whose acts are performed in the process; everything else is asked of the one that is here.

    Args:
        near: The referee's own.
        worker: Performs.
    """

    def __init__(self, near: Field, worker: Worker) -> None:
        self._near, self._worker = near, worker

    def __getattr__(self, name: str) -> Any:
        """Return what the table here has."""
        return getattr(self._near, name)

    def perform(self, lying: Any, state: Any, attempt: Attempt, *, records: bool = False) -> Report:
        """Try something and read what came of it. Raises `Impossible`."""
        made: Report = self._worker.call("perform", self._near, lying, state, attempt, records)
        return made


class FarHands:
    """Hands that aim in the process: they try out in their head, with physics.

    Args:
        near: The hands themselves; hands that remember what they saw stay here.
        worker: Performs.
    """

    def __init__(self, near: Hands, worker: Worker) -> None:
        self._near, self._worker = near, worker

    @classmethod
    def of(cls, hands: Hands, worker: Worker) -> Hands:
        """Return hands that aim there, if they can."""
        return hands if isinstance(hands, Onlooker) else cls(hands, worker)

    def attempt(self, game: Any, field: Any, lying: Any, state: Any, rng: np.random.Generator) -> Attempt:
        """Return how it is tried."""
        near = field._near if isinstance(field, FarTable) else field
        made: Attempt = self._worker.call("attempt", near, self._near, game, lying, state, rng)
        return made


def _perform(table: Field, lying: Any, state: Any, attempt: Attempt, records: bool) -> Report:
    return table.perform(lying, state, attempt, records=records)


def _attempt(table: Field, hands: Hands, game: Any, lying: Any, state: Any, rng: np.random.Generator) -> Attempt:
    return hands.attempt(game, table, lying, state, rng)


_CALLS: dict[str, Callable[..., Any]] = {"perform": _perform, "attempt": _attempt}


def _serve(its: Connection) -> None:
    """Answer calls until the other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the window, which ends this process
    tables: dict[int, Field] = {}
    while True:
        try:
            what, number, table, arguments = its.recv()
        except (EOFError, OSError):
            return
        if table is not None:
            tables[number] = table
        try:
            answer = True, _CALLS[what](tables[number], *arguments)
        except Exception as error:
            answer = False, error
        its.send(answer)
