"""What a person changed of the physics, and the profile file that says the same. Frozen."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from sandbox.components.materials import Materials
from sandbox.errors import BadFile
from sandbox.physics.profile import DEFAULT, NAMED, Profile

__all__ = ["Changes", "save_profile"]

Pairs = Mapping[tuple[str, str], float]


@dataclass(frozen=True)
class Changes:
    """Numbers that differ from the shipped ones.

    Attributes:
        profile: The engine's numbers.
        friction: By pair of materials in alphabetical order, without unit; (a, a) is a's own.
        restitution: By pair, without unit.
        rolling: By pair, metres.
        masses: kg by component id.
    """

    profile: Profile = DEFAULT
    friction: Pairs = field(default_factory=dict)
    restitution: Pairs = field(default_factory=dict)
    rolling: Pairs = field(default_factory=dict)
    masses: Mapping[str, float] = field(default_factory=dict)

    def materials(self, base: Materials) -> Materials:
        """Return materials with the changed pairs.

        Raises:
            InputError: A value is out of range, or there is no such material.
        """
        return base.with_pairs(friction=self.friction, restitution=self.restitution, rolling=self.rolling)

    def model_changes(self) -> dict[str, dict[str, float]]:
        """Return the masses as `Catalogue.changes` takes them, grams."""
        return {component: {"mass_g": round(kg * 1000, 9)} for component, kg in self.masses.items()}

    def with_pair(self, number: str, a: str, b: str, value: float) -> Changes:
        """Return these changes and one more.

        Args:
            number: `friction`, `restitution` or `rolling`.
            a: A material.
            b: Another, or the same.
            value: SI.
        """
        key = (min(a, b), max(a, b))
        if number == "friction":
            return replace(self, friction={**self.friction, key: value})
        if number == "restitution":
            return replace(self, restitution={**self.restitution, key: value})
        assert number == "rolling", number
        return replace(self, rolling={**self.rolling, key: value})

    def with_mass(self, component: str, kg: float) -> Changes:
        """Return these changes and another mass of a component."""
        return replace(self, masses={**self.masses, component: kg})

    def with_profile(self, **numbers: float | int) -> Changes:
        """Return these changes and other numbers of the engine. Raises `pydantic.ValidationError` out of range."""
        both = self.profile.model_dump() | numbers
        return replace(self, profile=Profile.model_validate(both))

    @property
    def based_on(self) -> str:
        """The shipped profile from which the engine's numbers differ least."""
        return _nearest(self.profile)

    @property
    def is_nothing(self) -> bool:
        """Whether everything is as it was shipped."""
        return not (self.friction or self.restitution or self.rolling or self.masses) and self == Changes()

    def words(self, shipped: Changes) -> tuple[str, ...]:
        """Return what is otherwise than shipped, each in a few words."""
        was = shipped.profile.model_dump(exclude={"name"})
        now = self.profile.model_dump(exclude={"name"})
        out = [f"{key.replace('_', ' ')} {value:g}" for key, value in now.items() if value != was[key]]
        for name, scale, unit in (("friction", 1.0, ""), ("restitution", 1.0, ""), ("rolling", 1000.0, " mm")):
            pairs: Pairs = getattr(self, name)
            out += [f"{name} of {a} on {b} {value * scale:.3g}{unit}" for (a, b), value in sorted(pairs.items())]
        out += [f"{component} {kg * 1000:.4g} g" for component, kg in sorted(self.masses.items())]
        return tuple(out)

    def to_json(self) -> dict[str, Any]:
        """Return the same as JSON, which `from_json` reads."""
        pairs = {name: _rows(getattr(self, name)) for name in ("friction", "restitution", "rolling")}
        return {"profile": self.profile.model_dump(), "masses_kg": dict(self.masses), **pairs}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Changes:
        """Return what `to_json` wrote. Raises `ValueError`, `KeyError` or `TypeError`: it is something else."""
        pairs = {
            name: {(min(a, b), max(a, b)): float(value) for a, b, value in data[name]}
            for name in ("friction", "restitution", "rolling")
        }
        masses = {str(component): float(kg) for component, kg in data["masses_kg"].items()}
        if any(kg <= 0 for kg in masses.values()):
            raise ValueError("a piece weighs nothing")
        return cls(profile=Profile.model_validate(data["profile"]), masses=masses, **pairs)

    def to_toml(self) -> str:
        """Return the text of a profile file, as `sandbox run --profile` takes it."""
        base = NAMED[self.based_on].model_dump()
        lines = [f'based_on = "{self.based_on}"']
        for key, value in self.profile.model_dump(exclude={"name"}).items():
            if value != base[key]:
                lines.append(f"{key} = {_text(value)}")
        tables: tuple[tuple[str, Pairs, float], ...] = (
            ("friction", self.friction, 1.0),
            ("restitution", self.restitution, 1.0),
            ("rolling_mm", self.rolling, 1000.0),
        )
        for name, pairs, scale in tables:
            if pairs:
                lines += ["", f"[{name}]"]
                lines += [f"{a}_{b} = {_text(value * scale)}" for (a, b), value in sorted(pairs.items())]
        for component, kg in sorted(self.masses.items()):
            lines += ["", f'[model."{component}"]', f"mass_g = {_text(kg * 1000)}"]
        lines += ["", "[provenance]", 'made_by = "physics panel"']
        return "\n".join(lines) + "\n"


@lru_cache(maxsize=8)
def _nearest(profile: Profile) -> str:
    mine = profile.model_dump(exclude={"name"})
    apart = {
        name: sum(mine[key] != value for key, value in shipped.model_dump(exclude={"name"}).items())
        for name, shipped in NAMED.items()
    }
    return min(apart, key=lambda name: apart[name])


def _rows(pairs: Pairs) -> list[tuple[str, str, float]]:
    return [(a, b, value) for (a, b), value in sorted(pairs.items())]


def _text(value: float | bool | int) -> str:
    """Return a number as TOML, without the dust of binary fractions."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else repr(float(f"{value:.9g}"))


def save_profile(changes: Changes, path: str | Path) -> str:
    """Write a profile file, whole or not at all; return one line to show.

    Raises:
        BadFile: It cannot be written.
    """
    target = Path(path).expanduser()
    if target.suffix != ".toml":
        raise BadFile(path, "is no profile file", instead=f"write {target.with_suffix('.toml').name}")
    if not target.resolve().parent.is_dir():
        raise BadFile(path, "cannot be written", instead=f"make the folder {target.parent} first")
    part = target
    try:
        with tempfile.NamedTemporaryFile(
            "w", dir=target.resolve().parent, prefix=target.stem, suffix=".part", delete=False, encoding="utf-8"
        ) as file:
            part = Path(file.name)
            file.write(changes.to_toml())
        part.chmod(0o666 & ~_umask())
        part.replace(target)
    except OSError as error:
        if part != target:
            part.unlink(missing_ok=True)
        raise BadFile(path, f"cannot be written ({error.strerror})", instead="name another file") from None
    return f"kept; use it with sandbox run --profile {target}"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
