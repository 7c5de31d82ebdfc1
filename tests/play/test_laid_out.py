"""The pieces of the games without a table of their own: laid out apart, named once, and without their secrets."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sandbox.components.catalogue import Catalogue
from sandbox.play.desk import Desk
from sandbox.play.desk_laid import LaidMat
from sandbox.play.laid_out import LAYOUTS
from sandbox.rules.base import Move, Nature, Seat
from sandbox.rules.registry import load_game

CATALOGUE = Catalogue()


def after(game: str, players: int, acts: int, seed: int = 3):
    """Return the state of a game after some acts of bots that choose anything."""
    desk = Desk.start(game, ["random"] * players, seed, CATALOGUE, in_background=False)
    desk.beat = 0.0
    for _ in range(40 * acts):
        desk.advance(0.1)
        if len(desk.session.entries) >= acts or desk.actor is None:
            break
    state = desk.session.state
    desk.close()
    return state


@pytest.mark.parametrize("game", LAYOUTS)
@pytest.mark.parametrize("acts", [0, 4, 25])
def test_everything_lies_on_the_table_apart(game: str, acts: int):
    """Names are used once, nothing hangs over the edge or below the table, and no two pieces share their place."""
    rules, state = load_game(game), after(game, rules_players(game), acts)
    laid = list(LAYOUTS[game](rules.view(state, Seat(0)), 0))
    names = [piece.name for piece in laid]
    assert len(set(names)) == len(names)
    places = np.array([piece.pose.position for piece in laid])
    assert (np.abs(places[:, :2]) < (0.56, 0.36)).all()
    assert (places[:, 2] > -1e-9).all()
    apart = np.linalg.norm(places[:, None] - places[None], axis=2) + np.eye(len(laid))
    assert apart.min() > 1e-3


def rules_players(game: str) -> int:
    """Return the most players of a game."""
    return load_game(game).book.players[1]


@pytest.mark.parametrize("game", LAYOUTS)
def test_what_a_seat_may_not_see_is_nowhere(game: str):
    """Another state that looks the same to a seat lies the same for it, whatever the others hold."""
    rules, state = load_game(game), after(game, 2, 12)
    for seat in (0, 1):
        view = rules.view(state, Seat(seat))
        hidden = [each.name for each in LAYOUTS[game](view, seat) if each.name.startswith(f"p{2 - seat}.")]
        secret = [name for name in hidden if ".hand" in name or ".fruit" in name]
        assert all(name.endswith((" back", " ?")) for name in secret), secret
    if game == "burst":
        assert any(state.hands)


@pytest.mark.parametrize("game", LAYOUTS)
def test_the_table_follows_the_game(game: str):
    """Every act of a game lays its pieces anew, and nothing of it can be moved by hand."""
    desk = Desk.start(game, ["you", "random"], 5, CATALOGUE, in_background=False)
    desk.beat, rng, tables = 0.0, random.Random(1), set()
    for _ in range(120):
        desk.advance(0.1)
        tables.add(tuple(sorted(desk.live.kinds)))
        if desk.is_your_turn and not isinstance(desk.actor, Nature):
            move = rng.choice(desk.moves())[0]
            assert isinstance(move, Move)
            desk.tell(move)
    assert isinstance(desk._mat, LaidMat)
    assert len(tables) > 2
    assert "buttons on the right" in desk._mat.why_not("sea.1 ?", "move")
    desk.close()
