"""Hands of bots at the table of Hurlyburly: steady or clumsy, aiming by trial shots of their own, or at random."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sandbox.errors import UnknownName
from sandbox.geometry import Pose
from sandbox.players.tables.aiming import best_pull, throws
from sandbox.referee.hurlyburly.acting import shoot
from sandbox.referee.hurlyburly.attempts import Build, Defend, Draw, Hand, Look, Mend, Place, SetUp, Shoot, Spot
from sandbox.referee.hurlyburly.places import BESIDE, grounds
from sandbox.referee.hurlyburly.scene import Role, Scene
from sandbox.referee.hurlyburly.table import HurlyburlyTable
from sandbox.referee.words import Attempt, Field
from sandbox.rules.base import Engine
from sandbox.rules.hurlyburly import HurlyburlyState, Phase, Tower

__all__ = ["SKILLS", "AimingHands", "RandomHands", "Skill", "aimed_pull", "hands", "stand"]


@dataclass(frozen=True, slots=True)
class Skill:
    """How good hands are.

    Args:
        position: Sigma in metres of where a piece is let go.
        angle_deg: Sigma of its turn.
        pull_deg: Sigma of the pull.
        yaw_deg: Sigma of where the catapult points.
        trials: Shots that are tried in a scratch world before the real one; 0 trusts the table of throws.
    """

    position: float
    angle_deg: float
    pull_deg: float
    yaw_deg: float
    trials: int = 0

    def hand(self, rng: np.random.Generator) -> Hand:
        """Return a hand of this skill with a tremor of its own."""
        return Hand(int(rng.integers(2**31)), self.position, self.angle_deg)


SKILLS: Mapping[str, Skill] = {
    "steady": Skill(0.5e-3, 0.5, 0.5, 0.3, trials=3),
    "fair": Skill(1e-3, 1.0, 1.0, 0.5),
    "clumsy": Skill(3e-3, 2.0, 2.0, 1.0),
}
"""By name, the best first. `fair` is what TABLES calls a hand: 1 mm and 1°."""

FACE = 0.04
"""Metres from the middle of a tower to the face that a shot meets."""

BACK = 0.012
"""Metres by which the catapult stands further from the target than the own flag."""

LEVEL = 0.064
"""Metres from one level to the next."""

AIM = 0.5
"""Part of a tower's height that is aimed at."""

ROWS = (0.105, 0.165, 0.225)
"""How far before the tower sandbags stand, metres."""

COLUMNS = (-0.03, 0.03, -0.09, 0.09)
"""How far to the side."""

ROOM = {Role.SANDBAG: 0.029, Role.SUPPORT: 0.056, Role.CATAPULT: 0.045, Role.PLATFORM: 0.056, Role.BLOCK: 0.012}
"""Metres around the middle of a piece that must be free; 45 mm for others."""


