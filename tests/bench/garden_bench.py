"""What the garden of Beethupferl costs: a watering, a game and where its time goes, a garden that only lies there.

    python -m tests.bench garden

Every figure is processor time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from sandbox.components.catalogue import Catalogue
from sandbox.components.garden import SHIPPED
from sandbox.components.garden_files import files
from sandbox.players.tables.beethupferl import SKILLS, from_grass
from sandbox.players.tables.beethupferl_cloud import fresh_garden
from sandbox.players.tables.seats import seat_bots
from sandbox.referee.beethupferl import BeethupferlTable, Hand, Pour, Scene, Zone
from sandbox.referee.beethupferl.bench import Bench
from sandbox.referee.beethupferl.patterns import is_right, pattern
from sandbox.referee.beethupferl.reading import read_hollow
from sandbox.referee.beethupferl.stage import bed_of
from sandbox.rules import load_game
from sandbox.rules.base import Seat
from sandbox.rules.beethupferl import BeethupferlState, Direct, Edge, Grass, Hollow, Phase
from tests.bench.bench import Row, cpu_seconds, median, median_ratio

ROUNDS = 8
GAMES = (1, 2)
"""Seeds of the games that are played."""

STEPS = 2000
LATE = 100
"""Waterings after which one is to cost what it cost at first."""

HOLLOWS = 16
"""Hollows watered three times on each of the bowls."""

BOWLS = {
    "16 x 4 facets (A of the trials)": (16,) * 4,
    "24 x 8 facets (B of the trials)": (24,) * 8,
    "12 x 6 facets (shipped)": SHIPPED.rings,
}
"""Facets on each ring, the rim first."""

PARTS = {"world": "setting worlds up", "steps": "simulating until rest", "reading": "reading the garden"}


def rows() -> Iterator[Row]:
    """Yield what a table of Beethupferl costs."""
    table = BeethupferlTable()
    lying, state = _start(table)
    spent = cpu_seconds(lambda: [pattern(table.bench, count, 1) for count in (1, 2)])
    yield Row("beethupferl: how a tile lies over one drop and two, once a process", 1000 * spent, "CPU ms")
    for name, watering in (
        ("directly", Direct(Seat(0), Hollow(6))),
        ("from the grass", Grass(Seat(0), Edge.NORTH)),
    ):
        seeds = iter(range(ROUNDS))
        wet = replace(state, watering=watering)
        spent = median(ROUNDS, lambda w=wet, s=seeds: _watering(table, lying, w, next(s)))
        yield Row(f"beethupferl: a watering {name}", 1000 * spent, "CPU ms")
    yield Row(
        "beethupferl: a step of the frozen garden, 19 drops in it", 1000 * frozen_step(table), "CPU ms", 0.05
    )
    yield from bowls()
    yield from games()
    yield Row(f"beethupferl: a watering after {LATE} over the first", late_over_early(lying, state), "times", 1.2)


def _start(table: BeethupferlTable) -> tuple[Scene, BeethupferlState]:
    """Return a fresh garden with a drop in the can, and the state that waits for it."""
    start = load_game("beethupferl").initial(2)
    lying = fresh_garden(table.bench)
    first = lying.drops[0].name
    lying = lying.with_drops(lambda drop: replace(drop, zone=Zone.CAN) if drop.name == first else drop)
    watering = Direct(Seat(0), Hollow(6))
    return lying, replace(start, phase=Phase.POUR, watering=watering, watered=1, can=1, bowl=start.bowl - 1)


def _watering(table: BeethupferlTable, lying: Scene, state: BeethupferlState, seed: int) -> float:
    """Return what one watering costs, CPU s."""
    garden, hand = table.bench.garden, Hand(seed, SKILLS["fair"].position)
    if isinstance(state.watering, Direct):
        x, y, _ = garden.hollow(state.watering.hollow)
        attempt = Pour(hand, x, y)
    else:
        attempt = from_grass(garden, hand, Edge.NORTH, seed % garden.side, 0.012 + 0.033 * (seed % 2))
    return cpu_seconds(lambda: table.perform(lying, state, attempt))


def bowls() -> Iterator[Row]:
    """Yield what a direct watering costs on several bowls, and on how many hollows each of three drops did well.

    The tile has the same play in each of them; what the bench finds of one hollow is found of all in turn.
    """
    with ExitStack() as folders:
        tables = {
            name: _table(rings, folders.enter_context(TemporaryDirectory())) for name, rings in BOWLS.items()
        }
        spent: Counter[str] = Counter()
        well = {name: [0, 0, 0] for name in BOWLS}
        for seed in range(HOLLOWS):
            for name, table in tables.items():
                spent[name] += _three_drops(table, seed, well[name])
    for name, (visible, upright, three) in well.items():
        found = f"visible {visible}, upright {upright}, three in {three} of {HOLLOWS}"
        cost = 1000 * spent[name] / (3 * HOLLOWS)
        yield Row(f"beethupferl: a direct watering, bowl of {name}; {found}", cost, "CPU ms")


def _table(rings: tuple[int, ...], folder: str) -> BeethupferlTable:
    """Return a table whose bowls have other facets and the shipped one's play."""
    bowl = replace(SHIPPED, rings=rings)
    garden = replace(bowl, tile_radius=bowl.inner_radius - (SHIPPED.inner_radius - SHIPPED.tile_radius))
    for name, text in files(garden).items():
        path = Path(folder, name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return BeethupferlTable(Bench(Catalogue([folder])))


def _three_drops(table: BeethupferlTable, seed: int, well: list[int]) -> float:
    """Water a hollow three times by a hand that misses by 4 mm; count what went well, return the CPU s."""
    scene, state = _start(table)
    x, y, _ = table.bench.garden.hollow(6)
    spent = 0.0
    for count in (1, 2, 3):
        if not any(drop.zone is Zone.CAN for drop in scene.drops):
            name = scene.of(Zone.BOWL)[-1].name
            scene = scene.with_drops(lambda d, n=name: replace(d, zone=Zone.CAN) if d.name == n else d)
        began = process_time()
        scene = table.perform(scene, state, Pour(Hand(3 * seed + count, 4e-3), x, y)).after
        spent += process_time() - began
        bed = bed_of(table.bench, scene)
        reading = read_hollow(bed, 6)
        as_wanted = is_right(table.bench.limits, count, reading.tilt, reading.offset, reading.rise)
        well[count - 1] += reading.drops == count and (count == 3 or as_wanted)
    return spent


def frozen_step(table: BeethupferlTable) -> float:
    """Return what a step costs while nothing moves, CPU s."""
    lying = fresh_garden(table.bench)
    hollows = [1 + number % 16 for number in range(len(lying.drops) - 1)]
    for number, hollow in enumerate(hollows):
        right = pattern(table.bench, hollows.count(hollow), hollow)
        pose, name = right.drops[number // 16], lying.drops[number].name
        lying = lying.with_drops(
            lambda d, n=name, h=hollow, p=pose: replace(d, zone=Zone.BED, hollow=h, pose=p) if d.name == n else d
        )
        lying = lying.with_tiles(lambda t, h=hollow, p=right.tile: replace(t, pose=p) if t.hollow == h else t)
    with table.bench.world(lying) as world:
        world.step(10)
        return cpu_seconds(lambda: world.step(STEPS)) / STEPS


def games() -> Iterator[Row]:
    """Yield what games of two bots cost, the whole and its parts, the mean of a few."""
    sessions = [seat_bots(load_game("beethupferl"), 2, seed=seed, bot="forgetful") for seed in GAMES]
    whole = sum(cpu_seconds(session.play) for session in sessions) / len(sessions)
    acts = sum(len(session.entries) for session in sessions) / len(sessions)
    waterings = sum(isinstance(e.attempt, Pour) for s in sessions for e in s.entries) / len(sessions)
    yield Row(f"beethupferl: a game of bots, {acts:.0f} acts, {waterings:.0f} waterings", whole, "CPU s")
    parts: Counter[str] = Counter()
    for session in sessions:
        for entry in session.entries:
            parts.update(entry.cpu)
    for part, seconds in parts.most_common():
        yield Row(f"    of it {PARTS.get(part, part)}", seconds / len(sessions), "CPU s")
    yield Row("    of it bots, rules, putting right", whole - parts.total() / len(sessions), "CPU s")


def late_over_early(lying: Scene, state: BeethupferlState) -> float:
    """Return what the same watering costs at a table that has seen many, over what it costs at a new one."""
    used, fresh = BeethupferlTable(), BeethupferlTable()
    for number in range(LATE):
        _watering(used, lying, state, number)
    return median_ratio(
        ROUNDS, lambda: _watering(used, lying, state, 3), lambda: _watering(fresh, lying, state, 3)
    )
