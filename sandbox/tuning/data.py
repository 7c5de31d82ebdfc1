"""Measured tracks: read from CSV or NPZ, checked, and given a start.

What is wrong with a file is said in one line with file, line (or item) and column, and what to do.
"""

from __future__ import annotations

import csv
import hashlib
import json
import math
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sandbox.components.spec import Component
from sandbox.errors import BadFile, suggest
from sandbox.geometry import IDENTITY, Floats, Pose, Quat, Twist, quat_inverse, quat_multiply, quat_rotate, vec3
from sandbox.tuning.study import Columns, Start, Tracks

__all__ = ["Track", "digest", "read_tracks"]

FAR = 5.0
"""Metres from the origin at which a body leaves the world; positions beyond are in another unit."""

FAST, FAST_SPIN = 50.0, 1000.0
"""m/s and rad/s that nothing on a table reaches; larger ones are in another unit."""

UNIT_WITHIN = 1e-3
"""How far a quaternion's length may be from 1."""

FIT_FRAMES = 4
"""Frames from which on the start is fitted rather than taken from the velocity columns."""


@dataclass(frozen=True, eq=False)
class Track:
    """One item, from its start on.

    Attributes:
        name: As in the file.
        times: `(n,) float` seconds from the start.
        positions: `(n, 3) float` metres, of the model's origin.
        rotations: `(n, 4) float` xyzw, or None where turns were not measured.
        pose: Where it starts.
        twist: How it moves there.
    """

    name: str
    times: Floats
    positions: Floats
    rotations: Floats | None
    pose: Pose
    twist: Twist


def digest(files: Sequence[Path]) -> str:
    """Return a short digest of what some files hold, in their order."""
    out = hashlib.sha256()
    for file in files:
        out.update(file.read_bytes())
    return out.hexdigest()[:16]


def read_tracks(path: Path, tracks: Tracks, component: Component, gravity: float) -> list[Track]:
    """Return the tracks of a file.

    Args:
        path: CSV or NPZ.
        tracks: What the study says about it.
        component: What flies: its lowest point tells contact.
        gravity: m/s², of the free flight before contact.

    Raises:
        BadFile: The file cannot be used.
    """
    columns = tracks.columns
    names = _names(path, columns)
    table, lines = _read_npz(path, names) if path.suffix == ".npz" else _read_csv(path, names)
    items = table.pop(columns.item)
    numbers = {name: _floats(path, name, column) for name, column in table.items()}
    _check(path, columns, items, numbers, lines)
    order = list(dict.fromkeys(items.tolist()))
    starts = _starts(path.parent / tracks.start.file, tracks.start, order) if tracks.start.file else None
    out = []
    for item in order:
        rows = np.flatnonzero(items == item)
        part = {name: column[rows] for name, column in numbers.items()}
        out.append(_track(path, item, part, tracks, component, gravity, starts))
    return out


def _names(path: Path, columns: Columns) -> list[str]:
    names = [columns.item, columns.time, *columns.position]
    for more in (columns.quaternion, columns.velocity, columns.spin):
        names += more or ()
    for name in names:
        if names.count(name) > 1:
            raise BadFile(
                path, "is named twice in the study's columns", key=name, instead="name every column for one thing"
            )
    return names


def _floats(path: Path, name: str, column: np.ndarray) -> Floats:
    try:
        return np.asarray(column, dtype=float)
    except (ValueError, TypeError):
        raise BadFile(path, f"holds {column.dtype} values", key=name, instead="write numbers") from None


def _read_csv(path: Path, names: Sequence[str]) -> tuple[dict[str, np.ndarray], list[int] | None]:
    if not path.is_file():
        raise BadFile(path, "there is no such file", instead="name the measurements' folder with --data DIR")
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.reader(file)
            header = next(reader, [])
            _need(path, names, header)
            at = {name: header.index(name) for name in names}
            rows, lines = [], []
            for row in reader:
                if not row:
                    continue
                if len(row) != len(header):
                    raise BadFile(
                        path,
                        f"has {len(row)} cells",
                        line=reader.line_num,
                        instead=f"the header has {len(header)}",
                    )
                rows.append(row)
                lines.append(reader.line_num)
    except UnicodeDecodeError:
        raise BadFile(path, "is not UTF-8 text", instead="give a CSV or NPZ file") from None
    if not rows:
        raise BadFile(path, "has a header and no rows", instead="give at least one track")
    table: dict[str, np.ndarray] = {names[0]: np.array([row[at[names[0]]] for row in rows])}
    for name in names[1:]:
        values = []
        for row, line in zip(rows, lines, strict=True):
            try:
                values.append(float(row[at[name]]))
            except ValueError:
                cell = row[at[name]]
                raise BadFile(
                    path, f"is {cell!r}", key=name, line=line, instead="write a number, or take the row out"
                ) from None
        table[name] = np.array(values)
    return table, lines


