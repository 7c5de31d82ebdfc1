"""Materials: what a person can measure between two of them, never what one engine wants.

Friction and restitution belong to a *pair* of materials. A pair is looked up in this order:

1. a value that a file or a scenario gives for exactly this pair;
2. else, for a pair of one material with itself, the material's own value;
3. else the geometric mean of the two materials' own values. That is a rule of thumb and no law; it is chosen
   because an engine that multiplies one value per body can follow it exactly.

`models/materials.toml` holds the shipped ones. A person's own `materials.toml` adds to them: a new material
gives every number, a known one only those that it changes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from sandbox.components.words import Colour, MaterialName
from sandbox.errors import BadFile, InputError, UnknownName, suggest
from sandbox.strict import NonNegative, Positive, Strict, Unit, line_of, parse, read_toml

__all__ = ["Kind", "Look", "Material", "Materials", "Pair"]

Kind = Literal["acrylic", "card", "cloth", "cork", "felt", "glass", "metal", "plastic", "stone", "wood"]
"""What a material looks like: the viewer has one way of drawing for each."""

_NUMBERS = ("friction", "restitution", "rolling", "spinning")
_LIMITS = {"friction": 10.0, "restitution": 1.0, "rolling": 0.1, "spinning": 0.1}


@dataclass(frozen=True, slots=True)
class Pair:
    """How two materials meet.

    Attributes:
        friction: Coulomb's coefficient, without unit, 0 or more.
        restitution: Part of the approach speed that comes back, 0 to 1.
        rolling: Resistance to rolling as a lever arm in metres: the moment is this times the normal force.
        spinning: Resistance to turning on the spot as a lever arm in metres.
    """

    friction: float
    restitution: float
    rolling: float
    spinning: float


@dataclass(frozen=True, slots=True)
class Look:
    """How a material is drawn: its kind and `#rrggbb`."""

    kind: Kind
    colour: str


@dataclass(frozen=True, slots=True)
class Material:
    """A material and how it meets itself.

    Attributes:
        name: One lowercase word.
        density: kg/m³.
        own: How two pieces of it meet.
        look: How it is drawn.
        sources: Where each number comes from, by the key of the materials file.
    """

    name: str
    density: float
    own: Pair
    look: Look
    sources: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Materials:
    """All materials, and what is known of pairs of them. Frozen: changes make a new one.

    Args:
        by_name: The materials.
        pairs: For pairs of two different materials in alphabetical order, the numbers that are known
            (`friction`, `restitution`, `rolling`, `spinning`; SI).
        pair_sources: Where those come from.
        asked: Numbers that somebody asked for by `with_pairs`, as (material, material, number): where an engine
            cannot follow all numbers at once, these come first.
    """

    by_name: Mapping[str, Material]
    pairs: Mapping[tuple[str, str], Mapping[str, float]] = field(default_factory=dict)
    pair_sources: Mapping[tuple[str, str], str] = field(default_factory=dict)
    asked: frozenset[tuple[str, str, str]] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all materials, in alphabetical order."""
        return tuple(sorted(self.by_name))

    def get(self, name: str) -> Material:
        """Return a material.

        Raises:
            UnknownName: There is none of that name.
        """
        try:
            return self.by_name[name]
        except KeyError:
            raise UnknownName("material", name, self.by_name) from None

    def pair(self, a: str, b: str) -> Pair:
        """Return how two materials meet; the order does not matter (for the rule see the module).

        Raises:
            UnknownName: There is no material of that name.
        """
        one, two = self.get(a).own, self.get(b).own
        if a == b:
            return one
        known = self.pairs.get(_key(a, b), {})
        return Pair(
            *(
                known[number] if number in known else math.sqrt(getattr(one, number) * getattr(two, number))
                for number in _NUMBERS
            )
        )

    def with_pairs(
        self,
        *,
        friction: Mapping[tuple[str, str], float] = {},
        restitution: Mapping[tuple[str, str], float] = {},
        rolling: Mapping[tuple[str, str], float] = {},
        spinning: Mapping[tuple[str, str], float] = {},
    ) -> Materials:
        """Return these materials with other values for some pairs; (a, a) changes the own value of a.

        Args:
            friction: 0 to 10, without unit.
            restitution: 0 to 1, without unit.
            rolling: Metres, 0 to 0.1.
            spinning: Metres, 0 to 0.1.

        Raises:
            UnknownName: There is no material of that name.
            InputError: A value is outside its range.
        """
        given = {"friction": friction, "restitution": restitution, "rolling": rolling, "spinning": spinning}
        by_name, pairs = dict(self.by_name), dict(self.pairs)
        asked = set(self.asked)
        for number, values in given.items():
            for (a, b), value in values.items():
                one, two = self.get(a), self.get(b)
                if not 0 <= value <= _LIMITS[number]:
                    unit = " m" if number in ("rolling", "spinning") else ""
                    raise InputError(
                        f"{number} between {one.name} and {two.name} is {value:g}{unit}; "
                        f"write a number from 0 to {_LIMITS[number]:g}{unit}"
                    )
                asked.add((*_key(a, b), number))
                if a == b:
                    old = by_name[a]
                    by_name[a] = replace(old, own=replace(old.own, **{number: float(value)}))
                else:
                    pairs[_key(a, b)] = {**pairs.get(_key(a, b), {}), number: float(value)}
        return replace(self, by_name=by_name, pairs=pairs, asked=frozenset(asked))

    @classmethod
    def from_toml(cls, path: Path, base: Materials | None = None) -> Materials:
        """Return what a materials file says, on top of `base`.

        Raises:
            BadFile: The file cannot be used.
        """
        data, text = read_toml(path)
        table = parse(_File, data, path, text)
        by_name = dict(base.by_name) if base else {}
        for name, numbers in table.material.items():
            entry = parse(_Material, numbers, path, text, ("material", name))
            by_name[name] = _merged(name, entry, by_name.get(name), path, text)
        pairs = dict(base.pairs) if base else {}
        sources = dict(base.pair_sources) if base else {}
        for index, listed in enumerate(table.pair):
            for name in listed.between:
                if name not in by_name:
                    raise BadFile(
                        path,
                        f"no material is called {name!r}",
                        key=f"pair[{index + 1}].between",
                        line=line_of(text, ("pair", index, "between")),
                        instead=suggest(name, by_name),
                    )
            key = _key(*listed.between)
            pairs[key] = {**pairs.get(key, {}), **listed.numbers()}
            if listed.source:
                sources[key] = listed.source
        return cls(by_name, pairs, sources)


