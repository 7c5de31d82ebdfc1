"""One trial: build the world, let the acts happen in order, look up the expectations, say what was found."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from sandbox.errors import SandboxError, WorldError
from sandbox.geometry import Pose, Vec3, vec3
from sandbox.physics import Profile, Recorder, World, drives, settle
from sandbox.physics.bullet import BulletEngine
from sandbox.record import Snapshot, Trace
from sandbox.runner.plan import Plan, declared, fill_world
from sandbox.runner.references import as_pattern
from sandbox.scenario.expectations import History, Measured, judge
from sandbox.scenario.garden import garden_of
from sandbox.scenario.layout import place, rotation_of, with_noise
from sandbox.scenario.schema_acts import Act, Launch, PlaceAct, Settle

__all__ = ["Stage", "TrialResult", "reused_engine", "run_trial"]

MM = 1e-3


@dataclass(frozen=True)
class TrialResult:
    """What one trial found.

    Attributes:
        number: Which trial of its scenario, from 0.
        holds: Whether every expectation holds and everything settled that was waited for.
        measured: What each expectation found; shorter than the expectations when the trial broke off.
        problem: Why there is no verdict: did not settle, the world diverged, the worker died; else None.
        sim_seconds: Simulated time.
        cpu_seconds: Processor time that it took.
        warnings: What should make a reader doubt it.
        digest: Of the final poses and joints: two equal digests are two equal worlds, to the bit.
        is_lost: True when there is no result at all, because its worker died or hung.
    """

    number: int
    holds: bool
    measured: tuple[Measured, ...] = ()
    problem: str | None = None
    sim_seconds: float = 0.0
    cpu_seconds: float = 0.0
    warnings: tuple[str, ...] = field(default=())
    digest: str = ""
    is_lost: bool = False

    @property
    def first_failure(self) -> str | None:
        """The first thing that does not hold, with what was measured; None when all holds."""
        if self.problem is not None:
            return self.problem
        failed = next((m for m in self.measured if not m.holds), None)
        return None if failed is None else f"{failed.what}: {failed.found}"


_engine: BulletEngine | None = None


def reused_engine(profile: Profile) -> BulletEngine:
    """Return this process's engine: emptying it costs a hundredth of connecting anew, with the same bits."""
    global _engine
    if _engine is None:
        _engine = BulletEngine(profile)
    return _engine


def run_trial(plan: Plan, seed: int, number: int, trace_file: Path | None = None) -> TrialResult:
    """Run one trial in this process.

    Args:
        plan: The compiled scenario.
        seed: Of the scenario; trial `number` draws from its own branch of it.
        number: Which trial, from 0.
        trace_file: Where to write what happened, as NPZ; None writes nothing.
    """
    started = time.process_time()
    rng = np.random.default_rng([seed, number])
    world = World(plan.materials, plan.profile, declare=declared(plan), engine=reused_engine(plan.profile))
    stage = Stage(plan, world, rng, records=trace_file is not None)
    problem: str | None = None
    try:
        measured = stage.play()
    except SandboxError as error:
        problem, measured = str(error), tuple(stage.measured)
    problem = problem or stage.problem
    final = world.snapshot()
    angles = np.array(list(final.joints.values()))
    if trace_file is not None:
        stage.trace(seed, number).save(trace_file)
    holds = problem is None and all(m.holds for m in measured)
    return TrialResult(
        number,
        holds,
        measured,
        problem,
        world.time,
        time.process_time() - started,
        world.warnings,
        hashlib.sha256(final.poses.tobytes() + angles.tobytes()).hexdigest()[:16],
    )


