"""At a table: the clock, the tools, what is selected, what can be put down, the keys, hints and messages."""

from __future__ import annotations

import pytest

from sandbox.play.keys import ACTIONS
from sandbox.play.live import Live
from sandbox.play.panels.pieces import mass
from sandbox.play.panels.timebar import moment
from tests.play_panels.conftest import Sit
from tests.play_panels.kit import Desk, Person, still, table_ui


def actions(person: Person, name: str, part: float = 0.5) -> list[str]:
    """Return what pressing something asks for."""
    return [asked.action for asked in person.press(name, part)]


# --- the clock


def test_the_clock_pauses_and_steps(sit: Sit, table: Live):
    """Pause and one step are buttons; paused, the first one goes on."""
    person = sit(table_ui(), table)
    assert actions(person, "Pause") == ["pause"]
    assert actions(person, "One step") == ["step"]
    table.paused = True
    person.look()
    assert actions(person, "Go on") == ["pause"]


def test_slow_motion_is_chosen_from_a_list(sit: Sit, table: Live):
    """A tenth of real time is one of the speeds."""
    person = sit(table_ui(), table)
    person.press("speed")
    [asked] = person.press("speed 0.1")
    assert (asked.action, asked.arguments) == ("speed", {"value": 0.1})


def test_the_scrubber_asks_for_the_moment_under_the_mouse(sit: Sit, table: Live):
    """At a quarter of its length lies a quarter of what is remembered."""
    for _ in range(30):
        table.step_once(60)
    person = sit(table_ui(), table)
    first, last = table.span
    asked = person.press("scrubber", 0.25)
    assert {each.action for each in asked} == {"seek"}
    width = person.panels.pressable["scrubber"].width
    assert asked[-1].arguments["time"] == pytest.approx(first + 0.25 * (last - first), abs=(last - first) / width)


def test_an_old_moment_can_be_gone_on_from_or_left(sit: Sit, table: Live):
    """While one looks back, the bar says when it is, and offers to go on from there or to return."""
    table.step_once(720)
    table.seek(0.4)
    person = sit(table_ui(), table)
    assert any(text.startswith("0:00.4") for text in person.panels.written)
    assert actions(person, "Go on from here") == ["take_from_here"]
    [asked] = person.press("Now")
    assert (asked.action, asked.arguments) == ("seek", {"time": None})
    table.seek(None)
    person.look()
    assert "Go on from here" not in person.panels.pressable


def test_that_it_is_slower_than_real_time_is_said(sit: Sit):
    """The factor is shown when it is below 0.95 and time runs, and only then."""
    live = still(factor=0.42)
    person = sit(table_ui(), live)
    assert any("0.42×" in text for text in person.panels.written)
    live.factor = 0.97
    person.look()
    assert not any("0.97" in text for text in person.panels.written)


def test_a_replay_is_faster_and_cannot_be_gone_on_from(sit: Sit):
    """It offers up to four times real time; nothing of it can be changed."""
    person = sit(table_ui(), still(is_replay=True, now=0.5))
    person.press("speed")
    assert "speed 4" in person.panels.pressable
    assert "Go on from here" not in person.panels.pressable
    assert "Pieces" not in person.panels.pressable


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00.0"), (59.96, "1:00.0"), (83.24, "1:23.2"), (-1, "0:00.0")]
)
def test_moments_are_written_as_on_a_clock(seconds: float, text: str):
    """Minutes, seconds, tenths; rounding carries."""
    assert moment(seconds) == text


# --- tools and pieces


def test_tools_are_taken_from_the_strip(sit: Sit, table: Live):
    """Every tool that there is has a button."""
    person = sit(table_ui(), table)
    [asked] = person.press("Ruler")
    assert (asked.action, asked.arguments) == ("set_tool", {"name": "measure"})


def test_the_inspector_tells_what_is_selected(sit: Sit, table: Live):
    """Title, name, mass, material, size and owner of the piece; in a free table it can be changed."""
    ui = table_ui()
    ui.selected = ["red.block1"]
    person = sit(ui, table)
    written = person.panels.written
    for text in ("red.block1", "1.8 g", "lacquer", "14 × 14 × 14 mm", "red", "at rest"):
        assert text in written, text
    for label, action in (
        ("Look at it", "focus"),
        ("Turn it over", "flip"),
        ("Hold it fast", "lock"),
        ("One more of it", "duplicate"),
        ("Take it away", "delete"),
    ):
        assert actions(person, label) == [action]


def test_in_a_game_nothing_covers_the_table(sit: Sit, table: Live):
    """The words beside the mouse tell what a piece is; nobody copies or deletes, and no hand is covered."""
    ui = table_ui()
    ui.selected = ["red.block1"]
    assert "Look at it" not in sit(ui, table, Desk()).panels.pressable
    ui.held = "red.block1"
    assert "Look at it" not in sit(ui, table).panels.pressable


