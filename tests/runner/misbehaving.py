"""Trials that die, hang or break: importable, because workers import them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from sandbox.runner.plan import Plan
from sandbox.runner.trial import TrialResult


def _first_time(trace_file: Path | None) -> bool:
    """Return True the first time; the trace file's name stands for a note on the disk."""
    assert trace_file is not None
    try:
        trace_file.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def dies_once(plan: Plan, seed: int, number: int, trace_file: Path | None) -> TrialResult:
    """Trial 1 kills its process the first time."""
    if number == 1 and _first_time(trace_file):
        os._exit(9)
    return TrialResult(number, holds=True)


def dies_always(plan: Plan, seed: int, number: int, trace_file: Path | None) -> TrialResult:
    """Trial 1 kills its process every time."""
    if number == 1:
        os._exit(9)
    return TrialResult(number, holds=True)


def hangs(plan: Plan, seed: int, number: int, trace_file: Path | None) -> TrialResult:
    """Trial 1 never ends."""
    if number == 1:
        time.sleep(1000)
    return TrialResult(number, holds=True)


def breaks(plan: Plan, seed: int, number: int, trace_file: Path | None) -> TrialResult:
    """Trial 1 has a bug."""
    if number == 1:
        raise ZeroDivisionError("of course")
    return TrialResult(number, holds=True)


def interrupts(plan: Plan, seed: int, number: int, trace_file: Path | None) -> TrialResult:
    """Trial 2 is where the person presses Ctrl-C."""
    if number == 2:
        raise KeyboardInterrupt
    return TrialResult(number, holds=True)
