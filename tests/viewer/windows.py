"""Whole windows as golden pictures: what a person is shown, panels and all. Run this file to draw them again.

Each is drawn at 1280 x 720 by the software renderer in the cheapest tier and kept at half that size.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

from sandbox.play.live_pace import Pace
from sandbox.viewer.png import Pixels, write_png
from tests.viewer.kit import shrunk
from tests.viewer.window_kit import DT, Person

__all__ = ["FOLDER", "SCENES", "SIZE", "half", "seen", "to_handover"]

SIZE = (1280, 720)
FOLDER = Path(__file__).parent / "goldens" / "windows"
STEP = 12
"""Steps of 255 that a golden keeps, so that its file is small."""


def half(pixels: Pixels) -> Pixels:
    """Return a picture at half its size, in few colours."""
    return np.minimum(shrunk(pixels, 2) // STEP * STEP + STEP // 2, 255).astype(np.uint8)


def seen(person: Person, name: str) -> Pixels:
    """Return what a person sees who does what a scene says; nothing on it depends on the clock of the wall."""
    app = person.app
    app.to_menu()
    app.ui.open = {"hints", "time", "referee"}
    SCENES[name](person)
    if app.desk is not None:
        app.desk.beat = 1e9  # bots wait
    if app.live is not None:
        app.live.pace = _OnTime(app.live.pace.rate_hz)
    person.move(2, 2)
    person.until(lambda: not app.orbit.is_gliding)
    app.ui.message = ""
    app.ui.tooltip, app.ui.hovered, app.ui.frame_ms = (), None, 16.0
    person.wait(3)
    return half(person.look())


class _OnTime(Pace):
    """What the time bar says of a machine that is fast enough: how fast this one is just now is in no golden."""

    @property
    def factor(self) -> float:
        """All of what was asked for."""
        return 1.0


def _menu(person: Person) -> None:
    person.app.panels.menu.page, person.app.panels.menu.game = "games", ""


def _game(name: str) -> Callable[[Person], None]:
    def begin(person: Person) -> None:
        app = person.app
        app.ui.do("start_game", game=name, players=("you", "bot"), seed=5)
        person.wait()
        assert app.desk is not None
        app.desk.beat = 0.0
        person.until(lambda: app.desk.is_your_turn and not app.desk.busy, 90)

    return begin


def _refused(person: Person) -> None:
    """A drop is poured from beside the hollow that was chosen."""
    _game("beethupferl")(person)
    desk = person.app.desk
    assert desk is not None
    person.app.ui.do("move", move=next(move for move, text in desk.moves() if "hollow 6" in text))
    person.until(lambda: bool(desk.hands()))
    ruled = len(desk.rulings)
    person.app.ui.do("tilt")
    person.until(lambda: len(desk.rulings) > ruled, 60)
    assert not desk.rulings[-1].legal


def _physics(person: Person) -> None:
    app = person.app
    app.ui.do("start_empty")
    app.ui.do("spawn", component="common/cube", count=3)
    app.ui.do("panel_physics")
    person.wait(4)
    assert app.live is not None
    app.live.paused = True


def _keys(person: Person) -> None:
    person.app.ui.do("start_empty")
    person.app.ui.do("help")
    person.wait()


def to_handover(person: Person, seed: int = 7) -> None:
    """Play Burst with two people until one has drawn and the other is to sit down."""
    app = person.app
    app.ui.do("start_game", game="burst", players=("you", "you"), seed=seed)
    person.wait()
    assert app.desk is not None
    app.desk.beat = 0.0
    for _ in range(200):
        app.advance(DT)
        if app.ui.screen == "handover":
            return
        if app.desk.is_your_turn and not app.desk.busy:
            app.ui.do("move", move=app.desk.moves()[0][0])
            app.carry_out()
    raise AssertionError("nobody is asked to hand the screen over")


SCENES: dict[str, Callable[[Person], None]] = {
    "menu": _menu,
    "hurlyburly": _game("hurlyburly"),
    "refused": _refused,
    "beethupferl": _game("beethupferl"),
    "burp": _game("burp"),
    "burst": _game("burst"),
    "physics": _physics,
    "keys": _keys,
    "handover": to_handover,
}
"""What is done before the picture is taken, by the golden's name."""


def main() -> None:
    """Draw all goldens again."""
    os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp()
    FOLDER.mkdir(parents=True, exist_ok=True)
    person = Person(SIZE)
    for name in SCENES:
        print(name, write_png(FOLDER / f"{name}.png", seen(person, name)), "bytes")  # noqa: T201 (a script)
    person.leave()


if __name__ == "__main__":
    main()
