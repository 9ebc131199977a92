"""The tablet alone: an empty browser opens a link, the server goes away for good, and the evening goes on."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from companion.site.home import Home
from companion.store import default_folder
from tests.browser.alone import LONG, device, kept, opened, record, served, site, table, tap

__all__ = ["kept", "site"]
pytestmark = pytest.mark.alone

SAID = {"content-type": "application/json", "sec-fetch-site": "same-origin"}


def told(text: str) -> str:
    """Return a record without the id that each house gives a game of its own."""
    return re.sub(r'("id": )"[a-z0-9]{12}"', r"\1", text, count=1)


OLDER, IN_A_FOLDER = "companion/an-older-one", "companion/club/one"
"""Folder of an older site at the root of a host, and of a site in a folder of that host."""


@pytest.mark.short
def test_an_evening_without_a_server(kept: BrowserContext, site: Path, tmp_path: Path) -> None:
    with served(site) as base, device(kept) as page:
        page.goto(f"{base}/sw.js")
        page.evaluate("names => Promise.all(names.map((name) => caches.open(name)))", [OLDER, IN_A_FOLDER])
        page.goto(base)
        frame = table(page)
        assert {OLDER, IN_A_FOLDER} & {*page.evaluate("caches.keys()")} == {IN_A_FOLDER}
        looked_at = kept.new_cdp_session(page)
        assert looked_at.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = looked_at.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert json.loads(manifest["data"])["display"] == "fullscreen"
        game = opened(frame)
    # The web server is gone, and so is the tab.
    with device(kept) as page:
        page.goto(f"{base}/games/{game}")
        frame = table(page)
        for _ in range(3):
            tap(frame)
        before = record(frame, game)
        assert len(json.loads(before)["entries"]) > 3
        page.reload()
        frame = table(page)
        assert frame.url == f"{base}/games/{game}"
        assert record(frame, game) == before
        tap(frame)
        after = record(frame, game)
        assert len(after) > len(before)

        with page.expect_download() as saved:
            frame.evaluate("document.querySelector('a[download][href$=\"/record\"]').click()")
        assert Path(saved.value.path()).read_text("utf-8") == after
        assert saved.value.suggested_filename.endswith(".json")

        # To a computer, and from there back to another tablet: the same bytes.
        computer = Home(tmp_path, "127.0.0.1")
        taken = json.loads(computer.answer("POST", f"{base}/api/import", SAID, after.encode()).body)["id"]
        there = computer.answer("GET", f"{base}/api/games/{taken}/record", {}, b"").body.decode()
        assert told(there) == told(after)
        again = computer.answer("POST", f"{base}/api/games/{taken}/actions", SAID, b'{"action": "undo"}')
        assert again.status == 200, again.body
        back = computer.answer("GET", f"{base}/api/games/{taken}/record", {}, b"").body.decode()
        frame.goto(f"{base}/take-in")
        brought = {"name": "game.json", "mimeType": "application/json", "buffer": back.encode()}
        frame.locator("input[name=file]").set_input_files(brought)  # type: ignore[arg-type]
        frame.locator("form.take-in:has(input[name=file]) button").click()
        expect(frame.locator("#prompt")).to_be_visible(timeout=LONG)
        assert told(record(frame, frame.url.split("/")[-1])) == told(back)


def test_in_a_folder_of_a_host_with_other_things(kept: BrowserContext, site: Path, tmp_path: Path) -> None:
    (tmp_path / "mesa").symlink_to(site)
    (tmp_path / "index.html").write_text("<p>not ours</p>")
    with served(tmp_path) as base, device(kept) as page:
        page.goto(f"{base}/mesa/")
        frame = table(page)
        frame.locator("a[href^='/mesa/new']").first.click()
        frame.wait_for_url(f"{base}/mesa/new**")
        game = opened(frame)
    with device(kept) as page:
        page.goto(f"{base}/mesa/games/{game}")
        frame = table(page)
        for _ in range(3):
            tap(frame)
        assert frame.url == page.url == f"{base}/mesa/games/{game}"
        before = record(frame, game)
        page.reload()
        assert record(table(page), game) == before


def test_the_laptop_hands_it_over_and_goes(kept: BrowserContext, site: Path, tmp_path: Path) -> None:
    assert site  # the package is there
    (tmp_path / "pyodide").symlink_to(default_folder() / "pyodide")
    words = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path), "--no-browser", "--json"]
    with subprocess.Popen([sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE, text=True) as laptop:
        try:
            assert laptop.stdout is not None
            base = json.loads(laptop.stdout.readline())["url"].replace("127.0.0.1", "localhost").rstrip("/")
            with device(kept) as page:
                page.goto(f"{base}/app/")
                frame = table(page)
                expect(frame.locator("a[href^='/app/new']").first).to_be_visible(timeout=LONG)
        finally:
            laptop.terminate()
    with device(kept) as page:
        page.goto(f"{base}/app/")
        frame = table(page)
        frame.locator("a[href^='/app/new']").first.click()
        frame.wait_for_url(f"{base}/app/new**")
        expect(frame.locator("form[action='/app/new']").first).to_be_visible(timeout=LONG)


FLUSHES = """() => {
  const real = FileSystemSyncAccessHandle.prototype.flush;
  self.flushes = 0;
  FileSystemSyncAccessHandle.prototype.flush = function () { self.flushes += 1; return real.call(this); };
}"""
"""In the worker of Python: counts how often a file is asked to reach the disk."""


def test_a_tap_is_on_the_disk_before_it_is_answered(kept: BrowserContext, site: Path) -> None:
    with served(site) as base, device(kept) as page:
        page.goto(base)
        frame = table(page)
        game = opened(frame)
        home = page.workers[0]
        home.evaluate(FLUSHES)
        answered = frame.evaluate(
            """(game) => fetch(`/api/games/${game}/actions`, { method: "POST",
                headers: { "Content-Type": "application/json" },
                body: '{"action": "draw", "player": "Ana", "back": "away"}' }).then((answer) => answer.status)""",
            game,
        )
        assert answered == 200
        # Three flushes in turn: the copy to undo a half-written commit with, the games, the mark that they are whole.
        assert home.evaluate("() => self.flushes") >= 3


SAY = """async ({ game, most }) => {
  for (let k = 0; k < most; k += 1) {
    const answer = await fetch(`/api/games/${game}/actions`, { method: "POST",
      headers: { "Content-Type": "application/json" }, body: JSON.stringify({ action: k % 2 ? "undo" : "redo" }) });
    const said = await answer.json();
    if (answer.status === 422 && !k) continue;
    if (!answer.ok) return { status: answer.status, message: said.message, answered: k };
  }
  return { status: 200, message: "", answered: most };
}"""
"""Says one thing after the other until something is refused."""


def test_a_full_storage_is_said_and_loses_nothing(kept: BrowserContext, site: Path) -> None:
    with served(site) as base, device(kept) as page:
        page.goto(base)
        frame = table(page)
        game = opened(frame)
        frame.goto(f"{base}/games/{game}")
        tap(frame)
        storage = kept.new_cdp_session(page)
        storage.send("Storage.overrideQuotaForOrigin", {"origin": base, "quotaSize": 1_000_000})
        full = frame.evaluate(SAY, {"game": game, "most": 400})
        assert full["status"] == 503, full
        assert "disco" in full["message"] or "sitio" in full["message"], full
        before = json.loads(record(frame, game))["entries"]
        storage.send("Storage.overrideQuotaForOrigin", {"origin": base})
        more = frame.evaluate(SAY, {"game": game, "most": 4})
        assert more["status"] == 200, more
        after = json.loads(record(frame, game))["entries"]
        assert [entry["seal"] for entry in after][: len(before)] == [entry["seal"] for entry in before]
        assert len(after) > len(before)


def test_nothing_that_was_answered_is_lost_when_the_tab_crashes(site: Path) -> None:
    assert site  # the package is there
    # In a process of its own: it drives a browser of its own.
    words = [sys.executable, "-m", "tests.lab", "bench", "app", "--crashes", "5", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout)
    assert found["crashes"] == 5
    assert found["kept"] >= 5
    assert found["lost"] == 0
