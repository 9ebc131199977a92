"""What holds for all tests: they speak Spanish where nothing else is asked for; a browser's loop is in nobody's way."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator

import pytest

from tests.length import LONG_RUN

DEAREST = (
    "test_api_bodies.py",
    "test_sight.py",
    "test_facing.py",
    "test_journeys.py",
    "test_referee_evening.py",
    "test_scan_pages.py",
    "test_record.py",
    "test_over.py",
    "test_the_thing.py",
    "test_comes_back.py",
    "test_evening_start.py",
    "test_first_evening.py",
    "test_evening_fix.py",
    "test_live.py",
    "test_past.py",
    "test_another_language.py",
    "test_twin.py",
    "test_attack.py",
    "test_new_game_keys.py",
    "test_scan_mine.py",
    "test_evening_screens.py",
    "test_going_back.py",
    "test_main.py",
    "test_kills.py",
    "test_touch.py",
    "test_faults.py",
    "test_seats.py",
    "test_la_criatura.py",
    "test_evening_sizes.py",
    "test_print_in_browser.py",
    "test_serve.py",
    "test_whole_games.py",
)
"""Files that take longest, the longest first: they are begun first, so that no process is left alone with one."""

for name in ("LC_ALL", "LC_MESSAGES", "COMPANION_LANG"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"


@pytest.fixture(autouse=True)
def no_loop_of_a_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """A browser that an earlier test opened leaves its loop marked as running in this thread; a test without a browser
    runs loops of its own."""
    before = asyncio._get_running_loop()
    if before is None or "browser" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(before)


@pytest.fixture(autouse=True)
def nothing_left_in_the_environment() -> Iterator[None]:
    """A service that ran in this process names its folders to those it begins: the next test has others."""
    before = {*os.environ}
    yield
    for name in [name for name in os.environ if name.startswith("COMPANION_") and name not in before]:
        del os.environ[name]


def pytest_configure(config: pytest.Config) -> None:
    """Tell the tests, before they are read, which run this is."""
    if config.option.markexpr != "not long":
        os.environ[LONG_RUN] = "yes"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The dearest files first; the others keep their order."""
    places = {name: place for place, name in enumerate(DEAREST)}
    items.sort(key=lambda item: places.get(item.path.name, len(DEAREST)))
