"""A seat handed to a phone: it says that seat's moves and nothing else, and what the seat is told reaches it alone."""

from __future__ import annotations

import errno
import os
import re
from pathlib import Path
from typing import Any

import pytest
import segno
from flask.testing import FlaskClient

from companion.decks.catalog import title
from companion.games import SLUGS
from companion.service.live.games import GameService
from companion.service.referee import checks, private_reveal
from companion.web.auth.access import Access
from companion.web.auth.codes import MOST_WRONG
from companion.web.auth.private_inbox import MOST_NOTES, PrivateInbox
from companion.web.auth.seats import may_say, takes_back
from tests.beside import beside
from tests.service.toy import SETUP
from tests.web.serving import Stream, ask, served_with
from tests.web.showing import Showing
from tests.web.sitting import HOST, Sitting, seated

OWN = {"Origin": "http://localhost:8080", "Host": "localhost:8080", "Accept-Language": "en"}
DRAW = {"action": "draw", "player": "Ana"}


@pytest.fixture
def phone(client: FlaskClient, access: Access, game: str) -> FlaskClient:
    """Return the phone that answers for Ana, who sits first."""
    client.set_cookie(access.cookie_name, access.sessions.claim(game, 0, "Android"))
    return client


def say(phone: FlaskClient, game: str, **thing: object) -> tuple[int, Any]:
    answer = phone.post(f"/api/games/{game}/actions", json=thing, headers=OWN)
    return answer.status_code, answer.get_json()


@pytest.mark.parametrize(
    "thing",
    [
        {"action": "draw", "player": "Beto"},
        {"action": "draw"},
        {"action": "draw", "player": "Ana", "anyway": "us"},
        *({"action": verb} for verb in ("undo", "redo", "stop")),
        {"action": "tell", "player": "Ana", "text": "hello"},
        {"action": ["draw"], "player": "Ana"},
        {"action": "check", "what": "hand", "player": "Ana"},
        {},
    ],
)
def test_a_phone_says_nothing_else(phone: FlaskClient, game: str, thing: dict[str, object]) -> None:
    status, body = say(phone, game, **thing)
    assert status == 401
    assert "Ana" in body["message"]


def test_a_phone_says_nothing_in_another_game_or_from_another_site(
    phone: FlaskClient, game: str, tables: GameService
) -> None:
    other = tables.open(SETUP).id
    assert say(phone, other, **DRAW)[0] == 401
    foreign = {**OWN, "Origin": "http://evil.example"}
    assert phone.post(f"/api/games/{game}/actions", json=DRAW, headers=foreign).status_code == 403
    wrong = {**OWN, "Authorization": "Bearer wrong"}
    assert phone.post(f"/api/games/{game}/actions", json=DRAW, headers=wrong).status_code == 401
    assert tables.seen(game).version == 1


def test_a_seat_keeps_its_phone_when_its_player_is_renamed(table: Sitting) -> None:
    access = table.access
    phone = table.app.test_client()
    phone.set_cookie(access.cookie_name, access.sessions.claim(table.game, 0))
    table.say(action="rename", player="Ana", to="Anabel")
    path = f"/api/games/{table.game}/actions"
    for name, status in (("Ana", 401), ("Anabel", 200)):
        thing = {"action": "draw", "player": name, "back": "away"}
        assert phone.post(path, json=thing, headers={"Origin": "http://localhost"}).status_code == status


# -- by the pages, without JavaScript ---------------------------------------------------------------------------------


class Phone(Sitting):
    """Phone in a player's hand, at the same table as the host's tablet."""

    def __init__(self, tablet: Sitting) -> None:
        self.tables, self.app, self.lang, self.host, self.game = tablet.tables, tablet.app, "es", False, tablet.game
        self.client = self.app.test_client()

    @property
    def headers(self) -> dict[str, str]:
        """Headers of every request of its browser."""
        return {"Accept-Language": "es", "Sec-Fetch-Site": "same-origin"}


def handed(tablet: Sitting, seat: int) -> Phone:
    """Return the phone that a seat was handed to, by the code on the host's page."""
    code = tablet.post(f"/games/{tablet.game}/seats", {"seat": str(seat)}).code
    phone = Phone(tablet)
    assert phone.post("/join", {"code": code.lower()}).status == 200
    return phone


