"""Whether a block goes through a card: its middle is followed step by step in the frame of every leaf.

A leaf is one flat board of a card. Between two steps the middle of the block moves on a straight line in the frame
of the leaf. Where that line crosses the middle plane of the leaf within its outline, the block went through: it is
14 mm thick, so that its middle cannot get there beside or over a card that holds.
"""

from __future__ import annotations

import numpy as np

from sandbox.components.spec import Box
from sandbox.geometry import Pose, matrices, quat_from_euler_deg
from sandbox.physics import World
from sandbox.players.tables.cloud import Range, shooting_range
from sandbox.referee.hurlyburly.bench import BLOCK
from sandbox.referee.hurlyburly.launch import launch, load_pose
from sandbox.referee.hurlyburly.scene import Role

FLIGHT = 0.7
"""Seconds."""

SLOW, RARELY = 0.05, 8
"""A block that is slower than so many m/s is looked at after so many steps only."""

TOWERS = (((2, 2, 2), 2), ((1, 1, 1), 3))
"""What is shot at in turn, and with how many upgrades."""


class Passing:
    """Watches one block; `passed` names the cards that it went through.

    Args:
        block: Its name.
    """

    def __init__(self, block: str) -> None:
        self.block = block
        self.passed: list[str] = []
        self.looks = 0
        self._steps = 0
        self._names: tuple[str, ...] = ()
        self._local = np.empty((0, 3))

    def __call__(self, world: World) -> None:
        """Look once more, after a step."""
        self._steps += 1
        if self._steps % RARELY and world.speeds([self.block])[0][0] < SLOW:
            return
        self.looks += 1
        snapshot = world.snapshot()
        if snapshot.names != self._names:
            self._gather(world, snapshot.names)
        here = snapshot.poses[snapshot.index(self.block), :3]
        poses = snapshot.poses[self._rows]
        in_model = np.einsum("nji,nj->ni", matrices(poses[:, 3:]), here - poses[:, :3])
        local = np.einsum("nji,nj->ni", self._turns, in_model - self._centres)
        if len(self._local):
            for leaf in np.flatnonzero(self._crosses(self._local, local)):
                self.passed.append(self._of[leaf])
        self._local = local

    def _gather(self, world: World, names: tuple[str, ...]) -> None:
        rows, of, centres, turns, sizes = [], [], [], [], []
        for row, name in enumerate(names):
            component = world.body(name).component
            if component.material != "card" or component.links or name == self.block:
                continue
            for part in component.parts:
                if not isinstance(part.shape, Box):
                    continue
                rows.append(row)
                of.append(name)
                centres.append(part.pose.position)
                turns.append(matrices(np.asarray(part.pose.rotation)))
                sizes.append(part.shape.size)
        self._names, self._rows, self._of = names, np.array(rows), of
        self._centres, self._turns, self._sizes = np.array(centres), np.array(turns), np.array(sizes)
        self._thin = self._sizes.argmin(axis=1)
        self._local = np.empty((0, 3))

    def _crosses(self, old: np.ndarray, new: np.ndarray) -> np.ndarray:
        """Return for each leaf whether the line from `old` to `new`, `(n, 3) float`, goes through it."""
        each = np.arange(len(new))
        before, after = old[each, self._thin], new[each, self._thin]
        changed = before * after < 0
        part = np.divide(before, before - after, out=np.zeros_like(before), where=changed)
        at = old + part[:, None] * (new - old)
        inside = np.abs(at) < self._sizes / 2
        inside[each, self._thin] = True
        return changed & inside.all(axis=1)


def shots_through(count: int, seed: int) -> tuple[list[str], int, int]:
    """Fire well-aimed shots and harder ones, and return what blocks went through, hits, and looks.

    Each is followed for `FLIGHT` seconds after the block has left: it reaches the tower in 0.2 s.

    Args:
        count: How many shots.
        seed: Of the tremors.
    """
    passed, hits, looks = [], 0, 0
    places = [shooting_range(walls, upgrades) for walls, upgrades in TOWERS]
    pulls = [place.pull_deg for place in places]
    for number in range(count):
        place, pull = places[number % len(places)], pulls[number % len(places)]
        rng = np.random.default_rng([seed, number])
        pull = min(pull + (number % 5) * 2.0 + rng.standard_normal(), 61.0)
        watch, moved = _fly(place, pull, rng.standard_normal())
        hits += moved
        looks += watch.looks
        passed += [f"shot {number}: {name}" for name in watch.passed]
    return passed, hits, looks


def _fly(place: Range, pull_deg: float, yaw_deg: float) -> tuple[Passing, bool]:
    """Fire once; return who watched it, and whether the tower was moved by a millimetre."""
    bench, lying = place.table.bench, place.lying
    component, block = bench.catapult(place.state.players[0].upgrades), bench.component(BLOCK)
    (catapult,) = lying.of(0, Role.CATAPULT)
    pose = catapult.pose @ Pose((0.0, 0.0, 0.0), quat_from_euler_deg(0.0, 0.0, yaw_deg))
    watch = Passing("block")
    with bench.world(lying, leave_out=[catapult.name]) as world:
        world.add(component, catapult.name, pose, fixed=True)
        world.add(block, "block", pose @ load_pose(component, block))
        before = world.snapshot()
        launch(world, catapult.name, ["block"], pull_deg=pull_deg, pull_speed=0.2, watch=watch)
        world.observers.append(watch)
        world.run(FLIGHT)
        now = world.snapshot()
    cards = [name for name in before.names if name.startswith("p2.level")]
    way = [np.subtract(now.pose(name).position, before.pose(name).position) for name in cards]
    return watch, bool(np.abs(way).max() > 1e-3)
