"""From what a person asked for to jobs: find files, load them, compile their plans."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sandbox.components.catalogue import Catalogue
from sandbox.errors import BadFile
from sandbox.runner.plan import compile_plan
from sandbox.runner.profile_file import read_profile
from sandbox.runner.run import Job
from sandbox.scenario.load import Value, load

__all__ = ["find_scenarios", "prepare", "shipped_scenarios"]


def shipped_scenarios() -> Path:
    """Return the folder of the scenarios that come with the package."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "_shipped" / "scenarios"
    return installed if installed.is_dir() else package.parent / "scenarios"


def find_scenarios(paths: Sequence[Path]) -> list[Path]:
    """Return the scenario files below the paths, in a fixed order; the shipped ones when there is no path.

    A path that is not there, but is below the shipped scenarios, such as `scenarios/laws`, means that.

    Raises:
        BadFile: A path is not there, or a folder holds none.
    """
    found: list[Path] = []
    for path in paths or [shipped_scenarios()]:
        where = path
        if not path.exists():
            parts = path.parts[1:] if path.parts[:1] == ("scenarios",) else path.parts
            shipped = shipped_scenarios().joinpath(*parts)
            where = shipped if parts and ".." not in parts and shipped.exists() else path
        if where.is_dir():
            inside = sorted(where.rglob("*.toml"))
            if not inside:
                raise BadFile(path, "holds no scenario", instead="give a folder with .toml files")
            found += inside
        else:
            found.append(where)
    return list(dict.fromkeys(found))


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
    for file in files:
        loaded = load(file, params)
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
