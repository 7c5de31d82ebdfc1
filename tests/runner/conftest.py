"""A scenario that takes milliseconds, compiled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.runner.run import Job
from sandbox.runner.work import prepare

TEXT = """
title = "A block slides to a stop"
trials = 4
[noise]
position_mm = 1.0
angle_deg = 10.0
[[place]]
name = "block"
component = "common/block"
[[act]]
name = "push"
launch = { body = "block", towards = [1000, 0, 4], speed = 0.5 }
[[act]]
settle = { timeout_s = 3 }
[[expect]]
moved = { body = "block", at_least_mm = 20 }
"""


@pytest.fixture
def make_job(tmp_path: Path) -> Callable[..., Job]:
    """Return a function that compiles the scenario, with changes to its text."""

    def make(*changes: tuple[str, str], more: str = "", **options: object) -> Job:
        text = TEXT + more
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        file = tmp_path / "block.toml"
        file.write_text(text)
        return prepare([file], **options)[0]  # type: ignore[arg-type]

    return make
