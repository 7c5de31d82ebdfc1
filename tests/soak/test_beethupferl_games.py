"""A hundred seeded games of each variant: all end, nothing is lost, and each comes out the same again."""

from __future__ import annotations

from collections import Counter

import pytest

from sandbox.players.tables.seats import seat_bots
from sandbox.referee.beethupferl import BeethupferlTable
from sandbox.referee.beethupferl.clearing import audit
from sandbox.referee.saving import Difference, load, save, verify
from sandbox.rules import load_game
from sandbox.rules.beethupferl import BeethupferlOptions, Phase, Version

GAME = load_game("beethupferl")

VARIANTS = {
    "version 4": (2, BeethupferlOptions(version=Version.FOUR), "perfect"),
    "version 5": (3, BeethupferlOptions(), "forgetful"),
    "advanced": (2, BeethupferlOptions(advanced=True), "greedy"),
    "cooperative": (4, BeethupferlOptions(cooperative=True), "forgetful"),
    "solo": (1, BeethupferlOptions(cooperative=True), "perfect"),
}
"""Players, options and bot of each."""


def play(variant: str, seed: int, folder, *, again: bool = True, game=GAME) -> Counter[str]:
    """Play one game, check it act by act, play it again from its file, and return how often each rule ruled."""
    players, options, bot = VARIANTS[variant]
    session = seat_bots(game, players, seed=seed, bot=bot, options=options)
    total = game.pieces(session.state)
    rules: Counter[str] = Counter()
    while session.outcome is None:
        entry = session.step()
        rules[entry.ruling.rule if entry.ruling.legal else f"refused {entry.ruling.rule}"] += 1
        rules["unsettled"] += entry.evidence is not None and not entry.evidence.settled
        assert game.pieces(session.state) == total
        assert len({drop.name for drop in session.lying.drops}) == 20
        if session.state.phase is not Phase.TILES:
            audit(session.lying, session.state)
        assert len(session.entries) < 2000
    file = folder / f"{variant} {seed}.json"
    save(session, file)
    saved = load(file, game, BeethupferlTable())
    ways = (True, False) if again else (False,)
    for with_physics in ways:
        found = verify(saved, game, BeethupferlTable(), with_physics=with_physics)
        assert [each for each in found if isinstance(each, Difference)] == []
    rules["acts"] = len(session.entries)
    return rules


@pytest.mark.soak
@pytest.mark.timeout(36000)
@pytest.mark.parametrize("variant", list(VARIANTS))
def test_a_hundred_games(variant, tmp_path):
    """Two versions, advanced harvest, cooperative, solo."""
    rules: Counter[str] = Counter()
    for seed in range(100):
        rules += play(variant, seed, tmp_path)
    print(f"{variant}: {dict(sorted(rules.items()))}")  # noqa: T201
    assert rules["unsettled"] < 0.01 * rules["acts"]
