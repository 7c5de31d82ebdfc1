"""End to end, for every game and every way to sit down to it: what `match` wrote is what `replay` finds."""

import pytest
from typer.testing import CliRunner

from sandbox.rules.log import log_to_text, read_log, replay
from sandbox.rules.notation import options_to_text
from sandbox.rules_cli import app
from tests.rules.driving import cases

COMMENT = "# "


def run(*words):
    """Run the command line, which must not fail."""
    result = CliRunner().invoke(app, list(map(str, words)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def pairs_of_log(text):
    """Return each act of a log with the ruling that stands behind it as a comment."""
    lines = text.split("\n\n", maxsplit=1)[1].splitlines()
    return [(act, ruling.removeprefix(COMMENT)) for act, ruling in zip(lines[::2], lines[1::2], strict=True)]


def pairs_of_replay(text):
    """Return each act that `replay` printed with its ruling."""
    lines = text.split("\n\n", maxsplit=1)[0].splitlines()
    return [(act, ruling.strip()) for act, ruling in zip(lines[::2], lines[1::2], strict=True)]


@pytest.mark.parametrize("case", cases(), ids=str)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_match_replays_identically(case, bot, tmp_path):
    """Each act with the same ruling, the same outcome, and the same file again, byte for byte."""
    file = tmp_path / "game.txt"
    options = options_to_text(case.options)
    words = ("--players", case.players, "--seed", 11, "--bot", bot, "--options", options, "--log", file)
    printed = run("match", case.game, *words)
    text = file.read_text(encoding="utf-8")
    again = run("replay", file)
    assert pairs_of_replay(again) == pairs_of_log(text)
    assert again.splitlines()[-1] == printed.splitlines()[-1]
    log = read_log(file)
    assert (log.players, log.options) == (case.players, case.options)
    assert log_to_text(log) == text


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_log_that_stops_early_says_who_is_next(case, tmp_path):
    """Half a game replays to exactly the state that it had, and can be gone on with."""
    file = tmp_path / "game.txt"
    run("match", case.game, "--players", case.players, "--options", options_to_text(case.options), "--log", file)
    text = file.read_text(encoding="utf-8")
    acts = len(pairs_of_log(text)) // 2
    head, body = text.split("\n\n", maxsplit=1)
    file.write_text("\n".join([head, "", *body.splitlines()[: 2 * acts]]), encoding="utf-8")
    again = run("replay", file)
    assert pairs_of_replay(again) == pairs_of_log(text)[:acts]
    assert f"{acts} acts" in again
    *_, last = replay(read_log(file))
    if read_log(file).game.outcome(last.state) is None:
        assert again.splitlines()[-1].startswith("the game goes on: ")
