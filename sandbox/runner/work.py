"""From what a person asked for to jobs: find files, load them, compile their plans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile, InputError
from sandbox.runner.plan import compile_plan
from sandbox.runner.profile_file import read_profile
from sandbox.runner.run import Job
from sandbox.scenario.load import Value, load

__all__ = ["Asked", "find_scenarios", "prepare", "shipped_scenarios"]


@dataclass(frozen=True)
class Asked:
    """What a person asks for besides the files; see `prepare`."""

    params: Mapping[str, Value]
    profile: str
    models: tuple[Path, ...]
    seed: int | None
    trials: int | None

    def as_options(self) -> dict[str, Any]:
        """Return it as keyword arguments of whatever makes jobs."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def shipped_scenarios() -> Path:
    """Return the folder of the scenarios that come with the package."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_shipped" / "scenarios"
    return installed if installed.is_dir() else package.parent / "scenarios"


def find_scenarios(paths: Sequence[Path], models: Sequence[Path] = ()) -> list[Path]:
    """Return the scenario files below the paths, in a fixed order; the shipped ones when there is no path.

    Folders are searched, but for hidden ones and for `models`. A path that is not there, but is below the
    shipped scenarios, such as `scenarios/laws`, means that.

    Raises:
        BadFile: A path is not there, or a folder holds none.
    """
    found: list[Path] = []
    apart = {folder.resolve() for folder in models}
    for path in paths or [shipped_scenarios()]:
        where = path
        if not path.exists():
            parts = path.parts[1:] if path.parts[:1] == ("scenarios",) else path.parts
            shipped = shipped_scenarios().joinpath(*parts)
            where = shipped if parts and ".." not in parts and shipped.exists() else path
        if where.is_dir():
            inside = [file for file in sorted(where.rglob("*.toml")) if not _is_hidden(file, where, apart)]
            if not inside:
                raise BadFile(path, "holds no scenario", instead="give a folder with .toml files")
            found += inside
        else:
            found.append(where)
    return list(dict.fromkeys(found))


def _is_hidden(file: Path, below: Path, apart: set[Path]) -> bool:
    """Return whether a file is in a hidden folder, or in one of the folders of models."""
    inner = file.relative_to(below).parts[:-1]
    return any(part.startswith(".") for part in inner) or bool(apart.intersection(file.resolve().parents))


def prepare(
    files: Iterable[Path],
    *,
    params: Mapping[str, Value] | None = None,
    profile: str = "default",
    models: Sequence[Path] = (),
    seed: int | None = None,
    trials: int | None = None,
) -> list[Job]:
    """Load and compile scenarios; nothing is run when one of them cannot be used.

    Raises:
        InputError: A file, a parameter or a profile cannot be used.
    """
    catalogue = Catalogue(models)
    chosen = read_profile(profile)
    chosen.apply_to(catalogue)
    jobs = []
    paths = list(files)
    scenarios = [load(file, params, skips_unknown=len(paths) > 1) for file in paths]
    for key in params or {}:
        if scenarios and all(key in loaded.skipped for loaded in scenarios):
            raise InputError(f"no parameter of any of the {len(scenarios)} scenarios is called {key!r}")
    for loaded in scenarios:
        plans = tuple(compile_plan(loaded, point, catalogue, chosen.profile) for point in loaded.points)
        scenario = loaded.scenario
        jobs.append(
            Job(
                plans,
                scenario.seed if seed is None else seed,
                scenario.trials if trials is None else trials,
            )
        )
    return jobs
