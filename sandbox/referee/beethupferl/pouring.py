"""Emptying the can: a drop leaves the nozzle, runs, and is read when everything rests."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandbox.geometry import Pose, Twist, Vec3
from sandbox.referee.beethupferl.attempts import Pour
from sandbox.referee.beethupferl.bench import Bench
from sandbox.referee.beethupferl.can import SPEED, Exit, held, roll_out
from sandbox.referee.beethupferl.places import gap_to_hollow, gap_to_patch, reach, release
from sandbox.referee.beethupferl.reading import Bed, changed, read_hollow
from sandbox.referee.beethupferl.scene import Drop, Scene, Zone
from sandbox.referee.beethupferl.stage import Stage, bed_of
from sandbox.referee.beethupferl.touching import FirstTouch, Met
from sandbox.referee.words import Evidence, Impossible, Report
from sandbox.rules.beethupferl import BeethupferlState, Direct, Rest, Watered

__all__ = ["LOWEST", "Poured", "pour", "run_drop"]

HIGHEST = 0.3
"""Metres from which a drop may fall at most: from higher it could go through the bowls' thin shells."""

HURRY = 0.1
"""Sigma of how quickly a hand with a tremor of 4 mm tilts the can, as a part."""

LOWEST = 1e-3
"""Metres that a drop falls at least, however the hand trembles."""


@dataclass(frozen=True)
class Poured:
    """A drop that ran.

    Args:
        stage: The world, at rest if `settled`.
        drop: Which drop.
        left: Whether it left the can.
        nozzle: Where its centre was when it did.
        touch: What it touched, and when; None when it stayed in the can.
        settled: Whether everything came to rest.
        waited: Seconds that were simulated after it left the can.
        moving: What still moved, as a sentence; empty at rest.
    """

    stage: Stage
    drop: str
    left: bool
    nozzle: Vec3
    touch: FirstTouch | None
    settled: bool
    waited: float
    moving: str

    @property
    def met(self) -> Met | None:
        """The first of grass and bed that it touched; None if neither."""
        return None if self.touch is None else self.touch.met


def pour(bench: Bench, scene: Scene, state: BeethupferlState, attempt: Pour, records: bool) -> Report:
    """Empty the can and read what the drop did.

    Raises:
        Impossible: No nozzle can be there.
    """
    drop = next_drop(scene)
    left = _roll_out(bench, attempt) if attempt.tilted else None
    with Stage(bench, scene, records=records) as stage:
        poured = run_drop(stage, drop, attempt, left)
        after = stage.bed()
        finding, notes = read_pour(state, bed_of(bench, scene), after, poured)
        stage.lap("reading")
        stage.close_trace()
        end = after.drops.get(drop.name, poured.nozzle)
        figures = dict(zip(("nozzle x", "nozzle y", "nozzle z"), poured.nozzle, strict=True))
        figures |= dict(zip(("drop x", "drop y", "drop z"), end, strict=True))
        if (met := poured.met) is not None:
            figures["first touch"] = met.time
        bodies = (drop.name, *(tile.name for tile in scene.laid() if tile.hollow in _listed(finding)))
        evidence = Evidence(poured.settled, poured.waited, notes, bodies, figures)
        return Report(finding, evidence, stage.now(after), stage.trace, dict(stage.cpu))


def next_drop(scene: Scene) -> Drop:
    """Return the drop in the can; where a referee only comments, one that lies about, or the next of the bowl."""
    loose = [drop for drop in scene.of(Zone.BED) if not drop.hollow]
    for drops in (scene.of(Zone.CAN), loose, scene.of(Zone.BOWL)):
        if drops:
            return drops[-1]
    raise Impossible("there is no drop to water with")


def _roll_out(bench: Bench, attempt: Pour) -> Exit | None:
    """Tilt the can, as quickly as this hand happens to."""
    error = np.random.default_rng([attempt.hand.seed, 1]).standard_normal()
    return roll_out(bench, SPEED * max(0.3, 1 + HURRY * attempt.hand.position / 4e-3 * float(error)))


