"""What people and bots need to play: minds, hands, the table, and the side of it that a person touches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sandbox.components.catalogue import Catalogue
from sandbox.play.desk_chance import ChanceHands, ChanceTable
from sandbox.play.desk_hands import BareMat, Mat
from sandbox.play.desk_laid import LaidMat
from sandbox.play.desk_seats import SeatInfo
from sandbox.play.laid_out import LAYOUTS
from sandbox.play.live import Live
from sandbox.players.bots import load_bot
from sandbox.players.tables.seats import TABLES, load_hands, load_table
from sandbox.referee.session import Mind, Session
from sandbox.referee.words import Field, Hands
from sandbox.rules.base import Engine
from sandbox.rules.notation import options_from_text

__all__ = ["Setting", "new_session", "new_setting"]


@dataclass(frozen=True)
class Setting:
    """Everything around a session.

    Attributes:
        catalogue: Where the pieces are.
        table: The referee's own.
        minds: Who chooses, one a seat; that of a person's seat is never asked.
        hands: Who tries, one a seat; a person's seat has steady ones for what nobody does by hand.
        steady: Hands that a person can borrow.
        mat: What a person touches.
    """

    catalogue: Catalogue
    table: Field
    minds: tuple[Mind, ...]
    hands: tuple[Hands, ...]
    steady: Hands
    mat: Mat


def new_setting(game: Engine[Any], seats: Sequence[SeatInfo], catalogue: Catalogue) -> Setting:
    """Return what a game needs.

    Raises:
        InputError: There is no such bot for the game, or none with such hands.
    """
    minds = tuple(load_bot("greedy" if seat.is_you else seat.who, game.name) for seat in seats)
    if game.name not in TABLES:
        hands = ChanceHands()
        mat = _mat(game, catalogue)
        return Setting(catalogue, ChanceTable(game), minds, (hands,) * len(seats), hands, mat)
    steady = load_hands("steady", game.name)
    by_seat = tuple(steady if seat.is_you else load_hands(seat.skill, game.name, seat.who) for seat in seats)
    return Setting(catalogue, load_table(game.name, catalogue), minds, by_seat, steady, _mat(game, catalogue))


def _mat(game: Engine[Any], catalogue: Catalogue) -> Mat:
    if game.name == "hurlyburly":
        from sandbox.play.desk_hurlyburly import HurlyburlyMat
        from sandbox.rules.hurlyburly import Hurlyburly

        assert isinstance(game, Hurlyburly)
        return HurlyburlyMat(game, catalogue)
    if game.name == "beethupferl":
        from sandbox.play.desk_beethupferl import BeethupferlMat

        return BeethupferlMat(catalogue)
    if game.name in LAYOUTS:
        return LaidMat(game.name, str(game.title), catalogue)
    return BareMat(Live.empty(catalogue))


def new_session(
    game: Engine[Any], setting: Setting, players: int, seed: int, options: str, *, is_advisory: bool
) -> Session:
    """Return a game in which nothing has happened.

    Raises:
        InputError: An option is not one of this game, or it is for other numbers of players.
    """
    return Session(
        game,
        setting.table,
        players,
        seed=seed,
        minds=setting.minds,
        hands=setting.hands,
        options=options_from_text(game.options_type, options),
        is_advisory=is_advisory,
    )
