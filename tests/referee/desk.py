"""A table of Hurlyburly in any position, for tests: what lies there, what the rules wait for, what is tried."""

from __future__ import annotations

import functools
import math
from dataclasses import replace

from sandbox.geometry import Pose, quat_from_euler_deg, quat_multiply
from sandbox.players.tables.hurlyburly import stand
from sandbox.referee.hurlyburly import Build, Hand, HurlyburlyTable, Mend, Scene, SetUp, Shoot
from sandbox.referee.hurlyburly.scene import Piece, Role
from sandbox.referee.words import Report
from sandbox.rules import load_game
from sandbox.rules.base import Seat
from sandbox.rules.hurlyburly import Cards, HurlyburlyState, Phase, Player

GAME = load_game("hurlyburly")
TABLE = HurlyburlyTable()
STEADY = Hand(0, 0.0, 0.0)
P1, P2, P3 = Seat(0), Seat(1), Seat(2)


@functools.cache
def _laid(towers: tuple[tuple[int, ...], ...], hand: Hand, apart: float) -> Scene:
    state = replace(GAME.initial(len(towers)), phase=Phase.SETUP, players=tuple(Player(t) for t in towers))
    return TABLE.perform(TABLE.empty(state), state, SetUp(hand, apart)).after


class Desk:
    """A state and what lies on the table; `perform` tries and judges, and goes on when it stands.

    Args:
        towers: Walls of each level of each player's tower.
        phase: What the game waits for; P1's turn, aiming at P2.
        hand: Who built them.
        apart: Metres between the middles of the towers; 0 for the usual.
        fields: Of the state.
    """

    def __init__(self, *towers, phase=Phase.SHOT, hand=STEADY, apart=0.0, **fields):
        start = GAME.initial(len(towers))
        players = tuple(Player(tower, blocks=2) for tower in towers)
        used = Cards(sum(map(sum, towers)), sum(map(len, towers)))
        dealt = Cards(2 * len(towers), len(towers))
        self.state: HurlyburlyState = replace(
            start, phase=phase, turn=P1, players=players, supply=start.supply + dealt - used
        )
        if phase in (Phase.AIM, Phase.SHOT):
            self.state = replace(self.state, target=P2, launched=1)
        self.state = replace(self.state, **fields)
        self.scene = _laid(tuple(towers), hand, apart)
        if phase is Phase.SHOT:
            aim = replace(self.state, phase=Phase.AIM)
            self.scene = TABLE.perform(self.scene, aim, stand(self.scene, 0, 1)).after

    def perform(self, attempt, *, goes_on=True):
        """Try something; return report and ruling."""
        report = TABLE.perform(self.scene, self.state, attempt)
        return report, self.judge(report, goes_on=goes_on)

    def judge(self, report: Report, *, goes_on=True):
        """Let the rules judge a report and the table follow."""
        ruling, after = GAME.decide(self.state, report.finding)
        if ruling.legal and goes_on:
            self.scene, self.notes = TABLE.follow(report.after, self.state, report.finding, after)
            self.state = after
        return ruling

    def tell(self, move):
        """Make a move."""
        ruling, after = GAME.decide(self.state, move)
        if ruling.legal:
            self.scene, self.notes = TABLE.follow(self.scene, self.state, move, after)
            self.state = after
        return ruling

    # --- hands of whoever writes the test

    def move(self, name, by=(0.0, 0.0, 0.0), turn_deg=(0.0, 0.0, 0.0)):
        """Displace a piece, turned about its own origin."""

        def moved(piece: Piece) -> Piece:
            if piece.name != name:
                return piece
            turned = quat_multiply(quat_from_euler_deg(*turn_deg), piece.pose.rotation)
            return replace(piece, pose=Pose(piece.pose.moved(by).position, turned))

        assert any(piece.name == name for piece in self.scene)
        self.scene = self.scene.changed(moved)

    def lay_flat(self, name, x, y, height=0.001):
        """Lay a folded card or a flag on its side somewhere."""
        pose = Pose((x, y, height + 0.02), quat_from_euler_deg(90.0, 0.0, 0.0))
        self.scene = self.scene.changed(lambda p: replace(p, pose=pose) if p.name == name else p)

    def take_away(self, *names):
        """Drop pieces beside the table's middle, one on another: they are no longer where they were."""
        for number, name in enumerate(names):
            self.scene = self.scene.changed(
                lambda p, n=number, name=name: (
                    replace(p, pose=Pose((0.0, 0.5, 0.01 + 0.03 * n), quat_from_euler_deg(90.0, 0.0, 0.0)))
                    if p.name == name
                    else p
                )
            )

    def add(self, kind, role, owner, name, x, y, z=0.0, yaw_deg=0.0):
        """Put one more piece on the table."""
        from sandbox.scenario.layout import on_top

        component = TABLE.bench.component(f"hurlyburly/{kind}")
        pose = on_top(component, x, y, z, quat_from_euler_deg(0.0, 0.0, yaw_deg))
        self.scene = self.scene.adding([Piece(name, f"hurlyburly/{kind}", role, owner, pose, pose)])

    def look(self):
        """Read the table after a shot that only dribbles out of the basket."""
        return self.perform(DRIBBLE)


DRIBBLE = Shoot(Hand(1), 24.0, 0.0, 0.0)
"""A shot that comes down before the own catapult."""

BUILD, MEND = Build(STEADY), Mend(STEADY)
ROLE = Role


def place_at(scene, seat, target):
    """Return the usual place of a catapult."""
    return stand(scene, seat, target)


def polar(distance, degrees):
    """Return x and y."""
    return distance * math.cos(math.radians(degrees)), distance * math.sin(math.radians(degrees))
