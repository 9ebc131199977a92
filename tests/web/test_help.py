"""Help and rules: whole, the same bytes for every device, and without further requests when they are read."""

from __future__ import annotations

import re
from html import unescape

import pytest

from companion.decks.catalog import title
from companion.games import SLUGS
from companion.web.server.files import static_version
from tests.web.sitting import SIX, Sitting, seated
from tests.web.test_seats import Phone, handed


def _table(slug: str, lang: str = "es") -> Sitting:
    return seated(game=slug, players=SIX[: title(slug).decklist.most], lang=lang)


def _words(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", ["es", "en"])
def test_every_card_and_every_side_stands_there(slug: str, lang: str) -> None:
    sitting = _table(slug, lang)
    html = sitting.get(f"/games/{sitting.game}/help").html
    said = _words(html)
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
