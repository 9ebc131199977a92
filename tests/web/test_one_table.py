"""A device that leads one table: everything at that one, nothing at another, and it hands on no more than it has."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.auth.access import Access
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.web.sitting import KEY, SIX, quick_app

OWN = {"Origin": "http://localhost:8080", "Host": "localhost:8080", "Sec-Fetch-Site": "same-origin"}
DRAW = {"action": "draw", "player": "Ana", "back": "away"}


class Club:
    """A house with two tables, its host's tablet, and a tablet that was given the first table."""

    def __init__(self) -> None:
        self.access = Access(Settings(KEY, 8080))
        self.tables = new_house()
        setup = {"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {}}
        self.game, self.other = (self.tables.open(setup).id for _ in range(2))
        self.app = quick_app(self.tables, self.access.settings, self.access)
        self.host = self.device(self.access.cookie)
        self.tablet = self.device()
        assert self.join(self.tablet, self.code()).status_code == 303

    def device(self, cookie: str = "") -> FlaskClient:
        client = self.app.test_client()
        if cookie:
            client.set_cookie(self.access.cookie_name, cookie)
        return client

    def code(self, by: FlaskClient | None = None) -> str:
        """Return the code that hands the first table to a device."""
        by = by or self.host
        made = by.post(f"/games/{self.game}/seats", data={"do": "lead"}, headers=OWN)
        assert made.status_code == 303
        return shown(by.get(made.location, headers=OWN))

    def join(self, device: FlaskClient, code: str) -> TestResponse:
        return device.post("/join", data={"code": code}, headers=OWN)

    def draw(self, device: FlaskClient, game: str) -> int:
        return device.post(f"/api/games/{game}/actions", json=DRAW, headers=OWN).status_code


def shown(page: TestResponse) -> str:
    found = re.search(r'id="code">([^<]+)<', page.text)
    assert found is not None, page.text
    return found[1]


@pytest.fixture
def club() -> Club:
    return Club()


def test_it_leads_its_table_and_no_other(club: Club) -> None:
    assert club.draw(club.tablet, club.other) == 401
    assert club.draw(club.tablet, club.game) == 200
    assert club.tablet.post(f"/api/games/{club.game}/return", json={"to": 1}, headers=OWN).status_code == 200
    assert club.tablet.post(f"/api/games/{club.other}/return", json={"to": 1}, headers=OWN).status_code == 401
    mine, other = (club.tablet.get(f"/games/{game}", headers=OWN).text for game in (club.game, club.other))
    assert "<button" in mine.split('id="ask"')[1] and 'class="guest"' not in mine
    assert 'class="guest"' in other


def test_it_is_offered_nothing_that_it_may_not_do(club: Club) -> None:
    assert club.draw(club.tablet, club.game) == 200  # before that a latecomer may still sit down
    pages = ("", "/setup", "/seats", "/record", "/scan", "/log", "/film")
    for page in pages:
        text = club.tablet.get(f"/games/{club.game}{page}", headers=OWN).text
        found = re.findall(
            r'(?:href|action|formaction)="(/(?:new|devices|print/pdf|take-in|kept|forget)\b[^"]*)"', text
        )
        assert not found, (page, found)
        assert "/scan/camera" not in text
    with_host = club.host.get(f"/games/{club.game}/seats", headers=OWN).text
    assert 'href="/devices"' in with_host, "the test can see one"


def test_it_hands_on_what_it_has_and_no_more(club: Club) -> None:
    assert club.tablet.post("/screens", headers=OWN).status_code == 303
    code = shown(club.tablet.get("/screens", headers=OWN))
    second = club.device()
    assert club.join(second, code).location.endswith(f"/games/{club.game}")
    assert club.draw(second, club.game) == 200
    assert club.draw(second, club.other) == 401 and second.get("/devices", headers=OWN).status_code == 401
    assert club.draw(club.tablet, club.game) == 401, "it has handed over"
    third = club.device()
    assert club.join(third, club.code(second)).status_code == 303
    assert club.access.sessions.leading_table(club.game) and third.get("/devices", headers=OWN).status_code == 401


def test_a_move_code_of_a_device_that_was_revoked_gives_nothing(club: Club) -> None:
    for device in (club.tablet, club.host):
        device.post("/screens", headers=OWN)
        code = shown(device.get("/screens", headers=OWN))
        (mine,) = [
            one for one in club.access.sessions.all() if one.role == ("table" if device is club.tablet else "host")
        ]
        club.access.sessions.revoke(mine.id)
        newcomer = club.device()
        assert club.join(newcomer, code).status_code == 403
        assert club.draw(newcomer, club.game) == 401


def test_it_is_taken_back_by_whoever_leads_the_table_and_ends_nobody_else(club: Club) -> None:
    sessions = club.access.sessions
    (host,) = [one for one in sessions.all() if one.role == "host"]
    (mine,) = sessions.leading_table(club.game)
    elsewhere = sessions.take_over(sessions.codes.offer("table", "", club.other).token)
    for ident in (host.id, sessions.leading_table(club.other)[0].id, "", "x" * 900):
        club.tablet.post(f"/games/{club.game}/seats", data={"do": "revoke", "device": ident}, headers=OWN)
    assert len(sessions.all()) == 3 and sessions.session(elsewhere)
    listed = club.host.get("/devices", headers=OWN).text
    assert "dirige solo la mesa de Ana, Beto" in listed
    page = club.host.post(f"/games/{club.game}/seats", data={"do": "revoke", "device": mine.id}, headers=OWN)
    assert page.status_code == 303 and sessions.leading_table(club.game) == []
    assert club.draw(club.tablet, club.game) == 401


def test_a_device_that_leads_takes_no_seat_and_no_table_it_leads(club: Club) -> None:
    club.host.post(f"/games/{club.game}/seats", data={"seat": "0"}, headers=OWN)
    seat = shown(club.host.get(f"/games/{club.game}/seats?code=0", headers=OWN))
    for device in (club.host, club.tablet):
        assert club.join(device, seat).status_code == 409
        assert club.join(device, club.code()).status_code == 409
    assert club.draw(club.tablet, club.game) == 200
    assert club.host.get("/devices", headers=OWN).status_code == 200


def test_it_goes_on_at_another_host_as_what_it_is_and_ends_with_its_game(club: Club) -> None:
    sessions = club.access.sessions
    (mine,) = sessions.leading_table(club.game)
    again = sessions.take_over(sessions.codes.offer("across", mine.id, club.game).token)
    found = sessions.session(again)
    assert found is not None and (found.role, found.game) == ("table", club.game)
    sessions.forget_games({club.other})
    assert sessions.session(again) is None


def test_the_page_of_another_site_does_nothing_with_it_and_opens_nothing(club: Club) -> None:
    foreign = {"Origin": "http://evil.example", "Host": "localhost:8080", "Sec-Fetch-Site": "cross-site"}
    for path in (f"/games/{club.game}/seats", "/screens", f"/games/{club.game}/return"):
        assert club.tablet.post(path, data={"do": "lead"}, headers=foreign).status_code == 403
    ends(club)
    assert club.tablet.post("/new", data={"name": SIX, "first": "0"}, headers=foreign).status_code == 403
    assert opens(club.device()).status_code == 401 and len(club.tables.headings()) == 2


def ends(club: Club) -> None:
    """End the first game."""
    roles = dict.fromkeys(SIX[1:], "human") | {SIX[0]: "la-cosa"}
    club.tables.say(club.game, {"action": "end", "cause": "abandoned", "roles": roles})


def opens(device: FlaskClient, **more: str) -> TestResponse:
    return device.post("/new", data={"name": SIX, "first": "0", "label": "", **more}, headers=OWN)


def test_it_opens_the_next_game_of_its_table_when_its_own_is_over_and_goes_on_to_it(club: Club) -> None:
    second = club.device()
    assert club.join(second, club.code(club.tablet)).status_code == 303
    leftover = club.code()
    assert opens(club.tablet).status_code == 403 and len(club.tables.headings()) == 2
    assert 'name="name"' not in club.tablet.get(f"/new?again={club.game}", headers=OWN).text
    ends(club)
    page = club.tablet.get(f"/games/{club.game}", headers=OWN).text
    assert f'href="/new?again={club.game}"' in page
    assert 'name="name" value="Ana"' in club.tablet.get(f"/new?again={club.game}", headers=OWN).text
    made = opens(club.tablet)
    after = made.location.split("/")[2]
    assert made.status_code == 303 and after not in (club.game, club.other)
    for device in (club.tablet, second):
        assert device.post(f"/api/games/{after}/return", json={"to": 1}, headers=OWN).status_code == 200
        assert device.post(f"/api/games/{club.game}/return", json={"to": 1}, headers=OWN).status_code == 401
        assert opens(device).status_code == 403
    assert club.draw(club.tablet, after) == 200
    assert club.join(club.device(), leftover).status_code == 403
    assert len(club.tables.headings()) == 3
    assert club.access.sessions.leading_table(club.game) == []


def test_somebody_late_sits_down_at_its_own_table_and_at_no_other(club: Club) -> None:
    assert opens(club.tablet, late=club.other).status_code == 403
    made = opens(club.tablet, late=club.game)
    after = made.location.split("/")[2]
    assert made.status_code == 303 and club.draw(club.tablet, after) == 200
    assert {one.id for one in club.tables.headings() if one.archived} == {club.game}
    assert opens(club.tablet, late=after).status_code == 403  # it has begun


def test_it_is_told_the_people_of_its_own_table_alone(club: Club) -> None:
    stranger = {"playthrough": 1, "game": "la-cosa", "players": ["Zenobia", *SIX[1:]], "options": {}}
    club.tables.say(club.tables.open(stranger).id, {**DRAW, "player": "Zenobia"})
    ends(club)
    for path in ("/new", f"/new?again={club.game}"):
        assert "Zenobia" not in club.tablet.get(path, headers=OWN).text
        assert "Zenobia" in club.host.get(path, headers=OWN).text


def test_who_has_rights_elsewhere_is_sent_to_no_terminal() -> None:
    """Every page and every form, asked for by the phone of a seat and by the tablet that leads the other table."""
    club = Club()
    phone = club.device(club.access.sessions.claim(club.game, 0))
    rules = [rule for rule in club.app.url_map.iter_rules() if rule.arguments <= {"game"}]
    asked = [(method, rule) for rule in rules for method in ("GET", "POST") if method in (rule.methods or ())]
    assert len(asked) > 60
    for game, device, why in (
        (club.game, phone, "Este teléfono responde por un solo asiento"),
        (club.other, phone, "Este teléfono responde por un solo asiento"),
        (club.other, club.tablet, "Este aparato dirige una sola mesa"),
    ):
        said = dict[str, str]()
        for method, rule in asked:
            path = rule.rule.replace("<game>", game)
            if not path.endswith(("/events", "/leave")):
                answer = device.open(path, method=method, headers={**OWN, "Accept-Language": "es"})
                said[f"{method} {path}"] = answer.data.decode("utf-8", "replace")
        assert [
            path for path, text in said.items() if "que muestra el terminal" in text or "Este aparato solo mira" in text
        ] == []
        assert [path for path, text in said.items() if why in text and path.startswith("GET /games/")]
        assert [path for path, text in said.items() if why in text and path.startswith("POST /games/")]
