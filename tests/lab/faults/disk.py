"""F3: the disk is full, broken or read-only.

Nothing is acknowledged that is not written, the table can still be read, the sentence says what is the matter, and once
the disk takes writes again so does the table, each thing once.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.lab.faults.figures import Finding
from tests.lab.served import Served

FAULTS = {"full": "write 13", "EIO on write": "write 778", "EIO on flush": "sync? 1034", "read-only": "write 8"}
"""Answers of the disk, as SQLite's codes."""
TRIED = 5
"""Actions said while the disk fails, and again afterwards."""


def failing(folder: Path, *planted: str) -> Iterator[Finding]:
    """Let the disk fail in every way, one after the other, under one server."""
    folder.mkdir(parents=True, exist_ok=True)
    switch = folder / "fault"
    served = Served(folder / "data", *planted, f"broken={switch}")
    served.start()
    try:
        for name, code in FAULTS.items():
            yield _failed(served, name, lambda code=code: switch.write_text(code), lambda: switch.unlink())  # type: ignore[misc]
        if sys.platform == "linux":
            yield _too_large(served)
    finally:
        served.stop()


def _too_large(served: Served) -> Finding:
    """Let the system refuse: no file of the process may grow."""
    import resource

    before = resource.prlimit(served.pid, resource.RLIMIT_FSIZE)
    size = served.folder.joinpath("companion.db-wal").stat().st_size
    limit = (min(size, 4096) or 4096, before[1])
    return _failed(
        served,
        "refused by the system",
        lambda: resource.prlimit(served.pid, resource.RLIMIT_FSIZE, limit),
        lambda: resource.prlimit(served.pid, resource.RLIMIT_FSIZE, before),
    )


def _failed(served: Served, name: str, begin: Callable[[], object], end: Callable[[], object]) -> Finding:
    game = served.open_game()
    acked = {_ident(game, 0): _say(served, game, 0)[1]["state"]["version"]}
    counts: Counter[str] = Counter(acked_without_commit=0, unclear=0, unread=0, refused_after=0, lost=0, doubled=0)
    begin()
    sentences = set()
    try:
        for k in range(1, TRIED + 1):
            status, said = _say(served, game, k)
            counts["answered"] += 1
            counts["acked_without_commit"] += status < 400
            counts["unclear"] += status != 503 or len(str(said.get("message", ""))) < 20
            sentences.add(str(said.get("message", "")))
        counts["unread"] += sum(served.ask("GET", f"/api/games/{game}{tail}")[0] != 200 for tail in ("", "/log"))
    finally:
        end()
    for k in range(1, TRIED + 1):
        status, said = _say(served, game, k)
        counts["refused_after"] += status != 200
        if status == 200:
            acked[_ident(game, k)] = said["state"]["version"]
    log = served.ask("GET", f"/api/games/{game}/record")[1]["entries"]
    numbers = Counter(entry["via"] for entry in log)
    counts["lost"] = sum(numbers[ident] == 0 for ident in acked)
    counts["doubled"] = sum(numbers[ident] > 1 for ident in acked)
    wrong = sum(value for key, value in counts.items() if key != "answered")
    return Finding(f"F3 {name}", not wrong, dict(counts), note="; ".join(sorted(sentences))[:300])


def _ident(game: str, k: int) -> str:
    return f"{game}-{k}"


def _say(served: Served, game: str, k: int) -> tuple[int, dict[str, dict[str, int]]]:
    ident = _ident(game, k)
    action = {"action": "show", "player": "Ana", "to": "Beto", "via": ident, "action_id": ident}
    return served.ask("POST", f"/api/games/{game}/actions", action)


def controls(folder: Path) -> Iterator[Finding]:
    """Yield the finding for a server that answers as if all were well: it has to be found."""
    found = [*failing(folder / "ack-anyway", "ack-anyway")]
    counts = {"acked_without_commit": sum(one.counts["acked_without_commit"] for one in found)}
    yield Finding("F5 planted: ack-anyway", counts["acked_without_commit"] > 0, counts)
