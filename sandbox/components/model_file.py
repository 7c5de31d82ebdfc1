"""The form of a model file: which keys there are, in which units, and where their numbers come from.

Only the form is checked here, table by table; `assemble` makes a `Component` of it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, NoReturn

from pydantic import Field, model_validator

from sandbox.components.changes import with_changes
from sandbox.components.spec import Handling
from sandbox.components.words import Colour, LinkName, Title
from sandbox.errors import BadFile
from sandbox.strict import Finite, NonNegative, Positive, Strict, dotted, line_of, parse, read_toml

__all__ = [
    "HingeTable",
    "ModelFile",
    "ModelTable",
    "PartTable",
    "ShapeTable",
    "VisualTable",
    "missing_sources",
    "stale_sources",
]

Key = tuple[int | str, ...]

Three = tuple[Finite, Finite, Finite]
LengthUnit = Literal["m", "cm", "mm", "in"]
Collision = Literal["hull", "box", "sphere", "cylinder", "concave"]

_SHAPES = ("box_mm", "sphere_mm", "cylinder_mm", "mesh")
_NO_SOURCE = {"title", "material", "handling", "unit", "collision", "link", "colour", "turns", "parent", "source"}


class ShapeTable(Strict):
    """A shape at a place in the model frame: exactly one of the first four.

    Attributes:
        box_mm: Edge lengths along x, y, z.
        sphere_mm: Diameter.
        cylinder_mm: Diameter and height; the axis is z.
        mesh: File beside this one, or its path from the top of the models folder.
        unit: Unit of the mesh file's numbers.
        at_mm: Where the shape's own origin is.
        turn_deg: Turns about the fixed axes x, then y, then z.
        link: The link that it belongs to; without it, the component's own body.
    """

    box_mm: tuple[Positive, Positive, Positive] | None = None
    sphere_mm: Positive | None = None
    cylinder_mm: tuple[Positive, Positive] | None = None
    mesh: str | None = None
    unit: LengthUnit | None = None
    at_mm: Three = (0.0, 0.0, 0.0)
    turn_deg: Three = (0.0, 0.0, 0.0)
    link: LinkName | None = None

    @model_validator(mode="after")
    def _one_shape(self) -> ShapeTable:
        given = [name for name in _SHAPES if getattr(self, name) is not None]
        if len(given) != 1:
            found = " and ".join(given) if given else "no shape"
            raise ValueError(f"has {found}; give exactly one of {', '.join(_SHAPES)}")
        if self.mesh is not None and self.unit is None:
            raise ValueError('a mesh file says no unit; add unit = "mm" (or m, cm, in)')
        if self.mesh is None and self.unit is not None:
            raise ValueError("unit is for mesh files only; take it out, other sizes are millimetres")
        return self


class PartTable(ShapeTable):
    """Something that collides.

    Attributes:
        mass_g: Its own mass, where parts are of different stuff.
        density_kg_m3: Its own density, likewise.
        collision: Of a mesh: what stands for it. Default `hull`; `concave` for pieces that never move.
        simplify_mm: Of a mesh: make the collision shape of corners merged on a grid of this size.
    """

    mass_g: Positive | None = None
    density_kg_m3: Positive | None = None
    collision: Collision | None = None
    simplify_mm: Positive | None = None

    @model_validator(mode="after")
    def _fits(self) -> PartTable:
        for key in ("collision", "simplify_mm"):
            if self.mesh is None and getattr(self, key) is not None:
                raise ValueError(f"{key} is for mesh files only; take it out, a primitive collides as itself")
        if self.mass_g is not None and self.density_kg_m3 is not None:
            raise ValueError("has mass_g and density_kg_m3; give one of them")
        return self


class VisualTable(ShapeTable):
    """Something that is only drawn.

    Attributes:
        material: Whose look it has; without it, the component's.
        colour: `#rrggbb`; without it, the material's.
    """

    material: str | None = None
    colour: Colour | None = None


class HingeTable(Strict):
    """A joint. Its angle is 0 as the file is drawn and grows anticlockwise about the axis.

    Attributes:
        turns: The link that it turns; the joint goes by this name too.
        parent: The link that it sits on; without it, the component's own body.
        anchor_mm: A point of the axis.
        axis: Direction of the axis, of any length but zero.
        stiffness_N_m_per_rad: Spring; 0 = none.
        damping_N_m_s_per_rad: Damper; 0 = none.
        rest_deg: Angle at which the spring is relaxed.
        lower_deg: Smallest angle.
        upper_deg: Largest angle.
        start_deg: Angle of a new body.
    """

    turns: LinkName
    parent: LinkName | None = None
    anchor_mm: Three
    axis: Three
    stiffness_N_m_per_rad: NonNegative = 0.0  # noqa: N815 (SI units are written as SI writes them)
    damping_N_m_s_per_rad: NonNegative = 0.0  # noqa: N815
    rest_deg: Finite = 0.0
    lower_deg: Finite = -180.0
    upper_deg: Finite = 180.0
    start_deg: Finite = 0.0

    @model_validator(mode="after")
    def _turns(self) -> HingeTable:
        if not any(self.axis):
            raise ValueError("axis is [0, 0, 0]; write a direction such as [0, 0, 1]")
        if not self.lower_deg < self.upper_deg:
            raise ValueError(
                f"lower_deg is {self.lower_deg:g} and upper_deg {self.upper_deg:g}; lower_deg must be the smaller"
            )
        if not self.lower_deg <= self.start_deg <= self.upper_deg:
            raise ValueError(
                f"start_deg is {self.start_deg:g}; write an angle from {self.lower_deg:g} to {self.upper_deg:g}"
            )
        return self


class ModelTable(Strict):
    """A model file.

    Attributes:
        title: One line for people.
        material: What its surface is made of.
        handling: How the engine treats it (`spec.Handling`).
        mass_g: Of everything, links included.
        density_kg_m3: Of every part that gives no mass of its own; without it, the material's.
        inertia_kg_m2: Measured moments about the model's axes through the centre of mass, for a piece that is
            not filled evenly; without it, that of the parts.
        part: What collides.
        visual: What is drawn; without any, the parts.
        hinge: The joints.
        source: Where each number comes from: dotted key -> text. `part.box_mm` serves every part, `part[2].box_mm`
            the second only, `part` every number of every part.
    """

    title: Title
    material: str
    handling: Handling
    mass_g: Positive | None = None
    density_kg_m3: Positive | None = None
    inertia_kg_m2: tuple[Positive, Positive, Positive] | None = None
    part: Annotated[tuple[PartTable, ...], Field(min_length=1)]
    visual: tuple[VisualTable, ...] = ()
    hinge: tuple[HingeTable, ...] = ()
    source: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _weighs_once(self) -> ModelTable:
        if self.mass_g is not None and self.density_kg_m3 is not None:
            raise ValueError("mass_g and density_kg_m3 are both given; give one of them")
        if self.inertia_kg_m2 is not None and (self.hinge or self.handling == "fixed"):
            raise ValueError("inertia_kg_m2 is for pieces that move as one; take it out")
        if self.hinge and self.handling != "articulated":
            raise ValueError(f'has a hinge and handling = "{self.handling}"; write handling = "articulated"')
        if self.handling == "articulated" and not self.hinge:
            raise ValueError('handling = "articulated" needs a joint; add a [[hinge]], or write "flat"')
        return self

    def numeric_keys(self) -> Iterator[str]:
        """Yield the dotted key of everything that the file gives as a number or a mesh, `part[1].box_mm`."""
        for key in sorted(self.model_fields_set - _NO_SOURCE - {"part", "visual", "hinge"}):
            yield key
        for name, tables in (("part", self.part), ("visual", self.visual), ("hinge", self.hinge)):
            for index, table in enumerate(tables, start=1):
                for key in sorted(table.model_fields_set - _NO_SOURCE):
                    yield f"{name}[{index}].{key}"


@dataclass(frozen=True)
class ModelFile:
    """A model file whose form is right.

    Attributes:
        path: The file.
        root: The models folder that it is in; its mesh files must be in there too.
        text: What stands in it.
        table: The same, as data.
    """

    path: Path
    root: Path
    text: str
    table: ModelTable

    @classmethod
    def read(cls, path: Path, root: Path, changes: Mapping[str, float] = {}) -> ModelFile:
        """Return a model file, with other numbers in some places (see `changes.with_changes`).

        Raises:
            BadFile: It cannot be read, or a key or value in it is wrong.
        """
        data, text = read_toml(path)
        if changes:
            data = with_changes(data, changes, path)
        return cls(path, root, text, parse(ModelTable, data, path, text))

    def refuse(self, key: Key, problem: str, instead: str | None) -> NoReturn:
        """Raise `BadFile` for a key, with its line."""
        raise BadFile(self.path, problem, key=dotted(key), line=line_of(self.text, key), instead=instead)


def missing_sources(table: ModelTable) -> list[str]:
    """Return the keys of numbers that have no source, once per kind of key."""
    given = {key for key, text in table.source.items() if text.strip()}
    without = [key for key in table.numeric_keys() if not given & _serving(key)]
    return list(dict.fromkeys(_plain(key) for key in without))


def stale_sources(table: ModelTable) -> dict[str, str]:
    """Return the keys under [source] that name no number of the file, each with the nearest that would."""
    serving = {name for key in table.numeric_keys() for name in _serving(key)}
    plain = sorted({_plain(key) for key in table.numeric_keys()})
    stale = {}
    for key in table.source:
        if key not in serving:
            near = difflib.get_close_matches(key, plain, n=1, cutoff=0.5)
            stale[key] = near[0] if near else ""
    return stale


def _plain(key: str) -> str:
    return re.sub(r"\[\d+\]", "", key)


def _serving(key: str) -> set[str]:
    """Return the keys whose source also serves a numeric key: itself, without its index, its whole table."""
    table, dot, _ = key.partition(".")
    return {key, _plain(key)} | ({table, _plain(table)} if dot else set())
