"""A JSON file that people can read: a head, then a list with one line a row."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from os.path import realpath
from pathlib import Path
from typing import Any

from sandbox.errors import InputError

__all__ = ["write_rows"]


def write_rows(file: Path, head: Mapping[str, Any], name: str, rows: Sequence[Any]) -> None:
    """Write a file at once: what was there before stays until all of it is written.

    Args:
        file: Where to; what a link leads to is written, and the link stays.
        head: Everything but the rows; not empty.
        name: What the rows are called.
        rows: JSON data, one a line.

    Raises:
        InputError: It cannot be written.
    """
    text = json.dumps(head, indent=1)[:-2] + f',\n "{name}": [\n  '
    text += ",\n  ".join(json.dumps(row) for row in rows) + "\n ]\n}\n"
    whole = Path(realpath(file))
    spare = whole.with_name(f"{whole.name}.part")
    try:
        spare.write_text(text, encoding="utf-8")
        spare.replace(whole)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from error
