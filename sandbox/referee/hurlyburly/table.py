"""The table of Hurlyburly: one attempt after another, each in a world made of what lies there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import ClassVar

import numpy as np

from sandbox.referee.hurlyburly.acting import defend, place, shoot
from sandbox.referee.hurlyburly.attempts import (
    AnyAttempt,
    Build,
    ByHand,
    Defend,
    Draw,
    Look,
    Mend,
    Place,
    SetUp,
    Shoot,
)
from sandbox.referee.hurlyburly.bench import KINDS, Bench
from sandbox.referee.hurlyburly.building import build, mend, own_tower, set_up
from sandbox.referee.hurlyburly.by_hand import perform
from sandbox.referee.hurlyburly.clearing import audit, follow, misfit
from sandbox.referee.hurlyburly.places import APART, grounds
from sandbox.referee.hurlyburly.scene import Scene
from sandbox.referee.hurlyburly.stage import Stage
from sandbox.referee.hurlyburly.umpire import Reading
from sandbox.referee.models import models_of
from sandbox.referee.words import Attempt, Evidence, Impossible, Report
from sandbox.rules.base import Act, Finding, Seat
from sandbox.rules.hurlyburly import Defences, HurlyburlyState, Phase, Shot, Starter, Towers

__all__ = ["WANTED", "HurlyburlyTable"]

WANTED: Mapping[Phase, type[Attempt]] = {
    Phase.START: Draw,
    Phase.SETUP: SetUp,
    Phase.BUILD: Build,
    Phase.PLACE: Defend,
    Phase.AIM: Place,
    Phase.SHOT: Shoot,
    Phase.FLAG: Mend,
    Phase.MEND: Mend,
    Phase.WIN: Look,
}
"""What is to be tried where NATURE acts."""


class HurlyburlyTable:
    """Performs attempts; what lies on the table is a `Scene` that the caller keeps.

    Args:
        bench: Makes worlds; by default of the shipped models.
    """

    attempt_type = AnyAttempt
    lying_type: ClassVar[type[Scene]] = Scene

    def __init__(self, bench: Bench | None = None) -> None:
        self.bench = bench or Bench()

    @cached_property
    def models(self) -> Mapping[str, str]:
        """Short digests of the model files and the profile that it plays with, by name."""
        return models_of(self.bench.catalogue, KINDS, self.bench.profile)

    def empty(self, state: HurlyburlyState) -> Scene:
        """Return the bare table."""
        players = len(state.players)
        return Scene(players, APART, (), tuple((spot.x, spot.y) for spot in grounds(players)))

    def doer(self, state: HurlyburlyState) -> Seat:
        """Return whose hands act: who mends, or whose turn it is."""
        return state.mending[0] if state.phase in (Phase.FLAG, Phase.MEND) else state.turn

    def perform(self, lying: Scene, state: HurlyburlyState, attempt: Attempt, *, records: bool = False) -> Report:
        """Try something and read what came of it.

        Raises:
            Impossible: It cannot be performed, or is not what the game waits for; nothing moved.
        """
        if isinstance(attempt, ByHand):
            return perform(self.bench, lying, state, attempt)
        wanted = WANTED.get(state.phase)
        if wanted is None or not isinstance(attempt, wanted):
            due = "a player" if wanted is None else wanted.__name__.lower()
            raise Impossible(f"the table waits for {due}, not for {type(attempt).__name__.lower()}")
        bench = self.bench
        if isinstance(attempt, Draw):
            seat = int(np.random.default_rng(attempt.seed).integers(len(state.players)))
            return Report(Starter(Seat(seat)), Evidence(notes=(f"drawn with seed {attempt.seed}",)), lying)
        if isinstance(attempt, Place):
            aim, moved = place(bench, lying, state, attempt)
            return Report(aim, Evidence(figures={"from_flag": aim.from_flag}), moved)
        if isinstance(attempt, SetUp):
            setup, reading, stage = set_up(bench, lying, state, attempt, records)
            return _report(setup, reading, stage)
        if isinstance(attempt, Build):
            reading, stage = build(bench, lying, state, attempt, records)
        elif isinstance(attempt, Mend):
            reading, stage = mend(bench, lying, state, attempt, records)
        elif isinstance(attempt, Defend):
            reading, stage, (bags, supports, gap) = defend(bench, lying, state, attempt, records)
            shifts = round(reading.tower_shift, 6), round(reading.defence_shift, 6)
            return _report(Defences(bags, supports, round(gap, 6), reading.towers, *shifts), reading, stage)
        elif isinstance(attempt, Shoot):
            reading, stage, launched = shoot(bench, lying, state, attempt, records)
            shot = Shot(
                attempt.blocks,
                round(launched.gap, 6),
                round(launched.slip, 6),
                round(launched.pull_speed, 4),
                reading.towers,
            )
            figures = {
                "pull_deg": launched.pull_deg,
                "speed": launched.speed,
                "rise_deg": launched.rise_deg,
                "height": launched.height,
            }
            evidence = reading.evidence
            notes = evidence.notes if launched.left else (*evidence.notes, "the block stays in the basket")
            evidence = replace(evidence, notes=notes, figures={**evidence.figures, **figures})
            return _report(shot, replace(reading, evidence=evidence), stage)
        else:
            stage = Stage(bench, lying, own_tower(lying, state.turn), records=records)
            reading = stage.read()
        shifts = round(reading.tower_shift, 6), round(reading.defence_shift, 6)
        return _report(Towers(reading.towers, *shifts), reading, stage)

    def follow(
        self, lying: Scene, before: HurlyburlyState, act: Act, after: HurlyburlyState
    ) -> tuple[Scene, tuple[str, ...]]:
        """Clear away what the rules say is gone, and make sure that both count the same pieces."""
        scene, notes = follow(self.bench, lying, after)
        audit(scene, after)
        return scene, notes

    def misfit(self, lying: Scene, state: HurlyburlyState) -> str | None:
        """Return in what a table lies otherwise than a state says; None where both count the same pieces."""
        return misfit(lying, state)


def _report(finding: Finding, reading: Reading, stage: Stage) -> Report:
    return Report(finding, reading.evidence, reading.scene, stage.trace, stage.cpu)
