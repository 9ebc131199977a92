"""A file that can no longer be read: kept aside under a dated name, and what it still tells carried over.

Of each game the longest unbroken beginning is carried over: a beginning of a game is a game. Nothing is thrown away:
the damaged file stays where the report says.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from companion.store import rows, sqlite_queries
from companion.store import sqlite_connection as opening
from companion.store.atomic_file import SIDECARS
from companion.store.base import Damaged, GameInfo, Repeated, Row, Salvage, StoreFault, UnknownGame, Unwritable

_PAGE, _MAGIC = 4096, b"SQLite format 3\0"
MOST_GROWTH = 100
"""Times its size to which a torn file is filled up; one that says it was longer says so by damage."""


UNREAD, READ = "torn", "damaged"
"""In the name of a file that was set aside: until its games were carried over, and after it."""


class Fillable(Protocol):
    """A store, as far as games are put into it."""

    def open(self, heading: GameInfo, rows: list[Row]) -> None: ...

    def append(self, game: str, rows: list[Row], glance: str) -> None: ...

    def rows(self, game: str) -> list[Row]: ...

    def headings(self) -> list[GameInfo]: ...


def set_aside(path: Path) -> Path:
    """Rename the file and what SQLite keeps beside it; gives the new name. Raises `Unwritable`.

    Until its games are carried over, the name says so: whoever is interrupted goes on at the next start.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    kept = _free(path, UNREAD, stamp)
    _rename(path, kept)
    return kept


def unread(path: Path) -> list[Path]:
    """Return the files whose games were not all carried over: set aside by a start that was interrupted, or found
    without a name."""
    return sorted(path.parent.glob(f"{path.stem}.{UNREAD}-*{path.suffix}"))


def _free(path: Path, kind: str, stamp: str) -> Path:
    names = (
        path.with_name(f"{path.stem}.{kind}-{stamp}{extra}{path.suffix}")
        for extra in ("", *(f"-{k}" for k in range(2, 1000)))
    )
    return next(name for name in names if not name.exists())


def put_back(kept: Path, path: Path) -> None:
    """Undo `set_aside`."""
    for tail in SIDECARS:
        with suppress(OSError):
            Path(f"{path}{tail}").unlink(missing_ok=True)
    _rename(kept, path)


def _rename(old: Path, new: Path) -> None:
    try:
        for tail in SIDECARS:
            with suppress(FileNotFoundError):
                Path(f"{old}{tail}").rename(f"{new}{tail}")
    except OSError as fault:
        raise Unwritable("store.disk", path=old, fault=fault.strerror or fault) from fault


def carry_over(kept: Path, path: Path, store: Fillable, fault: str) -> Salvage:
    """Put into `store`, whose file is `path`, every game that the kept file still tells, from its first entry as far as
    the rows are whole. Then the kept file is named as one that was read."""
    whole: list[str] = []
    short: list[tuple[str, int]] = []
    lost: list[str] = []
    games = [*_read(kept)]
    if not any(lines for _, lines in games):
        with _workshop(kept.parent) as folder:
            pieced = _pieced_together(kept, Path(folder) / kept.name)
            games = [*_read(pieced)] if pieced is not None else games
    for heading, found in games:
        if not found:
            lost.append(heading.id)
            continue
        with suppress(Repeated):  # the same record was taken in again meanwhile
            put_in(store, heading, found)
        if len(found) == heading.version:
            whole.append(heading.id)
        else:
            short.append((heading.id, len(found)))
    return Salvage(str(finish(kept, path)), fault, tuple(whole), tuple(short), tuple(lost))


def finish(kept: Path, path: Path) -> Path:
    """Name a file that was set aside as one that is not read again; return the name. `path`: the file of games."""
    read = _free(path, READ, kept.stem.partition(f".{UNREAD}-")[2])
    _rename(kept, read)
    return read


def put_in(store: Fillable, heading: GameInfo, rows: list[Row]) -> bool:
    """Add the entries of a game that go on from the very ones that are there; return whether there were any."""
    try:
        here = store.rows(heading.id)
    except UnknownGame:
        store.open(heading, rows)
        return True
    if len(here) >= len(rows) or rows[: len(here)] != here:
        return False
    store.append(heading.id, rows[len(here) :], heading.glance)
    return True


