"""Snapshots and traces: frozen, by name, and the same after a file."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sandbox.errors import BadFile, UnknownName
from sandbox.geometry import Pose, Twist
from sandbox.record import Snapshot, Trace


def snapshot(time, **positions):
    """Return a snapshot of bodies at positions, moving along x at their time."""
    poses = np.array([(*position, 0, 0, 0, 1) for position in positions.values()], dtype=float).reshape(-1, 7)
    twists = np.tile((time, 0, 0, 0, 0, 2.0), (len(positions), 1))
    return Snapshot(time, tuple(positions), poses, twists)


def test_a_snapshot_answers_by_name():
    """Pose, twist, speed; a wrong name says which are near."""
    now = snapshot(3.0, red=(1, 2, 3), blue=(4, 5, 6))
    assert now.pose("blue") == Pose((4.0, 5.0, 6.0))
    assert now.twist("red") == Twist((3.0, 0.0, 0.0), (0.0, 0.0, 2.0))
    assert now.speed("red") == 3.0
    assert "red" in now
    assert "green" not in now
    with pytest.raises(UnknownName, match="no body is called 'blu'; did you mean blue"):
        now.pose("blu")


def test_nobody_can_change_a_snapshot():
    """Neither its arrays nor its fields."""
    now = snapshot(0.0, red=(1, 2, 3))
    with pytest.raises(ValueError, match="read-only"):
        now.poses[0, 0] = 9
    with pytest.raises(AttributeError):
        now.time = 1.0


def test_arrays_of_the_wrong_shape_are_a_bug():
    """Not an input error."""
    with pytest.raises(AssertionError):
        Snapshot(0.0, ("a", "b"), np.zeros((1, 7)), np.zeros((2, 6)))


def test_a_trace_knows_who_was_there_when():
    """Bodies that come and go have NaN where they were absent."""
    trace = Trace.from_snapshots(
        [snapshot(0.0, a=(0, 0, 0)), snapshot(0.5, a=(1, 0, 0), b=(2, 0, 0)), snapshot(1.0, b=(3, 0, 0))],
        components={"a": "common/cube"},
        marks={"middle": 0.5},
        about={"seed": 1},
    )
    assert len(trace) == 3
    assert trace.names == ("a", "b")
    assert trace.components == ("common/cube", "")
    assert [frame.names for frame in trace] == [("a",), ("a", "b"), ("b",)]
    assert np.isnan(trace.poses[0, 1]).all()
    assert trace.at(0.7).time == 0.5
    assert trace.at(0.5).pose("b") == Pose((2.0, 0.0, 0.0))
    assert trace.at(-1).time == 0.0
    assert trace.at(9).time == 1.0


def test_a_trace_of_nothing():
    """No frames, no bodies, and still a trace."""
    trace = Trace.from_snapshots([])
    assert len(trace) == 0
    assert list(trace) == []


def test_a_trace_survives_its_file(tmp_path):
    """Every number, name and mark; and the file holds no pickles."""
    trace = Trace.from_snapshots(
        [snapshot(0.0, a=(0, 0, 0)), snapshot(0.1, a=(1, 0, 0), b=(2, 0, 0))],
        marks={"end": 0.1},
        about={"title": "µ", "seed": 3},
    )
    trace.save(tmp_path / "t.npz")
    again = Trace.load(tmp_path / "t.npz")
    for name in ("times", "poses", "twists"):
        np.testing.assert_array_equal(getattr(again, name), getattr(trace, name))
    assert (again.names, again.components) == (trace.names, trace.components)
    assert (again.marks, again.about) == (trace.marks, trace.about)
    np.load(tmp_path / "t.npz", allow_pickle=False)["header"]


def test_what_is_no_trace_is_one_clear_line(tmp_path):
    """Missing, another kind of file, another NPZ, another format."""
    (tmp_path / "text.npz").write_text("hello")
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    header = {"format": 99, "names": [], "components": [], "marks": {}, "about": {}}
    np.savez(tmp_path / "newer.npz", header=np.array(json.dumps(header)))
    cases = {
        "missing.npz": "there is no such file",
        "text.npz": "is not a trace",
        "other.npz": "is not a trace",
        "newer.npz": "is a trace of format 99",
    }
    for name, problem in cases.items():
        with pytest.raises(BadFile, match=problem) as caught:
            Trace.load(tmp_path / name)
        assert str(caught.value).startswith(str(tmp_path / name))
        assert "\n" not in str(caught.value)
