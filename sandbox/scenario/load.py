"""From a file (and what the command line changes in it) to scenarios: parameters, sweeps, strict keys."""

from __future__ import annotations

import copy
import itertools
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.errors import BadFile, suggest
from sandbox.scenario.schema import Scenario
from sandbox.strict import dotted, line_of, parse, read_toml

__all__ = ["Loaded", "Point", "load"]

Value = float | int | bool | str | list[Any]
POINTS_AT_MOST = 10_000


@dataclass(frozen=True)
class Point:
    """A scenario at one point of its sweep; without a sweep there is one point without values."""

    values: Mapping[str, float]
    scenario: Scenario


@dataclass(frozen=True)
class Loaded:
    """A scenario file.

    Attributes:
        path: The file.
        text: What it says, to find lines in.
        scenario: With the values of its first point.
        points: One for every combination of the swept values.
        skipped: Parameters that were given and that this file does not have.
    """

    path: Path
    text: str
    scenario: Scenario
    points: tuple[Point, ...]
    skipped: tuple[str, ...] = ()


def load(path: Path, params: Mapping[str, Value] | None = None, *, skips_unknown: bool = False) -> Loaded:
    """Read a scenario file.

    Args:
        path: A TOML file.
        params: Values instead of the file's, by parameter name or dotted path (`noise.position_mm`,
            `friction.card_card`, `place.red.tower.levels`). Giving a swept one fixes it.
        skips_unknown: Leave out parameters that this file does not have, instead of complaining.

    Raises:
        BadFile: The file cannot be used, or a parameter is not there.
    """
    data, text = read_toml(path)
    data = copy.deepcopy(data)
    sweep = data.get("sweep", {})
    skipped = []
    for key, value in (params or {}).items():
        try:
            _set(data, key, value, path)
        except BadFile:
            if not skips_unknown:
                raise
            skipped.append(key)
            continue
        if isinstance(sweep, dict) and sweep.pop(key, None) is not None and not sweep:
            # With its only value fixed there is no curve left that could cross anything.
            data["expect"] = [e for e in data.get("expect", []) if "crossing" not in e]
    # Validated as written first, so that an error names the key as it stands in the file.
    base = parse(Scenario, _filled(data, path, text), path, text)
    _check_whole(base, path, text)
    points = []
    for values in _grid(base.sweep, path):
        changed = copy.deepcopy(data)
        for key, number in values.items():
            _set(changed, key, number, path, text)
        filled = _filled(changed, path, text)
        points.append(Point(values, _checked(filled, values, path, text)))
    return Loaded(path, text, points[0].scenario, tuple(points), tuple(skipped))


def _check_whole(scenario: Scenario, path: Path, text: str) -> None:
    """See that the tables of a scenario fit together."""

    def bad(key: tuple[str | int, ...], problem: str, instead: str) -> BadFile:
        return BadFile(path, problem, key=dotted(key), line=line_of(text, key), instead=instead)

    named: list[tuple[tuple[str | int, ...], str]] = [
        (("place", i, "name"), order.name) for i, order in enumerate(scenario.place)
    ]
    for i, act in enumerate(scenario.act):
        if act.place is not None:
            named.append((("act", i, "place", "name"), act.place.name))
        if act.pour is not None:
            named.append((("act", i, "pour", "drop"), act.pour.drop))
        if act.launch is not None and act.launch.component is not None:
            named.append((("act", i, "launch", "name"), act.launch.name))
    marks = [(("act", i, "name"), act.name) for i, act in enumerate(scenario.act) if act.name is not None]
    for what, entries in (("things", named), ("acts", marks)):
        seen: set[str] = set()
        for key, name in entries:
            if name in seen:
                raise bad(key, f"two {what} are called {name!r}", "give each a name of its own")
            seen.add(name)
    for i, expect in enumerate(scenario.expect):
        if expect.rate is not None and scenario.trials < 2:
            raise bad(("expect", i, "rate"), "is the rate of one trial", "add trials = 100, say")
        if expect.crossing is not None and len(scenario.sweep) != 1:
            raise bad(("expect", i, "crossing"), "needs a [sweep] of one parameter", "add it")
    if not (scenario.place or scenario.act):
        raise BadFile(path, "places nothing", instead="add a [[place]]")


def _checked(data: dict[str, Any], values: Mapping[str, float], path: Path, text: str) -> Scenario:
    try:
        return parse(Scenario, data, path, text)
    except BadFile as error:
        at = ", ".join(f"{key} = {value:g}" for key, value in values.items())
        if not at:
            raise
        problem = f"at {at}: {error.key}: {error.problem}"
        raise BadFile(path, problem, key="sweep", line=error.line, instead=error.instead) from None