class AimingHands:
    """Builds in the middle, puts sandbags before the tower, and aims.

    Args:
        skill: How good the hands are.
    """

    def __init__(self, skill: Skill) -> None:
        self.skill = skill

    def attempt(
        self, game: Engine[Any], field: Field, lying: Scene, state: HurlyburlyState, rng: np.random.Generator
    ) -> Attempt:
        """Return how the player tries what the state waits for."""
        assert isinstance(field, HurlyburlyTable)
        hand = self.skill.hand(rng)
        match state.phase:
            case Phase.START:
                return Draw(hand.seed)
            case Phase.SETUP:
                return SetUp(hand)
            case Phase.BUILD:
                return Build(hand)
            case Phase.PLACE:
                return Defend(hand, self._defence(field, lying, state, rng))
            case Phase.AIM:
                return self._stand(lying, state, rng)
            case Phase.SHOT:
                return self._shot(field, lying, state, hand)
            case Phase.FLAG | Phase.MEND:
                return Mend(hand)
            case _:
                return Look()

    def _stand(self, lying: Scene, state: HurlyburlyState, rng: np.random.Generator) -> Attempt:
        """Put the catapult beside the tower; where that is blocked, somewhere else that the rules allow."""
        assert state.target is not None
        return _free_stand(lying, state.turn, state.target, rng)

    def _shot(self, field: HurlyburlyTable, lying: Scene, state: HurlyburlyState, hand: Hand) -> Shoot:
        assert state.target is not None
        pull = aimed_pull(field, lying, state)
        shot = Shoot(hand, pull, self.skill.pull_deg, self.skill.yaw_deg)
        if not self.skill.trials:
            return shot
        best, most = pull, -1.0
        for trial in range(self.skill.trials):
            tried = pull + (0.0, -2.0, 2.0, -4.0, 4.0)[trial % 5]
            worth = _felled(field, lying, state, replace(shot, pull_deg=min(tried, 61.0)))
            if worth > most:
                best, most = min(tried, 61.0), worth
        return replace(shot, pull_deg=best)

    def _defence(
        self, field: HurlyburlyTable, lying: Scene, state: HurlyburlyState, rng: np.random.Generator
    ) -> tuple[Spot, ...]:
        """Return where the cards go: sandbags in rows before the tower, supports flat on pairs of them."""
        spot = grounds(lying.players, lying.apart)[state.turn]
        taken = [
            (p.pose.position[0], p.pose.position[1], ROOM.get(p.role, 0.045))
            for p in lying.on_table()
            if -0.02 < p.pose.position[2] < 0.1
        ]
        out: list[Spot] = []
        for kind, role, count in (
            ("sandbag", Role.SANDBAG, state.placing.sandbags),
            ("support", Role.SUPPORT, state.placing.supports),
        ):
            for _ in range(count):
                x, y = _free(spot.pose, taken, rng, ROOM[role])
                out.append(Spot(kind, x, y, 0.0, spot.yaw_deg))  # type: ignore[arg-type]
                taken.append((x, y, ROOM[role]))
        return tuple(out)


class RandomHands(AimingHands):
    """Does anything that hands can do: wherever the catapult may stand, however far it goes back."""

    def _stand(self, lying: Scene, state: HurlyburlyState, rng: np.random.Generator) -> Attempt:
        assert state.target is not None
        placed = stand(lying, state.turn, state.target, rng)
        return replace(placed, yaw_deg=placed.yaw_deg + 4.0 * float(rng.standard_normal()))

    def _shot(self, field: HurlyburlyTable, lying: Scene, state: HurlyburlyState, hand: Hand) -> Shoot:
        pull = 20.0 + 40.0 * (hand.seed % 1009) / 1009
        return Shoot(hand, pull, self.skill.pull_deg, self.skill.yaw_deg)


def hands(kind: str) -> AimingHands:
    """Return hands by name: a skill, or `random`.

    Raises:
        UnknownName: There are none of that name.
    """
    if kind == "random":
        return RandomHands(SKILLS["clumsy"])
    if kind not in SKILLS:
        raise UnknownName("skill", kind, [*SKILLS, "random"])
    return AimingHands(SKILLS[kind])


def stand(lying: Scene, seat: int, target: int, rng: np.random.Generator | None = None) -> Place:
    """Return a place for the catapult that the rules allow: beside the own flag, no closer to the target.

    Args:
        lying: What lies on the table.
        seat: Whose catapult.
        target: At whose tower it points.
        rng: Chooses another place around the flag; None takes the usual one.
    """
    side, back = (BESIDE, BACK) if rng is None else (_side(rng), float(rng.uniform(BACK, 0.1)))
    return _beside(lying, seat, target, side, back)


def _beside(lying: Scene, seat: int, target: int, side: float, back: float) -> Place:
    (fx, fy), aim = lying.flags[seat], _middle(lying, target)
    away = math.atan2(fy - aim[1], fx - aim[0])
    # `back` is straight away from the target; `side` is to the left of whoever looks at it.
    x = fx + back * math.cos(away) + side * math.sin(away)
    y = fy + back * math.sin(away) - side * math.cos(away)
    return Place(x, y, math.degrees(math.atan2(aim[1] - y, aim[0] - x)))


