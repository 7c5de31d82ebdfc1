"""Rulebook files are read strictly: what is wrong is refused with file, key and reason."""

import pickle

import pytest

from sandbox.errors import BadFile, IllegalMove, UnknownName
from sandbox.rules import load_game
from sandbox.rules.rulebook import load_rulebook, shipped_file

BURST = shipped_file("burst")


def test_every_shipped_rulebook_is_read():
    """All five files have rules in our own words; the ids are their game's."""
    books = [load_rulebook(file) for file in sorted(BURST.parent.glob("*.toml"))]
    assert len(books) == 5
    for book in books:
        assert book.file.stem == book.game
        assert all(rule.text.strip() for rule in book.rules)


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ("[deck]\ncards = 91", "deck.quantities: the quantities add up to 90 cards, not 91; change"),
        ("[deck]\ncards = 'all'", "deck.cards: expected a whole number, not 'all'"),
        ("[deck]\ncrads = 90", "deck.crads: this key is not known; did you mean cards?"),
        ("[deck]\nquantities = { x = 90 }", "deck.quantities: 'x' is not a whole number"),
        ("[deck]\nquantities = { '1' = 91, '2' = -1 }", "deck.quantities.2: -1 cards cannot be"),
        ("[deck]\nactions = { reverse = [16] }", "deck.actions.reverse: no card of value 16 is left"),
        (
            "[deck]\nactions = { revers = [1] }",
            "deck.actions.revers: this action is not known; did you mean reverse?",
        ),
        ("[end]\nrounds = 0", "end.rounds: 0 rounds are too few; write 1 or more"),
        ("[row]\nreach_cm = nan", "row.reach_cm: expected a finite number, not nan"),
        ("[dekc]\ncards = 90", "dekc: this table is not known; did you mean deck?"),
        ("deck = 1", "deck: expected a table, not 1"),
        ("game = 'burp'", "game: is for another game than 'burst'"),
        ("[[rule]]\nid = 'burst.x'", "rule: rules are not data"),
        ("[deck]\ncards = x", ":2: is not TOML: Invalid value"),
    ],
)
def test_a_persons_own_data_are_checked(tmp_path, own, problem):
    """The error names the person's file, the key, and what to write instead."""
    file = tmp_path / "mine.toml"
    file.write_text(own)
    with pytest.raises(BadFile) as error:
        load_game("burst", file)
    assert str(error.value).startswith(str(file))
    assert problem in str(error.value)


def test_a_persons_own_data_replace_the_shipped_ones(tmp_path):
    """Key by key: what is not replaced stays, and the digest tells the data apart."""
    file = tmp_path / "mine.toml"
    file.write_text("[deck]\ncards = 4\nquantities = { '1' = 3, '9' = 1 }\nactions = { reverse = [9] }\n")
    game = load_game("burst", file)
    assert [card.to_text() for card in game.cards] == ["1", "1", "1", "9r"]
    assert game.reach == load_game("burst").reach
    assert game.book.digest != load_game("burst").book.digest


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("players = [2, 6]", "players = [6, 2]", "players: from 6 to 2 players is no range"),
        ("players = [2, 6]", "players = 2", "players: expected a list, not 2"),
        ('id = "burst.end"', 'id = "burst.burst"', "rule: the id 'burst.burst' is there twice"),
        ('id = "burst.end"', 'id = "burp.end"', "rule: the id 'burp.end' does not begin with 'burst'"),
        ("\nphysical = true", "\nphisical = true", "phisical: this key is not known; did you mean physical?"),
        ("\nphysical = true", "\nphysical = 1", "physical: expected true or false, not 1"),
    ],
)
def test_a_rulebook_is_checked(tmp_path, old, new, problem):
    """A file with one thing wrong is refused for that thing."""
    file = tmp_path / "burst.toml"
    file.write_text(BURST.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadFile) as error:
        load_rulebook(file)
    assert problem in str(error.value)


def test_a_missing_file_and_a_missing_rule_are_named(tmp_path):
    """One line each."""
    with pytest.raises(BadFile, match=r"none\.toml: No such file"):
        load_rulebook(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(BadFile, match=r"bytes\.toml: is not UTF-8 text"):
        load_rulebook(tmp_path / "bytes.toml")
    with pytest.raises(UnknownName, match=r"no rule is called 'burst\.bursts'; did you mean burst\.burst"):
        load_rulebook(BURST).rule("burst.bursts")
    with pytest.raises(UnknownName, match="no game is called 'brust'; did you mean burst"):
        load_game("brust")


def test_an_illegal_move_goes_between_processes():
    """The error keeps its rule and its reason."""
    error = pickle.loads(pickle.dumps(IllegalMove("burst.end", "the game is over")))
    assert (error.rule, error.reason, str(error)) == (
        "burst.end",
        "the game is over",
        "the game is over [burst.end]",
    )
