"""What is on the table: a free one, a game, or the still one behind the menu; and with which tools it is touched.

The ground floor of the program, without its window: `app.App` adds the eye, the picture and the panels.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from sandbox.components.catalogue import Catalogue
from sandbox.errors import InputError, few
from sandbox.physics import DEFAULT
from sandbox.physics.changes import Changes
from sandbox.play import files
from sandbox.play.desk import Desk, is_game
from sandbox.play.desk_replay import Replay
from sandbox.play.keys import Keys
from sandbox.play.live import Live
from sandbox.play.orbit import Orbit
from sandbox.play.performance import Performance
from sandbox.play.showpiece import eye, showpiece
from sandbox.play.shows import Shows
from sandbox.play.tools import Tool, spawn, tools_for
from sandbox.play.ui import Ui
from sandbox.runner.plan import compile_plan
from sandbox.scenario.load import load as load_scenario

__all__ = ["Room"]


class Room:
    """A table, and perhaps a game at it.

    Args:
        keys: Which key does what.
        catalogue: Where pieces come from.
        in_background: Whether bots think beside the picture; tests do without.

    Attributes:
        live: The table; None only while the program begins.
        desk: The game that is played; None without one.
        tools: By name.
        orbit: The eye.
    """

    def __init__(self, keys: Keys | None, catalogue: Catalogue | None, *, in_background: bool) -> None:
        self.keys = keys or Keys()
        self.catalogue = catalogue or Catalogue()
        self.in_background = in_background
        self.ui = Ui(keys=dict(self.keys.of_action))
        self.orbit = Orbit()
        self.live: Live | None = None
        self.desk: Desk | None = None
        self.tools: dict[str, Tool] = {}
        self.shows = Shows()
        self.has_pointed = True
        self._own: Live | None = None  # that no game owns
        self._has_pieces = False
        self.ui.games, self.ui.scenarios = files.games(), files.scenarios()
        self.list_saves()

    def open(self, live: Live, *, keeps_eye: bool = False) -> None:
        """Put another table up, without a game."""
        self._end_game()
        self._own = live
        self._use(live, keeps_eye=keeps_eye)
        self.ui.screen = "table"

    def start_game(
        self,
        game: str,
        players: Sequence[str] = ("you", "bot"),
        seed: int | None = None,
        practice: bool = False,
        advisory: bool = False,
    ) -> None:
        """Begin a game. Raises `InputError`."""
        drawn = time.time_ns() % 1_000_000 if seed is None else seed
        desk = Desk.start(
            game,
            players,
            drawn,
            self.catalogue,
            practice=practice,
            advisory=advisory,
            in_background=self.in_background,
        )
        self._sit_down(desk)

    def start_scenario(self, path: Path, seed: int | None = None) -> None:
        """Let a scenario happen: its first trial, at the first point of its sweep. Raises `BadFile`."""
        loaded = load_scenario(path)
        plan = compile_plan(loaded, loaded.points[0], self.catalogue, DEFAULT)
        self._show(Performance(plan, plan.scenario.seed if seed is None else seed))

    def perform(self, which: str = "again", changes: Changes | None = None) -> None:
        """Let the scenario on the table happen once more, with the physics that is in force.

        Args:
            which: `again` for the same trial, `next` for the one after it.
            changes: Other physics.

        Raises:
            InputError: There is no scenario on the table, or its pieces cannot be placed.
        """
        live = self.live
        last = None if live is None else live.performance
        if live is None or last is None:
            raise InputError("there is no scenario on the table; open one from the menu (Ctrl+M)")
        number = last.number + (1 if which == "next" else 0)
        self._show(
            Performance(last.plan, last.seed, number, changes=changes or live.changes, seen=last.seen),
            is_new=False,
        )

    def _show(self, performance: Performance, *, is_new: bool = True) -> None:
        """Put up the table on which a scenario happens; the eye stays where it was unless it is a new one."""
        speed = 1.0 if is_new or self.live is None else self.live.speed
        live = Live.of_performance(performance, self.catalogue)
        live.speed = speed
        self.open(live, keeps_eye=not is_new)

    def load(self, path: Path) -> str:
        """Go on with a saved game or table; return what should be known about it, or nothing.

        Raises:
            InputError: It cannot be used.
        """
        if not is_game(path):
            self.open(Live.load(path, self.catalogue))
            return ""
        desk = Desk.load(path, self.catalogue, in_background=self.in_background)
        self._sit_down(desk)
        if not desk.other_models:
            return ""
        return (
            f"it was played with another {few(desk.other_models)}: acts may come out otherwise when it goes back"
        )

    def watch(self, path: Path) -> None:
        """Watch a saved game from its beginning. Raises `BadFile`."""
        self._sit_down(Replay.of_file(path, self.catalogue, in_background=self.in_background))

    def _sit_down(self, desk: Desk) -> None:
        self._end_game()
        self.desk = desk
        self._use(desk.live)
        self.ui.screen = "table"

    def _use(self, live: Live, *, keeps_eye: bool = False) -> None:
        self.live = live
        self.select([])
        self.ui.hovered = self.ui.held = None
        self.tools = dict(tools_for(live, self.desk, self.ui))
        self.ui.tools = [(name, each.title) for name, each in self.tools.items()]
        # A can is there only to be tilted; every other thing is taken by the hand.
        if "can" in self.tools or self.ui.tool not in self.tools:
            self.ui.tool = "can" if "can" in self.tools else "drag"
        self.shows.forget()
        self._has_pieces = any(not kind.is_fixed for kind in live.kinds.values())
        self.look_at(live, keeps_eye=keeps_eye)

    def look_at(self, live: Live, *, keeps_eye: bool) -> None:
        """Turn to a table that was put up; the window does it."""

    def follow(self) -> None:
        """Take the table that the game has now, which is another one after every act."""
        if self.desk is not None and self.desk.live is not self.live:
            self._use(self.desk.live, keeps_eye=self._has_pieces)

    def at_hand(self) -> list[str]:
        """Return what a person's hands work on now, with the owner's other pieces; empty when it is everything."""
        desk, live = self.desk, self.live
        if desk is None or live is None or live.is_replay or not (desk.is_your_turn and desk.hands()):
            return []
        loose = live.world.loose
        free = [name for name in loose if not desk.why_not(name, "move")]
        jointed = [name for name, kind in live.kinds.items() if kind.links]
        if not free or any(name in free or desk.catapult(name) is not None for name in jointed):
            return []  # a catapult is aimed at the others
        if "can" in self.tools:
            return []  # and a can is carried over all of the garden
        owners = {desk.owner(name) for name in free}
        return free + [name for name in loose if name not in free and desk.owner(name) in owners]

    def _end_game(self) -> None:
        desk, self.desk = self.desk, None
        if desk is not None:
            desk.close()
            self.list_saves()
        if self._own is not None:
            self._own.close()
        self._own = self.live = None

    def to_menu(self) -> None:
        """Show the menu before a table that is only looked at."""
        self._end_game()
        self._own = showpiece(self.catalogue)
        self._use(self._own)
        self.orbit.camera = eye(self.orbit.camera)
        self.ui.screen, self.ui.message = "menu", ""

    def list_saves(self) -> None:
        """Look again which saved games there are."""
        self.ui.saves = files.saves()

    def spawn(self, component: str, count: int = 1) -> None:
        """Put pieces on the table where the eye looks. Raises `InputError`."""
        assert self.live is not None
        x, y, _ = self.orbit.camera.target
        self.select(list(spawn(self.live, component, (x, y, 0.0), count)))

    @property
    def tool(self) -> Tool | None:
        """The active tool."""
        return self.tools.get(self.ui.tool)

    def set_tool(self, name: str) -> None:
        """Take another tool; what the old one held goes back."""
        if name not in self.tools:
            self.ui.say(f"there is no {name} on this table", bad=True)
            return
        if self.tool is not None and self.ui.tool != name:
            self.tool.act("cancel")
        self.ui.tool = name
        self.has_pointed = True

    def select(self, names: Sequence[str]) -> None:
        """Choose pieces."""
        self.ui.selected[:] = list(dict.fromkeys(names))
