"""Is it true? Each expectation is looked up in what was seen, and says in words and numbers what it found."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from sandbox import measures
from sandbox.record import Closest, Snapshot, Support
from sandbox.scenario.garden import is_in, lies
from sandbox.scenario.schema_expect import Bounds, Expect

__all__ = ["History", "Measured", "View", "judge"]

FAR = 10.0
"""Metres: further apart than anything in a world."""


class View(Protocol):
    """What an expectation may ask of a world, or of anything that can answer like one."""

    def match(self, pattern: str) -> Sequence[str]:
        """Return the names that match a pattern; raises `UnknownName`."""

    def snapshot(self) -> Snapshot:
        """Return all bodies now."""

    def supports(self) -> Sequence[Support]:
        """Return who carries whom now."""

    def closest(self, a: str, b: str, within: float) -> Closest | None:
        """Return the nearest points of two bodies."""


@dataclass(frozen=True)
class History:
    """What was noted on the way.

    Attributes:
        marks: Snapshots in the order of time: `start`, when something was placed, at the end of every act (by
            its name, where it has one), and `settled`: the end of the first settle act.
        quiet_after: Seconds after which quiet began, by the name of the settle act; None when it never did.
    """

    marks: Mapping[str, Snapshot]
    quiet_after: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Measured:
    """What an expectation found.

    Attributes:
        what: The expectation in words.
        holds: Whether it is true.
        found: What was measured, with its unit.
        value: The number behind it, in the unit of the file's key; None where there is no number.
        limit: The number it is compared with.
    """

    what: str
    holds: bool
    found: str
    value: float | None = None
    limit: float | None = None


def judge(expect: Expect, view: View, history: History) -> Measured:
    """Return what an expectation finds now.

    `rate` and `crossing` speak of many trials and are not judged here.

    Raises:
        UnknownName: It names a body that is not there.
    """
    return _JUDGES[expect.kind](expect, view, history)


def _worst(
    what: str, values: Mapping[str, float], limit: float, unit: str, *, holds_below: bool = True
) -> Measured:
    """Return the verdict over several bodies: the one nearest to failing decides."""
    pick = max if holds_below else min
    name = pick(values, key=lambda each: values[each])
    value = values[name]
    holds = value < limit if holds_below else value >= limit
    return Measured(what, holds, f"{name} {value:.4g} {unit}", value, limit)


def _reference(expect: Expect, history: History, name: str, default: str = "start") -> Snapshot:
    """Return the snapshot that a body is compared with: the first one that has it, from `since` on."""
    order = list(history.marks)
    first = expect.since or default
    for mark in order[order.index(first) if first in order else 0 :]:
        if name in history.marks[mark]:
            return history.marks[mark]
    return history.marks[order[-1]]


def _stands(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.stands or expect.falls
    assert wanted is not None
    now, names = view.snapshot(), view.match(wanted.body)
    tilts, drops = {}, {}
    for name in names:
        before = _reference(expect, history, name)
        tilts[name] = math.degrees(measures.lean(now.pose(name), before.pose(name)))
        drops[name] = 1000 * measures.has_dropped(before, now, name)
    # How near each is to having fallen: 1 is fallen.
    share = {n: max(tilts[n] / wanted.tilt_deg, drops[n] / wanted.drop_mm) for n in names}
    fallen = [name for name in names if share[name] >= 1]
    pick = max(share, key=lambda n: share[n]) if expect.stands else min(share, key=lambda n: share[n])
    found = f"{pick} leans {tilts[pick]:.2f}°, came down {drops[pick]:.2f} mm"
    if expect.stands:
        return Measured(f"{wanted.body} stands", not fallen, found, share[pick], 1.0)
    return Measured(f"{wanted.body} falls", len(fallen) == len(names), found, share[pick], 1.0)


def _in_bounds(bounds: Bounds, value: int) -> bool:
    return (
        (bounds.equals is None or value == bounds.equals)
        and (bounds.at_least is None or value >= bounds.at_least)
        and (bounds.at_most is None or value <= bounds.at_most)
    )


def _say_bounds(bounds: Bounds) -> str:
    if bounds.equals is not None:
        return str(bounds.equals)
    parts = [
        f"{word} {number}"
        for word, number in (("at least", bounds.at_least), ("at most", bounds.at_most))
        if number is not None
    ]
    return " and ".join(parts)


def _limit(bounds: Bounds) -> int | None:
    return next(
        (n for n in (bounds.equals, bounds.at_least, bounds.at_most) if n is not None),
        None,
    )


def _fallen(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.fallen
    assert wanted is not None
    now = view.snapshot()
    stands = partial(
        measures.stands,
        tilt_below=math.radians(wanted.tilt_deg),
        drop_below=wanted.drop_mm / 1000,
    )
    fallen = [n for n in view.match(wanted.body) if not stands(_reference(expect, history, n), now, n)]
    count = len(fallen)
    what = f"{_say_bounds(wanted)} of {wanted.body} fallen"
    return Measured(what, _in_bounds(wanted, count), f"{count} fallen", count, _limit(wanted))


def _moved(expect: Expect, view: View, history: History) -> Measured:
    now = view.snapshot()
    default = "settled" if expect.drift is not None else "start"

    def distances(pattern: str) -> dict[str, float]:
        return {
            name: 1000 * measures.distance_moved(_reference(expect, history, name, default), now, name)
            for name in view.match(pattern)
        }

    if expect.drift is not None:
        what = f"{expect.drift.body} drifts under {expect.drift.under_mm:g} mm"
        return _worst(what, distances(expect.drift.body), expect.drift.under_mm, "mm")
    wanted = expect.moved
    assert wanted is not None
    what = f"{wanted.body} moves at least {wanted.at_least_mm:g} mm"
    return _worst(what, distances(wanted.body), wanted.at_least_mm, "mm", holds_below=False)


def _rests_on(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.rests_on
    assert wanted is not None
    on, supports = set(view.match(wanted.on)), view.supports()
    what = f"{wanted.body} rests on {wanted.on}"
    for name in view.match(wanted.body):
        carriers = measures.carriers(supports, name)
        if not on.intersection(carriers):
            return Measured(what, False, f"{name} rests on {', '.join(carriers) or 'nothing'}")
    return Measured(what, True, "it does")


def _distance(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.distance
    assert wanted is not None
    a, b = (view.match(name)[0] for name in wanted.between)
    pair = view.closest(a, b, FAR)
    value = 1000 * (pair.distance if pair else FAR)
    low = -math.inf if wanted.at_least_mm is None else wanted.at_least_mm
    high = math.inf if wanted.at_most_mm is None else wanted.at_most_mm
    words = [
        f"{word} {number:g} mm"
        for word, number in (("at least", wanted.at_least_mm), ("at most", wanted.at_most_mm))
        if number is not None
    ]
    what = f"{a} and {b} are {' and '.join(words)} apart"
    limit = low if value < low else high
    return Measured(what, low <= value <= high, f"{value:.4g} mm", value, limit if math.isfinite(limit) else low)


def _upright(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.upright
    assert wanted is not None
    now = view.snapshot()
    leans = {name: math.degrees(measures.lean(now.pose(name))) for name in view.match(wanted.body)}
    what = f"{wanted.body} is upright within {wanted.within_deg:g}°"
    return _worst(what, leans, wanted.within_deg, "degrees")


def _speed(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.speed
    assert wanted is not None
    now = view.snapshot()
    speeds = {name: 1000 * now.speed(name) for name in view.match(wanted.body)}
    return _worst(f"{wanted.body} is slower than {wanted.under_mm_s:g} mm/s", speeds, wanted.under_mm_s, "mm/s")


def _settles(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.settles
    assert wanted is not None
    what = f"settles within {wanted.within_s:g} s"
    name = expect.at or next(reversed(list(history.quiet_after)), None)
    quiet = history.quiet_after.get(name) if name else None
    if quiet is None:
        return Measured(what, False, "it did not settle", None, wanted.within_s)
    return Measured(what, quiet <= wanted.within_s, f"{quiet:.2f} s", quiet, wanted.within_s)


def _levels(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.levels
    assert wanted is not None
    view.match(f"{wanted.of}.level1.*")
    count = measures.levels_standing(view.snapshot(), view.supports(), wanted.of)
    what = f"{_say_bounds(wanted)} levels of {wanted.of} stand"
    return Measured(what, _in_bounds(wanted, count), f"{count} stand", count, _limit(wanted))


def _position(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.position
    assert wanted is not None
    now = view.snapshot()
    what = f"{wanted.body} is where it should be"
    found, first = "", None
    for name in view.match(wanted.body):
        place = now.pose(name).position
        for axis, bounds, metres in zip("xyz", (wanted.x_mm, wanted.y_mm, wanted.z_mm), place, strict=True):
            if bounds is None:
                continue
            value = 1000 * metres
            found, first = (found, first) if found else (f"{name} {axis} = {value:.4g} mm", value)
            if not bounds[0] <= value <= bounds[1]:
                limit = bounds[0] if value < bounds[0] else bounds[1]
                return Measured(what, False, f"{name} {axis} = {value:.4g} mm", value, limit)
    return Measured(what, True, found, first)


def _joint(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.joint
    assert wanted is not None
    low, high = wanted.between_deg
    what = f"hinge {wanted.joint} of {wanted.body} is between {low:g}° and {high:g}°"
    angles = view.snapshot().joints
    if (wanted.body, wanted.joint) not in angles:
        return Measured(what, False, "there is no such hinge")
    value = math.degrees(angles[wanted.body, wanted.joint])
    return Measured(what, low <= value <= high, f"{value:.2f}°", value, low if value < low else high)


def _tile(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.tile
    assert wanted is not None
    now = view.snapshot()
    what = f"{wanted.body} lies {wanted.lies}"
    found = ""
    for name in view.match(wanted.body):
        pose = now.pose(name)
        how = lies(_reference(expect, history, name).pose(name), pose)
        found = f"{name} lies {how}, at {math.degrees(measures.lean(pose)):.0f}°"
        if how != wanted.lies:
            return Measured(what, False, found)
    return Measured(what, True, found)


def _drops(expect: Expect, view: View, history: History) -> Measured:
    wanted = expect.drops
    assert wanted is not None
    now = view.snapshot()
    count = sum(is_in(wanted.hollow, now.pose(name).position) for name in view.match(wanted.body))
    what = f"{_say_bounds(wanted)} of {wanted.body} in hollow {wanted.hollow}"
    return Measured(what, _in_bounds(wanted, count), f"{count} in it", count, _limit(wanted))


_JUDGES: Mapping[str, Callable[[Expect, View, History], Measured]] = {
    "stands": _stands,
    "falls": _stands,
    "fallen": _fallen,
    "drift": _moved,
    "moved": _moved,
    "rests_on": _rests_on,
    "distance": _distance,
    "upright": _upright,
    "speed": _speed,
    "settles": _settles,
    "levels": _levels,
    "position": _position,
    "joint": _joint,
    "tile": _tile,
    "drops": _drops,
}
