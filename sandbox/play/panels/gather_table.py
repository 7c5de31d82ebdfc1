"""From a table to what the panels about pieces and physics show. No imgui."""

# ruff: noqa: ANN401 (a table of any kind)
from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.errors import SandboxError
from sandbox.physics.changes import Changes
from sandbox.physics.profile import profile_names
from sandbox.play.panels.meter import Meter
from sandbox.play.panels.shown import CatalogueShown, InspectorShown, PhysicsShown, PieceOffer
from sandbox.play.ui import Ui
from sandbox.viewer.faces import accent_of
from sandbox.viewer.quality import TIERS

__all__ = ["Limits", "gather_catalogue", "gather_inspector", "gather_physics", "mass_limits", "owner_of"]


# --- pieces


def gather_inspector(live: Any, ui: Ui) -> InspectorShown | None:
    """Return what is selected; None when that is nothing, or is no longer there."""
    snapshot = live.look()
    names = tuple(name for name in ui.selected if name in snapshot and name in live.kinds)
    if not names:
        return None
    name = names[-1]
    component = live.kinds[name]
    pose = snapshot.pose(name)
    x, y, z = (float(value) * 1000 for value in pose.position)
    return InspectorShown(
        names=names,
        title=component.title,
        component=component.id,
        mass_kg=sum(live.kinds[each].mass for each in names),
        material=", ".join(sorted({live.kinds[each].material for each in names})),
        owner=owner_of(name),
        size_mm=tuple(round(edge * 1000, 2) for edge in component.size),
        position_mm=(x, y, z),
        speed=max(snapshot.speed(each) for each in names),
        is_locked=name in live.locked,
        can_edit=not live.is_replay,
        is_fixed=component.is_fixed,
    )


def owner_of(name: str) -> str:
    """Return the colour of the player whose piece it is; empty when it is nobody's."""
    return name.split(".", 1)[0] if accent_of(name) else ""


def gather_catalogue(catalogue: Catalogue) -> CatalogueShown:
    """Return all that can be put on a table; a model that cannot be read is left out. Reads files: keep it."""
    pieces = []
    for name in catalogue.ids():
        try:
            component = catalogue.get(name)
        except SandboxError:
            continue
        if component.is_fixed and max(component.size) > 0.5:
            continue  # the table itself
        pieces.append(PieceOffer(name, component.title, component.material, component.mass))
    return CatalogueShown(tuple(pieces))


# --- physics


SPREADS = (10.0, 5.0, 2.5)
"""How many times heavier or lighter than its file says a piece can be made; the first that is possible."""

Limits = dict[str, tuple[float, float] | None]


def mass_limits(catalogue: Catalogue, component: str) -> tuple[float, float] | None:
    """Return the least and the most kg that a component may weigh; None when its mass cannot be changed.

    It cannot when the file weighs its parts singly; and no piece gets denser than the densest thing there is.
    """
    shipped = catalogue.get(component).mass
    for spread in SPREADS:
        limits = (shipped / spread, shipped * spread)
        try:
            for kg in limits:
                catalogue.get(component, {"mass_g": kg * 1000})
        except SandboxError:
            continue
        return limits
    return None


def gather_physics(
    live: Any, ui: Ui, base: Materials, changes: Changes, shipped: Changes, meter: Meter, known: Limits
) -> PhysicsShown:
    """Return the numbers of a world, and how it fares.

    Args:
        live: The table.
        ui: What is drawn over it.
        base: Materials without the changes.
        changes: What was changed.
        shipped: What is no change.
        meter: Readings of the last seconds.
        known: Remembers limits of masses from frame to frame.
    """
    kinds = live.kinds
    masses, limits = {}, {}
    for kind in kinds.values():
        if kind.is_fixed or kind.links or kind.id in masses:
            continue
        if kind.id not in known:
            known[kind.id] = mass_limits(live.catalogue, kind.id)
        found = known[kind.id]
        if found is not None:
            masses[kind.id], limits[kind.id] = changes.masses.get(kind.id, kind.mass), found
    about, meeting = _matters(kinds, ui.selected)
    times, kinetic, potential, fastest = meter.curves()
    return PhysicsShown(
        changes=changes,
        materials=base,
        shipped=shipped,
        masses=masses,
        mass_limits=limits,
        about=about,
        meeting=meeting,
        presets=profile_names(),
        times=np.ascontiguousarray(times),
        kinetic=np.ascontiguousarray(kinetic),
        potential=np.ascontiguousarray(potential),
        fastest=np.ascontiguousarray(fastest),
        rest_speed=live.profile.rest_speed,
        overlays=dict.fromkeys(ui.overlays, True),
        factor=1.0 if live.is_replay else live.factor,
        bodies=sum(not kind.is_fixed for kind in kinds.values()),
        awake=0 if live.is_replay else len(live.awake),
        frame_ms=ui.frame_ms,
        tier=ui.tier,
        tiers=tuple(TIERS),
    )


def _matters(kinds: Mapping[str, Component], selected: Sequence[str]) -> tuple[str, tuple[str, str] | None]:
    """Return the component that a person may want to change, and its material with that of what it lies on."""
    loose = [kind for kind in kinds.values() if not kind.is_fixed]
    chosen = [kinds[name] for name in selected if name in kinds and not kinds[name].is_fixed]
    if not loose:
        return "", None
    ids = Counter(kind.id for kind in loose)
    about = chosen[-1] if chosen else max(loose, key=lambda kind: ids[kind.id])
    ground = max((kind for kind in kinds.values() if kind.is_fixed), key=_area, default=about)
    return about.id, (about.material, ground.material)


def _area(kind: Component) -> float:
    """Return how much of a table a fixed piece covers; the floor far below is none."""
    return kind.size[0] * kind.size[1] if kind.id != "floor" else 0.0
