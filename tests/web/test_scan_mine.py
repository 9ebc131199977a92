"""In a referee's evening a seat shows its own cards with its own phone, and the answer comes to that phone alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from tests.web.showing import Showing, picture
from tests.web.sitting import Page, Sitting
from tests.web.test_referee_evening import FOUR, HANDS, decide, opened

pytestmark = pytest.mark.usefixtures("quick")

WITH_LANZALLAMAS = "No puedes guardarte el Lanzallamas"


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Showing]:
    """Yield a table of four people who show everything."""
    one = Showing(Sitting(opened(tmp_path)))
    one.sitting.sit_down(FOUR)
    decide(one)
    yield one
    one.sitting.tables.close()


class Phone:
    """The phone of a seat."""

    def __init__(self, here: Showing, name: str) -> None:
        self.here, self.seat = here, FOUR.index(name)
        self.access = here.sitting.access
        self.client = here.sitting.app.test_client()
        self.client.set_cookie(self.access.cookie_name, self.access.sessions.claim(here.sitting.game, self.seat))
        self.headers = {"Accept-Language": "es", "Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}

    def get(self, path: str = "") -> Page:
        """Return a page of the game."""
        return Page(self.client.get(f"/games/{self.here.sitting.game}{path}", headers=self.headers))

    def show(self, *copies: str, **more: str) -> Page:
        """Send a photo of these cards, as the table's page sends it."""
        form: dict[str, Any] = {"do": "done", "version": str(self.here.sitting.state()["version"]), **more}
        form["picture"] = (BytesIO(picture(*copies)), "mano.jpg") if copies else (BytesIO(b""), "")
        path = f"/games/{self.here.sitting.game}/scan/mine"
        return Page(self.client.post(path, data=form, headers=self.headers, follow_redirects=True))

    def told(self) -> list[str]:
        """Return the notes in its inbox."""
        return [note.text("es") for note in self.access.private_inbox.notes(self.here.sitting.game, self.seat)]


def test_everybody_shows_their_hand_from_their_phone(here: Showing) -> None:
    phones = {name: Phone(here, name) for name in FOUR}
    for name in FOUR:
        assert "El árbitro espera tu mano" in phones[name].get().text
        page = phones[name].show(*HANDS[name])
        assert "El árbitro espera" not in page.text
        assert len(phones[name].told()) == 1
    assert WITH_LANZALLAMAS in phones["Ana"].told()[0]
    assert all(WITH_LANZALLAMAS not in phones[name].told()[0] for name in FOUR[1:])
    assert "referee-due" not in here.sitting.look().html
    assert here.sitting.state()["version"] == 1, "nothing of it is in the log"


def test_what_one_shows_changes_no_page_but_the_inbox(here: Showing) -> None:
    """Whatever the hand, everybody else's pages, and the answer to the photo itself, are the same."""
    pages: list[list[str]] = []
    told: list[str] = []
    here.sitting.tables.clock = lambda: "2026-11-20T20:00:00.000Z"  # both evenings in the same minute
    for hand in (HANDS["Ana"], HANDS["Dani"]):
        here.sitting.sit_down(FOUR)
        decide(here)
        ana, beto = Phone(here, "Ana"), Phone(here, "Beto")
        seen = [
            ana.show(*hand),
            here.sitting.look(),
            beto.get(),
            beto.get("/seat"),
            here.sitting.get(here.at("/evening")),
        ]
        here.sitting.host = False
        seen += [here.sitting.look(), here.sitting.get(here.at("/judge"))]
        here.sitting.host = True
        pages.append(
            [re.sub(r'name="action_id" value="[^"]*"', "", one.html).replace(ana.here.sitting.game, "") for one in seen]
        )
        told += ana.told()
    assert told[0] != told[1]
    assert pages[0] == pages[1]


def test_an_exchange_waits_for_both_phones_and_is_answered_to_each(here: Showing) -> None:
    ana, beto = offered(here)
    page = ana.show("infectado.1")
    assert "El árbitro ya ha visto lo tuyo" in page.text
    assert "Por enseñar: Beto" in page.text
    assert ana.told() == []
    assert "Ana ✓" in here.sitting.look().text
    before = here.sitting.get(here.at("/evening")).html
    assert "referee-due" not in beto.show("sospecha.1").html
    assert here.sitting.get(here.at("/evening")).html != before, "the tablet hears that it is done"
    assert ["Está permitido" in told for told in (ana.told()[0], beto.told()[0])] == [True, True]


