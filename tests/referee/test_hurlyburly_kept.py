"""A match that is kept in a file: stopped anywhere it goes on as if it had not been, and no other file is lost."""

import json

import pytest
from typer.testing import CliRunner

from sandbox.cli import app
from sandbox.referee.session import Session

RUN = CliRunner()
SHORT = ["match", "hurlyburly", "--players", "2", "--seed", "0", "--skill", "random", "--save"]
"""A game of three rounds."""


def _stop_after(monkeypatch, acts):
    """Let Ctrl-C come when so many acts of a session are done."""
    step = Session.step

    def stopped(session):
        if len(session.entries) == acts:
            raise KeyboardInterrupt
        return step(session)

    monkeypatch.setattr(Session, "step", stopped)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Return the file of the short match, played at a stretch."""
    file = tmp_path_factory.mktemp("whole") / "game.json"
    done = RUN.invoke(app, [*SHORT, str(file)])
    assert done.exit_code == 0, done.output
    return file


def test_a_match_that_was_stopped_goes_on_to_the_same_end(tmp_path, monkeypatch, whole):
    """Ctrl-C twice, the same command again: the file is the same to the letter."""
    file = tmp_path / "game.json"
    for acts in (0, 7):
        with monkeypatch.context() as patch:
            _stop_after(patch, acts)
            done = RUN.invoke(app, [*SHORT, str(file)])
        assert done.exit_code == 130
        assert f"stopped after {acts} acts; the same command goes on" in done.output
    done = RUN.invoke(app, [*SHORT, str(file)])
    assert done.exit_code == 0, done.output
    assert "# goes on after 7 acts" in done.output
    assert file.read_text() == whole.read_text()


def test_no_file_of_somebody_is_written_over(tmp_path, monkeypatch):
    """A text, a folder, another match that is not over: one line before anything is played."""
    (tmp_path / "notes.txt").write_text("milk\n")
    (tmp_path / "cut.json").write_text('{"format": 1, ')
    file = tmp_path / "other.json"
    with monkeypatch.context() as patch:
        _stop_after(patch, 1)
        RUN.invoke(app, [*SHORT, str(file)])
    others = [*SHORT[:5], "8", *SHORT[6:]]
    for arguments, says in (
        ([*SHORT, str(tmp_path / "notes.txt")], "is there and no saved game"),
        ([*SHORT, str(tmp_path / "cut.json")], "is no saved game"),
        ([*SHORT, str(tmp_path)], "is a folder"),
        ([*SHORT, str(tmp_path / "none" / "x.json")], "No such file or directory"),
        ([*others, str(file)], "holds a match that is not over, of seed 0 instead of 8"),
    ):
        done = RUN.invoke(app, arguments)
        assert done.exit_code == 2, done.output
        assert says in " ".join(done.output.split())
    assert (tmp_path / "notes.txt").read_text() == "milk\n"


def _edit(whole, tmp_path, change):
    data = json.loads(whole.read_text())
    change(data)
    file = tmp_path / "edited.json"
    file.write_text(json.dumps(data))
    return file


def _shot(data):
    """Return the first shot of a saved game."""
    return next(act for act in data["acts"] if act["act"].startswith("shot"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data.update(players="two"), "players: 'two' is no int"),
        (lambda data: data.update(players=5), "Hurlyburly is for 2 to 4 players, not 5"),
        (lambda data: data.update(seed="x"), "seed: 'x' is no int"),
        (lambda data: data.update(format=9), "is a game of format 9; this version reads 1"),
        (lambda data: data.update(state=3), "no state of Hurlyburly"),
        (lambda data: data["acts"].pop(2), "act 3 cannot be played: the table waits for a player, not for build"),
        (lambda data: data["acts"][3].update(act="dance"), "act 4 cannot be played: 'dance' is no move"),
        (
            lambda data: _shot(data)["attempt"].update(pull_deg=80.0),
            "cannot be played: a pull of 80 degrees is not within the joint's 62",
        ),
        (
            lambda data: _shot(data)["attempt"].update(blocks=4),
            "cannot be played: 4 blocks on the basket are not 1 to",
        ),
    ],
)
def test_an_edited_game_says_where_and_why(whole, tmp_path, change, says):
    """One line with the file, exit code 2."""
    file = _edit(whole, tmp_path, change)
    done = RUN.invoke(app, ["replay", str(file)])
    assert done.exit_code == 2, done.output
    line = " ".join(done.output.split())
    assert "edited.json" in line
    assert says in line