def test_what_is_gone_is_no_longer_shown(sit: Sit, table: Live):
    """A selected name that is not on the table shows nothing and breaks nothing."""
    ui = table_ui()
    ui.selected = ["blue.block7"]
    assert "Look at it" not in sit(ui, table).panels.pressable


def test_pieces_are_found_and_put_down(sit: Sit, table: Live):
    """Typing a word leaves what is called so; the number at once goes along."""
    ui = table_ui()
    ui.open.add("spawn")
    person = sit(ui, table)
    person.type("search pieces", "glass")
    person.press("count 5")
    [asked] = person.press("common/marble")
    assert (asked.action, asked.arguments) == ("spawn", {"component": "common/marble", "count": 5})
    assert "common/card" not in person.panels.pressable


@pytest.mark.parametrize(
    ("kg", "text"), [(0.0018, "1.8 g"), (0.37, "370 g"), (1.204, "1.20 kg"), (0.00166, "1.66 g")]
)
def test_masses_are_written_as_people_say_them(kg: float, text: str):
    """Grams below a kilogram, with no more digits than mean something."""
    assert mass(kg) == text


# --- the rest of the screen


def test_the_bar_asks_for_what_its_keys_ask_for(sit: Sit, table: Live):
    """Every button of the program is an action that a key can have too."""
    person = sit(table_ui(), table)
    known = {action.id for action in ACTIONS}
    for label in ("Menu", "Save", "Picture", "Film", "Sound off", "Physics", "Pieces", "Keys"):
        [action] = actions(person, label)
        assert action in known, label


def test_all_keys_are_listed(sit: Sit, table: Live):
    """Every action that has a key is in the list, with a person's own key instead of ours."""
    ui = table_ui()
    ui.open.add("keys")
    ui.keys = {"pause": ("P",)}
    person = sit(ui, table, size=(1440, 1400))
    written = person.panels.written
    for action in ACTIONS:
        if not action.id.startswith(("view_", "keep_view_")):
            assert action.title in written, action.id
    assert "P" in person.panels.written
    assert "Space" not in person.panels.written
    assert actions(person, "Close") == ["panel"]


def test_hint_message_tooltip_and_labels_are_written(sit: Sit, table: Live):
    """One sentence says what to do, one line what went wrong; the rest stands beside the mouse."""
    ui = table_ui()
    ui.hint = "Drag a wall beside the other."
    ui.say("no room for it there", bad=True)
    ui.tooltip, ui.mouse = ("red.block1", "1.8 g, lacquer"), (480.0, 300.0)
    ui.labels = [(500.0, 200.0, "52.1 mm", "info")]
    written = sit(ui, table).panels.written
    assert any("Drag a wall beside the other." in text for text in written)
    assert any("no room for it there" in text for text in written)
    assert "1.8 g, lacquer" in written


def test_the_game_says_what_to_do_next_and_says_it_once(sit: Sit, table: Live):
    """With an empty hand the hint is the game's; with a tool or a piece in the hand it is the tool's."""
    ui = table_ui()
    ui.hint = "Drag a piece to carry it."
    person = sit(ui, table, Desk(), (1440, 900))

    def said() -> tuple[int, int]:
        person.look()
        written = person.panels.written
        return tuple(sum(hint in text for text in written) for hint in (person.desk.hint, ui.hint))

    assert said() == (1, 0)
    ui.held = "red.block1"
    assert said() == (1, 1)
    ui.held, ui.tool = None, "measure"
    assert said() == (1, 1)
    ui.open.discard("hints")
    assert said() == (1, 0)


def test_every_situation_has_its_hint(sit: Sit, table: Live):
    """An empty table says where pieces are, a replay how to play it, an old moment how to leave it."""
    ui = table_ui()
    ui.hint = "Drag a piece to carry it."

    def hint(live: object) -> str:
        person = sit(ui, live)
        [found] = [text for text in person.panels.written if "\uf25a" in text]
        return found

    assert "from Pieces (F6)" in hint(still())
    ui.open.add("spawn")
    assert "from the list on the right" in hint(still(catalogue=table.catalogue))
    assert "Space plays" in hint(still(is_replay=True))
    assert "Drag a piece" in hint(table)
    table.step_once(720)
    table.seek(0.2)
    assert "This is how it was" in hint(table)


def test_the_mouse_over_a_panel_belongs_to_it(sit: Sit, table: Live):
    """Over a panel the program leaves the mouse alone; over the table it does not; typing takes the keyboard."""
    ui = table_ui()
    ui.open.add("spawn")
    person = sit(ui, table)
    person.point("Menu")
    assert person.panels.wants_mouse
    from imgui_bundle import imgui

    imgui.get_io().add_mouse_pos_event(480, 200)
    person.look(2)
    assert not person.panels.wants_mouse
    assert not person.panels.wants_keyboard
    person.press("search pieces")
    assert person.panels.wants_keyboard
