"""Burp hides the marks of all fruit but the own hand's, and the pawns of others until all are placed."""

from dataclasses import replace

from sandbox.rules.base import Seat
from sandbox.rules.burp import BurpState, Fruit, Pawn, Phase

MARKER = Fruit("marker")


def plant(state: BurpState, seat: Seat) -> BurpState:
    """Put a marker in the place of every fruit and every pawn that `seat` may not know."""
    players = tuple(
        player if i == seat else replace(player, fruit=(MARKER,) * len(player.fruit))
        for i, player in enumerate(state.players)
    )
    pawns = state.pawns
    if state.phase is Phase.WANDER:  # face down; in every other phase they have been turned over or are in hand
        pawns = tuple(p if p.seat == seat else replace(p, pawn=Pawn.FIGHTER) for p in pawns)
    return replace(
        state,
        players=players,
        reserve=(MARKER,) * len(state.reserve),
        sea=tuple(None if fruit is None else MARKER for fruit in state.sea),
        pawns=pawns,
    )
