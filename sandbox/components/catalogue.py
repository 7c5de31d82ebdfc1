"""Find components by name: a person's own folders of models first, then the shipped one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from pathlib import Path

from sandbox.components.assemble import Model, read_model
from sandbox.components.materials import Materials
from sandbox.components.spec import Component
from sandbox.errors import BadFile, InputError, UnknownName

__all__ = ["MATERIALS_FILE", "Catalogue", "shipped_models"]

MATERIALS_FILE = "materials.toml"
"""Name of the materials file on top of a models folder."""

CACHED_AT_MOST = 500
"""Models that are kept."""

_ID = re.compile(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")


def shipped_models() -> Path:
    """Return the folder of the models that come with the package.

    Raises:
        InputError: The installation is incomplete.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "_shipped" / "models", package.parent / "models"):
        if (folder / MATERIALS_FILE).is_file():
            return folder
    raise InputError("the shipped models are not there; install the package again")


class Catalogue:
    """All components that can be named. Files are read when they are asked for, and only once.

    Args:
        folders: A person's own folders of models. What they name wins over later folders and the shipped one.
        has_shipped: False to leave the shipped models and materials out.

    Raises:
        BadFile: A folder is not there, holds no models or those of a folder above or below it, or its materials
            file cannot be used.
    """

    def __init__(self, folders: Sequence[str | Path] = (), *, has_shipped: bool = True) -> None:
        own, shipped = tuple(Path(folder) for folder in folders), shipped_models() if has_shipped else None
        for folder in own:
            _demand_models(folder, shipped)
        self.folders = (*own, shipped) if shipped else own
        materials = Materials({})
        for folder in reversed(self.folders):
            if (folder / MATERIALS_FILE).exists():
                materials = Materials.from_toml(folder / MATERIALS_FILE, materials)
        self.materials = materials
        self.changes: Mapping[str, Mapping[str, float]] = {}
        self._models: dict[tuple[str, tuple[tuple[str, float], ...]], Model] = {}

    def changed(self, materials: Materials, models: Mapping[str, Mapping[str, float]]) -> Catalogue:
        """Return the same models of other materials, with other numbers than their files'.

        Args:
            materials: Instead of these.
            models: Numbers by component id, as `get` takes them; they win over those in `changes`.
        """
        other = copy(self)
        other.materials, other._models = materials, {}
        other.changes = {**self.changes, **{k: {**self.changes.get(k, {}), **v} for k, v in models.items()}}
        return other

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all components, in alphabetical order."""
        return tuple(sorted({name for folder in self.folders for name in _ids(folder)}))

    def file(self, name: str) -> tuple[Path, Path]:
        """Return the file of a component and the models folder that it is in.

        Raises:
            UnknownName: There is none of that name.
        """
        if _ID.fullmatch(name):
            for folder in self.folders:
                file = folder / f"{name}.toml"
                if file.is_file() and file != folder / MATERIALS_FILE:
                    return file, folder
        raise UnknownName("component", name, self.ids())

    def get(self, name: str, changes: Mapping[str, float] = {}) -> Component:
        """Return a component by its id, such as `hurlyburly/wall`.

        Args:
            name: The id.
            changes: Numbers instead of its file's, by dotted path such as `mass_g` or `hinge.arm.rest_deg`; they
                win over those in `self.changes`, which a tuned profile brings.

        Raises:
            UnknownName: There is none of that name.
            BadFile: Its file cannot be used.
        """
        return self.model(name, changes).component

    def model(self, name: str, changes: Mapping[str, float] = {}) -> Model:
        """Return a component with what else its file told, as `get`."""
        both = {**self.changes.get(name, {}), **changes}
        key = (name, tuple(sorted(both.items())))
        if key not in self._models:
            if len(self._models) > CACHED_AT_MOST:  # a fit asks for a new one in every trial
                self._models.clear()
            file, folder = self.file(name)
            if not file.resolve().is_relative_to(folder.resolve()):
                raise BadFile(file, "is a link out of the models folder", instead="put the file itself there")
            self._models[key] = read_model(file, folder, self.materials, name, both)
        return self._models[key]


def _ids(folder: Path) -> Iterator[str]:
    """Yield the ids of the components of one folder."""
    for file in folder.rglob("*.toml"):
        name = file.relative_to(folder).with_suffix("").as_posix()
        if file != folder / MATERIALS_FILE and _ID.fullmatch(name):
            yield name


def _demand_models(folder: Path, shipped: Path | None) -> None:
    """Refuse a folder that would change nothing, since its pieces go by other names than the shipped ones.

    Raises:
        BadFile: It is no folder, holds no models, or a folder above or below it was meant.
    """
    if not folder.is_dir():
        raise BadFile(folder, "there is no such folder", instead="name a folder that holds model files")
    if (folder / MATERIALS_FILE).exists():
        return
    ids = sorted(_ids(folder))
    if not ids:
        raise BadFile(folder, "there are no models in it", instead="name the one that holds GAME/PIECE.toml")
    if shipped is None or any((shipped / f"{name}.toml").is_file() for name in ids):
        return
    real = folder.resolve().name
    meant = next((name for name in ids if (shipped / real / f"{name}.toml").is_file()), None)
    if meant is not None:
        above = folder.parent if folder.name == real else folder / ".."
        raise BadFile(folder, f"there is no {real}/{meant}.toml in it", instead=f"did you mean {above}?")
    for name in ids:
        first, *rest = name.split("/")
        while rest:
            meant = "/".join(rest)
            if (shipped / f"{meant}.toml").is_file():
                raise BadFile(folder, f"there is no {meant}.toml in it", instead=f"did you mean {folder / first}?")
            first, rest = f"{first}/{rest[0]}", rest[1:]
