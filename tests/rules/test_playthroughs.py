"""The stored games are what the engines play today; they change on purpose only."""

import pytest

from sandbox.rules import GAMES
from sandbox.rules.log import read_log, replay
from tests.playthroughs import FOLDER, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_as_stored(name):
    """Every line and every ruling is the same; `python -m tests.playthroughs` writes a change down."""
    assert playthrough(name) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_stored_file_replays_to_its_end(name):
    """The file alone is enough to play the game again."""
    log = read_log(FOLDER / f"{name}.txt")
    *_, last = replay(log)
    assert log.game.outcome(last.state) is not None
