"""What happens: `[[act]]` of a scenario file."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StrictBool, StrictStr, model_validator

from sandbox.components.garden import SHIPPED, Garden
from sandbox.scenario.garden import Spot
from sandbox.scenario.schema_layout import Place
from sandbox.scenario.schema_words import RESERVED, Name, Noise, OneOf, Pattern, Point3, Seconds, Vector
from sandbox.strict import Finite, NonNegative, Positive, Strict

__all__ = ["Act", "Launch", "PlaceAct", "Pour", "Push", "Remove", "SetJoint", "Settle", "Shake", "Tilt", "Wait"]


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
