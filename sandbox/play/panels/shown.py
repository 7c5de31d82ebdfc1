"""What there is to show: plain frozen data that the program fills in every frame. SI units.

Texts come without a full stop where they are labels, and are whole sentences where a person is told something.
Colours are `#rrggbb`.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sandbox.components.materials import Materials
from sandbox.geometry import Floats
from sandbox.physics.changes import Changes
from sandbox.play.performance import Expected

__all__ = [
    "CatalogueShown",
    "ClockShown",
    "FileOffer",
    "GameOffer",
    "InspectorShown",
    "KeysShown",
    "MenuShown",
    "PhysicsShown",
    "PieceOffer",
    "RefereeShown",
    "RulingShown",
    "ScenarioShown",
    "SeatShown",
    "TimeShown",
]


def _none() -> Floats:
    return np.empty(0)


# --- the menu


@dataclass(frozen=True, slots=True)
class GameOffer:
    """A game that can be begun.

    Attributes:
        name: In the registry.
        title: What people call it.
        fewest: Players.
        most: Players.
        blurb: What it is about, in a sentence.
        how: How it goes and ends, a sentence each.
    """

    name: str
    title: str
    fewest: int
    most: int
    blurb: str = ""
    how: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileOffer:
    """A scenario or a saved game: its file, what it is called, and the group it stands in."""

    file: Path
    title: str
    group: str = ""


@dataclass(frozen=True, slots=True)
class MenuShown:
    """What the menu offers.

    Attributes:
        games: To begin.
        scenarios: To open.
        saves: To go on with, the newest first.
        autosave: What was played last, and can be gone on with at once.
        bots: What may sit on a seat besides a person: the player's text, and what people call it.
        is_muted: No sounds.
    """

    games: tuple[GameOffer, ...] = ()
    scenarios: tuple[FileOffer, ...] = ()
    saves: tuple[FileOffer, ...] = ()
    autosave: FileOffer | None = None
    bots: tuple[tuple[str, str], ...] = ()
    is_muted: bool = False


# --- the referee


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A player: name, who sits there, colour, score as text."""

    name: str
    who: str
    colour: str
    score: str = ""
    is_turn: bool = False


