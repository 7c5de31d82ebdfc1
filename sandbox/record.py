"""What the world was like at an instant, and over time: the treaty of physics, referee and viewer.

A `Snapshot` is one instant, a `Trace` many. Both are plain frozen data: whoever holds one cannot change the
world, and the world cannot change it.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.errors import BadFile, UnknownName
from sandbox.geometry import Floats, Pose, Twist, Vec3, vec3

__all__ = ["Closest", "Contact", "Snapshot", "Support", "Trace"]

TRACE_FORMAT = 2
"""Format 1 had no joints; it is read as a trace without any."""

_NO_TRACE = (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, AssertionError, MemoryError)
_BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError)
"""What reading a file that is no trace, or half of one, can end in."""


@dataclass(frozen=True, slots=True)
class Contact:
    """Two bodies that the engine holds apart at a point.

    Attributes:
        a: Name of the first body.
        b: Name of the second body.
        point: Where, on the second body, world metres.
        normal: Unit vector that points from `b` towards `a`.
        distance: Metres; negative when they overlap.
        force: Newtons along the normal, averaged over the last step. Zero-gap contacts may report zero.
    """

    a: str
    b: str
    point: Vec3
    normal: Vec3
    distance: float
    force: float


@dataclass(frozen=True, slots=True)
class Closest:
    """The nearest points of two bodies.

    Attributes:
        a: Name of the first body.
        b: Name of the second body.
        distance: Metres between the surfaces; negative when they overlap.
        on_a: The nearest point on `a`, world metres.
        on_b: The nearest point on `b`, world metres.
        normal: Unit vector that points from `b` towards `a`.
    """

    a: str
    b: str
    distance: float
    on_a: Vec3
    on_b: Vec3
    normal: Vec3


@dataclass(frozen=True, slots=True)
class Support:
    """One body carries another: they touch, and the surface between them is nearer to level than to upright.

    Attributes:
        upper: Name of the body that is carried.
        lower: Name of the body that carries.
        distance: Metres between them at the nearest such place.
        point: That place, world metres.
    """

    upper: str
    lower: str
    distance: float
    point: Vec3


@dataclass(frozen=True, eq=False)
class Snapshot:
    """All bodies at one instant.

    Attributes:
        time: Seconds since the world began.
        names: The bodies, in the order they were added.
        poses: `(n, 7) float`: position (m) and quaternion xyzw of each body's model frame.
        twists: `(n, 6) float`: velocity of the centre of mass (m/s), angular velocity (rad/s).
        joints: Joint angle in radians by `(body, joint)`.
    """

    time: float
    names: tuple[str, ...]
    poses: Floats
    twists: Floats
    joints: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert self.poses.shape == (len(self.names), 7)
        assert self.twists.shape == (len(self.names), 6)
        self.poses.setflags(write=False)
        self.twists.setflags(write=False)

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def index(self, name: str) -> int:
        """Return the row of a body.

        Raises:
            UnknownName: No such body.
        """
        try:
            return self.names.index(name)
        except ValueError:
            raise UnknownName("body", name, self.names) from None

    def pose(self, name: str) -> Pose:
        """Return where a body is. Raises `UnknownName`."""
        row = self.poses[self.index(name)]
        x, y, z, w = (float(value) for value in row[3:])
        return Pose(vec3(row[:3]), (x, y, z, w))

    def twist(self, name: str) -> Twist:
        """Return how a body moves. Raises `UnknownName`."""
        row = self.twists[self.index(name)]
        return Twist(vec3(row[:3]), vec3(row[3:]))

    def speed(self, name: str) -> float:
        """Return the speed of a body's centre of mass, m/s. Raises `UnknownName`."""
        return float(np.linalg.norm(self.twists[self.index(name), :3]))


