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
    """The club's database, None where none is named. Raises a `StoreFault` where it cannot be had."""
    url = _url()
    if not url:
        return None
    made: PostgresStore = _driver().PostgresStore(url)
    return made


def hosts() -> list[Standing] | None:
    """The hosts of the club, None where no database is named. Only reads; raises a `StoreFault` where it cannot."""
    url = _url()
    if not url:
        return None
    found: list[Standing] = _driver().hosts_at(url)
    return found


def _url() -> str:
    """The address of the club's database, empty where none is named."""
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
    """The club's database, else the file of a house that may be open; only to be read."""
    return database() or Onlooker(path)


def opened(path: Path) -> Store:
    """The club's database, else the file."""
    from companion.store.sqlite import SQLiteStore

    return database() or SQLiteStore(path)
