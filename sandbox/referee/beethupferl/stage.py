"""A world made of a scene, in which a drop runs or hands act until everything rests and is read."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace

import numpy as np

from sandbox.geometry import Vec3, vec3
from sandbox.physics import Settled, World, recording
from sandbox.record import Trace
from sandbox.referee.beethupferl.bench import Bench
from sandbox.referee.beethupferl.catching import stays_below
from sandbox.referee.beethupferl.patterns import pattern
from sandbox.referee.beethupferl.places import is_outside
from sandbox.referee.beethupferl.reading import Bed
from sandbox.referee.beethupferl.rest import come_to_rest
from sandbox.referee.beethupferl.scene import Drop, Scene, Zone
from sandbox.rules.beethupferl import Rest

__all__ = ["PATIENCE", "Stage", "bed_of"]

PATIENCE = 6.0
"""Seconds after which rest is waited for no longer: what still rolls then is refused by the rules."""

RECORD_HZ = 60.0
"""Frames a second of a trace."""

NOWHERE: Vec3 = (0.0, 0.0, -1.0)
"""Where a drop is that left the garden."""


class Stage:
    """Holds a world and the scene that it stands for; use it in a `with`.

    Args:
        bench: Makes the world.
        scene: What lies in the garden: it sleeps until something touches it.
        records: Whether a trace is kept.
    """

    def __init__(self, bench: Bench, scene: Scene, *, records: bool = False) -> None:
        started = time.process_time()
        pattern(bench, 1, 1)  # found now, not in the middle: all worlds of a bench share its engine
        self.bench, self.scene = bench, scene
        self.world = bench.world(scene)
        self.out: set[str] = set()
        self._drops = frozenset(drop.name for drop in scene.drops)
        self.speeds: dict[str, float] = {}
        self.cpu = {"world": time.process_time() - started}
        self._clock = time.process_time()
        self._stack = ExitStack()
        self._recorder = self._stack.enter_context(recording(self.world, RECORD_HZ)) if records else None
        self.trace: Trace | None = None

    def __enter__(self) -> Stage:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()
        self.world.close()

    def lap(self, part: str) -> None:
        """Put the processor time since the last lap down to a part of the work."""
        now = time.process_time()
        self.cpu[part] = self.cpu.get(part, 0.0) + now - self._clock
        self._clock = now

    def rest(self) -> Settled:
        """Wait for rest.

        A drop that left the garden is taken away: where it rolls to does not matter. One that can only roll to the
        lowest point of its hollow is laid there as soon as everything else rests.
        """
        rest, self.speeds = come_to_rest(self.world, PATIENCE, self._fetch, self._seeps)
        if rest.ok:
            for name in [name for name, speed in self.speeds.items() if speed > self.world.profile.rest_speed]:
                hollow = self.bed().places[name][1]
                self.world.put(name, pattern(self.bench, 1, hollow).drops[0])
                self.speeds[name] = 0.0
        self.lap("steps")
        return rest

    def bed(self) -> Bed:
        """Return the garden as it lies at this instant."""
        snapshot, there = self.world.snapshot(), set(self.world.names)
        tiles = {tile.hollow: snapshot.pose(tile.name) for tile in self.scene.laid() if tile.name in there}
        drops = {name: snapshot.pose(name).position for name in self.drops() if name in there}
        return Bed(self.bench.garden, tiles, drops | dict.fromkeys(sorted(self.out), NOWHERE))

    def drops(self) -> list[str]:
        """Return the names of the drops that are, or were, in the garden."""
        return [drop.name for drop in self.scene.drops if drop.name in self.world.names or drop.name in self.out]

    def close_trace(self) -> None:
        """Keep what was recorded so far."""
        if self._recorder is not None:
            self._recorder.capture()
            self.trace = self._recorder.trace()

    def now(self, bed: Bed) -> Scene:
        """Return the scene as a bed has it: poses, and which drop is in which hollow."""
        snapshot = self.world.snapshot()
        there = set(snapshot.names)
        scene = self.scene.with_tiles(
            lambda tile: replace(tile, pose=snapshot.pose(tile.name)) if tile.name in there else tile
        )

        def lying(drop: Drop) -> Drop:
            if drop.name not in bed.drops:
                return drop
            rest, hollow = bed.places[drop.name]
            return replace(
                drop,
                zone=drop.zone if drop.zone is Zone.HAND else Zone.BED,
                pose=snapshot.pose(drop.name) if drop.name in there else drop.pose,
                hollow=hollow if rest is Rest.HOLLOW else 0,
            )

        return scene.with_drops(lying)

    def _seeps(self, name: str) -> bool:
        """Return whether a piece is a drop, alone in its hollow, that stays clear of the tile for good."""
        garden = self.bench.garden
        if name not in self._drops:
            return False
        poses, twists = self.world.rows([name])
        at = vec3(poses[0, :3])
        hollow = garden.hollow_under(at[0], at[1])
        tile = next((tile.name for tile in self.scene.laid() if tile.hollow == hollow), None)
        if hollow is None or tile is None or tile not in self.world.names:
            return False
        speed = float(np.linalg.norm(twists[0, :3]))
        if not stays_below(garden, hollow, at, speed, self.world.pose(tile)):
            return False
        return self.bed().inside(hollow) == [name]

    def _fetch(self, world: World) -> None:
        names = sorted(self._drops.intersection(world.names) - world.asleep)
        poses, _ = world.rows(names)
        outside = [is_outside(self.bench.garden, vec3(row)) for row in poses[:, :3]]
        gone = [name for name, is_out in zip(names, outside, strict=True) if is_out]
        self.take_out(gone)
        self.out.update(gone)

    def take_out(self, names: Iterable[str]) -> None:
        """Let hands take pieces out of the garden; what lay on them wakes."""
        for name in names:
            self.world.remove(name)


def bed_of(bench: Bench, scene: Scene) -> Bed:
    """Return the garden of a scene at rest."""
    return Bed(
        bench.garden,
        {tile.hollow: tile.pose for tile in scene.laid()},
        {drop.name: drop.pose.position for drop in scene.wet()},
    )
