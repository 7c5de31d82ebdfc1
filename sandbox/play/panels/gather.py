"""From the table, the desk and the screen's state to what panels show. No imgui.

Table and desk are spoken to by a few names only, so that a test can give anything that has them.
"""

# ruff: noqa: ANN401 (a table and a desk of any kind)
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.errors import SandboxError
from sandbox.physics.profile import profile_names
from sandbox.play.desk_seats import PLAYERS, YOU
from sandbox.play.keys import ACTIONS
from sandbox.play.panels.changes import Changes
from sandbox.play.panels.meter import Meter
from sandbox.play.panels.shown import (
    CatalogueShown,
    FileOffer,
    GameOffer,
    InspectorShown,
    KeysShown,
    MenuShown,
    PhysicsShown,
    PieceOffer,
    RefereeShown,
    RulingShown,
    SeatShown,
    TimeShown,
)
from sandbox.play.ui import Ui
from sandbox.rules.registry import load_game
from sandbox.viewer.faces import PLAYER_COLOURS, accent_of
from sandbox.viewer.quality import TIERS

__all__ = ["BOTS", "MOUSE", "gather_catalogue", "gather_inspector", "gather_keys", "gather_menu", "gather_physics"]

BOTS = tuple((word, title[:1].upper() + title[1:]) for word, title in PLAYERS if word != YOU)
"""Who may sit on a seat besides a person, as the desk takes it, and what people call it."""

UNITS = {"deg": "°", "mm": " mm", "m": " m", "s": " s", "g": " g", "kg": " kg", "N": " N", "pct": " %"}
"""Units that the name of a figure may end in, and how they are written."""

BLURBS = {
    "beethupferl": "Roll drops down the grass: the first turns a tile over, the third brings its vegetable in.",
    "bourpif": "Turn your tiles into the weapon that the monster asks for, and be the first to hit it.",
    "burp": "Stone age people build docks of sticks and stones, and fish for fruit that the current carries by.",
    "burst": "Draw a card or play one: the row may come to twenty-one, and who goes over it has burst.",
    "hurlyburly": "Build towers of folded cards, load the catapult, and bring down what the others built.",
}
"""What a game is about, by its name."""

MOUSE = (
    ("Left on a piece", "pick it up, drag it, let go"),
    ("Wheel while held", "raise and lower it"),
    ("Left on the table", "turn the eye"),
    ("Right", "turn the eye, anywhere"),
    ("Middle", "move the eye"),
    ("Wheel", "nearer and farther"),
    ("Shift+left", "choose several pieces"),
)
"""What the mouse does, for the list of keys."""


# --- the menu


def gather_menu(ui: Ui) -> MenuShown:
    """Return what the menu offers."""
    return replace(_menu(tuple(ui.games), tuple(ui.scenarios), tuple(ui.saves)), is_muted=ui.is_muted)


Offers = tuple[tuple[str, str], ...]


@lru_cache(maxsize=2)
def _menu(games: Offers, scenarios: Offers, saves: Offers) -> MenuShown:
    """Return what the menu offers; it is asked for in every frame and changes seldom."""
    kept = [FileOffer(Path(file), title) for file, title in saves]
    auto = next((offer for offer in kept if offer.file.stem.lower().startswith("auto")), None)
    return MenuShown(
        games=tuple(_game(name, title) for name, title in games),
        scenarios=tuple(FileOffer(Path(file), title, Path(file).parent.name) for file, title in scenarios),
        saves=tuple(offer for offer in kept if offer is not auto),
        autosave=auto,
        bots=BOTS,
    )


def _game(name: str, title: str) -> GameOffer:
    try:
        fewest, most = load_game(name).book.players
    except SandboxError:
        fewest, most = 1, 4
    return GameOffer(name, title, fewest, most, BLURBS.get(name, ""))


# --- the game


def gather_hint(ui: Ui, desk: Any) -> str:
    """Return the one sentence that says what to do next; empty when a person wants none.

    The game's own, as long as the hand is empty; else that of the tool.
    """
    if "hints" not in ui.open or "keys" in ui.open:
        return ""
    if desk is None or ui.held or ui.tool != "drag":
        return ui.hint or (desk.hint if desk is not None else "")
    return desk.hint or ""


