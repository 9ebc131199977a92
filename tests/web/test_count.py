"""Count my box: which known box it is, how it differs from the nearest, and the deck that is made of it."""

from __future__ import annotations

import html
import re
from io import BytesIO
from pathlib import Path

import pytest

from companion.decks.catalog import read_folder, title
from tests.web.showing import picture
from tests.web.sitting import SIX, Page
from tests.web.test_pages_box import House

KEY = "la-cosa/la-cosa"
FIELD = re.compile(r'name="((?:kept|n)\.[\w.-]+|box|tongue|many)" value="([^"]*)"')


def confirmed(house: House, tongue: str, **other: str) -> Page:
    """Return the page of a box of which every kind was confirmed as the Spanish one has it, save these."""
    numbers = {card.slug: " ".join(str(n) for n in card.numbers or [0]) for card in title("la-cosa").decklist.cards}
    numbers |= {"dinamita": "", "lovecraft": "", "necronomicon": "", **other}
    return house.post("/count", {"box": KEY, "tongue": tongue, **{f"kept.{slug}": of for slug, of in numbers.items()}})


def step(house: House, page: Page, **said: str) -> Page:
    """Confirm the kind that is asked, as it stands there save for what is said."""
    slug = re.search(r'value="(yes\.[\w-]+)"', page.html)
    assert slug and page.status == 200
    form = dict(FIELD.findall(page.html.partition('enctype="multipart')[0]))
    return house.post("/count", {**form, **{name.replace("_", "."): n for name, n in said.items()}, "do": slug[1]})


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_the_kinds_are_asked_one_by_one_and_numbers_where_they_tell_or_differ(house: House) -> None:
    page = house.get(f"/count?box={KEY}&tongue=es")
    assert "1 de 34 La Cosa" in page.text
    page = step(house, page)
    assert "2 de 34 ¡Infectado!" in page.text and 'name="n.7" value="2"' in page.html
    page = step(house, page, n_6="1", n_7="3")
    assert 'name="kept.infectado" value="4 4 4 4 4 4 4 4 6 7 7 7 8 9 9 10 10 11 11 11"' in page.html
    page = step(house, page, many="6")
    assert "Lanzallamas" in page.text and 'name="n.4" value="2"' in page.html  # not as many as we know: which?
    page = step(house, page, n_5="1")
    assert 'name="kept.lanzallamas" value="4 4 5 6 9 11"' in page.html and "4 de 34 Análisis" in page.text


def test_a_known_box_is_told_by_its_name(house: House) -> None:
    page = confirmed(house, "es")
    assert "la caja que conocemos como «La Cosa»" in page.text and 'href="/new?box=la-cosa/la-cosa"' in page.html
    page = confirmed(house, "ru", infectado=RUSSIAN, lovecraft="6")
    assert "«La Cosa · Rusa (Нечто) · H. P. Lovecraft»" in page.text and house.on_disk() == []


RUSSIAN = "4 4 4 4 4 4 4 4 6 7 7 7 8 9 9 10 10 11 11 11"
OTHER = {"infectado": RUSSIAN, "hacha": "4", "sospecha": "4 4 4 4 7 8 9 10 11", "necronomicon": "10"}


def test_another_box_says_how_it_differs_and_is_played_with(house: House) -> None:
    page = confirmed(house, "en", **OTHER)
    assert "La más parecida es «La Cosa · Necronomicón»" in page.text
    for one in ("¡Infectado!: llevan 7 en vez de 6.", "Hacha: 1 de menos (9).", "Sospecha: 1 de más (11)."):
        assert one in page.text
    assert "una reseña le cuenta 110 cartas" in page.text
    new = house.post("/count", {**dict(FIELD.findall(page.html)), "do": "make"})
    assert "Vuestra caja: La vuestra: 109 cartas" in new.text and not re.search('class="besides"', new.html)
    deck = next((house.data / "decks").iterdir())
    found = read_folder(deck)
    assert found.box and not found.findings
    sizes = [found.box.decklist.size(players) for players in (6, 10, 12)]
    assert sizes == [53, 95, 109]  # by hand: 54 - 1; 95 + 1 - 1; 108 + 1 + 1 - 1
    assert house.press(new, "Preparar la mesa", name=SIX).status == 200
    game = house.tables.headings()[0].id
    assert house.tables.seen(game).title.decklist.slug == deck.name
    assert "6 jugadores, 53 cartas" in house.get(f"/games/{game}/setup").text
    assert "Vuestra caja: La vuestra: 109 cartas" in house.get("/new").text


def test_one_kind_is_counted_again_and_a_guest_counts_nothing(house: House) -> None:
    page = confirmed(house, "es", whisky="")
    assert "Whisky: 3 de menos (4, 6, 10)." in page.text
    form = dict(FIELD.findall(page.html))
    again = house.post("/count", {**form, "do": "ask.whisky"})
    assert 'value="yes.whisky"' in again.html
    page = house.post("/count", {**dict(FIELD.findall(again.html)), "many": "3", "do": "yes.whisky"})
    assert "la caja que conocemos como «La Cosa»" in page.text
    page = house.post("/count", {**form, "kept.la-cosa": "0 0", "do": "make"})
    assert page.status == 422 and "hay una sola" in page.text and house.on_disk() == ["decks"]
    assert house.get("/count?box=la-criatura/la-criatura").status == 404


def test_what_the_camera_sees_whole_is_not_asked(house: House) -> None:
    seen = picture("whisky.1", "whisky.2", "whisky.3", "hacha.1")
    form = {"box": KEY, "tongue": "es"}
    page = house.post("/count", {**form, "do": "look", "picture": (BytesIO(seen), "table.png")})
    assert "4 de 108" in page.text
    so_far = html.unescape(re.search(r'name="so-far" value="([^"]*)"', page.html)[1])  # type: ignore[index]
    more = {"image": (BytesIO(picture("whisky.2", "infectado.1")), "frame.png"), "so-far": so_far, "film": "7"}
    answer = house.client.post(f"/count/frame?box={KEY}", data=more, headers=house.headers)
    assert answer.status_code == 200 and "5 de 108" in answer.json["said"]  # type: ignore[index]
    page = house.post("/count", {**form, "so-far": so_far, "do": "seen"})
    kept = {name for name, _ in FIELD.findall(page.html) if name.startswith("kept.")}
    assert kept == {"kept.whisky"}  # one axe was not seen, and numbers tell Infectado