def _read_npz(path: Path, names: Sequence[str]) -> tuple[dict[str, np.ndarray], None]:
    try:
        with np.load(path, allow_pickle=False) as data:
            _need(path, names, list(data))
            table = {name: np.asarray(data[name]).ravel() for name in names}
    except FileNotFoundError:
        raise BadFile(path, "there is no such file", instead="name its folder with --data DIR") from None
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        raise BadFile(path, "is not an NPZ file of plain arrays", instead="write it with numpy.savez") from None
    lengths = {name: len(column) for name, column in table.items()}
    if len(set(lengths.values())) != 1 or not lengths[names[0]]:
        raise BadFile(path, f"has arrays of lengths {sorted(set(lengths.values()))}", instead="one row a frame")
    table[names[0]] = table[names[0]].astype(str)
    return table, None


def _need(path: Path, names: Sequence[str], there: Sequence[str]) -> None:
    missing = [name for name in names if name not in there]
    if missing:
        if len(there) == 1 and (other := next((sign for sign in ";\t|" if sign in there[0]), None)):
            raise BadFile(path, f"has its cells between {other!r}", line=1, instead="separate them by commas")
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        raise BadFile(path, f"has no column {missing[0]!r}{more}", instead=suggest(missing[0], there))


def _check(
    path: Path, columns: Columns, items: np.ndarray, numbers: Mapping[str, Floats], lines: list[int] | None
) -> None:
    def bad(row: int, column: str | None, problem: str, instead: str) -> BadFile:
        line = lines[row] if lines else None
        return BadFile(path, f"item {items[row]}: {problem}", key=column, line=line, instead=instead)

    for name, column in numbers.items():
        wrong = np.flatnonzero(~np.isfinite(column))
        if len(wrong):
            raise bad(int(wrong[0]), name, f"is {column[wrong[0]]}", "leave frames out that were not seen")
    for name in columns.position:
        wrong = np.flatnonzero(np.abs(numbers[name]) > FAR)
        if len(wrong):
            value = numbers[name][wrong[0]]
            raise bad(
                int(wrong[0]), name, f"is {value:g} m", f"positions are metres, at most {FAR:g}; divide mm by 1000"
            )
    for names, most, unit in ((columns.velocity, FAST, "m/s"), (columns.spin, FAST_SPIN, "rad/s")):
        for name in names or ():
            wrong = np.flatnonzero(np.abs(numbers[name]) > most)
            if len(wrong):
                value = numbers[name][wrong[0]]
                raise bad(int(wrong[0]), name, f"is {value:g} {unit}", f"write {unit}, at most {most:g}")
    times = numbers[columns.time]
    for item in dict.fromkeys(items.tolist()):
        rows = np.flatnonzero(items == item)
        if len(rows) < 2:
            raise bad(int(rows[0]), None, "has one frame", "a track has two or more")
        steps = np.diff(times[rows])
        if (steps <= 0).any():
            at = int(np.argmax(steps <= 0))
            raise bad(
                int(rows[at + 1]),
                columns.time,
                f"is {times[rows[at + 1]]:g} s after {times[rows[at]]:g} s",
                "sort each item by rising time",
            )
        if times[rows[-1]] - times[rows[0]] > 120 or steps.max() > 1:
            raise bad(
                int(rows[0]),
                columns.time,
                f"has frames {steps.max():g} s apart",
                "times are seconds; divide ms by 1000",
            )
        places = np.stack([numbers[name][rows] for name in columns.position], axis=1)
        jumps = np.linalg.norm(np.diff(places, axis=0), axis=1) / steps
        if jumps.max() > FAST:
            row = int(np.argmax(jumps))
            raise bad(
                int(rows[row + 1]),
                None,
                f"jumps at {jumps[row]:.0f} m/s",
                "see whether positions are metres, times s",
            )
    if columns.quaternion:
        lengths = np.linalg.norm(np.stack([numbers[name] for name in columns.quaternion]), axis=0)
        wrong = np.flatnonzero(np.abs(lengths - 1) > UNIT_WITHIN)
        if len(wrong):
            key = f"{columns.quaternion[0]}..{columns.quaternion[3]}"
            raise bad(
                int(wrong[0]), key, f"a quaternion of length {lengths[wrong[0]]:.4g}", "divide it by its length"
            )


