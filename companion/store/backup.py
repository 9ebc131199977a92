"""Copies of the file of games: one taken while a server writes, and one put back in its place.

A copy is one SQLite file with everything in it. Both ways the games are looked through, seal by seal, before anybody is
told that it is done.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from companion.store import hourly_copies, seals
from companion.store import sqlite_connection as opening
from companion.store.atomic_file import SIDECARS, drafted
from companion.store.base import Damaged, GameInfo, Repeated, Row, Store, StoreFault, Unwritable
from companion.store.seals import Chain
from companion.store.sqlite import SQLiteStore
from companion.store.sqlite_connection import copied
from companion.store.sqlite_queries import Onlooker


class InTheWay(StoreFault):
    """There is something already where it should go."""


class Readable(Protocol):
    """A store, as far as it is copied from."""

    def headings(self) -> list[GameInfo]: ...

    def rows(self, game: str) -> list[Row]: ...


def back_up(source: Readable, output: Path, replace: bool = False) -> list[Chain]:
    """Copy every game into `output`: a file as it is at one moment, a database game by game, each as it is at one.

    Raises a `StoreFault`; then there is no new file.
    """
    if output.exists() and isinstance(source, Onlooker) and output.samefile(source.path):
        raise InTheWay("store.itself", path=output)  # a table that is open would go on writing into the old one
    if output.exists() and not replace:
        raise InTheWay("store.in-the-way", path=output)
    with drafted(output) as draft:
        if isinstance(source, Onlooker):
            copied(source.path, draft)
        else:
            store = SQLiteStore(draft)
            try:
                for heading in source.headings():
                    store.open(heading, source.rows(heading.id))
            finally:
                store.close()
            with closing(sqlite3.connect(draft, isolation_level=None)) as target:
                target.execute("pragma journal_mode = delete").fetchone()
        chains = looked_through(draft)
        draft.replace(output)
    return chains


Play = Callable[[str, Sequence[Row]], None]
"""Play a game by its id and its entries; raise where no table can show them: who forges an entry can seal it anew."""


def restore(copy: Path, database: Path, play: Play, replace: bool = False) -> tuple[list[Chain], Path | None]:
    """Put a copy in the place of the file of games, whose folder the caller holds; say where the old one was kept.

    Raise a `StoreFault` for a copy that is none, and `InTheWay` where there are games and `replace` was not said.
    """
    chains = _tried_out(copy, play)
    with drafted(database) as draft:
        # Only what was written comes over, nothing of how the copy was made.
        with closing(opening.writer(draft)) as target, opening.named_faults(copy):
            target.execute("attach database ? as copy", [f"{copy.absolute().as_uri()}?mode=ro"])
            target.execute("begin immediate")
            for table in ("game", "entry"):
                target.execute(f"insert into main.{table} select * from copy.{table}")
            if target.execute("select 1 from copy.sqlite_master where name = 'forgotten'").fetchone():
                target.execute(
                    "insert into main.forgotten select at, removed, changed from copy.forgotten order by rowid"
                )
            target.execute("commit")
            target.execute("detach database copy")
            # One file, with nothing beside it.
            target.execute("pragma journal_mode = delete").fetchone()
        kept = _kept_aside(database, replace)
        hourly_copies.set_aside(database)
        draft.replace(database)
    return chains, kept


_ODD = (
    "select id from game where length(id) > 40 or id glob '*[^A-Za-z0-9]*' or"
    " typeof(id) || typeof(game) || typeof(name) || typeof(opened) || typeof(changed) || typeof(glance) <>"
    " 'texttexttexttexttexttext' or typeof(version) || typeof(archived) <> 'integerinteger'"
)
"""Headings with values of kinds that we never write: SQLite takes any value in any column."""


def looked_through(copy: Path) -> list[Chain]:
    """Return the games of a copy. Raise `Damaged` if it is no file of ours, or not all of it is as it was written."""
    with opening.named_faults(copy), closing(opening.reader(copy)) as reader:
        opening.must_be_ours(reader, copy)
        fault = reader.execute("pragma integrity_check(1)").fetchone()[0]
        if fault != "ok":
            raise Damaged("store.damaged-file", path=copy, fault=fault)
        odd = reader.execute(_ODD).fetchone()
        if odd:
            raise Damaged("store.damaged-file", path=copy, fault=f"game {str(odd[0])[:40]!a}")
    chains = seals.of_file(copy)
    for one in chains:
        if not one.holds:
            raise Damaged("store.damaged-row", game=one.game, number=one.broken_at)
    return chains


def _tried_out(copy: Path, play: Play) -> list[Chain]:
    """Look a copy through, and play every game in it."""
    if not copy.is_file():
        raise Unwritable("store.no-copy", path=copy)
    chains = looked_through(copy)
    source = Onlooker(copy)
    for one in chains:
        play(one.game, source.rows(one.game))
    return chains


def add(copy: Path, store: Store, play: Play) -> list[Chain]:
    """Put the games of a copy into a store that has others: those that are there already stay as they are."""
    chains = _tried_out(copy, play)
    source = Onlooker(copy)
    for heading in source.headings():
        with suppress(Repeated):
            store.open(heading, source.rows(heading.id))
    return chains


def _kept_aside(database: Path, replace: bool) -> Path | None:
    if not database.exists():
        return None
    if not replace:
        try:
            has_games = bool(seals.of_file(database))
        except StoreFault:
            has_games = True  # it may hold something
        if has_games:
            raise InTheWay("store.games-in-the-way", path=database)
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    kept = database.with_name(f"{database.stem}.before-{stamp}{database.suffix}")
    for tail in SIDECARS:
        with suppress(FileNotFoundError):
            Path(f"{database}{tail}").rename(f"{kept}{tail}")
    return kept
