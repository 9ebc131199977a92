"""An evening by touch with three cards that exist in no box, made from `docs/add-a-card.md`."""

from __future__ import annotations

from pathlib import Path

from tests.games.la_cosa.own import own_box
from tests.web.sitting import Page
from tests.web.test_pages_box import House

PEOPLE = ["Ana", "Beto", "Carla", "Dani"]
GREEN, PINK = "Dorso verde: ¡Aléjate!", "Dorso rosa: ¡Pánico!"


def touch(house: House, page: Page, label: str) -> Page:
    """Touch a choice of the page, called exactly so."""
    return house.get(page.links[label]) if label in page.links else house.press(page, label)


def touched(house: House, *labels: str) -> Page:
    """Touch one thing after the other, as the pages offer them, and return the table after them."""
    page = house.look()
    for label in labels:
        page = touch(house, page, label)
        assert page.status == 200, label
    return house.look()


def test_an_evening_with_cards_of_ones_own(tmp_path: Path) -> None:
    folder = tmp_path / "decks" / "mi-caja"
    folder.mkdir(parents=True)
    own_box(folder)
    house = House(tmp_path)
    house.press(house.get("/new?box=la-cosa/mi-caja"), "Preparar la mesa", name=PEOPLE)
    house.game = house.tables.headings()[0].id
    # Ana looks at two of Carla's cards, draws and discards; then the ordinary exchange.
    page = touched(house, GREEN, "Linterna", "Carla", "Hecho")
    assert "Ana juega «Linterna» sobre Carla. Ana mira 2 cartas de Carla." in page.text
    touched(house, "Intercambio hecho")
    # Beto bribes Carla, who cannot say no: of the two ways he chooses the second.
    page = touch(house, touched(house, GREEN), "Soborno")
    page = touch(house, page, "Carla")
    assert "Beto juega «Soborno». ¿Qué elige?" in page.text
    touch(house, page, "Enseña toda su mano a todos.")
    page = house.look()
    assert "Beto juega «Soborno» sobre Carla" in page.text and "¡No, gracias!" in page.text
    page = touched(house, "Carla no se defiende: «Soborno» tiene efecto")
    assert "Carla enseña toda su mano a todos." in page.text
    touched(house, "Intercambio hecho")
    # Carla draws the blizzard; the page says what it does, and who gives to whom.
    page = touched(house, PINK, "Ventisca")
    assert "Todos a la vez dais una carta a quien tenéis a la izquierda." in page.text
    assert "Carla da a Dani" in page.text
    page = touched(house, "Hecho", "Intercambio hecho")
    seen = house.tables.seen(house.game)
    assert (seen.table.turn, seen.table.piles["discard"]) == ("Ana", 4), "Dani misses the turn"
    assert seen.table.hands == dict.fromkeys(PEOPLE, 4)
    # What the cards do stands among the cards of the table.
    assert "Miras, solo tú, 2 cartas al azar de su mano." in house.get(f"/games/{house.game}/help").text
