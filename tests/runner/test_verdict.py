"""Rates are judged by their interval, curves by where they cross one half."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from sandbox.runner.report import print_results
from sandbox.runner.trial import TrialResult
from sandbox.runner.verdict import PointResult, ScenarioResult, wilson
from sandbox.scenario.expectations import Measured
from sandbox.scenario.schema import Scenario


def result(
    *counts: tuple[int, int], expect: list[dict[str, object]], sweep: list[float] | None = None
) -> ScenarioResult:
    """Return a scenario result with (successes, trials) at each point."""
    scenario = Scenario.model_validate(
        {
            "title": "t",
            "trials": 2,
            "place": [{"name": "a", "component": "c"}],
            "expect": [{"stands": {"body": "a"}}, *expect],
            **({"sweep": {"x": sweep}} if sweep else {}),
        }
    )
    points = []
    for i, (good, total) in enumerate(counts):
        trials = tuple(TrialResult(n, holds=n < good) for n in range(total))
        points.append(PointResult({"x": sweep[i]} if sweep else {}, trials))
    return ScenarioResult("f.toml", scenario, 0, tuple(points), sum(total for _, total in counts))


def test_wilson_against_its_formula() -> None:
    """The score interval, by hand: Wilson, JASA 22 (1927) 209."""
    z, k, n = 1.959963984540054, 47, 50
    p = k / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * (p * (1 - p) / n + z * z / (4 * n * n)) ** 0.5 / (1 + z * z / n)
    assert wilson(k, n) == pytest.approx((centre - half, centre + half))
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("good", "rate", "verdict"),
    [
        (200, {"at_least": 0.97}, "holds"),
        (197, {"at_least": 0.97}, "undecided"),
        (180, {"at_least": 0.97}, "fails"),
        (2, {"at_most": 0.1}, "holds"),
        (20, {"at_most": 0.1}, "undecided"),
        (60, {"at_most": 0.1}, "fails"),
    ],
)
def test_a_rate_holds_when_its_whole_interval_does(good: int, rate: dict[str, float], verdict: str) -> None:
    """Proven, contradicted, or not decided by so few trials: three verdicts, never a guess."""
    assert result((good, 200), expect=[{"rate": rate}]).verdict == verdict


def test_without_a_rate_every_trial_has_to_hold() -> None:
    """One of a hundred that falls is a scenario that fails."""
    assert result((100, 100), expect=[]).verdict == "holds"
    assert result((99, 100), expect=[]).verdict == "fails"


def test_a_lost_trial_is_not_a_fallen_one() -> None:
    """It counts neither for nor against."""
    trials = (TrialResult(0, holds=True), TrialResult(1, holds=False, problem="died", is_lost=True))
    point = PointResult({}, trials)
    assert point.rate == 1.0
    assert point.lost == 1


def test_a_curve_crosses_one_half_between_its_points() -> None:
    """By straight lines between neighbours."""
    curve = result((10, 10), (8, 10), (2, 10), (0, 10), expect=[], sweep=[0.0, 1.0, 2.0, 3.0])
    assert curve.crossings == pytest.approx((1.5,))
    assert curve.verdict == "measured"


@pytest.mark.parametrize(("between", "verdict"), [([1.2, 1.8], "holds"), ([1.6, 1.8], "fails")])
def test_an_expected_crossing(between: list[float], verdict: str) -> None:
    """It has to lie between."""
    curve = result((10, 10), (10, 10), (0, 10), expect=[{"crossing": {"between": between}}], sweep=[0.0, 1.0, 2.0])
    assert curve.crossings == pytest.approx((1.5,))
    assert curve.verdict == verdict


def test_a_curve_that_never_crosses() -> None:
    """Nowhere is not a number."""
    curve = result((10, 10), (10, 10), expect=[{"crossing": {"between": [0.0, 1.0]}}], sweep=[0.0, 1.0])
    assert curve.crossings == ()
    assert curve.verdict == "fails"
    assert "nowhere" in curve.reason


def _stages(*held: tuple[bool, ...]) -> tuple[TrialResult, ...]:
    """Trials that measured so many things, each held or not."""
    return tuple(
        TrialResult(n, holds=all(each), measured=tuple(Measured("x", holds, "") for holds in each))
        for n, each in enumerate(held)
    )


def test_each_expectation_has_its_own_rate() -> None:
    """In a trial that broke off, what was not measured does not hold."""
    point = PointResult({}, _stages((True, True), (True, False), (False, True), (True,)))
    assert point.rate == 0.5
    assert point.rates == (0.75, 0.5)
    assert PointResult({}, ()).rates == ()


def test_a_sweep_shows_what_is_expected_at_named_acts_apart() -> None:
    """One column an act; what is expected without one is told by the rate of all alone."""
    data = {
        "title": "t",
        "trials": 2,
        "place": [{"name": "a", "component": "c"}],
        "act": [{"name": name, "wait": {"seconds": 1.0}} for name in ("early", "late")],
        "sweep": {"model.c.part.1.box_mm.2": [1.0]},
    }
    point = PointResult({"model.c.part.1.box_mm.2": 1.0}, _stages((True, False), (True, True)))
    for at, shown in (("late", ("early", "late", "box_mm.2", "100 % 50 %")), (None, ("box_mm.2",))):
        data["expect"] = [{"at": "early", "stands": {"body": "a"}}, {"at": at, "stands": {"body": "a"}}]
        text = StringIO()
        told = ScenarioResult("f.toml", Scenario.model_validate(data), 0, (point,), 2)
        print_results([told], Console(file=text, width=100), 1.0)
        for word in shown:
            assert word in " ".join(text.getvalue().split())
        assert ("early" in text.getvalue()) == (at is not None)
