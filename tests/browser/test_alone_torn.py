"""The tablet alone: pages of the browser's own storage are torn, and no game is lost by it."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Frame, Page, expect

from companion.store.folder import DATABASE
from tests.browser.alone import device, kept, opened, record, served, site, table, tap
from tests.browser.waiting import until

__all__ = ["kept", "site"]
pytestmark = pytest.mark.long

NO_PYTHON = "self.Worker = class { addEventListener() {} postMessage() {} }"
"""Lets the start page stand there without holding the storage."""
STORAGE = """async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("companion");
  const found = {};
  const read = async (file) => {
    try {
      return await (await file.getFile()).arrayBuffer();
    } catch (fault) {
      if (fault.name !== "NotReadableError") throw fault;
      return read(file); // it was written meanwhile
    }
  };
  for await (const [name, file] of folder.entries()) {
    const whole = new Uint8Array(await read(file));
    found[name] = btoa(Array.from(whole, (byte) => String.fromCharCode(byte)).join(""));
  }
  return found;
}"""
"""Every file of the storage."""
PUT = """async (files) => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle("companion");
  for (const [name, text] of Object.entries(files)) {
    const stream = await (await folder.getFileHandle(name)).createWritable();
    await stream.write(Uint8Array.from(atob(text), (letter) => letter.charCodeAt()));
    await stream.close();
  }
}"""
"""Makes files of the storage what is given."""
PAGE, HEAD = 4096, 512
"""Bytes of a page of a storage, and of what names a slot."""


def zeroed(whole: bytes, start: int, length: int) -> bytes:
    """Return `whole` with zeros in one place."""
    return whole[:start] + bytes(len(whole[start : start + length])) + whole[start + length :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "first page": lambda whole: zeroed(whole, 0, PAGE),
    "middle page": lambda whole: zeroed(whole, len(whole) // PAGE // 2 * PAGE, PAGE),
    "last page": lambda whole: zeroed(whole, len(whole) - PAGE, PAGE),
    "half a file": lambda whole: whole[: len(whole) // 2],
    "the head of the slot": lambda whole: zeroed(whole, 0, HEAD),
    "as the first version wrote it": lambda whole: zeroed(whole, HEAD - 4, 4),
    "both heads": lambda whole: zeroed(whole, 0, HEAD),
    "an older one of its name": lambda whole: whole,
}
UNTOLD = ("the head of the slot", "as the first version wrote it", "an older one of its name")
"""Damage that is made good without a loss."""


def name_of(slot: bytes) -> str:
    """Return the name in the head of a slot."""
    return slot[5 : 5 + slot[4]].decode("utf-8", "replace") if slot else ""


def storage(page: Page) -> dict[str, bytes]:
    """Return every file of the storage, which may be held open meanwhile."""
    return {name: b64decode(text) for name, text in page.evaluate(STORAGE).items()}


@contextmanager
def without_python(kept: BrowserContext, base: str) -> Iterator[Page]:
    """Yield a tab of the start page that does not hold the storage."""
    with device(kept) as page:
        page.add_init_script(NO_PYTHON)
        page.goto(base)
        yield page


def torn(kept: BrowserContext, base: str, whole: dict[str, bytes], damage: str) -> None:
    """Put the storage back as it was, but for what is damaged."""
    found = dict(whole)
    (games,) = (name for name, slot in whole.items() if name != "heads" and name_of(slot) == DATABASE)
    found[games] = DAMAGES[damage](whole[games])
    if damage in ("both heads", "as the first version wrote it"):
        found["heads"] = bytes(len(whole["heads"]))
    if damage == "an older one of its name":  # the power went before it was let go of
        found[max(name for name, slot in whole.items() if not slot)] = bytes(4) + zeroed(
            whole[games][4:HEAD], HEAD - 8, 4
        )
    with without_python(kept, base) as page:
        page.evaluate(PUT, {name: b64encode(one).decode() for name, one in found.items()})


def copied(page: Page, last: list[bytes]) -> None:
    """Wait until there is a copy of the file of games in which these seals stand."""
    until(
        page,
        lambda: any(
            name_of(slot).startswith("copies/companion-") and all(seal in slot for seal in last)
            for slot in storage(page).values()
        ),
    )


def entries(frame: Frame, games: list[str]) -> dict[str, str]:
    """Return the whole record of each game."""
    return {game: record(frame, game) for game in games}


def test_no_torn_page_takes_a_game_away(kept: BrowserContext, site: Path) -> None:
    with served(site) as base:
        with device(kept) as page:
            page.goto(base)
            frame = table(page)
            games = [opened(frame) for _ in range(3)]
            frame.goto(f"{base}/games/{games[0]}")
            for _ in range(6):
                tap(frame)
        with device(kept) as page:
            page.goto(base)
            before = entries(table(page), games)
            copied(page, [json.loads(one)["entries"][-1]["seal"].encode() for one in before.values()])
        with without_python(kept, base) as page:
            whole = storage(page)
        for name in DAMAGES:
            torn(kept, base, whole, name)
            with device(kept) as page:
                page.goto(base)
                frame = table(page)
                assert entries(frame, games) == before, name
                told = frame.locator(".notice.error")
                expect(told).to_have_count(0) if name in UNTOLD else expect(told.first).to_be_visible()
                frame.goto(f"{base}/games/{games[0]}")
                tap(frame)
