"""Other games at a desk: without a table, with secrets, with a can; and who may sit there."""

from __future__ import annotations

import math

import pytest

from sandbox.play.desk import Desk
from sandbox.play.tools import tools_for
from sandbox.play.tooltip import tooltip
from sandbox.play.ui import Ui
from sandbox.referee.beethupferl.bench import Bench as BeethupferlBench
from tests.play.desk_kit import CATALOGUE, move
from tests.play.hands import play, pointer


@pytest.mark.parametrize("game", ["burst", "bourpif", "burp"])
def test_games_without_a_table_are_played_too(game: str) -> None:
    """Bots and chance play on by themselves; moves have texts, scores and logs are there."""
    desk = Desk.start(game, ["you", "bot", "random"], 5, CATALOGUE, in_background=False)
    desk.beat = 0.0
    for _ in range(400):
        if len(desk.session.entries) > 40 or desk.outcome_text:
            break
        if desk.moves():
            desk.tell(desk.moves()[0][0])
        desk.advance(0.1)
    assert len(desk.session.entries) > 40 or desk.outcome_text
    assert len(desk.score) == 3
    assert len(desk.log) == 2 * len(desk.session.entries)
    assert all(text for _, text in desk.moves())
    count = len(desk.session.entries)
    assert "taken back" in desk.undo()
    assert len(desk.session.entries) < count
    desk.close()


def test_two_people_hand_over_where_there_are_secrets() -> None:
    """Until the next one has sat down nothing can be done, and each sees only their own hand."""
    desk = Desk.start("burst", ["you", "you"], 5, CATALOGUE, in_background=False)
    desk.beat = 0.0
    seen = set()
    for _ in range(60):
        desk.advance(0.1)
        waiting = desk.needs_handover
        if waiting is not None:
            assert desk.moves() == []
            assert desk.hint == f"Hand over to {waiting}."
            assert "hand over" in desk.why_not("table", "move")
            desk.handed_over()
            seen.add(waiting)
        if desk.moves():
            seat = desk.seat
            assert seat is not None
            other = 1 - int(seat)
            assert all(card.to_text() != desk.session.state.hands[other] for card in desk.shown.hands[other])
            assert desk.shown == desk.session.game.view(desk.session.state, seat)
            desk.tell(desk.moves()[-1][0])
        if len(seen) == 2:
            break
    assert seen == {"P1", "P2"}
    said = desk.undo()
    assert "taken back" in said
    desk.close()


def test_undo_says_when_something_hidden_was_seen() -> None:
    """A card that was drawn is known; one that was played from the hand was no secret of the deck."""
    desk = Desk.start("burst", ["you", "bot"], 5, CATALOGUE, in_background=False)
    desk.beat = 0.0
    for _ in range(20):
        desk.advance(0.1)
        if desk.moves():
            break
    session = desk.session
    assert "what was revealed is known by now" in session.undo(len(session.entries))
    desk.close()


def test_the_garden_is_watered_by_hand() -> None:
    """The can is carried above the hollow, tilted, and the drop watched; the ruling is of where it was held."""
    desk = Desk.start("beethupferl", ["you", "you"], 3, CATALOGUE, in_background=False)
    desk.beat = 0.0
    play(desk, 60, lambda: bool(desk.moves()))
    desk.tell(move(desk, "direct 6"))
    assert "tilt it" in desk.hint
    assert "only the can" in desk.why_not("bed", "move")
    # what lies beside the garden is there, and what lies face down is told to nobody
    kinds = desk.live.kinds
    assert [sum(name.startswith(stem) for name in kinds) for stem in ("bowl", "drop", "tile")] == [1, 19, 30]
    assert {"p2.can", "can"} <= set(kinds)
    assert "p1.can" not in kinds
    for tile in (name for name in kinds if name.startswith("tile")):
        assert kinds[tile].title not in " ".join(tooltip(desk.live, tile, desk))
    assert "Bowl for the drops" in tooltip(desk.live, "bowl", desk)
    assert (desk.owner("p2.can"), desk.owner("can"), desk.owner("bowl")) == ("P2", "P1", None)
    assert not desk.live.world.loose  # the can in the hand pushes nothing
    tools = tools_for(desk.live, desk, Ui())
    assert next(iter(tools)) == "can"
    tool = tools["can"]
    x, y, z = BeethupferlBench().garden.hollow(6)
    assert tool.press(pointer(desk.live, (x, y, z)))
    for _ in range(20):
        tool.move(pointer(desk.live, (x, y, z)))
        desk.live.advance(1 / 60, budget=9.0)
    can = desk.can()
    assert can is not None
    assert math.dist(can.at, (x, y)) < 0.01
    fall = can.fall
    tool.scroll(pointer(desk.live, (x, y, z)), 1.0)
    assert can.fall == pytest.approx(fall + 5e-3)
    tool.scroll(pointer(desk.live, (x, y, z)), -1.0)
    assert any("hollow 6" in getattr(mark, "text", "") for mark in desk.marks())
    count = len(desk.session.entries)
    assert tool.act("tilt")
    watched = set[str]()
    play(
        desk,
        60,
        lambda: (
            watched.update(desk.live.kinds if desk.live.is_replay else ()) or len(desk.session.entries) > count
        ),
    )
    assert {"bowl", "p1.can", "drop7"} <= watched or {"bowl", "p2.can", "drop7"} <= watched
    found = desk.ruling
    assert found is not None
    assert found.act.startswith("nature: watered")
    assert math.dist((found.figures["nozzle x"], found.figures["nozzle y"]), (x, y)) < 0.04
    desk.close()
