"""The scenario file, table by table. README.md explains a ten-line one; every key has its unit in its name.

Every class is a table of the file. Lengths are millimetres where the key ends in `_mm`, angles degrees where it
ends in `_deg`; everything else is SI.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StrictBool, StrictInt, StrictStr, model_validator

from sandbox.components.garden import SHIPPED, Garden
from sandbox.scenario.garden import BedOf, Hollow, Lies, Spot
from sandbox.strict import NAME_PATTERN, Finite, NonNegative, Positive, Strict, Unit

__all__ = ["Act", "Expect", "Noise", "Place", "Scenario"]

Name = Annotated[StrictStr, Field(pattern=NAME_PATTERN, max_length=60)]
Pattern = Annotated[StrictStr, Field(min_length=1)]
Millimetres = Annotated[float, Field(strict=True, ge=-5000, le=5000, allow_inf_nan=False)]
"""A coordinate; the world ends 5 m from the origin."""
Point2 = tuple[Millimetres, Millimetres]
Point3 = tuple[Millimetres, Millimetres, Millimetres]
Vector = tuple[Finite, Finite, Finite]


def _rising(bounds: tuple[float, float]) -> tuple[float, float]:
    if bounds[0] >= bounds[1]:
        raise ValueError(f"goes from {bounds[0]:g} to {bounds[1]:g}; write the smaller number first")
    return bounds


Range = Annotated[tuple[Finite, Finite], AfterValidator(_rising)]
Count = Annotated[StrictInt, Field(ge=1, le=1000)]
Seconds = Annotated[float, Field(strict=True, gt=0, le=3600, allow_inf_nan=False)]

RESERVED = ("table", "floor", "start", "end")


class OneOf(Strict):
    """A table that holds exactly one of several keys."""

    @classmethod
    def choices(cls) -> tuple[str, ...]:
        """Return the keys of which exactly one is given."""
        raise NotImplementedError

    @model_validator(mode="after")
    def _exactly_one(self) -> OneOf:
        given = [key for key in self.choices() if getattr(self, key) is not None]
        if len(given) != 1:
            found = "has none" if not given else "has " + " and ".join(given)
            raise ValueError(f"{found}; give exactly one of {', '.join(self.choices())}")
        return self

    @property
    def kind(self) -> str:
        """The key that is given."""
        return next(key for key in self.choices() if getattr(self, key) is not None)


class Noise(Strict):
    """Sigma of how far a hand misses, normally distributed and drawn anew in every trial."""

    position_mm: NonNegative = 0.0
    """Of x and of y."""
    angle_deg: NonNegative = 0.0
    """Of the turn about the vertical."""
    tilt_deg: NonNegative = 0.0
    """Of the lean about each horizontal axis; the piece is let go where its lowest point just touches."""


# --- layout


class Tower(Strict):
    """Folded walls and platforms: `NAME.level1.wall1`, ..., `NAME.level1.platform`, ..., `NAME.flag`."""

    levels: Annotated[StrictInt, Field(ge=1, le=20)]
    walls: Literal[1, 2] = 2
    flag: StrictBool = False
    wall: StrictStr = "hurlyburly/wall"
    platform: StrictStr = "hurlyburly/platform"
    platform_shift_mm: Finite = 0.0
    """How far every platform is moved along x (towards the open side of a single wall)."""


class Stack(Strict):
    """Pieces on top of one another: `NAME.1` at the bottom, `NAME.2`, ..."""

    component: StrictStr
    count: Count
    offsets_mm: tuple[Finite, ...] = ()
    """How far each piece is moved along x against the one below; missing ones are 0."""
    harmonic: Positive | None = None
    """Reach past `at_mm` as a part of what balance allows: 1 is the limit of statics."""

    @model_validator(mode="after")
    def _one_way(self) -> Stack:
        if self.harmonic is not None and self.offsets_mm:
            raise ValueError("has offsets_mm and harmonic; give one of them")
        if len(self.offsets_mm) > self.count:
            raise ValueError(f"has {len(self.offsets_mm)} offsets_mm; give at most {self.count}")
        return self


class Row(Strict):
    """Pieces in a line, each standing on the table: `NAME.1`, `NAME.2`, ..."""

    component: StrictStr
    count: Count
    pitch_mm: Positive
    """From centre to centre."""
    direction_deg: Finite = 0.0
    """Where the line goes, from x anticlockwise; pieces are turned with it."""


class Dock(Strict):
    """A fishing dock: `NAME.bank`, `NAME.strip1` on it, `NAME.stone1` on the inner end; then strip2 and stone2."""

    overhang_mm: Positive
    """How far the (first) strip reaches past the bank's edge."""
    strips: Literal[1, 2] = 1
    lap_mm: Positive = 40.0
    """How much of the second strip lies on the first one."""
    strip: StrictStr = "burp/strip"
    bank: StrictStr = "burp/dock_block"
    stones: tuple[StrictStr, ...] = ("burp/stone",)
    """One for each strip, from the bank outwards; missing ones leave a strip without a weight."""
    stone_back_mm: NonNegative = 20.0
    """How far behind the bank's edge the first stone lies."""


