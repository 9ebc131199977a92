"""`tasks.py bench app`: the tablet alone on a slow tablet and a slow line, and what its crashes lose."""

from __future__ import annotations

import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from companion.cli import Refused
from companion.cli.site import written
from tests.lab.bench.app_checks import story
from tests.lab.bench.app_speed import held_to, score
from tests.lab.bench.app_tablet import NoBrowser, Tablet, resident, slowed, tablet
from tests.lab.bench.bench import tell
from tests.lab.command_line import any_language, data_option, json_option

if TYPE_CHECKING:
    from playwright.sync_api import Frame

GAME = {"playthrough": 1, "game": "la-cosa", "players": ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"], "options": {}}
RESTARTS, TAPS = 5, 100
ASKED = {"first": 60.0, "restart": 8.0, "tap": 0.2, "wire": 10.0, "lost": 0.0}
"""At most: seconds (the worst restart, the 95th of a hundred taps), MB over the line, entries lost."""

OPEN = """(setup) => fetch("/api/games", { method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify(setup) }).then((answer) => answer.json()).then((made) => made.id)"""
SAY = """async ({ game, actions }) => {
  for (const action of actions) {
    const answer = await fetch(`/api/games/${game}/actions`, { method: "POST",
      headers: { "Content-Type": "application/json" }, body: JSON.stringify(action) });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }
}"""
TAP = """(where) => new Promise((done, broke) => {
  const shown = () => document.getElementById("table").dataset.version;
  const before = shown();
  const since = performance.now();
  setTimeout(() => broke(new Error(`${where}: nothing happened`)), 60000);
  const painted = () => setTimeout(() => done((performance.now() - since) / 1000)); // after the frame it is asked in
  const look = () => (shown() === before ? requestAnimationFrame(look) : painted());
  const at = document.querySelector(where);
  const box = at.getBoundingClientRect();
  const finger = { bubbles: true, pointerId: 2, pointerType: "touch", width: 20, height: 20,
    clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  for (const kind of ["pointerdown", "pointerup"]) at.dispatchEvent(new PointerEvent(kind, finger));
  at.click();
  look();
})"""
"""Seconds from the tap until the table that shows it has been painted. The tap comes down as a finger does, which ends
whatever still flies over the table."""
BETWEEN = 0.3
"""Seconds from one tap to the next, in which what moves after the first is still moving."""
ASK, UNDO = "#ask form button:not([hidden])", "#undo"


PEOPLE, LONG = 6, 150
"""Of the game at whose end hands are shown to the referee: how many play, and its entries."""
CHECKS = 6
CHECK = """async ({ game, check }) => {
  const since = performance.now();
  const answer = await fetch(`/api/games/${game}/actions`, { method: "POST",
    headers: { "Content-Type": "application/json" }, body: JSON.stringify(check) });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (performance.now() - since) / 1000;
}"""
"""Seconds until a check is answered."""


class Figure(NamedTuple):
    """One thing measured: its name, how much, of what."""

    name: str
    value: float
    unit: str

    def raw(self, entries: int) -> dict[str, object]:
        """Return the figure as JSON, with its sentence and what it may be at most, if anything is asked."""
        most = ASKED.get(self.name)
        told = {"what": MEASURED[self.name].format(entries=entries), "most": most}
        return {**self._asdict(), **told, "good": most is None or self.value <= most}


MEASURED = {
    "first": "from the link to the first turn",
    "restart": "starting again, the worst time",
    "tap-half": "a tap after {entries} entries, half of the time",
    "tap": "a tap after {entries} entries, p95",
    "score": "how fast a page runs here (BenchmarkIndex: a slow phone 264, a middling one 1000)",
    "score-held": "the same while it is held back, before and after the taps",
    "wire": "fetched over the line",
    "later": "fetched afterwards, for the camera",
    "memory": "memory of the pages",
    "memory-checks": "memory of the pages after these checks",
    "check-first": "a check in a game of 6 after 150 entries, told anew",
    "check": "the same, the worst of the next five",
    "crashes": "crashes",
    "kept": "entries that had been answered",
    "lost": "of them lost or changed",
}
"""Description of each figure."""


@click.command(
    "app", help="How the tablet alone does on a slow tablet and a slow line, and what its crashes lose: nothing."
)
@click.option(
    "--slower",
    type=click.FloatRange(1, 20),
    default=4.0,
    show_default=True,
    help="how many times slower than this machine",
)
@click.option(
    "--score",
    "wanted",
    type=click.FloatRange(50),
    default=None,
    help="instead of --slower: as slow as a page of this BenchmarkIndex (a middling tablet: 500)",
)
@click.option(
    "--mbit", type=click.FloatRange(0.1), default=10.0, show_default=True, help="megabits a second of the line"
)
@click.option("--entries", type=click.IntRange(0), default=500, show_default=True, help="entries of the long game")
@click.option(
    "--crashes",
    type=click.IntRange(0),
    default=0,
    show_default=True,
    help="instead of measuring, crash the tab so many times in the middle of a tap",
)
@data_option
@json_option
@any_language
def command(
    slower: float, wanted: float | None, mbit: float, entries: int, crashes: int, data: Path | None, as_json: bool
) -> None:
    """Measure, and print. Exit 1 where something is not as asked."""
    if find_spec("playwright") is None or not Path("/proc/self/stat").is_file():
        raise Refused("It takes Playwright with Chromium (python3 tasks.py test installs them) and Linux.")
    with tempfile.TemporaryDirectory() as draft:
        folder = Path(draft)
        written(folder, data, "en")
        try:
            if crashes:
                figures = _crashed(folder, crashes, as_json)
            else:
                figures = measured(folder, _held_to(folder, slower, wanted), mbit, entries)
        except NoBrowser:
            raise Refused(
                "It takes Playwright with Chromium (python3 tasks.py test installs them) and Linux."
            ) from None
    tell((one.raw(entries) for one in figures), as_json)


def _crashed(folder: Path, crashes: int, as_json: bool) -> list[Figure]:
    from tests.lab.bench.app_crashes import crashed

    found = crashed(folder, crashes, None if as_json else _told)
    return [
        Figure("crashes", found.crashes, ""),
        Figure("kept", found.acknowledged, ""),
        Figure("lost", found.lost, ""),
    ]


def _held_to(folder: Path, slower: float, wanted: float | None) -> float:
    if slower == 1 and wanted is None:
        return 1.0
    with tablet(folder) as one:
        return held_to(one, slower, wanted)


def _told(line: str) -> None:
    click.echo(line, file=sys.stderr)


def measured(folder: Path, slower: float, mbit: float, entries: int) -> list[Figure]:
    """Return all figures of one tablet, from the link to a long game."""
    with tablet(folder, mbit) as one:
        with slowed(slower):
            since = time.monotonic()
            page, frame = one.open()
            game = str(frame.evaluate(OPEN, GAME))
            _shown(one, frame, game)
            frame.evaluate(TAP, ASK)
            first = time.monotonic() - since
        fetched = one.fetched
        page.wait_for_timeout(4000)  # what the next start begins with is kept meanwhile
        page.close()
        restarts = [_restart(one, game, slower) for _ in range(RESTARTS)]
        page, frame = one.open(f"/games/{game}")
        frame.evaluate(SAY, {"game": game, "actions": [{"action": "undo"}, {"action": "redo"}] * (entries // 2)})
        _shown(one, frame, game)
        score(page)  # the first time it is compiled meanwhile
        full = score(page)
        with slowed(slower):
            held = [score(page)]
            taps = sorted(_tapped(frame, where) for _ in range(TAPS // 2) for where in (UNDO, ASK))
            held.append(score(page))
        memory, later = resident(), one.fetched_later
        checks = _checked(frame, slower)
        after = resident()
    return [
        Figure("first", round(first, 1), "s"),
        Figure("restart", round(max(restarts), 1), "s"),
        Figure("tap-half", round(taps[len(taps) // 2], 3), "s"),
        Figure("tap", round(taps[int(len(taps) * 0.95)], 3), "s"),
        Figure("score", round(full), ""),
        Figure("score-held", round(sum(held) / 2), ""),
        Figure("wire", round(fetched, 1), "MB"),
        Figure("later", round(later, 1), "MB"),
        Figure("memory", round(memory), "MB"),
        Figure("check-first", round(checks[0], 2), "s"),
        Figure("check", round(max(checks[1:]), 2), "s"),
        Figure("memory-checks", round(after), "MB"),
    ]


def _checked(frame: Frame, slower: float) -> list[float]:
    """Return the seconds of checks in a long game: the first with all of it told anew, and those after it.

    A lawful hand and one that is not are shown in turn.
    """
    long = story(PEOPLE, LONG)
    game = str(frame.evaluate(OPEN, long.setup))
    frame.evaluate(SAY, {"game": game, "actions": list(long.said)})
    for back in ("undo", "redo"):  # after which it is told anew
        frame.evaluate(SAY, {"game": game, "actions": [{"action": back}]})
    with slowed(slower):
        return [float(frame.evaluate(CHECK, {"game": game, "check": long.shown[k % 2]})) for k in range(CHECKS)]


def _tapped(frame: Frame, where: str) -> float:
    frame.wait_for_timeout(BETWEEN * 1000)
    return float(frame.evaluate(TAP, where))


def _restart(one: Tablet, game: str, slower: float) -> float:
    """Return the seconds until a game is shown again, in a new tab."""
    with slowed(slower):
        since = time.monotonic()
        page, frame = one.open(f"/games/{game}")
        frame.wait_for_selector("#table", timeout=60_000)
        took = time.monotonic() - since
    page.close()
    return took


def _shown(one: Tablet, frame: Frame, game: str) -> None:
    frame.goto(f"{one.base}/games/{game}", timeout=120_000)
    frame.wait_for_selector("html[data-live='on'], #ask form", timeout=60_000)
