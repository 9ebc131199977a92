"""Tabs that die in the middle of taps, and what is there afterwards of what had been answered."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.lab.bench.app_tablet import renderers, tablet

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Frame, Page

SETUP = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"], "options": {}}
LONGEST = 0.4
"""Seconds of taps before a crash, at most."""
TAPPING = """async (game) => {
  const say = (action) => fetch(`/api/games/${game}/actions`, { method: "POST",
    headers: { "Content-Type": "application/json" }, body: JSON.stringify(action) });
  const actions = [{ action: "draw", player: "Ana", back: "away" }, { action: "undo" }];
  for (let k = 0; ; k += 1) {
    let answer = await say(actions[k % 2]);
    if (!answer.ok) answer = await say(actions[(k += 1) % 2]);
    console.log(`answered ${(await answer.json()).state.version}`);
  }
}"""
"""Taps one after the other; each answer goes to the console, which outlives the tab."""
RECORD = "(game) => fetch(`/api/games/${game}/record`).then((answer) => answer.text())"
OPEN = """(setup) => fetch("/api/games", { method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify(setup) }).then((answer) => answer.json()).then((made) => made.id)"""


class Found(NamedTuple):
    """Counts of crashes, of answered entries, and of those that were lost or had changed."""

    crashes: int
    acknowledged: int
    lost: int


def crashed(folder: Path, crashes: int, tell: Callable[[str], None] | None = None, seed: int = 1) -> Found:
    """Crash a tab `crashes` times, each time at another moment. `folder`: the site."""
    chance = random.Random(seed)
    lost = newest = 0
    before: list[str] = []
    with tablet(folder) as one:
        page, frame = one.open()
        game = str(frame.evaluate(OPEN, SETUP))
        page.wait_for_timeout(4000)  # what the next start begins with is kept meanwhile
        page.close()
        for number in range(crashes + 1):
            page, frame = one.open(f"/games/{game}")
            seals = [entry["seal"] for entry in json.loads(str(frame.evaluate(RECORD, game)))["entries"]]
            lost += max(0, newest - len(seals)) + (seals[: len(before)] != before)
            before = seals
            if tell is not None and number % 10 == 0:
                tell(f"{number}: {len(seals)}, {lost}")
            if number < crashes:
                newest = _until_crash(page, frame, game, chance.uniform(0.0, LONGEST))
    return Found(crashes, newest, lost)


def _until_crash(page: Page, frame: Frame, game: str, after: float) -> int:
    """Tap until the tab dies, and return the newest version that was answered before."""
    said: list[int] = []

    def hear(line: ConsoleMessage) -> None:
        if line.text.startswith("answered "):
            said.append(int(line.text.split()[1]))

    page.on("console", hear)
    frame.evaluate(f"(game) => void ({TAPPING})(game)", game)
    until = time.monotonic() + 30
    while not said and time.monotonic() < until:
        page.wait_for_timeout(5)
    page.wait_for_timeout(after * 1000)
    with suppress(ProcessLookupError):
        for pid in renderers():
            os.kill(pid, signal.SIGKILL)
    with suppress(Exception):  # it is dead; what it had said before is read now
        page.wait_for_timeout(50)
    with suppress(Exception):
        page.close()
    return max(said)
