"""Many shots at one tower: where blocks come down, and how likely each level falls, against pull and yaw."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sandbox.errors import InputError
from sandbox.players.tables.hurlyburly import Skill, aimed_pull, stand
from sandbox.referee.hurlyburly.acting import shoot
from sandbox.referee.hurlyburly.attempts import Hand, SetUp, Shoot
from sandbox.referee.hurlyburly.scene import Scene
from sandbox.referee.hurlyburly.table import HurlyburlyTable
from sandbox.rules import load_game
from sandbox.rules.base import Seat
from sandbox.rules.hurlyburly import Hurlyburly, HurlyburlyState, Phase, Player, Tower

__all__ = ["Hit", "Range", "cell", "levels_felled", "shooting_range"]

MOST_LEVELS = 8


@dataclass(frozen=True)
class Range:
    """A table on which P1 shoots at the tower of P2.

    Args:
        table: Performs the shots.
        lying: What lies there before each of them.
        state: The rules' state, waiting for a shot.
    """

    table: HurlyburlyTable
    lying: Scene
    state: HurlyburlyState

    @property
    def levels(self) -> int:
        """How many levels the target has."""
        return len(self.state.players[1].levels)

    @property
    def pull_deg(self) -> float:
        """The pull that is aimed well: at the middle of the tower."""
        return aimed_pull(self.table, self.lying, self.state)


@dataclass(frozen=True, slots=True)
class Hit:
    """One shot.

    Args:
        felled: Levels of the target that it demolished.
        flag: Whether the flag is down.
        x: Where the block ended, metres from the catapult towards the target.
        y: The same to the left.
        speed: m/s at which it left the basket.
        settled: Whether everything came to rest.
    """

    felled: int
    flag: bool
    x: float
    y: float
    speed: float
    settled: bool


def shooting_range(
    walls: Sequence[int], upgrades: int, *, seed: int = 0, table: HurlyburlyTable | None = None, apart: float = 0.0
) -> Range:
    """Return a table with a tower to shoot at, 50 cm from the one of who shoots.

    Args:
        walls: Walls of each level of the target, the lowest first: 1 or 2.
        upgrades: Upgrade cards in the catapult.
        seed: Of the hands that built it, with the tremor of 1 mm and 1°.
        table: Performs the shots; a new one by default.
        apart: Metres between the middles of the towers; 0 takes the table's own.

    Raises:
        InputError: There is no such tower or catapult.
    """
    if not 1 <= len(walls) <= MOST_LEVELS or not set(walls) <= {1, 2}:
        raise InputError(f"a tower is 1 to {MOST_LEVELS} levels of 1 or 2 walls, such as 2+2+1")
    if not 0 <= upgrades <= 8:
        raise InputError(f"a catapult has 0 to 8 upgrades, not {upgrades}")
    game, table = load_game("hurlyburly"), table or HurlyburlyTable()
    assert isinstance(game, Hurlyburly)
    players = (Player(levels=(2,), upgrades=upgrades), Player(levels=tuple(walls)))
    state = replace(game.initial(2), phase=Phase.SETUP, players=players)
    lying = table.perform(table.empty(state), state, SetUp(Hand(seed), apart)).after
    state = replace(state, phase=Phase.AIM, turn=Seat(0), target=Seat(1), launched=1)
    lying, _ = table.follow(lying, state, None, state)  # type: ignore[arg-type]
    lying = table.perform(lying, state, stand(lying, 0, 1)).after
    return Range(table, lying, replace(state, phase=Phase.SHOT))


def levels_felled(tower: Tower, levels: int) -> int:
    """Return how many of the levels of a tower no longer stand."""
    return levels - next((i for i, count in enumerate(tower.walls) if count < 1), len(tower.walls))


def cell(
    place: Range, skill: Skill, shots: int, *, seed: int = 0, pull_deg: float | None = None, yaw_deg: float = 0.0
) -> Iterator[Hit]:
    """Shoot again and again at the same tower and yield what each shot did.

    Args:
        place: The table.
        skill: Whose tremor.
        shots: How many.
        seed: Of the tremors.
        pull_deg: How far the arm is pulled; the well-aimed pull by default.
        yaw_deg: By how much the catapult points to the left of the target.
    """
    pull = place.pull_deg if pull_deg is None else pull_deg
    (catapult,) = [p for p in place.lying if p.name == "p1.catapult"]
    here, middle = catapult.pose.position, place.lying.flags[1]
    towards = math.atan2(middle[1] - here[1], middle[0] - here[0])
    aimed = stand(place.lying, 0, 1)
    lying = place.table.perform(
        place.lying,
        replace(place.state, phase=Phase.AIM),
        replace(aimed, yaw_deg=aimed.yaw_deg + yaw_deg),
    ).after
    for number in range(shots):
        shot_seed = int(np.random.default_rng([seed, number]).integers(2**31))
        shot = Shoot(Hand(shot_seed), pull, skill.pull_deg, skill.yaw_deg)
        reading, _, launched = shoot(place.table.bench, lying, place.state, shot, False)
        figures = reading.evidence.figures
        dx, dy = figures["p1.block1 x"] - here[0], figures["p1.block1 y"] - here[1]
        target = reading.towers[1]
        yield Hit(
            levels_felled(target, place.levels),
            target.flag_level == 0 or target.flag_tilt_deg >= 30,
            dx * math.cos(towards) + dy * math.sin(towards),
            dy * math.cos(towards) - dx * math.sin(towards),
            launched.speed,
            reading.evidence.settled,
        )
