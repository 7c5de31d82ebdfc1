"""`rules`, `match` and `replay` as a person types them."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from sandbox import rules_cli
from sandbox.rules import GAMES
from sandbox.rules.rulebook import load_rulebook, shipped_file
from sandbox.rules_cli import app


def run(*words, columns=80):
    """Run the command line and return its result."""
    return CliRunner().invoke(app, list(map(str, words)), env={"COLUMNS": str(columns)}, catch_exceptions=False)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("extra", [(), ("--matrix",)])
def test_the_rules_fit_the_window(name, columns, extra):
    """Every rule is printed and no line is wider than the window."""
    result = run("rules", name, *extra, columns=columns)
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= columns
    for rule in load_rulebook(shipped_file(name)).rules:
        assert rule.id.removeprefix(f"{name}.")[:20] in result.output


def test_the_matrix_names_the_tests(monkeypatch):
    """Each rule says how it is enforced and which tests cite it, and that the tests are not there."""
    result = run("rules", "burst", "--matrix", columns=120)
    assert "burst: three cards must play" in result.output
    assert "world, engine" in result.output
    assert "28 rules: 3 read from the world, 0 under an option; none without a test" in result.output
    both = next(x for x in run("rules", "bourpif", "--matrix").output.splitlines() if "level2.setup" in x)
    assert "world, engine," in both
    monkeypatch.setattr(rules_cli, "tests_folder", lambda: None)
    assert "the tests are not here" in run("rules", "burst", "--matrix").output


@pytest.mark.parametrize("name", GAMES)
def test_the_data_are_printed_as_a_file_to_change(name, tmp_path):
    """What `--tables` prints is a person's own file: unchanged it gives the same data, and `rules` names it."""
    file = tmp_path / "mine.toml"
    file.write_text(run("rules", name, "--tables").output, encoding="utf-8")
    assert load_rulebook(shipped_file(name), file).digest == load_rulebook(shipped_file(name)).digest
    assert file.name in "".join(run("rules", name, "--data", file).output.split())
    assert "data: as shipped" in run("rules", name).output


def test_the_rules_name_the_options():
    """A person finds out what to write behind --options."""
    assert "options: [level=1|2]" in run("rules", "bourpif").output
    assert "options: none" in run("rules", "burst").output


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_printed_stored_and_replayed(name, tmp_path):
    """The log that is printed is the log that is stored, and it replays to the same outcome."""
    file = tmp_path / "game.txt"
    _, most = load_rulebook(shipped_file(name)).players
    words = ("match", name, "--players", most, "--seed", 3, "--bot", "random")
    result = run(*words, "--log", file)
    assert result.exit_code == 0
    assert file.read_text() in result.output
    again = run("replay", file)
    assert again.exit_code == 0
    assert again.output.splitlines()[-1] == result.output.splitlines()[-1]
    assert run(*words).output == result.output


