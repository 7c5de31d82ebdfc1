"""Whether a picture can be drawn into a file, asked before the long work whose result it shows."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandbox.errors import BadFile, InputError

__all__ = ["check_picture_file"]

FORMATS: Final = (".png", ".svg", ".pdf")
"""How the name of a picture may end."""


def check_picture_file(file: Path) -> None:
    """See that a picture can be drawn into a file; leave nothing behind.

    Raises:
        InputError: There is no matplotlib, which the extra `tune` brings.
        BadFile: There is no such folder, no such picture, or it cannot be written.
    """
    try:
        import matplotlib  # noqa: F401 (only whether it is there)
    except ImportError:
        raise InputError("a picture needs matplotlib; pip install 'sandbox-referee[tune]'") from None
    if file.is_dir():
        raise BadFile(file, "is a folder", instead=f"name a picture in it, such as {file / 'map.png'}")
    if file.suffix.lower() not in FORMATS:
        name = "map" if file.name in ("", ".", "..") else file.with_suffix("").name
        raise BadFile(
            file, "is no picture that can be drawn", instead=f"write {name}.png, {name}.svg or {name}.pdf"
        )
    if not file.parent.is_dir():
        raise BadFile(file, "there is no such folder", instead="make it first, or name another one")
    try:
        is_new = not file.exists()
        with file.open("ab"):
            pass
        if is_new:
            file.unlink()
    except OSError as error:
        raise BadFile(file, f"cannot be written ({error.strerror})", instead="name another file") from None
