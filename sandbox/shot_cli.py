"""`sandbox shot`: one picture of a scenario, of a recorded trace, or of a piece, without a display."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandbox.errors import BadFile, InputError, UnknownName

if TYPE_CHECKING:
    from sandbox.components.materials import Materials
    from sandbox.components.spec import Component
    from sandbox.record import Snapshot
    from sandbox.runner.plan import Plan

__all__ = ["Quality", "parse_size", "shot"]

TABLE = "common/table"
"""What a piece lies on that is shown by itself."""


class Quality(StrEnum):
    """How much a picture may cost, as the command line takes it."""

    low = "low"
    medium = "medium"
    high = "high"


@dataclass(frozen=True)
class Moment:
    """An instant to draw: who is where, and what they are.

    Attributes:
        snapshot: The bodies.
        kinds: The component of each body.
        materials: How materials look.
    """

    snapshot: Snapshot
    kinds: Mapping[str, Component]
    materials: Materials


def shot(
    scene: Annotated[
        str, typer.Argument(help="A scenario file, a trace (.npz), or a component such as hurlyburly/wall.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="PNG file to write.")],
    size: Annotated[str, typer.Option(help="Width x height in pixels.")] = "1280x720",
    at: Annotated[
        str | None,
        typer.Option(
            metavar="WHEN",
            help="start, end, the name of an act, seconds, or both as in built+0.06.",
            show_default="end",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed instead of the file's.")] = None,
    param: Annotated[
        list[str] | None,
        typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter instead of the file's; may repeat."),
    ] = None,
    view: Annotated[
        str,
        typer.Option(help="default, front, back, left, right, top, low, high, or azimuth,elevation[,distance]."),
    ] = "default",
    focus: Annotated[
        list[str] | None,
        typer.Option(metavar="BODY", help="Fill the picture with this body, or with all that match; may repeat."),
    ] = None,
    quality: Annotated[Quality, typer.Option(help="How much the picture may cost.")] = Quality.high,
    models: Annotated[
        list[Path] | None, typer.Option(help="A folder of your own models; may repeat.", show_default=False)
    ] = None,
) -> None:
    """Draw a picture without a display."""
    from sandbox.viewer.camera import Camera, framed, parse_view
    from sandbox.viewer.png import write_png
    from sandbox.viewer.quality import tier
    from sandbox.viewer.scene import Cast

    pixels = parse_size(size)
    azimuth, elevation, distance = parse_view(view)
    if not out.resolve().parent.is_dir():
        raise BadFile(out, "cannot be written", instead=f"make the folder {out.parent} first")
    if out.suffix.lower() != ".png":
        raise BadFile(out, "is no PNG file", instead=f"write {out.with_suffix('.png').name}")
    moment = _moment(scene, at, seed, param or [], models or [])
    shown = Cast(moment.kinds, moment.materials).scene(moment.snapshot)
    points = shown.points(*_focused(focus or [], moment))
    if len(points) == 0:
        raise InputError(f"{scene}: shows nothing at {moment.snapshot.time:g} s; ask for another moment")
    camera = framed(Camera(azimuth_deg=azimuth, elevation_deg=elevation), points, pixels[0] / pixels[1])
    if distance is not None:
        camera = replace(camera, distance=distance)

    from sandbox.viewer.offscreen import picture

    written = write_png(out, picture(shown, camera, pixels, tier(quality.value)))
    typer.echo(f"{out}: {pixels[0]} x {pixels[1]}, {written / 1000:.0f} kB, at {moment.snapshot.time:.3f} s")


def parse_size(text: str) -> tuple[int, int]:
    """Return width and height of `1280x720`. Raises `InputError`."""
    match = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text)
    if match is None:
        raise InputError(f"--size {text}: is not width x height; write it like --size 1280x720")
    width, height = int(match.group(1)), int(match.group(2))
    if not (16 <= width <= 8192 and 16 <= height <= 8192):
        raise InputError(f"--size {text}: a picture has 16 to 8192 pixels along each edge")
    return width, height


def _focused(patterns: list[str], moment: Moment) -> list[str]:
    """Return the bodies that match; for none, all that are still on what they stand on, or else all there are."""
    names = moment.snapshot.names
    if patterns:
        chosen: list[str] = []
        for pattern in patterns:
            found = [name for name in names if name == pattern or fnmatchcase(name, pattern)]
            found = found or [name for name in names if name.startswith(f"{pattern}.")]
            if not found:
                raise UnknownName("body", pattern, names)
            chosen += found
        return chosen
    loose = [name for name in names if not moment.kinds[name].is_fixed]
    if not loose:
        return [name for name in names if name != "table"] or list(names)
    if "table" not in names:
        return loose
    above = [name for name in loose if moment.snapshot.pose(name).position[2] > -0.02]
    return above or loose


def _moment(scene: str, at: str | None, seed: int | None, param: list[str], models: list[Path]) -> Moment:
    path = Path(scene)
    if path.suffix == ".toml":
        return _of_scenario(path, at, seed, param, models)
    if seed is not None or param:
        raise InputError(f"{scene}: --seed and --param are for scenarios; this is none")
    if path.suffix == ".npz":
        return _of_trace(path, at, models)
    if at is not None:
        raise InputError(f"{scene}: --at is for scenarios and traces; this is a component")
    return _of_component(scene, models)


# --- a piece by itself


def _of_component(name: str, models: list[Path]) -> Moment:
    import numpy as np

    from sandbox.components.catalogue import Catalogue
    from sandbox.record import Snapshot

    catalogue = Catalogue(models)
    component = catalogue.get(name)
    kinds = {"piece": component}
    if name != TABLE:
        kinds["table"] = catalogue.get(TABLE)
    poses = np.zeros((len(kinds), 7))
    poses[:, 6] = 1
    poses[0, 2] = -component.extent()[0][2]
    return Moment(Snapshot(0.0, tuple(kinds), poses, np.zeros((len(kinds), 6))), kinds, catalogue.materials)


# --- a trace


def _of_trace(path: Path, at: str | None, models: list[Path]) -> Moment:
    from sandbox.components.catalogue import Catalogue
    from sandbox.record import Trace

    trace = Trace.load(path)
    if not len(trace):
        raise BadFile(path, "holds no moment", instead="record it again")
    ends = {"start": float(trace.times[0]), "end": float(trace.times[-1])}
    when = _When.parse(at or "end")
    marks = dict(trace.marks) | ends
    when.check(path, marks)
    time = when.seconds + (marks[when.mark] if when.mark else 0.0)
    if not ends["start"] - 1e-6 <= time <= ends["end"] + 1e-6:
        raise _out_of_time(path, time, ends["end"])
    catalogue = Catalogue(models)
    ids = dict(zip(trace.names, trace.components, strict=True))
    kinds = {name: catalogue.get(id_) for name, id_ in ids.items() if id_ != "floor"}
    return Moment(_without_unknown(trace.at(time), kinds), kinds, catalogue.materials)


def _without_unknown(snapshot: Snapshot, kinds: Mapping[str, Component]) -> Snapshot:
    """Return only the bodies whose kind is known: the floor that catches what falls has no file."""
    from sandbox.record import Snapshot

    rows = [row for row, name in enumerate(snapshot.names) if name in kinds]
    names = tuple(snapshot.names[row] for row in rows)
    return Snapshot(snapshot.time, names, snapshot.poses[rows], snapshot.twists[rows], snapshot.joints)


# --- a scenario, run for real


@dataclass(frozen=True)
class _When:
    """A mark and seconds after it, or seconds from the beginning."""

    text: str
    mark: str | None
    seconds: float

    @classmethod
    def parse(cls, text: str) -> _When:
        """Read `built`, `built+0.06`, or `1.5`."""
        mark, plus, rest = text.partition("+")
        number = _number(rest) if plus else _number(text)
        if number is not None:
            return cls(text, mark if plus else None, number)
        if plus and rest.strip():
            raise InputError(f"--at {text}: {rest} is no number of seconds; write it like --at built+0.06")
        return cls(text, text, 0.0)

    def check(self, path: Path, marks: Mapping[str, float]) -> None:
        """Raise `InputError` when the mark is not one of those."""
        if self.mark is not None and self.mark not in marks:
            raise InputError(f"--at {self.text}: {UnknownName('act', self.mark, marks)} (in {path})")


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _out_of_time(path: Path, asked: float, end: float) -> InputError:
    return InputError(f"{path}: is over at {end:.3f} s, so there is nothing at {asked:.3f} s; ask for less")


class _Reached(Exception):
    """The moment that was asked for."""


def _of_scenario(path: Path, at: str | None, seed: int | None, param: list[str], models: list[Path]) -> Moment:
    from sandbox.runner.params import read_params
    from sandbox.runner.work import find_scenarios, prepare

    files = find_scenarios([path])
    job = prepare(files, params=read_params(param), models=models, seed=seed)[0]
    plan = job.plans[0]
    when = _When.parse(at or "end")
    names = ["start", *(act.name or f"act {i}" for i, act in enumerate(plan.scenario.act, 1)), "end"]
    when.check(path, dict.fromkeys(names, 0.0))
    snapshot, ids, materials = _run(plan, job.seed, when, path)
    kinds = {name: plan.components[id_] for name, id_ in ids.items() if id_ in plan.components}
    return Moment(_without_unknown(snapshot, kinds), kinds, materials)


def _run(plan: Plan, seed: int, when: _When, path: Path) -> tuple[Snapshot, Mapping[str, str], Materials]:
    """Run trial 0 until the moment, and return it with each body's component id."""
    import numpy as np

    from sandbox.physics import World
    from sandbox.runner.plan import declared
    from sandbox.runner.trial import Stage

    with World(plan.materials, plan.profile, declare=declared(plan)) as world:
        stage = Stage(plan, world, np.random.default_rng([seed, 0]), records=False)

        def reached() -> bool:
            if when.mark is None:
                return bool(world.time >= when.seconds - 1e-9)
            mark = stage.marks.get(when.mark)
            return mark is not None and bool(world.time >= mark.time + when.seconds - 1e-9)

        def look(_: World) -> None:
            if reached():
                raise _Reached

        if when.mark != "end":
            world.observers.append(look)
        try:
            stage.play()
        except _Reached:
            pass
        else:
            if when.mark != "end" and not reached():
                raise _out_of_time(path, when.seconds, world.time)
        exact = stage.marks.get(when.mark or "") if when.seconds == 0 else None
        snapshot = exact or (stage.marks["start"] if when.mark is None and when.seconds == 0 else world.snapshot())
        known = {each.name: each.component.id for each in plan.placements}  # also what the next act took away
        return snapshot, known | dict(world.components()), plan.materials
