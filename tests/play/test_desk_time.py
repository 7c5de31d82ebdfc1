"""Time at a desk: clocks of the rules, and bots that think in a process of their own."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from sandbox.play.desk import Desk
from sandbox.play.desk_clock import SECONDS, clock_of
from sandbox.play.desk_worker import FarTable, Worker
from sandbox.referee import saving
from sandbox.referee.beethupferl import Hand as HandOfTheGarden
from sandbox.referee.beethupferl import Pour
from sandbox.referee.hurlyburly import HurlyburlyTable
from sandbox.referee.words import Impossible
from sandbox.rules.base import Seat
from sandbox.rules.burp import Dock, Robbed
from sandbox.rules.registry import load_game
from tests.play.desk_kit import CATALOGUE
from tests.play.hands import play


def test_what_the_rules_give_a_limited_time_runs_against_a_clock() -> None:
    """Taps come when they came, a pause holds the clock, skipping ends it; the ruling is that of the finding."""
    desk = Desk.start("bourpif", ["you", "bot"], 3, CATALOGUE, in_background=False)
    play(desk, 30, lambda: desk.clock is not None)
    clock = desk.clock
    assert clock is not None
    assert (clock.limit, clock.rule, desk.busy) == (60.0, "bourpif.turn.timeout", "the time runs")
    assert "60 s after its last card lies open a turn ends" in clock.at_end
    assert clock.left == 60.0
    count = len(desk.session.entries)
    desk.advance(clock.events[0][0] / clock.pace + 0.01)
    assert len(clock.said) == 1
    desk.live.paused = True
    then = clock.now
    desk.advance(5.0)
    assert (clock.now, len(desk.session.entries)) == (then, count)
    desk.live.paused = False
    desk.advance(60.0)
    assert (desk.clock, len(desk.session.entries)) == (None, count + 1)
    play(desk, 60, lambda: desk.clock is not None)
    desk.skip()
    assert desk.clock is None
    desk.close()


def test_a_dock_that_is_late_is_seen_to_be_late() -> None:
    """Two minutes run in some seconds; what was built later is told as too late; other acts have no clock."""
    game = load_game("burp")
    dock = Dock(Seat(1), 2, (3,), 0, 0, 0.0, 125.0, 0)
    clock = clock_of(game, dock)
    assert clock is not None
    assert (clock.limit, clock.title) == (120.0, "P2 builds a dock")
    clock.run(SECONDS * 0.99)
    assert (clock.left, clock.said, clock.is_over) == (0.0, (), False)
    clock.run(SECONDS)
    assert clock.said == ("125.0 s: P2 lets go of the dock, too late",)
    assert clock_of(game, Robbed(Seat(1), 2, (3,), 0, 0, 0.0)) is None


def test_bots_act_in_a_process_of_their_own_to_the_same_end(tmp_path: Path) -> None:
    """The same game as without it; one that dies is done without; closing in the middle waits for nothing."""
    desks = []
    for in_background in (True, False):
        desk = Desk.start("hurlyburly", ["bot", "bot"], 11, CATALOGUE, in_background=in_background)
        desk.beat = 0.0
        desks.append(desk)
    far, near = desks
    worker = far._worker
    assert worker is not None
    assert near._worker is None

    def to(desk: Desk, acts: int) -> None:
        until = time.monotonic() + 60
        while len(desk.session.entries) < acts and time.monotonic() < until:
            desk.advance(0.02)
            desk.skip()
            time.sleep(0.001)

    to(far, 5)
    assert worker._process is not None
    assert worker._process.is_alive()
    worker._process.kill()
    to(far, 7)
    to(near, len(far.session.entries))
    assert len(far.session.entries) >= 7
    assert far.session.state == near.session.state
    assert far.session.lying == near.session.lying
    assert [entry.attempt for entry in far.session.entries] == [entry.attempt for entry in near.session.entries]
    near.close(), far.close()

    desk = Desk.start("hurlyburly", ["bot", "bot"], 11, CATALOGUE, in_background=True)
    desk.beat = 0.0
    while not desk.busy:
        desk.advance(0.02)
    process = desk._worker._process if desk._worker is not None else None
    assert process is not None
    desk.close()
    assert process.exitcode is not None


def test_what_cannot_be_performed_is_said_by_the_process(begun: Path) -> None:
    """What is raised there is raised here, and the process goes on."""
    game = load_game("hurlyburly")
    saved = saving.load(begun, game, HurlyburlyTable())
    worker, table = Worker(), HurlyburlyTable()
    far = FarTable(table, worker)
    for _ in range(2):
        with pytest.raises(Impossible):
            far.perform(saved.lying, saved.state, Pour(HandOfTheGarden(0.0, 0.0), 0.0, 0.0, 0.02, tilted=True))
    assert far.bench is table.bench
    worker.close()
