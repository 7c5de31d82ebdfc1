"""Hurlyburly on the table: scenes, attempts, hands, shots, and the umpire that reads them."""

from sandbox.referee.hurlyburly.attempts import (
    Build,
    ByHand,
    Defend,
    Draw,
    Hand,
    Look,
    Mend,
    Place,
    SetUp,
    Shoot,
    Spot,
)
from sandbox.referee.hurlyburly.bench import Bench
from sandbox.referee.hurlyburly.scene import Piece, Role, Scene
from sandbox.referee.hurlyburly.table import HurlyburlyTable

__all__ = [
    "Bench",
    "Build",
    "ByHand",
    "Defend",
    "Draw",
    "Hand",
    "HurlyburlyTable",
    "Look",
    "Mend",
    "Piece",
    "Place",
    "Role",
    "Scene",
    "SetUp",
    "Shoot",
    "Spot",
]
