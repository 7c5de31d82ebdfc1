"""The evidence of a ruling, drawn where it was found."""

from __future__ import annotations

from sandbox.geometry import Vec3
from sandbox.play.desk_words import Verdict
from sandbox.play.live import Live
from sandbox.play.marks import Dot, Label, Mark, Ring

__all__ = ["evidence_marks"]

MOST = 24
"""Bodies that are marked; more of them are a heap."""


def evidence_marks(verdict: Verdict | None, live: Live) -> list[Mark]:
    """Return marks on the bodies that a ruling speaks of, and on places that were measured.

    Args:
        verdict: What the referee said; None marks nothing.
        live: The table.
    """
    if verdict is None:
        return []
    now, out = live.look(), list[Mark]()
    colour = "good" if verdict.legal else "bad"
    for name in verdict.bodies[:MOST]:
        if name in now:
            out.append(Ring(now.pose(name).position, 0.02, "bad", 1.5, 0.8))
    for what, value in verdict.figures.items():
        name, _, figure = what.partition(" ")
        if name not in now:
            continue
        at: Vec3 = now.pose(name).position
        above = (at[0], at[1], at[2] + 0.03)
        if figure == "tilt_deg" and abs(value) > 1:
            out.append(Label(above, f"leans {value:.0f}°", colour))
        elif figure == "slid":
            out += [Dot(at, "warn"), Label(above, f"slid {1000 * value:.0f} mm", "warn")]
    return out
