"""Fits find what the data were made from, say what they cannot find, and leave a profile that runs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sandbox.runner.executor import InlineExecutor
from sandbox.runner.profile_file import read_profile
from sandbox.runner.run import run_jobs
from sandbox.runner.work import prepare
from sandbox.tuning import output, page, report
from sandbox.tuning.fit import Fit, run_study
from sandbox.tuning.search import Runner
from sandbox.tuning.synthetic import TRUE
from sandbox.tuning.work import prepare_study

Slides = Callable[..., Path]

BLOCK = """
title = "A block slides to a stop"
[[place]]
name = "block"
component = "common/block"
[[act]]
launch = { body = "block", towards = [1000, 0, 4], speed = 0.8 }
[[act]]
settle = { timeout_s = 5 }
[[expect]]
moved = { body = "block", at_least_mm = 80 }
"""
"""mu = 0.27 and 0.8 m/s: v²/2 mu g = 121 mm."""


def fit_of(study: Path, tmp_path: Path, **changes: object) -> Fit:
    """Return the fit of a study file with some of its keys changed."""
    work = prepare_study(study, changes={key.replace("__", "."): value for key, value in changes.items()})
    return run_study(work, Runner(InlineExecutor()), str(tmp_path / "log"))


def small(tmp_path: Path, text: str, scenario: str = BLOCK) -> Path:
    """Return a study of one scenario."""
    (tmp_path / "block.toml").write_text(scenario, encoding="utf-8")
    study = tmp_path / "study.toml"
    study.write_text(text, encoding="utf-8")
    return study


@pytest.mark.slow
def test_true_values_are_found_and_told(slides: Slides, tmp_path: Path) -> None:
    """The shipped study finds its true values within its intervals; page, JSON and profile hold them."""
    study = slides(("refine = 1", "refine = 3"), ("trials = 16", "trials = 32"), ("training = 5", "training = 12"))
    fit = fit_of(study, tmp_path, budget__morris=2)
    for each in fit.estimates:
        assert each.low <= TRUE[each.name] <= each.high
        assert each.standing == "well"
    assert not fit.is_worse
    assert [each.name for each in fit.morris] == list(TRUE)
    data = json.loads(report.as_text(fit))
    assert set(data["errors"]) == {"training", "held-out"}
    assert data["parameters"][0]["interval"] == [fit.estimates[0].low, fit.estimates[0].high]
    html = page.as_html(fit)
    assert html.count("<svg") == 5
    assert "http" not in html.replace("http://www.w3.org", "").replace("https://matplotlib.org", "").replace(
        "http://purl.org", ""
    ).replace("http://creativecommons.org", "")
    assert "<script" not in html
    profile = tmp_path / "tuned.toml"
    profile.write_text(output.profile_text(fit), encoding="utf-8")
    told = read_profile(str(profile))
    assert told.provenance["data_hash"] == fit.work.data_hash
    assert told.provenance["held_out_error"]["position_percent"]["tuned"] > 0
    (tmp_path / "block.toml").write_text(BLOCK, encoding="utf-8")
    (job,) = prepare([tmp_path / "block.toml"], profile=str(profile))
    best = fit.best.values["friction.beech_table"]
    assert job.plans[0].materials.pair("beech", "table").friction == pytest.approx(best, rel=1e-5)
    (tmp_path / "materials.toml").write_text(output.materials_text(fit), encoding="utf-8")
    (job,) = prepare([tmp_path / "block.toml"], models=[tmp_path])
    assert job.plans[0].materials.pair("beech", "table").friction == pytest.approx(best, rel=1e-5)


def test_a_scalar_finds_friction(tmp_path: Path) -> None:
    """A block that slides 121 mm ± 2 at 0.8 m/s has friction 0.27, by v² = 2 mu g d."""
    study = small(
        tmp_path,
        """
        title = "How far a block slides"
        seed = 1
        [[parameter]]
        name = "friction.beech_table"
        low = 0.1
        high = 0.6
        [loss]
        kind = "squared"
        [budget]
        trials = 16
        refine = 0
        morris = 0
        [[scalar]]
        name = "slide"
        scenario = "block.toml"
        measured = 120.8
        sd = 2
        """,
    )
    fit = fit_of(study, tmp_path)
    assert fit.best.values["friction.beech_table"] == pytest.approx(0.27, abs=0.015)
    assert any("nothing was held out" in warning for warning in fit.warnings)
    assert "No intervals" in fit.words[0]


@pytest.mark.slow
def test_only_a_product_is_named(tmp_path: Path) -> None:
    """Stopping distances depend on friction times gravity: each alone is not identified, their product is."""
    rows = "\n".join(
        f'[[scalar]]\nname = "{speed}"\nscenario = "block.toml"\nsd = 2\nmeasured = {1000 * d:.1f}\n'
        f'params = {{ "act.1.launch.speed" = {speed} }}'
        for speed, d in (
            (v, v**2 / (2 * 0.3 * 9.81) + e) for v, e in ((0.5, 1e-3), (0.6, -1e-3), (0.7, 2e-3), (0.8, -2e-3))
        )
    )
    study = small(
        tmp_path,
        f"""
