"""BOURPIF hides the draw pile, but not the parchment on its top once it is laid."""

from dataclasses import replace

from sandbox.rules.base import Seat
from sandbox.rules.bourpif import BourpifState, Card, Colour, Monster, Phase

MARKER = Card(99, (Colour.RED, Colour.RED, Colour.RED), Monster.DRAGON)


def plant(state: BourpifState, seat: Seat) -> BourpifState:
    """Put a marker in the place of every card of the draw pile, and on the other face of the top one."""
    draw = (MARKER,) * len(state.draw)
    if state.phase is not Phase.SHUFFLE:
        draw = (replace(state.draw[0], monster=MARKER.monster), *draw[1:])
    return replace(state, draw=draw)
