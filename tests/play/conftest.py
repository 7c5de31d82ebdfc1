"""A game in which a person is to move, for every test of a desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.play.desk import Desk
from tests.play.desk_kit import CATALOGUE
from tests.play.hands import play


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a game of Hurlyburly in which the first player is to move."""
    file = tmp_path_factory.mktemp("games") / "begun.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(file.parent))
        desk = Desk.start("hurlyburly", ["you", "bot"], 3, CATALOGUE, in_background=False)
        desk.beat = 0.0
        play(desk, 30, lambda: bool(desk.moves()))
        desk.save(file)
        desk.close()
    return file


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep autosaves out of the person's folders."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.fixture
def desk(begun: Path) -> Iterator[Desk]:
    """Return a game with a person and a bot, the person to move."""
    found = Desk.load(begun, CATALOGUE, in_background=False)
    found.beat = 0.0
    yield found
    found.close()
