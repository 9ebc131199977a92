"""The tablet alone: what a browser deletes comes back from the host where it can, and is told where it cannot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.site import bundle
from tests.browser.alone import LONG, device, kept, opened, record, served, site, table, tap, written
from tests.browser.test_alone_tabs import NEXT, WAITS
from tests.browser.waiting import nothing_comes

__all__ = ["kept", "site"]
pytestmark = pytest.mark.alone

FORGET = """() => caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))"""
FILES = """async () => {
  const [name] = await caches.keys();
  const all = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
  return all.filter((at) => !at.endsWith("/memory"));
}"""
"""The files of the site that are kept."""
MEMORIES = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    const files = await (await caches.open(name)).keys();
    found.push(files.some(({ url }) => url.includes("/_site/memory?")));
  }
  return found;
}"""
"""For each version that is kept, in the order in which they came, whether it has a memory of Python."""


@pytest.fixture
def english(browser: Browser) -> Iterator[BrowserContext]:
    """Yield a browser that prefers English."""
    context = browser.new_context(locale="en-GB")
    yield context
    context.close()


def all_kept(page: Page, many: int) -> None:
    """Wait until every file of the site is kept."""
    page.wait_for_function(f"(many) => ({FILES})().then((files) => files.length === many)", arg=many, timeout=LONG)


def test_it_opens_again_where_the_browser_has_let_go_of_its_files(kept: BrowserContext, site: Path) -> None:
    with served(site) as base:
        with device(kept) as page:
            page.goto(base)
            frame = table(page)
            game = opened(frame)
            before = record(frame, game)
            many = len([*site.rglob("*.z")])
            all_kept(page, many)
            page.evaluate(FORGET)
        with device(kept) as page:
            page.goto(f"{base}/games/{game}")
            assert record(table(page), game) == before
            all_kept(page, many)
    with device(kept) as page:  # there is no network any more
        page.goto(f"{base}/games/{game}")
        frame = table(page)
        tap(frame)
        page.evaluate(FORGET)
        page.goto(base)
        expect(page.locator("body")).to_contain_text("El navegador ha borrado los archivos de esta página")
    assert len(before) > 10


def test_a_version_starts_in_no_memory_of_another(
    kept: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(written(tmp_path)) as base, device(kept) as page:
        page.goto(base)
        table(page)
        page.wait_for_function(f"() => ({MEMORIES})().then((found) => found.includes(true))", timeout=LONG)
        monkeypatch.setattr(bundle, "_news", lambda: json.dumps(NEXT).encode())
        written(tmp_path)
        page.evaluate(WAITS)
        page.reload()
        table(page)
        nothing_comes(page, 3000)
        assert page.evaluate(MEMORIES) == [True, False]


def test_an_english_browser_reads_english(
    english: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(written(tmp_path)) as base, device(english) as page:
        page.goto(base)
        frame = table(page)
        assert frame.evaluate("document.documentElement.lang") == page.evaluate("document.documentElement.lang") == "en"
        refused = frame.evaluate("fetch('/api/games/none').then((answer) => answer.json())")
        assert "There is no game" in refused["message"]
        monkeypatch.setattr(bundle, "_news", lambda: json.dumps(NEXT).encode())
        written(tmp_path)
        page.evaluate(WAITS)
        frame.goto(f"{base}/rules")
        expect(page.locator("#news")).to_contain_text("There is a newer version (9.9.9): It is played with rats.")
        expect(page.locator("#news-put")).to_have_text("Install it now")
        # A person who prefers Spanish chooses it on the start page.
        frame.evaluate("""() => { const form = new URLSearchParams({ lang: "es", back: "/" });
            return fetch("/language", { method: "POST", body: form }).then(() => location.assign("/")); }""")
        expect(page.locator("#news-put")).to_have_text("Instalarla ahora", timeout=LONG)


def test_a_bar_shows_how_much_has_come(kept: BrowserContext, site: Path) -> None:
    go_on = Event()
    with served(site, {"/_site/app.pack.z": go_on}) as base, device(kept) as page:
        page.goto(base)
        bar = page.locator("#bar")
        expect(bar).to_be_visible(timeout=LONG)
        page.wait_for_function("() => document.getElementById('bar').value > 40", timeout=LONG)
        assert bar.evaluate("(bar) => bar.value") < 100
        expect(page.locator("#said")).to_contain_text("Solo la primera vez")
        go_on.set()
        table(page)
        expect(bar).to_be_hidden()


@pytest.mark.parametrize("kind", ["file_systems", "all"])
def test_storage_deleted_under_an_open_game_is_said_with_its_file(kept: BrowserContext, site: Path, kind: str) -> None:
    with served(site) as base, device(kept) as page:
        page.goto(base)
        frame = table(page)
        game = opened(frame)
        frame.goto(f"{base}/games/{game}")
        tap(frame)
        before = json.loads(record(frame, game))["entries"]
        devtools = kept.new_cdp_session(page)
        devtools.send("Storage.clearDataForOrigin", {"origin": base, "storageTypes": kind})
        if kind == "file_systems":
            frame.locator("#ask form button:visible").first.click()
            expect(frame.locator(".notice.error")).to_contain_text("El navegador ha borrado", timeout=LONG)
        expect(page.locator("#news")).to_contain_text("El navegador ha borrado", timeout=LONG)
        expect(page.locator("#news-seen")).to_be_hidden()
        with page.expect_download() as saved:
            page.locator("#news-put").click()
        entries = json.loads(Path(saved.value.path()).read_text("utf-8"))["entries"]
        assert entries[: len(before)] == before
        page.locator("#news-seen").click()
        frame = table(page)
        assert frame.evaluate("fetch('/api/games').then((answer) => answer.json())") == []