def offered(here: Showing) -> tuple[Phone, Phone]:
    """Let Ana draw and offer a card to Beto, and return their phones."""
    phones = {name: Phone(here, name) for name in FOUR}
    assert "pueden enseñarla ya: Ana, Beto, Carla, Dani" in here.sitting.look().text
    for name in FOUR:
        phones[name].show(*HANDS[name])
    here.sitting.say(action="draw", player="Ana", back="away")
    phones["Ana"].show(*HANDS["Ana"], "infectado.1")
    here.sitting.say(action="discard", player="Ana")
    for one in phones.values():
        for note in one.access.private_inbox.notes(here.sitting.game, one.seat):
            one.access.private_inbox.read(here.sitting.game, one.seat, note.id)
    return phones["Ana"], phones["Beto"]


def test_who_has_no_phone_shows_theirs_on_the_tablet(here: Showing) -> None:
    ana, _ = offered(here)
    ana.show("infectado.1")
    page = here.sitting.press(here.sitting.look(), "Enseñar las dos cartas")
    assert "Pásale la pantalla a Beto" in page.text
    page = here.hand(page, "sospecha.1")
    assert "Solo para Beto" in page.text
    assert "Está permitido" in ana.told()[0]
    page = here.go_on(page)
    assert 'id="public"' in page.html


def test_fewer_cards_than_the_table_counts_are_asked_about(here: Showing) -> None:
    ana = Phone(here, "Ana")
    page = ana.show(*HANDS["Ana"][:3])
    assert "Cartas enseñadas: 3; según la mesa, 4." in page.text
    assert ana.told() == []
    assert len(page.html.encode()) % (64 * 1024) == 0
    assert "data:image" not in page.html
    slots = {f"card.{k}": card for k, card in enumerate(HANDS["Ana"])}
    ana.show(**slots)
    assert len(ana.told()) == 1


@pytest.mark.parametrize("form", [{}, {"card.0": "<b>"}, {"card.0": "la-cosa.9", "do": "nothing"}, {"version": "99"}])
def test_whatever_a_phone_sends(here: Showing, form: dict[str, str]) -> None:
    ana = Phone(here, "Ana")
    assert ana.show(**form).status == 200
    assert ana.told() == []


def test_only_what_is_asked_for_and_only_ones_own(here: Showing) -> None:
    ana = Phone(here, "Ana")
    ana.show(*HANDS["Ana"])
    ana.show("lanzallamas.1", "whisky.1", "hacha.1", "sospecha.1")
    assert len(ana.told()) == 1, "a hand that is not asked for is not judged again"
    path = f"/games/{here.sitting.game}/scan/mine"
    assert here.sitting.client.get(path, headers=here.sitting.headers).status_code == 401
    assert here.sitting.app.test_client().post(path).status_code == 401
    away = {**ana.headers, "Origin": "http://evil.example", "Sec-Fetch-Site": "cross-site"}
    assert ana.client.post(path, headers=away).status_code == 403


def test_the_webcam_of_the_host_is_not_a_seats(here: Showing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.pages.scan.base._through_webcam", lambda *_, **__: pytest.fail("looked through"))
    assert "Falta la carta" in Phone(here, "Ana").show(**{"from": "webcam"}).text


def test_the_letters_of_a_printed_deck_are_said_once(here: Showing) -> None:
    ana, beto = Phone(here, "Ana"), Phone(here, "Beto")
    path = f"/games/{here.sitting.game}/scan/mine"
    for phone, more in ((ana, {"deck": "K7"}), (beto, {})):
        cards = HANDS[FOUR[phone.seat]]
        photo = (BytesIO(picture(*cards, letters="K7")), "mano.jpg")
        form = {"do": "done", "version": "1", "picture": photo, **more}
        phone.client.post(path, data=form, headers=phone.headers)
        assert len(phone.told()) == 1
