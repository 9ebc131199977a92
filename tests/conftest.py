"""What holds for all tests: they speak Spanish where nothing else is asked for; a browser's loop is in nobody's way."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterator

import pytest

from tests.length import LONG_RUN

gc.disable()  # until all tests are found: what is read meanwhile stays, and looking for what could go is a fifth of it

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


def pytest_collection_finish() -> None:
    """Tidy up from here on, but for what stays anyway."""
    gc.freeze()
    gc.enable()
