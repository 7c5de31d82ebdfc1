"""A profile file may bring more than the engine's numbers: tuned pairs of materials, numbers of models.

    based_on = "default"            # engine numbers, as `load_profile` reads them
    rate_hz  = 960
    [friction]                      # pairs of materials, instead of the catalogue's
    acrylic_table = 0.176
    [model."common/cube"]           # numbers of model files
    mass_g = 12.1
    [provenance]                    # where all this comes from; any keys

What a scenario says itself wins over all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import Field, StrictStr

from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile, InputError
from sandbox.physics.profile import BESIDE_ENGINE, DEFAULT, NAMED, Profile, load_profile
from sandbox.strict import Finite, NonNegative, Strict, Unit, line_of, parse, read_toml

__all__ = ["ProfileFile", "read_profile"]


class _Tables(Strict):
    friction: dict[StrictStr, NonNegative] = Field(default_factory=dict)
    restitution: dict[StrictStr, Unit] = Field(default_factory=dict)
    rolling_mm: dict[StrictStr, NonNegative] = Field(default_factory=dict)
    model: dict[StrictStr, dict[StrictStr, Finite]] = Field(default_factory=dict)
    provenance: dict[StrictStr, Any] = Field(default_factory=dict)


@dataclass(frozen=True)
class ProfileFile:
    """What a profile's name or file stands for.

    Attributes:
        profile: The engine's numbers.
        path: The file; None for a shipped name.
        text: Of the file.
        tables: What it says beside the engine's numbers.
    """

    profile: Profile = DEFAULT
    path: Path | None = None
    text: str = ""
    tables: _Tables = field(default_factory=_Tables)

    @property
    def provenance(self) -> Mapping[str, Any]:
        """Where its numbers come from."""
        return self.tables.provenance

    def apply_to(self, catalogue: Catalogue) -> None:
        """Put its pairs and model numbers into a catalogue that nothing was taken from yet.

        Raises:
            BadFile: A material or model that is not there, or a number out of range.
        """
        if self.path is None:
            return
        pairs: dict[str, dict[tuple[str, str], float]] = {}
        for what, scale in (("friction", 1.0), ("restitution", 1.0), ("rolling_mm", 1e-3)):
            given = getattr(self.tables, what)
            pairs[what] = {self._pair(catalogue, what, key): scale * value for key, value in given.items()}
        catalogue.materials = catalogue.materials.with_pairs(
            friction=pairs["friction"], restitution=pairs["restitution"], rolling=pairs["rolling_mm"]
        )
        catalogue.changes = {**catalogue.changes, **self.tables.model}
        for name in self.tables.model:
            try:
                catalogue.get(name)
            except InputError as error:
                raise self._bad(("model", name), error) from None

    def _pair(self, catalogue: Catalogue, what: str, key: str) -> tuple[str, str]:
        names = key.split("_")
        try:
            if len(names) != 2:
                raise InputError("is not a pair of materials; write it like card_card")
            for name in names:
                catalogue.materials.get(name)
        except InputError as error:
            raise self._bad((what, key), error) from None
        return names[0], names[1]

    def _bad(self, key: tuple[str, ...], error: InputError) -> BadFile:
        problem, _, instead = str(error).partition("; ")
        assert self.path is not None
        line = line_of(self.text, key)
        return BadFile(self.path, problem, key=".".join(key), line=line, instead=instead or None)


def read_profile(name_or_file: str) -> ProfileFile:
    """Return a shipped profile by name, or what a TOML file says.

    Raises:
        UnknownName: Neither a shipped name nor a `.toml` file.
        BadFile: The file cannot be used.
    """
    profile = load_profile(name_or_file)
    if name_or_file in NAMED:
        return ProfileFile(profile)
    path = Path(name_or_file)
    data, text = read_toml(path)
    tables = parse(_Tables, {key: data[key] for key in BESIDE_ENGINE if key in data}, path, text)
    return ProfileFile(profile, path, text, tables)
