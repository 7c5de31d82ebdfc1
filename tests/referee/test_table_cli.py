"""The command line at a table: a match that is saved and verified, and `aim`."""

import json

import pytest
from typer.testing import CliRunner

from sandbox.cli import app

RUN = CliRunner()


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_match_is_saved_and_replayed(tmp_path):
    """With physics to the bit, without from the stored findings; a changed file is found out."""
    file, traces = tmp_path / "game.json", tmp_path / "traces"
    match = ["match", "hurlyburly", "--players", "3", "--seed", "7"]
    done = RUN.invoke(app, [*match, "--save", str(file), "--trace", str(traces)])
    assert done.exit_code == 0, done.output
    assert "wins" in done.output.splitlines()[-1]
    assert any(traces.glob("act_*.npz"))
    for way in (["--physics"], ["--no-physics"]):
        again = RUN.invoke(app, ["replay", str(file), *way])
        assert again.exit_code == 0, again.output
        assert again.output.strip().endswith("all the same")
    data = json.loads(file.read_text())
    data["acts"][0]["reason"] = "somebody else starts"
    file.write_text(json.dumps(data))
    changed = RUN.invoke(app, ["replay", str(file), "--no-physics"])
    assert changed.exit_code == 1
    assert "act 1: ruled" in changed.output


def test_aim_prints_the_cloud():
    """A row for each pull and yaw, a column for each level."""
    done = RUN.invoke(
        app, ["aim", "hurlyburly", "--tower", "1+1", "--upgrades", "1", "--shots", "1", "--pulls", "1"]
    )
    assert done.exit_code == 0, done.output
    for word in ("level 1", "level 2", "flag", "pull", "yaw", "1 shot at each point", "1 upgrade:", "0.00–0.79"):
        assert word in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["aim", "burst"], "nothing is aimed in 'burst'"),
        (["aim", "hurlyburly", "--tower", "3+1"], "1 to 8 levels of 1 or 2 walls"),
        (["aim", "hurlyburly", "--tower", "tall"], "walls a level such as 2+2+1"),
        (["aim", "hurlyburly", "--skill", "perfect"], "no skill is called 'perfect'"),
        (["match", "burst", "--players", "3", "--nature", "physics"], "no table is called 'burst'"),
        (["match", "hurlyburly", "--players", "2", "--nature", "magic"], "there are: scripted, physics"),
        (
            ["match", "hurlyburly", "--players", "2", "--nature", "scripted", "--save", "x.json"],
            "take --nature physics",
        ),
        (["match", "burst", "--players", "3", "--save", "x.json"], "no table is called 'burst'"),
        (["match", "hurlyburly", "--players", "2", "--nature", "physics", "--skill", "none"], "no skill"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(arguments, says):
    """Exit code 2."""
    done = RUN.invoke(app, arguments)
    assert done.exit_code == 2
    assert says in " ".join(done.output.split())
