"""A file that gets its name only once it is whole and on the disk."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.store.base import Unwritable

SIDECARS = ("", "-wal", "-shm")
"""The tails of the names of the files that SQLite keeps for one."""


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """Open a draft beside the final file, readable by this user only; delete it if anything fails."""
    draft = path.with_name(f".{path.name}.new")
    try:
        _private(draft)
        yield draft
        _flush(path.parent)
    except OSError as fault:
        raise Unwritable("store.disk", path=path, fault=fault.strerror or fault) from fault
    finally:
        for tail in (*SIDECARS, "-journal"):
            with suppress(OSError):
                Path(f"{draft}{tail}").unlink(missing_ok=True)


def deleted(files: Iterable[Path]) -> None:
    """Delete these files, as far as they are there. Raises `Unwritable` where one stays."""
    for file in files:
        try:
            file.unlink(missing_ok=True)
        except OSError as fault:
            raise Unwritable("store.disk", path=file, fault=fault.strerror or fault) from fault


TRIAL = 64 * 1024
"""Bytes that are written to see whether the disk takes anything: more than the longest entry of an evening."""
_KEYS = {
    **dict.fromkeys((errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)), "store.full"),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), "store.read-only"),
}


def must_take(folder: Path) -> None:
    """Write a file in a folder and delete it again; raise `Unwritable` where the disk does not take it."""
    trial = folder / ".trial"
    try:
        _private(trial)
        try:
            with trial.open("r+b") as file:
                file.write(bytes(TRIAL))
                file.flush()
                os.fsync(file.fileno())
        finally:
            trial.unlink(missing_ok=True)
    except OSError as fault:
        key = _KEYS.get(fault.errno or 0, "store.disk")
        raise Unwritable(key, path=folder, fault=fault.strerror or fault) from fault


def _private(path: Path) -> None:
    path.unlink(missing_ok=True)
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _flush(folder: Path) -> None:
    """Have the new name on the disk too, where a folder can be flushed."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