def _key(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


class _Numbers(Strict):
    friction: Annotated[NonNegative, Field(le=_LIMITS["friction"])] | None = None
    restitution: Unit | None = None
    rolling_mm: Annotated[NonNegative, Field(le=_LIMITS["rolling"] * 1000)] | None = None
    spinning_mm: Annotated[NonNegative, Field(le=_LIMITS["spinning"] * 1000)] | None = None

    def numbers(self) -> dict[str, float]:
        """Return what is given, in SI."""
        given = {
            "friction": self.friction,
            "restitution": self.restitution,
            "rolling": None if self.rolling_mm is None else self.rolling_mm / 1000,
            "spinning": None if self.spinning_mm is None else self.spinning_mm / 1000,
        }
        return {number: value for number, value in given.items() if value is not None}


class _Material(_Numbers):
    kind: Kind | None = None
    colour: Colour | None = None
    density_kg_m3: Annotated[Positive, Field(le=25_000)] | None = None
    source: dict[Literal["density_kg_m3", "friction", "restitution", "rolling_mm", "spinning_mm"], str] = Field(
        default_factory=dict
    )


class _Pair(_Numbers):
    between: tuple[str, str]
    source: str | None = None

    @model_validator(mode="after")
    def _of_two(self) -> _Pair:
        if self.between[0] == self.between[1]:
            raise ValueError(
                f"{self.between[0]!r} with itself is no pair; write these numbers in [material.{self.between[0]}]"
            )
        return self


class _File(Strict):
    material: dict[MaterialName, dict[str, Any]] = Field(default_factory=dict)
    pair: tuple[_Pair, ...] = ()


def _merged(name: str, entry: _Material, old: Material | None, path: Path, text: str) -> Material:
    """Return a material of which a file gives all numbers, or those that differ from `old`."""
    given: dict[str, Any] = entry.numbers()
    known: dict[str, Any] = {number: getattr(old.own, number) for number in _NUMBERS} if old else {}
    both = known | given
    density = entry.density_kg_m3 or (old.density if old else None)
    kind = entry.kind or (old.look.kind if old else None)
    colour = entry.colour or (old.look.colour if old else None)
    missing = [
        *([] if kind else ["kind"]),
        *([] if colour else ["colour"]),
        *([] if density else ["density_kg_m3"]),
        *(n if n in ("friction", "restitution") else f"{n}_mm" for n in _NUMBERS if n not in both),
    ]
    if not (kind and colour and density) or missing:
        raise BadFile(
            path,
            f"is a new material and gives no {missing[0]}",
            key=f"material.{name}",
            line=line_of(text, ("material", name)),
            instead="add " + ", ".join(missing),
        )
    sources = (dict(old.sources) if old else {}) | entry.source
    return Material(name, density, Pair(**both), Look(kind, colour.lower()), sources)
