"""The cards of BOURPIF: a parchment on one face, a monster on the other; and the deck that the data describe."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from typing import Final

from sandbox.rules.rulebook import Rulebook

__all__ = ["BACK", "BourpifData", "Card", "Colour", "Limits", "Monster", "Picture", "build_decks"]


class Colour(Enum):
    """The colour of a weapon on a parchment, or of a door."""

    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    RED = "red"


class Monster(Enum):
    """What lives on the other face of a card: a monster of a colour, or a dragon."""

    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    RED = "red"
    DRAGON = "dragon"


class Picture(Enum):
    """What four tiles can show; the shield is not a weapon."""

    AXE = "axe"
    BOW = "bow"
    GRIMOIRE = "grimoire"
    SHIELD = "shield"


WEAPONS: Final = (Picture.AXE, Picture.BOW, Picture.GRIMOIRE)
_LETTERS: Final = {kind.value[0]: kind for kind in Colour}
_MONSTERS: Final = {kind.value[0]: kind for kind in Monster}
_CARD: Final = re.compile(r"([0-9]+)([gbpr]{3})-([gbprd?])")


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its two faces, or by as much of them as can be seen.

    Args:
        count: How many cards its parchment says to turn.
        colours: The colours of axe, bow and grimoire on its parchment; none on BACK, the card of which nothing
            can be seen.
        monster: The other face; None when it cannot be seen.
    """

    count: int
    colours: tuple[Colour, ...]
    monster: Monster | None = None

    def to_text(self) -> str:
        """Return `2gbp-r`: the count, the colours of axe, bow and grimoire, the monster; `?` what is hidden."""
        if not self.colours:
            return "?"
        monster = self.monster.value[0] if self.monster else "?"
        return f"{self.count}{''.join(colour.value[0] for colour in self.colours)}-{monster}"

    @property
    def words(self) -> str:
        """The same for people: `red monster; turns 2: green axe, blue bow, purple grimoire`."""
        if not self.colours:
            return "a card of which nothing is seen"
        weapons = zip(self.colours, WEAPONS, strict=True)
        parchment = f"turns {self.count}: " + ", ".join(f"{ink.value} {picture.value}" for ink, picture in weapons)
        if self.monster is None:
            return parchment
        kind = self.monster.value
        return f"{kind if self.monster is Monster.DRAGON else f'{kind} monster'}; {parchment}"

    @classmethod
    def from_text(cls, text: str) -> Card:
        """Return the card of a text; raises ValueError when it is none."""
        if text == "?":
            return BACK
        match = _CARD.fullmatch(text)
        if match is None:
            raise ValueError(
                f"{text!r} is no card; expected one such as 2gbp-r, with the letters g, b, p, r and d"
            )
        return cls(int(match[1]), tuple(_LETTERS[letter] for letter in match[2]), _MONSTERS.get(match[3]))

    @property
    def doors(self) -> tuple[Colour, ...]:
        """The colours that its parchment does not show; one, by the data."""
        return tuple(colour for colour in Colour if colour not in self.colours)

    def weapon(self, monster: Monster) -> Picture | None:
        """Return the weapon on its parchment that has the colour of a monster, if any."""
        for picture, colour in zip(WEAPONS, self.colours, strict=False):
            if colour.value == monster.value:
                return picture
        return None


BACK: Final = Card(0, ())


@dataclass(frozen=True, slots=True)
class DeckData:
    """The table `[deck]`: the cards, and what they must add up to."""

    dungeon_cards: int
    dragon_cards: int
    monsters_per_colour: int
    counts: tuple[int, ...]
    dungeon: tuple[str, ...]
    dragon: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TilesData:
    """The table `[tiles]`: how many there are."""

    equipment: int
    doors: int


@dataclass(frozen=True, slots=True)
class Limits:
    """The table `[limits]`: where a measured number is no longer as it should be; units in the names."""

    turn_s: float
    moved_mm: float
    skew_deg: float
    reach_cm: float


@dataclass(frozen=True, slots=True)
class BourpifData:
    """The data of the rulebook file."""

    deck: DeckData
    tiles: TilesData
    limits: Limits


def build_decks(book: Rulebook, data: BourpifData) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the dungeon cards and the dragon cards, checked against the data's sums; check the rest too."""
    deck = data.deck
    dungeon = tuple(_card(book, deck, "dungeon", i, text) for i, text in enumerate(deck.dungeon))
    dragons = tuple(_card(book, deck, "dragon", i, text) for i, text in enumerate(deck.dragon))
    for name, cards, due in (("dungeon", dungeon, deck.dungeon_cards), ("dragon", dragons, deck.dragon_cards)):
        if len(cards) != due:
            problem = f"there are {len(cards)} cards, not {due}"
            raise book.bad(f"deck.{name}", problem, instead=f"change the list or deck.{name}_cards")
    monsters = Counter(card.monster for card in dungeon)
    for colour in Colour:
        if (number := monsters[Monster(colour.value)]) != deck.monsters_per_colour:
            problem = f"{number} cards carry a {colour.value} monster, not {deck.monsters_per_colour}"
            raise book.bad("deck.dungeon", problem, instead="change the list or deck.monsters_per_colour")
    if len(dungeon) <= max(deck.counts, default=0):
        raise book.bad("deck.dungeon", f"{len(dungeon)} cards do not suffice for one turn")
    most = book.players[1]
    for key, number, due in (
        ("equipment", data.tiles.equipment, 4 * most),
        ("doors", data.tiles.doors, len(Colour)),
    ):
        if number != due:
            raise book.bad(
                f"tiles.{key}", f"{number} tiles do not suffice or are too many", instead=f"write {due}"
            )
    for key in Limits.__slots__:
        if not (value := getattr(data.limits, key)) > 0:
            raise book.bad(f"limits.{key}", f"{value:g} is not more than 0")
    return dungeon, dragons


def _card(book: Rulebook, deck: DeckData, name: str, number: int, text: str) -> Card:
    key = f"deck.{name}[{number}]"
    try:
        card = Card.from_text(text)
    except ValueError as error:
        raise book.bad(key, str(error)) from None
    if card.monster is None or (card.monster is Monster.DRAGON) is not (name == "dragon"):
        due = "a dragon, d" if name == "dragon" else "a monster of a colour, g, b, p or r"
        raise book.bad(key, f"{text!r} does not carry {due}")
    if len(card.doors) != 1:
        problem = f"{text!r} shows a colour twice, so more than one door would be right"
        raise book.bad(key, problem, instead="write three different colours")
    if card.count not in deck.counts or card.count < 1:
        raise book.bad(key, f"a parchment does not say {card.count}", instead="change it or deck.counts")
    return card
