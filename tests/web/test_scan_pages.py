"""A card played by showing it, cards noted, the host's webcam: pages without JavaScript. Of no card but the one held
out to it does the camera say anything on everybody's screen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any
from unittest.mock import Mock
from urllib.parse import quote

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.decks.catalog import title
from companion.i18n.scan_sentences import Refused
from companion.scan.source import Setting
from companion.scan.webcam import Found
from companion.service.live.session import words_of
from companion.service.referee.held_out import CLOSE
from companion.service.referee.scan_service import ScanService
from companion.service.referee.webcam import Watching
from tests.lab.scan_scenes.render import Recipe, render
from tests.length import examples
from tests.scan.scenery import Grey, Recording, deck, grey, packed, symbol, table, tag_of
from tests.waiting import soon
from tests.web.showing import Showing, picture
from tests.web.sitting import Sitting


def carried(html: str) -> str:
    found = re.search(r'name="so-far" value="([^"]*)"', html)
    assert found
    return found[1].replace("&#34;", '"')


# -- the deck ------------------------------------------------------------------------------------------------------


def test_what_should_not_be_there_is_named(here: Showing) -> None:
    foreign = next(copy.id for copy in deck().copies if not deck().plays(copy, 4))
    strange = packed(table((symbol(tag_of("whisky.1", "ZZ"), 4), 20, 20), (symbol("HTTPS://A.", 4), 300, 20)))
    page = here.show("/deck", picture(foreign, "hacha.1", "hacha.1"), strange)
    assert "Sobran: vuelven a la caja" in page.text
    assert "La misma etiqueta dos veces" in page.text
    assert "Códigos que no son de este mazo: 2" in page.text
    assert "otro mazo impreso: ZZ" in page.text
    with_both = here.show("/deck", strange, deck=["00", "ZZ"])
    assert "de este mazo: 1" in with_both.text


def test_the_picture_is_shown_with_boxes_and_bad_ones_are_told(here: Showing) -> None:
    page = here.show("/deck", picture("hacha.1", "whisky.1"), b"just text", b"")
    assert page.status == 200
    assert page.html.count('class="read"') == 2
    assert 'href="data:image/jpeg;base64,' in page.html
    assert "photo-1.png no es una imagen" in page.text
    assert "photo-2.png está vacío" in page.text


@pytest.mark.parametrize("so_far", ["", "[]", "{", '{"copies": 3}', '{"copies": ["x", 5, "hacha.1"]}', "9" * 30_000])
def test_whatever_a_page_carries(here: Showing, so_far: str) -> None:
    page = here.show("/deck", **{"so-far": so_far})
    assert page.status == 200
    assert ("1 de" in page.text) == ("hacha.1" in so_far)


def test_guests_look_on(here: Showing) -> None:
    here.sitting.host = False
    try:
        for path in ("", "/deck", "/play", "/seen", "/judge"):
            page = here.sitting.get(here.at(path))
            assert page.status == 200
            assert "Este aparato solo mira" in page.text
    finally:
        here.sitting.host = True


# -- playing -------------------------------------------------------------------------------------------------------


def test_a_panic_is_drawn_by_showing_it(here: Showing) -> None:
    page = here.show("/play", picture("ups.1"))
    assert "Esa carta no se puede jugar ahora" in page.text
    here.show("/play", picture("olvidadizo.1"))
    assert (here.sitting.state()["step"], here.sitting.state()["card"]) == ("panic", "olvidadizo")


def test_a_card_with_a_closed_choice_and_an_open_one_is_asked_about(here: Showing) -> None:
    """Beto, in quarantine, may not play the Lanzallamas; discarding it, for all to see, he may."""
    here.sitting.sit_down(["Ana", "Beto", "Carla", "Dani", "Eva"])
    here.sitting.do("draw Ana away", "play Ana cuarentena Beto", "respond Beto", "draw Beto away lanzallamas")
    page = here.show("/play", picture("lanzallamas.1"))
    assert here.sitting.state()["version"] == 5, "nothing is done of itself where there is a choice"
    assert "no puede eliminar a nadie" not in page.text, "what is closed is not offered"
    here.sitting.press(page, "Descarta una carta a la vista: Lanzallamas")
    state = here.sitting.state()
    assert (state["version"], state["discard_pile"]) == (6, 1)


def test_two_cards_none_and_a_page_left_open(here: Showing) -> None:
    here.sitting.say(action="draw", player="Ana", back="away")
    assert "acerca solo la que se juega" in here.show("/play", picture("whisky.1", "hacha.1")).text
    assert "No se ve ninguna carta" in here.show("/play", packed(table())).text
    moved, seduces = "La mesa ha cambiado", quote('{"action":"play","player":"Ana","card":"seduccion"}')
    for said, version, status, text in (
        ('{"action":"draw","player":"Ana","back":"away"}', "1", 409, moved),
        ('{"action":"discard","player":"Beto"}', "2", 422, "No es el turno de Beto: juega Ana."),
        ("", "2", 400, "Jugar con cámara"),
    ):
        page = here.sitting.post(here.at("/play/say"), {"said": said, "version": version})
        assert page.status == status and text in page.text
    asked = [here.sitting.get(here.at(f"/play?v={version}&said={seduces}")).text for version in (1, 2)]
    assert [moved in text for text in asked] == [True, False] and "¿Sobre quién juega Ana «Seducción»?" in asked[1]
    late = here.show("/play", picture("whisky.1"), version="1")
    assert (late.status, here.sitting.state()["version"]) == (409, 2)
    assert here.show("/play", card="whisky", version="2").status == 200
    assert here.show("/play", version="3").status == 200
    assert here.sitting.state()["version"] == 3


def test_cards_everybody_saw_fill_the_question(here: Showing) -> None:
    page = here.show("/seen", picture("hacha.1", "infectado.2", "infectado.3"), player="Beto")
    assert {"Hacha × 1", "¡Infectado! × 2"} <= set(page.links)
    here.sitting.press(page, "Anotar")
    assert here.sitting.tables.playing(here.sitting.game).entries[-1].action["cards"] == [
        "hacha", "infectado", "infectado",
    ]  # fmt: skip
    again = here.show("/seen", picture("whisky.1"), player="Beto", card="hacha")
    assert "Hacha × 1" in again.links and "Whisky × 1" not in again.links, "what is chosen counts, not what is read"
    assert here.show("/seen", player="Nadie", card="hacha").html.count("/scan/seen")


# -- the host's webcam ---------------------------------------------------------------------------------------------


def film(*copies: str) -> Grey:
    frame = cv2.imdecode(np.frombuffer(picture(*copies), np.uint8), cv2.IMREAD_GRAYSCALE)
    return frame.astype(np.uint8)


def living(*copies: str) -> Recording:
    """Return a webcam that shows these copies; no two pictures in a row are the same, else it would count as frozen."""
    one = film(*copies)
    other = one.copy()
    other[0, 0] ^= 1
    return Recording([one, other], again=True, pace=0.01)


@pytest.fixture
def webcam(here: Showing) -> Iterator[Watching]:
    """Yield a webcam that shows one card."""
    own = Watching(lambda: lambda setting: living("hacha.1"), lambda: [Found(0, "Tischkamera")])
    here.sitting.app.extensions["companion.webcam"] = own
    yield own
    own.rest()
    del here.sitting.app.extensions["companion.webcam"]


def test_the_webcam_is_chosen_tried_and_read(here: Showing, webcam: Watching) -> None:
    assert "Tischkamera" in here.sitting.get(here.at("")).text
    page = here.sitting.post(here.at("/camera"), {"camera": "0"})
    assert "La cámara funciona" in page.text
    assert re.findall('name="camera" value="([^"]*)" checked', here.sitting.get(here.at("")).html) == ["0"]
    seen = here.sitting.client.get(here.at("/camera.jpg"), headers=here.sitting.headers)
    assert (seen.mimetype, seen.headers["Cache-Control"], seen.data[:2]) == ("image/jpeg", "no-store", b"\xff\xd8")
    page = here.sitting.post(here.at("/deck"), {"from": "webcam"})
    assert 'aria-label="Hacha 4: está"' in page.html
    frame = here.sitting.client.post(here.at("/deck/frame"), headers=here.sitting.headers).get_json()
    assert frame["copies"] == ["hacha.1"]
    assert (frame["width"], frame["fault"]) == (640, "")
    here.sitting.post(here.at("/camera"), {"camera": ""})
    assert webcam.setting is None


def test_the_webcam_rests_only_after_the_last_look(webcam: Watching, monkeypatch: pytest.MonkeyPatch) -> None:
    timers = [Mock(), Mock()]
    monkeypatch.setattr("companion.service.referee.webcam.Timer", Mock(side_effect=timers))
    webcam.setting = Setting(0)
    webcam.shot()
    webcam.shot()
    assert [one.cancel.called for one in timers] == [True, False]


def test_the_webcam_is_for_whoever_shows_cards_in_private(here: Showing, webcam: Watching) -> None:
    here.sitting.post(here.at("/camera"), {"camera": "0"})
    page = here.go_on(here.begin("hand", **{"hand-player": "Beto"}))
    client, headers = here.sitting.client, here.sitting.headers
    assert client.get(here.at("/camera.jpg"), headers=headers).status_code == 404
    for path in ("/deck/frame", "/play/frame", "/seen/frame"):
        assert "a solas" in client.post(here.at(path), headers=headers).get_json()["fault"]
    assert "a solas" in here.sitting.post(here.at("/deck"), {"from": "webcam"}).text
    own = re.findall(r'data-frames="([^"]+)"', page.html)
    assert client.post(own[0], headers=headers).get_json()["copies"] == ["hacha.1"]
    page = here.go_on(page, do="look", **{"from": "webcam"})
    assert "Cartas enseñadas: 1" in page.text
    here.go_on(page, do="leave")
    assert client.get(here.at("/camera.jpg"), headers=headers).status_code == 200


def test_frames_of_one_film_are_judged_together(here: Showing, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three frames of one film are counted together; another film, or a frame of none, begins anew."""
    monkeypatch.setattr("companion.service.referee.scan_service.FILM_RESTS", 60.0)

    def sent(film_name: str, *copies: str) -> list[str]:
        data = {"image": (BytesIO(picture(*copies)), "frame.jpg"), **({"film": film_name} if film_name else {})}
        path = here.at("/seen/frame")
        cards: list[str] = here.sitting.client.post(path, data=data, headers=here.sitting.headers).get_json()["cards"]
        return cards

    assert sent("one", "hacha.1", "whisky.1") == ["hacha", "whisky"]
    assert sent("one", "hacha.1") == ["hacha", "whisky"]
    assert sent("two", "hacha.1") == ["hacha"]
    assert sent("", "hacha.1") == ["hacha"]
    assert sent("one", "hacha.1") == ["hacha", "whisky"]
    assert sent("one", "hacha.1") == ["hacha"]


