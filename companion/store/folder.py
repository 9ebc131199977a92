"""The folder that holds everything a table must not lose, and the lock that keeps two processes off each other."""

from __future__ import annotations

import json
import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR
from typing import IO

from companion.store.base import StoreFault, Unwritable

DATABASE = "companion.db"
_LOCK = "companion.lock"
_RUNNING = "running.json"
_KEY = "host-key"
_CACHE = "cache"


class Occupied(StoreFault):
    """Another process has this folder; `where` is what it says about itself (its address, the host's key)."""

    def __init__(self, folder: Path, where: dict[str, str]) -> None:
        super().__init__("store.occupied", folder=folder, url=where.get("url", "?"))
        self.where = where


class Folder:
    """The data folder, held by one process at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock: IO[bytes] | None = None

    @property
    def database(self) -> Path:
        """The file of the log."""
        return self.path / DATABASE

    def take(self) -> None:
        """Hold the folder until `release`; raises `Occupied` while another process holds it."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = (self.path / _LOCK).open("ab")
        except OSError as fault:
            raise Unwritable("store.no-folder", path=self.path, fault=fault.strerror or fault) from fault
        if not _locked(lock):
            lock.close()
            raise Occupied(self.path, self.wait_for_running())
        self._lock = lock

    def release(self) -> None:
        """Let another process have it."""
        if self._lock is not None:
            with suppress(OSError):
                (self.path / _RUNNING).unlink()
            self._lock.close()
            self._lock = None

    def announce(self, **where: str) -> None:
        """Say to other processes of this user where the table is served."""
        with suppress(OSError):
            _write_private(self.path / _RUNNING, json.dumps(where))

    def running(self) -> dict[str, str]:
        """Return what the process that holds the folder says about itself; empty if it said nothing yet."""
        try:
            said = json.loads((self.path / _RUNNING).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(key): str(value) for key, value in said.items()} if isinstance(said, dict) else {}

    def wait_for_running(self, seconds: float = 2.0) -> dict[str, str]:
        """Wait for what the process that holds the folder says about itself: it may just be starting."""
        until = time.monotonic() + seconds
        while not (said := self.running()) and time.monotonic() < until:
            time.sleep(0.05)
        return said

    def cache(self) -> Path | None:
        """Return the folder of what the next start need not read and compile again.

        None if it cannot be made, or if others could put code for this process there.
        """
        path = self.path / _CACHE
        try:
            path.mkdir(mode=0o700, exist_ok=True)
            at = path.lstat()
        except OSError:
            return None
        if sys.platform != "win32" and (at.st_uid != os.getuid() or at.st_mode & 0o022 or not S_ISDIR(at.st_mode)):
            return None
        return path

    def kept_key(self) -> str:
        """Return the host's key as it was kept, so that the host's tablet stays the host's after a restart; may be
        empty."""
        try:
            return (self.path / _KEY).read_text("utf-8").strip()
        except (OSError, ValueError):
            return ""

    def keep_key(self, key: str) -> None:
        """Keep the host's key, readable by this user only."""
        with suppress(OSError):
            _write_private(self.path / _KEY, key)


def _write_private(path: Path, text: str) -> None:
    draft = path.with_name(f"{path.name}.new")
    with suppress(FileNotFoundError):
        draft.unlink()
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)


def _locked(lock: IO[bytes]) -> bool:
    """Take the lock without waiting. The system lets go of it when the process dies, however it dies."""
    try:
        if sys.platform == "win32":
            import msvcrt

            lock.seek(0)
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
