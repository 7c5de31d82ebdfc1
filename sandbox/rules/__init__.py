"""The five rulebooks: pure engines, and the numbered rules as data.

A game is loaded by its name (`load_game("burst")`); `sandbox.rules.base` says what every game can do and how
one is added.
"""

from sandbox.rules.registry import GAMES, load_game

__all__ = ["GAMES", "load_game"]
