"""Every numbered rule has a test that cites it, and every citation is of a rule."""

from pathlib import Path

import pytest

from sandbox.rules import GAMES
from sandbox.rules.cited import cited_rules
from sandbox.rules.rulebook import load_rulebook, shipped_file

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_cited(name):
    """A rule without a test is not enforced, as far as anybody knows."""
    cited = cited_rules(TESTS)
    assert [rule.id for rule in load_rulebook(shipped_file(name)).rules if rule.id not in cited] == []


def test_every_citation_is_of_a_rule():
    """A mark with a wrong id proves nothing."""
    books = [load_rulebook(file) for file in shipped_file("burst").parent.glob("*.toml")]
    assert set(cited_rules(TESTS)) <= {rule.id for book in books for rule in book.rules}