def test_a_webcam_pulled_out_is_told_and_found_again(here: Showing, webcam: Watching) -> None:
    films = [Recording([film("hacha.1"), None]), Refused("camera.closed", index=0)]

    def opens(setting: Setting) -> Recording:
        one = films.pop(0) if films else living("whisky.1")
        if isinstance(one, Refused):
            raise one
        return one

    webcam.opens = lambda: opens
    here.sitting.post(here.at("/camera"), {"camera": "0"})
    said: set[str] = set()

    def is_seen() -> bool:
        answer = here.sitting.client.post(here.at("/seen/frame"), headers=here.sitting.headers).get_json()
        said.add(answer["fault"])
        return "whisky" in answer["cards"]

    soon(is_seen)
    assert any("no se abre" in text or "ha dejado de responder" in text for text in said)


def test_no_webcam_and_odd_numbers(here: Showing, webcam: Watching) -> None:
    assert "Todavía no se ha elegido cámara" in here.sitting.post(here.at("/deck"), {"from": "webcam"}).text
    assert here.sitting.client.get(here.at("/camera.jpg"), headers=here.sitting.headers).status_code == 404
    for number in ("-1", "x", "9999", "１"):
        here.sitting.post(here.at("/camera"), {"camera": number})
        assert webcam.setting is None
    here.sitting.host = False
    assert "Tischkamera" not in here.sitting.get(here.at("")).text
    here.sitting.host = True
    webcam.find = list
    assert "Conecta una USB" in here.sitting.get(here.at("")).text


