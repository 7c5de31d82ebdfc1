"""How many random games a second each rulebook plays, and whether an act costs more in a long game."""

import math
import random
import time

from sandbox.players.bots import load_bot
from sandbox.players.match import play
from sandbox.players.scripted_nature import ScriptedNature
from sandbox.rules import GAMES, load_game
from sandbox.rules.base import Engine
from sandbox.rules.log import Log


def rows(seconds: float = 1.0) -> list[tuple[str, float, str]]:
    """Return random games and acts a second, and how one act grows with the length of the game.

    Args:
        seconds: How long to play each game.
    """
    found = []
    for name in GAMES:
        game = load_game(name)
        players = game.book.players[1]
        logs, began = [], time.perf_counter()
        while (took := time.perf_counter() - began) < seconds or len(logs) < 2:
            logs.append(_random_game(game, players, len(logs)))
        found += [
            (f"rules.{name}.games", len(logs) / took, "1/s"),
            (f"rules.{name}.acts", sum(len(log.acts) for log in logs) / took, "1/s"),
            (f"rules.{name}.growth", growth(max(logs, key=lambda log: len(log.acts))), "last half / first half"),
        ]
    return found


def growth(log: Log, rounds: int = 7) -> float:
    """Return the time of the second half of a game's acts over that of the first; 1 is no growth.

    The halves are replayed by turns and the fastest time of each counts, so that other programs do not.
    """
    middle = len(log.acts) // 2
    halves = ((log.acts[:middle], _state_at(log, 0)), (log.acts[middle:], _state_at(log, middle)))
    fastest = [math.inf, math.inf]
    for _ in range(rounds):
        for i, (acts, now) in enumerate(halves):
            began = time.process_time()
            for act in acts:
                now = log.game.decide(now, act).state
            fastest[i] = min(fastest[i], (time.process_time() - began) / len(acts))
    return fastest[1] / fastest[0]


def _state_at(log: Log, n: int) -> object:
    state = log.game.initial(log.players, log.options)
    for act in log.acts[:n]:
        state = log.game.decide(state, act).state
    return state


def _random_game(game: Engine, players: int, seed: int) -> Log:
    rng = random.Random(seed)
    bots = [load_bot("random", game.name)] * players
    return play(game, players, bots=bots, nature=ScriptedNature(game, rng), rng=rng).log


if __name__ == "__main__":
    for row, figure, unit in rows():
        print(f"{row:32} {figure:10.3g} {unit}")
