"""A garden in any position, for tests: what lies there, what the rules wait for, what is tried."""

from __future__ import annotations

from dataclasses import replace

from sandbox.geometry import Pose
from sandbox.players.tables.beethupferl_cloud import fresh_garden
from sandbox.referee.beethupferl import BeethupferlTable, Hand, Pour, Zone
from sandbox.referee.beethupferl.patterns import pattern
from sandbox.referee.beethupferl.places import drop_pose
from sandbox.rules import load_game
from sandbox.rules.base import Seat
from sandbox.rules.beethupferl import BeethupferlOptions, Direct, Edge, Grass, Hollow, Phase

GAME = load_game("beethupferl")
TABLE = BeethupferlTable()
BENCH, GARDEN = TABLE.bench, TABLE.bench.garden
P1, P2 = Seat(0), Seat(1)
STEADY = Hand(0, 0.0, 0.0, 0.0, 0.0)


class Plot:
    """A state and what lies in the garden; `perform` tries and judges, and goes on when it stands.

    Args:
        drops: How many drops lie in which hollow; their tiles lie as they should.
        watering: What is poured: a hollow directly, or from an edge.
        watered: How often the can was filled in this turn.
        options: Of the game.
        players: How many.
    """

    def __init__(self, drops=None, *, watering=6, watered=1, players=2, **options):
        drops = drops or {}
        start = GAME.initial(players, BeethupferlOptions(**options, cooperative=players == 1))
        move = Grass(P1, watering) if isinstance(watering, Edge) else Direct(P1, Hollow(watering))
        lying = tuple(drops.get(hollow, 0) for hollow in range(1, 17))
        self.state = replace(
            start,
            phase=Phase.POUR,
            watering=move,
            watered=watered,
            can=1,
            bowl=start.bowl - 1 - sum(lying),
            drops=lying,
        )
        self.scene = fresh_garden(BENCH)
        rest = [drop.name for drop in self.scene.drops]
        self._put(rest.pop(), Zone.CAN, 0, drop_pose(GARDEN, Zone.CAN))
        for hollow, count in drops.items():
            right = pattern(BENCH, min(count, 2), hollow)
            for number in range(count):
                pose = right.drops[number] if number < 2 else right.drops[0].moved((0.0, 0.0, 0.011))
                self._put(rest.pop(), Zone.BED, hollow, pose)
            self.lay(hollow, right.tile)
        self.notes = ()

    def _put(self, name, zone, hollow, pose):
        self.scene = self.scene.with_drops(
            lambda d: replace(d, zone=zone, hollow=hollow, pose=pose) if d.name == name else d
        )

    def lay(self, hollow, pose):
        """Put the tile of a hollow somewhere."""
        self.scene = self.scene.with_tiles(lambda t: replace(t, pose=pose) if t.hollow == hollow else t)

    def picture(self, hollow, tile):
        """Swap pictures with a tile over no drop, so that a hollow's tile shows another one."""
        old = self.scene.tile_on(hollow)
        if old.picture is tile:
            return
        wet = {drop.hollow for drop in self.scene.drops if drop.hollow}
        other = next(t for t in self.scene.tiles if t.picture is tile and t.hollow not in wet)
        swap = {old.name: other.picture, other.name: old.picture}
        self.scene = self.scene.with_tiles(lambda t: replace(t, picture=swap.get(t.name, t.picture)))
        tiles = tuple(self.scene.tile_on(h).picture for h in range(1, 17))
        supply = tuple(t.picture for t in self.scene.heap(Zone.SUPPLY))
        self.state = replace(self.state, tiles=tiles, supply=supply)

    def pour(self, x=None, y=None, *, fall=0.05, hand=STEADY, **more):
        """Pour above the hollow that is watered, or somewhere; return report and ruling."""
        if x is None:
            x, y, _ = GARDEN.hollow(self.state.watering.hollow)
        return self.perform(Pour(hand, x, y, fall, **more))

    def perform(self, attempt):
        """Try something; return report and ruling."""
        report = TABLE.perform(self.scene, self.state, attempt)
        return report, self.judge(report)

    def judge(self, report):
        """Let the rules judge a report and the table follow."""
        ruling, after = GAME.decide(self.state, report.finding)
        if ruling.legal:
            self.scene, self.notes = TABLE.follow(report.after, self.state, report.finding, after)
            self.state = after
        return ruling

    def tell(self, move):
        """Make a move; the table follows."""
        ruling, after = GAME.decide(self.state, move)
        assert ruling.legal, ruling.reason
        self.scene, self.notes = TABLE.follow(self.scene, self.state, move, after)
        self.state = after
        return ruling


def beside(hollow, x=0.0, y=0.0, z=0.0):
    """Return a point beside the middle of a hollow, metres."""
    at = GARDEN.hollow(hollow)
    return (at[0] + x, at[1] + y, at[2] + z)


def flat(hollow, by=(0.0, 0.0, 0.0)):
    """Return where a tile lies flat on a hollow, shifted."""
    return GARDEN.tile_pose(hollow).moved(by)


__all__ = ["BENCH", "GAME", "GARDEN", "P1", "P2", "STEADY", "TABLE", "Plot", "Pose", "beside", "flat"]
