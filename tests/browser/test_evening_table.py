"""What stands beside the course of play: what the hands put right, what all have seen, the cards."""

from __future__ import annotations

from tests.browser.conftest import House
from tests.browser.tablet import RETURN
from tests.browser.test_going_back import a_plain_turn


def test_undo_says_what_the_hands_do_before_and_after(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    tablet.do("draw", back="away")
    tablet.do("play", card="lanzallamas")
    tablet.do("play", target="Beto")
    tablet.do("respond", player="Beto")
    assert "Beto" in tablet.page.locator("#undo .hands").inner_text()
    assert not tablet.page.locator("#hands").count()
    tablet.push("#undo")
    said = tablet.page.locator("#hands").inner_text()
    assert "Beto" in said and "recupera" in said
    tablet.shot("evening-undo")
    tablet.do("respond", player="Beto")
    assert not tablet.page.locator("#hands").count()


def test_one_undo_takes_back_what_one_tap_said(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    tablet.do("draw", then=["discard"])
    undo = tablet.page.locator("#undo").inner_text()
    assert "roba" in undo and "descarta" in undo
    tablet.push("#undo")
    assert tablet.prompt == "Ana roba una carta"
    state = house.tables.seen(game).state
    assert (state["draw_pile"], state["discard_pile"], state["version"]) == (30, 0, 5)
    assert tablet.page.locator("#hands li").count() == 2
    tablet.push("#redo")
    tablet.do("respond")
    tablet.push("#undo")
    assert tablet.prompt == "Ana y Beto intercambian una carta"


def test_going_back_far_lists_every_step_for_the_hands(house: House) -> None:
    game = house.game()
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    a_plain_turn(tablet)
    tablet.do("draw", then=["discard"])
    tablet.click("#line-1 a")
    tablet.push(RETURN)
    tablet.page.wait_for_selector("#hands")
    assert tablet.page.locator("#hands li").count() >= 4


def test_cards_all_have_seen_stay_readable_and_lead_to_the_card(house: House) -> None:
    game = house.game(None, {"action": "show", "player": "Eva", "cards": ["lanzallamas", "whisky"], "to": "all"})
    tablet = house.tablet()
    tablet.open(f"/games/{game}")
    assert tablet.page.locator("#known").inner_text().count("Eva") == 1
    tablet.shot("evening-known")
    tablet.click("#known a[href$=whisky]")
    assert tablet.page.locator("#over[open] .face h2").inner_text() == "Whisky"
    tablet.open(f"/games/{game}/rules")
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
    assert "xyzzy" in tablet.page.inner_text("main p[role=status]")
