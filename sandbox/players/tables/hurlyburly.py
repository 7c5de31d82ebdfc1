"""Hands of bots at the table of Hurlyburly: steady or clumsy, aiming by trial shots of their own, or at random."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sandbox.errors import UnknownName
from sandbox.players.tables.aiming import PULLS, best_pull, throws
from sandbox.players.tables.screen import ROOM, defence
from sandbox.referee.hurlyburly.acting import shoot
from sandbox.referee.hurlyburly.attempts import Build, Defend, Draw, Hand, Look, Mend, Place, SetUp, Shoot
from sandbox.referee.hurlyburly.places import BESIDE
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
        pull_deg: Sigma of the pull: the hand's tremor, which a well-aimed shot has too.
        yaw_deg: Sigma of where the catapult points, likewise.
        judged_pull_deg: Sigma by which the pull that a distance needs is misjudged at the first shot of an attack;
            half of it is left at the second, a third at the third, since one sees where a block comes down.
        judged_yaw_deg: The same for the direction.
        trials: Shots that are tried in a scratch world before the real one; 0 trusts the table of throws.
    """

    position: float
    angle_deg: float
    pull_deg: float
    yaw_deg: float
    judged_pull_deg: float = 0.0
    judged_yaw_deg: float = 0.0
    trials: int = 0

    def hand(self, rng: np.random.Generator) -> Hand:
        """Return a hand of this skill with a tremor of its own."""
        return Hand(int(rng.integers(2**31)), self.position, self.angle_deg)

    def misjudging(self, number: int) -> Skill:
        """Return hands that tremble as much as these tremble and misjudge at a shot of an attack, from 1."""
        return replace(
            self,
            pull_deg=math.hypot(self.pull_deg, self.judged_pull_deg / number),
            yaw_deg=math.hypot(self.yaw_deg, self.judged_yaw_deg / number),
            judged_pull_deg=0.0,
            judged_yaw_deg=0.0,
        )


SKILLS: Mapping[str, Skill] = {
    "steady": Skill(0.5e-3, 0.5, 0.5, 0.3, 2.0, 1.5, trials=3),
    "fair": Skill(1e-3, 1.0, 1.0, 0.5, 4.0, 3.0),
    "clumsy": Skill(3e-3, 2.0, 2.0, 1.0, 7.0, 5.0),
}
"""By name, the best first. The tremor of `fair` is that of a careful hand, 1 mm and 1°. What is misjudged is
assumed: 3° are half a tower's width at 50 cm, and 4° of pull a tenth of the range."""

FACE = 0.04
"""Metres from the middle of a tower to the face that a shot meets."""

BACK = 0.012
"""Metres by which the catapult stands further from the target than the own flag."""

MOST_PULL = 61.0
"""Degrees: a degree before the joint's end, so that a tremor has room."""

LEVEL = 0.064
"""Metres from one level to the next."""

AIM = 0.5
"""Part of a tower's height that is aimed at."""


class AimingHands:
    """Builds in the middle, puts a screen of sandbags before the tower, and aims.

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
                return Defend(hand, defence(lying, state.turn, state.placing, rng))
            case Phase.AIM:
                return self._stand(lying, state, rng)
            case Phase.SHOT:
                return self._shot(field, lying, state, hand, rng)
            case Phase.FLAG | Phase.MEND:
                return Mend(hand)
            case _:
                return Look()

    def _stand(self, lying: Scene, state: HurlyburlyState, rng: np.random.Generator) -> Attempt:
        """Put the catapult beside the tower; where that is blocked, somewhere else that the rules allow."""
        assert state.target is not None
        place = _free_stand(lying, state.turn, state.target, rng)
        misjudged = self.skill.judged_yaw_deg / state.launched * float(rng.standard_normal())
        return replace(place, yaw_deg=place.yaw_deg + misjudged)

    def _shot(
        self,
        field: HurlyburlyTable,
        lying: Scene,
        state: HurlyburlyState,
        hand: Hand,
        rng: np.random.Generator,
    ) -> Shoot:
        shot = Shoot(hand, self._pull(field, lying, state, hand), self.skill.pull_deg, self.skill.yaw_deg)
        misjudged = self.skill.judged_pull_deg / state.launched * float(rng.standard_normal())
        return replace(shot, pull_deg=min(max(shot.pull_deg + misjudged, PULLS[0]), MOST_PULL))

    def _pull(self, field: HurlyburlyTable, lying: Scene, state: HurlyburlyState, hand: Hand) -> float:
        """Return the pull that would be right: by the table of throws, or the best of a few trial shots."""
        pull = aimed_pull(field, lying, state)
        best, most = pull, -1.0
        for trial in range(self.skill.trials):
            tried = pull + (0.0, -2.0, 2.0, -4.0, 4.0)[trial % 5]
            worth = _felled(field, lying, state, Shoot(hand, min(tried, MOST_PULL)))
            if worth > most:
                best, most = min(tried, MOST_PULL), worth
        return best


class RandomHands(AimingHands):
    """Does anything that hands can do: wherever the catapult may stand, however far it goes back."""

    def _stand(self, lying: Scene, state: HurlyburlyState, rng: np.random.Generator) -> Attempt:
        assert state.target is not None
        placed = stand(lying, state.turn, state.target, rng)
        return replace(placed, yaw_deg=placed.yaw_deg + 4.0 * float(rng.standard_normal()))

    def _shot(
        self,
        field: HurlyburlyTable,
        lying: Scene,
        state: HurlyburlyState,
        hand: Hand,
        rng: np.random.Generator,
    ) -> Shoot:
        pull = 20.0 + 40.0 * (hand.seed % 1009) / 1009
        return Shoot(hand, pull, self.skill.pull_deg, self.skill.yaw_deg)


def hands(kind: str, bot: str = "greedy") -> AimingHands:
    """Return hands by name: a skill, or `random`; they aim alike for every bot.

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
    """Return the pull in degrees that meets the middle of the target's tower, by the table of throws.

    Where a screen hides it, the middle of what is seen above the screen.
    """
    assert state.target is not None
    (catapult,) = lying.of(state.turn, Role.CATAPULT)
    distance = math.dist(catapult.pose.position[:2], _middle(lying, state.target)) - FACE
    top = LEVEL * max(1, len(state.players[state.target].levels))
    hidden = max((p.pose.position[2] for p in lying.of(state.target, Role.SANDBAG) if p.counts), default=-LEVEL)
    seen_from = hidden + LEVEL if hidden + LEVEL < top else 0.0
    height = max(AIM * top, (seen_from + top) / 2)
    return best_pull(throws(table.bench, state.players[state.turn].upgrades), distance, height)


def _middle(lying: Scene, seat: int) -> tuple[float, float]:
    """Return the middle of a tower, seen from above."""
    platforms = [p.pose.position for p in lying.of(seat, Role.PLATFORM) if not p.aside]
    if not platforms:
        return lying.flags[seat]
    return (sum(p[0] for p in platforms) / len(platforms), sum(p[1] for p in platforms) / len(platforms))


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