def _side(rng: np.random.Generator) -> float:
    return (1 if rng.random() < 0.5 else -1) * float(rng.uniform(0.085, 0.16))


def _free_stand(lying: Scene, seat: int, target: int, rng: np.random.Generator) -> Place:
    """Return the usual place beside the flag if nothing lies there, else the one of many that has most room."""
    usual = stand(lying, seat, target)
    if _room(lying, seat, usual) > 0:
        return usual
    tried = [_beside(lying, seat, target, _side(rng), float(rng.uniform(BACK, 0.1))) for _ in range(80)]
    tried += [_beside(lying, seat, target, 0.4 * _side(rng), float(rng.uniform(0.1, 0.18))) for _ in range(40)]
    return max(tried, key=lambda place: _room(lying, seat, place))


def _room(lying: Scene, seat: int, place: Place) -> float:
    """Return how much room is left around a catapult there, metres; negative when something may be in the way."""
    others = (p for p in lying.on_table() if p.pose.position[2] > -0.02)
    return min(
        (
            math.dist(p.pose.position[:2], (place.x, place.y)) - ROOM.get(p.role, 0.045) - ROOM[Role.CATAPULT]
            for p in others
            if not (p.role is Role.CATAPULT and p.owner == seat)
        ),
        default=1.0,
    )


def aimed_pull(table: HurlyburlyTable, lying: Scene, state: HurlyburlyState) -> float:
    """Return the pull in degrees that meets the middle of the target's tower, by the table of throws."""
    assert state.target is not None
    (catapult,) = lying.of(state.turn, Role.CATAPULT)
    distance = math.dist(catapult.pose.position[:2], _middle(lying, state.target)) - FACE
    height = AIM * LEVEL * max(1, len(state.players[state.target].levels))
    return best_pull(throws(table.bench, state.players[state.turn].upgrades), distance, height)


def _middle(lying: Scene, seat: int) -> tuple[float, float]:
    """Return the middle of a tower, seen from above."""
    platforms = [p.pose.position for p in lying.of(seat, Role.PLATFORM) if not p.aside]
    if not platforms:
        return lying.flags[seat]
    return (sum(p[0] for p in platforms) / len(platforms), sum(p[1] for p in platforms) / len(platforms))


def _free(
    seat: Pose, taken: list[tuple[float, float, float]], rng: np.random.Generator, room: float
) -> tuple[float, float]:
    """Return the first place before the tower around which nothing lies; behind it when there is none."""
    spots = [(x, y) for x in ROWS for y in COLUMNS]
    spots += [(float(rng.uniform(-0.22, 0.25)), float(rng.uniform(-0.22, 0.22))) for _ in range(60)]
    for x, y in spots:
        px, py, _ = seat.apply((x, y, 0.0))
        if all(math.dist((px, py), (ox, oy)) > room + radius for ox, oy, radius in taken):
            return px, py
    return px, py


def _felled(field: HurlyburlyTable, lying: Scene, state: HurlyburlyState, shot: Shoot) -> float:
    """Return what a shot without tremor is worth: levels of rivals minus own ones, a flag half a level."""
    steady = replace(shot, pull_sigma_deg=0.0, yaw_sigma_deg=0.0)
    reading, _, _ = shoot(field.bench, lying, state, steady, False)
    worth = 0.0
    for seat, (tower, player) in enumerate(zip(reading.towers, state.players, strict=True)):
        lost = len(player.levels) - _standing(tower)
        worth += (-1.0 if seat == state.turn else 1.0) * lost
        worth += 0.5 * (seat != state.turn and player.flag and not tower.flag_level)
    return worth


def _standing(tower: Tower) -> int:
    return next((i for i, count in enumerate(tower.walls) if count < 1), len(tower.walls))
