"""A world made of a scene, in which hands act until everything rests and is read."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import numpy as np

from sandbox.geometry import Pose
from sandbox.physics import Settled, recording, settle
from sandbox.record import Trace
from sandbox.referee.hurlyburly.attempts import Hand
from sandbox.referee.hurlyburly.bench import Bench
from sandbox.referee.hurlyburly.hands import let_go
from sandbox.referee.hurlyburly.scene import Piece, Role, Scene
from sandbox.referee.hurlyburly.umpire import Reading, read

__all__ = ["PATIENCE", "Stage"]

PATIENCE = 6.0
"""Seconds after which rest is waited for once more, and after as many again it is given up."""

RECORD_HZ = 60.0
"""Frames a second of a trace."""


class Stage:
    """Holds a world and the scene that it stands for; use it in a `with`.

    Args:
        bench: Makes the world.
        scene: What lies on the table.
        live: Pieces that are in play from the start.
        leave_out: Pieces that hands have taken up.
        records: Whether a trace is kept.
    """

    def __init__(
        self,
        bench: Bench,
        scene: Scene,
        live: Iterable[str] = (),
        *,
        leave_out: Iterable[str] = (),
        records: bool = False,
    ) -> None:
        started = time.process_time()
        self.bench, self.before, self.scene = bench, scene, scene
        self.world = bench.world(scene, live, leave_out=leave_out)
        self.cpu: dict[str, float] = {"world": time.process_time() - started}
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

    def put(
        self,
        kind: str,
        role: Role,
        owner: int,
        stem: str,
        pose: Pose,
        hand: Hand,
        rng: np.random.Generator,
        level: int = 0,
    ) -> str:
        """Let hands put a new piece down and return its name."""
        name = self.scene.free_name(stem)
        at = let_go(self.world, self.bench.component(kind), name, pose, hand, rng)
        self.scene = self.scene.adding([Piece(name, kind, role, owner, at, at, level)])
        return name

    def put_back(self, name: str, pose: Pose, hand: Hand, rng: np.random.Generator) -> None:
        """Let hands put down a piece that they had taken up."""
        piece = self.scene.piece(name)
        at = let_go(self.world, self.bench.component(piece.kind), name, pose, hand, rng)
        self.change(name, pose=at, placed=at, aside=False, counts=True)

    def put_aside(self, kind: str, role: Role, owner: int, stem: str, level: int = 0) -> None:
        """Keep a piece in the hands: it belongs to the table, but lies nowhere."""
        name = self.scene.free_name(stem)
        self.scene = self.scene.adding([Piece(name, kind, role, owner, Pose(), Pose(), level, aside=True)])

    def change(self, name: str, **changes: Any) -> None:  # noqa: ANN401 (fields of any kind)
        """Change fields of a piece of the scene."""
        self.scene = self.scene.changed(lambda p: replace(p, **changes) if p.name == name else p)

    def rest(self) -> tuple[Settled, float]:
        """Wait for rest, twice if need be; return how it ended and how long it took in seconds."""
        first = settle(self.world, timeout=PATIENCE)
        if first.ok:
            return first, first.waited
        second = settle(self.world, timeout=PATIENCE)
        return second, first.waited + second.waited

    def read(self) -> Reading:
        """Wait for rest and read the table."""
        rest, waited = self.rest()
        self.lap("steps")
        if self._recorder is not None:
            self._recorder.capture()
            self.trace = self._recorder.trace()
        reading = read(self.world, self.before, self.scene, self.bench, rest, waited)
        self.lap("reading")
        return reading
