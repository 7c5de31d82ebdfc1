"""Who sits at a table: a person, or a bot of some kind with hands of some skill."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sandbox.errors import InputError, UnknownName
from sandbox.players.bots import BOTS

__all__ = ["PLAYERS", "SKILLS", "YOU", "SeatInfo", "read_seats"]

YOU = "you"

SKILLS = {
    "steady": "a steady hand that aims",
    "fair": "a fair hand",
    "clumsy": "a clumsy hand",
    "random": "any hand",
}
"""How good a bot's hands are."""

PLAYERS: list[tuple[str, str]] = [
    (YOU, "you"),
    ("bot", "a bot with a fair hand"),
    ("bot:steady", "a bot with a steady hand"),
    ("bot:clumsy", "a bot with a clumsy hand"),
    ("random", "a bot that does anything"),
]
"""What a menu offers for a seat: `(word, title)`."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat.

    Attributes:
        name: `P1` and so on.
        who: `you`, or the kind of bot.
        skill: Of the hands that act for it: a bot's own, or those that a person lends.
    """

    name: str
    who: str
    skill: str = "fair"

    @property
    def is_you(self) -> bool:
        """Whether a person sits there."""
        return self.who == YOU

    @property
    def word(self) -> str:
        """The word that makes this seat again."""
        return YOU if self.is_you else f"{self.who}:{self.skill}"


def read_seats(words: Sequence[str]) -> tuple[SeatInfo, ...]:
    """Return the seats that words describe: `you`, `bot`, a kind of bot, each with `:skill` behind it or not.

    Raises:
        UnknownName: A word is none of these.
        InputError: There are no seats.
    """
    if not words:
        raise InputError("nobody sits at the table; say who plays, such as you,bot")
    return tuple(_seat(number, word.strip()) for number, word in enumerate(words, start=1))


def _seat(number: int, word: str) -> SeatInfo:
    kind, _, skill = word.partition(":")
    name = f"P{number}"
    if kind == YOU and not skill:
        return SeatInfo(name, YOU)
    kinds = ("bot", *BOTS)
    if kind not in kinds:
        raise UnknownName("player", kind, (YOU, *kinds))
    if skill and skill not in SKILLS:
        raise UnknownName("skill", skill, SKILLS)
    kind = "greedy" if kind == "bot" else kind
    return SeatInfo(name, kind, skill or ("random" if kind == "random" else "fair"))
