"""Write several files, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Literal

from sandbox.errors import BadFile

__all__ = ["How", "write_files"]

How = Literal["new", "changed", "unchanged"]


def write_files(folder: Path, texts: Mapping[str, str]) -> dict[Path, How]:
    """Write texts as UTF-8 files and return what became of each; a file that is as it should be is not touched.

    Args:
        folder: Where to; made when it is missing.
        texts: By their paths in the folder.

    Raises:
        BadFile: One cannot be written; then everything is as it was before. The error names the path in the way.
    """
    old = {folder / name: _old(folder / name) for name in texts}
    new = {folder / name: text.encode() for name, text in texts.items()}
    done: dict[Path, How] = {
        file: "new" if old[file] is None else "unchanged" if old[file] == data else "changed"
        for file, data in new.items()
    }
    fresh = {file: new[file] for file, how in done.items() if how != "unchanged"}
    if fresh:
        _replace(folder, fresh)
    return done


def _old(file: Path) -> bytes | None:
    """Return what is in a file; None when there is none and nothing is in its way."""
    try:
        for above in reversed(file.parents):
            if above.exists() and not above.is_dir():
                raise BadFile(
                    above, "is a file where a folder is needed", instead="move it, or name another folder"
                )
        if file.is_file():
            return file.read_bytes()
        if file.exists():
            problem = "is a folder" if file.is_dir() else "is no ordinary file"
            raise BadFile(file, f"{problem}, where a file is to be written", instead="move it away")
    except OSError as error:
        raise BadFile(file, f"cannot be read ({error.strerror})", instead="name another folder") from None
    return None


def _replace(folder: Path, files: Mapping[Path, bytes]) -> None:
    """Write everything into a folder beside, then move it into place, the old files back if that fails."""
    at = next(place for place in (folder, *folder.parents) if place.is_dir())
    made: list[Path] = []
    moved: list[tuple[Path, Path]] = []
    try:
        with TemporaryDirectory(prefix=".part-", dir=at, ignore_cleanup_errors=True) as beside:
            places = {file: Path(beside, str(index)) for index, file in enumerate(files)}
            for file, data in files.items():
                places[file].write_bytes(data)
                if file.is_file():
                    copyfile(file, _kept(places[file]))
            try:
                for file, place in places.items():
                    at = file.parent
                    _make_folders(at, made)
                    at = file
                    moved.append((file, place))
                    place.replace(file)
            except BaseException:  # an interrupt too leaves nothing half done
                _undo(moved, made)
                raise
    except OSError as error:
        raise BadFile(at, f"cannot be written ({error.strerror})", instead="name another folder") from None


def _kept(place: Path) -> Path:
    return place.with_suffix(".old")


def _make_folders(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it; add those that were not there to `made`, the uppermost first."""
    for place in reversed((folder, *folder.parents)):
        if not place.exists():
            place.mkdir()
            made.append(place)


def _undo(moved: list[tuple[Path, Path]], made: list[Path]) -> None:
    """Put every file back that was begun, and take away the folders that were made."""
    for file, place in reversed(moved):
        with suppress(OSError):  # the first error is the one to tell
            if _kept(place).exists():
                _kept(place).replace(file)
            elif not place.exists():
                file.unlink()
    for folder in reversed(made):
        with suppress(OSError):
            folder.rmdir()
