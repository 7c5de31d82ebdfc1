"""Measurements made at a table become a study that runs and gives back what mechanics says."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandbox.errors import BadFile
from sandbox.runner.executor import InlineExecutor
from sandbox.runner.trial import run_trial
from sandbox.runner.work import prepare
from sandbox.tuning.calibrate import RECIPES, read_answers, write_study
from sandbox.tuning.fit import Fit, run_study
from sandbox.tuning.search import Runner
from sandbox.tuning.work import prepare_study


def fitted(tmp_path: Path, text: str, trials: int = 16) -> Fit:
    """Return the fit of some answers, with fewer trials than a person gets."""
    answers = tmp_path / "answers.toml"
    answers.write_text(text, encoding="utf-8")
    study = write_study(read_answers(answers), tmp_path)
    work = prepare_study(study, changes={"budget.trials": trials, "budget.refine": 3})
    return run_study(work, Runner(InlineExecutor()), str(tmp_path / "log"))


def test_a_bounce_gives_the_restitution(tmp_path: Path) -> None:
    """From 300 mm to 147 mm: e = sqrt(147 / 300) = 0.70, and 3 mm are 3 / (2 · 0.7 · 300) = 0.0071 of it."""
    fit = fitted(tmp_path, "[bounce]\ndrop_mm = 300\nbounce_mm = 147\nsd_mm = 3\n")
    assert fit.best.values["restitution.glass_table"] == pytest.approx(0.70, abs=0.01)
    (found,) = fit.estimates
    assert found.high - found.low == pytest.approx(2 * 1.96 * 0.0071, rel=0.1)


def test_a_run_out_gives_the_rolling_friction(tmp_path: Path) -> None:
    """v² = 10/7 g h and a = 5/7 g rf / r: rf = r h / d = 8 mm x 3 mm / 600 mm = 0.04 mm."""
    fit = fitted(tmp_path, "[roll]\nramp_mm = 3\ndistance_mm = 600\nsd_mm = 10\n")
    assert fit.best.values["rolling_mm.glass_table"] == pytest.approx(0.04, rel=0.12)


def test_a_slip_angle_gives_the_friction(tmp_path: Path) -> None:
    """The tangent of 18° = 0.325, held by two tilts and the prior that the angle is."""
    fit = fitted(tmp_path, "[slip]\nangle_deg = 18\nsd_deg = 1\n")
    assert fit.best.values["friction.beech_table"] == pytest.approx(math.tan(math.radians(18)), abs=0.03)


def test_a_range_gives_the_stiffness(tmp_path: Path) -> None:
    """The range to first touch that the shipped catapult has at 50° gives its stiffness back."""
    text = "[range]\npull_deg = 50\nrange_mm = {}\nsd_mm = 10\n"
    (tmp_path / "answers.toml").write_text(text.format(300), encoding="utf-8")
    write_study(read_answers(tmp_path / "answers.toml"), tmp_path)
    (job,) = prepare([tmp_path / "range.toml"])
    value = run_trial(job.plans[0], 1, 0).measured[0].value
    assert value is not None
    assert 100 < value + 1500 < 3200
    (link,) = job.plans[0].components["hurlyburly/catapult"].links
    fit = fitted(tmp_path, text.format(value + 1500))
    assert fit.judged.tuned[0].simulated == pytest.approx(value, abs=15)
    name = "model.hurlyburly/catapult.hinge.arm.stiffness_N_m_per_rad"
    assert fit.best.values[name] == pytest.approx(link.hinge.stiffness, rel=0.05)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[bounce]\ndrop_mm = 300\n", "bounce.bounce_mm: is missing; add it: Height it bounces to, mm"),
        ("[bounce]\nbounce_mm = -3\n", "bounce.bounce_mm: is -3; write a number from 1 to 500"),
        ("[slip]\nangle_deg = 18\nmaterial = 3\n", "slip.material: is 3; write a name in quotes"),
        ("[drop]\nheight = 3\n", "no measurement is called 'drop'; slip, bounce, roll, tower, range"),
        ("[slip]\nangel_deg = 18\n", "slip.angel_deg: unknown key; known keys: component"),
    ],
)
def test_answers_are_strict(tmp_path: Path, text: str, said: str) -> None:
    """What cannot be is one line."""
    file = tmp_path / "answers.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as caught:
        read_answers(file)
    assert said in str(caught.value)


def test_a_person_is_asked(tmp_path: Path) -> None:
    """Questions with defaults; what was not measured is left out; wrong answers are asked again."""
    import typer

    from sandbox.tune_cli import register

    app = typer.Typer()
    register(app)
    answers = ["n", "y", "", "many", "147", "", "n", "n", "n", ""]
    done = CliRunner().invoke(app, ["calibrate", str(tmp_path / "c"), "--no-fit"], input="\n".join(answers))
    assert done.exit_code == 0, done.output
    assert "write a number from 1 to 500" in done.output
    text = (tmp_path / "c" / "study.toml").read_text(encoding="utf-8")
    assert "restitution.glass_table" in text
    assert "friction" not in text
    prepare_study(tmp_path / "c" / "study.toml")


def test_every_recipe_makes_a_study(tmp_path: Path) -> None:
    """All together, with their defaults, are one study that can be run."""
    text = (
        "[slip]\nangle_deg = 18\n[bounce]\nbounce_mm = 140\n[roll]\nramp_mm = 3\ndistance_mm = 500\n"
        "[tower]\nstood = 8\ntries = 10\n[range]\nrange_mm = 300\n"
    )
    (tmp_path / "answers.toml").write_text(text, encoding="utf-8")
    answers = read_answers(tmp_path / "answers.toml")
    assert list(answers) == [recipe.name for recipe in RECIPES]
    work = prepare_study(write_study(answers, tmp_path))
    assert len(work.space) == 5
    assert len(work.items) == 6