def test_a_seat_taken_back_from_its_phone_says_no_more(tablet: Sitting) -> None:
    ana, beto = handed(tablet, 0), handed(tablet, 1)
    page = tablet.post(f"/games/{tablet.game}/seats", {"seat": "0", "do": "release"})
    assert (page.status, "Ana: " in page.text) == (200, False)
    assert ["Eres Ana." in ana.look().text, "Eres Beto." in beto.look().text] == [False, True]
    draw = {"said": '{"action":"draw","player":"Ana","back":"away"}', "version": "1"}
    assert ana.post(f"/games/{tablet.game}/act", draw).status == 401
    assert tablet.state()["version"] == 1


def test_a_code_is_good_once_and_not_for_the_screen_that_leads(tablet: Sitting) -> None:
    code = tablet.post(f"/games/{tablet.game}/seats", {"seat": "2"}).code
    assert "ya lo dice todo" in tablet.post("/join", {"code": code}).text
    assert Phone(tablet).post("/join", {"code": code}).status == 200
    assert Phone(tablet).post("/join", {"code": code}).status == 403
    assert tablet.post(f"/games/{tablet.game}/seats", {"seat": "17"}).status == 400


def test_what_a_seat_is_told_stands_on_its_page_alone_and_always_as_long(tablet: Sitting) -> None:
    ana, beto = handed(tablet, 0), handed(tablet, 1)
    path = f"/api/games/{tablet.game}/seats/0/private"
    empty = len(ana.get(f"/games/{tablet.game}/seat").html.encode())
    told = tablet.client.post(path, json={"text": "SECRET-ONE"}, headers=tablet.headers)
    assert told.get_json() == {"told": True}
    page = ana.get(f"/games/{tablet.game}/seat")
    assert "SECRET-ONE" in page.html
    assert len(page.html.encode()) == empty
    for reader, status in ((tablet, 401), (beto, 200), (Phone(tablet), 401)):
        answer = reader.get(f"/games/{tablet.game}/seat")
        assert answer.status == status
        assert "SECRET-ONE" not in answer.html
    assert "SECRET-ONE" not in ana.press(page, "Ya lo he leído").html
    said, to = {"json": {"text": "X"}, "headers": tablet.headers}, f"/api/games/{tablet.game}/seats"
    nobody, none = (tablet.client.post(f"{to}/{seat}/private", **said) for seat in (3, 6))
    assert (nobody.get_json(), none.status_code) == ({"told": False}, 400)


def test_devices_are_shown_and_one_or_all_are_told_to_look_on(tablet: Sitting) -> None:
    access = tablet.access
    ana = handed(tablet, 0)
    lost = tablet.app.test_client()
    lost.set_cookie(access.cookie_name, access.sessions.new_cookie("iPad · Safari"))
    page = tablet.get("/devices")
    assert "iPad · Safari" in page.text and "juega por Ana" in page.text
    ident = next(one.id for one in access.sessions.all() if one.label.startswith("iPad"))
    tablet.post("/devices", {"revoke": ident})
    sent = {"Sec-Fetch-Site": "same-origin"}
    assert lost.get("/devices", headers=sent).status_code == 401
    assert "Eres Ana." in ana.look().text
    tablet.post("/devices", {"do": "all"})
    assert access.sessions.all() == []
    assert "Eres Ana" not in ana.look().text


def test_what_the_disk_did_not_keep_is_told_to_who_did_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(handle: int) -> None:
        raise OSError(errno.EIO, "no")

    tablet = seated()
    access = tablet.access
    access.sessions.remember_in(tmp_path / "devices")
    lost = access.sessions.new_cookie("iPad · Safari")
    assert "el disco" not in tablet.get("/devices").text.lower()
    kept = os.fsync
    monkeypatch.setattr(os, "fsync", refused)  # a disk that takes nothing
    tablet.post("/devices", {"revoke": access.sessions.device(lost)})
    assert "El disco no ha podido guardar el último cambio" in tablet.get("/devices").text
    phone = Phone(tablet)
    page = phone.post("/join", {"code": access.sessions.codes.offer("pair").text})
    assert "el disco no ha podido guardarlo" in page.text and "Seguir a la mesa" in page.text
    assert phone.get("/devices").status == 200
    monkeypatch.setattr(os, "fsync", kept)
    tablet.post("/devices", {"do": "all"})
    assert "El disco no ha podido" not in tablet.get("/devices").text


def test_the_old_screen_looks_again_by_itself_and_is_told(tablet: Sitting) -> None:
    old, new = Phone(tablet), Phone(tablet)
    old.post("/join", {"code": tablet.access.sessions.codes.offer("pair").token})
    page = old.press(old.get("/screens"), "Enseñar un código")
    assert 'http-equiv="refresh"' in page.html
    new.post("/join", {"code": page.code.lower()})
    for path in ("/screens", f"/games/{tablet.game}"):
        page = old.get(path)
        assert "La mesa se dirige ahora desde otra pantalla" in page.text and 'id="question"' not in page.html


