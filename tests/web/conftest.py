"""Fixtures of several modules of the pages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.service.live.games import GameService
from companion.service.referee import checks, private_reveal
from companion.web.auth.access import Access
from companion.web.server.settings import Settings
from tests.houses import toy_house
from tests.service.toy import SETUP
from tests.web.serving import Stream
from tests.web.showing import Showing
from tests.web.sitting import KEY, Sitting, quick_app, seated


@pytest.fixture(autouse=True)
def streams_are_closed() -> Iterator[None]:
    """Let no device watch on that a test has forgotten."""
    yield
    while Stream.opened:
        Stream.opened.pop().close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the referee answer soon, so that the tests are short."""
    monkeypatch.setattr(private_reveal, "SETTLED", 0.01)
    monkeypatch.setattr(checks, "TICK", 0.005)


@pytest.fixture(scope="module")
def host() -> Sitting:
    """Return the host's device, without a table."""
    return Sitting()


@pytest.fixture
def sitting() -> Sitting:
    """Return a device that leads a house without games."""
    return Sitting()


@pytest.fixture
def table() -> Sitting:
    """Return a device that leads a table of six."""
    return seated()


@pytest.fixture
def tablet(table: Sitting) -> Sitting:
    """Return the same, where phones lie beside it."""
    return table


@pytest.fixture
def here(host: Sitting) -> Showing:
    """Return the host before a table of four, with cards to show."""
    host.sit_down(["Ana", "Beto", "Carla", "Dani"])
    return Showing(host)


@pytest.fixture
def tables() -> GameService:
    """Return a house of a toy game."""
    return toy_house()


@pytest.fixture
def game(tables: GameService) -> str:
    return tables.open(SETUP).id


@pytest.fixture
def access() -> Access:
    """Return the doors of the house of a toy game."""
    return Access(Settings(KEY, 8080))


@pytest.fixture
def client(tables: GameService, access: Access) -> FlaskClient:
    """Return a client of the house of a toy game."""
    return quick_app(tables, access.settings, access).test_client()
