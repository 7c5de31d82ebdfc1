"""From a model file's hinges to links."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandbox.components import inertia
from sandbox.components.inertia import Solid
from sandbox.components.model_file import HingeTable, ModelFile
from sandbox.components.shapes import metres
from sandbox.components.spec import Hinge, Link, Part, Visual
from sandbox.errors import suggest
from sandbox.geometry import vec3

__all__ = ["hinges_in_order", "link_of"]


def hinges_in_order(file: ModelFile) -> list[HingeTable]:
    """Return the hinges, parents first.

    Raises:
        BadFile: A link has no hinge, two, or no part; a parent is not there; links hang on one another in a ring;
            or nothing is left that they hang on.
    """
    table = file.table
    links = {part.link for part in table.part if part.link}
    turned: set[str] = set()
    for index, hinge in enumerate(table.hinge):
        key = ("hinge", index, "turns")
        if hinge.turns in turned:
            file.refuse(key, f"a second hinge turns {hinge.turns!r}", "give each link its own name and one hinge")
        if hinge.turns not in links:
            advice = suggest(hinge.turns, links) if links else f'write link = "{hinge.turns}" in a [[part]]'
            file.refuse(key, f"no part belongs to a link called {hinge.turns!r}", advice)
        turned.add(hinge.turns)
    for kind, tables in (("part", table.part), ("visual", table.visual)):
        for index, entry in enumerate(tables):
            if entry.link is not None and entry.link not in turned:
                advice = suggest(entry.link, turned) if turned else "add a [[hinge]] that turns it"
                file.refuse((kind, index, "link"), f"no hinge turns {entry.link!r}", advice)
    if all(part.link for part in table.part):
        file.refuse(("part", 0), "every part belongs to a link", "leave one without, the body that they hang on")
    return _parents_first(file, turned)


def _parents_first(file: ModelFile, turned: set[str]) -> list[HingeTable]:
    waiting = list(enumerate(file.table.hinge))
    placed: list[HingeTable] = []
    done: set[str | None] = {None}
    while waiting:
        ready = [entry for entry in waiting if entry[1].parent in done]
        if not ready:
            index, hinge = waiting[0]
            key = ("hinge", index, "parent")
            assert hinge.parent is not None
            if hinge.parent in turned:
                file.refuse(key, "the links hang on one another in a ring", "leave parent out of one of them")
            file.refuse(key, f"no hinge turns a link called {hinge.parent!r}", suggest(hinge.parent, turned))
        placed += [hinge for _, hinge in ready]
        done |= {hinge.turns for _, hinge in ready}
        waiting = [entry for entry in waiting if entry not in ready]
    return placed


def link_of(hinge: HingeTable, parts: Sequence[Part], solids: Sequence[Solid], visuals: Sequence[Visual]) -> Link:
    """Return a link with its joint, from what belongs to it (all in the model frame)."""
    solid = inertia.combine(solids)
    moments, frame = inertia.principal(solid)
    length = math.hypot(*hinge.axis)
    joint = Hinge(
        anchor=metres(hinge.anchor_mm),
        axis=vec3([part / length for part in hinge.axis]),
        stiffness=hinge.stiffness_N_m_per_rad,
        damping=hinge.damping_N_m_s_per_rad,
        rest=math.radians(hinge.rest_deg),
        lower=math.radians(hinge.lower_deg),
        upper=math.radians(hinge.upper_deg),
        start=math.radians(hinge.start_deg),
    )
    return Link(hinge.turns, joint, tuple(parts), solid.mass, moments, frame, hinge.parent, tuple(visuals))
