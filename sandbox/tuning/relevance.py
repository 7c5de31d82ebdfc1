"""Which parameters can change something in a scenario: fitting or varying the others would tell nothing."""

from __future__ import annotations

from sandbox.runner.plan import Plan, declared

__all__ = ["PAIRS", "idle"]

PAIRS = ("friction", "restitution", "rolling_mm")
"""Numbers of two materials."""


def idle(name: str, plan: Plan) -> str | None:
    """Return why a parameter changes nothing in a plan, None where it may.

    Args:
        name: `friction.card_card`, `model.common/block.mass_g`, ...
        plan: Of the scenario.
    """
    head, _, rest = name.partition(".")
    if head == "model":
        component = rest.partition(".")[0].strip("\"'")
        return None if component in plan.components else f"there is no {component} in the scenario"
    if head in PAIRS:
        here = {component.material for component in declared(plan)}
        missing = next((material for material in rest.split("_") if material not in here), None)
        return None if missing is None else f"nothing in the scenario is of {missing}"
    return None
