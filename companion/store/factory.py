"""Which store a command opens: the file in the data folder, or the club's database named by the environment."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from companion.store.base import Store, Unwritable
from companion.store.readonly import Onlooker
from companion.store.shared import Standing

if TYPE_CHECKING:
    from companion.store.postgres import PostgresStore

URL = "COMPANION_DATABASE_URL"


def database() -> PostgresStore | None:
    """Return the club's database, or None if none is named. Raise a `StoreFault` if it cannot be reached."""
    url = _url()
    if not url:
        return None
    made: PostgresStore = _driver().PostgresStore(url)
    return made


def hosts() -> list[Standing] | None:
    """Return the hosts of the club, or None if no database is named. Only reads. Raise a `StoreFault`."""
    url = _url()
    if not url:
        return None
    found: list[Standing] = _driver().hosts_at(url)
    return found


def _url() -> str:
    """Return the address of the club's database; empty if none is named."""
    url = os.environ.get(URL, "").strip()
    if url and not url.startswith(("postgresql://", "postgres://")):
        raise Unwritable("store.url", variable=URL)
    return url


def _driver() -> ModuleType:
    try:
        return import_module("companion.store.postgres")
    except ImportError as fault:
        raise Unwritable("store.no-driver", fault=fault) from fault


def onlooker(path: Path) -> Onlooker | PostgresStore:
    """Open the club's database, else the file of a house that may be in use; for reading only."""
    return database() or Onlooker(path)


def opened(path: Path) -> Store:
    """Open the club's database, else the file."""
    from companion.store.sqlite import SQLiteStore

    return database() or SQLiteStore(path)
