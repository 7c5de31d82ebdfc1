"""Snapshots and traces: frozen, by name, and the same after a file."""

from __future__ import annotations

import gc
import json
import warnings
from dataclasses import replace

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


def test_a_trace_keeps_hinges(tmp_path):
    """Angles come back by body and joint, also from a file; a frame without the hinge does not name it."""
    poses, twists = np.array([[0, 0, 0, 0, 0, 0, 1.0]]), np.zeros((1, 6))
    frames = [
        Snapshot(0.0, ("a",), poses.copy(), twists.copy()),
        Snapshot(0.5, ("a",), poses.copy(), twists.copy(), {("a", "arm"): -0.5}),
    ]
    trace = Trace.from_snapshots(frames)
    trace.save(tmp_path / "t.npz")
    for each in (trace, Trace.load(tmp_path / "t.npz")):
        assert each.snapshot(0).joints == {}
        assert each.snapshot(1).joints == {("a", "arm"): -0.5}


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


def hinged(time, angle, **positions):
    """Return a snapshot of bodies of which the first has a leaf at an angle; None: it is not there."""
    now = snapshot(time, **positions)
    return now if angle is None else replace(now, joints={("wall", "leaf"): angle})


def test_a_trace_keeps_the_angles_of_joints(tmp_path):
    """Frame by frame, absent where the body is, and to the bit after a file."""
    frames = [
        hinged(0.0, 0.25, wall=(0, 0, 0), block=(1, 0, 0)),
        hinged(0.1, 1 / 3, wall=(0, 0, 0)),
        hinged(0.2, None, block=(2, 0, 0)),
    ]
    trace = Trace.from_snapshots(frames)
    trace.save(tmp_path / "t.npz")
    for each in (trace, Trace.load(tmp_path / "t.npz")):
        assert [frame.joints for frame in each] == [frame.joints for frame in frames]
        assert each.at(0.15).joints == {("wall", "leaf"): 1 / 3}
        with pytest.raises(ValueError, match="read-only"):
            each.joints["wall", "leaf"][0] = 9


def test_a_trace_of_the_first_format_is_read(tmp_path):
    """It had no joints."""
    header = {"format": 1, "names": ["a"], "components": [""], "marks": {"end": 0.5}, "about": {}}
    arrays = {"times": np.zeros(1), "poses": np.zeros((1, 1, 7)), "twists": np.zeros((1, 1, 6))}
    np.savez(tmp_path / "old.npz", header=np.array(json.dumps(header)), **arrays)
    trace = Trace.load(tmp_path / "old.npz")
    assert trace.snapshot(0).joints == {}
    assert trace.marks == {"end": 0.5}


def test_no_part_of_a_trace_file_is_taken_for_one(tmp_path):
    """Wherever it is cut or scratched: one clear line or the same trace, and the file is closed."""
    whole = tmp_path / "whole.npz"
    Trace.from_snapshots([hinged(0.1 * i, 0.1 * i, wall=(i, 0, 0)) for i in range(20)]).save(whole)
    content = whole.read_bytes()
    bad = tmp_path / "bad.npz"
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        for at in range(0, len(content), 97):
            for damaged in (content[:at], content[:at] + b"\xff\x00\xff" + content[at + 3 :]):
                bad.write_bytes(damaged)
                try:
                    Trace.load(bad)
                except BadFile as error:
                    assert "\n" not in str(error)  # noqa: PT017
                else:
                    assert len(damaged) == len(content)
        gc.collect()
    assert not said  # a file that is left open warns


def test_what_is_no_trace_is_one_clear_line(tmp_path):
    """Missing, another kind of file, another NPZ, another format."""
    (tmp_path / "text.npz").write_text("hello")
    np.savez(tmp_path / "other.npz", x=np.zeros(3))
    np.save(tmp_path / "array.npy", np.zeros(3))
    np.savez(tmp_path / "list.npz", header=np.array("[]"))
    (tmp_path / "folder.npz").mkdir()
    (tmp_path / "empty.npz").write_bytes(b"")
    header = {"format": 99, "names": [], "components": [], "marks": {}, "about": {}}
    np.savez(tmp_path / "newer.npz", header=np.array(json.dumps(header)))
    cases = {
        "missing.npz": "there is no such file",
        "text.npz": "is not a trace",
        "other.npz": "is not a trace",
        "array.npy": "is not a trace",
        "list.npz": "is not a trace",
        "folder.npz": "is not a trace",
        "empty.npz": "is not a trace",
        "newer.npz": "is a trace of format 99",
    }
    for name, problem in cases.items():
        with pytest.raises(BadFile, match=problem) as caught:
            Trace.load(tmp_path / name)
        assert str(caught.value).startswith(str(tmp_path / name))
        assert "\n" not in str(caught.value)
