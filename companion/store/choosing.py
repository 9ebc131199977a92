"""Which store a command opens: the file in the data folder, or the club's database named by the environment."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from companion.store.log import Store, Unwritable
from companion.store.onlooker import Onlooker

if TYPE_CHECKING:
    from companion.store.postgres import PostgresStore

URL = "COMPANION_DATABASE_URL"


def database() -> PostgresStore | None:
    """The club's database, None where none is named. Raises a `StoreFault` where it cannot be had."""
    url = os.environ.get(URL, "").strip()
    if not url:
        return None
    if not url.startswith(("postgresql://", "postgres://")):
        raise Unwritable("store.url", variable=URL)
    try:
        from companion.store.postgres import PostgresStore
    except ImportError as fault:
        raise Unwritable("store.no-driver", fault=fault) from fault
    return PostgresStore(url)


def onlooker(path: Path) -> Onlooker | PostgresStore:
    """The club's database, else the file of a house that may be open; only to be read."""
    return database() or Onlooker(path)


def opened(path: Path) -> Store:
    """The club's database, else the file."""
    from companion.store.sqlite import SQLiteStore

    return database() or SQLiteStore(path)
