"""A real window on a real (virtual) display, driven from outside by the mouse and the keyboard."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from sandbox.viewer.png import read_png

SIZE = (480, 320)
PATIENCE = 60.0
"""Seconds of wall time after which something that should happen will not happen."""

SCENE = """
title = "One block"
[[place]]
name = "block"
component = "common/cube"
[[act]]
settle = { timeout_s = 1 }
[[expect]]
settles = { within_s = 5 }
"""


@pytest.fixture
def display() -> Iterator[str]:
    """Return the name of a virtual display of our own."""
    for tool in ("Xvfb", "xdotool"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed; apt-get install xvfb xdotool")
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    assert number, "the virtual display did not start"
    yield f":{number}"
    server.terminate()
    server.wait()


def middle_of(picture: np.ndarray) -> tuple[int, int]:
    """Return where the block is in a picture: its wood is the lightest that there is between the panels."""
    part = picture[80:200, 70:470]
    rows, columns = np.nonzero((part[:, :, 0] > 205) & (part[:, :, 2] > 95))
    assert len(rows) > 100, "no block is seen"
    return int(np.median(columns)) + 70, int(np.median(rows)) + 80


def soon(what: Callable[[], object], why: str) -> object:
    """Return what comes true within a while."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.1)
    raise AssertionError(f"in vain: {why}")


def test_a_hand_on_a_real_window(display: str, tmp_path: Path):
    """Real mouse and keys: a block is dragged aside, F1 lists the keys, F12 takes pictures, Ctrl+Q ends it."""
    (tmp_path / "block.toml").write_text(SCENE, encoding="utf-8")
    environment = {
        **os.environ,
        "DISPLAY": display,
        "XDG_DATA_HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    size = f"{SIZE[0]}x{SIZE[1]}"
    command = [sys.executable, "-m", "sandbox", "view", "block.toml", "--size", size, "--quality", "low"]
    with (tmp_path / "said").open("w") as said:
        program = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=said, stderr=said)

    def told() -> str:
        return (tmp_path / "said").read_text()

    def xdotool(*words: object) -> str:
        assert program.poll() is None, told()
        done = subprocess.run(
            ["xdotool", *map(str, words)], env=environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def picture() -> np.ndarray:
        """Ask the program itself what it shows."""
        before = set(tmp_path.glob("*.png"))
        xdotool("key", "F12")
        new = soon(lambda: [each for each in tmp_path.glob("*.png") if each not in before], f"a picture; {told()}")
        time.sleep(0.2)
        return read_png(new[0]).astype(int)  # type: ignore[index]

    try:
        window = soon(lambda: xdotool("search", "--name", "sandbox-referee"), f"a window; {told()}")
        window = str(window).splitlines()[-1]
        xdotool("windowfocus", "--sync", window)
        xdotool("mousemove", "--window", window, 5, SIZE[1] - 80)
        time.sleep(2.0)
        before = picture()
        x, y = middle_of(before)
        xdotool("mousemove", "--window", window, x, y)
        time.sleep(0.5)
        xdotool("mousedown", 1)
        for step in range(1, 9):
            xdotool("mousemove", "--window", window, x + 9 * step, y)
            time.sleep(0.15)
        time.sleep(0.6)
        xdotool("mouseup", 1)
        xdotool("mousemove", "--window", window, 5, SIZE[1] - 80)
        time.sleep(1.5)
        after = picture()
        assert middle_of(after)[0] == pytest.approx(x + 72, abs=12), "the block is where the mouse let it go"
        xdotool("key", "F1")
        time.sleep(0.8)
        assert np.abs(picture() - after).mean() > 10, "the keys are listed"
        xdotool("key", "ctrl+q")
        assert program.wait(PATIENCE) == 0, told()
        assert told() == ""
    finally:
        if program.poll() is None:
            program.kill()
            program.wait()