def test_a_frame_that_is_none(here: Showing) -> None:
    form = {"image": (BytesIO(b"nothing"), "frame.jpg")}
    answer = here.sitting.client.post(
        here.at("/play/frame"), data=form, headers=here.sitting.headers, content_type="multipart/form-data"
    )
    assert "no es una imagen" in answer.get_json()["fault"]


NAMES = ["what", "hand-player", "exchange-from", "exchange-to", "discard-player", "player", "card", "card.0", "gone.0"]
NAMES += [
    "so-far", "deck", "from", "camera", "mirror", "version", "step", "do", "sure", "evening", "first", "said",
    "picture",
]  # fmt: skip
VALUES = [
    "hand", "deal", "exchange", "round", "discard", "Ana", "Beto", "whisky", "whisky.1", "webcam", "0", "1", "done",
]  # fmt: skip


FRAMES = ["/deck/frame", "/play/frame", "/seen/frame", "/play/say", "/judge/nonsense/frame"]


@settings(max_examples=examples(80))
@given(
    st.sampled_from(["/deck", "/play", "/seen", "/judge", "/evening", "/camera", *FRAMES]),
    st.dictionaries(st.sampled_from(NAMES), st.sampled_from(VALUES) | st.text(max_size=30), max_size=6),
)
def test_any_form(host: Sitting, path: str, form: dict[str, str]) -> None:
    def closed(setting: Setting) -> Recording:
        raise Refused("camera.closed", index=setting.index)

    host.app.extensions["companion.webcam"] = Watching(find=list, opens=lambda: closed)
    host.sit_down(["Ana", "Beto", "Carla", "Dani"])
    answer = host.client.post(f"/games/{host.game}/scan{path}", data=form, headers=host.headers, follow_redirects=True)
    assert answer.status_code in (200, 400, 409, 410, 422), answer.get_data(as_text=True)
    host.app.extensions["companion.webcam"].rest()


