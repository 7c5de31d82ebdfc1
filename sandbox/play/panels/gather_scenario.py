"""From the performance of a scenario to what its panel shows. No imgui."""

from __future__ import annotations

from sandbox.play.panels.shown import ScenarioShown
from sandbox.play.performance import Performance
from sandbox.play.performance_words import act_words, rate_words

__all__ = ["gather_scenario"]


def gather_scenario(acts: Performance) -> ScenarioShown:
    """Return how a performance stands."""
    scenario, stage = acts.plan.scenario, acts.stage
    trial = f", trial {acts.number + 1}" if scenario.trials > 1 or acts.number else ""
    values = "".join(f", {name} = {value:g}" for name, value in acts.plan.values.items())
    physics = "" if acts.changes == acts.shipped else ", with changed physics"
    many = next((each for each in scenario.expect if each.kind in ("rate", "crossing")), None)
    rate = ""
    if many is not None:
        rate = rate_words(many.rate) if many.rate is not None else "a curve over many trials crosses one half"
    return ScenarioShown(
        title=scenario.title,
        about=f"seed {acts.seed}{trial}{values}{physics}",
        acts=tuple(act_words(act) for act in stage.acts),
        doing=stage.doing,
        expected=acts.expected(),
        rate=rate[:1].upper() + rate[1:],
        held=sum(acts.seen.values()),
        seen=len(acts.seen),
        holds=acts.holds,
        problem=acts.problem or "",
        is_stopped=acts.is_stopped,
        is_touched=acts.is_touched,
    )
