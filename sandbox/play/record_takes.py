"""What a film shows: the takes of a trace, or of every attempt of a saved game. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sandbox.components.catalogue import Catalogue
from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.errors import BadFile
from sandbox.geometry import Floats
from sandbox.play.history import TraceFrames
from sandbox.record import Snapshot, Trace
from sandbox.viewer.camera import Camera, framed
from sandbox.viewer.scene import Cast

if TYPE_CHECKING:
    from sandbox.referee.saving import Saved

__all__ = ["Take", "camera_for", "moments", "of_game", "of_trace"]

HOLD = 0.6
"""Seconds that a take stands still at its end, so that one sees how it came out."""

ON_TABLE = -0.02
"""Metres; what lies lower has fallen off the table, and the camera does not go after it."""


@dataclass(frozen=True, eq=False)
class Take:
    """One stretch of time that is filmed from one place.

    Attributes:
        title: What happens.
        trace: All that moves.
        kinds: The component of every body that is drawn.
    """

    title: str
    trace: Trace
    kinds: Mapping[str, Component]

    def cast(self, materials: Materials) -> Cast:
        """Return who is in the picture."""
        return Cast(self.kinds, materials)


def of_trace(path: Path, catalogue: Catalogue) -> Take:
    """Return the take of a trace file.

    Raises:
        BadFile: It is no trace, or an empty one.
        UnknownName: A component is not there.
    """
    trace = Trace.load(path)
    if not len(trace):
        raise BadFile(path, "holds no moment", instead="record it again")
    return _take(trace, catalogue, path.stem)


def of_game(path: Path, catalogue: Catalogue) -> Iterator[Take]:
    """Perform every attempt of a saved game again, and yield a take of each.

    Raises:
        BadFile: It is no saved game, of other rules or models, or of a game without a table.
    """
    from sandbox.players.tables.keeping import read
    from sandbox.referee.changed_physics import tables_of
    from sandbox.referee.saving import demand_models, parse
    from sandbox.referee.session import Session
    from sandbox.rules.base import Move
    from sandbox.rules.notation import options_from_text

    game, table, saved = read(path, None, catalogue)
    demand_models(saved, table)
    if not attempts(saved):
        raise BadFile(path, "is a game in which nothing was tried yet", instead="play a shot first")
    tables = tables_of(saved, table)
    traces: list[Trace] = []
    options = options_from_text(game.options_type, saved.options)
    session = Session(
        game,
        table,
        saved.players,
        seed=saved.seed,
        options=options,
        is_advisory=saved.is_advisory,
        keeps_trace=lambda _, trace: traces.append(trace),
    )
    for number, act in enumerate(saved.acts):
        done = parse(game, act)
        session.table = table if tables is None else tables(number)
        if act.attempt is not None:
            session.try_out(act.attempt)
        elif isinstance(done, Move):
            session.tell(done)
        else:
            session.judge_only(done)
        while traces:
            trace = traces.pop(0)
            if len(trace):
                yield _take(trace, catalogue, act.act)


def attempts(saved: Saved) -> int:
    """Return how many acts of a saved game the table decided."""
    return sum(act.attempt is not None for act in saved.acts)


def _take(trace: Trace, catalogue: Catalogue, title: str) -> Take:
    known = set(catalogue.ids())
    ids = zip(trace.names, trace.components, strict=True)
    kinds = {name: catalogue.get(id_) for name, id_ in ids if id_ in known}
    return Take(str(trace.about.get("title", title)), trace, kinds)


def moments(take: Take, fps: int, speed: float, hold: float = HOLD) -> Sequence[float]:
    """Return the times in the trace of every frame of a film.

    Args:
        take: What is filmed.
        fps: Frames a second.
        speed: 1 is real time, 0.5 is half as fast.
        hold: Seconds of film that the end stands still.
    """
    first, last = float(take.trace.times[0]), float(take.trace.times[-1])
    count = max(round((last - first) / speed * fps), 0) + 1
    moving = np.minimum(first + np.arange(count) * speed / fps, last)
    return [*moving.tolist(), *[last] * round(hold * fps)]


def camera_for(take: Take, cast: Cast, view: tuple[float, float, float | None], aspect: float) -> Camera:
    """Return a camera that sees everything that happens on the table, from the first to the last moment.

    Args:
        take: What is filmed.
        cast: Its bodies.
        view: Azimuth and elevation in degrees; distance in metres, None fits.
        aspect: Width / height.
    """
    azimuth, elevation, distance = view
    frames = TraceFrames(take.trace)
    first, last = frames.span
    points: list[Floats] = []
    for time in np.linspace(first, last, 9):
        snapshot = frames.at(float(time))
        shown = _loose(snapshot, take.kinds)
        if shown:
            points.append(cast.scene(snapshot).points(*shown))
    camera = Camera(azimuth_deg=azimuth, elevation_deg=elevation)
    if points:
        camera = framed(camera, np.concatenate(points), aspect)
    return camera if distance is None else replace(camera, distance=distance)


def _loose(snapshot: Snapshot, kinds: Mapping[str, Component]) -> list[str]:
    heights = snapshot.poses[:, 2]
    return [
        name
        for name, height in zip(snapshot.names, heights, strict=True)
        if name in kinds and not kinds[name].is_fixed and height > ON_TABLE
    ]
