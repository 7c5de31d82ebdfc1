"""Where a live table comes from: nothing, a scenario, a trace, a file; and how it is written to one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.components.spec import Component
from sandbox.errors import BadFile, InputError
from sandbox.geometry import Pose, vec3
from sandbox.physics import Profile, World
from sandbox.physics.changes import Changes
from sandbox.play.history import TraceFrames
from sandbox.play.live import Live
from sandbox.play.live_state import with_mass
from sandbox.record import Trace
from sandbox.referee.row_file import write_rows
from sandbox.runner.plan import FLOOR, Plan, compile_plan, declared, fill_world
from sandbox.scenario.layout import with_noise
from sandbox.scenario.load import load as load_scenario

__all__ = ["empty", "load", "of_plan", "of_scenario", "of_trace", "save"]

TABLE = "common/table"
FORMAT = 1


def empty(catalogue: Catalogue, profile: Profile, table: str = TABLE) -> Live:
    """Return a bare table with the floor under it."""
    top = catalogue.get(table)
    world = World(catalogue.materials, profile, declare=[top, FLOOR])
    world.add(top, "table")
    world.add(FLOOR, "floor")
    return Live(world, catalogue=catalogue, title="an empty table")


def of_scenario(path: Path, catalogue: Catalogue, profile: Profile, seed: int | None) -> Live:
    """Return the table of a scenario at the first point of its sweep, placed as its first trial is.

    Args:
        path: The file.
        catalogue: Where components are.
        profile: The engine's numbers, which the scenario may change.
        seed: Instead of the file's.

    Raises:
        BadFile: It cannot be used.
    """
    loaded = load_scenario(path)
    plan = compile_plan(loaded, loaded.points[0], catalogue, profile)
    return of_plan(plan, catalogue, plan.scenario.seed if seed is None else seed)


def of_plan(plan: Plan, catalogue: Catalogue, seed: int) -> Live:
    """Return the table of a compiled scenario, placed as in trial 0 of a seed."""
    rng = np.random.default_rng([seed, 0])
    world = World(plan.materials, plan.profile, declare=declared(plan))
    fill_world(world, plan, tuple(with_noise(each, plan.scenario.noise, rng) for each in plan.placements))
    return Live(world, catalogue=catalogue, title=plan.scenario.title)


def of_trace(trace: Trace | Path, catalogue: Catalogue, title: str) -> Live:
    """Return a replay; bodies of kinds that nobody knows are not drawn.

    Raises:
        BadFile: The file is no trace, or an empty one.
    """
    name = Path("trace")
    if isinstance(trace, Path):
        name, trace = trace, Trace.load(trace)
    if not len(trace):
        raise BadFile(name, "holds no moment", instead="record it again")
    known = set(catalogue.ids())
    ids = zip(trace.names, trace.components, strict=True)
    kinds = {body: catalogue.get(kind) for body, kind in ids if kind in known}
    title = title or str(trace.about.get("title", name.stem))
    live = Live(None, frames=TraceFrames(trace), kinds=kinds, catalogue=catalogue, title=title)
    live.marks = sorted((time, text) for text, time in trace.marks.items())
    return live


# --- files


def save(live: Live, path: Path) -> None:
    """Write a free table: what is on it, where, how it moves, and the engine's numbers.

    Raises:
        InputError: It cannot be written, or a piece is of no kind in the catalogue.
    """
    known = set(live.catalogue.ids()) | {FLOOR.id}
    world, now = live.world, live.world.snapshot()
    rows = []
    for number, name in enumerate(now.names):
        body = world.body(name)
        if body.component.id not in known:
            raise InputError(f"{name} is a {body.component.id}, which no model file describes; it cannot be saved")
        angles = {joint: angle for (owner, joint), angle in now.joints.items() if owner == name}
        rows.append(
            {
                "name": name,
                "component": body.component.id,
                "pose": now.poses[number].tolist(),
                "twist": now.twists[number].tolist(),
                "fixed": body.is_fixed,
                "locked": name in live.locked,
                **({"joints": angles} if angles else {}),
            }
        )
    head = {
        "format": FORMAT,
        "sandbox": live.title,
        "profile": live.profile.model_dump(),
        "gravity": list(world.gravity),
        "changes": _changes(live).to_json(),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from error
    write_rows(path, head, "pieces", rows)


def load(path: Path, catalogue: Catalogue) -> Live:
    """Return the table of a file.

    Raises:
        BadFile: It is no saved table.
        UnknownName: A component is not there.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
        if data["format"] != FORMAT:
            raise BadFile(path, f"is a table of format {data['format']}", instead=f"this version reads {FORMAT}")
        profile = Profile.model_validate(data["profile"])
        changes = Changes.from_json(data["changes"]) if "changes" in data else Changes(profile=profile)
        pieces = [_piece(row, catalogue) for row in data["pieces"]]
        gravity, title = vec3(data["gravity"]), str(data["sandbox"])
    except OSError as error:
        raise BadFile(path, error.strerror or str(error)) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _no_table(path, error) from error
    try:
        materials = changes.materials(catalogue.materials)
    except InputError as error:
        raise _no_table(path, error) from error
    heavy = {kind.id: with_mass(kind, changes.masses.get(kind.id, kind.mass)) for kind, _ in pieces}
    world = World(materials, profile, declare=heavy.values())
    for component, row in ((heavy[kind.id], row) for kind, row in pieces):
        x, y, z, *turn = row["pose"]
        world.add(component, row["name"], Pose((x, y, z), tuple(turn)), fixed=row["fixed"])
        for joint, angle in row.get("joints", {}).items():
            world.set_joint(row["name"], joint, angle)
    world.gravity = gravity
    live = Live(world, catalogue=catalogue, title=title)
    shipped = Changes() if "changes" in data else changes
    live.came_with(catalogue.materials, shipped, changes, [kind for kind, _ in pieces])
    live.locked = {row["name"] for _, row in pieces if row["locked"]}
    return live


def _no_table(path: Path, error: Exception) -> BadFile:
    return BadFile(path, f"is no saved game or table ({error})", instead="give a file that quick save wrote")


def _changes(live: Live) -> Changes:
    """Return how the physics differs from that of the catalogue: by changes, and by a scenario's own numbers."""
    now = live.materials
    pairs: dict[str, dict[tuple[str, str], float]] = {"friction": {}, "restitution": {}, "rolling": {}}
    for a, b, number in sorted(now.asked - live.catalogue.materials.asked):
        if number in pairs:
            pairs[number][a, b] = getattr(now.pair(a, b), number)
    masses = {}
    for kind in live.kinds.values():
        if kind.id != FLOOR.id and not kind.is_fixed and kind.mass != live.catalogue.get(kind.id).mass:
            masses[kind.id] = kind.mass
    return Changes(profile=live.profile, masses=masses, **pairs)


def _piece(row: dict[str, Any], catalogue: Catalogue) -> tuple[Component, dict[str, Any]]:
    component = FLOOR if row["component"] == FLOOR.id else catalogue.get(row["component"])
    if len(row["pose"]) != 7:
        raise ValueError(f"a pose of {len(row['pose'])} numbers")
    return component, row
