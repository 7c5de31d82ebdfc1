"""The scenarios that come with the package: sentences that compile, and hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.physics import DEFAULT
from sandbox.runner.executor import LocalExecutor, default_jobs
from sandbox.runner.plan import compile_plan
from sandbox.runner.run import run_jobs
from sandbox.runner.work import find_scenarios, prepare
from sandbox.scenario.load import load

FILES = find_scenarios([])


def test_there_are_enough_of_them() -> None:
    """At least 25, in a folder for each game and one for the laws."""
    assert len(FILES) >= 25
    assert {file.parent.name for file in FILES} >= {"hurlyburly", "burp", "common", "laws"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_is_a_sentence_that_compiles(file: Path) -> None:
    """The name is a sentence, and every point of a sweep can be run."""
    assert re.fullmatch(r"[a-z0-9]+(_[a-z0-9]+)+", file.stem)
    loaded = load(file)
    catalogue = Catalogue()
    for point in loaded.points:
        assert compile_plan(loaded, point, catalogue, DEFAULT).placements or loaded.scenario.act


def test_titles_differ() -> None:
    """A reader of the table knows which is which."""
    titles = [load(file).scenario.title for file in FILES]
    assert len(set(titles)) == len(titles)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_all_of_them_hold() -> None:
    """The main job ends green, without a lost trial and without pieces that are put into each other unsaid."""
    jobs = prepare(FILES)
    results, complete = run_jobs(jobs, LocalExecutor(default_jobs(), 300), workers=default_jobs())
    assert complete
    assert {r.scenario.title: r.reason for r in results if r.verdict not in ("holds", "measured")} == {}
    assert not any(trial.is_lost for r in results for trial in r.trials)
    unsaid = [r for r in results if not r.scenario.allow_overlap]
    warnings = {(r.scenario.title, said) for r in unsaid for trial in r.trials for said in trial.warnings}
    assert {each for each in warnings if "overlap" in each[1]} == set()