@pytest.fixture
def drawn(host: Sitting) -> Iterator[Showing]:
    host.sit_down(["Ana", "Beto", "Carla", "Dani"])
    host.say(action="draw", player="Ana", back="away")
    yield Showing(host)
    host.host = True


def at_width(share: float, *copies: str) -> bytes:
    """Return a picture of 1,920 pixels in which each tag takes this share of the width."""
    pixels = share * 1920 / 21
    panels = [(symbol(tag_of(copy), pixels), 40 + k * 460, 200) for k, copy in enumerate(copies)]
    return packed(table(*panels, width=1920, height=1080))


@cache
def seen() -> Grey:
    """Return a hand held as a fan that tips into view."""
    tags = sorted(tag_of(copy.id) for copy in deck().copies)
    return grey(render("a fan that tips", Recipe("fan5", "1080", "typical"), tags).picture)


def fan() -> bytes:
    return packed(seen(), ".jpg")


def framed(drawn: Showing, data: bytes, path: str = "/play/frame", film: str = "") -> Any:
    """Return the answer to a frame."""
    form = {"image": (BytesIO(data), "frame.jpg"), **({"film": film} if film else {})}
    return drawn.sitting.client.post(drawn.at(path), data=form, headers=drawn.sitting.headers)


def told(data: bytes) -> list[str]:
    """Return the cards, by slug or by name, that occur in `data`."""
    text = data.decode("utf-8")
    names = {words_of(title("la-cosa"), "es").card(card.slug) for card in deck().cards}
    known = [*(card.slug for card in deck().cards), *sorted(names)]
    return [name for name in known if re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)]


def test_a_fan_in_view_is_named_nowhere(drawn: Showing) -> None:
    sight = ScanService().look(deck(), (), fan(), "fan").sight
    assert len(sight.cards) == 5, "the camera can read it"
    answer = framed(drawn, fan())
    assert len(answer.get_json()["outlines"]) == 5
    assert answer.get_json()["card"] == ""
    assert told(answer.data) == []
    before = drawn.sitting.get(drawn.at("/play"))
    page = drawn.show("/play", fan())
    assert "acerca solo la que se juega" in page.text
    assert told(page.html.encode()) == told(before.html.encode())
    assert "data:image" not in page.html
    assert "<polygon" not in page.html
    assert drawn.sitting.state()["version"] == 2