class Stage:
    """A world on which the acts of a plan happen.

    Attributes:
        acts: What happens, in order; nothing is judged before rest.
        doing: Number of the act that is under way; as many as there are acts when all are done.
        marks: Snapshots by name, in the order of time; see `History`.
        found: What was found, by the number of the expectation.
        measured: The same in the order of the file, when all acts are done.
        unsettled: What still moved at the end of the first settle act that ended without rest.
    """

    def __init__(self, plan: Plan, world: World, rng: np.random.Generator, *, records: bool) -> None:
        self.plan, self.world, self.rng = plan, world, rng
        acts = plan.scenario.act
        ends_in_rest = bool(acts) and bool(acts[-1].settle or acts[-1].wait)
        self.acts = acts if ends_in_rest else (*acts, Act(settle=Settle()))
        self.doing = 0
        self.marks: dict[str, Snapshot] = {}
        self.quiet_after: dict[str, float | None] = {}
        self.found: dict[int, Measured] = {}
        self.measured: list[Measured] = []
        self.unsettled: str | None = None
        self.recorder: Recorder | None = None
        self._records = records

    def play(self) -> tuple[Measured, ...]:
        """Do everything and return what the expectations found, in their order."""
        self.fill()
        return self.perform()

    def fill(self) -> None:
        """Place what is there at the start, each piece as far off as an unsteady hand puts it."""
        plan, world = self.plan, self.world
        noise = plan.scenario.noise
        placed = tuple(with_noise(each, noise, self.rng) for each in plan.placements)
        fill_world(world, plan, placed)
        if self._records:
            self.recorder = Recorder(world)
            world.observers.append(self.recorder.look)
        self.marks["start"] = world.snapshot()

    def perform(self) -> tuple[Measured, ...]:
        """Do all acts in a world that is filled, and return what the expectations found."""
        expects, found = self.plan.scenario.expect, self.found
        found |= {i: self.judge(i) for i, e in enumerate(expects) if e.at == "start"}
        for number, act in enumerate(self.acts):
            self.doing = number
            self._do(act, number)
            self.marks[act.name or f"act {number + 1}"] = self.world.snapshot()
            if act.name is not None:
                if self.recorder is not None:
                    self.recorder.mark(act.name)
                found |= {i: self.judge(i) for i, e in enumerate(expects) if e.at == act.name}
        self.doing = len(self.acts)
        for i, expect in enumerate(expects):
            if i not in found and expect.kind not in ("rate", "crossing"):
                found[i] = self.judge(i)
        self.measured = [found[i] for i in sorted(found)]
        return tuple(self.measured)

    @property
    def problem(self) -> str | None:
        """Why there is no verdict although all acts are done: something never settled, and nobody asks whether."""
        return None if any(each.settles for each in self.plan.scenario.expect) else self.unsettled

    def judge(self, index: int) -> Measured:
        """Return what an expectation finds now. Raises `UnknownName`: it names a body that is not there."""
        history = History(self.marks, self.quiet_after)
        return judge(self.plan.scenario.expect[index], self.world, history)

    def _do(self, act: Act, number: int) -> None:
        world = self.world
        if act.settle is not None:
            ignored = [name for pattern in act.settle.ignore for name in world.match(pattern)]
            result = settle(world, timeout=act.settle.timeout_s, ignore=ignored)
            self.quiet_after[act.name or f"act {number + 1}"] = result.quiet_after
            if not result.ok and self.unsettled is None:
                self.unsettled = str(result)
            self.marks.setdefault("settled", world.snapshot())
        elif act.pour is not None:
            self._place(act.pour.place_in(garden_of(self.plan.components)))
        elif act.place is not None:
            self._place(act.place)
        elif act.remove is not None:
            for name in world.match(act.remove.body):
                world.remove(name)
        elif act.push is not None:
            at = None if act.push.at_mm is None else _metres(act.push.at_mm)
            drives.push(world, act.push.body, act.push.force_N, act.push.seconds, at)
        elif act.launch is not None:
            self._launch(act.launch)
        elif act.set_joint is not None:
            body, joint = act.set_joint.body, act.set_joint.joint
            if act.set_joint.angle_deg is None:
                world.release_joint(body, joint)
            else:
                angle = math.radians(act.set_joint.angle_deg)
                world.set_joint(body, joint, angle)
                if act.set_joint.hold:
                    world.hold_joint(body, joint, angle)
        elif act.tilt is not None:
            towards = _direction(act.tilt.towards_deg)
            drives.tilt(world, math.radians(act.tilt.angle_deg), towards, act.tilt.seconds)
        elif act.shake is not None:
            along = (0.0, 0.0, 1.0) if act.shake.vertical else _direction(act.shake.direction_deg)
            drives.shake(world, act.shake.amplitude_mm * MM, act.shake.frequency_hz, along, act.shake.seconds)
        else:
            assert act.wait is not None
            if act.wait.until_touch is None:
                world.run(act.wait.seconds)
            else:
                drives.run_until_touch(world, *act.wait.until_touch, act.wait.seconds)

    def _place(self, order: PlaceAct) -> None:
        world = self.world
        names = world.names
        boxes = {name: (vec3(box[0]), vec3(box[1])) for name, box in zip(names, world.bounds(names), strict=True)}
        for nominal in place(order, self.plan.components.__getitem__, boxes):
            each = with_noise(nominal, self.plan.scenario.noise, self.rng)
            pose = each.pose.moved((0.0, 0.0, order.drop_mm * MM))
            world.add(each.component, each.name, pose, fixed=each.is_fixed or None)
            self.marks[f"{each.name} placed"] = world.snapshot()
            if order.fade_s and not each.is_fixed:
                drives.fade_in(world, each.name, order.fade_s)

    def _launch(self, launch: Launch) -> None:
        world = self.world
        if launch.component is not None:
            assert launch.from_mm is not None
            name = launch.name
            pose = Pose(_metres(launch.from_mm), rotation_of(launch.turn_deg))
            world.add(self.plan.components[launch.component], name, pose)
        else:
            assert launch.body is not None
            name = launch.body
            if launch.from_mm is not None:
                world.put(name, Pose(_metres(launch.from_mm), world.pose(name).rotation))
        start = np.asarray(world.pose(name).position)
        target = self._target(launch)
        sideways, upwards = self.rng.standard_normal(2) * math.radians(launch.noise_deg)
        velocity = aimed(start, target, launch.speed, self.plan.profile.gravity if launch.arc else 0.0)
        world.launch(name, _turned(velocity, float(sideways), float(upwards)), launch.spin_rad_s)

    def _target(self, launch: Launch) -> np.ndarray:
        """Return the point aimed at: one that is given, or the middle of the box around bodies."""
        if not isinstance(launch.towards, str):
            return np.asarray(_metres(launch.towards))
        is_body = launch.towards in self.world.names
        boxes = self.world.bounds(self.world.match(launch.towards if is_body else as_pattern(launch.towards)))
        return np.asarray((boxes[:, 0].min(axis=0) + boxes[:, 1].max(axis=0)) / 2)

    def trace(self, seed: int, number: int) -> Trace:
        """Return what was recorded, this instant included; nothing when the pieces could not be placed."""
        scenario = self.plan.scenario
        about = {
            "title": scenario.title,
            "file": self.plan.file,
            "seed": seed,
            "trial": number,
            "values": dict(self.plan.values),
            "profile": self.plan.profile.name,
        }
        if self.recorder is None:
            return Trace.from_snapshots([], about=about)
        self.recorder.capture()
        return self.recorder.trace(about)


