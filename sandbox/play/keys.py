"""Every action with its title and default keys, and a person's own keys from a TOML file. No window.

A file names actions and gives each a key or a list of keys; what it does not name keeps its default:

    pause  = "P"
    undo   = ["Ctrl+Z", "Backspace"]
    mute   = []                         # no key at all
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from sandbox.errors import BadFile, suggest
from sandbox.strict import line_of, read_toml

__all__ = ["ACTIONS", "KEY_NAMES", "MODIFIERS", "Action", "Keys", "default_file", "read_keys"]

MODIFIERS = ("Ctrl", "Shift", "Alt")

KEY_NAMES: Mapping[str, str] = {
    **{letter: letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
    **{str(digit): f"_{digit}" for digit in range(10)},
    **{f"F{number}": f"F{number}" for number in range(1, 13)},
    "Space": "SPACE",
    "Esc": "ESCAPE",
    "Enter": "RETURN",
    "Tab": "TAB",
    "Backspace": "BACKSPACE",
    "Delete": "DELETE",
    "Insert": "INSERT",
    "Home": "HOME",
    "End": "END",
    "PageUp": "PAGEUP",
    "PageDown": "PAGEDOWN",
    "Left": "LEFT",
    "Right": "RIGHT",
    "Up": "UP",
    "Down": "DOWN",
    ".": "PERIOD",
    ",": "COMMA",
    "-": "MINUS",
    "=": "EQUAL",
    "[": "BRACKETLEFT",
    "]": "BRACKETRIGHT",
    "/": "SLASH",
    ";": "SEMICOLON",
    "'": "APOSTROPHE",
}
"""Keys as people write them, and as pyglet calls them."""


class Action(NamedTuple):
    """What a key can ask for.

    Attributes:
        id: Its name in the queue and in the config file.
        title: What it does, for the help.
        keys: By default.
        group: Under which heading the help lists it.
        repeats: Whether it goes on while the key is held.
    """

    id: str
    title: str
    keys: tuple[str, ...]
    group: str
    repeats: bool = False


def _views() -> list[Action]:
    out = []
    for number in range(1, 10):
        out.append(Action(f"view_{number}", f"go to view {number}", (str(number),), "Eye"))
        out.append(Action(f"keep_view_{number}", f"keep this view as {number}", (f"Ctrl+{number}",), "Eye"))
    return out


ACTIONS: tuple[Action, ...] = (
    Action("help", "show or hide the keys", ("F1",), "Panels"),
    Action("panel_physics", "physics panel", ("F2",), "Panels"),
    Action("panel_referee", "referee, or what a scenario expects", ("F3",), "Panels"),
    Action("panel_time", "time and scrubber", ("F4",), "Panels"),
    Action("panel_spawn", "pieces to spawn", ("F6",), "Panels"),
    Action("panel_hints", "hints", ("F7",), "Panels"),
    Action("pause", "pause, go on", ("Space",), "Time"),
    Action("step_once", "one step", (".",), "Time", True),
    Action("slower", "slower", ("[",), "Time"),
    Action("faster", "faster", ("]",), "Time"),
    Action("back", "back in the last minute", (",",), "Time", True),
    Action("now", "back to now", ("End",), "Time"),
    Action("undo", "take back a turn", ("Ctrl+Z",), "Time"),
    Action("redo", "do it again", ("Ctrl+Y", "Ctrl+Shift+Z"), "Time"),
    Action("turn_left", "turn the piece left", ("Q",), "Hands"),
    Action("turn_right", "turn the piece right", ("E",), "Hands"),
    Action("flip", "turn it over", ("F",), "Hands"),
    Action("tilt", "stand it up, lay it down", ("T",), "Hands"),
    Action("raise", "raise what is held", ("PageUp", "R"), "Hands", True),
    Action("lower", "lower what is held", ("PageDown", "V"), "Hands", True),
    Action("cancel", "put it back; choose nothing", ("Esc",), "Hands"),
    Action("lock", "lock, unlock", ("L",), "Hands"),
    Action("duplicate", "duplicate", ("Ctrl+D",), "Hands"),
    Action("delete", "delete", ("Delete", "Backspace"), "Hands"),
    Action("select_all", "choose every piece", ("Ctrl+A",), "Hands"),
    Action("tool_drag", "hand", ("H",), "Tools"),
    Action("tool_measure", "ruler", ("M",), "Tools"),
    Action("tool_flick", "flick", ("K",), "Tools"),
    Action("tool_next", "the next tool", ("Tab",), "Tools"),
    Action("focus", "look at the chosen piece, or at everything", ("Home", "C"), "Eye"),
    Action("pan_left", "move the eye left", ("A", "Left"), "Eye", True),
    Action("pan_right", "move the eye right", ("D", "Right"), "Eye", True),
    Action("pan_forward", "move the eye forward", ("W", "Up"), "Eye", True),
    Action("pan_back", "move the eye back", ("S", "Down"), "Eye", True),
    Action("zoom_in", "nearer", ("=",), "Eye", True),
    Action("zoom_out", "farther", ("-",), "Eye", True),
    *_views(),
    Action("show_contacts", "contact points", ("Alt+1",), "Show"),
    Action("show_supports", "who carries whom", ("Alt+2",), "Show"),
    Action("show_balance", "centre of mass over what carries it", ("Alt+3",), "Show"),
    Action("show_shapes", "collision shapes", ("Alt+4",), "Show"),
    Action("show_zones", "zones and distances", ("Alt+5",), "Show"),
    Action("show_names", "names", ("Alt+6",), "Show"),
    Action("tier_next", "the next quality of the picture", ("Alt+Q",), "Show"),
    Action("quick_save", "quick save", ("F5",), "Files"),
    Action("quick_load", "quick load", ("F9",), "Files"),
    Action("screenshot", "screenshot", ("F12",), "Files"),
    Action("record", "start or stop a film", ("F10",), "Files"),
    Action("mute", "sound off, on", ("N",), "Files"),
    Action("full_screen", "full screen", ("F11",), "Files"),
    Action("to_menu", "menu", ("Ctrl+M",), "Files"),
    Action("quit", "quit", ("Ctrl+Q",), "Files"),
)
"""The one table of what keys do."""

_BY_ID = {action.id: action for action in ACTIONS}

_SPELLING = {name.lower(): name for name in (*KEY_NAMES, *MODIFIERS)} | {"escape": "Esc", "return": "Enter"}


class Keys:
    """Which key asks for what.

    Args:
        keys: Keys of every action.
    """

    def __init__(self, keys: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.of_action: dict[str, tuple[str, ...]] = {a.id: a.keys for a in ACTIONS} | dict(keys or {})
        self._actions = {key: _BY_ID[id_] for id_, each in self.of_action.items() for key in each}

    def action(self, key: str, mods: frozenset[str]) -> Action | None:
        """Return what a key asks for, with `Ctrl`, `Shift` and `Alt` held or not.

        Shift that no action asks for is let pass, so that capital letters work as small ones.
        """
        chord = "+".join([*(mod for mod in MODIFIERS if mod.lower() in mods), key])
        return self._actions.get(chord) or self._actions.get(chord.replace("Shift+", ""))


def default_file() -> Path:
    """Return where a person's keys are looked for."""
    base = os.environ.get("XDG_CONFIG_HOME") or (Path.home() / ".config")
    return Path(base) / "sandbox-referee" / "keys.toml"


