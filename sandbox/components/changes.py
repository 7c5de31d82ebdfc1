"""Other numbers than a model file's, by their dotted path: what a fit or a sweep asks for."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile, suggest

__all__ = ["with_changes"]

_NAMES = ("turns", "link", "name")
"""Keys by whose value a table of an array of tables can be named: `hinge.arm.damping_N_m_s_per_rad`."""

_MAY_BE_NEW = ("mass_g", "density_kg_m3")
"""Numbers that a file may leave to its material, and that can be given all the same."""


def with_changes(data: Mapping[str, Any], changes: Mapping[str, float], path: Path) -> dict[str, Any]:
    """Return the data of a model file with other numbers in some places.

    Args:
        data: What the file says.
        changes: Numbers by dotted path: `mass_g`, `part.1.box_mm.3` (counted from 1), `hinge.arm.rest_deg`. A
            hinge, part or visual without an index means the one whose link is called so.
        path: The file, for errors.

    Raises:
        BadFile: There is no number of that name.
    """
    out = copy.deepcopy(dict(data))
    for key, value in changes.items():
        *way, last = key.split(".")
        place: Any = out
        for part in way:
            place = _inside(place, part)
        where = _index(place, last)
        is_number = where is not None and isinstance(place[where], int | float)
        if is_number:
            place[where] = value
        elif not way and last in _MAY_BE_NEW:
            # Density and mass are two ways to say one thing: the one that is asked for replaces the other.
            for other in _MAY_BE_NEW:
                out.pop(other, None)
            out[last] = value
        else:
            raise BadFile(
                path, f"has no number called {key!r}", instead=suggest(key, [*_paths(out), *_MAY_BE_NEW])
            )
    return out


def _inside(place: Any, part: str) -> Any:  # noqa: ANN401 (TOML data is anything)
    where = _index(place, part)
    return None if where is None else place[where]


def _index(place: Any, part: str) -> str | int | None:  # noqa: ANN401
    if isinstance(place, dict):
        return part if part in place else None
    if isinstance(place, list):
        for number, item in enumerate(place):
            named = isinstance(item, dict) and part in [item.get(name) for name in _NAMES]
            if named or part == str(number + 1):
                return number
    return None


def _paths(data: Any, prefix: str = "") -> Iterator[str]:  # noqa: ANN401
    if isinstance(data, dict):
        for key, value in data.items():
            if key != "source":
                yield from _paths(value, f"{prefix}.{key}" if prefix else key)
    elif isinstance(data, list):
        for number, item in enumerate(data, start=1):
            name = next((item[key] for key in _NAMES if key in item), number) if isinstance(item, dict) else number
            yield from _paths(item, f"{prefix}.{name}")
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield prefix
