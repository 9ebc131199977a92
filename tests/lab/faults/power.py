"""F2: the power goes, at any moment between two writes of the shipped server.

A server under load writes down every write and flush on the way to its disk, and when an entry was acknowledged (see
`vfs`). Then the disk is put together as it may be at a moment: everything up to a file's last flush is there; of what
was written since, each write is there, or not, or some of its sectors are. Every such disk is opened by the shipped
store: it must not be damaged, every chain must hold, and every acknowledged entry must be there.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import sleep
from typing import NamedTuple

from companion.store.base import StoreFault, Unwritable
from companion.store.seals import of_file
from companion.store.sqlite import SQLiteStore
from tests.lab.faults import vfs
from tests.lab.faults.figures import Finding
from tests.lab.faults.people import Poster
from tests.lab.served import Served

SECTOR = 512
TRIES = 5
"""Disks put together for one moment, each with other luck."""


class Event(NamedTuple):
    """One line of the ledger."""

    kind: str
    path: str
    where: int
    data: bytes


@dataclass
class File:
    """A file: what is safe on the disk, whether its name is, and what was done to it since its last flush."""

    safe: bytearray = field(default_factory=bytearray)
    is_named: bool = False
    since: list[Event] = field(default_factory=list)

    def flush(self) -> None:
        """Make all of the file safe."""
        for event in self.since:
            _do(self.safe, event)
        self.since.clear()
        self.is_named = True

    def after(self, chance: random.Random) -> bytearray | None:
        """Return the file as a cut leaves it, or None if it does not exist then."""
        if not self.is_named and chance.random() < 0.5:
            return None
        left = bytearray(self.safe)
        for event in self.since:
            luck = chance.random()
            if luck < 0.4:
                _do(left, event)
            elif luck < 0.7 and event.kind == "write":
                _tear(left, event, chance)
        return left


def recorded(folder: Path, entries: int, *planted: str) -> list[Event]:
    """Return all that a server wrote, flushed and acknowledged until four hosts had said `entries` things, and at its
    end."""
    ledger = folder / "ledger"
    folder.mkdir(parents=True, exist_ok=True)
    served = Served(folder / "data", *planted, f"trace={ledger}")
    served.start()
    posters = [Poster(served, served.open_game(), f"p{k}") for k in range(4)]
    for poster in posters:
        poster.start()
    while sum(len(poster.acked) for poster in posters) < entries:
        sleep(0.05)
    for poster in posters:
        poster.finish()
    served.stop()
    return [Event(*line) for line in vfs.read(ledger) if line[0] == "ack" or "companion.db" in line[1]]


def cut(events: Sequence[Event], moments: int, seed: int = 2) -> Finding:
    """Cut the power at `moments` moments, some times each."""
    with tempfile.TemporaryDirectory(prefix="companion-cut-", dir=_in_memory()) as disk:
        return _cut(events, moments, Path(disk) / "disk", seed)


def _in_memory() -> str | None:
    """Return a folder in memory, or None: files put together there are looked at once."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def _cut(events: Sequence[Event], moments: int, disk: Path, seed: int) -> Finding:
    chance = random.Random(seed)
    chosen = Counter(chance.randrange(1, len(events)) for _ in range(moments))
    counts: Counter[str] = Counter(cuts=0, lost=0, damaged=0, entries_lost=0)
    files: dict[str, File] = {}
    acked: dict[str, int] = {}
    for number, event in enumerate(events):
        for _ in range(TRIES * chosen[number]):
            counts["cuts"] += 1
            _judged(files, acked, disk, chance, counts)
        _happen(files, acked, event)
    counts["acked"] = sum(acked.values())
    counts["flushes"] = sum(event.kind == "sync" for event in events)
    held = not counts["lost"] and not counts["damaged"] and counts["acked"] > 0
    return Finding("F2 power cut", held, {"writes": len(events), **counts})


def _happen(files: dict[str, File], acked: dict[str, int], event: Event) -> None:
    if event.kind == "ack":
        acked[event.path] = max(acked.get(event.path, 0), event.where)
        return
    name = Path(event.path).name
    if event.kind == "delete":
        files.pop(name, None)
    elif event.kind == "sync":
        files.setdefault(name, File()).flush()
    elif event.kind in ("write", "truncate"):
        files.setdefault(name, File()).since.append(event)


def _judged(
    files: dict[str, File], acked: dict[str, int], disk: Path, chance: random.Random, counts: Counter[str]
) -> None:
    shutil.rmtree(disk, ignore_errors=True)
    disk.mkdir(parents=True)
    for name, file in files.items():
        left = file.after(chance)
        if left is not None:
            (disk / name).write_bytes(left)
    lost = _missing(disk / "companion.db", acked)
    if lost is None:
        counts["damaged"] += 1
    elif lost:
        counts["lost"] += 1
        counts["entries_lost"] += lost


def _missing(database: Path, acked: dict[str, int]) -> int | None:
    """Return how many acknowledged entries are missing, or None if the file is damaged."""
    try:
        store = SQLiteStore(database)
    except Unwritable:
        return None
    salvages = store.salvages
    store.close()
    try:
        kept = {one.game: one for one in of_file(database)}
    except StoreFault:
        return None
    if salvages or not all(one.holds for one in kept.values()):
        return None
    return sum(max(0, number - (kept[game].entries if game in kept else 0)) for game, number in acked.items())


def _do(content: bytearray, event: Event) -> None:
    if event.kind == "truncate":
        del content[event.where :]
        content.extend(bytes(event.where - len(content)))
        return
    end = event.where + len(event.data)
    content.extend(bytes(max(0, end - len(content))))
    content[event.where : end] = event.data


def _tear(content: bytearray, event: Event, chance: random.Random) -> None:
    """Apply some of the sectors of a write."""
    for start in range(0, len(event.data), SECTOR):
        if chance.random() < 0.5:
            _do(content, Event("write", "", event.where + start, event.data[start : start + SECTOR]))


def controls(folder: Path, entries: int, moments: int) -> Iterator[Finding]:
    """Yield findings for a server that does not wait for the disk, and one that answers before it wrote: both have to
    be found."""
    for name in ("no-flush", "ack-early"):
        found = cut(recorded(folder / name, entries, name), moments)
        counts = {key: found.counts[key] for key in ("cuts", "lost", "damaged", "entries_lost")}
        yield Finding(f"F5 planted: {name} (power)", not found.held, counts)
