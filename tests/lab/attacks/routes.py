"""Every address a browser can ask for, from the routes themselves, and which of them take longest."""

from __future__ import annotations

import re
import time
from functools import cache

from tests.lab.attacks.visitor import Visitor

BLANKS = {"number": "20", "filename": "app.css", "token": "x", "ident": "x", "seat": "0"}
TIMES = 3


@cache
def _rules() -> tuple[str, ...]:
    from companion.decks.catalog import title
    from companion.service.live.games import GameService
    from companion.store.memory import MemoryStore
    from companion.web.server.app import create_app
    from companion.web.server.settings import Settings

    app = create_app(GameService(MemoryStore(), title), Settings("nobody's"))
    return tuple(one.rule for one in app.url_map.iter_rules() if "GET" in (one.methods or ()))


def routes(game: str) -> list[str]:
    """Return the addresses that can be read, of this game where they are of one; the streams, which never end, are left
    out."""
    blanks = {**BLANKS, "game": game}
    rules = [rule for rule in _rules() if "events" not in rule]
    return [re.sub(r"<(?:\w+:)?(\w+)>", lambda found: blanks.get(found[1], "x"), rule) for rule in rules]


def dearest(guest: Visitor, game: str, count: int) -> list[str]:
    """Return the routes that take longest to answer a guest, slowest first. The first answer of each is not timed."""
    took = {path: _seconds(guest, path) for path in routes(game)}
    return sorted(took, key=lambda path: -took[path])[:count]


def _seconds(guest: Visitor, path: str) -> float:
    times = []
    for _ in range(TIMES + 1):
        began = time.perf_counter()
        guest.ask("GET", path)
        times.append(time.perf_counter() - began)
    return min(times[1:])
