"""The command line in the garden: a match that is saved and verified, and where drops go."""

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


def test_aim_tells_how_likely_each_hollow_is():
    """From the grass straight uphill from a lane, and directly above a hollow."""
    done = RUN.invoke(
        app, ["aim", "beethupferl", "--lane", "2", "--up-mm", "12", "--shots", "3", "--skill", "steady"]
    )
    assert done.exit_code == 0, done.output
    assert "likeliest hollow 2" in done.output
    done = RUN.invoke(app, ["aim", "beethupferl", "--hollow", "11", "--shots", "2", "--skill", "steady"])
    assert "likeliest hollow 11 (1.00); in no hollow 0.00" in done.output


def test_aim_maps_a_slope_and_draws_it(tmp_path, monkeypatch):
    """A line a point with the part of each row; the picture holds a panel for each, and one for none."""
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("sandbox.aim_garden.LANE_STEP", 4.0)
    monkeypatch.setattr("sandbox.aim_garden.UP_STEP", 0.035)
    file = tmp_path / "map.png"
    done = RUN.invoke(app, ["aim", "beethupferl", "--edge", "east", "--shots", "1", "--map", "--plot", str(file)])
    assert done.exit_code == 0, done.output
    rows = [line for line in done.output.splitlines() if line.strip()[:2].isdigit()]
    assert "row1 row2 row3 row4" in done.output
    assert len([row for row in rows if "drops" not in row]) == 4
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--edge", "top"], "no edge is called 'top'"),
        (["--hollow", "17"], "no hollow 17; they are numbered from 1 to 16"),
        (["--up-mm", "300"], "not above the garden"),
        (["--fall-mm", "900"], "drops fall up to 300 mm"),
        (["--skill", "perfect"], "no skill is called 'perfect'"),
        (["--shots", "1", "--plot", "no/such/folder/map.png"], "no/such/folder/map.png"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(arguments, says):
    """Exit code 2."""
    done = RUN.invoke(app, ["aim", "beethupferl", *arguments])
    assert done.exit_code == 2
    assert says in done.output
    assert "Traceback" not in done.output


def test_bots_that_remember_are_of_this_game():
    """Elsewhere they are told with those that there are."""
    done = RUN.invoke(app, ["match", "burst", "--players", "3", "--bot", "perfect"])
    assert done.exit_code == 2
    assert "no bot for burst is called 'perfect'" in done.output
    done = RUN.invoke(app, ["match", "beethupferl", "--players", "2", "--bot", "forgetful", "--seed", "3"])
    assert done.exit_code == 0, done.output
