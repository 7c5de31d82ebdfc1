"""Short games of every variant: one tile is in the supply, so the first harvest ends them."""

import pytest

from sandbox.rules import load_game
from tests.soak.test_beethupferl_games import play

SHORT = """
[pieces]
tiles      = 17
vegetables = { red_cabbage = 8, cucumber = 2, carrot = 2, pumpkin = 2, red_beet = 2 }
snails     = 1
"""


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("variant", "again"), [("version 5", True), ("advanced", False), ("solo", False)])
def test_a_short_game_ends_and_comes_out_the_same_again(variant, again, tmp_path):
    """Audited act by act, saved, performed again to the bit (one of them), and ruled again from its findings."""
    data = tmp_path / "short.toml"
    data.write_text(SHORT)
    rules = play(variant, 3, tmp_path, again=again, game=load_game("beethupferl", data))
    assert rules["unsettled"] == 0
    assert rules["beethupferl.setup.garden"] == 1
