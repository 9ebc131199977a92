"""Copies that the companion makes by itself, in a folder beside the file of games: at every start and every hour.

The newest few are kept, and the last of each of the days before. What is forgotten goes from them too: they are deleted
and made anew. When the file is damaged, what it no longer tells is taken from them.
"""

from __future__ import annotations

import json
import shutil
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from companion.store import sqlite_connection as opening
from companion.store import sqlite_queries
from companion.store.atomic_file import deleted, drafted
from companion.store.base import Damaged, StoreFault, Unwritable
from companion.store.salvage import Fillable, faults, put_in
from companion.store.sqlite_connection import copied, kept_before

FOLDER = "copies"
EVERY = 3600.0
"""Seconds between two copies."""
NEWEST, DAYS = 6, 7
"""How many copies are kept whatever their age, and for how many days one of each."""
LEAST_ROOM = 50 * 2**20
"""Bytes that stay free on the disk: a copy never takes the room that the next entry needs."""
FIGURES = "figures.json"
"""What people have chosen for their plates, beside the file of games: it is copied with them."""
_STAMP = "%Y%m%dT%H%M%S%f"


class Behind(NamedTuple):
    """A game of which a copy knows more entries than the file does."""

    game: str
    here: int
    there: int


def folder_of(database: Path) -> Path:
    """Return the folder of the copies of a file of games."""
    return database.parent / FOLDER


def found(database: Path) -> list[Path]:
    """List the copies, the newest first."""
    with suppress(OSError):
        return sorted(folder_of(database).glob(f"{database.stem}-*{database.suffix}"), reverse=True)
    return []


def made_at(copy: Path) -> str:
    """When a copy was made: ISO, UTC."""
    with suppress(ValueError):
        return datetime.strptime(copy.stem.rpartition("-")[2], _STAMP).strftime("%Y-%m-%dT%H:%M:%SZ")
    return ""


def take(database: Path, now: datetime | None = None, newest: int = NEWEST, days: int = DAYS) -> Path | None:
    """Copy the file where it tells anything that the newest copy does not, and let go of old ones: all but so many of
    the newest, and of one of each of so many days.

    None where there was nothing to copy. Raises a `StoreFault`, and then there is no new copy.
    """
    stamp = (now or datetime.now(UTC)).strftime(_STAMP)
    _take_figures(database, stamp, newest)
    if not database.is_file():
        return None
    told = _told(database)
    if not told[0]:
        return None
    with suppress(StoreFault):  # a copy that cannot be read tells nothing
        if (copies := found(database)) and _told(copies[0]) == told:
            return None
    folder = folder_of(database)
    copy = folder / f"{database.stem}-{stamp}{database.suffix}"
    try:
        folder.mkdir(exist_ok=True, mode=0o700)
        if shutil.disk_usage(folder).free < 2 * database.stat().st_size + LEAST_ROOM:
            raise Unwritable("store.full", path=folder)
    except OSError as fault:
        raise Unwritable("store.disk", path=folder, fault=fault.strerror or fault) from fault
    with drafted(copy) as draft:
        copied(database, draft)
        with opening.named_faults(draft), closing(opening.reader(draft)) as reader:
            trouble = reader.execute("pragma quick_check(1)").fetchone()[0]
            if trouble != "ok":
                raise Damaged("store.damaged-file", path=draft, fault=trouble)
        draft.replace(copy)
    _thin(database, newest, days)
    return copy


def figures_found(database: Path) -> list[Path]:
    """List the copies of the figures, the newest first."""
    with suppress(OSError):
        return sorted(folder_of(database).glob(f"{Path(FIGURES).stem}-*.json"), reverse=True)
    return []


def _take_figures(database: Path, stamp: str, newest: int) -> None:
    """Copy the figures where they are whole and say something new. What goes wrong is no reason to copy no games: they
    are chosen anew in a minute."""
    with suppress(OSError, ValueError, Unwritable):
        text = (database.parent / FIGURES).read_text("utf-8")
        before = figures_found(database)
        if not isinstance(json.loads(text), dict) or (before and before[0].read_text("utf-8") == text):
            return
        folder_of(database).mkdir(exist_ok=True, mode=0o700)
        copy = folder_of(database) / f"{Path(FIGURES).stem}-{stamp}.json"
        with drafted(copy) as draft:
            draft.write_text(text, "utf-8")
            draft.replace(copy)
        for old in figures_found(database)[newest:]:
            old.unlink(missing_ok=True)


def clear(database: Path) -> None:
    """Delete every copy: something in them was forgotten. Raises `Unwritable` where one stays."""
    deleted((*found(database), *kept_before(database), *figures_found(database)))


def fill(store: Fillable, database: Path) -> dict[str, int]:
    """Put into a store what the copies know beyond it; gives the length of each game that they helped.

    Only what goes on from the very entries that are there is added: nothing there is changed. A game is read only
    where a copy knows more of it.
    """
    helped: dict[str, int] = {}
    for copy in found(database):
        with suppress(StoreFault), closing(opening.reader(copy)) as reader, opening.named_faults(copy):
            opening.must_be_ours(reader, copy)
            here = {heading.id: heading.version for heading in store.headings()}
            for heading in sqlite_queries.headings(reader):
                with suppress(Damaged):
                    if here.get(heading.id, 0) < heading.version and put_in(
                        store, heading, sqlite_queries.rows_of(reader, heading.id)
                    ):
                        helped[heading.id] = heading.version
    return helped


def behind(database: Path) -> list[Behind]:
    """List the games of which a copy has more entries than the file: entries were lost without a sign of damage."""
    here, there = _lengths(database), dict[str, int]()
    for copy in found(database):
        for game, version in _lengths(copy).items():
            there[game] = max(version, there.get(game, 0))
    return [Behind(game, here.get(game, 0), most) for game, most in there.items() if here.get(game, 0) < most]


def set_aside(database: Path) -> None:
    """Move the copies out of use, because another file takes the place of the one they are of."""
    folder = folder_of(database)
    with suppress(FileNotFoundError):
        folder.rename(folder.with_name(f"{FOLDER}.before-{datetime.now(UTC).strftime(_STAMP)}"))


def _lengths(path: Path) -> dict[str, int]:
    try:
        with opening.named_faults(path), closing(opening.reader(path)) as reader:
            return {heading.id: heading.version for heading in sqlite_queries.headings(reader)}
    except StoreFault:
        return {}


def fault_of(copy: Path) -> str:
    """Return what is wrong with a copy; empty if it can be put back."""
    return next(iter(faults(copy)), "")


def _thin(database: Path, newest: int, days: int) -> None:
    last: dict[str, Path] = {}
    there = found(database)
    for copy in there:
        last.setdefault(made_at(copy)[:10], copy)
    kept = {*there[:newest], *list(last.values())[:days]}
    for copy in there:
        if copy not in kept:
            with suppress(OSError):
                copy.unlink()


def _told(path: Path) -> tuple[object, ...]:
    """Return a fingerprint that changes with anything written: games, entries, the last change, names, archived
    games."""
    asked = "select count(*), sum(version), max(changed), sum(archived), group_concat(name) from game"
    with opening.named_faults(path), closing(opening.reader(path)) as reader:
        found: tuple[object, ...] = reader.execute(asked).fetchone()
        return found
