"""The tablet alone: something newer takes its place between games only; a tab that was asleep overwrites nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Frame, expect

from companion.site import bundle
from tests.browser.alone import LONG, device, kept, opened, record, served, table, tap, written
from tests.browser.waiting import nothing_comes

__all__ = ["kept"]
pytestmark = pytest.mark.alone

NEXT = {"version": "9.9.9", "says": {"es": "Se juega con ratas.", "en": "It is played with rats."}}
WAITS = """async () => {
  const registration = await navigator.serviceWorker.ready;
  await registration.update();
  while (!registration.waiting) await new Promise((done) => setTimeout(done, 50));
}"""
"""Check for a newer version, which a browser makes by itself at the next page, or after a day."""
HAS_EYES = """() => caches.keys().then((names) => Promise.all(names.map(async (name) =>
  (await (await caches.open(name)).keys()).some((one) => one.url.endsWith("zxing_reader.wasm")))))"""
"""For each site that is kept, in the order in which they came, whether it has what reads pictures."""
DRAW = """(game) => fetch(`/api/games/${game}/actions`, { method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"action": "draw", "player": "Ana", "back": "away"}' }).then((answer) => answer.status)"""


def versions(frame: Frame, game: str) -> list[str]:
    """Return the seals of a game's entries."""
    return [entry["seal"] for entry in json.loads(record(frame, game))["entries"]]


def test_something_newer_is_put_in_between_games_and_says_what_changed(
    kept: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(written(tmp_path)) as base, device(kept) as page:
        page.goto(base)
        frame = table(page)
        game = opened(frame)
        frame.goto(f"{base}/games/{game}")
        tap(frame)
        before = record(frame, game)

        monkeypatch.setattr(bundle, "_news", lambda: json.dumps(NEXT).encode())
        written(tmp_path)
        page.evaluate(WAITS)
        assert page.evaluate(HAS_EYES)[-1]  # it may take its place where there is no network to fetch the rest
        tap(frame)  # the game goes on, on what it was begun with
        expect(page.locator("#news")).to_be_hidden()
        with device(kept) as other:
            other.goto(f"{base}/games/{game}")
            table(other)
            frame.goto(base)
            news = page.locator("#news")
            expect(news).to_contain_text("9.9.9")
            expect(news).to_contain_text("Se juega con ratas.")
            page.locator("#news-put").click()
            expect(news).to_contain_text("otra pestaña")
        frame.goto(f"{base}/rules")
        with page.expect_navigation(url=f"{base}/rules"):
            page.locator("#news-put").click()
        frame = table(page)
        expect(page.locator("#news")).to_contain_text("Versión nueva (9.9.9): Se juega con ratas.")
        expect(page.locator("#news-put")).to_be_hidden()
        page.locator("#news-seen").click()
        expect(page.locator("#news")).to_be_hidden()
        after = record(frame, game)
        assert len(after) > len(before)
        assert versions(frame, game)[: len(json.loads(before)["entries"])] == [
            entry["seal"] for entry in json.loads(before)["entries"]
        ]
        page.reload()
        table(page)
        nothing_comes(page, 1000)
        expect(page.locator("#news")).to_be_hidden()


def test_a_tab_that_was_asleep_writes_nothing_over_what_another_has_kept_since(
    kept: BrowserContext, tmp_path: Path
) -> None:
    with served(written(tmp_path)) as base, device(kept) as old:
        old.goto(base)
        frame = table(old)
        game = opened(frame)
        frame.goto(f"{base}/games/{game}")
        tap(frame)
        before = versions(frame, game)
        asleep = kept.new_cdp_session(old)
        asleep.send("Page.setWebLifecycleState", {"state": "frozen"})
        # A frozen page of this browser still hands on what it is asked; this one does nothing at all.
        asleep.send("Debugger.enable")
        asleep.send("Debugger.pause")
        with device(kept) as new:
            new.goto(f"{base}/games/{game}")
            new.evaluate(f"(game) => {{ self.said = ({DRAW})(game) }}", game)
            # The games are the other tab's, as a sentence says.
            expect(new.frame_locator("#table").locator("body")).to_contain_text("Otra pestaña", timeout=LONG)
            assert new.evaluate("self.said") == 503
            asleep.send("Debugger.disable")
            asleep.send("Page.setWebLifecycleState", {"state": "active"})
            nothing_comes(new, 2000)
            assert versions(frame, game) == before  # an action not answered in time was not carried out later
            old.close()
            expect(new.locator("#start")).to_be_hidden(timeout=LONG)
            new.reload()
            mine = table(new)
            assert versions(mine, game) == before
            tap(mine)
            assert versions(mine, game)[: len(before)] == before
            assert len(versions(mine, game)) > len(before)
