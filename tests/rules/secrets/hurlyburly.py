"""Hurlyburly hides nothing."""

from sandbox.rules.base import Seat
from sandbox.rules.hurlyburly import HurlyburlyState


def plant(state: HurlyburlyState, seat: Seat) -> HurlyburlyState:
    """There is nothing to mark."""
    return state