title = "Friction and gravity"
seed = 3
[[parameter]]
name = "friction.beech_table"
low = 0.15
high = 0.6
scale = "log"
[[parameter]]
name = "profile.gravity"
low = 5
high = 20
scale = "log"
[loss]
kind = "squared"
[budget]
trials = 48
morris = 0
{rows}
""",
    )
    fit = fit_of(study, tmp_path)
    product = next((words for words in fit.words if words.startswith("Only the product")), str(fit.words))
    assert "friction.beech_table x profile.gravity is identified" in product
    assert fit.best.values["friction.beech_table"] * fit.best.values["profile.gravity"] == pytest.approx(
        2.94, rel=0.05
    )
    assert all(each.standing != "well" for each in fit.estimates)
    assert fit.correlations is not None
    assert fit.correlations[0, 1] < -0.9


def test_a_rate_finds_a_tremor_and_a_model_number_can_be_fitted(tmp_path: Path) -> None:
    """Rates by their likelihood; `model.<id>.<key>` is a parameter like any other."""
    scenario = """
    title = "A block stands on its end"
    trials = 2
    place = [{ name = "block", component = "common/block", turn_deg = [0, 90, 0] }]
    noise = { tilt_deg = 5 }
    act = [{ settle = { timeout_s = 3 } }]
    expect = [{ stands = { body = "block", tilt_deg = 20 } }]
    """
    study = small(
        tmp_path,
        """
        title = "How steady a hand is"
        [[parameter]]
        name = "noise.tilt_deg"
        low = 0.5
        high = 20
        scale = "log"
        [[parameter]]
        name = "model.common/block.density_kg_m3"
        low = 400
        high = 900
        prior = { mean = 705, sd = 30, source = "beech" }
        [budget]
        trials = 12
        refine = 0
        morris = 0
        [[rate]]
        name = "stands"
        scenario = "block.toml"
        held = 12
        of = 20
        trials = 12
        """,
        scenario,
    )
    fit = fit_of(study, tmp_path)
    assert 0.4 <= fit.judged.tuned[0].simulated <= 0.8
    assert 2 < fit.best.values["noise.tilt_deg"] < 20
    assert '[model."common/block"]' in output.profile_text(fit)


def test_worse_on_held_out_items_is_exit_1(slides: Slides, tmp_path: Path) -> None:
    """A baseline that is the truth cannot be beaten by a search that may not go there."""
    baseline = 'seed  = 1\nbaseline = { "friction.beech_table" = 0.27, "restitution.glass_table" = 0.66 }'
    study = slides(("seed  = 1", baseline), ("high  = 0.8", "high  = 0.2"), ("trials = 16", "trials = 4"))
    command = [
        sys.executable,
        "-m",
        "sandbox",
        "tune",
        str(study),
        "-j",
        "0",
        "--out",
        str(tmp_path / "out"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "worse than untuned" in done.stdout.replace("\n", " ")
    assert "friction.beech_table sits on its upper bound 0.2; widen it" in " ".join(done.stdout.split())
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"profile.toml", "materials.toml", "report.json", "report.html", "trials.log"} <= written


def test_what_no_value_comes_near_to_is_named(tmp_path: Path) -> None:
    """A slide in metres instead of mm: said so, the parameter is pushed onto its bound and not well identified."""
    study = small(
        tmp_path,
        """
        title = "How far a block slides"
        [[parameter]]
        name = "friction.beech_table"
        low = 0.1
        high = 0.6
        [[parameter]]
        name = "act.2.settle.timeout_s"
        low = 4
        high = 6
        [budget]
        trials = 4
        refine = 2
        morris = 2
        [[scalar]]
        name = "slide"
        scenario = "block.toml"
        measured = 0.1208
        sd = 2
        """,
    )
    fit = fit_of(study, tmp_path)
    told = " ".join(fit.warnings)
    assert "slide does not fit: 0.121 ± 2 was measured and " in told
    assert "act.2.settle.timeout_s changes nothing: no measurement depends on it" in told
    assert fit.estimates[0].standing != "well"


def test_well_identified_is_honest() -> None:
    """Neither bounds of many decades nor a bound in the way make a parameter well identified."""
    from sandbox.tuning.identify import describe, estimates
    from sandbox.tuning.space import Space
    from sandbox.tuning.study import Parameter
    from sandbox.tuning.surrogate import Cloud

    wide = Parameter(name="stiffness", low=1, high=1e6, scale="log")
    near = Parameter(name="friction", low=0.05, high=0.8, scale="log")
    edge = Parameter(name="bounce", low=0.0, high=1.0)
    space = Space((wide, near, edge))
    points = np.random.default_rng(1).normal([0.5, 0.5, 0.0], [0.05, 0.01, 0.01], (1000, 3)).clip(0, 1)
    cloud = Cloud(points, points, points.mean(axis=0), np.full(3, np.inf))
    found = estimates(space, space.values([0.5, 0.5, 0.0]), cloud, {})
    assert found[0].fills < 0.3
    assert [each.standing for each in found] == ["weakly", "well", "weakly"]
    words = " ".join(describe(space, found, cloud, 10))
    assert "bounce is pushed onto its lower bound 0: how far it would go beyond is not known." in words
    assert "stiffness is weakly identified" in words


def test_a_profile_with_a_wrong_pair_is_refused(tmp_path: Path) -> None:
    """Tables of a profile file are as strict as everything else."""
    from sandbox.errors import BadFile

    file = tmp_path / "mine.toml"
    file.write_text("rate_hz = 960\n[friction]\nbeech_tabel = 0.3\n", encoding="utf-8")
    (tmp_path / "block.toml").write_text(BLOCK, encoding="utf-8")
    with pytest.raises(
        BadFile, match=r"mine.toml:3: friction.beech_tabel: no material is called 'tabel'; did you mean table"
    ):
        prepare([tmp_path / "block.toml"], profile=str(file))


def test_scenarios_take_model_numbers(tmp_path: Path) -> None:
    """A mass from the command line reaches the world, and a scenario's own wins over a profile's."""
    (tmp_path / "block.toml").write_text(BLOCK, encoding="utf-8")
    (job,) = prepare([tmp_path / "block.toml"], params={"model.common/block.mass_g": 12.5})
    assert job.plans[0].components["common/block"].mass == pytest.approx(0.0125)
    profile = tmp_path / "p.toml"
    profile.write_text('[model."common/block"]\nmass_g = 20\n', encoding="utf-8")
    (job,) = prepare([tmp_path / "block.toml"], profile=str(profile))
    assert job.plans[0].components["common/block"].mass == pytest.approx(0.020)
    (job,) = prepare([tmp_path / "block.toml"], profile=str(profile), params={"model.common/block.mass_g": 12.5})
    assert job.plans[0].components["common/block"].mass == pytest.approx(0.0125)
    results, complete = run_jobs([job], InlineExecutor())
    assert complete
    assert results[0].verdict == "holds"


def test_light_imports() -> None:
    """Importing the package or its command line loads neither optuna nor matplotlib nor SALib."""
    heavy = ("optuna", "matplotlib", "SALib", "pandas", "jinja2")
    code = f"import sys, sandbox.tune_cli, sandbox.tuning.fit; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_losses_do_what_they_say() -> None:
    """Caps, Huber's corner, medians, and a likelihood that is 0 where it cannot be better."""
    from sandbox.tuning.loss import of_rate, of_track, over_items
    from sandbox.tuning.study import Loss

    far = np.array([0.0, 3.0])
    assert of_track(far, None, Loss(kind="absolute")) == pytest.approx(1.5)
    assert of_track(far, None, Loss(kind="squared")) == pytest.approx(2.25)
    assert of_track(far, None, Loss(kind="huber", huber_at=1.0)) == pytest.approx(1.25)
    flipped = np.array([np.pi / 2])
    capped = Loss(kind="absolute", angle_cap_deg=30.0)
    assert of_track(np.zeros(1), flipped, capped) == pytest.approx(np.pi / 6)
    losses = np.array([[1.0, 2.0, 30.0]])
    assert over_items(losses, Loss(over_items="median")) == pytest.approx(2.0)
    assert over_items(losses, Loss(over_items="mean")) == pytest.approx(11.0)
    assert of_rate(10, 20, 10, 20) == pytest.approx(0.0, abs=1e-12)
    assert of_rate(20, 20, 0, 20) > of_rate(20, 20, 10, 20) > of_rate(20, 20, 20, 20) > 0
