"""The last minute: kept, looked at between frames, and forgotten in order."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sandbox.geometry import quat_from_axis_angle
from sandbox.play.history import History, TraceFrames, between
from sandbox.record import Snapshot, Trace


def snapshot(time: float, x: float = 0.0, turn: float = 0.0, name: str = "a", **joints: float) -> Snapshot:
    """Return one body somewhere."""
    poses = np.array([(x, 0.0, 0.0, *quat_from_axis_angle((0.0, 0.0, 1.0), turn))])
    return Snapshot(time, (name,), poses, np.full((1, 6), float(x)), {(name, key): v for key, v in joints.items()})


def test_it_keeps_a_minute_and_no_more() -> None:
    """At 60 frames a second, however many come."""
    history = History()
    for number in range(200 * 120):
        history.add(snapshot(number / 120, number))
    first, last = history.span
    assert last == pytest.approx(200, abs=0.02)
    assert last - first == pytest.approx(60, abs=0.05)
    assert len(history) == pytest.approx(3600, abs=2)


def test_between_two_frames_lie_straight_lines_and_short_turns() -> None:
    """Positions, turns, speeds and hinges; quaternions of either sign."""
    after = snapshot(1.0, 2.0, 1.0, arm=-1.0)
    for flipped in (after.poses, np.concatenate([after.poses[:, :3], -after.poses[:, 3:]], axis=1)):
        end = Snapshot(1.0, after.names, flipped.copy(), after.twists.copy(), after.joints)
        half = between(snapshot(0.0, 0.0, 0.0, arm=0.0), end, 0.5)
        assert half.pose("a").position[0] == pytest.approx(1.0)
        assert 2 * math.asin(half.pose("a").rotation[2]) == pytest.approx(0.5, abs=1e-6)
        assert half.twist("a").linear[0] == pytest.approx(1.0)
        assert half.joints["a", "arm"] == pytest.approx(-0.5)


def test_who_comes_or_goes_is_not_mixed() -> None:
    """Between two frames the bodies of the earlier one are seen."""
    half = between(snapshot(0.0, 1.0), snapshot(1.0, 9.0, name="b"), 0.5)
    assert half.names == ("a",)
    assert half.pose("a").position[0] == 1.0


def test_what_stands_still_is_kept_once() -> None:
    """A minute in which nothing moves shares one array."""
    history = History()
    for number in range(100):
        history.add(snapshot(number / 60))
    assert history.at(0.1).poses is history.at(1.2).poses


def test_going_on_from_an_old_moment_forgets_what_came_after() -> None:
    """A frame that is not later than the last one replaces the tail."""
    history = History()
    for number in range(100):
        history.add(snapshot(number / 60, number))
    history.add(snapshot(0.5, -1.0))
    assert history.span == (0.0, 0.5)
    assert history.at(9.0).pose("a").position[0] == -1.0
    assert history.at(-9.0).pose("a").position[0] == 0.0


def test_a_trace_is_looked_at_like_a_history() -> None:
    """Also between its frames, and it comes out of a history again."""
    history = History()
    for number in range(5):
        history.add(snapshot(number / 10, number, arm=float(number)), always=True)
    trace = history.trace({"a": "common/cube"}, {"middle": 0.2}, {"title": "t"})
    assert isinstance(trace, Trace)
    looked = TraceFrames(trace)
    assert looked.span == (0.0, pytest.approx(0.4))
    for time in (0.0, 0.13, 0.25, 0.4, 7.0):
        assert looked.at(time).pose("a").position == pytest.approx(history.at(time).pose("a").position)
        assert looked.at(time).joints == pytest.approx(history.at(time).joints)
