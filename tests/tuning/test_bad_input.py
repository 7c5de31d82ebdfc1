"""What is wrong with a study or its data is one line with file, place and what to write instead; exit 2."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sandbox.errors import BadFile, InputError
from sandbox.tuning.storage import open_storage
from sandbox.tuning.work import prepare_study

Slides = Callable[..., Path]

BLOCK = """
title = "A block slides to a stop"
place = [{ name = "block", component = "common/block" }]
act = [{ launch = { body = "block", towards = [1000, 0, 4], speed = 0.8 } }, { settle = { timeout_s = 5 } }]
expect = [{ moved = { body = "block", at_least_mm = 80 } }]
"""

SCALAR = """title = "How far"
[[parameter]]
name = "friction.beech_table"
low  = 0.1
high = 0.6
[[scalar]]
name     = "slide"
scenario = "block.toml"
measured = 120_800
sd       = 2
"""


def cells(text: str, line: int, **changes: str) -> str:
    """Return CSV text with other cells in a line, counted from 1."""
    lines = text.splitlines()
    header, row = lines[0].split(","), lines[line - 1].split(",")
    for name, value in changes.items():
        row[header.index(name)] = value
    lines[line - 1] = ",".join(row)
    return "\n".join(lines) + "\n"


def thousandfold(text: str) -> str:
    """Return CSV text with x, y, z in millimetres."""
    lines = text.splitlines()
    rows = [line.split(",") for line in lines[1:]]
    for row in rows:
        row[2:5] = [str(1000 * float(x)) for x in row[2:5]]
    return "\n".join([lines[0], *(",".join(row) for row in rows)]) + "\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda t: t.replace("y_m", "y_mm", 1), "slides.csv: has no column 'y_m'; did you mean y_mm"),
        (thousandfold, "slide 1"),
        (lambda t: cells(t, 4, y_m="nan"), "slides.csv:4: y_m: item 1: is nan; leave frames out"),
        (lambda t: cells(t, 4, y_m="far"), "slides.csv:4: y_m: is 'far'; write a number"),
        (lambda t: cells(t, 5, t_s="0.001"), "slides.csv:5: t_s: item 1: is 0.001 s after"),
        (lambda t: cells(t, 6, qw="0.5"), "slides.csv:6: qx..qw: item 1: a quaternion of length"),
        (lambda t: "\n".join(t.splitlines()[:1]), "slides.csv: has a header and no rows"),
        (lambda t: t.replace(",0.00000\n", "\n", 1), "cells; the header has 15"),
        (
            lambda t: cells(t, 2, vy_mps="687.9"),
            "slides.csv:2: vy_mps: item 1: is 687.9 m/s; write m/s, at most 50",
        ),
        (lambda t: t.replace(",", ";"), "slides.csv:1: has its cells between ';'; separate them by commas"),
    ],
    ids=[
        *("missing column", "millimetres", "NaN", "no number", "falling time", "quaternion", "empty"),
        *("short row", "speed", "semicolons"),
    ],
)
def test_bad_data_is_named(slides: Slides, change: Callable[[str], str], said: str) -> None:
    """Data that cannot be right is refused with file, line and column."""
    with pytest.raises(BadFile) as caught:
        prepare_study(slides(data=change))
    message = str(caught.value)
    assert "\n" not in message
    if said == "slide 1":
        assert "m/s" in message or "positions are metres" in message
    else:
        assert said in message


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("friction.beech_table", "friction.beech_tabel"), "slides.toml:6: parameter[1].name: "),
        (
            ("friction.beech_table", "frition.beech_table"),
            "no parameter is called 'frition.beech_table'; did you mean",
        ),
        (
            ("friction.beech_table", "model.common/card.mass_g"),
            "slides.toml:6: parameter[1].name: changes nothing: there is no common/card in the scenario",
        ),
        (("friction.beech_table", "friction.card_card"), "changes nothing: nothing in the scenario is of card"),
        (("friction.beech_table", "noise.position_mm"), "changes nothing: tracks use no noise of a scenario"),
        (("length_mm = 100 ", "length_mm = 0.1 "), "length_mm: is 0.1, and block is"),
        (('item       = "slide"', 'item       = "t_s"'), "t_s: is named twice in the study's columns"),
        (("refine = 1", "refine = 1\nsobol = 48"), "budget: sobol is 48; write a power of two, such as 32 or 64"),
        (("low   = 0.05", "low   = 0.9"), "low is 0.9 and high is 0.8; low must be the smaller"),
        (
            ("high = 0.95", "high = 1.5"),
            "slides.toml:14: parameter[2].high: restitution.glass_table: is 1.5; write a number of at most 1",
        ),
        (("training = 5", "training = 0"), "split"),
        (("training = 5", "training = 21"), "split.training: is 21 of 20 items; give fewer"),
        (("training = 5", "training = 15\nvalidation = 9"), "wants 15 + 9 items and there are 20"),
        (("training = 5", "trainning = 5"), "unknown key; did you mean training?"),
        (('body      = "block"', 'body      = "blok"'), "slide.toml places no 'blok'"),
        (('scenario  = "slide.toml"', 'scenario  = "slid.toml"'), "there is no scenario"),
        (("seed  = 1", 'seed  = 1\nbaseline = { "friction.a_b" = 1.0 }'), "which is no parameter"),
        (("seed  = 1", 'seed  = 1\nsampler = "bayes"'), "write one of 'tpe', 'cma-es' or 'random'"),
        (("seed  = 1", 'seed  = 1\nprofile = "nowhere.toml"'), "nowhere.toml: there is no such file"),
    ],
)
def test_bad_studies_are_named(slides: Slides, change: tuple[str, str], said: str) -> None:
    """A study that cannot be used is refused with file, line, key and what to write instead."""
    with pytest.raises(InputError) as caught:
        prepare_study(slides(change))
    assert "\n" not in str(caught.value)
    assert said in str(caught.value)


def test_arrays_of_text_are_named(slides: Slides) -> None:
    """An NPZ file is as strict as a CSV file; so is what only bears its name."""
    study = slides(('"slides.csv"', '"slides.npz"'))
    rows = np.genfromtxt(study.with_name("slides.csv"), delimiter=",", names=True)
    arrays = {name: rows[name] for name in rows.dtype.names}
    np.savez(study.with_name("slides.npz"), **arrays)
    assert len(prepare_study(study).items) == 20
    np.savez(study.with_name("slides.npz"), **{**arrays, "y_m": np.full(len(rows), "left")})
    with pytest.raises(BadFile, match=r"slides.npz: y_m: holds <U4 values; write numbers"):
        prepare_study(study)
    study.with_name("slides.npz").write_text("slide,t_s\n", encoding="utf-8")
    with pytest.raises(BadFile, match=r"slides.npz: is not an NPZ file of plain arrays"):
        prepare_study(study)


def test_a_scalar_in_another_unit_is_named(tmp_path: Path) -> None:
    """What is measured in mm is no kilometre."""
    (tmp_path / "block.toml").write_text(BLOCK, encoding="utf-8")
    study = tmp_path / "study.toml"
    study.write_text(SCALAR, encoding="utf-8")
    with pytest.raises(BadFile, match=r"study.toml:9: scalar\[1\].measured: is 120800, and .* mm, at most 5000"):
        prepare_study(study)


def test_a_larger_budget_is_the_same_study(tmp_path: Path) -> None:
    """A study of single numbers goes on with more trials; with another number it is another one."""
    (tmp_path / "block.toml").write_text(BLOCK, encoding="utf-8")
    study = tmp_path / "study.toml"
    study.write_text(SCALAR.replace("120_800", "120.8"), encoding="utf-8")
    work = prepare_study(study)
    assert prepare_study(study, changes={"budget.trials": 300, "title": "Farther"}).key == work.key
    study.write_text(SCALAR.replace("120_800", "121.8"), encoding="utf-8")
    assert prepare_study(study).key != work.key
    assert prepare_study(study).data_hash != work.data_hash


def test_missing_data_names_the_option(slides: Slides, tmp_path: Path) -> None:
    """Without its measurements a study says how to name their folder."""
    with pytest.raises(BadFile, match="name the measurements' folder with --data DIR"):
        prepare_study(slides(), data=tmp_path / "nowhere")


def test_another_study_does_not_go_on_with_the_same_trials(slides: Slides, tmp_path: Path) -> None:
    """Trials of one study are never mixed with those of another."""
    from sandbox.runner.executor import InlineExecutor
    from sandbox.tuning.search import Runner, search

    runner = Runner(InlineExecutor())
    search(prepare_study(slides(("trials = 16", "trials = 4"))), runner, str(tmp_path / "log"))
    other = prepare_study(slides(("trials = 16", "trials = 4"), ("high  = 0.8", "high  = 0.7")))
    with pytest.raises(BadFile, match="holds trials of a study with other data, parameters or settings"):
        search(other, runner, str(tmp_path / "log"))


def test_a_storage_that_cannot_be_opened_is_named() -> None:
    """A wrong database URL is one line."""
    with pytest.raises(InputError, match="cannot be opened"):
        open_storage("nosuchdb://here/there")


@pytest.mark.parametrize(
    ("changes", "data"),
    [
        ((), lambda t: t.replace("y_m", "y_mm", 1)),
        ((), thousandfold),
        ((), lambda t: cells(t, 4, y_m="nan")),
        ((), lambda t: cells(t, 5, t_s="0.001")),
        ((), lambda t: cells(t, 6, qw="0.5")),
        ((("friction.beech_table", "friction.beech_tabel"),), None),
        ((("training = 5", "training = 0"),), None),
    ],
    ids=["missing column", "millimetres", "NaN", "falling time", "quaternion", "unknown parameter", "empty split"],
)
def test_every_kind_of_bad_input_exits_2(
    slides: Slides,
    changes: tuple[tuple[str, str], ...],
    data: Callable[[str], str] | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """One line on standard error that names the file, exit 2, nothing on standard output, nothing half-done."""
    from sandbox.cli import main

    study = slides(*changes, data=data)
    monkeypatch.setattr(sys, "argv", ["sandbox", "tune", str(study), "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit) as exited:
        main()
    told = capsys.readouterr()
    assert exited.value.code == 2
    assert told.out == ""
    assert told.err.startswith("error: ")
    assert told.err.count("\n") == 1
    assert "slides." in told.err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_may_not_be_written_to_is_named_before_the_search(
    slides: Slides, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Results that could not be kept are not looked for."""
    from sandbox import tune_cli

    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(BadFile, match="out: cannot be written to; give another folder"):
        tune_cli.tune(slides(), out=tmp_path / "out", jobs=0)


def test_the_command_line_exits_2(slides: Slides) -> None:
    """Bad input is one line on standard error and exit 2."""
    study = slides(("training = 5", "training = 99"))
    done = subprocess.run(
        [sys.executable, "-m", "sandbox", "tune", str(study)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("error: ")


def test_wrong_units_are_recognised_by_speed_too(slides: Slides) -> None:
    """Times in milliseconds are refused as well."""

    def late(text: str) -> str:
        lines = text.splitlines()
        rows = [line.split(",") for line in lines[1:]]
        for row in rows:
            row[1] = str(1000 * float(row[1]))
        return "\n".join([lines[0], *(",".join(row) for row in rows)]) + "\n"

    with pytest.raises(BadFile, match="times are seconds; divide ms by 1000"):
        prepare_study(slides(data=late))
