"""Every page a guest may open is timed; what takes much longer than the rest has to be in the lane for it."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from statistics import median

import pytest
from flask import Flask

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.server.app import create_app
from companion.web.server.lanes import DEAR
from companion.web.server.settings import Settings

GAME = Path(__file__).parents[1] / "playthroughs" / "la-cosa" / "eleven-players.jsonl"
MUCH = 4.0
"""Times as long (in processor time) as the table's own page, on a second visit."""
BLANKS = {"number": "20", "version": "now", "filename": "app.css", "token": "x", "ident": "x", "seat": "0"}


@pytest.mark.bench
def test_what_is_dear_is_known_to_be() -> None:
    tables = GameService(MemoryStore(), title)
    app = create_app(tables, Settings("a-key"))
    lines = [json.loads(line) for line in GAME.read_text(encoding="utf-8").splitlines() if line.startswith("{")]
    game = tables.open(lines[0]).id
    for line in lines[1:]:
        _say(tables, game, line)
    assert tables.seen(game).state["status"] == "ended"
    took = {path: _seconds(app, path) for path in _paths(app, game)}
    table = took[f"/games/{game}"]
    dear = {path for path, seconds in took.items() if seconds > MUCH * table}
    assert max(took.values()) > 2 * table, took
    assert not [path for path in dear if not DEAR.fullmatch(path)], {path: took[path] / table for path in dear}


def _say(tables: GameService, game: str, line: dict[str, object]) -> None:
    from companion.service.live.session import Refused

    try:
        tables.say(game, line)
    except Refused:
        pass  # the file has refused lines too


def _paths(app: Flask, game: str) -> list[str]:
    rules = [one.rule for one in app.url_map.iter_rules() if "GET" in (one.methods or ()) and "events" not in one.rule]
    return [re.sub(r"<(?:\w+:)?(\w+)>", lambda found: {"game": game, **BLANKS}[found[1]], rule) for rule in rules]


def _seconds(app: Flask, path: str) -> float:
    client = app.test_client()
    taken = []
    for _ in range(4):
        begun = time.process_time()
        client.get(path)
        taken.append(time.process_time() - begun)
    return median(taken[1:])
