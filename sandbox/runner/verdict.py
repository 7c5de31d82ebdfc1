"""From trials to verdicts: rates with their intervals, curves with their crossing."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sandbox.runner.trial import TrialResult
from sandbox.scenario.schema import Scenario
from sandbox.scenario.schema_expect import Expect, Rate

__all__ = ["PointResult", "ScenarioResult", "Verdict", "wilson"]

Verdict = Literal["holds", "fails", "undecided", "measured"]
"""`undecided`: the interval contains the wanted rate, more trials would tell. `measured`: nothing was asked."""

CONFIDENCE = 0.95
HALF = 0.5


def wilson(successes: int, trials: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the Wilson score interval of a rate; (0, 1) without trials."""
    if trials == 0:
        return (0.0, 1.0)
    from scipy.stats import binomtest  # slow to import, and workers never need it

    interval = binomtest(successes, trials).proportion_ci(confidence, method="wilson")
    return (float(interval.low), float(interval.high))


@dataclass(frozen=True)
class PointResult:
    """All trials of a scenario at one point of its sweep.

    Attributes:
        values: The swept values.
        trials: Their results, in order.
    """

    values: Mapping[str, float]
    trials: tuple[TrialResult, ...]

    @property
    def judged(self) -> tuple[TrialResult, ...]:
        """Trials that have a result: a worker that died or hung has none."""
        return tuple(t for t in self.trials if not t.is_lost)

    @property
    def lost(self) -> int:
        """Trials without a result."""
        return len(self.trials) - len(self.judged)

    @property
    def successes(self) -> int:
        """Trials in which everything holds."""
        return sum(t.holds for t in self.judged)

    @property
    def rate(self) -> float:
        """Part of the trials in which everything holds; NaN without a result."""
        return self.successes / len(self.judged) if self.judged else math.nan

    @property
    def rates(self) -> tuple[float, ...]:
        """Part of the trials in which each expectation holds, in the file's order; empty without a result.

        A trial that broke off has measured fewer: in it, what was not measured does not hold.
        """
        held = Counter(row for t in self.judged for row, each in enumerate(t.measured) if each.holds)
        count = max((len(t.measured) for t in self.judged), default=0)
        return tuple(held[row] / len(self.judged) for row in range(count))

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson interval of the rate at 95 %."""
        return wilson(self.successes, len(self.judged))

    def verdict(self, rates: Sequence[Rate]) -> Verdict:
        """Return the verdict: by the wanted rates, or (without any) that every trial holds."""
        if not self.judged:
            return "fails"
        if not rates:
            return "holds" if self.successes == len(self.judged) else "fails"
        low, high = self.interval
        verdicts = [_against(rate, low, high) for rate in rates]
        return next((v for v in ("fails", "undecided") if v in verdicts), "holds")


def _against(rate: Rate, low: float, high: float) -> Verdict:
    if (rate.at_least is not None and high < rate.at_least) or (rate.at_most is not None and low > rate.at_most):
        return "fails"
    if (rate.at_least is None or low >= rate.at_least) and (rate.at_most is None or high <= rate.at_most):
        return "holds"
    return "undecided"


@dataclass(frozen=True)
class ScenarioResult:
    """What a scenario file came to.

    Attributes:
        file: As the person named it.
        scenario: What it says.
        seed: That was used.
        points: One for each point of the sweep (one without a sweep).
        wanted: Trials that were asked for, all points together.
    """

    file: str
    scenario: Scenario
    seed: int
    points: tuple[PointResult, ...]
    wanted: int

    @property
    def trials(self) -> tuple[TrialResult, ...]:
        """All trials of all points."""
        return tuple(trial for point in self.points for trial in point.trials)

    @property
    def is_complete(self) -> bool:
        """False when the run was interrupted."""
        return len(self.trials) >= self.wanted

    @property
    def verdict(self) -> Verdict:
        """The verdict on the whole."""
        rates = [e.rate for e in self.scenario.expect if e.rate is not None]
        crossings = [e for e in self.scenario.expect if e.crossing is not None]
        if not self.trials:
            return "undecided"
        verdicts: list[Verdict] = ["holds" if self._crosses(e) else "fails" for e in crossings]
        if rates or not self.scenario.sweep:
            verdicts += [point.verdict(rates) for point in self.points if point.trials]
        elif not crossings:
            verdicts.append("measured")
        if not self.is_complete and "fails" not in verdicts:
            return "undecided"
        order: tuple[Verdict, ...] = ("fails", "undecided", "measured")
        return next((v for v in order if v in verdicts), "holds")

    def _crosses(self, expect: Expect) -> bool:
        assert expect.crossing is not None
        low, high = expect.crossing.between
        return any(low <= crossing <= high for crossing in self.crossings)

    @property
    def crossings(self) -> tuple[float, ...]:
        """Values of the only swept parameter at which the rate crosses one half, by straight lines."""
        if len(self.scenario.sweep) != 1:
            return ()
        curve = sorted((next(iter(p.values.values())), p.rate) for p in self.points if p.judged)
        found = []
        for (x0, y0), (x1, y1) in itertools.pairwise(curve):
            if (y0 - HALF) * (y1 - HALF) < 0:
                found.append(x0 + (HALF - y0) / (y1 - y0) * (x1 - x0))
            elif y0 == HALF:
                found.append(x0)
        if curve and curve[-1][1] == HALF:
            found.append(curve[-1][0])
        return tuple(dict.fromkeys(found))

    @property
    def reason(self) -> str:
        """Why the verdict is not `holds`, in one line; else what was measured at the first expectation."""
        lost = [t for t in self.trials if t.is_lost]
        failure = next((t for t in self.trials if not t.holds and not t.is_lost), None)
        parts = []
        if not self.is_complete:
            parts.append(f"interrupted after {len(self.trials)} of {self.wanted} trials")
        if lost:
            parts.append(f"{len(lost)} without a result ({lost[0].problem})")
        if self.scenario.sweep and len(self.scenario.sweep) == 1:
            name = next(iter(self.scenario.sweep))
            where = " and ".join(f"{x:.4g}" for x in self.crossings)
            parts.append(f"crosses 50 % at {name} = {where}" if where else "crosses 50 % nowhere")
        elif self.verdict == "undecided" and self.is_complete:
            parts.append("the interval contains the wanted rate; raise trials")
        if failure is None and self.verdict == "fails" and not self.scenario.sweep and self.trials and not lost:
            parts.append("everything holds in every trial, which is more often than the wanted rate")
        if failure is not None and not self.scenario.sweep and self.verdict != "holds":
            which = f"trial {failure.number}: " if len(self.trials) > 1 else ""
            parts.append(f"{which}{failure.first_failure}")
        return "; ".join(parts)
