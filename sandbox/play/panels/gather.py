"""From the table, the desk and the screen's state to what panels show. No imgui.

Table and desk are spoken to by a few names only, so that a test can give anything that has them.
"""

# ruff: noqa: ANN401 (a table and a desk of any kind)
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from sandbox.errors import SandboxError
from sandbox.play.desk_seats import PLAYERS, YOU
from sandbox.play.keys import ACTIONS
from sandbox.play.panels.shown import (
    ClockShown,
    FileOffer,
    GameOffer,
    KeysShown,
    MenuShown,
    RefereeShown,
    RulingShown,
    SeatShown,
    TimeShown,
)
from sandbox.play.ui import Ui
from sandbox.rules.registry import load_game
from sandbox.viewer.faces import PLAYER_COLOURS

__all__ = [
    "BOTS",
    "MOUSE",
    "first_keys",
    "gather_clock",
    "gather_hint",
    "gather_keys",
    "gather_menu",
    "gather_referee",
    "gather_time",
]

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

HOW = {
    "beethupferl": (
        "Choose a hollow or a patch of grass, carry the can there, and tilt it with T.",
        "Tiles that you may take are vegetables, or snails that eat them.",
        "The last tile or the third snail ends the game; the most vegetables win.",
    ),
    "bourpif": (
        "The race for the right weapon is drawn by chance here; you choose which card you pay.",
        "The most cards win.",
    ),
    "burp": (
        "Send pawns for stones, wood and trade, and invent things from fruit.",
        "What hands would decide, such as docks and the spinner, is drawn by chance here.",
        "The furthest up on the chart wins.",
    ),
    "burst": (
        "Whoever bursts scores nothing; everybody else scores what they hold.",
        "When somebody has 100 points the game ends; the most points win.",
    ),
    "hurlyburly": (
        "Each turn: build, defend, collect blocks, improve the catapult, or shoot.",
        "Build with the mouse: drag the cards onto each other, the flag last.",
        "Shoot: pull the basket back, watch the arc, let go.",
        "Five levels with the flag on top at the start of your turn win; four levels with four players.",
    ),
}
"""How a game goes and ends, by its name: a line each."""

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
    return GameOffer(name, title, fewest, most, BLURBS.get(name, ""), HOW.get(name, ()))


# --- the game


def gather_hint(ui: Ui, live: Any, desk: Any) -> str:
    """Return the one sentence that says what to do next; empty when a person wants none.

    The game's own, as long as the hand is empty; else that of the tool. A table without pieces, a replay and a
    look at an old moment have theirs.
    """
    if "hints" not in ui.open or "keys" in ui.open:
        return ""
    if live.is_scrubbed:
        return "This is how it was. Go on from here, or return to now."
    if desk is None and live.performance is not None and not ui.held and ui.tool == "drag":
        if live.is_performing:
            return "The scenario happens. Space pauses it; what you touch or change counts as well."
        return "Touch what is there, change the physics (F2), or let it happen again."
    if desk is None and live.is_replay:
        return "Space plays and stops. Drag the line below to look at any moment."
    if desk is None and all(kind.is_fixed for kind in live.kinds.values()):
        where = (
            "the list on the right" if "spawn" in ui.open else f"Pieces ({first_keys(ui).get('panel_spawn', '')})"
        )
        return f"The table is empty. Put something on it from {where}."
    if desk is not None and desk.busy and not ui.held:
        return ""  # there is nothing to do but to watch
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


def gather_clock(desk: Any) -> ClockShown | None:
    """Return the time limit of the act that is watched; None where there is none."""
    clock = getattr(desk, "clock", None)
    if clock is None:
        return None
    return ClockShown(
        clock.title, clock.left, clock.limit, clock.pace, clock.said, f"Rule: {clock.at_end}", clock.rule
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