def run_drop(stage: Stage, drop: Drop, attempt: Pour, left: Exit | None = None) -> Poured:
    """Let a drop out of the can, with the tremor of the hand, and wait until everything rests.

    Args:
        stage: The garden.
        drop: Which drop.
        attempt: Where, and from what height.
        left: How it leaves a can that is tilted; None with such a can: it stays in it.

    Raises:
        Impossible: No nozzle can be there.
    """
    garden, world = stage.bench.garden, stage.world
    if not 0 < attempt.fall <= HIGHEST:
        raise Impossible(f"a fall of {attempt.fall * 1000:g} mm is not within 0 to {HIGHEST * 1000:g} mm")
    edge = reach(garden)
    if max(abs(attempt.x), abs(attempt.y)) > edge:
        raise Impossible(f"the nozzle would be beside the garden, beyond {edge * 1000:.0f} mm from its middle")
    rng = np.random.default_rng(attempt.hand.seed)
    dx, dy, dz = (float(error) * attempt.hand.position for error in rng.standard_normal(3))
    x, y, z = release(garden, attempt.x, attempt.y, attempt.fall)
    lowest = release(garden, x + dx, y + dy, LOWEST)[2]
    nozzle, twist = (x + dx, y + dy, max(z + dz, lowest)), Twist()
    if attempt.tilted and left is not None:
        nozzle, twist = held(garden, left, nozzle, attempt.fall)
    if drop.name in world.names:
        world.remove(drop.name)
    touch = None
    pours = left is not None or not attempt.tilted
    if pours:
        world.add(stage.bench.drop, drop.name, Pose(nozzle))
        deep = world.overlaps(2e-4, of=frozenset({drop.name}))
        if deep:
            other = deep[0].a if deep[0].b == drop.name else deep[0].b
            raise Impossible(f"the nozzle would be {-1000 * deep[0].distance:.1f} mm inside {other}")
        touch = FirstTouch(world, drop.name, stage.bench.surface)
        world.launch(drop.name, twist.linear, twist.angular)
    rest = stage.rest()
    return Poured(stage, drop.name, pours, nozzle, touch, rest.ok, rest.waited, "" if rest.ok else str(rest))


def read_pour(state: BeethupferlState, before: Bed, after: Bed, poured: Poured) -> tuple[Watered, tuple[str, ...]]:
    """Return the finding of a watering, and what is worth saying about it.

    Args:
        state: What was watered.
        before: The garden as it lay.
        after: The garden as it lies.
        poured: The drop that ran.
    """
    garden, name = before.garden, poured.drop
    x, y, _ = poured.nozzle
    if isinstance(state.watering, Direct):
        aim = gap_to_hollow(garden, state.watering.hollow, x, y)
    else:
        assert state.watering is not None
        aim = gap_to_patch(garden, state.watering.edge.value, x, y)
    rest, hollow = after.places[name] if poured.left else (Rest.GONE, 0)
    readings = tuple(read_hollow(after, each) for each in changed(before, after))
    loose = [each for each in after.loose() if each != name]
    met = poured.met
    finding = Watered(
        poured=int(poured.left),
        aim=round(aim, 6),
        touched=None if met is None else met.surface,
        rest=rest,
        hollows=readings,
        loose=len(loose),
        speed=round(max(poured.stage.speeds.values(), default=0.0), 6),
    )
    met_text = "touched nothing" if met is None else f"touched {met.body} first, after {met.time:.3f} s"
    where = f"in hollow {hollow}" if rest is Rest.HOLLOW else rest.place
    notes = [f"{name} {met_text}, and lies {where}" if poured.left else f"{name} stays in the can"]
    notes += [f"{each} was knocked out and lies {after.places[each][0].place}" for each in loose]
    if poured.moving:
        notes.append(f"{poured.moving}; at a speed over the limit the watering is repeated, as the rules say")
    return finding, tuple(notes)


def _listed(finding: Watered) -> set[int]:
    return {int(reading.hollow) for reading in finding.hollows}
