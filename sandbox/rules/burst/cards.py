"""The cards of Burst, and the deck that the data describe."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from sandbox.errors import suggest
from sandbox.rules.rulebook import Rulebook

__all__ = ["BACK", "Action", "BurstData", "Card", "build_deck", "total"]


class Action(Enum):
    """What a card asks for beside its number, by its name in the data."""

    REVERSE = "reverse"
    DISCARD_ONE = "discard_one"
    TAKE_ONE = "take_one"
    DISCARD_SAME = "discard_same"


_LETTERS: Final = {
    Action.REVERSE: "r",
    Action.DISCARD_ONE: "d",
    Action.TAKE_ONE: "t",
    Action.DISCARD_SAME: "s",
}
_ACTIONS: Final = {"": None} | {letter: action for action, letter in _LETTERS.items()}
_CARD: Final = re.compile(r"(-?[0-9]+)([rdts]?)")


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its face; cards with equal faces are equal.

    Args:
        value: The number on it.
        action: Its action, if any.
        seen: False for BACK only, the card whose face is hidden.
    """

    value: int
    action: Action | None = None
    seen: bool = True

    def to_text(self) -> str:
        """Return `7`, or `7r`, `7d`, `7t`, `7s` with an action, or `?` for a back."""
        if not self.seen:
            return "?"
        return f"{self.value}{_LETTERS[self.action] if self.action else ''}"

    @property
    def words(self) -> str:
        """The same for people: `7`, or `7 (discard one)`."""
        if not self.seen:
            return "a card face down"
        return f"{self.value} ({self.action.value.replace('_', ' ')})" if self.action else str(self.value)

    @classmethod
    def from_text(cls, text: str) -> Card:
        """Return the card of a text; raises ValueError when it is none."""
        if text == "?":
            return BACK
        match = _CARD.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no card; expected a number, with r, d, t or s for an action")
        return cls(int(match[1]), _ACTIONS[match[2]])


BACK: Final = Card(0, seen=False)


def total(cards: Sequence[Card]) -> int:
    """Return the sum of the numbers: of a row, or the points of a hand."""
    return sum(card.value for card in cards)


@dataclass(frozen=True, slots=True)
class DeckData:
    """The table `[deck]`: how many cards there are, of which values, and which carry an action."""

    cards: int
    quantities: Mapping[str, int]
    actions: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class RowData:
    """The table `[row]`: how far away a card may lie, in centimetres."""

    reach_cm: float


@dataclass(frozen=True, slots=True)
class EndData:
    """The table `[end]`: after how many rounds the game ends at the latest."""

    rounds: int


@dataclass(frozen=True, slots=True)
class BurstData:
    """The data of the rulebook file."""

    deck: DeckData
    row: RowData
    end: EndData


def build_deck(book: Rulebook, data: DeckData) -> tuple[Card, ...]:
    """Return the cards of the game from the lowest to the highest value, checked against the data's sums."""
    plain: Counter[int] = Counter()
    for text, quantity in data.quantities.items():
        try:
            plain[int(text)] = quantity
        except ValueError:
            raise book.bad("deck.quantities", f"{text!r} is not a whole number") from None
        if quantity < 0:
            raise book.bad(f"deck.quantities.{text}", f"{quantity} cards cannot be")
    if plain.total() != data.cards:
        problem = f"the quantities add up to {plain.total()} cards, not {data.cards}"
        raise book.bad("deck.quantities", problem, instead="change a quantity or deck.cards")
    known = {action.value: action for action in Action}
    cards = []
    for name, values in data.actions.items():
        if name not in known:
            raise book.bad(f"deck.actions.{name}", "this action is not known", instead=suggest(name, known))
        for value in values:
            if not plain[value]:
                raise book.bad(f"deck.actions.{name}", f"no card of value {value} is left to carry it")
            plain[value] -= 1
            cards.append(Card(value, known[name]))
    cards += [Card(value) for value in plain.elements()]
    return tuple(sorted(cards, key=lambda card: (card.value, card.to_text())))
