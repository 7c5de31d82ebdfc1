"""Every rule that the referee reads from the world has a table on which it bites and one on which it must not."""

from pathlib import Path

import pytest

from sandbox.rules.cited import BITES, MUST_NOT, cited_rules
from tests.referee.desk import GAME

CITED = cited_rules(Path(__file__).parent)


@pytest.mark.parametrize("rule", [each.id for each in GAME.book.rules if each.physical])
@pytest.mark.parametrize("how", [BITES, MUST_NOT])
def test_every_physical_rule_bites_and_spares(rule, how):
    """Among the tests of this folder, which play at the table; `rules hurlyburly --matrix` lists them."""
    assert any(test.endswith(how) for test in CITED.get(rule, []))
