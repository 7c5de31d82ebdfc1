"""Moves and tables in words that a person reads, not in the letters of a log."""

from __future__ import annotations

import re

import pytest

from sandbox.play.desk import Desk
from sandbox.play.desk_words import label
from sandbox.rules.base import Seat
from sandbox.rules.bourpif import Pay
from sandbox.rules.bourpif.cards import Card as Encounter
from sandbox.rules.burst import Card, Play
from sandbox.rules.registry import load_game
from tests.play.desk_kit import CATALOGUE
from tests.play.hands import play

LETTERS = re.compile(r"\b-?[0-9]+([rdts]|[gbpr]{3}-[gbprd])\b")
"""Cards as logs write them."""


def test_cards_are_told_in_words() -> None:
    """Number and action; monster, count and weapons."""
    said = label(load_game("burst"), Play(Seat(0), Card.from_text("0d")))
    assert said == "Play a card from hand to the row: 0 (discard one)"
    bourpif = load_game("bourpif")
    said = label(bourpif, Pay(Seat(0), Encounter.from_text("3pbr-d")))
    assert said.endswith(": dragon; turns 3: purple axe, blue bow, red grimoire")
    said = label(bourpif, Pay(Seat(0), Encounter.from_text("1gbr-p")))
    assert said.endswith(": purple monster; turns 1: green axe, blue bow, red grimoire")


@pytest.mark.parametrize("game", ["burst", "bourpif"])
def test_no_button_and_no_fact_is_in_letters(game: str) -> None:
    """Whatever a person may choose, and what lies there."""
    desk = Desk.start(game, ["you", "bot"], 5, CATALOGUE, in_background=False)
    desk.beat, seen = 0.0, []
    while len(seen) < 12 and desk.outcome_text is None:
        play(desk, 60, lambda: bool(desk.moves() or desk.clock or desk.outcome_text))
        if desk.clock:
            desk.skip()
        elif desk.moves():
            seen += [text for _, text in desk.moves()] + [text for _, text in desk.facts]
            desk.tell(desk.moves()[-1][0])
    assert seen
    assert [text for text in seen if LETTERS.search(text)] == []
    desk.close()
