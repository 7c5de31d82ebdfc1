"""Each expectation bites where it should, and says what it measured."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from sandbox.errors import UnknownName
from sandbox.geometry import Pose, quat_from_euler_deg
from sandbox.record import Closest, Snapshot, Support
from sandbox.scenario.expectations import History, Measured, judge
from sandbox.scenario.schema_expect import Expect


def snapshot(time: float = 0.0, joints: dict[tuple[str, str], float] | None = None, **poses: Pose) -> Snapshot:
    """Return a snapshot of bodies at rest; underscores in names stand for dots."""
    rows = np.array([(*pose.position, *pose.rotation) for pose in poses.values()]).reshape(-1, 7)
    names = tuple(name.replace("_", ".") for name in poses)
    return Snapshot(time, names, rows, np.zeros((len(names), 6)), joints or {})


class Seen:
    """A world that answers from what the test says."""

    def __init__(self, now: Snapshot, supports: Sequence[Support] = (), gap: float | None = None) -> None:
        self.now, self._supports, self.gap = now, supports, gap

    def match(self, pattern: str) -> Sequence[str]:
        from fnmatch import fnmatchcase

        found = [name for name in self.now.names if fnmatchcase(name, pattern)]
        if not found:
            raise UnknownName("body", pattern, self.now.names)
        return found

    def snapshot(self) -> Snapshot:
        return self.now

    def supports(self) -> Sequence[Support]:
        return self._supports

    def closest(self, a: str, b: str, within: float) -> Closest | None:
        zero = (0.0, 0.0, 0.0)
        return None if self.gap is None else Closest(a, b, self.gap, zero, zero, (0.0, 0.0, 1.0))


def at(x: float = 0.0, z: float = 0.0, lean_deg: float = 0.0) -> Pose:
    """Return a pose in metres, leaning about y."""
    return Pose((x, 0.0, z), quat_from_euler_deg(0.0, lean_deg, 0.0))


def find(table: dict[str, object], now: Snapshot, before: Snapshot | None = None, **seen: object) -> Measured:
    """Return what an expectation measures."""
    history = History({"start": before or now}, {"built": 0.5, "end": None})
    return judge(Expect.model_validate(table), Seen(now, **seen), history)  # type: ignore[arg-type]


ON = Support("cup", "table", 0.0, (0.0, 0.0, 0.0))
START = snapshot(cup=at(z=0.05), table=at())

CASES = [
    ({"stands": {"body": "cup"}}, at(z=0.05), True, "0.00"),
    ({"stands": {"body": "cup"}}, at(z=0.05, lean_deg=25.0), False, "leans 25.00°"),
    ({"stands": {"body": "cup"}}, at(z=0.046), False, "came down 4.00 mm"),
    ({"falls": {"body": "cup"}}, at(z=0.02, lean_deg=90.0), True, "90.00°"),
    ({"falls": {"body": "cup"}}, at(z=0.05), False, "0.00 mm"),
    ({"fallen": {"body": "c*", "equals": 1}}, at(z=0.02), True, "1 fallen"),
    ({"fallen": {"body": "c*", "at_least": 1}}, at(z=0.05), False, "0 fallen"),
    ({"fallen": {"body": "c*", "at_most": 0}}, at(z=0.02), False, "1 fallen"),
    ({"drift": {"body": "cup", "under_mm": 1.0}}, at(x=0.0009, z=0.05), True, "cup 0.9 mm"),
    ({"drift": {"body": "cup", "under_mm": 1.0}}, at(x=0.0011, z=0.05), False, "cup 1.1 mm"),
    ({"moved": {"body": "cup", "at_least_mm": 5.0}}, at(x=0.006, z=0.05), True, "cup 6 mm"),
    ({"moved": {"body": "cup", "at_least_mm": 5.0}}, at(x=0.004, z=0.05), False, "cup 4 mm"),
    ({"upright": {"body": "cup", "within_deg": 30.0}}, at(lean_deg=29.0), True, "29 degrees"),
    ({"upright": {"body": "cup", "within_deg": 30.0}}, at(lean_deg=31.0), False, "31 degrees"),
    ({"position": {"body": "cup", "x_mm": [-10.0, 10.0]}}, at(x=0.009), True, "x = 9 mm"),
    ({"position": {"body": "cup", "x_mm": [-10.0, 10.0]}}, at(x=0.011), False, "x = 11 mm"),
    ({"speed": {"body": "cup", "under_mm_s": 1.0}}, at(), True, "0 mm/s"),
]


@pytest.mark.parametrize(("table", "pose", "holds", "said"), CASES)
def test_what_a_pose_says(table: dict[str, object], pose: Pose, holds: bool, said: str) -> None:
    """Just inside the tolerance holds, just outside fails, and the number is in the words."""
    measured = find(table, snapshot(cup=pose, table=at()), START)
    assert measured.holds is holds
    assert said in measured.found


def test_rests_on_names_what_carries_it_instead() -> None:
    """The support graph decides, not the height."""
    table = {"rests_on": {"body": "cup", "on": "table"}}
    assert find(table, START, supports=[ON]).holds
    failed = find(table, START)
    assert not failed.holds
    assert failed.found == "cup rests on nothing"


@pytest.mark.parametrize(("gap", "holds"), [(0.009, False), (0.011, True), (0.021, False), (None, False)])
def test_distance_is_between_surfaces(gap: float | None, holds: bool) -> None:
    """Both bounds are looked at; nothing near is far."""
    table = {"distance": {"between": ["cup", "table"], "at_least_mm": 10.0, "at_most_mm": 20.0}}
    assert find(table, START, gap=gap).holds is holds


def test_settles_reads_the_named_act_or_the_last() -> None:
    """A settle that never came to rest fails whatever the limit."""
    assert find({"at": "built", "settles": {"within_s": 0.6}}, START).holds
    assert not find({"at": "built", "settles": {"within_s": 0.4}}, START).holds
    assert find({"settles": {"within_s": 60.0}}, START).found == "it did not settle"


def test_the_angle_of_a_hinge() -> None:
    """Angles are read in degrees; a hinge that is not there fails."""
    now = snapshot(joints={("arm", "pivot"): math.radians(30)}, arm=at())
    joint = {"joint": {"body": "arm", "joint": "pivot", "between_deg": [29.0, 31.0]}}
    assert find(joint, now).holds
    joint["joint"]["joint"] = "elbow"
    assert not find(joint, now).holds


def tower_of_two(lean_deg: float = 0.0, wall_lean_deg: float = 0.0) -> Snapshot:
    """Return two levels of one wall each."""
    return snapshot(
        red_level1_wall1=at(),
        red_level1_platform=at(z=0.063),
        red_level2_wall1=at(z=0.064, lean_deg=wall_lean_deg),
        red_level2_platform=at(z=0.127, lean_deg=lean_deg),
    )


CHAIN = [
    Support(upper, lower, 0.0, (0.0, 0.0, 0.0))
    for upper, lower in (
        ("red.level1.wall1", "table"),
        ("red.level1.platform", "red.level1.wall1"),
        ("red.level2.wall1", "red.level1.platform"),
        ("red.level2.platform", "red.level2.wall1"),
    )
]


@pytest.mark.parametrize(
    ("now", "supports", "levels"),
    [
        (tower_of_two(), CHAIN, 2),
        (tower_of_two(lean_deg=25.0), CHAIN, 1),
        (tower_of_two(wall_lean_deg=60.0), CHAIN, 1),
        (tower_of_two(), CHAIN[:3], 1),
        (tower_of_two(), CHAIN[1:], 0),
        (tower_of_two(), [], 0),
    ],
)
def test_levels_are_counted_from_the_table_up(now: Snapshot, supports: list[Support], levels: int) -> None:
    """A level needs an upright wall on the level below and a level platform on it."""
    measured = find({"levels": {"of": "red", "equals": levels}}, now, supports=supports)
    assert measured.holds, measured.found
    assert measured.found == f"{levels} stand"


def test_a_body_is_compared_with_the_moment_it_was_placed() -> None:
    """A body that came later is not in the start snapshot; `since` starts the search."""
    now = snapshot(cup=at(x=0.01), late=at(x=0.005))
    marks = {"start": snapshot(cup=at()), "laid": snapshot(cup=at(x=0.01), late=at())}
    history = History(marks, {})
    late = judge(Expect.model_validate({"moved": {"body": "late", "at_least_mm": 4.0}}), Seen(now), history)
    assert late.value == pytest.approx(5.0)
    since = {"since": "laid", "moved": {"body": "cup", "at_least_mm": 4.0}}
    assert judge(Expect.model_validate(since), Seen(now), history).value == pytest.approx(0.0)
