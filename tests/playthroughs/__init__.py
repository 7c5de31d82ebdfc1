"""One readable game of each kind, compared in CI; `python -m tests.playthroughs` writes them anew."""

import random
from pathlib import Path

from sandbox.players.bots import load_bot
from sandbox.players.match import play
from sandbox.players.scripted_nature import ScriptedNature
from sandbox.rules import load_game
from sandbox.rules.log import log_to_text

FOLDER = Path(__file__).parent


def playthrough(name: str) -> str:
    """Return the log of one game: three greedy players where the game takes three, seed 1."""
    game, rng = load_game(name), random.Random(1)
    low, high = game.book.players
    players = max(low, min(3, high))
    match = play(
        game, players, bots=[load_bot("greedy", name)] * players, nature=ScriptedNature(game, rng), rng=rng
    )
    return f"{log_to_text(match.log)}# {match.outcome}\n"
