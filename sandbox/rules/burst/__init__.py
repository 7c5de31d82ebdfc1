"""Burst: draw or play a number; who brings the row over twenty-one pays for the hands of the others."""

from sandbox.rules.burst.acts import Cut, DeckOrder, Discard, Draw, Play, RowLayout, Take
from sandbox.rules.burst.cards import BACK, Action, Card, total
from sandbox.rules.burst.engine import Burst
from sandbox.rules.burst.state import BurstState, Phase

__all__ = [
    "BACK",
    "Action",
    "Burst",
    "BurstState",
    "Card",
    "Cut",
    "DeckOrder",
    "Discard",
    "Draw",
    "Phase",
    "Play",
    "RowLayout",
    "Take",
    "total",
]
