"""Help and rules: whole, the same bytes for every device, without further requests; and what a step reads aloud."""

from __future__ import annotations

import html
import re
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest

from companion.decks.catalog import title
from companion.games import SLUGS
from companion.web.server.files import static_version
from tests.web.sitting import SIX, Sitting, seated
from tests.web.test_seats import Phone, handed


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_card_and_every_side_stands_there(slug: str, lang: str) -> None:
    sitting = seated(game=slug, players=SIX[: title(slug).decklist.most], lang=lang)
    html = sitting.get(f"/games/{sitting.game}/help").html
    said = " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())
    chosen = sitting.tables.seen(sitting.game).table.options
    words = title(slug).wording(lang).as_played({key: str(value).lower() for key, value in chosen.items()})
    for card in title(slug).decklist.cards:
        assert words.card(card.slug) in said
        assert " ".join(words.raw(f"cards.{card.slug}.text").split()) in said
    assert len(re.findall(r'id="help-side-\d"', html)) == {"dos-barajas": 2}.get(slug, 3)
    assert {"help-goal", "help-turn", "help-end", "help-notes"} <= {*re.findall(r'id="(help-[a-z]+)"', html)}
    assert "{" not in said


def test_whoever_asks_is_sent_the_same_bytes(tablet: Sitting) -> None:
    access = tablet.access
    leads = Phone(tablet)
    leads.client.set_cookie(access.cookie_name, access.cookie)
    readers = [handed(tablet, 0), handed(tablet, 3), Phone(tablet), leads]
    tablet.say(action="draw", player="Ana", back="away")
    path = f"/games/{tablet.game}/help"
    sent = {reader.client.get(path, headers=reader.headers).get_data() for reader in readers}
    assert len(sent) == 1


def test_nothing_that_is_read_there_is_asked_for(tablet: Sitting) -> None:
    inside = tablet.get(f"/games/{tablet.game}/help").html.split('id="whole-help"')[1].split("</article>")[0]
    assert not re.findall(r"<(?:form|img|iframe|a\b)|\bsrc=", inside)
    assert set(re.findall(r'href="([^"#]*)#', inside)) <= {re.findall(r'href="(/icons[^"#]*)', inside)[0]}


def test_a_phone_has_no_form_that_tells_what_is_looked_for(tablet: Sitting) -> None:
    for phone in (handed(tablet, 0), Phone(tablet)):
        html = phone.look().html
        assert 'class="find"' not in html and "data-help" in html and f"/static/v-{static_version()}/help.js" in html
    assert 'class="find"' in tablet.look().html


STOPPED, FREE = "Entre vecinos, lo impide una puerta.", "Ninguna puerta lo impide."


def test_a_card_that_is_drawn_and_the_list_of_cards() -> None:
    drawn = {"action": "draw", "player": "Ana", "back": "panic", "card": "sal-de-aqui"}
    sitting = seated(drawn, options={"quarantine_rounds": 3})
    table, rules = f"/games/{sitting.game}", f"/games/{sitting.game}/rules"
    assert STOPPED in sitting.get(table).html
    assert STOPPED in sitting.get(rules).html and "tres rondas" in sitting.get(rules).html
    assert "dos rondas" in sitting.get("/rules").html
    sitting.say(action="override", set={"options": {"door_stops_ranged": False}}, reason="so we play")
    for path in (table, rules):
        assert FREE in sitting.get(path).html and STOPPED not in sitting.get(path).html
    assert STOPPED in sitting.get("/rules").html


TAKEN = {"action": "take-sheets"}
FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]


def sitting(game: str, *said: dict[str, Any], **more: object) -> Sitting:
    return seated(*said, game=game, players=FIVE, first="Ana", **more)


@pytest.mark.parametrize("slug", ["the-thing", "the-thing-outpost"])
def test_every_phase_has_the_words_of_the_reader_in_both_languages(slug: str) -> None:
    here = title(slug)
    for phase in here.game.phases:
        if phase == "ending":
            continue
        for lang in ("es", "en"):
            said = [here.words[lang].raw(f"read.{phase}.{part}") for part in ("aloud", "hands", "next")]
            assert all(len(one) > 3 and not one.startswith("read.") for one in said), (phase, lang)


def told(page: Sitting) -> str:
    """Return the text beside the question of the table, or ""."""
    found = re.findall(r'<p class="told" id="told">(.*?)</p>', page.get(f"/games/{page.game}").html)
    assert len(found) < 2
    return html.unescape(found[0]) if found else ""


def test_in_the_dark_it_is_said_out_of_whose_hand_a_card_comes() -> None:
    dark = {"step": "plan", "damage": {"generator": 2}, "hands": dict.fromkeys(FIVE, 3)}
    page = sitting("the-thing", TAKEN, {"action": "override", "set": dark, "reason": "r"})
    assert told(page) == "Apagón: la carta de Beto se roba al azar de la mano de Ana."


def test_the_title_asks_what_the_numbers_below_it_mean() -> None:
    page = sitting("the-thing", TAKEN, {"action": "weather", "face": "storm"})
    shown = page.get(f"/games/{page.game}").html
    assert 'id="prompt">Tormenta. ¿Cuánto combustible gasta el generador?</h1>' in shown
    assert '<p class="lead">' not in shown


@pytest.mark.parametrize(
    ("lang", "said", "card"),
    [
        ("es", "infección", "infectado"), ("es", "escudo", ""), ("es", "quemar", "lanzallamas"),
        ("es", "FUEGO", "lanzallamas"), ("es", "vecino", "lanzallamas"), ("es", "puertas", "puerta-atrancada"),
        ("en", "neighbors", "puerta-atrancada"), ("en", "burn", "lanzallamas"), ("en", "fire", "nada-de-barbacoas"),
        ("en", "seats", "cambio-de-lugar"),
    ],
)  # fmt: skip
def test_a_card_is_found_by_what_people_call_it(lang: str, said: str, card: str) -> None:
    html = Sitting(lang=lang).get(f"/rules?find={quote(said)}").html
    found = re.findall(r'<li id="card-([\w-]+)"', html)
    assert (card in found) if card else not found, found
    assert len(found) < 31
