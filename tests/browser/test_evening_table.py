"""What stands beside the course of play: what the hands put right, what all have seen, the cards."""

from __future__ import annotations

from tests.browser.conftest import House


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
