"""Hurlyburly: build a tower of cards higher than the others can shoot it down."""

from sandbox.rules.hurlyburly.acts import (
    Aim,
    Collect,
    Defences,
    Defend,
    Fast,
    Fire,
    PlayerSetup,
    Raise,
    Setup,
    Shot,
    Starter,
    Steal,
    Stop,
    Strong,
    Tower,
    Towers,
    Upgrade,
)
from sandbox.rules.hurlyburly.engine import Hurlyburly
from sandbox.rules.hurlyburly.state import Cards, HurlyburlyOptions, HurlyburlyState, Phase, Player

__all__ = [
    "Aim",
    "Cards",
    "Collect",
    "Defences",
    "Defend",
    "Fast",
    "Fire",
    "Hurlyburly",
    "HurlyburlyOptions",
    "HurlyburlyState",
    "Phase",
    "Player",
    "PlayerSetup",
    "Raise",
    "Setup",
    "Shot",
    "Starter",
    "Steal",
    "Stop",
    "Strong",
    "Tower",
    "Towers",
    "Upgrade",
]
