"""From the menu every game, scenario and saved game is two presses away."""

from __future__ import annotations

import random

import pytest

from sandbox.play.panels.menu import MenuState, start_arguments
from tests.play_panels.conftest import Sit
from tests.play_panels.kit import menu_ui


def test_a_game_starts_with_who_was_seated(sit: Sit):
    """Choose a game, one more player, advisory; Play asks for just that."""
    person = sit(menu_ui())
    person.press("game hurlyburly")
    person.press("One more player")
    person.press("Advisory referee")
    [asked] = person.press("Play")
    assert asked.action == "start_game"
    assert asked.arguments["game"] == "hurlyburly"
    assert asked.arguments["players"] == ("you", "bot", "bot")
    assert asked.arguments["advisory"] is True
    assert asked.arguments["practice"] is False


def test_a_seat_can_be_a_person_or_any_bot_or_nobody(sit: Sit):
    """The list of a seat offers all; a seat that the game does not need can be left."""
    person = sit(menu_ui())
    person.press("game hurlyburly")
    person.press("seat 2")
    person.press("seat 2 bot:clumsy")
    assert person.panels.menu.players == ["you", "bot:clumsy"]
    assert "no seat 2" not in person.panels.pressable, "two is the least"
    person.press("One more player")
    person.press("no seat 2")
    assert person.panels.menu.players == ["you", "bot"]


def test_no_more_players_than_a_game_takes(sit: Sit):
    """The button goes when all seats are taken."""
    person = sit(menu_ui())
    person.press("game hurlyburly")
    for _ in range(2):
        person.press("One more player")
    assert "One more player" not in person.panels.pressable
    assert len(person.panels.menu.players) == 4


@pytest.mark.parametrize("game", ["beethupferl", "bourpif", "burp", "burst", "hurlyburly"])
def test_every_game_is_told_about(sit: Sit, game: str):
    """A game that is chosen has a sentence about it, and begins with a legal number of players."""
    person = sit(menu_ui())
    person.press(f"game {game}")
    [asked] = person.press("Play")
    assert asked.arguments["game"] == game
    chosen = next(each for each in _offers() if each.name == game)
    assert chosen.fewest <= len(asked.arguments["players"]) <= chosen.most
    assert chosen.blurb in person.panels.written


def _offers():
    from sandbox.play.panels.gather import gather_menu

    return gather_menu(menu_ui()).games


def test_scenarios_are_found_by_words(sit: Sit):
    """Typing a word leaves the scenarios that have it; pressing one opens its file."""
    person = sit(menu_ui(), size=(1440, 900))
    person.press("page scenarios")
    everything = {name for name in person.panels.pressable if name.startswith("scenario ")}
    assert len(everything) > 40
    person.type("search scenarios", "marble rolled")
    [only] = [name for name in person.panels.pressable if name.startswith("scenario ")]
    [asked] = person.press(only)
    assert (asked.action, asked.arguments["path"].name) == ("start_scenario", "a_marble_comes_to_rest.toml")


def test_the_last_game_goes_on_with_one_press(sit: Sit):
    """What was kept by itself is on top of the menu, and among the saved games with the others."""
    person = sit(menu_ui())
    [asked] = person.press("go on")
    assert (asked.action, asked.arguments["path"].name) == ("load_game", "autosave.json")
    person.press("page saves")
    [asked] = person.press("save a.json")
    assert asked.arguments["path"].name == "a.json"


def test_the_rest_of_the_menu(sit: Sit):
    """Empty table, sound and quit are asked for by their names."""
    person = sit(menu_ui())
    for label, action in (("Empty table", "start_empty"), ("Sound", "mute"), ("Quit", "quit")):
        assert [each.action for each in person.press(label)] == [action]


def test_a_typed_seed_is_used():
    """The same seed gives the same game; without one it is drawn."""
    rng = random.Random(1)
    assert start_arguments(MenuState(game="burst", players=["you"], seed="41"), rng)["seed"] == 41
    drawn = {start_arguments(MenuState(game="burst", players=["you"]), rng)["seed"] for _ in range(20)}
    assert len(drawn) > 15
