"""What is written ends inside its panel, however long the names and however small the window."""

from __future__ import annotations

from typing import Any

import pytest
from imgui_bundle import imgui

from sandbox.play.panels.page import Page
from tests.play_panels.conftest import Sit
from tests.play_panels.kit import Desk, Seat, menu_ui, still, table_ui

SIZES = [(640, 400), (960, 540), (1280, 720), (1920, 1080)]

LONG = Desk(
    seats=(Seat("P1", "you"), Seat("P2", "bot", "fair hand"), Seat("P3", "random", "clumsy hand")),
    score=[
        ("P1", "2 levels, flag down, 5 blocks, 3 upgrades, 6 defences"),
        ("P2", "2 levels, 1 block, 1 upgrade"),
        ("P3", "1 level, 1 block"),
    ],
    facts=[("Walls, platforms and blocks in the supply", "31 walls, 12 platforms, 16 blocks")],
    turn="P1 (you): Round 12, between two shots",
)


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that were written past the right edge of their panel."""
    found: list[str] = []
    write = Page.text

    def text(page: Page, text: str, *arguments: Any, **more: Any) -> None:
        write(page, text, *arguments, **more)
        edge = imgui.get_window_pos().x + imgui.get_window_size().x
        if imgui.get_item_rect_max().x > edge + 0.5:
            found.append(f"{text!r} ends {imgui.get_item_rect_max().x - edge:.0f} past the edge")

    monkeypatch.setattr(Page, "text", text)
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("desk", [Desk(), LONG], ids=["usual", "long"])
def test_at_a_table(sit: Sit, cut: list[str], size: tuple[int, int], desk: Desk):
    """Seats, scores, rulings, moves and facts."""
    person = sit(table_ui(), still(), desk, size)
    cut.clear()  # a panel knows its size after its first frames
    person.look()
    assert person.panels.written
    assert cut == []


@pytest.mark.parametrize("size", SIZES)
def test_in_the_menu(sit: Sit, cut: list[str], size: tuple[int, int]):
    """Games, players, scenarios, saved games."""
    person = sit(menu_ui(), size=size)
    for page in ("page games", "page scenarios", "page saves"):
        if page in person.panels.pressable:
            person.press(page)
        cut.clear()
        person.look()
        assert cut == [], page
