"""Copies of the file of games: one taken while a server writes, and one put back in its place.

A copy is one SQLite file with everything in it. Both ways the games are looked through, seal by seal, before anybody is
told that it is done.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from companion.store import chain
from companion.store import connection as opening
from companion.store.chain import Chain
from companion.store.damage import SIDECARS
from companion.store.log import Damaged, Heading, Repeated, Row, Store, StoreFault, Unwritable
from companion.store.onlooker import Onlooker
from companion.store.sqlite import SQLiteStore


class InTheWay(StoreFault):
    """There is something already where it should go."""


class Readable(Protocol):
    """A store, as far as it is copied from."""

    def headings(self) -> list[Heading]: ...

    def rows(self, game: str) -> list[Row]: ...


def back_up(source: Readable, output: Path, replace: bool = False) -> list[Chain]:
    """Copy every game into `output`: a file as it is at one moment, a database game by game, each as it is at one.

    Raises a `StoreFault`; then there is no new file.
    """
    if output.exists() and not replace:
        raise InTheWay("store.in-the-way", path=output)
    with _draft(output) as draft:
        if isinstance(source, Onlooker):
            _copy(source.path, draft)
        else:
            _fill(draft, source)
        chains = looked_through(draft)
        draft.replace(output)
    return chains


def restore(copy: Path, database: Path, replace: bool = False) -> tuple[list[Chain], Path | None]:
    """Put a copy in the place of the file of games, whose folder the caller holds; says where the old one was kept.

    Raises a `StoreFault` for a copy that is none, and `InTheWay` where there are games and `replace` was not said.
    """
    if not copy.is_file():
        raise Unwritable("store.no-copy", path=copy)
    chains = looked_through(copy)
    with _draft(database) as draft:
        _copy(copy, draft)
        kept = _kept_aside(database, replace)
        draft.replace(database)
    return chains, kept


def looked_through(copy: Path) -> list[Chain]:
    """The games of a copy; raises `Damaged` where it is no file of ours, or not all of it is as it was written."""
    with opening.named_faults(copy), closing(opening.reader(copy)) as reader:
        opening.must_be_ours(reader, copy)
        fault = reader.execute("pragma integrity_check(1)").fetchone()[0]
        if fault != "ok":
            raise Damaged("store.damaged-file", path=copy, fault=fault)
    chains = chain.of_file(copy)
    for one in chains:
        if not one.holds:
            raise Damaged("store.damaged-row", game=one.game, number=one.broken_at)
    return chains


def add(copy: Path, store: Store) -> list[Chain]:
    """Put the games of a copy into a store that has others: those that are there already stay as they are."""
    if not copy.is_file():
        raise Unwritable("store.no-copy", path=copy)
    chains = looked_through(copy)
    source = Onlooker(copy)
    for heading in source.headings():
        with suppress(Repeated):
            store.open(heading, source.rows(heading.id))
    return chains


def _copy(source: Path, draft: Path) -> None:
    with (
        opening.named_faults(source),
        closing(opening.reader(source)) as reader,
        closing(sqlite3.connect(draft, isolation_level=None)) as target,
    ):
        reader.backup(target)
        # One file, with nothing beside it.
        target.execute("pragma journal_mode = delete").fetchone()


def _fill(draft: Path, source: Readable) -> None:
    store = SQLiteStore(draft)
    try:
        for heading in source.headings():
            store.open(heading, source.rows(heading.id))
    finally:
        store.close()
    with closing(sqlite3.connect(draft, isolation_level=None)) as target:
        target.execute("pragma journal_mode = delete").fetchone()


@contextmanager
def _draft(path: Path) -> Iterator[Path]:
    """A file beside the one that is to be, on the disk whole before it gets its name; gone where something fails."""
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


def _kept_aside(database: Path, replace: bool) -> Path | None:
    if not database.exists():
        return None
    if not replace and _has_games(database):
        raise InTheWay("store.games-in-the-way", path=database)
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    kept = database.with_name(f"{database.stem}.before-{stamp}{database.suffix}")
    for tail in SIDECARS:
        with suppress(FileNotFoundError):
            Path(f"{database}{tail}").rename(f"{kept}{tail}")
    return kept


def _has_games(database: Path) -> bool:
    """Whether anything would be lost; a file that cannot be read may hold something."""
    try:
        return bool(chain.of_file(database))
    except StoreFault:
        return True
