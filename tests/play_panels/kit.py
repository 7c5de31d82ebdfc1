"""What the tests of the panels share: a desk with a game in the middle, and a person who presses things."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from imgui_bundle import imgui

from sandbox.components.materials import Materials
from sandbox.physics import DEFAULT
from sandbox.physics.changes import Changes
from sandbox.play.panels.panels import Panels
from sandbox.play.ui import Asked, Ui
from sandbox.record import Snapshot

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"


@dataclass
class Seat:
    """Who sits on a seat."""

    name: str
    who: str
    skill: str = "fair"


@dataclass
class Verdict:
    """A ruling: a refusal unless told otherwise."""

    legal: bool = False
    rule: str = "hurlyburly.level.tilt"
    reason: str = "level 3 leans by 7.2°, and more than 5° is no level"
    text: str = "P1 shows a third level"
    rule_text: str = "A level counts when its platform is level to 5 degrees and touches no other tower."
    notes: tuple[str, ...] = ("the pieces go back to the supply",)
    figures: dict[str, float] = field(default_factory=lambda: {"tilt_deg": 7.21, "height_mm": 268.4})
    refused_what: str = ""


@dataclass
class Desk:
    """A desk in the middle of a game, by the names that panels read."""

    title: str = "Hurlyburly"
    seats: tuple[Seat, ...] = (Seat("P1", "you"), Seat("P2", "greedy"), Seat("P3", "greedy", "clumsy"))
    turn: str = "P1 builds"
    hint: str = "Drag two walls side by side, then lay a platform over them."
    is_your_turn: bool = True
    busy: str | None = None
    ruling: Verdict | None = field(default_factory=Verdict)
    log: list[str] = field(
        default_factory=lambda: [
            "P1: strong",
            "P1 takes 1 platform and 2 walls [build.strong]",
            "nature: towers",
            "REFUSED: level 3 leans by 7.2°, and more than 5° is no level [level.tilt]",
            "P2: fire red",
            "P2 fires at P1; one level falls, the flag stands [attack.fire]",
        ]
    )
    score: list[tuple[str, str]] = field(
        default_factory=lambda: [("P1", "2 levels"), ("P2", "3 levels"), ("P3", "1 level")]
    )
    facts: list[tuple[str, str]] = field(
        default_factory=lambda: [("Round", "2 of 5"), ("Walls in the supply", "31")]
    )
    outcome_text: str | None = None
    can_undo: bool = True
    can_redo: bool = False
    practice: bool = False
    advisory: bool = False
    needs_handover: str | None = None
    offered: list[tuple[Any, str]] = field(
        default_factory=lambda: [
            ("raise", "Raise a level of two walls"),
            ("bag", "Place a sandbag before red"),
            ("pass", "Pass"),
        ]
    )
    todo: list[tuple[str, str]] = field(
        default_factory=lambda: [("done", "Look at what I built"), ("auto", "Let a steady hand do it")]
    )

    def moves(self) -> list[tuple[Any, str]]:
        return self.offered

    def hands(self) -> list[tuple[str, str]]:
        return self.todo


def still(**changed: Any) -> SimpleNamespace:
    """Return a table on which nothing happens, by the names that panels read."""
    nothing = Snapshot(1.0, (), np.empty((0, 7)), np.empty((0, 6)))
    values = {
        "paused": False,
        "is_replay": False,
        "is_scrubbed": False,
        "speed": 1.0,
        "factor": 1.0,
        "time": 1.0,
        "now": 1.0,
        "span": (0.0, 1.0),
        "marks": (),
        "locked": frozenset(),
        "kinds": {},
        "look": lambda: nothing,
        "base": Materials({}),
        "shipped": Changes(),
        "changes": Changes(),
        "is_changed": False,
        "performance": None,
        "profile": DEFAULT,
    }
    return SimpleNamespace(**(values | changed))


def menu_ui() -> Ui:
    """Return a screen in the menu, with the shipped games and scenarios."""
    from sandbox.play import files

    ui = Ui()
    ui.games, ui.scenarios = files.games(), files.scenarios()
    ui.saves = [
        ("/saves/autosave.json", "Autosave: Hurlyburly, round 2"),
        ("/saves/a.json", "Hurlyburly, 2 days ago"),
    ]
    return ui


def table_ui() -> Ui:
    """Return a screen at a table."""
    ui = Ui(screen="table")
    ui.tools = [("drag", "hand"), ("measure", "ruler"), ("flick", "flick"), ("catapult", "catapult")]
    return ui


def queue(ui: Ui) -> list[Asked]:
    """Take everything out of the queue of wishes."""
    out = []
    while (asked := ui.next()) is not None:
        out.append(asked)
    return out


class Person:
    """Presses what is on the screen, without a window."""

    def __init__(self, panels: Panels, ui: Ui, live: Any = None, desk: Any = None) -> None:
        self.panels, self.ui, self.live, self.desk = panels, ui, live, desk
        self.look()

    def look(self, frames: int = 3) -> None:
        """Let some frames pass: a panel knows its size after the first one."""
        for _ in range(frames):
            self.panels.draw(self.ui, self.live, self.desk)

    def point(self, name: str, part: float = 0.5) -> None:
        """Put the mouse on something, at a part of its width."""
        rect = self.panels.pressable[name]
        self.panels.gui._use()
        imgui.get_io().add_mouse_pos_event(rect.x + rect.width * part, rect.y + rect.height / 2)
        self.look(2)

    def press(self, name: str, part: float = 0.5) -> list[Asked]:
        """Click on something; return what was asked for."""
        self.point(name, part)
        io = imgui.get_io()
        io.add_mouse_button_event(0, True)
        self.look(2)
        io.add_mouse_button_event(0, False)
        self.look(2)
        return queue(self.ui)

    def scroll(self, name: str, notches: float) -> None:
        """Turn the wheel over something; below 0 shows what is further down."""
        self.point(name)
        for _ in range(int(abs(notches))):
            imgui.get_io().add_mouse_wheel_event(0, 1 if notches > 0 else -1)
            self.look(1)
        self.look(2)

    def type(self, name: str, text: str) -> None:
        """Click into a field and type."""
        self.press(name)
        for letter in text:
            imgui.get_io().add_input_character(ord(letter))
        self.look(2)
