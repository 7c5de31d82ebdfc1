"""Burst hides the deck and the hands of the others, but not how many cards they are."""

from dataclasses import replace

from sandbox.rules.base import Seat
from sandbox.rules.burst import BurstState, Card

MARKER = Card(99)


def plant(state: BurstState, seat: Seat) -> BurstState:
    """Put a marker in the place of every card that `seat` may not see."""
    hands = tuple(hand if i == seat else (MARKER,) * len(hand) for i, hand in enumerate(state.hands))
    return replace(state, deck=(MARKER,) * len(state.deck), hands=hands)
