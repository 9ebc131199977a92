"""A PostgreSQL for all tests of the stores, and an empty database for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.store import database


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    reason = database.why_not()
    if reason:
        pytest.skip(reason)
    with database.running() as url:
        yield url


@pytest.fixture
def club(server: str) -> str:
    """The address of an empty database."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as line:
        line.execute("drop schema public cascade")
        line.execute("create schema public")
    return server
