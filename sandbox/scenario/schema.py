"""The scenario file, table by table. README.md explains a ten-line one; every key has its unit in its name.

Every class is a table of the file. Lengths are millimetres where the key ends in `_mm`, angles degrees where it
ends in `_deg`; everything else is SI.

`schema_layout` has `[[place]]`, `schema_acts` has `[[act]]`, `schema_expect` has `[[expect]]`, and `schema_words`
what they share.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictBool, StrictInt, StrictStr

from sandbox.scenario.schema_acts import Act
from sandbox.scenario.schema_expect import Expect
from sandbox.scenario.schema_layout import Place
from sandbox.scenario.schema_words import Name, Noise
from sandbox.strict import Finite, NonNegative, Strict, Unit

__all__ = ["Scenario"]


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
