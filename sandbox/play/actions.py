"""Carries out what was asked for: keys and buttons both end here. No window of its own.

One table from the name of an action to what is done; each returns nothing and says what there is to say.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.errors import InputError, SandboxError
from sandbox.play import files
from sandbox.play.evidence import OVERLAYS
from sandbox.play.live import Live
from sandbox.play.live_time import SPEEDS
from sandbox.play.ui import Asked
from sandbox.viewer.quality import TIERS, tier

if TYPE_CHECKING:
    from sandbox.play.app import App

__all__ = ["Actions"]

HANDS = (
    "turn_left",
    "turn_right",
    "flip",
    "tilt",
    "raise",
    "lower",
    "cancel",
    "lock",
    "unlock",
    "duplicate",
    "delete",
)
"""What the active tool is asked first."""

BACK = 0.1
"""Seconds that a tap of the key goes back in the last minute."""

_PANELS = {
    "help": "keys",
    "panel_physics": "physics",
    "panel_referee": "referee",
    "panel_time": "time",
    "panel_spawn": "spawn",
    "panel_hints": "hints",
}


class Actions:
    """What can be asked for.

    Args:
        app: Whose table, eye and panels are changed.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self._table: dict[str, Callable[..., object]] = {
            # what is on the table
            "start_game": app.start_game,
            "start_scenario": lambda path, seed=None: app.start_scenario(Path(path), seed),
            "perform": app.perform,
            "start_empty": self._start_empty,
            "open_trace": lambda path: app.open(Live.of_trace(Path(path), app.catalogue)),
            "load_game": self._load,
            "watch_game": lambda path: app.watch(Path(path)),
            "save_game": self._save,
            "quick_save": lambda: self._save(None),
            "quick_load": self._quick_load,
            "to_menu": app.to_menu,
            "quit": app.quit,
            "full_screen": app.full_screen,
            # time
            "pause": self._pause,
            "step": self._step,
            "step_once": self._step,
            "slower": lambda: self._pace(-1),
            "faster": lambda: self._pace(1),
            "speed": self._speed,
            "back": lambda: self._live.seek(self._live.now - BACK),
            "now": lambda: self._live.seek(None),
            "seek": lambda time: self._live.seek(time),
            "take_from_here": self._take_from_here,
            "undo": lambda: self._undo("undo"),
            "redo": lambda: self._undo("redo"),
            # the game
            "move": lambda move: self._desk.tell(move),
            "hands": self._hands,
            "skip": lambda: self._desk.skip(),
            "practice": lambda on: setattr(self._desk, "practice", on),
            "advisory": lambda on: setattr(self._desk, "advisory", on),
            "handed_over": self._handed_over,
            # pieces
            "spawn": app.spawn,
            "select_all": self._select_all,
            "select": lambda names: app.select(names),
            "set_tool": lambda name: app.set_tool(name),
            "tool_next": self._tool_next,
            "physics": app.change_physics,
            "save_profile": self._save_profile,
            # the eye
            "focus": lambda name=None: app.focus([name] if name else None),
            "set_view": lambda name: app.orbit.show(name),
            "set_tier": lambda name: self._set_tier(name),
            "tier_next": self._tier_next,
            "overlay": self._overlay,
            "evidence": lambda on: self._overlay("evidence", on),
            "panel": self._panel,
            # files
            "screenshot": app.screenshot,
            "record": app.record,
            "mute": self._mute,
        }
        for name, panel in _PANELS.items():
            self._table[name] = lambda panel=panel: self._panel(panel)
        for name in OVERLAYS:
            self._table[f"show_{name}"] = lambda name=name: self._overlay(name)
        for name in ("drag", "measure", "flick"):
            self._table[f"tool_{name}"] = lambda name=name: app.set_tool(name)
        for number in range(1, 10):
            self._table[f"view_{number}"] = lambda number=number: self._recall(number)
            self._table[f"keep_view_{number}"] = lambda number=number: self._keep(number)
        for name, (right, forward) in {
            "pan_left": (-1, 0),
            "pan_right": (1, 0),
            "pan_forward": (0, 1),
            "pan_back": (0, -1),
        }.items():
            self._table[name] = lambda part=0.05, r=right, f=forward: app.orbit.walk(r * part, f * part)
        for name, sign in (("zoom_in", 1), ("zoom_out", -1)):
            self._table[name] = lambda part=0.05, sign=sign: app.orbit.zoom(sign * part * 20)

    @property
    def names(self) -> frozenset[str]:
        """Everything that can be asked for."""
        return frozenset(self._table) | frozenset(HANDS)

    def carry_out(self, asked: Asked) -> None:
        """Do what was asked; what cannot be done is said and changes nothing."""
        try:
            self.perform(asked)
        except SandboxError as error:
            self.app.ui.say(str(error), bad=True)

    def perform(self, asked: Asked) -> None:
        """Do what was asked. Raises `SandboxError`, and then nothing is changed."""
        if asked.action in HANDS and self._by_tool(asked.action):
            return
        if asked.action in self._table:
            self._table[asked.action](**asked.arguments)
        elif asked.action not in HANDS:
            raise InputError(f"nothing is called {asked.action}")

    def _start_empty(self) -> None:
        self.app.open(Live.empty(self.app.catalogue))
        self.app.ui.open.add("spawn")

    # --- hands

    def _by_tool(self, action: str) -> bool:
        app = self.app
        if app.tool is not None and app.tool.act(action):
            return True
        if action == "cancel":
            self._cancel()
            return True
        if app.ui.screen == "table" and app.live is not None:
            app.ui.say("take or choose a piece first", bad=False)
        return True

    def _cancel(self) -> None:
        app = self.app
        if app.live is not None and app.live.is_scrubbed:
            app.live.seek(None)
        elif app.ui.selected:
            app.select([])
        elif "keys" in app.ui.open:
            app.ui.open.discard("keys")
        elif app.ui.tool != "drag":
            app.set_tool("drag")
        elif app.ui.screen == "table":
            app.ui.say("nothing is held; Ctrl+M goes to the menu")

    # --- time

    @property
    def _live(self) -> Live:
        if self.app.live is None or self.app.ui.screen == "menu":
            raise InputError("there is no table yet; choose a game, a scenario or an empty table")
        return self.app.live

    @property
    def _desk(self) -> Any:  # noqa: ANN401 (the desk's protocol is in desk.py, loaded with a game)
        if self.app.desk is None:
            raise InputError("no game is played; begin one from the menu (Ctrl+M)")
        return self.app.desk

    def _pause(self) -> None:
        live = self._live
        if live.is_scrubbed:
            live.seek(None)
            return
        if live.is_replay and live.paused and live.now >= live.span[1]:
            live.seek(live.span[0])
        live.paused = not live.paused

    def _step(self) -> None:
        self._live.paused = True
        self._live.step_once()

    def _pace(self, way: int) -> None:
        live = self._live
        steps = [*SPEEDS, 2.0, 4.0] if live.is_replay else list(SPEEDS)
        nearest = int(np.argmin([abs(np.log(step / live.speed)) for step in steps]))
        self._speed(steps[min(max(nearest + way, 0), len(steps) - 1)])

    def _speed(self, value: float) -> None:
        self._live.speed = value
        self.app.ui.say(f"{self._live.speed:g} × real time")

    def _take_from_here(self) -> None:
        said = self._live.take_from_here()
        if said:
            self.app.ui.say(said)

    def _undo(self, which: str) -> None:
        done, live = "taken back" if which == "undo" else "done again", self._live
        source, before = self.app.desk if self.app.desk is not None else live, live.version
        said = getattr(source, which)()
        self.app.select([])
        if source is live and live.version != before:
            said = f"{done}: {said}"
        self.app.ui.say(said or done)

    def _hands(self, key: str) -> None:
        if said := self._desk.do(key):
            self.app.ui.say(said)

    def _handed_over(self) -> None:
        self._desk.handed_over()
        self.app.ui.screen = "table"

    # --- pieces

    def _select_all(self) -> None:
        self.app.select([name for name in self._live.world.loose if name not in self._live.locked])

    def _tool_next(self) -> None:
        names = list(self.app.tools)
        if names:
            here = names.index(self.app.ui.tool) if self.app.ui.tool in names else -1
            self.app.set_tool(names[(here + 1) % len(names)])

    def _save_profile(self, path: str, changes: Any) -> None:  # noqa: ANN401 (V3's own type)
        from sandbox.physics.changes import save_profile

        self.app.ui.say(save_profile(changes, Path(path)))

    # --- the eye

    def _keep(self, number: int) -> None:
        self.app.orbit.keep(number)
        self.app.ui.say(f"view {number} is kept; {number} brings it back")

    def _recall(self, number: int) -> None:
        if not self.app.orbit.recall(number):
            self.app.ui.say(f"no view {number} is kept; Ctrl+{number} keeps one", bad=True)

    def _set_tier(self, name: str) -> None:
        self.app.picture.set_tier(tier(name))
        self.app.ui.tier = name
        self.app.ui.say(f"quality: {name}")

    def _tier_next(self) -> None:
        names = list(TIERS)
        self._set_tier(names[(names.index(self.app.ui.tier) + 1) % len(names)])

    def _overlay(self, name: str, on: bool | None = None) -> None:
        _toggle(self.app.ui.overlays, name, on)

    def _panel(self, name: str, on: bool | None = None) -> None:
        _toggle(self.app.ui.open, name, on)

    def _mute(self) -> None:
        self.app.ui.is_muted = not self.app.ui.is_muted
        self.app.ui.say("sound is off" if self.app.ui.is_muted else "sound is on")

    # --- files

    def _save(self, path: str | None) -> None:
        desk = self.app.desk
        target = Path(path) if path else files.quick_file(desk is not None)
        (desk if desk is not None else self._live).save(target)
        self.app.ui.say(f"saved as {target.name}")
        self.app.list_saves()

    def _quick_load(self) -> None:
        found = [quick for quick in (files.quick_file(True), files.quick_file(False)) if quick.is_file()]
        if self.app.desk is not None:
            found = [quick for quick in found if quick.name == "quick-game.json"]
        if not found:
            raise InputError("nothing was quick-saved yet; F5 does that")
        self._load(str(max(found, key=lambda file: file.stat().st_mtime)))

    def _load(self, path: str) -> None:
        known = self.app.load(Path(path))
        self.app.ui.say(f"loaded {Path(path).name}" + (f"; {known}" if known else ""), bad=bool(known))


def _toggle(names: set[str], name: str, on: bool | None) -> None:
    wanted = name not in names if on is None else on
    (names.add if wanted else names.discard)(name)