def _grid(sweep: Mapping[str, tuple[float, ...]], path: Path) -> Iterator[dict[str, float]]:
    size = math.prod(len(values) for values in sweep.values())
    if size > POINTS_AT_MOST:
        raise BadFile(path, f"has {size} points", key="sweep", instead=f"sweep at most {POINTS_AT_MOST}")
    for combination in itertools.product(*sweep.values()):
        yield dict(zip(sweep, combination, strict=True))


def _filled(data: dict[str, Any], path: Path, text: str) -> dict[str, Any]:
    """Return the data with every `"$name"` replaced by that parameter's value."""
    params = data.get("params", {})
    if not isinstance(params, dict):
        return data
    used: set[str] = set()

    def fill(value: Any, key: tuple[str | int, ...]) -> Any:  # noqa: ANN401 (TOML data is anything)
        if isinstance(value, str) and value.startswith("$"):
            name = value[1:]
            if name not in params:
                raise BadFile(
                    path,
                    f"no parameter is called {name!r}",
                    key=dotted(key),
                    line=line_of(text, key),
                    instead=suggest(name, params) if params else f"add [params] with {name} = ...",
                )
            used.add(name)
            return params[name]
        if isinstance(value, dict):
            return {k: fill(v, (*key, k)) for k, v in value.items()}
        if isinstance(value, list):
            return [fill(v, (*key, i)) for i, v in enumerate(value)]
        return value

    out = {key: value if key == "params" else fill(value, (key,)) for key, value in data.items()}
    for name in params:
        if name not in used:
            raise BadFile(
                path,
                "is used nowhere",
                key=f"params.{name}",
                line=line_of(text, ("params", name)),
                instead=f'write "${name}" where it belongs, or delete it',
            )
    return out


def _set(data: dict[str, Any], key: str, value: Value, path: Path, sweep_text: str | None = None) -> None:
    """Set a parameter by its name, or any number by its dotted path."""
    params = data.get("params", {})
    if isinstance(params, dict) and key in params:
        params[key] = value
        return
    parts = key.split(".")
    if parts[0] == "model" and len(parts) > 2:  # ids hold no dots, paths inside a model file do
        data.setdefault("model", {}).setdefault(parts[1].strip("\"'"), {})[".".join(parts[2:])] = value
        return
    parts = re.sub(r"\[(\d+)\]", r".\1", key).split(".")  # act[1].x, as messages write it, is act.1.x
    target: Any = data
    for depth, part in enumerate(parts[:-1]):
        if isinstance(target, dict):
            # [noise], [friction] and the like may be missing: what is set in them makes them.
            target = target.setdefault(part, {}) if depth == 0 and part in _OPTIONAL else target.get(part)
        elif isinstance(target, list):
            target = _item(target, part)
        if target is None:
            raise _unknown(key, data, path, sweep_text)
    # A new key in a table that is there is checked like one that the file had written.
    if not isinstance(target, dict) or (len(parts) == 1 and key not in {*data, "seed", "trials"}):
        raise _unknown(key, data, path, sweep_text)
    target[parts[-1]] = value


_OPTIONAL = ("noise", "friction", "restitution", "rolling_mm", "profile")


def _item(items: list[Any], part: str) -> Any:  # noqa: ANN401 (TOML data is anything)
    """Return the table of an array of tables that has this name or number (from 1)."""
    for number, item in enumerate(items, start=1):
        if isinstance(item, dict) and (item.get("name") == part or str(number) == part):
            return item
    return None


def _unknown(key: str, data: dict[str, Any], path: Path, sweep_text: str | None) -> BadFile:
    advice = suggest(key, [*_paths(data), *(data.get("params") or {})])
    problem = f"no parameter is called {key!r}"
    if sweep_text is None:
        return BadFile(path, problem, instead=advice)
    return BadFile(path, problem, key="sweep", line=line_of(sweep_text, ("sweep", key)), instead=advice)


def _paths(data: Any, prefix: str = "") -> Iterator[str]:  # noqa: ANN401 (TOML data is anything)
    if isinstance(data, dict):
        for key, value in data.items():
            if prefix or key not in ("sweep", "params", "expect", "title", "about"):
                yield from _paths(value, f"{prefix}.{key}" if prefix else key)
    elif isinstance(data, list) and data and isinstance(data[0], dict):
        for number, item in enumerate(data, start=1):
            yield from _paths(item, f"{prefix}.{item.get('name', number)}")
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield prefix