def not_ours(path: Path) -> StoreFault | None:
    """Return the fault of a readable file of another program or of a newer companion; None if it is ours."""
    try:
        with closing(opening.reader(path)) as reader, opening.named_faults(path):
            opening.must_be_ours(reader, path)
    except StoreFault as fault:
        return fault if fault.key in ("store.foreign-file", "store.newer-file") else None
    return None


def faults(path: Path) -> list[str]:
    """List everything wrong with a file, for the doctor: SQLite's own check, then every seal of every game."""
    try:
        with closing(opening.reader(path)) as reader, opening.named_faults(path):
            found = [str(line[0]) for line in reader.execute("pragma integrity_check(20)") if line[0] != "ok"]
            for game in sqlite_queries.headings(reader):
                try:
                    sqlite_queries.rows_of(reader, game.id)
                except Damaged as damaged:
                    found.append(f"{game.id}: {damaged.blanks.get('number')}")
    except StoreFault as fault:
        return [str(fault.blanks.get("fault", fault.key))]
    return found


def _workshop(beside: Path) -> tempfile.TemporaryDirectory[str]:
    """Make a folder for a working copy: beside the file, else the system's own, which in a browser is in memory."""
    try:
        return tempfile.TemporaryDirectory(dir=beside, prefix=".salvage-")
    except OSError:
        return tempfile.TemporaryDirectory(prefix="salvage-")


def _pieced_together(kept: Path, draft: Path) -> Path | None:
    """Make a copy that SQLite can open: a lost first page is replaced by that of a new file, missing last pages by
    empty ones.

    Every row is held against its seal afterwards. Return None if too little of the file is left, or no room for the
    copy.
    """
    try:
        for tail in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{kept}{tail}", f"{draft}{tail}")
        with draft.open("r+b") as file:
            size = file.seek(0, os.SEEK_END)
            if size < 2 * _PAGE:
                return None
            file.seek(0)
            head = file.read(_PAGE)
            if not head.startswith(_MAGIC):
                # The first page of a new file tells where each table begins: where they always have.
                path = draft.with_name("new.db")
                connection = opening.writer(path)
                connection.execute("pragma journal_mode = delete").fetchone()
                connection.close()
                head = path.read_bytes()[:_PAGE]
                if Path(f"{draft}-wal").exists():
                    head = head[:18] + b"\2\2" + head[20:]  # what lies in the log beside the file is read too
                head = head[:28] + (-(-size // _PAGE)).to_bytes(4, "big") + head[32:]
                file.seek(0)
                file.write(head)
            pages = int.from_bytes(head[28:32], "big")
            if size < pages * _PAGE <= MOST_GROWTH * size:
                file.truncate(pages * _PAGE)
    except (OSError, StoreFault):
        return None
    return draft


def _read(kept: Path) -> Iterator[tuple[GameInfo, list[Row]]]:
    try:
        reader = opening.reader(kept)
    except StoreFault:
        return
    with closing(reader):
        headings: dict[str, GameInfo] = {}
        with suppress(sqlite3.Error, TypeError, ValueError):
            for (game,) in reader.execute("select id from game"):
                headings[game] = sqlite_queries.heading(reader, game)
        ids = dict.fromkeys(headings)
        with suppress(sqlite3.Error):
            ids.update(dict.fromkeys(str(line[0]) for line in reader.execute("select distinct game from entry")))
        for game in list(ids):
            found = _beginning(reader, game)
            yield headings.get(game) or _made_up(game, found), found


def _beginning(reader: sqlite3.Connection, game: str) -> list[Row]:
    row = "select number, action, facts, at, via, action_id, seal from entry where game = ? and number = ?"
    lines: list[rows.Written] = []
    whole: list[Row] = []
    with suppress(sqlite3.Error, Damaged):
        # Row by row, so that one unreadable page costs only what lies on it and after it.
        while line := reader.execute(row, [game, len(lines) + 1]).fetchone():
            lines.append(rows.Written._make(line))
    while lines:
        try:
            whole = rows.read(game, lines)
            break
        except Damaged as damaged:
            lines = lines[: int(str(damaged.blanks["number"])) - 1]
    return whole


def _made_up(game: str, found: list[Row]) -> GameInfo:
    """Make a heading for a game whose own can no longer be read."""
    if not found:
        return GameInfo(game, "")
    first, last = found[0].entry, found[-1].entry
    return GameInfo(game, str(first.action.get("game", "")), opened=first.at, changed=last.at, version=last.number)
