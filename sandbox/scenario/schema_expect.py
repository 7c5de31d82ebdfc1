"""What has to be true: `[[expect]]` of a scenario file."""

from __future__ import annotations

from pydantic import StrictInt, StrictStr, model_validator

from sandbox.scenario.garden import Hollow, Lies
from sandbox.scenario.schema_words import Name, OneOf, Pattern, Range
from sandbox.strict import Finite, Positive, Strict, Unit

__all__ = [
    "Bounds",
    "Crossing",
    "Distance",
    "Drift",
    "Drops",
    "Expect",
    "Fallen",
    "JointAngle",
    "Levels",
    "Moved",
    "Position",
    "Rate",
    "RestsOn",
    "Settles",
    "Speed",
    "Stands",
    "Tile",
    "Upright",
]


class Bounds(Strict):
    """A whole number that equals, or lies between."""

    equals: StrictInt | None = None
    at_least: StrictInt | None = None
    at_most: StrictInt | None = None

    @model_validator(mode="after")
    def _some(self) -> Bounds:
        if self.equals is None and self.at_least is None and self.at_most is None:
            raise ValueError("says no number; give equals, at_least or at_most")
        if self.equals is not None and (self.at_least is not None or self.at_most is not None):
            raise ValueError("has equals and a bound; give one of them")
        return self


class Stands(Strict):
    """The bodies are still where they stood: neither tipped nor dropped."""

    body: Pattern
    tilt_deg: Positive = 20.0
    """How far the direction that was up may lean."""
    drop_mm: Positive = 3.0
    """How far the origin may have come down."""


class Fallen(Bounds):
    """How many of the bodies do not stand any more (by the measures of `stands`)."""

    body: Pattern
    tilt_deg: Positive = 20.0
    drop_mm: Positive = 3.0


class Drift(Strict):
    """The bodies moved by less than this."""

    body: Pattern
    under_mm: Positive


class Moved(Strict):
    """The bodies moved by at least this."""

    body: Pattern
    at_least_mm: Positive


class RestsOn(Strict):
    """Each of the bodies is carried by (one of) the others, directly."""

    body: Pattern
    on: Pattern


class Distance(Strict):
    """Distance between the surfaces of two bodies."""

    between: tuple[StrictStr, StrictStr]
    at_least_mm: Finite | None = None
    at_most_mm: Finite | None = None

    @model_validator(mode="after")
    def _some(self) -> Distance:
        if self.at_least_mm is None and self.at_most_mm is None:
            raise ValueError("says no number; give at_least_mm or at_most_mm")
        return self


class Upright(Strict):
    """The direction that is up in the model file leans by at most this."""

    body: Pattern
    within_deg: Positive


class Speed(Strict):
    """The bodies are slower than this."""

    body: Pattern
    under_mm_s: Positive


class Settles(Strict):
    """The last settle act (or the one named by `at`) found quiet that began within this time."""

    within_s: Positive


class Levels(Bounds):
    """Levels of a tower that stand: an upright wall on the level below, and a platform that lies on it."""

    of: Name


class Tile(Strict):
    """How tiles of a garden lie."""

    body: Pattern
    lies: Lies


class Drops(Bounds):
    """How many drops are in a hollow of a garden: below the land, not on top of the tile."""

    hollow: Hollow
    body: Pattern = "drop*"
    """Which bodies count as drops."""


class Position(Strict):
    """The origin of each body is inside these bounds."""

    body: Pattern
    x_mm: Range | None = None
    y_mm: Range | None = None
    z_mm: Range | None = None

    @model_validator(mode="after")
    def _some(self) -> Position:
        if self.x_mm is None and self.y_mm is None and self.z_mm is None:
            raise ValueError("says no bounds; give x_mm, y_mm or z_mm")
        return self


class JointAngle(Strict):
    """The angle of a hinge."""

    body: StrictStr
    joint: StrictStr
    between_deg: Range


class Rate(Strict):
    """Part of the trials in which everything else holds, judged by its Wilson interval."""

    at_least: Unit | None = None
    at_most: Unit | None = None

    @model_validator(mode="after")
    def _some(self) -> Rate:
        if self.at_least is None and self.at_most is None:
            raise ValueError("says no rate; give at_least or at_most")
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            raise ValueError(f"is at least {self.at_least:g} and at most {self.at_most:g}; no rate is")
        return self


class Crossing(Strict):
    """Where the swept rate crosses one half."""

    between: Range


class Expect(OneOf):
    """One thing that has to be true."""

    at: Name | None = None
    """Name of the act after which it is looked at; the end when missing."""
    since: Name | None = None
    """What it is compared with: `start`, or the name of an act. When missing: when the body was placed; for
    `drift`, the end of the first settle act."""
    stands: Stands | None = None
    falls: Stands | None = None
    fallen: Fallen | None = None
    drift: Drift | None = None
    moved: Moved | None = None
    rests_on: RestsOn | None = None
    distance: Distance | None = None
    upright: Upright | None = None
    speed: Speed | None = None
    settles: Settles | None = None
    levels: Levels | None = None
    position: Position | None = None
    joint: JointAngle | None = None
    tile: Tile | None = None
    drops: Drops | None = None
    rate: Rate | None = None
    crossing: Crossing | None = None

    @classmethod
    def choices(cls) -> tuple[str, ...]:
        """Return what can be expected."""
        return (
            "stands",
            "falls",
            "fallen",
            "drift",
            "moved",
            "rests_on",
            "distance",
            "upright",
            "speed",
            "settles",
            "levels",
            "position",
            "joint",
            "tile",
            "drops",
            "rate",
            "crossing",
        )