def gather_referee(desk: Any, ui: Ui, hint: str = "") -> RefereeShown:
    """Return the state of a game; what is said in a hint on the screen is not said twice."""
    scores = dict(desk.score)
    turn = str(desk.turn or "")
    colours = list(PLAYER_COLOURS.values())
    seats = tuple(
        SeatShown(
            name=seat.name,
            who=_who(seat.who, seat.skill),
            colour=colours[number % len(colours)],
            score=scores.get(seat.name, ""),
            is_turn=turn.startswith(seat.name),
        )
        for number, seat in enumerate(desk.seats)
    )
    is_yours = bool(desk.is_your_turn)
    return RefereeShown(
        title=desk.title,
        seats=seats,
        turn=turn,
        now="" if desk.hint == hint else desk.hint or "",
        is_yours=is_yours,
        moves=tuple(desk.moves()) if is_yours else (),
        hands=tuple(desk.hands()),
        busy=desk.busy or "",
        facts=tuple((str(name), str(value)) for name, value in desk.facts),
        ruling=_ruling(desk.ruling),
        log=_log(desk.log),
        can_undo=desk.can_undo,
        can_redo=desk.can_redo,
        is_practice=desk.practice,
        is_advisory=desk.advisory,
        has_evidence="evidence" in ui.overlays,
        outcome=desk.outcome_text or "",
    )


def _who(who: str, skill: str) -> str:
    """Return who sits on a seat, in few words."""
    if who in (YOU, "random"):
        return who
    kind = "bot" if who == "greedy" else who
    return f"{kind}, {skill} hand" if skill else kind


def _log(lines: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return acts with their rulings from lines that are both in turn."""
    return tuple((act, ruling.removeprefix("# ")) for act, ruling in zip(lines[::2], lines[1::2], strict=False))


def _ruling(said: Any) -> RulingShown | None:
    if said is None:
        return None
    figures = said.figures.items() if hasattr(said.figures, "items") else said.figures
    return RulingShown(
        is_legal=said.legal,
        rule=said.rule,
        reason=said.reason,
        text=said.rule_text or "",
        act="" if said.reason in (said.text or "") else said.text or "",
        notes=tuple(said.notes),
        figures=tuple(_figure(str(name), value) for name, value in figures),
    )


def _figure(name: str, value: Any) -> tuple[str, str]:
    """Return a measured number as a person reads it: the unit that its name ends in stands behind it."""
    stem, _, unit = name.rpartition("_")
    if not stem or unit not in UNITS:
        stem, unit = name, ""
    number = f"{value:.4g}" if isinstance(value, float) else str(value)
    return stem.replace("_", " "), number + UNITS.get(unit, "")


# --- time


def gather_time(live: Any) -> TimeShown:
    """Return the clock of a table."""
    first, last = live.span
    is_back = live.is_scrubbed or live.is_replay
    return TimeShown(
        is_paused=live.paused,
        speed=live.speed,
        time=live.time,
        first=first,
        last=last,
        at=live.now if is_back else None,
        factor=1.0 if live.is_replay else live.factor,
        marks=tuple(live.marks),
        is_replay=live.is_replay,
    )


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
        material=component.material,
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
    live: Any, ui: Ui, base: Materials, changes: Changes, meter: Meter, known: Limits
) -> PhysicsShown:
    """Return the numbers of a world, and how it fares.

    Args:
        live: The table.
        ui: What is drawn over it.
        base: Materials without the changes.
        changes: What was changed.
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


# --- keys


def gather_keys(ui: Ui) -> KeysShown:
    """Return all keys by group; those of the nine views are one line."""
    groups: dict[str, list[tuple[str, str]]] = {"Mouse": list(MOUSE)}
    for action in ACTIONS:
        keys = ui.keys.get(action.id, action.keys)
        if action.id in ("view_1", "keep_view_1"):
            first = keys[0] if keys else ""
            if first:
                groups.setdefault(action.group, []).append(
                    (f"{first} … {first[:-1]}9", action.title[:-2] + " 1 to 9")
                )
        elif not action.id.startswith(("view_", "keep_view_")) and keys:
            groups.setdefault(action.group, []).append((" / ".join(keys[:2]), action.title))
    return KeysShown(tuple((title, tuple(rows)) for title, rows in groups.items()))


def first_keys(ui: Ui) -> dict[str, str]:
    """Return the first key of every action that has one."""
    return {name: keys[0] for name, keys in _all_keys(ui) if keys}


def _all_keys(ui: Ui) -> Iterable[tuple[str, tuple[str, ...]]]:
    return ((action.id, ui.keys.get(action.id, action.keys)) for action in ACTIONS)
