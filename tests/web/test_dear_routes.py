"""Calls of every page that a guest may open, counted; a page that calls much more has to be in the lane for it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.service.live.games import GameService
from companion.service.live.session import Refused
from companion.web.server.app import create_app
from companion.web.server.lanes import DEAR
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.lab.bench.ground_calls import Calls

GAME = Path(__file__).parents[1] / "playthroughs" / "la-cosa" / "eleven-players.jsonl"
MUCH = 1.6
"""Times as many calls as for the table's own page, on a second visit."""
BLANKS = {"number": "20", "version": "now", "filename": "app.css", "token": "x", "ident": "x", "seat": "0"}


@pytest.mark.bench
def test_what_is_dear_is_known_to_be() -> None:
    tables = new_house()
    app = create_app(tables, Settings("a-key"))
    lines = [json.loads(line) for line in GAME.read_text(encoding="utf-8").splitlines() if line.startswith("{")]
    game = tables.open(lines[0]).id
    for line in lines[1:]:
        _say(tables, game, line)
    assert tables.seen(game).state["status"] == "ended"
    calls = {path: _calls(app, path) for path in _paths(app, game)}
    table = calls[f"/games/{game}"]
    dear = {path for path, count in calls.items() if count > MUCH * table}
    assert max(calls.values()) > 2 * table, calls
    assert not [path for path in dear if not DEAR.fullmatch(path)], {path: calls[path] / table for path in dear}


def _say(tables: GameService, game: str, line: dict[str, object]) -> None:
    try:
        tables.say(game, line)
    except Refused:
        pass  # the file has refused lines too


def _paths(app: Flask, game: str) -> list[str]:
    rules = [one.rule for one in app.url_map.iter_rules() if "GET" in (one.methods or ()) and "events" not in one.rule]
    return [re.sub(r"<(?:\w+:)?(\w+)>", lambda found: {"game": game, **BLANKS}[found[1]], rule) for rule in rules]


def _calls(app: Flask, path: str) -> int:
    client, calls = app.test_client(), Calls()
    client.get(path)
    calls.of(lambda: client.get(path))
    return calls.total()
