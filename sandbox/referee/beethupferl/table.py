"""The table of Beethupferl: one attempt after another, each in a world made of what lies in the garden."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from sandbox.errors import InputError
from sandbox.referee.beethupferl.attempts import AnyAttempt, Ask, Clear, Mix, Pour, SetUp
from sandbox.referee.beethupferl.bench import Bench
from sandbox.referee.beethupferl.clearing import audit, follow, misfit
from sandbox.referee.beethupferl.picking import clear, set_up
from sandbox.referee.beethupferl.places import tile_pose
from sandbox.referee.beethupferl.pouring import pour
from sandbox.referee.beethupferl.scene import Drop, Laid, Scene, Zone
from sandbox.referee.models import models_of
from sandbox.referee.words import Attempt, Evidence, Impossible, Report
from sandbox.rules.base import Act, Seat
from sandbox.rules.beethupferl import BeethupferlState, Carrot, Phase, TileOrder

__all__ = ["WANTED", "BeethupferlTable"]

WANTED: Mapping[Phase, type[Attempt]] = {
    Phase.TILES: Mix,
    Phase.GARDEN: SetUp,
    Phase.FIRST: Ask,
    Phase.POUR: Pour,
    Phase.CLEAR: Clear,
}
"""What is to be tried where NATURE acts."""


class BeethupferlTable:
    """Performs attempts; what lies on the table is a `Scene` that the caller keeps.

    Args:
        bench: Makes worlds; by default of the shipped garden.
    """

    attempt_type = AnyAttempt
    lying_type: ClassVar[type[Scene]] = Scene

    def __init__(self, bench: Bench | None = None) -> None:
        self.bench = bench or Bench()

    @cached_property
    def models(self) -> Mapping[str, str]:
        """Short digests of the model files and the profile that it plays with, by name."""
        return models_of(self.bench.catalogue, self.bench.kinds, self.bench.profile)

    def empty(self, state: BeethupferlState) -> Scene:
        """Return the garden without tiles: they lie in a heap, the drops in their bowl.

        Raises:
            InputError: The rules are of a bed of other hollows.
        """
        garden = self.bench.garden
        if len(state.tiles) != garden.side**2:
            raise InputError(
                f"the garden has {garden.side**2} hollows and these rules have {len(state.tiles)}: write "
                f"hollows = {garden.side**2} in their data, or play them without a table (--nature scripted)"
            )
        tiles = (
            Laid(f"tile{n}", picture, Zone.SUPPLY, tile_pose(garden, Zone.SUPPLY, n))
            for n, picture in enumerate((*state.tiles, *state.supply), start=1)
        )
        drops = (Drop(f"drop{n}", Zone.BOWL, self.bench.in_bowl(n - 1)) for n in range(1, state.bowl + 1))
        return Scene(len(state.taken), tuple(tiles), tuple(drops))

    def doer(self, state: BeethupferlState) -> Seat:
        """Return whose hands act: whose turn it is."""
        return state.turn

    def perform(self, lying: Scene, state: BeethupferlState, attempt: Attempt, *, records: bool = False) -> Report:
        """Try something and read what came of it.

        Raises:
            Impossible: It cannot be performed, or is not what the game waits for; nothing moved.
        """
        wanted = WANTED.get(state.phase)
        if wanted is None or not isinstance(attempt, wanted):
            due = "a player" if wanted is None else wanted.__name__.lower()
            raise Impossible(f"the table waits for {due}, not for {type(attempt).__name__.lower()}")
        if isinstance(attempt, Mix):
            return self._mix(lying, attempt)
        if isinstance(attempt, Ask):
            eater = int(np.random.default_rng(attempt.seed).integers(lying.players))
            return Report(Carrot(Seat(eater)), Evidence(notes=(f"drawn with seed {attempt.seed}",)), lying)
        if isinstance(attempt, SetUp):
            return set_up(self.bench, lying, state, attempt, records)
        if isinstance(attempt, Pour):
            return pour(self.bench, lying, state, attempt, records)
        assert isinstance(attempt, Clear)
        return clear(self.bench, lying, state, attempt, records)

    def follow(
        self, lying: Scene, before: BeethupferlState, act: Act, after: BeethupferlState
    ) -> tuple[Scene, tuple[str, ...]]:
        """Put right what the rules say is to be put right, and make sure that both count the same pieces."""
        scene, notes = follow(self.bench, lying, before, act, after)
        audit(scene, after)
        return scene, notes

    def misfit(self, lying: Scene, state: BeethupferlState) -> str | None:
        """Return in what the garden lies otherwise than a state says; None where both count the same pieces."""
        return misfit(lying, state)

    def _mix(self, lying: Scene, attempt: Mix) -> Report:
        order = np.random.default_rng(attempt.seed).permutation(len(lying.tiles))
        garden = self.bench.garden
        mixed = tuple(
            replace(lying.tiles[int(which)], pose=tile_pose(garden, Zone.SUPPLY, n))
            for n, which in enumerate(order)
        )
        finding = TileOrder(tuple(tile.picture for tile in mixed))
        evidence = Evidence(notes=(f"mixed with seed {attempt.seed}",), bodies=tuple(tile.name for tile in mixed))
        return Report(finding, evidence, replace(lying, tiles=mixed))