@dataclass(frozen=True, eq=False)
class Trace:
    """What a world did over time; bodies that were absent at a frame have NaN there.

    Attributes:
        times: `(t,) float` seconds, rising.
        names: Every body that was ever there.
        poses: `(t, n, 7) float`, as in `Snapshot`.
        twists: `(t, n, 6) float`, as in `Snapshot`.
        components: The component id of each body, in the order of `names`.
        marks: Named instants in seconds, such as the ends of a scenario's acts.
        about: Free JSON data: title, seed, versions.
        joints: Joint angles `(t,) float` in radians by `(body, joint)`, as in `Snapshot`.
    """

    times: Floats
    names: tuple[str, ...]
    poses: Floats
    twists: Floats
    components: tuple[str, ...] = ()
    marks: Mapping[str, float] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)
    joints: Mapping[tuple[str, str], Floats] = field(default_factory=dict)

    def __post_init__(self) -> None:
        shape = (len(self.times), len(self.names))
        assert self.poses.shape == (*shape, 7)
        assert self.twists.shape == (*shape, 6)
        assert all(angles.shape == shape[:1] for angles in self.joints.values())
        for array in (self.times, self.poses, self.twists, *self.joints.values()):
            array.setflags(write=False)

    def __len__(self) -> int:
        return len(self.times)

    def __iter__(self) -> Iterator[Snapshot]:
        return (self.snapshot(frame) for frame in range(len(self)))

    def snapshot(self, frame: int) -> Snapshot:
        """Return one frame, with only the bodies that were there."""
        there = ~np.isnan(self.poses[frame, :, 0])
        names = tuple(name for name, here in zip(self.names, there, strict=True) if here)
        joints = {key: float(angles[frame]) for key, angles in self.joints.items() if not np.isnan(angles[frame])}
        poses, twists = self.poses[frame][there].copy(), self.twists[frame][there].copy()
        return Snapshot(float(self.times[frame]), names, poses, twists, joints)

    def at(self, time: float) -> Snapshot:
        """Return the last frame at or before `time` seconds (the first one when there is none before)."""
        frame = int(np.searchsorted(self.times, time + 1e-9, side="right")) - 1
        return self.snapshot(max(frame, 0))

    @classmethod
    def from_snapshots(
        cls,
        snapshots: Sequence[Snapshot],
        *,
        components: Mapping[str, str] | None = None,
        marks: Mapping[str, float] | None = None,
        about: Mapping[str, Any] | None = None,
    ) -> Trace:
        """Return a trace of the given instants, in their order."""
        names = tuple(dict.fromkeys(name for snapshot in snapshots for name in snapshot.names))
        column = {name: i for i, name in enumerate(names)}
        poses = np.full((len(snapshots), len(names), 7), np.nan)
        twists = np.full((len(snapshots), len(names), 6), np.nan)
        for frame, snapshot in enumerate(snapshots):
            columns = [column[name] for name in snapshot.names]
            poses[frame, columns] = snapshot.poses
            twists[frame, columns] = snapshot.twists
        keys = dict.fromkeys(key for snapshot in snapshots for key in snapshot.joints)
        joints = {key: np.array([snapshot.joints.get(key, np.nan) for snapshot in snapshots]) for key in keys}
        kinds = tuple((components or {}).get(name, "") for name in names)
        times = np.array([snapshot.time for snapshot in snapshots], dtype=float)
        return cls(times, names, poses, twists, kinds, dict(marks or {}), dict(about or {}), joints)

    def save(self, path: str | Path) -> None:
        """Write the trace as a compressed NPZ file (no pickles in it)."""
        header = {
            "format": TRACE_FORMAT,
            "names": self.names,
            "components": self.components,
            "marks": dict(self.marks),
            "about": dict(self.about),
            "joints": list(self.joints),
        }
        angles = np.array(list(self.joints.values())).reshape(len(self.joints), len(self))
        with Path(path).open("wb") as file:
            np.savez_compressed(
                file,
                header=np.array(json.dumps(header)),
                times=self.times,
                poses=self.poses,
                twists=self.twists,
                joints=angles,
            )

    @classmethod
    def load(cls, path: str | Path) -> Trace:
        """Read a trace that `save` wrote.

        Raises:
            BadFile: Not there, or not such a file.
        """
        try:
            # numpy would leave the file open when it turns out to be no archive.
            with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as data:
                header = json.loads(str(data["header"]))
                if header["format"] not in (1, TRACE_FORMAT):
                    raise BadFile(
                        path,
                        f"is a trace of format {header['format']}",
                        instead=f"record it again; this version reads format {TRACE_FORMAT}",
                    )
                return cls._from_parts(header, data)
        except FileNotFoundError:
            raise BadFile(path, "there is no such file") from None
        except (*_NO_TRACE, *_BROKEN_ZIP) as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            raise BadFile(path, f"is not a trace ({reason})", instead="give a file that --trace wrote") from None

    @classmethod
    def _from_parts(cls, header: Mapping[str, Any], data: Mapping[str, Floats]) -> Trace:
        """Return the trace of a file's header and arrays; anything may be wrong with them."""
        times, poses, twists = (np.asarray(data[name], dtype=np.float64) for name in ("times", "poses", "twists"))
        keys = [(str(body), str(joint)) for body, joint in header.get("joints", ())]
        angles = np.asarray(data["joints"], dtype=np.float64) if keys else np.empty((0, len(times)))
        if angles.shape[0] != len(keys) or not np.isfinite(times).all() or (np.diff(times) < 0).any():
            raise ValueError("times do not rise, or joints are missing")
        return cls(
            times,
            tuple(map(str, header["names"])),
            poses,
            twists,
            tuple(map(str, header["components"])),
            {str(name): float(time) for name, time in header["marks"].items()},
            dict(header["about"]),
            {key: row.copy() for key, row in zip(keys, angles, strict=True)},
        )