class Frame(Strict):
    """Two cards leaning against each other: `NAME.left` and `NAME.right`."""

    component: StrictStr = "common/card"
    lean_deg: Annotated[float, Field(strict=True, gt=0, lt=80)] = 20.0
    """Of each card from the vertical."""


class Place(OneOf):
    """A piece, or a generator of several, and where it is put."""

    name: Name
    component: StrictStr | None = None
    tower: Tower | None = None
    stack: Stack | None = None
    row: Row | None = None
    dock: Dock | None = None
    frame: Frame | None = None
    garden: BedOf | None = None
    at_mm: Point2 | Point3 = (0.0, 0.0)
    """x, y of the model's origin; its lowest point is put at z, or on what `on` names, or on the table."""
    turn_deg: Finite | Vector = 0.0
    """About the vertical; or roll, pitch, yaw about fixed axes, in that order."""
    on: StrictStr | None = None
    """Body on whose highest point it is put."""
    fixed: StrictBool = False
    """True holds it in place for ever."""
    noise: Noise | None = None
    """Instead of the scenario's [noise]."""

    @classmethod
    def choices(cls) -> tuple[str, ...]:
        """Return what can be placed."""
        return ("component", "tower", "stack", "row", "dock", "frame", "garden")

    @model_validator(mode="after")
    def _where(self) -> Place:
        if self.name in RESERVED:
            raise ValueError(f"is called {self.name!r}, which is taken; choose another name")
        if self.on is not None and len(self.at_mm) == 3:
            raise ValueError("has on and a height; give two numbers in at_mm, or leave on out")
        if self.garden is not None and self.model_fields_set & {"at_mm", "turn_deg", "on"}:
            raise ValueError("is a garden, which stands in the middle of the table; leave its place out")
        return self


# --- acts


class Settle(Strict):
    """Wait until everything is quiet; a time-out makes the verdict `did not settle`."""

    timeout_s: Seconds = 5.0
    ignore: tuple[Pattern, ...] = ()
    """Bodies whose motion does not matter."""


class PlaceAct(Place):
    """Put something into the world now."""

    fade_s: Annotated[float, Field(strict=True, ge=0, le=60)] = 0.0
    """Its weight comes onto what carries it over this time; 0 lets go at once."""
    drop_mm: NonNegative = 0.0
    """Height from which it is let go."""


class Pour(Spot):
    """Let a drop fall from the can's nozzle."""

    drop: Name
    """What it is called."""
    component: StrictStr = "beethupferl/drop"

    def place_in(self, garden: Garden = SHIPPED) -> PlaceAct:
        """Return the same as an act that places it in a garden."""
        noise = Noise(position_mm=self.aim_mm)
        return PlaceAct(name=self.drop, component=self.component, at_mm=self.lowest_mm(garden), noise=noise)


class Remove(Strict):
    """Take bodies away."""

    body: Pattern


class Push(Strict):
    """Push a body with a constant force."""

    body: StrictStr
    force_N: Vector  # noqa: N815 (newton is written N)
    seconds: Seconds
    at_mm: Point3 | None = None
    """In the body's model frame; its centre of mass when missing."""


class Launch(OneOf):
    """Throw a piece: a new one (`component`, called `name`), or a body that is there."""

    component: StrictStr | None = None
    body: StrictStr | None = None
    name: Name = "shot"
    from_mm: Point3 | None = None
    """Of the model's origin. A body that is there may start where it is."""
    towards: StrictStr | Point3
    """A body or pattern (the middle of the box around all that match), or a point in mm."""
    speed: Annotated[float, Field(strict=True, ge=0, le=100, allow_inf_nan=False)]
    """m/s, up to 100; above 10 steps are long compared with the pieces."""
    arc: StrictBool = False
    """True aims so that the flat parabola meets the target; False throws straight at it."""
    spin_rad_s: Vector = (0.0, 0.0, 0.0)
    turn_deg: Finite | Vector = 0.0
    noise_deg: NonNegative = 0.0
    """Sigma of the direction, sideways and up."""

    @classmethod
    def choices(cls) -> tuple[str, ...]:
        """Return what can be thrown."""
        return ("component", "body")

    @model_validator(mode="after")
    def _start(self) -> Launch:
        if self.from_mm is not None and self.from_mm == self.towards:
            raise ValueError("goes towards where it starts; move from_mm")
        if self.component is not None and self.from_mm is None:
            raise ValueError("throws a new piece from nowhere; add from_mm")
        if self.name in RESERVED:
            raise ValueError(f"is called {self.name!r}, which is taken; choose another name")
        return self


