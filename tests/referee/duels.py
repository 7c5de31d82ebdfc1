"""Whole games of bots at the table, watched act by act: what happened, and what decided them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sandbox.players.tables.seats import seat_bots
from sandbox.referee.hurlyburly.clearing import audit
from sandbox.referee.session import Session
from sandbox.rules.hurlyburly import Phase, Shot, Towers
from tests.referee.desk import GAME

ROUNDS = 60
"""A game that is not over by then counts as endless."""


@dataclass(frozen=True)
class Duel:
    """A game that was played to its end, or for `ROUNDS` rounds.

    Args:
        session: The game.
        seen: What happened in it, counted; `cpu ...` in processor seconds.
    """

    session: Session
    seen: Counter

    @property
    def ends_by_the_rules(self) -> bool:
        """Whether somebody won with a tower that stands, in time."""
        outcome = self.session.outcome
        return outcome is not None and outcome.rule == "hurlyburly.win" and self.session.state.round <= ROUNDS

    @property
    def decided_by(self) -> str:
        """How the winner's last levels came: by an attack, of stolen cards, or by building."""
        winner = self.session.outcome.winners[0]
        raised = [
            e for e in self.session.entries
            if e.ruling.legal and e.before.phase is Phase.BUILD and e.before.turn == winner
        ]  # fmt: skip
        return "attacking" if raised[-1].before.launched else "building"


def duel(seed: int, players: int = 2, skill: str = "fair") -> Duel:
    """Play a game of greedy bots; every piece is counted after every act.

    Raises:
        AssertionError: A piece was lost, or something that did not settle was not explained.
    """
    session = seat_bots(GAME, players, seed=seed, skill=skill)
    total, seen = GAME.pieces(session.state), Counter()
    while session.outcome is None and session.state.round <= ROUNDS:
        entry = session.step()
        assert GAME.pieces(session.state) == total
        if session.state.phase not in (Phase.START, Phase.SETUP):
            audit(session.lying, session.state)
        _count(entry, seen)
    return Duel(session, seen)


def _count(entry, seen: Counter) -> None:
    rule, act, evidence = entry.ruling.rule, entry.act, entry.evidence
    seen["refused"] += not entry.ruling.legal
    seen["comes down in clearing"] += any("comes down" in note for note in entry.notes)
    seen["shots"] += isinstance(act, Shot)
    seen["shots that demolish"] += isinstance(act, Shot) and rule == "hurlyburly.demolish.level"
    seen["builds"] += isinstance(act, Towers)
    seen["defences"] += rule == "hurlyburly.build.defence" and entry.before.phase is Phase.PLACE
    seen["own fault"] += rule == "hurlyburly.repair.own-fault"
    if evidence is not None:
        seen["unsettled"] += not evidence.settled
        assert evidence.settled or any("did not settle" in note for note in evidence.notes)
        seen["readings differ"] += any("the graph rules" in note for note in evidence.notes)
    for part, seconds in entry.cpu.items():
        seen[f"cpu {part}"] += seconds
