"""What a fit leaves behind: a profile for `sandbox run --profile`, pairs for a folder of models, and provenance.

Numbers of profile, pairs and models go where `sandbox run` reads them; parameters of single scenarios (noise,
named ones) stand under [provenance] only.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sandbox import __version__
from sandbox.errors import BadFile
from sandbox.physics.profile import NAMED, Profile
from sandbox.runner.profile_file import read_profile
from sandbox.strict import read_toml
from sandbox.tuning.fit import Fit
from sandbox.tuning.results import summary

__all__ = ["materials_text", "profile_text", "provenance", "versions", "write_text"]

PAIRS = ("friction", "restitution", "rolling_mm")


def versions() -> dict[str, str]:
    """Return the versions that a result depends on."""
    out = {"sandbox": __version__, "python": platform.python_version()}
    return out | {name: version(name) for name in ("pybullet", "numpy", "scipy", "optuna")}


def provenance(fit: Fit) -> dict[str, Any]:
    """Return where the values come from."""
    work = fit.work
    told = summary(fit)
    out: dict[str, Any] = {
        "study": work.path.name,
        "title": work.study.title,
        "date": date.today().isoformat(),
        "data_hash": work.data_hash,
        "study_hash": work.key,
        "seed": work.study.seed,
        "training_items": len(work.training),
        "validation_items": len(work.validation),
        "held_out_items": len(work.held_out),
        "versions": versions(),
    }
    for name, rows in told.items():
        if rows:
            out[name.replace("-", "_") + "_error"] = {
                row.key: {"untuned": _round(row.untuned.value), "tuned": _round(row.tuned.value)}
                | {
                    name: _round(end)
                    for name, end in (("low", row.tuned.low), ("high", row.tuned.high))
                    if end == end
                }
                for row in rows
            }
    out["interval"] = {
        each.name: [_round(each.low), _round(each.high)] for each in fit.estimates if each.low == each.low
    }
    out["identified"] = {each.name: each.standing for each in fit.estimates}
    out["values"] = {name: _round(value, 6) for name, value in fit.best.values.items()}
    return out


def profile_text(fit: Fit) -> str:
    """Return a profile file with the tuned numbers."""
    engine, tables = _base(fit)
    for name, value in fit.best.values.items():
        head, _, rest = name.partition(".")
        if head == "profile":
            engine[rest] = value
        elif head in PAIRS:
            tables[head][rest] = value
        elif head == "model":
            model, _, key = rest.partition(".")
            tables["model"].setdefault(model.strip("\"'"), {})[key] = value
    lines = [f"# Tuned by `sandbox tune {fit.work.path.name}`; use it with `sandbox run --profile THIS_FILE`.", ""]
    lines += [f"{key} = {_toml(value)}" for key, value in engine.items()]
    for head in PAIRS:
        lines += _table(head, tables[head])
    for model, numbers in tables["model"].items():
        lines += _table(f"model.{json.dumps(model)}", numbers)
    lines += _table("provenance", provenance(fit))
    return "\n".join(lines) + "\n"


def _base(fit: Fit) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the engine's numbers and tables of the profile that the study starts from, and what it fixes."""
    study = fit.work.study
    engine: dict[str, Any] = {"based_on": "default"}
    tables: dict[str, dict[str, Any]] = {head: {} for head in (*PAIRS, "model")}
    if study.profile in NAMED:
        engine["based_on"] = study.profile
    else:
        path = fit.work.path.parent / study.profile
        data, _ = read_toml(path)
        engine["based_on"] = data.get("based_on", "default")
        engine |= {key: value for key, value in data.items() if key in Profile.model_fields and key != "name"}
        told = read_profile(str(path)).tables
        tables = {head: dict(getattr(told, head)) for head in tables}
    for name, value in study.params.items():
        head, _, rest = name.partition(".")
        if head == "profile":
            engine[rest] = value
        elif head in PAIRS:
            tables[head][rest] = value
    return engine, tables


def materials_text(fit: Fit) -> str:
    """Return entries for a `materials.toml` of a person's own models folder; empty without tuned pairs."""
    pairs: dict[tuple[str, ...], dict[str, float]] = {}
    for name, value in fit.best.values.items():
        head, _, rest = name.partition(".")
        if head in PAIRS:
            pairs.setdefault(tuple(rest.split("_")), {})[head] = value
    if not pairs:
        return ""
    work = fit.work
    source = f"tuned: {work.path.name}, data {work.data_hash}, study {work.key}, sandbox {__version__}"
    lines = [f"# Tuned by `sandbox tune {work.path.name}`; put it into a models folder as materials.toml."]
    for (one, two), numbers in pairs.items():
        keys = [f"{key} = {_toml(value)}" for key, value in numbers.items()]
        if one == two:
            named = [f"{key} = {_toml(source)}" for key in numbers]
            lines += ["", f"[material.{one}]", *keys, f"[material.{one}.source]", *named]
        else:
            lines += [
                "",
                "[[pair]]",
                f"between = [{_toml(one)}, {_toml(two)}]",
                *keys,
                f"source = {_toml(source)}",
            ]
    return "\n".join(lines) + "\n"


def write_text(path: Path, text: str) -> None:
    """Write a file. Raises `BadFile` when it cannot."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadFile(path, f"cannot be written ({error.strerror})") from None


def _table(name: str, values: Mapping[str, Any]) -> list[str]:
    if not values:
        return []
    plain = {key: value for key, value in values.items() if not isinstance(value, dict)}
    lines = ["", f"[{name}]"] if plain or not values else []
    lines += [f"{_key(key)} = {_toml(value)}" for key, value in plain.items()]
    for key, value in values.items():
        if isinstance(value, dict):
            lines += _table(f"{name}.{_key(key)}", value)
    return lines


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() else json.dumps(key)


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.6g}" if value != int(value) or abs(value) >= 1e6 else f"{value:.1f}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(each) for each in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def _round(value: float, digits: int = 4) -> float:
    return float(f"{value:.{digits}g}")
