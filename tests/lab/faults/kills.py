"""F1 and F4: the server is killed under load, again and again, and starts anew.

Hosts repeat under the same id what was not answered; devices come back with the last version they saw. In the end every
answered action stands in the log under the number that was answered, once; each device has seen every version once, in
order; the chain of seals holds.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.service.transfer.verify import chains_of
from tests.lab.faults.figures import Finding, spread
from tests.lab.faults.people import Poster, Watcher
from tests.lab.served import Served

POSTERS, WATCHERS = 4, 12
LONGEST_ROUND = 10.0
"""Seconds between two kills."""
FEW = 2
"""Kills at a time of a server with a planted mistake."""
BLOCK = 20
"""Kills after which new games are begun, so that a game stays as long as games are."""


class Block(NamedTuple):
    """A few games, with who plays and who looks on."""

    games: list[str]
    posters: list[Poster]
    watchers: list[Watcher]


class Tally:
    """Counts over all blocks."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter(acked=0, lost=0, moved=0, doubled=0, refused=0, repeated=0, unequal=0)
        self.answers: list[float] = []
        self.restarts: list[float] = []

    def enter(self, served: Served, block: Block) -> None:
        """Look the games of a block through."""
        logs = {game: _logged(served, game) for game in block.games}
        for poster in block.posters:
            log = logs[poster.game]
            numbers = {entry["via"]: entry["number"] for entry in log}
            self.counts["acked"] += len(poster.acked)
            self.counts["repeated"] += poster.again
            self.counts["refused"] += len(poster.refused)
            self.counts["lost"] += sum(ident not in numbers for ident in poster.acked)
            self.counts["moved"] += sum(numbers.get(ident, at) != at for ident, at in poster.acked.items())
            self.answers += poster.times
        self.counts["doubled"] += sum(_doubled(log) for log in logs.values())
        for watcher in block.watchers:
            watcher.finish(len(logs[watcher.game]))
        for watcher in block.watchers:
            watcher.join(5)
            self.counts["unequal"] += watcher.seen != [*range(1, len(logs[watcher.game]) + 1)]
            self.counts["returns"] += watcher.returns


def killed(folder: Path, kills: int, *planted: str, most: int = 150, seed: int = 1) -> Finding:
    """Kill a server `kills` times, each time after 5 to `most` more answers, and return the losses."""
    chance, tally = random.Random(seed), Tally()
    served = Served(folder, *planted)
    tally.restarts.append(served.start())
    try:
        for done in range(0, kills, BLOCK):
            _block(served, min(BLOCK, kills - done), chance, tally, most)
    finally:
        served.stop()
    broken = sum(not one.holds for one in chains_of(folder))
    counts = {"kills": kills, **tally.counts, "broken": broken}
    wrong = sum(counts[key] for key in ("lost", "moved", "doubled", "unequal", "refused", "broken"))
    spreads = {"answered in": spread(tally.answers), "restarted in": spread(tally.restarts)}
    return Finding("F1 kill -9", not wrong and counts["acked"] > kills, counts, spreads)


def _block(served: Served, kills: int, chance: random.Random, tally: Tally, most: int) -> None:
    games = [served.open_game() for _ in range(POSTERS)]
    block = Block(
        games,
        [Poster(served, game, f"{game}-p") for game in games],
        [Watcher(served, games[k % len(games)], k) for k in range(WATCHERS)],
    )
    for one in (*block.watchers, *block.posters):
        one.start()
    for _ in range(kills):
        _play_on(block.posters, chance.randint(5, most))
        time.sleep(chance.uniform(0, 0.02))
        served.kill()
        tally.restarts.append(served.start())
    _play_on(block.posters, most // 2)
    for poster in block.posters:
        poster.finish()
    tally.enter(served, block)


def _play_on(posters: list[Poster], more: int) -> None:
    """Let them play until `more` further actions were answered, on a slow machine until a time limit."""
    before, until = sum(len(poster.acked) for poster in posters), time.monotonic() + LONGEST_ROUND
    while sum(len(poster.acked) for poster in posters) < before + more and time.monotonic() < until:
        time.sleep(0.002)


def _logged(served: Served, game: str) -> list[dict[str, object]]:
    status, record = served.ask("GET", f"/api/games/{game}/record")
    return list(record["entries"]) if status == 200 else []


def _doubled(log: list[dict[str, object]]) -> int:
    said = Counter(entry["via"] for entry in log if entry["via"])
    return sum(count - 1 for count in said.values())


def controls(folder: Path, kills: int) -> Iterator[Finding]:
    """Yield findings with a mistake planted in the server: each has to be found by its effect."""
    for name, shows in (("ack-early", "lost"), ("forget-ids", "doubled"), ("no-replay", "unequal")):
        yield control(folder, kills, name, shows)


def control(folder: Path, kills: int, name: str, shows: str) -> Finding:
    """Kill a server with a mistake until it shows, at most `kills` times."""
    counts: Counter[str] = Counter(kills=0, acked=0, lost=0, doubled=0, unequal=0)
    for seed in range(-(-kills // FEW)):
        found = killed(folder / f"{name}-{seed}", FEW, name, most=60, seed=seed)
        counts.update({key: found.counts[key] for key in counts})
        if counts[shows]:
            break
    return Finding(f"F5 planted: {name}", counts[shows] > 0, dict(counts))
