"""Every route under every role: the table of who may what, generated from the routes themselves.

A route that is added and not listed here fails the test: its author has to say who may use it.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion.web.auth.access import Access
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.beside import beside
from tests.houses import new_house
from tests.web.sitting import KEY, SIX

PORT = 8080
OWN, LAN, EVIL = "localhost:8080", "192.168.1.20:8080", "127.0.0.1.evil.com"
ROLES = ("key", "host", "table", "other", "seat", "spectator", "foreign")
"""Roles: the host's key; the host's tablet; a tablet that leads this table alone, and one that leads another; the phone
of Ana's seat; a guest; another site's page on the host's tablet."""

COOKIES = ("host", "table", "seat")
LED = {"host": (), "table": ("table",), "moves": ("table",), "leads": ("table", "other")}
"""Which tablets have the right of such a route, beside the host (what the names mean: roles.toml)."""
WHO: dict[str, str] = {route: who for who, routes in beside(__file__, "roles.toml").items() for route in routes}

TRIED = {"game": "", "token": "nonsense", "number": "1", "ident": "nonsense", "filename": "live.js", "seat": "0"}
"""Values for the blanks of a route."""
SLOW = {"GET /print/preview.png"}
"""Asked with what is not there, so that nothing is drawn for each role."""


class House(NamedTuple):
    """One application, its doors, a game, and the cookies of two devices."""

    app: Flask
    access: Access
    game: str
    cookies: dict[str, str]


@pytest.fixture(scope="module")
def house() -> House:
    access = Access(Settings(KEY, PORT))
    tables = new_house()
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}}).id
    return House(create_app(tables, access.settings, access), access, game, {})


def _rules(app: Flask) -> dict[str, Rule]:
    found = {}
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            found[f"{method} {rule.rule}"] = rule
    return found


def _device(house: House, role: str) -> FlaskClient:
    """Return a client with the cookie of its role; made anew, as some of the attempts end sessions."""
    client, cookie = house.app.test_client(), ""
    if role in ("host", "foreign"):
        cookie = house.access.cookie
    elif role in ("table", "other"):
        game = house.game if role == "table" else "another"
        cookie = house.access.sessions.take_over(house.access.sessions.codes.offer("table", "", game).token)
    elif role == "seat":
        cookie = house.access.sessions.claim(house.game, 0)
    for name in ("localhost", "192.168.1.20"):
        client.set_cookie(house.access.cookie_name, cookie, domain=name)
    return client


def _status(house: House, route: str, role: str, host: str = OWN, *, is_named: bool = True) -> int:
    method, _, path = route.partition(" ")
    for blank, value in {**TRIED, "game": house.game}.items():
        for kind in ("", "int:", "path:"):
            path = path.replace(f"<{kind}{blank}>", value)
    if route == "POST /join":
        path += "?code=nothing"
    headers = {"Host": host, "Accept-Language": "en"}
    if is_named:
        headers |= {"Sec-Fetch-Site": "same-origin", "Origin": f"http://{host}"}
    if role == "foreign":
        headers |= {"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.example"}
    if role == "key":
        headers["Authorization"] = f"Bearer {KEY}"
    if route in SLOW:
        path += "?sheet=none&run=none"
    answer = _device(house, role).open(path, method=method, headers=headers)
    return answer.status_code


def _may(route: str, role: str) -> bool:
    """Return True if the table lets this role in. The request itself may still be refused."""
    who = WHO[route]
    if who == "seat":
        return role == "seat"
    if who in LED:
        return role in ("key", "host", *LED[who]) or (role == "foreign" and route.startswith("GET"))
    return role != "foreign" or route.startswith("GET")


def test_every_route_is_listed_and_every_line_is_a_route(house: House) -> None:
    assert set(_rules(house.app)) == set(WHO)


@pytest.mark.parametrize("route", sorted(WHO))
def test_who_may_what(house: House, route: str) -> None:
    for role in ROLES:
        status = _status(house, route, role)
        assert status < 500, (role, status)
        if route == "GET /host/<token>":
            assert status == (303 if role in ("key", "host", "foreign") else 403), role
        elif _may(route, role) or (WHO[route] == "moves" and role == "seat"):
            # An empty form of a seat's phone is no move of its own: see the tests of seats.
            seat_without_move = WHO[route] == "moves" and role == "seat"
            wrong_code = route == "POST /join" and status == 403
            assert wrong_code or seat_without_move or status not in (401, 403), (role, status)
        else:
            assert status in (401, 403), (role, status)


def test_a_form_that_names_no_page_it_comes_from_changes_nothing(house: House) -> None:
    closed = [route for route, who in WHO.items() if who in (*LED, "seat") and not route.startswith("GET")]
    tried = [(route, role) for route in closed for role in COOKIES if (WHO[route], role) != ("moves", "seat")]
    let_in = [one for one in tried if _status(house, *one, is_named=False) not in (401, 403)]
    assert len(tried) > 60 and let_in == []


@pytest.mark.long
@pytest.mark.parametrize("route", sorted(WHO))
def test_by_which_name_it_is_asked(house: House, route: str) -> None:
    for role in ROLES:
        assert _status(house, route, role, EVIL) == 400, role
    usual, by_address = (_status(house, route, "host", host) for host in (OWN, LAN))
    assert usual == by_address or route in ("GET /print/preview.png",), (usual, by_address)


def test_the_table_bites(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a door left open, the line of its route fails."""
    monkeypatch.setattr(Access, "must_be_host", lambda self, request: None)
    assert _status(house, "POST /api/games/<game>/return", "spectator") not in (401, 403)
