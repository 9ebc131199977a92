"""The tablet alone, the whole way: a link, aeroplane mode, a game of six with a restart, its film on a computer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, expect

from tests.browser.alone import LONG, device, kept, record, served, table, written
from tests.browser.waiting import reading
from tests.games.play import lines_of

__all__ = ["kept"]
pytestmark = pytest.mark.alone

GAME = Path(__file__).parents[1] / "playthroughs/la-cosa/six-players.jsonl"
SAY = """async ({ path, said }) => {
  const answers = [];
  for (const one of said) {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify(one) });
    answers.push([answer.status, await answer.json()]);
  }
  return answers;
}"""


@contextmanager
def computer(data: Path, browser: Browser) -> Iterator[tuple[str, Page]]:
    """A table on a computer, and a page of whoever leads it."""
    environment = {**os.environ, "COMPANION_HOST_KEY": "the-host-key"}
    words = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data), "--no-browser", "--json"]
    command = [sys.executable, "-m", "companion", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as host:
        context = browser.new_context(locale="es-ES", extra_http_headers={"Authorization": "Bearer the-host-key"})
        try:
            assert host.stdout is not None
            there = json.loads(host.stdout.readline())["url"].rstrip("/")
            yield there, context.new_page()
        finally:
            context.close()
            host.terminate()


def played(frame: Frame, game: str, actions: list[dict[str, object]]) -> None:
    """So many moves, one after the other; each is answered once it is kept."""
    for status, said in frame.evaluate(SAY, {"path": f"/api/games/{game}/actions", "said": actions}):
        assert status == 200, said


def test_from_a_link_to_the_film_of_a_whole_game(
    kept: BrowserContext, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> None:
    setup, *actions = lines_of(GAME)
    half = len(actions) // 2
    with served(written(tmp_path_factory.mktemp("site"))) as base, device(kept) as page:
        page.goto(base)
        frame = table(page)
        looked_at = kept.new_cdp_session(page)
        assert looked_at.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
        manifest = looked_at.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert json.loads(manifest["data"])["display"] == "fullscreen"
        [[status, made]] = frame.evaluate(SAY, {"path": "/api/games", "said": [setup]})
        assert status == 201, made
        game = made["id"]

    # The web server is gone, and so is the network.
    kept.set_offline(True)
    with device(kept) as page:
        page.goto(f"{base}/games/{game}")
        played(table(page), game, actions[:half])
    with device(kept) as page:
        page.goto(f"{base}/games/{game}")
        frame = table(page)
        assert len(json.loads(record(frame, game))["entries"]) > half
        played(frame, game, actions[half:])
        expect(frame.locator("#table .roles .won").first).to_be_visible(timeout=LONG)
        reading(page, 1000)
        with page.expect_download() as saved:
            frame.locator(".roles a[download], .keep-file a[download]").first.click()
        file = tmp_path_factory.mktemp("taken") / saved.value.suggested_filename
        saved.value.save_as(file)
        assert file.read_text("utf-8") == record(frame, game)

    with computer(tmp_path_factory.mktemp("computer"), browser) as (there, page):
        page.goto(f"{there}/take-in")
        page.locator("input[name=file]").set_input_files(file)
        page.locator("form.take-in:has(input[name=file]) button").click()
        expect(page.locator("#table .roles .won").first).to_be_visible(timeout=LONG)
        page.locator(".roles ~ * a[href$='/film'], a[href$='/film']").first.click()
        page.wait_for_url("**/film**")
        expect(page.locator("svg.ring")).to_be_visible()
        last = len(json.loads(file.read_text("utf-8"))["entries"])
        shown = page.goto(f"{page.url.partition('/film')[0]}/at/{last}")
        assert shown is not None and shown.ok
        expect(page.locator("svg.ring")).to_be_visible()
        page.goto(f"{page.url.partition('/at/')[0]}/story")
        expect(page.locator(".roles .won").first).to_be_visible()
