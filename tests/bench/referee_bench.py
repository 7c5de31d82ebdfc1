"""What a table costs: a build, an attack, a duel of bots and where its time goes, towers that only stand about.

    python -m tests.bench referee

Every figure is processor time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from sandbox.players.tables.aiming import throws
from sandbox.players.tables.cloud import shooting_range
from sandbox.players.tables.seats import seat_bots
from sandbox.referee.hurlyburly import Build, Hand, Role, Shoot
from sandbox.referee.hurlyburly.acting import shoot
from sandbox.rules import load_game
from sandbox.rules.hurlyburly import Phase
from tests.bench.bench import Row, cpu_seconds, median, median_ratio

ROUNDS = 5
DUELS = (1, 2)
"""Seeds of the games that are played."""


def rows() -> Iterator[Row]:
    """Yield what a table of Hurlyburly costs."""
    place = shooting_range((2, 2, 2), 2)
    spent = cpu_seconds(lambda: throws(place.table.bench, 2))
    yield Row("hurlyburly: the table of throws of one catapult, once a process", spent, "CPU s")
    shot = Shoot(Hand(3), place.pull_deg)
    spent = median(ROUNDS, lambda: cpu_seconds(lambda: _shoot(place.table, place.lying, place.state, shot)))
    yield Row("hurlyburly: an attack, one shot that fells levels of three", spent, "CPU s")
    building = replace(place.state, phase=Phase.BUILD, rising=(2,), target=None, launched=0)
    build = Build(Hand(1))
    spent = median(ROUNDS, lambda: cpu_seconds(lambda: place.table.perform(place.lying, building, build)))
    yield Row("hurlyburly: a build, one strong level", spent, "CPU s")
    yield Row("hurlyburly: a shot at one tower of four over one alone", four_towers_against_one(), "times", 1.5)
    yield from duels()


def four_towers_against_one() -> float:
    """Return what a shot costs with three like towers that it does not touch, over what it costs without them."""
    place = shooting_range((2, 2, 2), 2)
    shot = Shoot(Hand(3), place.pull_deg)
    tower = [p for p in place.lying if p.owner == 1 and p.role is not Role.CATAPULT]
    alone = replace(place.lying, pieces=tuple(p for p in place.lying if p.owner == 1 or p.role is Role.CATAPULT))
    others = [
        replace(p, name=f"{p.name}.{number}", owner=5, pose=p.pose.moved((0.0, 0.3 * number, 0.0)))
        for number in (-2, 2, -1)
        for p in tower
    ]
    many = alone.adding(others)
    return median_ratio(
        ROUNDS,
        lambda: cpu_seconds(lambda: _shoot(place.table, many, place.state, shot)),
        lambda: cpu_seconds(lambda: _shoot(place.table, alone, place.state, shot)),
    )


def duels() -> Iterator[Row]:
    """Yield what games of two bots cost, the whole and its parts, the mean of a few."""
    sessions = [seat_bots(load_game("hurlyburly"), 2, seed=seed) for seed in DUELS]
    whole = sum(cpu_seconds(session.play) for session in sessions) / len(sessions)
    acts = sum(len(session.entries) for session in sessions) / len(sessions)
    yield Row(f"hurlyburly: a duel of bots, {acts:.0f} acts", whole, "CPU s")
    parts: Counter[str] = Counter()
    for session in sessions:
        for entry in session.entries:
            parts.update(entry.cpu)
    for part, seconds in parts.most_common():
        yield Row(f"    of it {PARTS.get(part, part)}", seconds / len(sessions), "CPU s")
    yield Row("    of it aiming, clearing up, rules", whole - parts.total() / len(sessions), "CPU s")


PARTS = {"world": "setting worlds up", "steps": "simulating until rest", "reading": "reading the towers"}


def _shoot(table, lying, state, shot):
    return shoot(table.bench, lying, state, shot, False)
