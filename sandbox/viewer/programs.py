"""Shader texts: `#include` resolved, permutations chosen by `#define`. Pure.

A shader never asks at run time what it could know when it is built: on a software renderer an `if` costs both
branches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

__all__ = ["FOLDER", "shader"]

FOLDER = Path(__file__).parent / "shaders"

_INCLUDE = re.compile(r'^#include "([\w./]+)"$', re.MULTILINE)


def shader(name: str, defines: Mapping[str, int | float | str] = {}) -> str:
    """Return the text of a shader.

    Args:
        name: Its file in the `shaders` folder.
        defines: Values by name; `KIND` also chooses the file that `#include "KIND"` means.
    """
    head = "".join(f"#define {key} {value}\n" for key, value in sorted(defines.items()) if key != "KIND")
    return "#version 330 core\n" + head + _resolved(name, str(defines.get("KIND", "")))


@lru_cache(maxsize=256)
def _resolved(name: str, kind: str) -> str:
    text = (FOLDER / name).read_text(encoding="utf-8")

    def include(match: re.Match[str]) -> str:
        wanted = match.group(1)
        return _resolved(f"kinds/{kind}.glsl" if wanted == "KIND" else wanted, kind)

    return _INCLUDE.sub(include, text)
