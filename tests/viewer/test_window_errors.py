"""Without a display, without OpenGL, with an old driver: one clear sentence, exit 2. Nothing else loads pyglet."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import moderngl
import pytest

from sandbox.play.window import NoWindow, context_of
from tests.viewer.test_window_x11 import display

__all__ = ["display"]


def sandbox(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program from outside; an empty variable is left out."""
    env = {name: value for name, value in ({**os.environ} | environment).items() if value}
    command = [sys.executable, "-m", "sandbox", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env)


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one line that a program said before it ended with 2."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ")
    return line


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_no_display_is_one_sentence():
    """Neither DISPLAY nor WAYLAND_DISPLAY: what is missing, and what helps."""
    line = complaint(sandbox("play", DISPLAY="", WAYLAND_DISPLAY=""))
    assert "there is no display" in line
    assert "apt-get install xvfb" in line


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a display")
def test_a_display_that_does_not_answer_is_one_sentence():
    """DISPLAY names a server that is not there."""
    assert "the display :987 does not answer" in complaint(sandbox("play", DISPLAY=":987", WAYLAND_DISPLAY=""))


def test_a_driver_that_is_too_old_is_one_sentence(display: str):
    """On a real display whose driver has OpenGL 2.1 only."""
    line = complaint(sandbox("play", DISPLAY=display, MESA_GL_VERSION_OVERRIDE="2.1", LIBGL_ALWAYS_SOFTWARE="1"))
    assert "OpenGL" in line
    assert "3.3" in line
    assert "apt-get install" in line


def test_a_broken_save_is_one_sentence(display: str, tmp_path: Path):
    """What cannot be begun with is said where it was typed; no window stays that shows something else."""
    (tmp_path / "game.json").write_text('{"game": "hurly', encoding="utf-8")
    line = complaint(sandbox("play", "--load", tmp_path / "game.json", "--quality", "low", DISPLAY=display))
    assert "game.json: is no saved" in line


def test_an_old_context_is_refused(monkeypatch: pytest.MonkeyPatch):
    """A context that could be made, but is older than 3.3, says what it has."""
    monkeypatch.setattr(moderngl, "init_context", lambda: None)
    monkeypatch.setattr(moderngl, "get_context", lambda: SimpleNamespace(version_code=310))
    with pytest.raises(NoWindow, match=r"it has OpenGL 3\.1, 3\.3 is needed"):
        context_of(SimpleNamespace(switch_to=lambda: None))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("play", "chess"), "no game is called 'chess'"),
        (("play", "hurlyburly", "--size", "wide"), "--size wide: is not width x height"),
        (("play", "--size", "10x10"), "--size 10x10: a window has 320x240 to 8192x8192"),
        (("play", "--quality", "best"), "no quality is called 'best'"),
        (("play", "hurlyburly", "--players", "you,nobody"), "no player is called 'nobody'"),
        (("play", "hurlyburly", "--players", "you"), "Hurlyburly is for 2 to 4 players, not 1"),
        (("play", "hurlyburly", "--players", ","), "nobody sits at the table"),
        (("play", "--load", "none.json"), "none.json: there is no such file"),
        (("play", "--keys", "none.toml"), "none.toml: there is no such file"),
        (("view", "none.toml"), "none.toml: there is no such file"),
        (("view", __file__), "is no scenario, trace or saved game"),
    ],
)
def test_bad_arguments_are_one_sentence(words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]):
    """What is wrong is said before any window opens."""
    from sandbox.cli import main

    sys.argv[1:], kept = list(words), sys.argv[1:]
    try:
        with pytest.raises(SystemExit) as ended:
            main()
    finally:
        sys.argv[1:] = kept
    said = capsys.readouterr()
    assert ended.value.code == 2
    (line,) = said.err.splitlines()
    assert says in line


SCENE = """
title = "A block rests"
[[place]]
name = "block"
component = "common/block"
[[act]]
settle = { timeout_s = 1 }
[[expect]]
settles = { within_s = 5 }
"""

LOADED = """
import sys
sys.argv = ["sandbox", "run", sys.argv[1], "--jobs", "0"]
from sandbox.cli import main
try:
    main()
except SystemExit as ended:
    assert not ended.code, ended.code
print([name for name in ("pyglet", "moderngl", "imgui_bundle", "sandbox.play") if name in sys.modules])
"""


def test_running_scenarios_loads_no_window(tmp_path: Path):
    """`sandbox run` from beginning to end loads neither pyglet nor anything that draws."""
    (tmp_path / "block.toml").write_text(SCENE, encoding="utf-8")
    command = [sys.executable, "-c", LOADED, str(tmp_path / "block.toml")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_without_the_extra_the_install_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """Without imgui the program says which extra to install."""
    from sandbox.cli import main

    for name in [name for name in sys.modules if name.startswith(("imgui_bundle", "sandbox.play"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "imgui_bundle", None)
    monkeypatch.setattr(sys, "argv", ["sandbox", "play"])
    with pytest.raises(SystemExit):
        main()
    assert "pip install 'sandbox-referee[play]'" in capsys.readouterr().err