def test_a_replay_prints_refusals_and_who_is_next(tmp_path):
    """An illegal act in a log is refused with its rule, and the game goes on."""
    file = tmp_path / "game.txt"
    digest = load_rulebook(shipped_file("burst")).digest
    file.write_text(f"game: burst\nplayers: 2\noptions: -\ndata: {digest}\n\nP1: draw\nnature: cut 3,9 # fine\n")
    result = run("replay", file)
    assert "REFUSED: P1 acts out of turn: nature is to act [burst.turn.options]" in result.output
    assert "2 acts, 1 refused" in result.output
    assert "the game goes on: nature is to act" in result.output


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("rules", "brust"), "no game is called 'brust'; did you mean burst?"),
        (("match", "burst", "--players", 9), "Burst is for 2 to 6 players, not 9"),
        (("match", "burst", "--players", 2, "--bot", "clever"), "no bot is called 'clever'"),
        (("match", "burst", "--players", 2, "--nature", "real"), "no nature is called 'real'"),
        (("match", "burst", "--players", 2, "--options", "x=1"), "this game has no options; 'x=1' is not known"),
        (
            ("match", "bourpif", "--players", 2, "--options", "level=3"),
            "'3' is not known; there are: 1, 2; write:",
        ),
        (
            ("match", "beethupferl", "--players", 2, "--options", "version=4,advanced=yes"),
            "[cooperative=yes|no], parted by spaces",
        ),
        (
            ("match", "beethupferl", "--players", 2, "--options", "version=4", "--options", "version=5"),
            "option version: this is given twice",
        ),
        (("rules", "burst", "--data", "none.toml"), "none.toml: No such file"),
        (("match", "burst", "--players", 2, "--data", "none.toml"), "none.toml: No such file"),
        (("match", "burst", "--players", 2, "--log", "none/x.txt"), "none/x.txt: No such file"),
        (("replay", "none.txt"), "none.txt: No such file"),
    ],
)
def test_wrong_input_is_one_line_and_exit_two(words, problem, tmp_path, monkeypatch):
    """No traceback: what is wrong, on standard error."""
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert result.exit_code == 2
    assert problem in result.stderr
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected 'game: ...', not ''"),
        ("game: burst\nplayers: two\noptions: -\ndata: x\n", ":2: expected a number of players, not 'two'"),
        (f"game: burst\nplayers: {'9' * 5000}\noptions: -\ndata: x\n", ":2: expected a number of players"),
        ("game: burst\nplayers: 2\noptions: -\ndata: x\n\nP1: play 7,\n", ":6: 'play 7,': card: '7,' is no card"),
        (f"game: burst\nplayers: 2\noptions: -\ndata: x\n\nP{'9' * 5000}: draw\n", "is no player; expected P1"),
        ("game: burst\nplayers: 7\noptions: -\ndata: x\n", ":2: Burst is for 2 to 6 players, not 7"),
        ("game: burst\nplayers: 2\noptions: a=1\ndata: x\n", ":3: this game has no options; 'a=1' is not known"),
        ("game: burst\nplayers: 2\ndata: x\n", ":3: expected 'options: ...', not 'data: x'"),
        ("game: burst\nplayers: 2\noptions: -\ndata: x\n", ":4: the game was played with data x, not"),
        ("game: burst\nplayers: 2\noptions: -\ndata: x\n\nP1 draw\n", ":6: expected 'P1: ...' or 'nature: ...'"),
        ("game: burst\nplayers: 2\noptions: -\ndata: x\n\nP1: drwa\n", ":6: 'drwa' is no move or finding"),
        ("game: burst\nplayers: 2\noptions: -\ndata: x\n\nP1 wins: 7\n", "what `match` prints is no log"),
        ("x" * 100_000, "...xxx"),
        (f"game: {'x' * 100_000}\nplayers: 2\noptions: -\ndata: x\n", "no game is called 'xxx"),
        (f"game: burst\nplayers: 2\noptions: -\ndata: {'x' * 100_000}\n", "give the data file"),
        (f"game: burst\nplayers: 2\noptions: -\ndata: x\n\nP1: {'x' * 100_000}\n", "is no move or finding"),
    ],
)
def test_a_damaged_log_is_refused_with_its_line(text, problem, tmp_path):
    """File, line and what was expected."""
    file = tmp_path / "game.txt"
    file.write_text(text)
    result = run("replay", file)
    assert result.exit_code == 2
    assert problem in result.stderr
    assert result.stderr.count("\n") == 1
    assert len(result.stderr) < 500


def test_variants_are_given_one_by_one_or_together():
    """Each counts, none is dropped."""
    together = run("match", "beethupferl", "--players", 2, "--options", "version=4 advanced=yes")
    apart = run("match", "beethupferl", "--players", 2, "--options", "version=4", "--options", "advanced=yes")
    assert "\noptions: version=4 advanced=yes\n" in apart.output
    assert apart.output == together.output


def test_a_log_of_another_editor_is_read(tmp_path):
    """A mark at its beginning and other ends of lines change nothing."""
    file = tmp_path / "game.txt"
    run("match", "burst", "--players", 2, "--log", file)
    text, plain = file.read_text(encoding="utf-8"), run("replay", file).output
    file.write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
    assert run("replay", file).output == plain


def test_a_reader_who_has_seen_enough_is_nothing_to_complain_about():
    """A closed pipe ends the command without a word."""
    command = f"{sys.executable} -m sandbox match burst --players 2 | head -1"
    piped = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert (piped.stdout, piped.stderr) == ("game: burst\n", "")


def test_a_log_finds_a_persons_data_beside_it(tmp_path, monkeypatch):
    """A game that was played with other data needs them for its replay, and says so."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.toml").write_text("[row]\nreach_cm = 90\n")
    assert run("match", "burst", "--players", 2, "--data", "mine.toml", "--log", "game.txt").exit_code == 0
    assert run("replay", "game.txt").exit_code == 0
    (tmp_path / "mine.toml").write_text("[row]\nreach_cm = 80\n")
    assert "give the data file that was used" in run("replay", "game.txt").stderr
