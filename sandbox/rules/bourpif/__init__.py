"""BOURPIF: turn tiles to the weapon that beats the monster, and be quick to the pile."""

from sandbox.rules.bourpif.acts import (
    DeckOrder,
    Doors,
    Pay,
    Place,
    PlayerTiles,
    Race,
    Reveal,
    Setup,
    Tap,
    TilePictures,
    Tiles,
)
from sandbox.rules.bourpif.cards import BACK, Card, Colour, Monster, Picture
from sandbox.rules.bourpif.engine import Bourpif
from sandbox.rules.bourpif.race import Goal, goal_of
from sandbox.rules.bourpif.state import BourpifOptions, BourpifState, Level, Phase

__all__ = [
    "BACK",
    "Bourpif",
    "BourpifOptions",
    "BourpifState",
    "Card",
    "Colour",
    "DeckOrder",
    "Doors",
    "Goal",
    "Level",
    "Monster",
    "Pay",
    "Phase",
    "Picture",
    "Place",
    "PlayerTiles",
    "Race",
    "Reveal",
    "Setup",
    "Tap",
    "TilePictures",
    "Tiles",
    "goal_of",
]
