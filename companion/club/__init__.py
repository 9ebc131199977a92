"""A club: several hosts that serve the same games from one PostgreSQL. An extra, behind `companion.service.club`.

Read `store` first (the log, as `companion.store.base` wants it, and what the hosts have in common), then `hosts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.store.base import Unwritable

if TYPE_CHECKING:
    from companion.club.store import PostgresStore
    from companion.service.club import Standing

PACKAGES = ("psycopg", "psycopg-binary")
"""What is installed for it."""
SCHEMES = ("postgresql://", "postgres://")


def opened(url: str, variable: str) -> PostgresStore:
    """Connect to the database; `variable` named it. Raise a `StoreFault` if it cannot be reached."""
    _check(url, variable)
    from companion.club.store import PostgresStore

    return PostgresStore(url)


def standing(url: str, variable: str) -> list[Standing]:
    """Return the hosts at this database. Only reads; none if no host has begun there yet. Raise a `StoreFault`."""
    _check(url, variable)
    from companion.club.store import hosts_at

    return hosts_at(url)


def _check(url: str, variable: str) -> None:
    """Raise `Unwritable` if this is no address of such a database, or the package for it is missing."""
    if not url.startswith(SCHEMES):
        raise Unwritable("store.url", variable=variable, scheme=SCHEMES[0])
    try:
        import psycopg  # noqa: F401
    except ImportError as fault:
        raise Unwritable("store.no-driver", database="PostgreSQL", package=PACKAGES[0], fault=fault) from fault