@dataclass(frozen=True, slots=True)
class RulingShown:
    """What the referee said last.

    Attributes:
        is_legal: Whether the act stands.
        rule: Id of the numbered rule.
        reason: Why, without a full stop.
        text: What the rule says.
        act: What was done.
        notes: What was worth saying besides.
        figures: What was measured: name and value.
    """

    is_legal: bool
    rule: str
    reason: str
    text: str = ""
    act: str = ""
    notes: tuple[str, ...] = ()
    figures: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RefereeShown:
    """The state of the game.

    Attributes:
        title: Of the game.
        seats: All players.
        turn: Whose turn it is and in which phase.
        now: What is to be done now, a sentence.
        is_yours: Whether a person is to act.
        moves: What may be chosen: the move and its text.
        hands: What hands may do: the key and its text.
        busy: Why nobody may act just now; empty when somebody may.
        facts: More of the state: name and value.
        ruling: The last one.
        log: All acts and what was said to each, the oldest first.
        can_undo: Whether there is something to take back.
        can_redo: Whether something was taken back.
        is_practice: Nothing counts.
        is_advisory: The referee only comments.
        has_evidence: Whether it is drawn in the scene.
        outcome: How the game ended; empty while it goes on.
    """

    title: str
    seats: tuple[SeatShown, ...] = ()
    turn: str = ""
    now: str = ""
    is_yours: bool = True
    moves: tuple[tuple[Hashable, str], ...] = ()
    hands: tuple[tuple[str, str], ...] = ()
    busy: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    ruling: RulingShown | None = None
    log: tuple[tuple[str, str], ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    is_practice: bool = False
    is_advisory: bool = False
    has_evidence: bool = True
    outcome: str = ""


# --- time


@dataclass(frozen=True, slots=True)
class ClockShown:
    """How a time limit stands.

    Attributes:
        title: What is done against it.
        left: Seconds until the limit.
        limit: Seconds that there were.
        pace: How many times faster than real time it is shown.
        said: What happened so far.
        at_end: What happens when the time is over.
        rule: Which rule says so.
    """

    title: str
    left: float
    limit: float
    pace: float
    said: tuple[str, ...]
    at_end: str
    rule: str


@dataclass(frozen=True, slots=True)
class TimeShown:
    """The clock of the table.

    Attributes:
        is_paused: Whether it stands still.
        speed: That is wanted, 1 is real time.
        time: Now, seconds.
        first: Earliest moment that can be looked at.
        last: Latest such moment.
        at: The moment that is looked at; None is now.
        factor: Achieved part of the wanted speed; shown when it is below 0.95.
        marks: Named moments.
        is_replay: Whether nothing can be changed: a recorded trace.
    """

    is_paused: bool = False
    speed: float = 1.0
    time: float = 0.0
    first: float = 0.0
    last: float = 0.0
    at: float | None = None
    factor: float = 1.0
    marks: tuple[tuple[float, str], ...] = ()
    is_replay: bool = False


# --- a scenario


@dataclass(frozen=True, slots=True)
class ScenarioShown:
    """How the performance of a scenario stands.

    Attributes:
        title: Of the scenario.
        about: Which seed and trial it is, and the values of its sweep.
        acts: What happens, in order.
        doing: Number of the act under way; as many as there are when all are done.
        expected: What is expected of one trial, with what is found now.
        rate: What is expected of many trials; empty for nothing.
        held: Trials that were looked at to the end and hold.
        seen: Trials that were looked at to the end.
        holds: The verdict; None before the end.
        problem: Why there is none; empty for no reason.
        is_stopped: Whether the acts were broken off by a person.
        is_touched: Whether a person interfered.
    """

    title: str
    about: str
    acts: tuple[str, ...]
    doing: int
    expected: tuple[Expected, ...]
    rate: str = ""
    held: int = 0
    seen: int = 0
    holds: bool | None = None
    problem: str = ""
    is_stopped: bool = False
    is_touched: bool = False


# --- pieces


@dataclass(frozen=True, slots=True)
class InspectorShown:
    """What is selected.

    Attributes:
        names: Of the bodies; the rest is of the last, but for mass and speed.
        title: Of its component.
        component: Its id.
        mass_kg: Of all together.
        material: Its name.
        owner: Whose it is; empty for nobody's.
        size_mm: Edges of its box.
        position_mm: Of its middle.
        speed: m/s of the fastest.
        is_locked: Whether somebody fixed it.
        can_edit: Whether it may be copied, deleted, locked.
        is_fixed: Whether it is part of the furniture.
    """

    names: tuple[str, ...]
    title: str
    component: str
    mass_kg: float
    material: str
    owner: str = ""
    size_mm: tuple[float, float, float] | None = None
    position_mm: tuple[float, float, float] | None = None
    speed: float | None = None
    is_locked: bool = False
    can_edit: bool = False
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class PieceOffer:
    """A component that can be put on the table."""

    id: str
    title: str
    material: str
    mass_kg: float


@dataclass(frozen=True, slots=True)
class CatalogueShown:
    """All that can be put on the table."""

    pieces: tuple[PieceOffer, ...] = ()


# --- physics


@dataclass(frozen=True, slots=True)
class PhysicsShown:
    """The numbers of the world, and how it fares.

    Attributes:
        changes: What holds now.
        materials: As they are without the changes.
        shipped: What is no change.
        masses: kg by component id, of the pieces on the table whose mass can be changed.
        mass_limits: Least and most kg by component id: what fills such a piece has a density that there is.
        about: The component that matters: of the selected piece, or of most pieces; empty for none.
        meeting: The material of that component and of what it lies on.
        presets: Names of shipped profiles.
        times: Seconds of the plots, rising.
        kinetic: J at those times.
        potential: J at those times, of weight above the lowest.
        fastest: Speed in m/s of the fastest piece at those times.
        rest_speed: m/s below which a piece counts as quiet.
        overlays: What can be drawn over the scene, and whether it is.
        factor: Achieved part of real time.
        bodies: How many.
        awake: How many are not asleep.
        frame_ms: Processor milliseconds a frame.
        step_ms: Processor milliseconds a step.
        tier: Quality of the picture.
        tiers: All qualities.
        message: What came of the last saving.
    """

    changes: Changes
    materials: Materials
    shipped: Changes = field(default_factory=Changes)
    masses: Mapping[str, float] = field(default_factory=dict)
    mass_limits: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    about: str = ""
    meeting: tuple[str, str] | None = None
    presets: tuple[str, ...] = ()
    times: Floats = field(default_factory=_none)
    kinetic: Floats = field(default_factory=_none)
    potential: Floats = field(default_factory=_none)
    fastest: Floats = field(default_factory=_none)
    rest_speed: float = 0.003
    overlays: Mapping[str, bool] = field(default_factory=dict)
    factor: float = 1.0
    bodies: int = 0
    awake: int = 0
    frame_ms: float = 0.0
    step_ms: float = 0.0
    tier: str = ""
    tiers: tuple[str, ...] = ()
    message: str = ""


# --- over everything


@dataclass(frozen=True, slots=True)
class KeysShown:
    """All keys: groups of (title, rows of (keys, what they do))."""

    groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
