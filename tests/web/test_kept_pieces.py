"""Calls of a page: pieces kept from one to the next change no byte of any, and what is dear has a lane of its own."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.service.live.games import GameService
from companion.service.live.session import Refused
from companion.service.transfer.importing import take_in
from companion.web.pages.base import PARTS
from companion.web.server.app import create_app
from companion.web.server.lanes import DEAR
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.lab.bench.bench_ground import script
from tests.lab.bench.ground_calls import Calls
from tests.length import is_long, later

_ID = re.compile(r'name="action_id" value="[0-9a-f]+"')


def page(client: FlaskClient, game: str, lang: str) -> str:
    answer = client.get(f"/games/{game}?lang={lang}", base_url="http://localhost:8080")
    assert answer.status_code == 200
    return _ID.sub("", answer.text)


def app_of(tables: GameService) -> Flask:
    return create_app(tables, Settings("key", 8080))


def scripts() -> list[Path]:
    """Return the shortest playthrough of each game."""
    folders = [folder for folder in Path("tests/playthroughs").iterdir() if folder.is_dir()]
    found = [sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_size) for folder in sorted(folders)]
    return [paths[-1] for paths in found if paths]


@pytest.mark.parametrize("script", [scripts()[0], *later(*scripts()[1:])], ids=lambda path: path.parent.name)
def test_every_page_is_the_same_whatever_was_kept(script: Path) -> None:
    lines = [json.loads(line) for line in script.read_text("utf-8").splitlines() if line.startswith("{")]
    tables = new_house()
    game = tables.open(lines[0]).id
    client = app_of(tables).test_client()
    plain = app_of(tables)
    plain.jinja_env.bytecode_cache = None
    plain.extensions[PARTS] = plain.extensions[PARTS].__wrapped__  # each piece is made anew
    bare = plain.test_client()
    compared = 0
    for number, line in enumerate([*lines[1:], {"action": "undo"}, {"action": "redo"}]):
        if line.get("action") in (None, "check"):
            continue
        try:
            tables.say(game, line)
        except Refused:
            continue
        if not is_long() and number % 3:
            continue
        lang = ("es", "en")[number % 2]
        shown = page(client, game, lang)
        tables.playing(game).read_anew(tables.playing(game).rows())
        assert page(bare, game, lang) == shown, (number, line)
        compared += 1
    assert compared > 10


def shown(count: int) -> str:
    """Return a game of so many entries, in which all show a card each turn."""
    show = '{"action": "show", "player": "Beto", "to": "all", "cards": ["sospecha"]}'
    lines = script(count).splitlines()
    return "\n".join([one for k, line in enumerate(lines) for one in ([line, show] if k % 3 == 1 else [line])][:count])


@pytest.mark.parametrize(
    ("path", "lengths", "most"), [("", (50, 1000), 1.2), ("/log", (120, 240), 2.2), ("/at/2", (120, 240), 2.2)]
)
def test_a_page_takes_its_time_by_what_it_shows(path: str, lengths: tuple[int, int], most: float) -> None:
    """Calls of functions for a page of a longer game: of the table hardly more, of a log of twice the length not four
    times as many."""

    def calls(entries: int) -> int:
        tables = new_house()
        game = take_in(tables, shown(entries).encode()).seen.id
        client, counted = app_of(tables).test_client(), Calls()
        page(client, game + path, "es")
        counted.of(lambda: page(client, game + path, "es"))
        return counted.total()

    short, long = map(calls, lengths)
    assert long < most * short


def test_an_open_page_is_sent_only_what_changes_in_it() -> None:
    tables = new_house()
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": list("ABCDE"), "options": {}}).id
    client = app_of(tables).test_client()
    whole, part = (
        _ID.sub("", client.get(f"/games/{game}", base_url="http://localhost:8080", headers=headers).text)
        for headers in ({}, {"X-Live": "1"})
    )
    for taken in (r"<html [^>]*>", r"<title>.*?</title>", r"<body [^>]*>", r"<nav>.*?</nav>", r"<main .*?</main>"):
        assert re.findall(taken, part, re.DOTALL) == re.findall(taken, whole, re.DOTALL) != []
    assert not re.search("<script|<link|<aside|data-connecting", part)
    assert len(part) < len(whole) - 3000


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
        with suppress(Refused):  # the file has refused lines too
            tables.say(game, line)
    assert tables.seen(game).state["status"] == "ended"
    rules = [one.rule for one in app.url_map.iter_rules() if "GET" in (one.methods or ()) and "events" not in one.rule]
    named = {"game": game, **BLANKS}
    paths = [re.sub(r"<(?:\w+:)?(\w+)>", lambda found: named[found[1]], rule) for rule in rules]
    calls = {path: _calls(app, path) for path in paths}
    table = calls[f"/games/{game}"]
    dear = {path for path, count in calls.items() if count > MUCH * table}
    assert max(calls.values()) > 2 * table, calls
    assert not [path for path in dear if not DEAR.fullmatch(path)], {path: calls[path] / table for path in dear}


def _calls(app: Flask, path: str) -> int:
    client, calls = app.test_client(), Calls()
    client.get(path)
    calls.of(lambda: client.get(path))
    return calls.total()
