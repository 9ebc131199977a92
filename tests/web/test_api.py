"""The JSON interface, call by call, with a toy game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.service.live.games import GameService
from companion.web.server.settings import Settings
from tests.houses import toy_house
from tests.service.toy import SETUP, find
from tests.web.sitting import HOST, KEY, quick_app

DRAW = {"action": "draw", "player": "Ana"}


@pytest.fixture
def act(client: FlaskClient, game: str) -> Callable[..., TestResponse]:
    return lambda thing, **headers: client.post(f"/api/games/{game}/actions", json=thing, headers={**HOST, **headers})


def message(answer: TestResponse) -> str:
    body: dict[str, str] = answer.get_json()
    assert body["message"].endswith((".", "]}.")), body
    return body["message"]


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {KEY}"},
                                     {"Authorization": "Bearer"}, {"Authorization": "Bearer ñ€"}])  # fmt: skip
def test_changing_takes_the_key(client: FlaskClient, game: str, headers: dict[str, str]) -> None:
    encoded = {name: value.encode().decode("latin-1") for name, value in headers.items()}
    answer = client.post("/api/games", json=SETUP, headers=encoded)
    assert answer.status_code == 401
    assert message(answer)
    assert client.patch(f"/api/games/{game}", json={"name": "x"}, headers=encoded).status_code == 401
    assert len(client.get("/api/games").get_json()) == 1
    assert client.get(f"/api/games/{game}").get_json()["version"] == 1


def test_a_stale_page_and_a_retry(act: Callable[..., TestResponse]) -> None:
    assert act({**DRAW, "version": 1, "action_id": "a"}).status_code == 200
    retried = act({**DRAW, "version": 1, "action_id": "a"})
    assert (retried.status_code, retried.get_json()["state"]["version"]) == (200, 2)
    stale = act({"action": "draw", "player": "Beto", "version": 1})
    assert (stale.status_code, stale.get_json()["version"]) == (409, 2)
    assert act({"action": "stop", "action_id": "a"}).status_code == 409


def test_what_is_not_there(client: FlaskClient, game: str) -> None:
    for method, path in (
        ("GET", "/api/games/nobody"),
        ("GET", "/api/games/nobody/log"),
        ("GET", "/api/games/nobody/events"),
        ("GET", "/api/games/..%2f..%2fetc/log"),
        ("GET", "/api/nothing"),
        ("GET", "/api"),
        ("POST", "/api/games/nobody/actions"),
        ("POST", "/api/nothing"),
    ):
        answer = client.open(path, method=method, json=DRAW if method == "POST" else None, headers=HOST)
        assert answer.status_code == 404, path
        assert message(answer)
    answer = client.put(f"/api/games/{game}/log")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]
    assert "PUT" in message(answer) and "GET, HEAD, OPTIONS" in message(answer)


def test_the_list_is_told_a_stretch_at_a_time(client: FlaskClient, tables: GameService) -> None:
    """A house of many games never sends all of them at once; a client that follows the links gets each game once."""
    opened = [tables.open(SETUP).id for _ in range(205)]
    first = client.get("/api/games")
    assert len(first.get_json()) == 200 and first.headers["Link"].startswith("</api/games?limit=200&before=")
    found, where = [], "/api/games?limit=60"
    while where:
        answer = client.get(where)
        found += [game["id"] for game in answer.get_json()]
        link = answer.headers.get("Link", "")
        assert not link or (link.endswith('>; rel="next"') and "limit=60&" in link)
        where = link[1 : link.index(">")] if link else ""
        # A game that goes on meanwhile comes to the front, and neither hides nor repeats another.
        if len(found) == 120:
            client.post(f"/api/games/{found[0]}/actions", json=DRAW, headers=HOST)
    assert sorted(found) == sorted(opened)
    assert "Link" not in client.get("/api/games?limit=205").headers
    assert len(client.get("/api/games?limit=5000").get_json()) == 205
    for wrong in ("limit=0", "limit=-1", "limit=x", "before=%00", f"before={'9' * 200}", "before=%C3%B1"):
        assert client.get(f"/api/games?{wrong}").status_code == 400
    assert client.get("/api/games?before=nowhere,at-all").status_code == 200


def test_a_table_that_cannot_be_worked_out_and_one_that_may_be_old_say_so(
    client: FlaskClient, tables: GameService, game: str
) -> None:
    assert "Warning" not in client.get(f"/api/games/{game}").headers
    tables.note_away(True)
    assert client.get(f"/api/games/{game}").headers["Warning"] == '110 - "as of entry 1"'
    tables.note_away(False)
    tables._shelf.drop(game)
    tables.find = lambda slug, deck: find("gone")
    assert client.get(f"/api/games/{game}").status_code == 409


def test_polling_costs_nothing_while_nothing_changes(client: FlaskClient, game: str, tables: GameService) -> None:
    first = client.get(f"/api/games/{game}")
    again = client.get(f"/api/games/{game}", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    tables.say(game, DRAW)
    assert client.get(f"/api/games/{game}", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_the_table_as_it_was_and_the_way_back(client: FlaskClient, game: str, act: Callable[..., TestResponse]) -> None:
    was = client.get(f"/api/games/{game}").get_json()
    act(DRAW)
    assert client.get(f"/api/games/{game}?at=1").get_json() == was
    for at in ("0", "3", "x", "-1", "9999999999", "１"):
        assert client.get(f"/api/games/{game}?at={at}").status_code == 400
    back = client.post(f"/api/games/{game}/return", json={"to": 1, "version": 2}, headers=HOST)
    assert back.get_json()["state"] == {**was, "version": 3}
    for to in (None, 0, 9, "1", True):
        assert client.post(f"/api/games/{game}/return", json={"to": to}, headers=HOST).status_code == 400


def test_names_and_archive(client: FlaskClient, game: str) -> None:
    answer = client.patch(f"/api/games/{game}", json={"name": "Viernes", "archived": True}, headers=HOST)
    assert (answer.get_json()["name"], answer.get_json()["archived"]) == ("Viernes", True)
    assert client.get("/api/games").get_json() == [answer.get_json()]
    for wrong in (
        {},
        [],
        {"name": 3},
        {"archived": "yes"},
        {"archived": None},
        {"name": None, "archived": True},
        {"name": "x" * 81},
    ):
        assert client.patch(f"/api/games/{game}", json=wrong, headers=HOST).status_code == 400


def test_a_record_goes_from_house_to_house(client: FlaskClient, game: str, act: Callable[..., TestResponse]) -> None:
    act(DRAW)
    elsewhere = quick_app(toy_house(), Settings(KEY)).test_client()
    for path in ("record", "playthrough"):
        file = client.get(f"/api/games/{game}/{path}").data
        taken = elsewhere.post("/api/import", data=file, headers=HOST)
        assert taken.status_code == (201 if path == "record" else 200)
        assert taken.get_json()["state"] == client.get(f"/api/games/{game}").get_json()
    assert "~~" not in client.get(f"/api/games/{game}/markdown?lang=en").get_data(as_text=True)
    spoiled = elsewhere.post("/api/import", data=b'{"record": 1, "entries": [1]}', headers=HOST)
    assert spoiled.status_code == 400
    assert message(spoiled)
