"""What stands where: `[[place]]` of a scenario file, and what can be made of many pieces at once."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr, model_validator

from sandbox.scenario.garden import BedOf
from sandbox.scenario.schema_words import RESERVED, Count, Name, Noise, OneOf, Point2, Point3, Vector
from sandbox.strict import Finite, NonNegative, Positive, Strict

__all__ = ["Dock", "Frame", "Place", "Row", "Stack", "Tower"]


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
