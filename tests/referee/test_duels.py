"""Whole games of bots at the table: they end, nothing is lost, and what decided them."""

import sys
from collections import Counter

import pytest

from sandbox.players.tables.seats import seat_bots
from sandbox.referee.hurlyburly.clearing import audit
from sandbox.rules.hurlyburly import HurlyburlyOptions, Phase, Shot, Towers
from tests.referee.desk import GAME

ROUNDS = 60
"""A game that is not over by then counts as endless."""


def duel(seed, players=2):
    """Play a game and return it, what was seen in it, and what decided it."""
    session = seat_bots(GAME, players, seed=seed, options=HurlyburlyOptions(rounds=ROUNDS))
    total = GAME.pieces(session.state)
    seen = Counter()
    while session.outcome is None:
        entry = session.step()
        assert GAME.pieces(session.state) == total
        if session.state.phase not in (Phase.START, Phase.SETUP):
            audit(session.lying, session.state)
        seen["refused"] += not entry.ruling.legal
        if entry.evidence is not None and not entry.evidence.settled:
            seen["unsettled"] += 1
            assert any("did not settle" in note for note in entry.evidence.notes), "it says what was done"
        if entry.evidence is not None:
            seen["readings differ"] += any("the graph rules" in note for note in entry.evidence.notes)
        seen["comes down in clearing"] += any("comes down" in note for note in entry.notes)
        seen["shots"] += isinstance(entry.act, Shot)
        seen["builds"] += isinstance(entry.act, Towers)
        seen["own fault"] += entry.ruling.rule == "hurlyburly.repair.own-fault"
        if isinstance(entry.act, Shot) and entry.ruling.rule == "hurlyburly.demolish.level":
            seen["shots that demolish"] += 1
        for part, seconds in entry.cpu.items():
            seen[f"cpu {part}"] += seconds
    winner = session.outcome.winners[0]
    stole = any(
        e.ruling.legal and e.ruling.rule == "hurlyburly.steal.build-now" and e.before.turn == winner
        for e in session.entries
    )
    return session, seen, "attacking" if stole else "building"


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_duel_ends_with_every_piece_in_its_place(seed):
    """Three seeds here, fifty in the soak."""
    session, seen, _ = duel(seed)
    assert session.outcome.rule in ("hurlyburly.win", "hurlyburly.end.limit")
    assert session.state.round <= ROUNDS
    assert seen["shots"] > 0
    assert seen["builds"] > 0


@pytest.mark.soak
@pytest.mark.timeout(14_400)
def test_50_duels(capsys):
    """Every one ends, by a tower that stands; building and attacking both decide."""
    rounds, decided, seats, total = [], Counter(), Counter(), Counter()
    for seed in range(50):
        session, seen, by = duel(seed)
        rounds.append(session.state.round)
        decided[by] += 1
        seats[int(session.outcome.winners[0] == session.state.first)] += 1
        total += seen
        total[session.outcome.rule] += 1
    with capsys.disabled():
        said = {name: round(value, 1) for name, value in total.items()}
        sys.stdout.write(f"\n50 duels: {min(rounds)} to {max(rounds)} rounds, won by {dict(decided)}; ")
        sys.stdout.write(f"the first player won {seats[1]}; {said}\n")
    assert min(decided["building"], decided["attacking"]) >= 3
