"""The command line in the garden: a match that is saved and verified."""

import json

import pytest
from typer.testing import CliRunner

from sandbox.cli import app

RUN = CliRunner()

SHORT = """
[pieces]
tiles      = 17          # one in the supply: the first harvest ends the game
vegetables = { red_cabbage = 12, cucumber = 0, carrot = 3, pumpkin = 0, red_beet = 0 }
snails     = 2
"""


@pytest.mark.timeout(300)
def test_a_match_is_saved_and_replayed(tmp_path):
    """With physics to the bit, without from the stored findings; a changed finding is found out."""
    data, file, traces = tmp_path / "short.toml", tmp_path / "game.json", tmp_path / "traces"
    data.write_text(SHORT)
    match = ["match", "beethupferl", "--nature", "physics", "--players", "2", "--seed", "7", "--bot", "perfect"]
    more = ["--options", "version=4", "--data", str(data), "--save", str(file), "--trace", str(traces)]
    done = RUN.invoke(app, [*match, *more])
    assert done.exit_code == 0, done.output
    assert "the last tile of the supply is laid" in done.output
    assert "touched tile" in done.output
    assert any(traces.glob("act_*.npz"))
    for way in (["--physics"], ["--no-physics"]):
        again = RUN.invoke(app, ["replay", str(file), "--data", str(data), *way])
        assert again.exit_code == 0, again.output
        assert again.output.strip().endswith("all the same")
    saved = json.loads(file.read_text())
    first = next(row for row in saved["acts"] if row["act"].startswith("watered"))
    first["act"] = first["act"].replace("loose=0", "loose=1")
    file.write_text(json.dumps(saved))
    changed = RUN.invoke(app, ["replay", str(file), "--data", str(data), "--no-physics"])
    assert changed.exit_code == 1
    assert "ruled" in changed.output


def test_bots_that_remember_are_of_this_game():
    """Elsewhere they are told with those that there are."""
    done = RUN.invoke(app, ["match", "burst", "--players", "3", "--bot", "perfect"])
    assert done.exit_code == 2
    assert "no bot for burst is called 'perfect'" in done.output
    done = RUN.invoke(app, ["match", "beethupferl", "--players", "2", "--bot", "forgetful", "--seed", "3"])
    assert done.exit_code == 0, done.output
