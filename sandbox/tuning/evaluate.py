"""One trial of a study: simulate every item at given parameters, and say how far each is from what was measured.

This is what worker processes do; everything here travels to them and back.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sandbox.errors import WorldError
from sandbox.geometry import Floats, matrices
from sandbox.physics import World
from sandbox.runner.plan import Plan, declared, fill_world
from sandbox.runner.trial import reused_engine, run_trial
from sandbox.tuning.data import Track
from sandbox.tuning.loss import of_rate, of_scalar, of_track
from sandbox.tuning.study import Loss, Rate, Scalar

__all__ = ["Error", "Flight", "Item", "Outcome", "Task", "Tried", "evaluate", "fly"]

FAILED = 1e9
"""Loss of an item whose world broke down: above any other, and finite."""


@dataclass(frozen=True, eq=False)
class Flight:
    """A measured track, and how to simulate it."""

    track: Track
    plan: str
    body: str
    length: float
    weight: float

    @property
    def name(self) -> str:
        """Of the item."""
        return self.track.name


@dataclass(frozen=True)
class Tried:
    """A scalar or a rate, and how to simulate it."""

    what: Scalar | Rate
    plan: str

    @property
    def name(self) -> str:
        """Of the item."""
        return self.what.name


Item = Flight | Tried


@dataclass(frozen=True, slots=True)
class Error:
    """How far an item is off.

    Attributes:
        loss: What counts.
        distance: Mean distance as a part of the study's length; NaN where it is no track.
        angle: Mean angle in rad; NaN where turns were not measured.
        simulated: What a scalar or a rate came to; NaN for tracks.
    """

    loss: float
    distance: float = math.nan
    angle: float = math.nan
    simulated: float = math.nan


@dataclass(frozen=True, eq=False)
class Task:
    """What a worker gets: a trial's number, its plans by key, the items, and how errors count."""

    number: int
    plans: Mapping[str, Plan]
    items: tuple[Item, ...]
    loss: Loss
    seed: int


@dataclass(frozen=True)
class Outcome:
    """What a worker gives back: errors in the order of the items, and the processor time they took."""

    number: int
    errors: tuple[Error, ...]
    cpu_seconds: float


def evaluate(task: Task) -> Outcome:
    """Run one trial in this process."""
    started = time.process_time()
    errors = tuple(_error(item, task.plans[item.plan], task) for item in task.items)
    return Outcome(task.number, errors, time.process_time() - started)


def _error(item: Item, plan: Plan, task: Task) -> Error:
    if isinstance(item, Flight):
        try:
            distances, angles = fly(plan, item)
        except WorldError:
            return Error(FAILED)
        loss = item.weight * of_track(distances, angles, task.loss)
        if not math.isfinite(loss):
            return Error(FAILED)
        return Error(
            min(loss, FAILED / 2), float(distances.mean()), math.nan if angles is None else float(angles.mean())
        )
    what = item.what
    trials = [run_trial(plan, task.seed, number) for number in range(what.trials)]
    if isinstance(what, Rate):
        held = sum(trial.holds for trial in trials)
        return Error(what.weight * of_rate(what.held, what.of, held, what.trials), simulated=held / what.trials)
    found = [trial.measured[what.expect - 1].value for trial in trials if len(trial.measured) >= what.expect]
    numbers = [value for value in found if value is not None]
    if not numbers:
        return Error(FAILED)
    value = float(np.mean(numbers))
    loss = what.weight * of_scalar((value - what.measured) / what.sd, task.loss)
    return Error(min(loss, FAILED / 2), simulated=value)


def fly(plan: Plan, flight: Flight) -> tuple[Floats, Floats | None]:
    """Simulate a track from its start to its end, never set back.

    Returns:
        Distances `(n,)` as parts of the study's length, and angles `(n,)` in rad where turns were measured.
    """
    track = flight.track
    poses = follow(plan, flight.body, track)
    distances = np.linalg.norm(poses[:, :3] - track.positions, axis=1) / flight.length
    if track.rotations is None:
        return distances, None
    alike = np.abs(np.einsum("ij,ij->i", poses[:, 3:], track.rotations))
    return distances, 2 * np.arccos(np.minimum(alike, 1.0))


def follow(plan: Plan, body: str, track: Track) -> Floats:
    """Return `(n, 7) float` simulated poses at a track's times."""
    world = World(plan.materials, plan.profile, declare=declared(plan), engine=reused_engine(plan.profile))
    others = tuple(each for each in plan.placements if each.name != body)
    fill_world(world, plan, others)
    flyer = next(each for each in plan.placements if each.name == body)
    world.add(flyer.component, body, track.pose, twist=track.twist)
    # The camera's frames fall between the steps: the nearest step is read, and moved on by what is left of a step.
    due = track.times * plan.profile.rate_hz
    steps = np.rint(due).astype(int)
    poses, twists = np.empty((len(due), 7)), np.empty((len(due), 6))
    made, names = 0, (body,)
    for row, step in enumerate(steps.tolist()):
        if step > made:
            world.step(step - made)
            made = step
        poses[row], twists[row] = (each[0] for each in world.rows(names))
    return moved_on(
        poses, twists, (due - steps) / plan.profile.rate_hz, np.asarray(flyer.component.frame.position)
    )


def moved_on(poses: Floats, twists: Floats, seconds: Floats, centre: Floats) -> Floats:
    """Return where bodies are a little later (or earlier), if nothing happens to them.

    Args:
        poses: `(n, 7) float` of the model frame.
        twists: `(n, 6) float` of the centre of mass.
        seconds: `(n,) float`, less than a step.
        centre: `(3,) float` centre of mass in the model frame.
    """
    out = poses.copy()
    linear, angular = twists[:, :3], twists[:, 3:]
    arms = -np.einsum("nij,j->ni", matrices(poses[:, 3:]), centre)
    out[:, :3] += seconds[:, None] * (linear + np.cross(angular, arms))
    half = 0.5 * seconds[:, None] * angular
    x, y, z = half.T
    a, b, c, w = poses[:, 3:].T
    turned = np.stack(
        [x * w + y * c - z * b, y * w + z * a - x * c, z * w + x * b - y * a, -x * a - y * b - z * c]
    )
    out[:, 3:] += turned.T
    out[:, 3:] /= np.linalg.norm(out[:, 3:], axis=1, keepdims=True)
    return out
