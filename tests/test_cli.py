"""The command line as a person meets it: exit codes, files, one line for what can be mended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.scenario.test_bad_files import GOOD

ROWS = """
title = "A row of dominoes"
trials = 6
[noise]
position_mm = 1.0
[[place]]
name = "row"
row = { component = "common/domino", count = 3, pitch_mm = 30 }
[[act]]
settle = { timeout_s = 2 }
[[expect]]
stands = { body = "row.*" }
"""


def sandbox(*arguments: object, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "sandbox", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"},
        check=False,
    )


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A scenario that holds."""
    file = tmp_path / "good.toml"
    file.write_text(GOOD)
    return file


def test_what_holds_exits_0_and_prints_a_table(good: Path) -> None:
    """The verdict, the rate, and the sums."""
    done = sandbox("run", good)
    assert done.returncode == 0, done.stderr
    assert "A cube stands" in done.stdout
    assert "1 of 1" in done.stdout
    assert "1 hold" in done.stdout


def test_what_fails_exits_1_with_what_was_measured(good: Path) -> None:
    """The first failing expectation, with its number."""
    good.write_text(GOOD.replace("stands", "falls"))
    done = sandbox("run", good, "--jobs", 0)
    assert done.returncode == 1
    assert "cube falls: cube leans 0.00°, came down 0.00 mm" in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "nowhere.toml"],
        ["run", "bad.toml"],
        ["run", "good.toml", "--param", "x"],
        ["run", "good.toml", "--param", "x=1"],
        ["run", "good.toml", "--profile", "fastest"],
        ["run", "good.toml", "--models", "nowhere"],
        ["run", "good.toml", "--json", "nowhere/out.json"],
        ["run", "good.toml", "--junit", "nowhere/out.xml"],
        ["run", "good.toml", "--resume", "good.toml"],
        ["run", "good.toml", "--resume", "nowhere/done.jsonl"],
        ["run", "good.toml", "--trace", "good.toml"],
        ["run", "good.toml", "--json", "."],
        ["run", "good.toml", "--resume", "."],
        ["profiles", "fastest"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_used_exits_2_with_one_line(arguments: list[str], good: Path) -> None:
    """No traceback, nothing half-done."""
    (good.parent / "bad.toml").write_text(GOOD.replace("settle", "setle"))
    before = sorted(good.parent.iterdir())
    done = sandbox(*arguments, folder=good.parent)
    assert done.returncode == 2, done.stdout
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    assert sorted(good.parent.iterdir()) == before


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["run", "--what"], "sandbox run: no such option: --what; see sandbox run --help"),
        (["run", "--jobs", "many"], "sandbox run: invalid value for '--jobs'"),
        (["run", "--trials"], "sandbox: option '--trials' requires an argument"),
        (["rnu"], "sandbox: no such command 'rnu'"),
        (["shot"], "sandbox shot: missing "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_option_is_one_line(arguments: list[str], line: str) -> None:
    """It says which command, what is wrong, and where the help is."""
    done = sandbox(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"error: {line}")
    assert done.stderr.count("\n") == 1


def test_no_command_prints_the_help() -> None:
    """And nothing else."""
    done = sandbox()
    assert done.returncode == 2
    assert "Usage: sandbox" in done.stdout + done.stderr
    assert "error" not in done.stderr


def test_json_and_junit_tell_the_same(tmp_path: Path, good: Path) -> None:
    """Programs get every measurement; the JUnit report counts a failure."""
    bad = tmp_path / "fails.toml"
    bad.write_text(GOOD.replace("stands", "falls"))
    done = sandbox("run", good, bad, "--json", tmp_path / "o.json", "--junit", tmp_path / "o.xml", "-j", 0)
    assert done.returncode == 1
    data = json.loads((tmp_path / "o.json").read_text())
    assert [s["verdict"] for s in data["scenarios"]] == ["holds", "fails"]
    trial = data["scenarios"][0]["points"][0]["trials"][0]
    assert trial["measured"][0]["what"] == "cube stands"
    assert trial["measured"][0]["holds"]
    suite = ET.parse(tmp_path / "o.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")


def test_trials_seed_and_parameters_from_outside(tmp_path: Path) -> None:
    """The command line wins over the file."""
    file = tmp_path / "rows.toml"
    file.write_text(ROWS)
    options = ("--trials", 2, "--seed", 7, "--param", "place.row.row.count=5", "--json", tmp_path / "o.json", "-v")
    done = sandbox("run", file, "--jobs", 0, *options)
    assert done.returncode == 0, done.stderr
    scenario = json.loads((tmp_path / "o.json").read_text())["scenarios"][0]
    assert scenario["seed"] == 7
    assert len(scenario["points"][0]["trials"]) == 2
    assert "row.* stands: row." in done.stdout


def test_traces_are_written_where_asked(tmp_path: Path, good: Path) -> None:
    """One file a trial, in a folder that is made."""
    assert sandbox("run", good, "-j", 0, "--trace", tmp_path / "deep" / "traces").returncode == 0
    assert [f.name for f in (tmp_path / "deep" / "traces").iterdir()] == ["good-0.npz"]


def test_a_profile_file_is_taken(tmp_path: Path, good: Path) -> None:
    """A file that starts from a shipped profile and changes one number."""
    profile = tmp_path / "mine.toml"
    profile.write_text('based_on = "fast"\niterations = 80\n')
    assert sandbox("run", good, "-j", 0, "--profile", profile).returncode == 0
    assert "480" in sandbox("profiles", profile).stdout


@pytest.mark.slow
def test_ctrl_c_keeps_finished_trials_and_resume_goes_on(tmp_path: Path) -> None:
    """SIGINT in the middle, then --resume: the same digests as an undisturbed run, no trial run twice."""
    file, done_file = tmp_path / "rows.toml", tmp_path / "done.jsonl"
    file.write_text(ROWS.replace("trials = 6", "trials = 150").replace("count = 3", "count = 12"))
    command = [sys.executable, "-m", "sandbox", "run", str(file), "--resume", str(done_file), "-j", "1"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not done_file.exists() or done_file.read_text().count("\n") < 5):
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "interrupted after" in " ".join(out.split())
    assert "stopped after" in err
    assert "--resume" in err
    kept = done_file.read_text().splitlines()
    assert 5 <= len(kept) < 150

    rest = sandbox("run", file, "--resume", done_file, "--json", tmp_path / "o.json")
    assert rest.returncode == 0, rest.stderr
    assert done_file.read_text().splitlines()[: len(kept)] == kept
    resumed = json.loads((tmp_path / "o.json").read_text())["scenarios"][0]["points"][0]["trials"]
    assert sandbox("run", file, "--json", tmp_path / "p.json").returncode == 0
    undisturbed = json.loads((tmp_path / "p.json").read_text())["scenarios"][0]["points"][0]["trials"]
    assert [t["digest"] for t in resumed] == [t["digest"] for t in undisturbed]


def test_a_terminal_without_check_marks(good: Path) -> None:
    """An old code page shows something else instead of dying after the run."""
    env = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    command = [sys.executable, "-m", "sandbox", "run", str(good), "-j", "0"]
    done = subprocess.run(command, capture_output=True, env=env, check=False)
    assert done.returncode == 0, done.stderr
    assert b"A cube stands" in done.stdout


def test_help_names_every_command() -> None:
    """The first thing that a newcomer types."""
    done = sandbox("--help")
    assert done.returncode == 0
    for command in ("run", "models", "profiles"):
        assert command in done.stdout


def test_importing_the_package_is_light() -> None:
    """`import sandbox` loads neither a window nor a plotter nor a tuner; a worker needs no trimesh."""
    code = (
        "import sys, sandbox, sandbox.runner.trial;"
        "heavy = {'pyglet', 'moderngl', 'matplotlib', 'optuna', 'dask', 'trimesh', 'scipy', 'rich', 'typer'};"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
