"""Which box lies on the table: its edition, asked once and remembered; and cards that some boxes have besides."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.decks.catalog import title
from companion.engine.tags import payloads
from tests.games.play import Sitting as Table
from tests.web.sitting import SIX, Page, Sitting
from tests.web.test_pages_box import House

OURS, RUSSIAN = "la-cosa/la-cosa", "la-cosa/la-cosa-ru"
NEW = f"/new?box={OURS}"


def lies_open(page: Page) -> bool:
    """Return True if the editions are shown without a touch."""
    return 'class="quiet editions" open' in page.html


def opened(sitting: Sitting, box: str) -> str:
    """Open a game of six with this box, as its form comes filled in, and return the deck it is played with."""
    page = sitting.press(sitting.get(NEW), title(*box.split("/")).words["es"].raw("edition.name"))
    page = sitting.press(page, "Preparar la mesa", name=SIX)
    assert page.status == 200
    game = sitting.tables.headings()[0].id
    return sitting.tables.seen(game).title.decklist.slug


def test_the_box_is_asked_until_a_game_was_opened_and_then_remembered(sitting: Sitting) -> None:
    first = sitting.get(NEW)
    assert lies_open(first) and "Vuestra caja: Española o italiana" in first.text
    told = first.html.partition('class="besides"')[0]
    assert told.count('<i class="printed">6</i>') == 3 and told.count('<i class="printed">7</i>') == 5
    assert opened(sitting, RUSSIAN) == "la-cosa-ru"
    again = sitting.get(NEW)
    assert not lies_open(again) and "Vuestra caja: Rusa (Нечто)" in again.text
    assert opened(sitting, OURS) == "la-cosa"
    assert "Vuestra caja: Española o italiana" in sitting.get(NEW).text


def test_what_the_table_agreed_on_outlives_a_change_of_the_box(sitting: Sitting) -> None:
    form = {"name": SIX, "box": OURS, "option.doors_after_elimination": "discard", "option.quarantine_rounds": "2"}
    page = sitting.post("/new", {**form, "do": f"edition.{RUSSIAN}"})
    assert 'value="discard" checked' in page.html and 'name="option.quarantine_rounds" value="3" checked' in page.html
    assert "no cuándo se va la cuarta" in page.text and lies_open(page)


def test_one_is_ticked_then_the_edition_changed_then_it_is_played_and_remembered(sitting: Sitting) -> None:
    page = sitting.press(sitting.get(NEW), "H. P. Lovecraft")
    page = sitting.press(page, "Rusa (Нечто)")
    page = sitting.press(page, "Dinamita")
    assert 'name="box" value="la-cosa/la-cosa-ru-dinamita-lovecraft"' in page.html or "selected" in page.html
    page = sitting.press(page, "Dinamita")
    sitting.press(page, "Preparar la mesa", name=SIX)
    seen = sitting.tables.seen(sitting.tables.headings()[0].id)
    assert seen.title.decklist.slug == "la-cosa-ru-lovecraft"
    assert "6 jugadores, 54 cartas" in sitting.get(f"/games/{seen.id}/setup").text
    assert seen.table.options["quarantine_rounds"] == 3
    assert "La Cosa · Rusa (Нечто) · H. P. Lovecraft" in sitting.get(NEW).text
    for path in (f"/games/{seen.id}", f"/games/{seen.id}/help", "/print?box=la-cosa-ru-lovecraft"):
        assert sitting.get(path).status == 200, path


SIZES = {
    "necronomicon": (35, 41, 54, 63, 69, 88, 96, 109, 109),
    "lovecraft": (35, 41, 55, 64, 70, 89, 96, 109, 109),
    "dinamita": (35, 41, 54, 63, 70, 89, 96, 109, 109),
}
"""Numbers on their faces: 10, 6 and 8; with 4 to 12 players."""


@pytest.mark.parametrize(("slug", "sizes"), SIZES.items())
def test_it_plays_from_its_number_on(slug: str, sizes: tuple[int, ...]) -> None:
    box = title("la-cosa", f"la-cosa-{slug}").decklist
    assert tuple(box.size(players) for players in range(4, 13)) == sizes
    tags = payloads(title("la-cosa").decklist)
    assert {copy: tag for copy, tag in payloads(box).items() if copy in tags} == tags


def table_of(slug: str, *lines: str | dict[str, object]) -> Table:
    here = title("la-cosa", f"la-cosa-{slug}")
    people = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gema", "Hugo", "Inés", "Juan"]
    table = Table(here.game, here.decklist, {"players": people})
    table.do(*lines)
    return table


def test_necronomicon_puts_anyone_out_and_lovecraft_looks_at_anyone() -> None:
    table = table_of("necronomicon", "draw Ana away", "play Ana necronomicon Fede")
    assert table.state["eliminated"] == ["Fede"] and table.state["against"] == "exchange"
    told = table.game.recap(table.decklist, table.course.standing, title("la-cosa").words["es"])
    assert "Ana quemó a Fede" in str(told)
    table = table_of("lovecraft", "draw Ana away", "play Ana lovecraft Fede")
    assert table.state["hands"]["Fede"] == 4


@pytest.mark.parametrize(
    ("deck", "cards", "own"), [("la-cosa-lovecraft", 55, "lovecraft"), ("la-cosa-ru", 53, "hacha")]
)
def test_copies_that_are_missing_from_another_box(tmp_path: Path, deck: str, cards: int, own: str) -> None:
    house = House(tmp_path)
    house.game = house.tables.open({"playthrough": 1, "game": "la-cosa", "deck": deck, "players": SIX}).id
    page = house.press(house.get(house.path), "Preparar la mesa sin ellas", missing=["infectado.9"])
    assert f"6 jugadores, {cards - 1} cartas" in page.text
    house.game = house.tables.headings()[0].id
    assert own in house.tables.seen(house.game).title.decklist.by_slug
    page = house.press(house.get(house.path), "Preparar la mesa", missing=[])
    assert f"6 jugadores, {cards} cartas" in page.text


def test_dynamite_reaches_the_second_and_takes_the_doors_on_the_way() -> None:
    doors = {
        "action": "override",
        "set": {"doors": [["Ana", "Beto"], ["Carla", "Dani"]], "draw_pile": 54},
        "reason": "so",
    }
    table = table_of("dinamita", doors, "draw Ana away")
    for target in ("Beto", "Dani"):
        assert table.say(action="play", player="Ana", card="dinamita", target=target) == "target.not-third"
    table.do("play Ana dinamita Carla")
    assert table.state["eliminated"] == ["Carla"]
    assert table.state["doors"] == [["Beto", "Dani"]], "the one behind her stays"
