"""Kinds of text in model and materials files, each refused with what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator

__all__ = ["Colour", "LinkName", "MaterialName", "Title"]


def _matching(pattern: str, instead: str) -> AfterValidator:
    compiled = re.compile(pattern)

    def check(value: str) -> str:
        if not compiled.fullmatch(value):
            raise ValueError(f"is {value[:40]!r}; write {instead}")
        return value

    checked: Callable[[str], str] = check
    return AfterValidator(checked)


Colour = Annotated[str, _matching(r"#[0-9a-fA-F]{6}", 'a colour such as "#c0392b"')]
LinkName = Annotated[str, _matching(r"[a-z][a-z0-9_]*", "a name in lowercase letters, digits and _")]
MaterialName = Annotated[str, _matching(r"[a-z][a-z0-9]*", "one lowercase word without _, such as beech")]
Title = Annotated[str, _matching(r"\S[^\r\n]{0,99}", "one line of at most 100 characters")]
