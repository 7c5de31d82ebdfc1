"""Parameters as the command line gives them: `--param noise.position_mm=2`."""

from __future__ import annotations

import tomllib
from typing import cast

from sandbox.errors import InputError
from sandbox.scenario.load import Value

__all__ = ["read_params"]


def read_params(pairs: list[str]) -> dict[str, Value]:
    """Return the parameters of `--param NAME=VALUE` options. Raises `InputError`."""
    out: dict[str, Value] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not (name and sign and value):
            raise InputError(f"--param {pair}: is not NAME=VALUE; write it like --param noise.position_mm=2")
        out[name.strip()] = _value(value.strip())
    return out


def _value(text: str) -> Value:
    """Return a value as a TOML file would have it; what is none is a text."""
    try:
        return cast(Value, tomllib.loads(f"value = {text}")["value"])
    except (tomllib.TOMLDecodeError, KeyError, RecursionError):
        return text
