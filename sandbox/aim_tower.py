"""`sandbox aim hurlyburly`: which levels of a tower shots fell, against pull and yaw."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from sandbox.aim_words import intervals
from sandbox.errors import InputError, UnknownName
from sandbox.rules.base import some

if TYPE_CHECKING:
    from sandbox.components.catalogue import Catalogue

__all__ = ["aim_shots"]

YAWS: tuple[float, ...] = (-2.0, 0.0, 2.0)
"""Degrees by which `aim` points past the target."""


def aim_shots(
    *,
    tower: str,
    upgrades: int,
    shots: int,
    pulls: int,
    skill: str,
    seed: int,
    number: int = 0,
    catalogue: Catalogue | None = None,
) -> None:
    """Print how likely each level of a tower falls, against pull and yaw, and where the blocks end.

    Args:
        tower: Walls of each level, such as `2+2+1`.
        upgrades: Cards that were added to the catapult.
        shots: How many at each point.
        pulls: How many pulls around the one that is aimed well.
        skill: Whose hands.
        seed: Of the build and of the shots.
        number: Of the shot of an attack, from 1; of it the misjudging is left. 0 is aimed well.
        catalogue: Where the pieces are; the shipped ones by default.

    Raises:
        InputError: There is no such tower, catapult or skill.
    """
    import numpy as np

    from sandbox.players.tables.cloud import cell, shooting_range
    from sandbox.players.tables.hurlyburly import SKILLS
    from sandbox.referee.hurlyburly.bench import Bench
    from sandbox.referee.hurlyburly.launch import most_pull_deg
    from sandbox.referee.hurlyburly.table import HurlyburlyTable

    if skill not in SKILLS:
        raise UnknownName("skill", skill, SKILLS)
    place = shooting_range(_walls(tower), upgrades, seed=seed, table=HurlyburlyTable(Bench(catalogue)))
    well = place.pull_deg
    most = most_pull_deg(place.table.bench.catapult(upgrades)) - 1.0
    each = f"{some(shots, 'shot')} at each point, {skill} hands, seed {seed}"
    title = f"At {tower} with {some(upgrades, 'upgrade')}: {each}; aimed well: {well:g}°"
    hands, yaws = SKILLS[skill], YAWS
    if number:
        hands, yaws = hands.misjudging(number), (0.0,)
        title += f"; shot {number} of an attack"
    table = Table(title=title, caption=intervals(shots))
    for head in ("pull °", "yaw °", "speed m/s", *(f"level {i + 1}" for i in range(place.levels)), "flag"):
        table.add_column(head, justify="right")
    table.add_column("block ends at cm", justify="right")
    tried = sorted({round(min(most, well + 2.0 * (i - pulls // 2)), 2) for i in range(pulls)})
    for pull in tried:
        for yaw in yaws:
            hits = list(cell(place, hands, shots, seed=seed, pull_deg=pull, yaw_deg=yaw))
            felled = Counter(hit.felled for hit in hits)
            levels = [
                sum(count for fell, count in felled.items() if fell >= place.levels - i) / shots
                for i in range(place.levels)
            ]
            xs, ys = 100 * np.array([hit.x for hit in hits]), 100 * np.array([hit.y for hit in hits])
            ends = f"{xs.mean():.0f} ± {xs.std():.0f}, {ys.mean():+.0f} ± {ys.std():.0f}"
            speed = np.mean([hit.speed for hit in hits])
            flag = sum(hit.flag for hit in hits) / shots
            table.add_row(
                f"{pull:g}", f"{yaw:+g}", f"{speed:.2f}", *(f"{p:.2f}" for p in levels), f"{flag:.2f}", ends
            )
    Console().print(table)


def _walls(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split("+"))
    except ValueError:
        raise InputError(f"expected walls a level such as 2+2+1, not {text!r}") from None
