"""What stands beside the course of play: two taps a turn, what the hands put right, what all have seen, the cards."""

from __future__ import annotations

from tests.browser.conftest import House
from tests.browser.tablet import Tablet


def taps(tablet: Tablet, *labels: str) -> int:
    """Press each; gives back how many taps that took."""
    for label in labels:
        tablet.press(label)
    return len(labels)


def test_a_normal_turn_is_two_taps_and_a_played_card_five(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    assert taps(tablet, "Roba verde y descarta", "Intercambio hecho") == 2
    assert tablet.prompt == "Beto roba una carta"
    assert tablet.version() == 4
    played = taps(tablet, "Verde: ¡Aléjate!", "Lanzallamas", "Ana", "¡Nada de barbacoas!", "Intercambio hecho")
    assert played == 5
    assert tablet.prompt == "Carla roba una carta"


def test_undo_says_what_the_hands_do_before_and_after(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    taps(tablet, "Verde: ¡Aléjate!", "Lanzallamas", "Beto")
    tablet.press("Beto no se defiende: queda fuera")
    assert "Beto" in tablet.page.locator("#undo .hands").inner_text()
    assert not tablet.page.locator("#hands").count()
    tablet.press("↶ Deshacer")
    said = tablet.page.locator("#hands").inner_text()
    assert "Beto" in said and "recupera" in said
    tablet.shot("evening-undo")
    tablet.press("Beto no se defiende: queda fuera")
    assert not tablet.page.locator("#hands").count()


def test_one_undo_takes_back_what_one_tap_said(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    tablet.press("Roba verde y descarta")
    undo = tablet.page.locator("#undo").inner_text()
    assert "roba" in undo and "descarta" in undo
    tablet.press("↶ Deshacer")
    assert tablet.prompt == "Ana roba una carta"
    state = house.tables.seen(game).state
    assert (state["draw_pile"], state["discard_pile"], state["version"]) == (30, 0, 5)
    assert tablet.page.locator("#hands li").count() == 2
    tablet.press("↷ Rehacer")
    tablet.press("↷ Rehacer")
    tablet.press("Intercambio hecho")
    tablet.press("↶ Deshacer")
    assert tablet.prompt == "Ana y Beto intercambian una carta"


def test_going_back_far_lists_every_step_for_the_hands(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    taps(tablet, "Roba verde y descarta", "Intercambio hecho", "Roba verde y descarta")
    tablet.page.locator("#line-1 form button").click()
    tablet.page.wait_for_selector("#hands")
    assert tablet.page.locator("#hands li").count() >= 4


def test_cards_all_have_seen_stay_readable_and_lead_to_the_card(house: House) -> None:
    game = house.game(None, {"action": "show", "player": "Eva", "cards": ["lanzallamas", "whisky"], "to": "all"})
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    assert tablet.page.locator("#known").inner_text().count("Eva") == 1
    tablet.shot("evening-known")
    tablet.page.locator("#known a", has_text="Whisky").click()
    tablet.page.wait_for_url("**/rules#card-whisky")
    assert tablet.page.locator("#card-whisky").is_visible()
    tablet.page.fill("#find", "barbacoas")
    tablet.page.keyboard.press("Enter")
    tablet.page.wait_for_url("**find=barbacoas*")
    assert tablet.page.locator("#card-nada-de-barbacoas").is_visible()
    assert not tablet.page.locator("#card-whisky").count()
    tablet.shot("evening-rules")
    tablet.page.fill("#find", "xyzzy")
    tablet.page.keyboard.press("Enter")
    tablet.page.wait_for_url("**find=xyzzy*")
    assert "xyzzy" in tablet.page.locator("[role=status]", has_text="xyzzy").inner_text()