@pytest.mark.parametrize(
    ("share", "acts"), [(0.012, False), (CLOSE - 0.004, False), (CLOSE + 0.004, True), (0.1, True)]
)
def test_one_card_is_acted_on_only_from_close_by(drawn: Showing, share: float, acts: bool) -> None:
    data = at_width(share, "whisky.1")
    assert [copy.slug for copy in ScanService().look(deck(), (), data, "one").sight.copies] == ["whisky"]
    answer = framed(drawn, data)
    assert (answer.get_json()["card"], answer.get_json()["held"]) == (("whisky", True) if acts else ("", False))
    assert told(answer.data) == (["whisky"] if acts else [])
    page = drawn.show("/play", data)
    assert drawn.sitting.state()["version"] == (3 if acts else 2)
    assert ("Acerca la carta" in page.text) != acts


def test_others_far_behind_it_do_not_matter_and_others_as_near_do(drawn: Showing) -> None:
    near, far = symbol(tag_of("whisky.1"), 5), symbol(tag_of("hacha.1"), 2)
    behind = packed(table((near, 100, 100), (far, 900, 100), width=1920, height=1080))
    assert told(framed(drawn, behind).data) == ["whisky"]
    beside = packed(table((near, 100, 100), (symbol(tag_of("hacha.1"), 4), 900, 100), width=1920, height=1080))
    assert told(framed(drawn, beside).data) == []


@pytest.mark.parametrize("copy", ["infectado.1", "la-cosa.1", "no-gracias.1"])
def test_a_card_that_cannot_be_played_is_not_named(drawn: Showing, copy: str) -> None:
    """Held out by mistake, it stays its owner's secret: every such card is answered with the same bytes."""
    data = picture(copy)
    answer, other = framed(drawn, data), framed(drawn, picture("fallaste.1"))
    assert told(answer.data) == []
    assert {**answer.get_json(), "outlines": []} == {**other.get_json(), "outlines": []}
    page = drawn.show("/play", data)
    assert "no se puede jugar ahora" in page.text
    assert told(page.html.encode()) == told(drawn.sitting.get(drawn.at("/play")).html.encode())


def test_the_page_of_a_dispute_shows_where_tags_are_and_never_which(drawn: Showing) -> None:
    page = drawn.go_on(drawn.begin("hand", **{"hand-player": "Beto"}))
    frames = re.findall(r'data-frames="([^"]+)"', page.html)[0]
    form = {"image": (BytesIO(fan()), "frame.jpg")}
    answer = drawn.sitting.client.post(frames, data=form, headers=drawn.sitting.headers).get_json()
    assert len(answer["copies"]) == 5, "what the form of whoever holds the tablet is filled with"
    assert told(" ".join(str(answer[key]) for key in answer if key != "copies").encode()) == []
    page = drawn.go_on(page, picture("hacha.1", "hacha.1", "whisky.1"), do="look")
    figure = re.search(r"<figure.*</figure>", page.html, re.DOTALL)
    assert figure
    assert figure[0].count("<polygon") == 3
    assert told(figure[0].encode()) == []
    assert "data:image" not in page.html
    drawn.go_on(page, do="leave")


def test_cards_of_another_game_count_as_not_read(drawn: Showing) -> None:
    said = framed(drawn, picture("pistola.1", "llaves.1", game="the-thing"), "/seen/frame").get_json()["said"]
    assert re.findall(r"\d+", said) == ["0", "2"], said


def test_cards_everybody_sees_are_outlined_too(drawn: Showing) -> None:
    page = drawn.show("/seen", fan(), player="Nadie")
    figure = re.search(r"<figure.*</figure>", page.html, re.DOTALL)
    assert figure
    assert told(figure[0].encode()) == []
    assert "data:image" not in page.html


def test_the_hosts_webcam_shows_no_card_that_could_be_told(drawn: Showing) -> None:
    """Only where the deck is checked is its picture finer than a card."""
    shown = Recording([seen(), seen() // 2], again=True, pace=0.05)
    own = Watching(lambda: lambda setting: shown, lambda: [Found(0, "Mesa")])
    drawn.sitting.app.extensions["companion.webcam"] = own
    try:
        drawn.sitting.post(drawn.at("/camera"), {"camera": "0"})
        for path, most in (("/camera.jpg", 32), ("/camera.jpg?for=deck", 960)):
            data = drawn.sitting.client.get(drawn.at(path), headers=drawn.sitting.headers).data
            assert cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE).shape[1] <= most
        for path in ("/play", "/seen"):
            assert "camera.jpg" not in drawn.sitting.get(drawn.at(path)).html
    finally:
        own.rest()
        del drawn.sitting.app.extensions["companion.webcam"]
