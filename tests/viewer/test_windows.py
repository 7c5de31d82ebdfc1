"""Whole windows still look as they did when somebody looked at them; and nobody sees what is not for them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sandbox.viewer.png import read_png, write_png
from tests.viewer.kit import apart
from tests.viewer.window_kit import Person
from tests.viewer.windows import FOLDER, SCENES, SIZE, seen, to_handover

MEAN, WORST = 1.5, 28.0
"""Steps of 255 by which a window may be off, on average and at its worst place: a word is, a digit is not."""


@pytest.fixture(scope="module")
def window_size() -> tuple[int, int]:
    """Return how large the window is."""
    return SIZE


@pytest.mark.parametrize("name", SCENES)
def test_a_window_looks_as_it_did(person: Person, name: str, tmp_path_factory: pytest.TempPathFactory):
    """The window is the golden one to an eye; where it is not, it is kept for looking at."""
    drawn = seen(person, name)
    mean, worst = apart(drawn, read_png(FOLDER / f"{name}.png"))
    if mean > MEAN or worst > WORST:
        kept = tmp_path_factory.getbasetemp() / f"window_{name}.png"
        write_png(kept, drawn)
        pytest.fail(
            f"{name} is off by {mean:.1f} on average and {worst:.0f} at worst; look at {kept}, and when it is "
            "meant, run python -m tests.viewer.windows"
        )


def test_the_tolerance_tells_windows_apart():
    """No golden passes for another, and none passes with a panel, or a line of text, missing."""
    pictures = {name: read_png(FOLDER / f"{name}.png") for name in SCENES}
    for one in pictures:
        for other in pictures:
            mean, worst = apart(pictures[one], pictures[other])
            assert (mean > MEAN or worst > WORST) == (one != other), (one, other, mean, worst)
    without = pictures["hurlyburly"].copy()
    without[314:328, 270:365] = without[300:314, 270:365]  # the hint
    assert apart(without, pictures["hurlyburly"])[1] > WORST


def test_goldens_are_small():
    """Each has at most 120 kB, all together at most a megabyte."""
    sizes = [file.stat().st_size for file in FOLDER.glob("*.png")]
    assert max(sizes) <= 120_000
    assert sum(sizes) <= 1_000_000


def test_nothing_secret_is_seen_before_the_next_player_confirms(person: Person):
    """Whatever was drawn, the screen between two is the same to the pixel; then each sees the own hand only."""
    seen_by: dict[str, tuple[str, np.ndarray]] = {}
    for seed in range(7, 20):
        to_handover(person, seed)
        person.move(2, 2)
        person.wait(2)
        desk, app = person.app.desk, person.app
        assert desk is not None
        assert app.live is not None
        holder, card = next(
            (seat, hand[0].to_text()) for seat, hand in enumerate(desk.session.state.hands) if hand
        )
        sits_down, picture = str(desk.needs_handover), person.look().copy()
        assert person.buttons == ["ready"]
        assert card not in app.panels.written
        person.push("ready")
        assert app.ui.screen == "table"
        hands = {name for name in app.live.kinds if ".hand" in name}
        assert hands == {f"p{holder + 1}.hand1 back"}
        before = seen_by.setdefault(sits_down, (card, picture))
        if before[0] != card:
            assert np.array_equal(before[1], picture)
            return
    raise AssertionError("everybody drew the same")


def test_a_handover_that_is_taken_back_ends(person: Person):
    """Ctrl+Z on the screen between two players shows the table of the one who sits there again."""
    to_handover(person)
    person.wait(2)
    person.key("Ctrl+Z")
    person.wait(2)
    assert person.app.ui.screen == "table"
    assert "Draw the top card of the deck" in person.buttons


def test_steps_stay_where_they_are():
    """A run of the window's tests leaves the committed pictures of steps alone, unless it is told to draw them."""
    import os

    from tests.viewer.window_kit import COMMITTED, STEPS

    assert (STEPS == COMMITTED) == bool(os.environ.get("SANDBOX_STEPS"))
    assert len(list(Path(COMMITTED).glob("*.png"))) >= 12
