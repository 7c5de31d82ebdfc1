"""The referee's panel says what was ruled and why, and offers what may be done."""

from __future__ import annotations

from tests.play_panels.conftest import Sit
from tests.play_panels.kit import Desk, Verdict, still, table_ui

LARGE = (1440, 900)


def test_a_refusal_says_which_rule_and_why(sit: Sit):
    """The word, the rule's number, the reason with its numbers, and what the rule says can all be read."""
    person = sit(table_ui(), still(), Desk(), LARGE)
    written = person.panels.written
    assert any("Refused" in text for text in written)
    assert "level.tilt" in written
    assert "Level 3 leans by 7.2°, and more than 5° is no level." in written
    assert any(text.startswith("Rule: A level counts") for text in written)
    assert "The pieces go back to the supply." in written


def test_what_stands_is_allowed_and_what_is_overruled_is_named(sit: Sit):
    """A ruling of a legal act is no refusal; an advisory referee refuses nothing."""
    person = sit(table_ui(), still(), Desk(ruling=Verdict(legal=True)), LARGE)
    assert any("Allowed" in text for text in person.panels.written)
    person.desk = Desk(advisory=True)
    person.look()
    assert any("Not by the rules" in text for text in person.panels.written)
    assert not any("Refused" in text for text in person.panels.written)


def test_moves_and_hands_are_buttons(sit: Sit):
    """Every legal move and everything that hands may do can be pressed, and asks for itself."""
    person = sit(table_ui(), still(), Desk(), LARGE)
    [asked] = person.press("Raise a level of two walls")
    assert (asked.action, asked.arguments) == ("move", {"move": "raise"})
    [asked] = person.press("hands auto")
    assert (asked.action, asked.arguments) == ("hands", {"key": "auto"})


def test_many_moves_can_be_searched(sit: Sit):
    """Of a hundred moves those are left that have the typed words."""
    moves = [
        ((colour, place), f"Fire at {colour} from {place}") for colour in ("red", "blue") for place in range(50)
    ]
    person = sit(table_ui(), still(), Desk(offered=moves, todo=[], ruling=None), LARGE)
    assert "and 40 more; search to see them" in person.panels.written
    person.type("search moves", "blue 17")
    offered = [name for name in person.panels.pressable if name.startswith("Fire")]
    assert offered == ["Fire at blue from 17"]
    [asked] = person.press(offered[0])
    assert asked.arguments["move"] == ("blue", 17)


def test_nobody_acts_while_the_table_moves(sit: Sit):
    """While it is busy there are no moves, but a way to see the end at once."""
    person = sit(table_ui(), still(), Desk(busy="P2 is aiming…"), LARGE)
    assert any("P2 is aiming…" in text for text in person.panels.written)
    assert "Pass" not in person.panels.pressable
    [asked] = person.press("Skip ahead")
    assert asked.action == "skip"


def test_undo_redo_practice_and_advisory(sit: Sit):
    """What can be taken back can be pressed, what cannot does nothing; the switches ask for the other way."""
    person = sit(table_ui(), still(), Desk())
    assert [each.action for each in person.press("Undo")] == ["undo"]
    assert person.press("Redo") == []
    [asked] = person.press("Practice")
    assert (asked.action, asked.arguments) == ("practice", {"on": True})
    person.desk.advisory = True
    [asked] = person.press("Advisory")
    assert (asked.action, asked.arguments) == ("advisory", {"on": False})


def test_the_evidence_is_listed_and_can_be_drawn(sit: Sit):
    """Unfolded, the figures are read with their names, and drawing them is one press."""
    person = sit(table_ui(), still(), Desk(), LARGE)
    person.press("Evidence")
    assert {"tilt", "7.21°", "height", "268.4 mm"} <= set(person.panels.written)
    [asked] = person.press("Draw it on the table")
    assert (asked.action, asked.arguments) == ("evidence", {"on": False})


def test_the_log_is_there_to_unfold(sit: Sit):
    """All acts can be read, in their order."""
    person = sit(table_ui(), still(), Desk(), LARGE)
    person.press("Log")
    lines = [text for text in person.panels.written if text in person.desk.log]
    assert lines == person.desk.log


def test_the_end_is_told_and_nothing_more_is_asked(sit: Sit):
    """How the game ended stands there; there are no moves."""
    end = "P1 wins with 9 levels"
    person = sit(table_ui(), still(), Desk(outcome_text=end, todo=[], offered=[]), LARGE)
    assert end in person.panels.written
    assert "hands done" not in person.panels.pressable


def test_secrets_are_covered_until_the_next_player_sits_down(sit: Sit):
    """The hand-over screen shows whose turn it is and nothing of the game."""
    ui = table_ui()
    ui.screen = "handover"
    person = sit(ui, still(), Desk(needs_handover="P2"))
    assert "P2 is next" in person.panels.written
    assert list(person.panels.pressable) == ["ready"]
    assert [each.action for each in person.press("ready")] == ["handed_over"]
