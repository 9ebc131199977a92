"""F6: the clock is a day off, this way or that, whenever the server looks: the order of a game is by number alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path

from companion.store.sqlite_queries import Onlooker
from tests.lab.faults.figures import Finding
from tests.lab.faults.kills import killed


def jumped(folder: Path, kills: int, *planted: str) -> Finding:
    """Kill a server with such a clock `kills` times; count how often the time went backwards from one entry to the
    next."""
    found = killed(folder, kills, "jumping-clock", *planted, most=60)
    back = 0
    try:
        onlooker = Onlooker(folder / "companion.db")
        for heading in onlooker.headings():
            times = [datetime.fromisoformat(row.entry.at) for row in onlooker.rows(heading.id)]
            back += sum(later < earlier for earlier, later in pairwise(times))
    except ValueError:
        back = -1
    held = found.held and back > 0
    return Finding("F6 clock jumps", held, {**found.counts, "back_in_time": back}, found.spreads)


def controls(folder: Path, kills: int) -> Iterator[Finding]:
    """Yield the finding for a server that orders by time: it has to be found."""
    found = jumped(folder / "order-by-time", kills, "order-by-time")
    counts = {key: found.counts[key] for key in ("acked", "lost", "unequal", "refused")}
    yield Finding("F5 planted: order-by-time", not found.held, counts)
