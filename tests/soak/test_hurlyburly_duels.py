"""Fifty games of two bots at the table of Hurlyburly."""

from __future__ import annotations

import os
import sys
from collections import Counter

import pytest

from tests.referee.duels import duel

GAMES = int(os.environ.get("DUELS", "50"))
FIRST = int(os.environ.get("DUELS_FROM", "0"))
"""Of a slice, for machines on which all of them at once take too long."""


@pytest.mark.soak
@pytest.mark.timeout(14_400)
def test_50_duels_end_by_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    """Each within 60 rounds by a tower that stands; both building and attacking decide games."""
    rounds, decided, starts, total, endless = [], Counter(), Counter(), Counter(), []
    for seed in range(FIRST, FIRST + GAMES):
        game = duel(seed)
        state = game.session.state
        total += game.seen
        rounds.append(state.round)
        if not game.ends_by_the_rules:
            endless.append(seed)
            continue
        decided[game.decided_by] += 1
        starts[game.session.outcome.winners[0] == state.first] += 1
        with capsys.disabled():
            sys.stdout.write(f"\nduel {seed}: {state.round} rounds, won by {game.decided_by}")
            sys.stdout.flush()
    with capsys.disabled():
        said = {name: round(value, 1) for name, value in total.items()}
        sys.stdout.write(f"\n{GAMES} duels: {min(rounds)} to {max(rounds)} rounds, won by {dict(decided)}; ")
        sys.stdout.write(f"who began won {starts[True]}; {said}\n")
    assert endless == []
    if GAMES >= 50:
        assert min(decided["building"], decided["attacking"]) >= 3
