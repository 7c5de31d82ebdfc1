"""Parameters as the command line gives them: `--param noise.position_mm=2`."""

from __future__ import annotations

from sandbox.errors import InputError

__all__ = ["read_params"]


def read_params(pairs: list[str]) -> dict[str, float | int | bool | str]:
    """Return the parameters of `--param NAME=VALUE` options. Raises `InputError`."""
    out: dict[str, float | int | bool | str] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not (name and sign and value):
            raise InputError(f"--param {pair}: is not NAME=VALUE; write it like --param noise.position_mm=2")
        out[name.strip()] = _value(value.strip())
    return out


def _value(text: str) -> float | int | bool | str:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
