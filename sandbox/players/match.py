"""The loop of a game without a table: bots and nature act until it is over."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sandbox.errors import TrialError
from sandbox.players.bots import Bot, Remembering
from sandbox.rules.base import NATURE, Act, Engine, Finding, Move, Nature, Options, Outcome, Seat, actor_name
from sandbox.rules.log import Log

__all__ = ["Finder", "Match", "play"]


class Finder(Protocol):
    """Says what happened where NATURE is to act: a ScriptedNature, or an umpire with its table."""

    def find(self, state: Any) -> Finding:
        """Return a finding for a state in which NATURE is to act."""
        ...


@dataclass(frozen=True, slots=True)
class Match:
    """A game that was played to its end.

    Args:
        log: What was done.
        outcome: How it ended.
    """

    log: Log
    outcome: Outcome


def play(
    game: Engine[Any],
    players: int,
    *,
    bots: Sequence[Bot],
    nature: Finder,
    rng: random.Random,
    options: Options | None = None,
    limit: int = 100_000,
) -> Match:
    """Play a game to its end.

    Args:
        game: The rules.
        players: The number of players.
        bots: Who moves, a bot a seat.
        nature: What happens.
        rng: Where the bots' chance comes from; it also says who is first where several may act at once.
        options: House rules and variants; by default those of the game.
        limit: The most acts; a game that is longer is taken for endless.

    Raises:
        TrialError: The game did not end.
    """
    state = game.initial(players, options)
    acts: list[Act] = []
    while (outcome := game.outcome(state)) is None:
        if len(acts) >= limit:
            raise TrialError(f"the game of {game.title} did not end within {limit} acts")
        actor = rng.choice(sorted(game.to_act(state), key=actor_name))
        if isinstance(actor, Nature):
            act: Act = nature.find(state)
        else:
            act = bots[actor](game, game.view(state, actor), game.legal_moves(state, actor), rng)
        acts.append(act)
        for seat, bot in enumerate(bots):
            if isinstance(bot, Remembering):
                bot.look(game, game.view(state, Seat(seat)), act if isinstance(act, Move) else None, rng)
        ruling, state = game.decide(state, act)
        assert ruling.legal or actor is NATURE, f"a bot made an illegal move: {ruling.reason}"
    return Match(Log(game, players, options or game.options_type(), tuple(acts)), outcome)
