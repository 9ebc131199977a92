"""Between SQLite and the disk: sees every write, cut, flush and deletion of this process, and may let one fail.

SQLite lets its way to the files be replaced (a VFS). This one is the system's own with a few functions wrapped, put
there through `ctypes`, so that the program above it is the shipped one to the letter.
"""

from __future__ import annotations

import ctypes
import os
import pickle
from collections.abc import Callable, Iterator
from ctypes import CFUNCTYPE, POINTER, Structure, addressof, byref, c_char_p, c_int, c_int64, c_void_p, cast
from pathlib import Path
from threading import Lock
from typing import Any

Notice = Callable[[str, str, int, bytes], int]
"""Told what is about to happen (`write`, `truncate`, `sync`, `delete`; file; place or size; data); 0 lets it happen."""

_METHODS = [
    "close", "read", "write", "truncate", "sync", "file_size", "lock", "unlock", "check_reserved", "control",
    "sector", "characteristics", "shm_map", "shm_lock", "shm_barrier", "shm_unmap", "fetch", "unfetch",
]  # fmt: skip
_WAYS = [
    "open", "delete", "access", "full_path", "dl_open", "dl_error", "dl_sym", "dl_close", "randomness", "sleep",
    "time", "last_error", "time64", "set_call", "get_call", "next_call",
]  # fmt: skip


class _Methods(Structure):
    _fields_ = [("version", c_int), *((name, c_void_p) for name in _METHODS)]


class _Vfs(Structure):
    _fields_ = [
        *(("version", c_int), ("file_size", c_int), ("longest_path", c_int)),
        *(("next", c_void_p), ("name", c_char_p), ("data", c_void_p)),
        *((name, c_void_p) for name in _WAYS),
    ]


_Open = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_Delete = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_Write = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_Truncate = CFUNCTYPE(c_int, c_void_p, c_int64)
_Sync = CFUNCTYPE(c_int, c_void_p, c_int)
_kept: list[Any] = []


def library() -> Any:
    """Return the SQLite that this Python uses, or None where it cannot be reached from outside."""
    import _sqlite3

    for name in (_sqlite3.__file__, None):
        try:
            found = ctypes.CDLL(name)
            found.sqlite3_vfs_find.restype = POINTER(_Vfs)
            found.sqlite3_vfs_register.argtypes = [c_void_p, c_int]
        except (OSError, AttributeError, TypeError):
            continue
        return found
    return None


def install(notice: Notice) -> None:
    """Send every file that SQLite opens from now on through `notice`. Raise `OSError` where that cannot be had."""
    sqlite = library()
    if sqlite is None:
        raise OSError("this Python's SQLite cannot be reached")
    system = sqlite.sqlite3_vfs_find(None).contents
    wrapped = _Wrapped(system, notice)
    _kept.append(wrapped)
    if sqlite.sqlite3_vfs_register(byref(wrapped.vfs), 1):
        raise OSError("SQLite does not take another way to its files")


class _Wrapped:
    """The system's VFS with its opening and deleting replaced, and of its files the writing, cutting and flushing."""

    def __init__(self, system: _Vfs, notice: Notice) -> None:
        self._system, self._notice = system, notice
        self._paths: dict[int, str] = {}
        self._patched: dict[int, _Methods] = {}
        self._calls: list[Any] = []
        self.vfs = _Vfs.from_buffer_copy(system)
        self.vfs.name = b"seen"
        open_, delete = _Open(self._open), _Delete(self._delete)
        self._calls += [open_, delete]
        self.vfs.open, self.vfs.delete = cast(open_, c_void_p), cast(delete, c_void_p)

    def _open(self, vfs: int, name: int, file: int, flags: int, out: int) -> int:
        code: int = cast(self._system.open, _Open)(addressof(self._system), name, file, flags, out)
        methods = c_void_p.from_address(file)
        if code == 0 and methods.value:
            self._paths[file] = os.fsdecode(ctypes.string_at(name)) if name else ""
            patched = self._patched.get(methods.value) or self._patch(methods.value)
            methods.value = addressof(patched)
        return code

    def _delete(self, vfs: int, name: bytes, flush: int) -> int:
        failed = self._notice("delete", os.fsdecode(name), flush, b"")
        return failed or int(cast(self._system.delete, _Delete)(addressof(self._system), name, flush))

    def _patch(self, address: int) -> _Methods:
        real = _Methods.from_address(address)
        patched = _Methods.from_buffer_copy(real)

        def write(file: int, data: int, length: int, offset: int) -> int:
            failed = self._notice("write", self._paths[file], offset, ctypes.string_at(data, length))
            return failed or int(cast(real.write, _Write)(file, data, length, offset))

        def truncate(file: int, size: int) -> int:
            return self._notice("truncate", self._paths[file], size, b"") or int(
                cast(real.truncate, _Truncate)(file, size)
            )

        def sync(file: int, flags: int) -> int:
            # Told after it is done: what comes before it in the ledger is on the disk.
            failed = self._notice("sync?", self._paths[file], flags, b"") or int(cast(real.sync, _Sync)(file, flags))
            return failed or self._notice("sync", self._paths[file], flags, b"")

        calls = _Write(write), _Truncate(truncate), _Sync(sync)
        self._calls += calls
        patched.write, patched.truncate, patched.sync = (cast(call, c_void_p) for call in calls)
        self._patched[address] = patched
        return patched


class Ledger:
    """File of all writes, flushes and deletions on the disk, in order."""

    def __init__(self, path: Path) -> None:
        self._lock = Lock()
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def note(self, kind: str, path: str, where: int, data: bytes) -> int:
        """Write one thing down; never fails it."""
        with self._lock:
            os.write(self._handle, pickle.dumps((kind, path, where, data)))
        return 0


def read(path: Path) -> Iterator[tuple[str, str, int, bytes]]:
    """Yield the entries of a ledger."""
    with path.open("rb") as file:
        while True:
            try:
                yield pickle.load(file)
            except (EOFError, pickle.UnpicklingError):
                return