def _starts(path: Path, start: Start, items: Sequence[str]) -> dict[str, tuple[int, int]]:
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))[start.rows]
        found = {str(row[start.item]): (int(row[start.first]), int(row[start.contact])) for row in rows}
    except FileNotFoundError:
        raise BadFile(
            path, "there is no such file", instead="put it beside the tracks, or leave start.file out"
        ) from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        problem = f"has no {error} in it" if isinstance(error, KeyError) else f"is not such a file ({error})"
        raise BadFile(path, problem, instead="see start.rows, item, first and contact of the study") from None
    for item in items:
        if item not in found:
            raise BadFile(path, f"says nothing of item {item}", instead="add it")
    return found


def _track(
    path: Path,
    item: str,
    part: Mapping[str, Floats],
    tracks: Tracks,
    component: Component,
    gravity: float,
    starts: Mapping[str, tuple[int, int]] | None,
) -> Track:
    columns, start = tracks.columns, tracks.start
    positions = np.stack([part[name] for name in columns.position], axis=1)
    rotations = None
    if columns.quaternion:
        rotations = np.stack([part[name] for name in columns.quaternion], axis=1)
        rotations /= np.linalg.norm(rotations, axis=1, keepdims=True)
    times = part[columns.time]
    if starts is not None:
        first, contact = starts[item]
    else:
        turned = [IDENTITY.rotation] * len(times) if rotations is None else [_quat(row) for row in rotations]
        lowest = positions[:, 2] + np.array([component.extent(turn)[0][2] for turn in turned])
        touching = np.flatnonzero(lowest <= start.touch_mm / 1000)
        contact = int(touching[0]) if len(touching) else len(times)
        first = max(contact - start.lead, 0)
    if not 0 <= first < len(times) - 1:
        raise BadFile(path, f"item {item}: starts at frame {first} of {len(times)}", instead="give later frames")
    twist = _twist(path, item, part, tracks, gravity, times, positions, rotations, first, min(contact, len(times)))
    if start.on_table:
        twist = Twist((*twist.linear[:2], 0.0), (0.0, 0.0, twist.angular[2]))
    here = IDENTITY.rotation if rotations is None else _quat(rotations[first])
    return Track(
        f"{columns.item} {item}",
        times[first:] - times[first],
        positions[first:],
        None if rotations is None else rotations[first:],
        _flat(positions[first], here, component) if start.on_table else Pose(vec3(positions[first]), here),
        twist,
    )


def _flat(position: Floats, rotation: Quat, component: Component) -> Pose:
    """Return the pose on the table, as the model file has the piece, that is nearest to one that was measured."""
    _, _, z, w = rotation
    length = math.hypot(z, w)
    yaw = (0.0, 0.0, z / length, w / length) if length > 0 else IDENTITY.rotation
    return Pose((float(position[0]), float(position[1]), -component.extent(yaw)[0][2]), yaw)


def _twist(
    path: Path,
    item: str,
    part: Mapping[str, Floats],
    tracks: Tracks,
    gravity: float,
    times: Floats,
    positions: Floats,
    rotations: Floats | None,
    first: int,
    contact: int,
) -> Twist:
    """Return the start's velocity and spin: fitted to the free flight, or from the columns."""
    columns = tracks.columns
    if tracks.start.fit == "given" or contact - first < FIT_FRAMES:
        if columns.velocity is None:
            raise BadFile(
                path,
                f"item {item}: has {max(contact - first, 0)} frames of free flight",
                instead=f"give columns.velocity, or {FIT_FRAMES} frames before the first contact (start.lead)",
            )
        spin = (0.0, 0.0, 0.0)
        if columns.spin is not None:
            spin = vec3([part[name][first] for name in columns.spin])
        return Twist(vec3([part[name][first] for name in columns.velocity]), spin)
    passed = times[first:contact] - times[first]
    at = positions[first:contact] - positions[first]
    x, y = at[-1, :2] / passed[-1]
    z = float(passed @ (at[:, 2] + gravity * passed**2 / 2) / (passed @ passed))
    spin = (0.0, 0.0, 0.0)
    if rotations is not None:
        here = _quat(rotations[first])
        turn = quat_multiply(quat_inverse(here), _quat(rotations[contact - 1]))
        spin = quat_rotate(here, vec3(_rotation_vector(turn) / passed[-1]))
    return Twist((float(x), float(y), z), spin)


def _quat(row: Floats) -> Quat:
    x, y, z, w = (float(value) for value in row)
    return (x, y, z, w)


def _rotation_vector(q: Quat) -> Floats:
    x, y, z, w = q if q[3] >= 0 else (-q[0], -q[1], -q[2], -q[3])
    length = math.hypot(x, y, z)
    return np.zeros(3) if length == 0 else 2 * math.atan2(length, w) / length * np.array([x, y, z])
