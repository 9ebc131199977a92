"""Phones at the table: one code for everybody, a phone that speaks to its player, and what it may take back."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.engine.addressed import addressed
from companion.engine.words import Wording, blanks_of
from companion.games import SLUGS
from companion.web.auth import sessions
from tests.web.sitting import Sitting
from tests.web.test_next_game import ended
from tests.web.test_seats import Phone, handed

DRAW = {"action": "draw", "player": "Ana", "back": "away"}
DISCARD = {"action": "discard", "player": "Ana"}


LOOKS_AGAIN = 'http-equiv="refresh"'
"""In a page that is there again by itself, every few seconds."""


def _code_for_all(tablet: Sitting) -> str:
    return tablet.post(f"/games/{tablet.game}/seats", {"do": "all"}).code


def test_by_one_code_everybody_picks_their_seat(tablet: Sitting) -> None:
    code = _code_for_all(tablet)
    for seat, name in ((1, "Beto"), (4, "Eva")):
        phone = Phone(tablet)
        page = phone.post("/join", {"code": code.lower()})
        assert page.status == 200
        assert [label for label in page.labels if name in label] == [name]
        assert tablet.access.sessions.of_seat(tablet.game, seat) is None
        page = phone.press(page, name)
        assert f"{name}" in page.text and phone.get(f"/games/{tablet.game}/seat").status == 200
        assert tablet.access.sessions.of_seat(tablet.game, seat) is not None


def test_a_seat_with_a_phone_is_not_picked_by_another_but_its_own_phone_may_sit_elsewhere(tablet: Sitting) -> None:
    code = _code_for_all(tablet)
    beto, late = Phone(tablet), Phone(tablet)
    beto.post("/join", {"code": code, "seat": "1"})
    page = late.post("/join", {"code": code, "seat": "1"})
    assert page.status == 409 and "Beto" in page.text
    assert late.get(f"/games/{tablet.game}/seat").status == 401
    assert beto.get(f"/games/{tablet.game}/seat").status == 200
    beto.post("/join", {"code": code, "seat": "2"})  # the wrong seat, picked anew
    assert "Carla" in beto.get(f"/games/{tablet.game}/seat").text
    assert late.post("/join", {"code": code, "seat": "1"}).status == 200
    for wrong in ("6", "-1", "x", "999999"):
        page = Phone(tablet).post("/join", {"code": code, "seat": wrong})
        assert page.status == 200 and "Ana" in page.text  # asked again
    sessions = tablet.access.sessions
    assert len(sessions.all()) == 2
    beto.post("/join", {"code": sessions.codes.offer("table", "", tablet.game).text})
    assert sessions.of_seat(tablet.game, 2) is None and len(sessions.all()) == 2, "a browser is one device"


def test_the_code_for_all_is_not_for_the_screen_that_leads_and_is_the_tables_to_give(tablet: Sitting) -> None:
    code = _code_for_all(tablet)
    assert tablet.post("/join", {"code": code}).status == 409
    assert Phone(tablet).post(f"/games/{tablet.game}/seats", {"do": "all"}).status == 401
    assert Phone(tablet).post("/join", {"code": "ABCDEFGH"}).status == 403


def test_phones_that_joined_before_there_were_names_choose_their_seats_themselves() -> None:
    tablet = Sitting()
    phones = [Phone(tablet) for _ in range(3)]
    code = tablet.get("/phones").code
    for phone in phones:
        page = phone.post("/join", {"code": code})
        assert "Ya estás dentro" in page.text and LOOKS_AGAIN in page.html
        assert phone.get("/").status == 200  # meanwhile it looks round
    page = tablet.get("/phones")
    assert "Ya han entrado 3 teléfonos." in page.text and LOOKS_AGAIN in page.html
    tablet.sit_down()
    assert f'href="/games/{tablet.game}' in tablet.get("/phones").html  # the seats of the game now
    first, second, third = phones
    assert "Beto" in first.press(first.get("/wait"), "Beto").text
    assert first.get(f"/games/{tablet.game}/seat").status == 200
    page = second.get("/wait")
    assert second.post("/wait", {"seat": "1"}).status == 409
    assert second.press(page, "Carla").status == 200
    assert first.get("/wait").status == 303  # it has its seat
    assert tablet.access.sessions.of_seat(tablet.game, 2) is not None
    tablet.say(action="override", set={"eliminated": ["Ana"]}, reason="")
    listed = tablet.get("/devices").text
    assert "Beto" in listed and "Carla" in listed and "Dani" not in listed, "by name, whoever is out"
    tablet.access.sessions.revoke_all()
    assert third.post("/wait", {"seat": "4"}).status == 200
    assert tablet.access.sessions.of_seat(tablet.game, 4) is None


def test_after_a_game_its_phones_choose_their_seats_in_the_next_one_that_evening(
    tablet: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, phone = tablet.game, handed(tablet, 0)
    phone.post("/wait", {"seat": "3"})
    assert tablet.access.sessions.of_seat(before, 3) is None  # its game goes on
    ended(tablet)
    assert phone.look().links["Elegir mi asiento en la partida siguiente"] == "/wait"
    assert "Ya estás dentro" in phone.get("/wait").text
    tablet.sit_down()
    assert tablet.game != before
    with monkeypatch.context() as patch:
        patch.setattr(sessions, "WAITS", 0.0)  # next week
        phone.post("/wait", {"seat": "3"})
    assert tablet.access.sessions.of_seat(tablet.game, 3) is None
    phone.press(phone.get("/wait"), "Dani")
    assert tablet.access.sessions.of_seat(tablet.game, 3) is not None


# -- what a phone takes back ------------------------------------------------------------------------------------------


def test_a_phone_takes_its_own_move_back_until_somebody_else_moves(tablet: Sitting) -> None:
    ana, beto = handed(tablet, 0), handed(tablet, 1)
    assert 'id="undo"' not in ana.look().html
    tablet.say(**DRAW)
    assert 'id="undo"' in ana.look().html and 'id="undo"' not in beto.look().html
    before = tablet.state()["version"]
    undo = {"said": '{"action":"undo"}', "version": str(before)}
    assert beto.post(f"/games/{tablet.game}/act", undo).status == 401
    assert ana.press(ana.look(), "↶ Deshacer").prompt == "Roba una carta"
    assert ana.look().prompt == "Roba una carta" and 'id="undo"' not in ana.look().html
    tablet.say(**DRAW)
    tablet.say(**DISCARD)
    tablet.say(action="respond", player="Beto")
    assert 'id="undo"' not in ana.look().html
    now = tablet.state()
    undo = {"said": '{"action":"undo"}', "version": str(now["version"])}
    assert ana.post(f"/games/{tablet.game}/act", undo).status == 401
    assert tablet.state() == now
    assert beto.press(beto.look(), "↶ Deshacer").status == 200
    assert tablet.state()["version"] == now["version"] + 1


def test_a_phone_takes_back_all_that_one_tap_brought(tablet: Sitting) -> None:
    ana = handed(tablet, 0)
    ana.press(ana.look(), "Roba verde y descarta")
    assert tablet.state()["version"] == 3
    ana.press(ana.look(), "↶ Deshacer")
    assert ana.look().prompt == "Roba una carta"


def test_what_the_table_did_anyway_is_the_tables_to_take_back(tablet: Sitting) -> None:
    ana = handed(tablet, 0)
    tablet.say(action="rename", player="Fede", to="Federico")
    assert 'id="undo"' not in ana.look().html
    undo = {"said": '{"action":"undo"}', "version": "2"}
    assert ana.post(f"/games/{tablet.game}/act", undo).status == 401


def test_a_program_on_the_phone_takes_back_its_own_move_and_no_more(tablet: Sitting) -> None:
    ana = handed(tablet, 0)
    path, own = f"/api/games/{tablet.game}/actions", {"Origin": "http://localhost"}
    undo = {"action": "undo", "version": 2, "action_id": "x1"}
    assert ana.client.post(path, json={**undo, "version": 1}, headers=own).status_code == 401
    tablet.say(**DRAW)
    assert ana.client.post(path, json={**undo, "edit": "x"}, headers=own).status_code == 401
    assert ana.client.post(path, json=undo, headers=own).status_code == 200


# -- to whom it speaks ------------------------------------------------------------------------------------------------


def test_a_language_without_such_sentences_keeps_its_own() -> None:
    beneath = Wording("es", {"you.ask.act": "Juega", "ask.act": "{player} juega"})
    french = Wording("fr", {"ask.act": "{player} joue"}, beneath)
    assert addressed(beneath, "Ana").say("ask.act", player="Ana") == "Juega"
    assert addressed(beneath, "Ana").say("ask.act", player="Beto") == "Beto juega"
    assert addressed(french, "Ana").say("ask.act", player="Ana") == "Ana joue"
    assert addressed(french, "") is french


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_what_is_said_to_a_player_stands_for_a_sentence_about_them(slug: str, lang: str) -> None:
    sentences = title(slug).wording(lang).sentences
    own = {key: text for key, text in sentences.items() if key.startswith(("you.", "you-by."))}
    assert len(own) > 10
    for key, text in own.items():
        about = sentences[key.partition(".")[2]]
        named = "by" if key.startswith("you-by.") else "player"
        assert named in blanks_of(about), key
        assert blanks_of(text) <= blanks_of(about) - {named}, key


def test_the_phone_of_a_seat_folds_away_what_is_not_its_own(tablet: Sitting) -> None:
    ana = handed(tablet, 0)
    apart = ana.look().html.partition('id="whole-table"')
    assert apart[1] and 'class="lines"' in apart[2] and 'class="lines"' not in apart[0]
    assert 'id="whole-table"' not in tablet.look().html


def test_the_phone_of_a_seat_is_not_taken_for_one_that_may_no_longer_play(tablet: Sitting) -> None:
    ana = handed(tablet, 0)
    assert ana.client.get("/screens/mine", headers=ana.headers).get_json() == {"host": True}
    ana.press(ana.get(f"/games/{tablet.game}/seat"), "Devolver el asiento")
    assert ana.client.get("/screens/mine", headers=ana.headers).get_json() == {"host": False}
