"""What a table costs: a build, an attack, a whole duel, and towers that only stand about.

    python -m tests.bench.referee_bench

Every figure is processor time; run it on a quiet machine all the same.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace

from sandbox.players.tables.aiming import throws
from sandbox.players.tables.cloud import shooting_range
from sandbox.players.tables.seats import seat_bots
from sandbox.referee.hurlyburly import Build, Hand, Role, Shoot
from sandbox.rules import load_game
from sandbox.rules.hurlyburly import Phase

ROUNDS = 5


def cost(work, rounds: int = ROUNDS) -> float:
    """Return the least processor time of a few rounds, seconds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def four_towers_against_one() -> tuple[float, float]:
    """Return the cost of one shot at a tower that stands alone, and with three like it that are not touched."""
    place = shooting_range((2, 2, 2), 2)
    shot = Shoot(Hand(3), place.pull_deg)
    tower = [p for p in place.lying if p.owner == 1 and p.role is not Role.CATAPULT]
    alone = replace(place.lying, pieces=tuple(p for p in place.lying if p.owner == 1 or p.role is Role.CATAPULT))
    others = [
        replace(p, name=f"{p.name}.{number}", owner=5, pose=p.pose.moved((0.0, 0.3 * number, 0.0)))
        for number in (-2, 2, -1)
        for p in tower
    ]
    one = cost(lambda: _shoot(place.table, alone, place.state, shot))
    return one, cost(lambda: _shoot(place.table, alone.adding(others), place.state, shot))


def _shoot(table, lying, state, shot):
    from sandbox.referee.hurlyburly.acting import shoot

    return shoot(table.bench, lying, state, shot, False)


def main() -> None:
    """Print every figure."""
    game = load_game("hurlyburly")
    start = time.process_time()
    place = shooting_range((2, 2, 2), 2)
    throws(place.table.bench, 2)
    print(f"models, a table with two towers, and the table of throws: {time.process_time() - start:.2f} s")
    shot = Shoot(Hand(3), place.pull_deg)
    spent_on = cost(lambda: _shoot(place.table, place.lying, place.state, shot))
    print(f"an attack (one shot that hits three levels): {spent_on:.2f} s")
    building = replace(place.state, phase=Phase.BUILD, rising=(2,), target=None, launched=0)
    report = place.table.perform(place.lying, building, Build(Hand(1)))
    spent_on = cost(lambda: place.table.perform(place.lying, building, Build(Hand(1))))
    print(f"a build (one strong level): {spent_on:.2f} s")
    print(f"    of it {', '.join(f'{part} {1000 * seconds:.0f} ms' for part, seconds in report.cpu.items())}")
    one, four = four_towers_against_one()
    print(f"a shot at one tower alone {one:.2f} s; with three more untouched {four:.2f} s: {four / one:.2f} times")
    start, spent = time.process_time(), {}
    session = seat_bots(game, 2, seed=1)
    session.play()
    whole = time.process_time() - start
    for entry in session.entries:
        for part, seconds in entry.cpu.items():
            spent[part] = spent.get(part, 0.0) + seconds
    parts = ", ".join(f"{part} {seconds:.1f} s" for part, seconds in spent.items())
    print(f"a duel of two bots: {whole:.1f} s for {len(session.entries)} acts")
    print(f"    of it {parts}, the rest aiming and clearing")


if __name__ == "__main__":
    sys.exit(main())
