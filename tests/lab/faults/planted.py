"""A server with something wrong in it, on purpose: what a fault test does not find in this one it would find nowhere.

`python -m tests.lab.faults.planted WHAT… -- serve …`. Nothing of the shipped server knows of this module.
`trace=FILE` and `broken=FILE` are no mistakes: they write down what goes to the disk, or let FILE say how it fails.
"""

from __future__ import annotations

import random
import sqlite3
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any


def ack_early() -> None:
    """Answer before the commit."""
    from companion.store import sqlite_writer as writer

    whole = writer.Writer.do

    def do(self: writer.Writer, work: Any, afterwards: Any = None) -> Any:
        if "append" not in work.__qualname__:
            return whole(self, work, afterwards)
        self._jobs.put(writer._Job(work, Future(), afterwards))
        return None

    writer.Writer.do = do  # type: ignore[method-assign]


def ack_anyway() -> None:
    """Answer that the entry is written although the disk refused."""
    from companion.store import sqlite_writer as writer
    from companion.store.base import Unwritable

    whole = writer.Writer.do

    def do(self: writer.Writer, work: Any, afterwards: Any = None) -> Any:
        try:
            return whole(self, work, afterwards)
        except Unwritable:
            return None

    writer.Writer.do = do  # type: ignore[method-assign]


def no_flush() -> None:
    """Open the database without waiting for the disk."""
    from companion.store import sqlite_connection

    whole = sqlite_connection.writer

    def writer(path: Path, journal: str = "wal") -> sqlite3.Connection:
        opened = whole(path, journal)
        opened.execute("pragma synchronous = off")
        return opened

    sqlite_connection.writer = writer


def forget_ids() -> None:
    """Drop the id under which a device sends an action, so that a retry counts twice."""
    from companion.service.live import parsing

    def action_id(thing: Mapping[str, object]) -> str:
        return ""

    parsing.action_id = action_id


def no_replay() -> None:
    """Tell a device that comes back the newest state only."""
    from companion.service.live.games import GameService
    from companion.service.live.hub import Change

    whole = GameService.changes

    def changes(self: GameService, game: str, after: int | None) -> list[Change]:
        return whole(self, game, after)[-1:]

    GameService.changes = changes  # type: ignore[method-assign]


def slow_start() -> None:
    """Wait before the first answer."""
    import time

    from companion.store.sqlite import SQLiteStore
    from companion.store.sqlite_writer import Writer

    whole = SQLiteStore.__init__

    def init(self: SQLiteStore, path: Path, writer: type[Writer] = Writer) -> None:
        time.sleep(3)
        whole(self, path, writer)

    SQLiteStore.__init__ = init  # type: ignore[method-assign]


def jumping_clock() -> None:
    """Set a clock that is a day off, this way or that, whenever it is read; this is not a mistake of ours."""
    from companion.service.live.games import GameService

    chance = random.Random(6)

    def now() -> str:
        at = datetime.now(UTC) + timedelta(seconds=chance.uniform(-86400, 86400))
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    whole = GameService.__init__

    def init(self: GameService, store: Any, find: Any, clock: Callable[[], str] = now) -> None:
        whole(self, store, find, now)

    GameService.__init__ = init  # type: ignore[method-assign]


def order_by_time() -> None:
    """Sort the entries by their clock times."""
    from companion.store import rows
    from companion.store.base import Row

    whole = rows.read

    def read(game: str, lines: Any, expected: int = 0, before: rows.Written | None = None) -> list[Row]:
        return whole(game, sorted(lines, key=lambda line: line.at), expected, before)

    rows.read = read


def trace(file: str) -> None:
    """Record all writes to the disk, and when an entry was acknowledged."""
    from companion.store.base import Row
    from companion.store.sqlite import SQLiteStore
    from tests.lab.faults import vfs

    ledger = vfs.Ledger(Path(file))
    vfs.install(ledger.note)
    whole = SQLiteStore.append

    def append(self: SQLiteStore, game: str, rows: Sequence[Row], glance: str) -> None:
        whole(self, game, rows, glance)
        ledger.note("ack", game, rows[-1].entry.number, b"")

    SQLiteStore.append = append  # type: ignore[method-assign]


def broken(file: str) -> None:
    """Fail the disk as the file says, as long as it exists: `write 13` gives SQLite's code 13 for every write."""
    from tests.lab.faults import vfs

    def fails(kind: str, path: str, where: int, data: bytes) -> int:
        try:
            what, _, code = Path(file).read_text("ascii").partition(" ")
        except OSError:
            return 0
        return int(code) if what == kind and "companion.db" in path else 0

    vfs.install(fails)


PLANTS: dict[str, Callable[..., None]] = {
    "ack-early": ack_early,
    "ack-anyway": ack_anyway,
    "no-flush": no_flush,
    "forget-ids": forget_ids,
    "no-replay": no_replay,
    "slow-start": slow_start,
    "jumping-clock": jumping_clock,
    "order-by-time": order_by_time,
    "trace": trace,
    "broken": broken,
}


def run(words: list[str]) -> None:
    """Plant what is asked for, then be the command line."""
    asked, command = words[: words.index("--")], words[words.index("--") + 1 :]
    for one in asked:
        name, _, value = one.partition("=")
        PLANTS[name](*([value] if value else []))
    from companion.cli import main

    main(command)


if __name__ == "__main__":
    run(sys.argv[1:])
