"""Settings of all tests: they speak Spanish unless they choose otherwise; a browser's loop disturbs no other test."""

from __future__ import annotations

import asyncio
import gc
import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, groupby, islice
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import HealthCheck, settings

from tests.length import EVERY_DAY, LONG_RUN, is_long
from tests.parts import PARTS, is_short, part_of

gc.disable()  # until all tests are found: what is read meanwhile stays, and looking for what could go is a fifth of it

for name in ("LC_ALL", "LC_MESSAGES", "COMPANION_LANG"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"


@pytest.fixture(autouse=True)
def no_loop_of_a_browser(request: pytest.FixtureRequest) -> Iterator[None]:
    """Unmark the loop that an earlier test's browser left running in this thread; a test without a browser runs loops
    of its own."""
    before = asyncio._get_running_loop()
    if before is None or "browser" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(before)


@pytest.fixture(autouse=True)
def nothing_left_in_the_environment() -> Iterator[None]:
    """Remove the folders that a service of this process names in the environment: the next test has others."""
    before = {*os.environ}
    yield
    for name in [name for name in os.environ if name.startswith("COMPANION_") and name not in before]:
        del os.environ[name]


def pytest_configure(config: pytest.Config) -> None:
    """Tell the tests, before they are read, which run this is."""
    for name in PARTS:
        config.addinivalue_line("markers", f"{name}: belongs to this part (tests/parts.py)")
    config.addinivalue_line("markers", "flaky: is tried once more in a fresh browser (pytest-rerunfailures)")
    if not re.fullmatch(r"(.+ and )?not long", config.option.markexpr):
        os.environ[LONG_RUN] = "yes"
    if config.option.markexpr.startswith("short"):
        os.environ[EVERY_DAY] = "yes"
    config.pluginmanager.register(InShares())
    # No example asserts a time, and the run of every day tries the same ones each time: a red one is nobody's luck.
    always = settings(deadline=None, derandomize=not is_long(), suppress_health_check=list(HealthCheck))
    settings.register_profile("the-house", always)
    settings.load_profile("the-house")


@pytest.hookimpl(tryfirst=True)  # before those that were not asked for are left out by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark every test by its part, and those of the run of every day `short`."""
    folder_of = cache(lambda path: PurePosixPath(path.parent.relative_to(config.rootpath).as_posix()))
    for item in items:
        marks = {mark.name for mark in item.iter_markers()}
        part = part_of(folder_of(item.path), marks)
        if part not in marks:
            item.add_marker(part)
        if is_short(part, marks) and "short" not in marks:
            item.add_marker("short")
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))


BROWSER = Path(__file__).parent / "browser"


class InShares:
    """The order of the tests in a run of several processes: each is given a share of the list, and takes of another's
    end when it is through. One after the other in one process, the tests of a browser, which wait half of their time,
    would take longer than all others together; here all processes but one begin with some of their modules."""

    @pytest.hookimpl(trylast=True)  # what was not asked for is gone
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        many: int = getattr(config, "workerinput", {}).get("workercount", 1)
        if many == 1:
            return
        rest = (item for item in items if not item.path.is_relative_to(BROWSER))
        modules = [[*of] for path, of in groupby(items, lambda item: item.path) if path.is_relative_to(BROWSER)]
        order, left = list[pytest.Item](), len(items)
        for k in range(many):
            cut = slice(k * len(modules) // (many - 1), (k + 1) * len(modules) // (many - 1))
            share = left // (many - k)  # as pytest-xdist deals them
            left -= share
            heads = [*chain(*modules[cut])]
            order += [*heads, *islice(rest, max(0, share - len(heads)))]
        items[:] = [*order, *rest]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name every test that was green at the second try only, or red twice."""
    tried_again = sorted({report.nodeid for report in terminalreporter.stats.get("rerun", ())})
    if tried_again:
        terminalreporter.section("tried a second time, in a fresh browser")
        for name in tried_again:
            terminalreporter.line(name)


def pytest_collection_finish() -> None:
    """Collect garbage from here on, but for the objects that stay anyway."""
    gc.freeze()
    gc.enable()
