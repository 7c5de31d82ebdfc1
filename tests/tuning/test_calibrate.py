"""Measurements made at a table become a study that runs and gives back what mechanics says."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sandbox.errors import BadFile, InputError
from sandbox.runner.executor import InlineExecutor
from sandbox.runner.trial import run_trial
from sandbox.runner.work import prepare
from sandbox.tuning.calibrate import ask, read_answers, write_study
from sandbox.tuning.fit import Fit, run_study
from sandbox.tuning.recipes import RECIPES
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
        ("[slip]\nangle_deg = 18\non = 3\n", "slip.on: is 3; write a name in quotes"),
        (
            '[slip]\nangle_deg = 18\ncomponent = "common/blok"\n',
            "slip: no component is called 'common/blok'; did you",
        ),
        ('[slip]\nangle_deg = 18\ncomponent = "common/table"\n', "slip: common/table never moves"),
        ("[bounce]\ndrop_mm = 100\nbounce_mm = 147\n", "bounce: 147 mm is not lower than the 100 mm it fell from"),
        ("[tower]\nstood = 9\ntries = 5\n", "tower: it stood 9 times of 5 tries"),
        (
            "[tower]\nlevels = 2.5\nstood = 1\ntries = 5\n",
            "tower.levels: is 2.5; write a whole number from 1 to 12",
        ),
        ("[bounce]\nbounce_mm = nan\n", "bounce.bounce_mm: is nan; write a number from 1 to 500"),
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
    answers = ["n", "y", "", "many", "0.147", "147", "", "n", "maybe", "n", "n", ""]
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


def test_a_card_on_a_card_gives_their_friction(tmp_path: Path) -> None:
    """The materials are those of the pieces: tan 14° = 0.249 between card and card."""
    pieces = 'component = "common/card"\non = "common/card"\n'
    (tmp_path / "answers.toml").write_text(f"[slip]\nangle_deg = 14\n{pieces}", encoding="utf-8")
    work = prepare_study(write_study(read_answers(tmp_path / "answers.toml"), tmp_path))
    for degrees, stays in ((14, [1.0, 0.0]), (8, [0.0, 0.0]), (20, [1.0, 1.0])):
        values = {"friction.card_card": math.tan(math.radians(degrees))}
        (errors,) = Runner(InlineExecutor()).run([work.task(0, values, range(2))])
        assert [error.simulated for error in errors] == stays


def test_what_does_not_go_together_is_asked_again() -> None:
    """A bounce above the drop is asked for once more; answers that end too early are one line."""
    answers = iter(["n", "y", "100", "147", "", "y", "200", "147", ""])
    told: list[str] = []

    def read(_: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    with pytest.raises(InputError, match="the answers ended before the questions"):
        ask(read, lambda _, text: told.append(text))
    assert "147 mm is not lower than the 100 mm it fell from; once more" in told


def test_another_study_is_not_written_over(tmp_path: Path) -> None:
    """A folder with a study of a person's own stays as it is; one of an earlier calibration is made anew."""
    answers = tmp_path / "answers.toml"
    answers.write_text("[bounce]\nbounce_mm = 147\n", encoding="utf-8")
    study = write_study(read_answers(answers), tmp_path)
    assert write_study(read_answers(answers), tmp_path) == study
    study.write_text('title = "Mine"\n', encoding="utf-8")
    with pytest.raises(BadFile, match=r"study.toml: is another study; give another folder"):
        write_study(read_answers(answers), tmp_path)
    assert study.read_text(encoding="utf-8") == 'title = "Mine"\n'
    study.unlink()
    with pytest.raises(BadFile, match=r"bounce.toml: is no calibration's; give another folder"):
        write_study(read_answers(answers), tmp_path)
