"""What the tables of a scenario file share: numbers in their range, one key of several, how a hand misses."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field, StrictInt, StrictStr, model_validator

from sandbox.strict import NAME_PATTERN, Finite, NonNegative, Strict

__all__ = [
    "RESERVED",
    "Count",
    "Millimetres",
    "Name",
    "Noise",
    "OneOf",
    "Pattern",
    "Point2",
    "Point3",
    "Range",
    "Seconds",
    "Vector",
]

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
