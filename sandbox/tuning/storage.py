"""Where trials are kept: Optuna's journal file, or a database by its URL. One run at a time has a journal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from sandbox.errors import BadFile, InputError
from sandbox.runner.journal import claim

if TYPE_CHECKING:
    import optuna

__all__ = ["forget", "open_storage", "storage_of"]

STUDY = "sandbox tune"
"""Name of the study inside its storage."""

LOCK_SECONDS = 4
"""After which a journal's lock is taken for one that a killed process left."""

HEAD = b'{"op_code":'
"""What every line of a journal begins with."""


@contextmanager
def storage_of(where: str) -> Iterator[optuna.storages.BaseStorage]:
    """Open a storage, keep other runs out of it, and say in one line what goes wrong with it.

    Args:
        where: A database by its URL (`sqlite:///study.db`), else a journal file by its path.

    Raises:
        InputError: It cannot be opened or written, holds something else, or another run has it.
    """
    if "://" in where:
        yield from _guarded(where)
        return
    path = Path(where)
    with _opened(path) as file:
        claim(file, path)
        _mend(file, path)
        yield from _guarded(where)


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("a+b")
    except OSError as error:
        raise BadFile(path, f"cannot be written ({error.strerror})") from None


def _guarded(where: str) -> Iterator[optuna.storages.BaseStorage]:
    import optuna

    storage = open_storage(where)
    try:
        yield storage
    except optuna.exceptions.OptunaError as error:
        reason = " ".join(str(error).split())
        raise InputError(
            f"--storage {where}: cannot go on ({reason}); see that no other run has it, and start again"
        ) from None
    finally:
        storage.remove_session()


def _mend(file: BinaryIO, path: Path) -> None:
    """Cut off the line that a killed run was writing, so that the next one does not stumble over it."""
    file.seek(0)
    good = 0
    for number, line in enumerate(file, start=1):
        if not line.endswith(b"\n") and (line.startswith(HEAD) or HEAD.startswith(line)):
            file.truncate(good)
            return
        try:
            json.loads(line)["op_code"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise BadFile(path, "is no journal of trials", line=number, instead="give another file") from None
        good += len(line)


def open_storage(where: str) -> optuna.storages.BaseStorage:
    """Return an Optuna storage; see `storage_of`.

    Raises:
        InputError: It cannot be opened.
    """
    import optuna

    try:
        if "://" in where:
            return optuna.storages.RDBStorage(where)
        from optuna.storages.journal import JournalFileBackend, JournalFileOpenLock, JournalStorage

        # A killed process leaves its lock behind; nobody holds one for longer than a few milliseconds.
        return JournalStorage(
            JournalFileBackend(where, lock_obj=JournalFileOpenLock(where, grace_period=LOCK_SECONDS))
        )
    except Exception as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise InputError(
            f"--storage {where}: cannot be opened ({reason}); give a file or a database URL"
        ) from None


def forget(where: str, *, is_own: bool = False) -> None:
    """Forget the trials in a storage, if it holds some.

    Args:
        where: As for `storage_of`.
        is_own: It is a file that nobody but us writes: emptied, whatever it holds.

    Raises:
        InputError: As `storage_of`.
    """
    import optuna

    if is_own:
        path = Path(where)
        with _opened(path) as file:
            claim(file, path)
            file.truncate(0)
        return
    with storage_of(where) as storage:
        if any(study.study_name == STUDY for study in storage.get_all_studies()):
            optuna.delete_study(study_name=STUDY, storage=storage)
