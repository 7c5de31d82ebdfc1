"""Beethupferl: water hollows with drops, harvest where three of a kind show, and leave the snails alone."""

from sandbox.rules.beethupferl.acts import (
    Carrot,
    Cleared,
    Direct,
    Edge,
    Garden,
    Grass,
    Leave,
    Reading,
    Rest,
    Stop,
    Surface,
    Take,
    TileOrder,
    Watered,
)
from sandbox.rules.beethupferl.engine import Beethupferl
from sandbox.rules.beethupferl.state import BeethupferlOptions, BeethupferlState, Phase, Version
from sandbox.rules.beethupferl.tiles import BACK, Hollow, Tile

__all__ = [
    "BACK",
    "Beethupferl",
    "BeethupferlOptions",
    "BeethupferlState",
    "Carrot",
    "Cleared",
    "Direct",
    "Edge",
    "Garden",
    "Grass",
    "Hollow",
    "Leave",
    "Phase",
    "Reading",
    "Rest",
    "Stop",
    "Surface",
    "Take",
    "Tile",
    "TileOrder",
    "Version",
    "Watered",
]
