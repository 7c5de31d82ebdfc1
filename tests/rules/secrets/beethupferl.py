"""Beethupferl hides every tile whose hollow holds no drop, and the supply: from all players alike."""

from dataclasses import replace

from sandbox.rules.base import Seat
from sandbox.rules.beethupferl import BeethupferlState, Tile

MARKER = Tile.SNAIL


def plant(state: BeethupferlState, seat: Seat) -> BeethupferlState:
    """Put a snail in the place of every tile that nobody may see."""
    tiles = tuple(tile if n else MARKER for tile, n in zip(state.tiles, state.drops, strict=True))
    return replace(state, tiles=tiles, supply=(MARKER,) * len(state.supply))