def aimed(start: np.ndarray, target: np.ndarray, speed: float, gravity: float) -> Vec3:
    """Return the velocity with which a throw from `start` meets `target`.

    Args:
        start: `(3,) float` metres.
        target: `(3,) float` metres.
        speed: m/s.
        gravity: m/s²; 0 aims straight.

    Raises:
        WorldError: The target is the start, or out of reach at that speed.
    """
    way = target - start
    distance = float(np.linalg.norm(way))
    if distance == 0:
        raise WorldError("a launch towards where it starts has no direction; move from_mm")
    if gravity == 0 or speed == 0:
        return vec3(way / distance * speed)
    flat, rise = math.hypot(way[0], way[1]), float(way[2])
    root = speed**4 - gravity * (gravity * flat**2 + 2 * rise * speed**2)
    if root < 0:
        raise WorldError(f"at {speed:g} m/s a throw does not reach {distance:.2f} m; raise speed")
    angle = math.atan2(speed**2 - math.sqrt(root), gravity * flat)
    ahead = way[:2] / flat if flat else np.zeros(2)
    horizontal = ahead * speed * math.cos(angle)
    return (float(horizontal[0]), float(horizontal[1]), speed * math.sin(angle))


def _turned(velocity: Vec3, sideways: float, upwards: float) -> Vec3:
    speed = math.hypot(*velocity)
    if speed == 0:
        return velocity
    yaw = math.atan2(velocity[1], velocity[0]) + sideways
    pitch = math.asin(velocity[2] / speed) + upwards
    flat = speed * math.cos(pitch)
    return (flat * math.cos(yaw), flat * math.sin(yaw), speed * math.sin(pitch))


def _direction(degrees: float) -> Vec3:
    return (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)), 0.0)


def _metres(point: Sequence[float]) -> Vec3:
    return (point[0] * MM, point[1] * MM, point[2] * MM)