def test_a_link_opened_again_by_the_device_it_let_in_leads_home() -> None:
    tablet = Sitting()
    access = tablet.access
    token = access.sessions.codes.offer("pair").token
    host, other = Phone(tablet), Phone(tablet)
    for _ in range(2):
        page = host.post("/join", {"code": token})
        assert page.status == 200 and "Este aparato dirige la mesa" in page.text
    assert len(access.sessions.all()) == 1
    assert other.post("/join", {"code": token}).status == 403


@pytest.mark.parametrize(
    ("page", "asked", "square"),
    [
        ("/screens", {}, "#move="),
        ("/games/{game}/seats?code=0", {"seat": "0"}, "#seat="),
        ("/games/{game}/seats?code=all", {"do": "all"}, "#seat="),
        ("/games/{game}/seats?code=lead", {"do": "lead"}, "#seat="),
        ("/devices", {"do": "code"}, ""),
    ],
)
def test_a_code_guessed_at_too_often_is_told_and_its_square_stays(
    page: str, asked: dict[str, str], square: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    plain = segno.make
    monkeypatch.setattr(segno, "make", lambda text, **how: drawn.append(str(text)) or plain(text, **how))
    tablet = seated()
    access = tablet.access
    leading = Phone(tablet)
    leading.client.set_cookie(access.cookie_name, access.cookie)
    page = page.format(game=tablet.game)
    before = leading.post(page.partition("?")[0], asked)
    code = leading.get(page).code
    for _ in range(MOST_WRONG):
        access.sessions.codes.find("W" * len(code))
    drawn.clear()
    again = leading.get(page)
    assert before.status == again.status == 200
    assert code not in again.text and "se han escrito demasiados" in again.text
    assert [square in text for text in drawn] == ([True] if square else [])
    leading.press(again, "Otro código" if square else "Enseñar un código")
    assert leading.get(page).code not in ("", code)


# -- the stream -------------------------------------------------------------------------------------------------------


def test_the_stream_of_the_seat_carries_it_and_no_other_does(tables: GameService, game: str) -> None:
    with served_with(tables) as (port, access):
        cookie = access.sessions.claim(game, 0)
        other = access.sessions.claim(game, 1)
        mine = Stream(port, game, Cookie=f"{access.cookie_name}={cookie}")
        theirs = Stream(port, game, Cookie=f"{access.cookie_name}={other}")
        plain = Stream(port, game)
        assert [one.version() for one in (mine, theirs, plain)] == [1, 1, 1]
        assert ask(port, "POST", f"/api/games/{game}/seats/0/private", {"text": "SECRET"}, **HOST)[1] == {"told": True}
        event = mine.event()
        assert event["event"] == "private"
        assert "SECRET" in event["data"]
        assert "id" not in event
        ask(port, "POST", f"/api/games/{game}/actions", DRAW, **HOST)
        assert [one.event()["id"] for one in (mine, theirs, plain)] == ["2", "2", "2"]
        again = Stream(port, game, Cookie=f"{access.cookie_name}={cookie}", Last_Event_ID="2")
        assert again.event()["event"] == "private"  # until it is put away
        access.sessions.release(game, 0)
        assert mine.event() == {}
        assert again.event() == {}


def test_the_private_inbox_forgets() -> None:
    now = [0.0]
    boxes = PrivateInbox(lambda: now[0])
    for k in range(MOST_NOTES + 3):
        boxes.put("g", 0, {"en": f"words {k}"}, f"key-{k}")
    boxes.put("g", 0, {"en": "twice"}, "key-1")
    assert [note.text("es") for note in boxes.notes("g", 0)] == [f"words {k}" for k in range(3, MOST_NOTES + 3)]
    assert "words" not in repr(boxes.notes("g", 0))
    for now[0] in (1799.0, 1801.0):
        assert bool(boxes.notes("g", 0)) is (now[0] < 1800)
    boxes.put("g", 1, {"en": "x"})
    boxes.empty("g", 1)
    assert boxes.notes("g", 1) == []


# -- the referee's answer ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "word"),
    [(("la-cosa", "lanzallamas", "whisky", "hacha"), "No está permitido"),
     (("hacha", "whisky", "sospecha", "analisis"), "Está permitido")],
)  # fmt: skip
def test_the_referees_answer_goes_to_the_phone_and_not_to_the_tablet(
    monkeypatch: pytest.MonkeyPatch, hand: tuple[str, ...], word: str
) -> None:
    monkeypatch.setattr(private_reveal, "SETTLED", 0.001)
    monkeypatch.setattr(checks, "TICK", 0.001)
    tablet = seated()
    beto, eva = handed(tablet, 1), handed(tablet, 4)
    here = Showing(tablet)
    page = here.hand(here.begin("hand", **{"hand-player": "Beto"}), *hand)
    assert "Se ha enviado al teléfono de Beto" in page.text
    assert word not in page.html and 'id="secret"' not in page.html
    assert len(page.html.encode()) % (64 * 1024) == 0
    told = beto.get(f"/games/{tablet.game}/seat")
    assert told.html.count(word) == 1
    assert word not in here.go_on(page).html
    assert word not in eva.get(f"/games/{tablet.game}/seat").html
    # Looked at again, the tablet sends it no second time.
    assert len(re.findall('class="note"', beto.get(f"/games/{tablet.game}/seat").html)) == 1


