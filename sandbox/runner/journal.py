"""Finished trials on disk, so that a run that was stopped can go on."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from sandbox.errors import BadFile, InputError
from sandbox.runner.trial import TrialResult
from sandbox.scenario.expectations import Measured

try:
    import fcntl
except ImportError:  # a system without it does not notice a second run on one file
    fcntl = None  # type: ignore[assignment]

__all__ = ["Journal", "Key", "claim"]

Key = tuple[str, int, int]
"""A plan's digest, the seed, and which trial."""


HEAD = b'{"plan": '
"""What every line of ours begins with; other files are neither cut nor written to."""


class Journal:
    """Finished trials as lines of JSON. One run at a time has the file.

    Args:
        path: The file; it is made when missing, and what it holds is used again. None keeps nothing.

    Raises:
        BadFile: It holds something else, or cannot be opened.
        InputError: Another run has it.
    """

    def __init__(self, path: Path | None) -> None:
        self.done: dict[Key, TrialResult] = {}
        self._file: BinaryIO | None = None
        if path is None:
            return
        try:
            file = path.open("a+b")
        except OSError as error:
            raise BadFile(path, f"cannot be written ({error.strerror})") from None
        try:
            claim(file, path)
            file.truncate(self._read(file, path))
        except BaseException:
            file.close()
            raise
        self._file = file

    def _read(self, file: BinaryIO, path: Path) -> int:
        """Read what is there, and return how many bytes of it are good."""
        file.seek(0)
        good = 0
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n") and (line.startswith(HEAD) or HEAD.startswith(line)):
                break  # the run was killed while it wrote this line: it is cut off, and that trial is run again
            try:
                entry = json.loads(line)
                measured = tuple(Measured(**each) for each in entry["result"].pop("measured"))
                warnings = tuple(entry["result"].pop("warnings"))
                result = TrialResult(**entry["result"], measured=measured, warnings=warnings)
                self.done[entry["plan"], entry["seed"], result.number] = result
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                raise BadFile(
                    path,
                    "is not a list of finished trials",
                    line=number,
                    instead="give a file that --resume wrote, or a new name",
                ) from None
            good += len(line)
        return good

    def add(self, key: Key, result: TrialResult) -> None:
        """Keep a finished trial."""
        self.done[key] = result
        if self._file is not None:
            entry = {"plan": key[0], "seed": key[1], "result": dataclasses.asdict(result)}
            self._file.write(json.dumps(entry).encode() + b"\n")
            self._file.flush()

    def close(self) -> None:
        """Close the file, and let another run have it."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def claim(file: BinaryIO, path: Path) -> None:
    """Take an open file for this run; the system gives it back however the run ends.

    Raises:
        InputError: Another run has it.
    """
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            f"{path}: another run is writing to it; wait for that one, or name another file"
        ) from None
    except OSError:
        return  # a file system that knows no locks
