"""Which box lies on the table: asked once, said with what tells it apart, and remembered."""

from __future__ import annotations

from companion.decks.catalog import title
from tests.web.sitting import SIX, Page, Sitting

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


def test_the_box_is_asked_until_a_game_was_opened_and_then_remembered() -> None:
    sitting = Sitting()
    first = sitting.get(NEW)
    assert lies_open(first) and "Vuestra caja: Española o italiana" in first.text
    told = first.html.partition('class="besides"')[0]
    assert told.count('<i class="printed">6</i>') == 3 and told.count('<i class="printed">7</i>') == 5
    assert opened(sitting, RUSSIAN) == "la-cosa-ru"
    again = sitting.get(NEW)
    assert not lies_open(again) and "Vuestra caja: Rusa (Нечто)" in again.text
    assert opened(sitting, OURS) == "la-cosa"
    assert "Vuestra caja: Española o italiana" in sitting.get(NEW).text


def test_an_edition_is_set_up_with_its_own_count_and_its_own_rulebook() -> None:
    sitting = Sitting()
    assert opened(sitting, RUSSIAN) == "la-cosa-ru"
    seen = sitting.tables.seen(sitting.tables.headings()[0].id)
    assert (seen.table.piles["draw"], seen.table.options["quarantine_rounds"]) == (29, 3)
    assert "6 jugadores, 53 cartas" in sitting.get(f"/games/{seen.id}/setup").text


def test_what_the_table_agreed_on_outlives_a_change_of_the_box() -> None:
    sitting = Sitting()
    form = {"name": SIX, "box": OURS, "option.doors_after_elimination": "discard", "option.quarantine_rounds": "2"}
    page = sitting.post("/new", {**form, "do": f"edition.{RUSSIAN}"})
    assert 'value="discard" checked' in page.html and 'name="option.quarantine_rounds" value="3" checked' in page.html
    assert "no cuándo se va la cuarta" in page.text and lies_open(page)


def test_the_house_shows_each_game_once_and_no_edition_of_one_sold_in_one_way() -> None:
    sitting = Sitting()
    assert sitting.get("/").html.count('class="lid"') == 6
    assert "editions" not in sitting.get("/new?box=la-criatura/la-criatura").html
