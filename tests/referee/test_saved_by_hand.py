"""Files of games that somebody changed by hand, and files of somebody that a match must not write over."""

import json

import pytest
from typer.testing import CliRunner

from sandbox.cli import app
from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile
from sandbox.players.tables.keeping import go_on, keep, read
from sandbox.players.tables.seats import seat_bots
from sandbox.referee.saving import is_saved_game
from sandbox.referee.session import Session
from sandbox.rules import load_game

RUN = CliRunner()
MATCH = ["match", "beethupferl", "--players", "2", "--seed", "1", "--nature", "physics"]


@pytest.fixture(scope="module")
def standing(tmp_path_factory):
    """Return the file of that match when its garden stands and nobody has watered; do not change it."""
    session = seat_bots(load_game("beethupferl"), 2, seed=1)
    for _ in range(3):
        session.step()
    file = tmp_path_factory.mktemp("saved") / "game.json"
    keep(session, file, "greedy:fair")
    return file


@pytest.fixture(scope="module")
def fresh():
    """Return the same match before its first act."""
    return seat_bots(load_game("beethupferl"), 2, seed=1)


def _says(*words):
    """Run a command that must be refused in one line, and return the line."""
    done = RUN.invoke(app, list(map(str, words)))
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith("error: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.fixture
def stops(monkeypatch):
    """Let Ctrl-C come after the first act."""
    step = Session.step

    def stopped(session):
        if session.entries:
            raise KeyboardInterrupt
        return step(session)

    monkeypatch.setattr(Session, "step", stopped)


def _set(where, value):
    """Return a change of a file: a value at a path, `...` takes it away."""

    def change(data):
        *path, last = where
        for key in path:
            data = data[key]
        if value is ...:
            del data[last]
        else:
            data[last] = value

    return change


@pytest.mark.parametrize(
    ("where", "value", "says"),
    [
        (["state", "bowl"], 99, "do not lead to the state that it holds (bowl 99, not 20)"),
        (["state", "hand"], -1, "(hand -1, not 0)"),
        (["state", "drops", 0], -4, "(drops [-4, 0,"),
        (["state", "turn"], 7, "(turn 7, not "),
        (["state", "tiles"], ["carrot"], "(tiles ['carrot'], not ["),
        (["state", "phase"], "over", "(phase 'over', not 'water')"),
        (["acts"], [], "(phase 'water', not 'tiles')"),
        (["lying", "drops", 0], ..., "19 drops are on the table, not 20"),
        (["lying", "players"], 3, "3 players have a can on the table, not 2"),
        (["lying", "tiles"], [], "other tiles lie in the garden"),
        (["lying", "tiles", 0, "pose", "rotation"], [0, 0, 0, 0], "tiles[0].pose.rotation: expected a quaternion"),
    ],
)
def test_what_cannot_be_is_met_before_the_match_goes_on(where, value, says, standing, fresh, tmp_path):
    """Acts, state and table have to fit each other; the file stays as it is."""
    data, file = json.loads(standing.read_text()), tmp_path / "edited.json"
    _set(where, value)(data)
    file.write_text(json.dumps(data))
    with pytest.raises(BadFile, match=r"edited\.json: ") as error:
        go_on(fresh, file, "greedy:fair")
    assert says in str(error.value)
    assert json.loads(file.read_text()) == data
    assert not fresh.entries


@pytest.mark.parametrize(
    ("where", "value", "says"),
    [
        (["acts", 0, "attempt", "seed"], -3, "act 1: seed: expected a whole number from 0, not -3"),
        (["acts", 1, "attempt", "hand", "seed"], -3, "act 2: hand: seed: expected a whole number from 0, not -3"),
        (["acts", 1, "attempt", "hand", "tilt_deg"], -1.0, "act 2: hand: tilt_deg: expected a number from 0"),
        (["acts", 1, "attempt"], ..., "act 2: attempt: this key is missing"),
        (["acts", 1, "actor"], 5, "act 2: actor: expected text, not 5"),
        (["acts", 1, "evidence"], 5, "act 2: evidence: expected a table, not 5"),
        (["acts", 1, "legal"], "no", "act 2: legal: expected true or false"),
        (["seed"], -1, "seed: expected a whole number from 0, not -1"),
        (["format"], ..., "format: this key is missing"),
        (["format"], "1", "format: '1' is no int"),
        (["data"], "x", "give the data file that was used by --data FILE"),
        (["game"], "burp", "edited.json: holds a game of 'burp', for which there is no table"),
        (["game"], "chess", "edited.json: holds a game of 'chess', for which there is no table"),
        (["options"], "x" * 100_000, "edited.json: "),
    ],
)
def test_a_replay_of_what_cannot_be_says_where(where, value, says, standing, tmp_path):
    """File, act and field, in one line of a length that can be read."""
    data, file = json.loads(standing.read_text()), tmp_path / "edited.json"
    _set(where, value)(data)
    file.write_text(json.dumps(data))
    with pytest.raises(BadFile, match=r"edited\.json: ") as error:
        read(file, None, Catalogue())
    assert says in str(error.value)
    assert len(str(error.value)) < 500


def test_nested_too_deep_is_no_saved_game(standing, tmp_path):
    """Of whatever is nested."""
    file = tmp_path / "deep.json"
    deep = "[" * 50_000 + "]" * 50_000
    file.write_text(standing.read_text().replace('"seed": 1,', f'"seed": {deep},', 1))
    for words in (["replay", file], [*MATCH, "--save", file]):
        assert "deep.json: is no saved game (it is nested too deep)" in _says(*words)


def test_a_mark_before_the_text_changes_nothing(standing, tmp_path):
    """Some editors write one."""
    file = tmp_path / "game.json"
    file.write_bytes(standing.read_text().encode("utf-8-sig"))
    assert is_saved_game(file)
    (*_, one), (*_, other) = (read(each, None, Catalogue()) for each in (file, standing))
    assert (one.acts, one.state, one.lying) == (other.acts, other.state, other.lying)


def test_a_match_of_another_game_is_not_written_over(standing, tmp_path):
    """Whatever game it is of, over or not."""
    file = tmp_path / "game.json"
    file.write_bytes(standing.read_bytes())
    says = _says("match", "hurlyburly", "--players", 2, "--seed", 1, "--save", file)
    assert "holds a game of beethupferl, not of hurlyburly; give another name to --save" in says
    assert file.read_bytes() == standing.read_bytes()


@pytest.mark.parametrize("game", [MATCH, ["match", "burst", "--players", "2"]], ids=["at a table", "without one"])
def test_a_log_is_written_over_nothing_but_a_log(game, standing, tmp_path):
    """A scenario, a saved game, a folder, no folder: one line before anything is played."""
    scenario, saved = tmp_path / "mine.toml", tmp_path / "game.json"
    scenario.write_text("# mine\n[[place]]\n")
    saved.write_bytes(standing.read_bytes())
    for file, says in (
        (scenario, "is there and no log of a game; give another name to --log"),
        (saved, "is there and no log of a game"),
        (tmp_path, "is a folder; give --log the name of a file"),
        (tmp_path / "none" / "x.txt", "No such file"),
    ):
        assert says in _says(*game, "--log", file)
    assert scenario.read_text() == "# mine\n[[place]]\n"
    assert saved.read_bytes() == standing.read_bytes()


def test_a_game_and_its_log_are_two_files(tmp_path):
    """However the name is written."""
    same = [tmp_path / "x.json", tmp_path / "." / ".." / tmp_path.name / "x.json"]
    assert "is given to --save and to --log" in _says(*MATCH, "--save", same[0], "--log", same[1])
    assert not same[0].exists()


@pytest.mark.usefixtures("stops")
def test_a_match_that_is_stopped_leaves_its_log(tmp_path):
    """It holds what was done, over the log that was there, and replays."""
    log = tmp_path / "game.txt"
    for _ in range(2):
        done = RUN.invoke(app, [*MATCH, "--log", str(log)])
        assert done.exit_code == 130
    again = RUN.invoke(app, ["replay", str(log)])
    assert again.exit_code == 0, again.output
    assert "1 acts, 0 refused\nthe game goes on: nature is to act" in again.output