def read_keys(path: Path | None = None) -> Keys:
    """Return the keys of a file; None reads the default place, where nothing needs to be.

    Raises:
        BadFile: It names an action or a key that is not there, or one key for two actions.
    """
    if path is None:
        path = default_file()
        if not path.exists():
            return Keys()
    data, text = read_toml(path)
    own: dict[str, tuple[str, ...]] = {}
    for name, value in data.items():
        line = line_of(text, (name,))
        if name not in _BY_ID:
            raise BadFile(path, "unknown action", key=name, line=line, instead=suggest(name, _BY_ID))
        wanted = [value] if isinstance(value, str) else value
        if not isinstance(wanted, list) or not all(isinstance(each, str) for each in wanted):
            raise BadFile(
                path, "is no key", key=name, line=line, instead='write a key such as "Ctrl+Z" or a list of keys'
            )
        try:
            own[name] = tuple(_chord(each) for each in wanted)
        except ValueError as error:
            raise BadFile(path, str(error), key=name, line=line, instead=suggest(wanted[0], KEY_NAMES)) from None
    _refuse_twice(path, text, own)
    taken = {key for each in own.values() for key in each}
    rest = {a.id: tuple(key for key in a.keys if key not in taken) for a in ACTIONS if a.id not in own}
    return Keys(rest | own)


def _refuse_twice(path: Path, text: str, own: Mapping[str, tuple[str, ...]]) -> None:
    seen: dict[str, str] = {}
    for name, each in own.items():
        for key in each:
            if seen.setdefault(key, name) != name:
                raise BadFile(
                    path,
                    f"{key} is the key of {seen[key]} already",
                    key=name,
                    line=line_of(text, (name,)),
                    instead="choose another key",
                )


def _chord(text: str) -> str:
    """Return a key with its modifiers in one spelling. Raises `ValueError`."""
    *mods, key = [part.strip() for part in text.split("+")] if text != "+" else [text]
    found = [_SPELLING.get(part.lower()) for part in (*mods, key)]
    if None in found or found[-1] in MODIFIERS or any(mod not in MODIFIERS for mod in found[:-1]):
        raise ValueError(f"there is no key {text!r}")
    return "+".join([*(mod for mod in MODIFIERS if mod in found[:-1]), str(found[-1])])
