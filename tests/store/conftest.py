"""A PostgreSQL for all tests of the stores, and an empty database for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.engine.words import blanks_of
from companion.i18n.catalog import words
from companion.store.base import StoreFault
from tests.store import database


@pytest.fixture(autouse=True)
def every_fault_has_its_sentence(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Assert that every fault of a store while a test runs has its sentence with all its blanks."""
    sentences, make, unsaid = words("common", "en"), StoreFault.__init__, []

    def made(self: StoreFault, key: str, **blanks: object) -> None:
        make(self, key, **blanks)
        filled = {name for name, value in blanks.items() if value is not None}
        if not sentences.has(key) or not blanks_of(sentences.raw(key)) <= filled:
            unsaid.append((key, blanks))

    monkeypatch.setattr(StoreFault, "__init__", made)
    yield
    assert unsaid == []


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with database.running() as url:
        yield url


@pytest.fixture
def club(server: str) -> str:
    """Return the address of an empty database."""
    import psycopg

    with psycopg.connect(server, autocommit=True) as line:
        line.execute("drop schema public cascade")
        line.execute("create schema public")
    return server
