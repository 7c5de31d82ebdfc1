"""One table of actions; a person's own keys are read strictly."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandbox.errors import BadFile
from sandbox.play.keys import ACTIONS, KEY_NAMES, MODIFIERS, Keys, default_file, read_keys

PLAIN: frozenset[str] = frozenset()


def write(folder: Path, text: str) -> Path:
    """Return a file of keys."""
    file = folder / "keys.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_no_key_asks_for_two_things():
    """Every default key belongs to one action, is spelt as the config file spells it, and has a title."""
    seen: dict[str, str] = {}
    for action in ACTIONS:
        assert action.title
        for key in action.keys:
            assert seen.setdefault(key, action.id) == action.id
            *mods, name = key.split("+")
            assert name in KEY_NAMES
            assert list(mods) == [mod for mod in MODIFIERS if mod in mods]


def test_modifiers_are_told_apart():
    """Ctrl+Z is not Z; Shift that nobody asks for is let pass."""
    keys = Keys()
    assert keys.action("Z", frozenset({"ctrl"})).id == "undo"
    assert keys.action("Z", frozenset({"ctrl", "shift"})).id == "redo"
    assert keys.action("Z", PLAIN) is None
    assert keys.action("Q", frozenset({"shift"})).id == "turn_left"
    assert keys.action("Q", frozenset({"ctrl"})).id == "quit"


def test_a_file_wins_over_the_defaults(tmp_path: Path):
    """Its keys are taken away from whoever had them; what it does not name stays; an empty list is no key."""
    keys = read_keys(
        write(tmp_path, 'pause = "p"\nundo = ["ctrl + Z", "Backspace"]\nmute = []\nhelp = "ctrl+shift+F2"\n')
    )
    assert keys.action("P", PLAIN).id == "pause"
    assert keys.action("Space", PLAIN) is None
    assert keys.action("Backspace", PLAIN).id == "undo"
    assert "Backspace" not in keys.of_action["delete"]
    assert keys.action("N", PLAIN) is None
    assert keys.of_action["help"] == ("Ctrl+Shift+F2",)
    assert keys.action("F5", PLAIN).id == "quick_save"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('\npaus = "P"', r"keys.toml:2: paus: unknown action; did you mean pause"),
        ("pause = 3", r"keys.toml:1: pause: is no key; write a key such as"),
        ('pause = "Spcae"', r"pause: there is no key 'Spcae'; did you mean Space"),
        ('pause = "Ctrl"', r"there is no key 'Ctrl'"),
        ('pause = "Hyper+A"', r"there is no key 'Hyper\+A'"),
        ('pause = "P"\nundo = "P"', r"keys.toml:2: undo: P is the key of pause already; choose another key"),
        ("pause = [", r"keys.toml: is not TOML"),
    ],
)
def test_a_wrong_file_is_one_line(tmp_path: Path, text: str, says: str):
    """Where, what, and what to write instead."""
    with pytest.raises(BadFile, match=says) as caught:
        read_keys(write(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_the_default_place_may_be_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Without a file the defaults hold; a file that is named must be there."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert read_keys().of_action == Keys().of_action
    default_file().parent.mkdir()
    default_file().write_text('pause = "P"', encoding="utf-8")
    assert read_keys().of_action["pause"] == ("P",)
    with pytest.raises(BadFile, match="there is no such file"):
        read_keys(tmp_path / "none.toml")