@pytest.mark.parametrize("seat", [0, 2, 5])
def test_on_their_own_phone_everybody_sits_at_the_bottom(tablet: Sitting, seat: int) -> None:
    page = handed(tablet, seat).look()
    places = re.findall(r'id="seat-(\d)".*?transform="translate\(([\d.]+) ([\d.]+)\)', page.html, re.DOTALL)
    assert len(places) == 6
    lowest = max(places, key=lambda one: float(one[2]))
    assert int(lowest[0]) == seat
    everywhere = re.findall(r'id="seat-(\d)"[^>]*data-slot="(\d)"', tablet.look().html)
    assert everywhere == [(str(k), str(k)) for k in range(6)], "the table itself does not turn"


OF_A_SEAT = beside(__file__, "moves_of_a_seat.toml")
"""Actions with a player's own hand, cards, dice or voice when it is their move, read from each rulebook."""
NOTHING_TO_TAP = "En este teléfono no hay nada que tocar ahora. Aquí se ve lo que pasa."


@pytest.mark.parametrize("slug", SLUGS)
def test_a_phone_says_the_moves_of_its_seat_and_no_more(slug: str) -> None:
    verbs = title(slug).game.verbs
    mine = {verb for verb in verbs if may_say(verbs, "Ana", {"action": verb, "player": "Ana"})}
    assert mine == set(OF_A_SEAT[slug])
    assert not any(may_say(verbs, "Ana", {"action": verb, "player": "Berto"}) for verb in verbs)
    assert not any(may_say(verbs, "Ana", {"action": verb}) for verb in verbs)
    assert not any(may_say(verbs, "Ana", {"action": verb, "player": "Ana", "anyway": "r"}) for verb in verbs)


def test_an_undo_is_one_whatever_a_program_sends_along() -> None:
    undo = {"action": "undo", "version": 3, "action_id": "a", "via": "phone"}
    assert takes_back([undo]) and takes_back([{"action": "undo"}])
    assert not any(map(takes_back, ([], [undo, undo], [{**undo, "to": 1}], [{"action": "redo"}], ["undo"])))


def told(tablet: Sitting, seat: int) -> list[str]:
    """Return the notices on a phone whose seat has nothing to say now."""
    return re.findall(r'<p class="guest">(.*?)</p>', handed(tablet, seat).look().html)


def test_the_leaders_phone_says_that_the_leaders_steps_are_noted_on_the_tablet() -> None:
    tablet = seated("take-sheets", game="the-thing")
    assert told(tablet, 0) == ["Esto se anota en la tableta de la mesa. Aquí puedes ver lo que pasa."]
    assert told(tablet, 1) == [NOTHING_TO_TAP]
    # Nor does a phone say whose turn it is not: at the choice of a card to exchange, and the draw in the base.
    # A choice that says the steps of others too is the tablet's.
    events = seated("chief Ana", game="la-criatura")
    assert {"No juega ninguno", "Nadie más juega"} & {*events.look().labels} == {"No juega ninguno", "Nadie más juega"}
    assert {"No juega ninguno", "Nadie más juega"} & {*handed(events, 0).look().labels} == {"No juega ninguno"}
    draw = {"action": "override", "set": {"step": "draw"}, "reason": "t"}
    exchange, base = seated("draw Ana away", "discard Ana"), seated("take-sheets", draw, game="the-thing")
    assert [told(exchange, 0), told(base, 1)] == [[NOTHING_TO_TAP], [NOTHING_TO_TAP]]
