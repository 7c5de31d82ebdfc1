"""A hundred seeded games of each variant: all end, nothing is lost, and each comes out the same again."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter

import pytest

from sandbox.errors import SandboxError
from sandbox.players.tables.seats import seat_bots
from sandbox.referee.beethupferl import BeethupferlTable
from sandbox.referee.beethupferl.clearing import audit
from sandbox.referee.saving import Difference, load, save, verify
from sandbox.rules import load_game
from sandbox.rules.beethupferl import BeethupferlOptions, Direct, Grass, Phase, Version

GAME = load_game("beethupferl")

VARIANTS = {
    "version 4": (2, BeethupferlOptions(version=Version.FOUR), "perfect"),
    "version 5": (3, BeethupferlOptions(), "forgetful"),
    "advanced": (2, BeethupferlOptions(advanced=True), "greedy"),
    "cooperative": (4, BeethupferlOptions(cooperative=True), "forgetful"),
    "solo": (1, BeethupferlOptions(cooperative=True), "perfect"),
}
"""Players, options and bot of each."""


GAMES = int(os.environ.get("GAMES", "100"))
FIRST = int(os.environ.get("GAMES_FROM", "0"))
"""Of a slice, for machines on which all of them at once take too long: the next one begins where this one ends."""


def play(variant: str, seed: int, folder, *, again: bool = True, game=GAME) -> Counter[str]:
    """Play one game, check it act by act, play it again from its file, and count what happened in it.

    Returns:
        How often each rule ruled; and `acts`, `turns`, `unsettled` acts and the `cpu` seconds of playing it once.
    """
    players, options, bot = VARIANTS[variant]
    began = time.process_time()
    session = seat_bots(game, players, seed=seed, bot=bot, options=options)
    total = game.pieces(session.state)
    seen: Counter[str] = Counter()
    while session.outcome is None:
        entry = session.step()
        seen[entry.ruling.rule if entry.ruling.legal else f"refused {entry.ruling.rule}"] += 1
        seen["unsettled"] += entry.evidence is not None and not entry.evidence.settled
        seen["turns"] += isinstance(entry.act, Direct | Grass) and not entry.before.watered
        assert game.pieces(session.state) == total
        assert len({drop.name for drop in session.lying.drops}) == 20
        if session.state.phase is not Phase.TILES:
            audit(session.lying, session.state)
        assert len(session.entries) < 2000
    seen["acts"] = len(session.entries)
    seen["cpu"] = time.process_time() - began
    file = folder / f"{variant} {seed}.json"
    save(session, file)
    saved = load(file, game, BeethupferlTable())
    ways = (True, False) if again else (False,)
    for with_physics in ways:
        found = verify(saved, game, BeethupferlTable(), with_physics=with_physics)
        assert [each for each in found if isinstance(each, Difference)] == []
    return seen


@pytest.mark.soak
@pytest.mark.timeout(36000)
@pytest.mark.parametrize("variant", list(VARIANTS))
def test_a_hundred_games(variant, tmp_path, capsys):
    """Two versions, advanced harvest, cooperative, solo; one that fails is named and the others are played on."""
    players = VARIANTS[variant][0]
    seen: Counter[str] = Counter()
    failed: dict[int, str] = {}

    def say(text: str) -> None:
        with capsys.disabled():
            sys.stdout.write(f"\n{text}")
            sys.stdout.flush()

    for seed in range(FIRST, FIRST + GAMES):
        try:
            game = play(variant, seed, tmp_path)
        except (AssertionError, SandboxError) as error:
            failed[seed] = f"{type(error).__name__}: {error}"
            say(f"{variant}, seed {seed}: FAILED, {failed[seed]}")
            continue
        seen += game
        rounds = -(-game["turns"] // players)
        say(f"{variant}, seed {seed}: {rounds} rounds, {game['acts']} acts, {game['cpu']:.1f} CPU s")
    done = GAMES - len(failed)
    say(f"{variant}, seeds {FIRST} to {FIRST + GAMES - 1}: {done} of {GAMES} end and come out the same again")
    say(f"{variant}: {dict(sorted((name, round(count)) for name, count in seen.items()))}")
    assert not failed
    assert seen["unsettled"] < 0.01 * seen["acts"]
