"""Whole evenings in a real browser: six people, from the names to the winners, by pressing what is on the screen."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import PHONE, Tablet


def open_a_game(tablet: Tablet) -> None:
    """Names, then the set-up, then the table."""
    tablet.open("/new")
    for _ in range(2):
        tablet.page.get_by_role("button", name="Añadir a alguien").click()
    for box, name in zip(tablet.page.locator('input[name="name"]').all(), SIX, strict=True):
        box.fill(name)
    tablet.page.locator("button.main").first.click()
    assert "6 jugadores, 54 cartas" in tablet.page.inner_text("main")
    tablet.page.get_by_role("link", name="Empezar a jugar").click()
    assert tablet.prompt == "Ana roba una carta"


def plain_turn(tablet: Tablet) -> None:
    """Drawn, discarded, exchanged."""
    for label in ("Verde: ¡Aléjate!", "Descarta una carta boca abajo", "Intercambio hecho"):
        tablet.press(label)


def first_round(tablet: Tablet) -> None:
    """A turn of each: plain, a door, a quarantine, a panic, a seat changed, an exchange refused."""
    plain_turn(tablet)
    for label in ("Verde: ¡Aléjate!", "Puerta atrancada", "Ana", "Intercambio hecho"):
        tablet.press(label)
    tablet.press("Verde: ¡Aléjate!")
    tablet.press("Cuarentena")
    tablet.touch("Dani")
    tablet.press("¡No, gracias!")
    assert tablet.prompt == "Dani roba una carta"
    tablet.press("Verde: ¡Aléjate!")
    tablet.press("No se anota cuál")
    tablet.press("Whisky")
    for label in ("Intercambio hecho", "Rosa: ¡Pánico!", "Cuerdas podridas", "Hecho", "Intercambio hecho"):
        tablet.press(label)
    for label in ("Verde: ¡Aléjate!", "¡Más vale que corras!", "Carla", "Carla no se defiende", "Intercambio hecho"):
        tablet.press(label)


def quiet(tablet: Tablet, label: str) -> None:
    """Something beside the course of a turn."""
    if not tablet.choice(label).is_visible():
        tablet.page.locator("details.quiet summary", has_text="Otras cosas").click()
    tablet.press(label)


def roles(tablet: Tablet, thing: str, infected: tuple[str, ...] = ()) -> None:
    """Enter what everybody was."""
    for name in SIX:
        tablet.pick(name, "La Cosa" if name == thing else "Infectado" if name in infected else "Humano")
    tablet.press("Ver quién gana")


def eliminated(tablet: Tablet) -> None:
    tablet.press("Verde: ¡Aléjate!")
    tablet.press("Lanzallamas")
    neighbour = tablet.page.locator(".seat.can").first.get_attribute("aria-label") or ""
    name = neighbour.partition(",")[0]
    tablet.touch(name)
    tablet.press(f"{name} no se defiende: queda fuera")
    quiet(tablet, "Una persona eliminada era La Cosa")
    tablet.press(name)
    tablet.press("Anotar los roles y ver quién gana")
    roles(tablet, name)
    assert tablet.prompt.startswith("Ganan")
    assert name not in tablet.prompt


def declared(tablet: Tablet) -> None:
    quiet(tablet, "La Cosa declara que no quedan humanos")
    tablet.press("Beto")
    tablet.press("Anotar los roles y ver quién gana")
    roles(tablet, "Beto", ("Ana", "Carla", "Dani", "Eva", "Fede"))
    assert tablet.prompt.startswith("Gana")
    assert "Beto" in tablet.prompt


def caught(tablet: Tablet) -> None:
    quiet(tablet, "Descubren a La Cosa con un Lanzallamas")
    roles(tablet, "Eva", ("Dani",))
    assert tablet.prompt == "Ganan Ana, Beto, Fede y Carla"


def abandoned(tablet: Tablet) -> None:
    quiet(tablet, "Dejar la partida sin resultado")
    tablet.press("Dejarla así")
    assert tablet.prompt == "Partida abandonada"


TAPS = {"eliminated": 14, "declared": 10, "caught": 8, "abandoned": 2}
"""How many taps an ending may take, the role of each of six people among them."""

ENDINGS = {"eliminated": eliminated, "declared": declared, "caught": caught, "abandoned": abandoned}


@pytest.mark.parametrize("ending", list(ENDINGS))
def test_a_whole_game_to_each_ending(house: House, ending: str) -> None:
    tablet = house.tablet(size=PHONE) if ending == "declared" else house.tablet()
    open_a_game(tablet)
    first_round(tablet)
    tablet.shot(f"middle-{ending}")
    before = tablet.taps
    ENDINGS[ending](tablet)
    assert tablet.taps - before <= TAPS[ending]
    tablet.shot(f"end-{ending}")
    game = house.tables.headings()[0].id
    assert house.tables.seen(game).state["status"] == "ended"
    tablet.press("↶ Deshacer")
    assert house.tables.seen(game).state["status"] != "ended"


def test_a_whole_game_without_javascript(house: House) -> None:
    tablet = house.tablet(js=False)
    open_a_game(tablet)
    for label in ("Verde: ¡Aléjate!", "Sospecha", "Beto", "Intercambio hecho"):
        tablet.press(label)
    for label in ("Rosa: ¡Pánico!", "Vuelta y vuelta", "Hecho"):
        tablet.press(label)
    assert tablet.prompt == "Carla roba una carta"
    for label in ("Verde: ¡Aléjate!", "Lanzallamas", "Dani", "Dani no se defiende"):
        tablet.press(label)
    tablet.press("↶ Deshacer")
    assert tablet.prompt == "Carla quema a Dani: ¿se defiende?"
    tablet.press("Dani no se defiende")
    quiet(tablet, "Una persona eliminada era La Cosa")
    tablet.press("Dani")
    tablet.press("Anotar los roles y ver quién gana")
    roles(tablet, "Dani")
    assert tablet.prompt == "Ganan Ana, Beto, Carla, Eva y Fede"


def test_a_game_in_english(house: House) -> None:
    game = house.game()
    tablet = house.tablet(lang="en")
    tablet.open(f"/games/{game}")
    for label in ("Green: Stay Away!", "Discards a card face down"):
        tablet.press(label)
    assert tablet.prompt == "Ana and Beto exchange a card"
    text = tablet.page.inner_text("body")
    for word in ("Deshacer", "Lo que ha pasado", "Otras cosas", "Descartes"):
        assert word not in text
    tablet.page.locator("button[lang=es]").click()
    tablet.page.wait_for_function("() => document.documentElement.lang === 'es'")
    assert tablet.prompt == "Ana y Beto intercambian una carta"