class SetJoint(Strict):
    """Turn a hinge, and hold it there, or let it go."""

    body: StrictStr
    joint: StrictStr
    angle_deg: Finite | None = None
    """Missing: let go."""
    hold: StrictBool = False
    """True holds it until it is let go; False only puts it there."""


class Tilt(Strict):
    """Tilt the table slowly and leave it so; seen from the table."""

    angle_deg: Annotated[float, Field(strict=True, gt=0, le=90)]
    towards_deg: Finite = 0.0
    """Side that goes down, from x anticlockwise."""
    seconds: Seconds = 2.0


class Shake(Strict):
    """Shake the table along a direction and bring it back to rest."""

    amplitude_mm: Positive
    frequency_hz: Annotated[float, Field(strict=True, gt=0, le=100)]
    direction_deg: Finite = 0.0
    """From x anticlockwise."""
    vertical: StrictBool = False
    """True shakes up and down instead."""
    seconds: Seconds = 2.0


class Wait(Strict):
    """Let time pass, whatever happens, or until two bodies touch."""

    seconds: Seconds
    """How long; with `until_touch` at most."""
    until_touch: tuple[StrictStr, StrictStr] | None = None
    """Ends at the step in which these two first touch, such as a thrown block and the `table`."""


class Act(OneOf):
    """One thing that happens; acts happen in their order."""

    name: Name | None = None
    """By which `at` and `since` of an expectation find the instant when this act is over."""
    settle: Settle | None = None
    place: PlaceAct | None = None
    pour: Pour | None = None
    remove: Remove | None = None
    push: Push | None = None
    launch: Launch | None = None
    set_joint: SetJoint | None = None
    tilt: Tilt | None = None
    shake: Shake | None = None
    wait: Wait | None = None

    @classmethod
    def choices(cls) -> tuple[str, ...]:
        """Return what can happen."""
        return ("settle", "place", "pour", "remove", "push", "launch", "set_joint", "tilt", "shake", "wait")

    @property
    def placing(self) -> PlaceAct | None:
        """What it puts into the world, if anything: `place`, or a drop that is poured, in the shipped garden."""
        return self.place or (self.pour.place_in() if self.pour else None)


# --- expectations


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


# --- the file


class Scenario(Strict):
    """One scenario: a layout, acts in order, and what is expected."""

    title: Annotated[StrictStr, Field(min_length=1, max_length=120, pattern=r"^[^\n\r]*$")]
    about: StrictStr = ""
    seed: Annotated[StrictInt, Field(ge=0)] = 0
    trials: Annotated[StrictInt, Field(ge=1, le=1_000_000)] = 1
    table: StrictStr | Literal[False] = "common/table"
    """Component whose model frame is the world's; false for none."""
    allow_overlap: StrictBool = False
    """True starts although pieces overlap."""
    noise: Noise = Noise()
    friction: dict[StrictStr, NonNegative] = Field(default_factory=dict)
    """Of pairs of materials, such as `card_card = 0.3`, instead of the catalogue's."""
    restitution: dict[StrictStr, Unit] = Field(default_factory=dict)
    rolling_mm: dict[StrictStr, NonNegative] = Field(default_factory=dict)
    profile: dict[StrictStr, StrictBool | Finite] = Field(default_factory=dict)
    """Engine numbers instead of the profile's; see `sandbox profiles`."""
    model: dict[StrictStr, dict[StrictStr, Finite]] = Field(default_factory=dict)
    """Numbers of model files instead of theirs, such as `[model."common/block"]` with `mass_g = 9`."""
    params: dict[Name, Any] = Field(default_factory=dict)
    """Values that are written as `"$name"` elsewhere, so that they can be swept."""
    place: tuple[Place, ...] = ()
    act: tuple[Act, ...] = ()
    expect: Annotated[tuple[Expect, ...], Field(min_length=1)]
    sweep: dict[StrictStr, Annotated[tuple[Finite, ...], Field(min_length=1)]] = Field(default_factory=dict)
