"""The cards as faces by kind: one opens at a touch, and is found by what people call it."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from tests.browser.conftest import House
from tests.browser.tablet import PHONE, PORTRAIT, TABLET
from tests.browser.test_sight import TWELVE
from tests.length import later

pytestmark = pytest.mark.sight

MOST_SCREENS = 5
"""Most screens that the whole gallery of the largest box may take on a tablet."""


@pytest.mark.parametrize("js", [True, *later(False)])
def test_every_card_is_a_face_and_opens_at_a_touch(house: House, js: bool) -> None:
    cards = title("la-cosa").decklist.cards
    tablet = house.tablet(js=js)
    tablet.open("/rules")
    faces = tablet.page.locator(".faces .face")
    assert faces.count() == len(cards)
    kinds = list(dict.fromkeys(card.kind for card in cards))
    assert [one.get_attribute("id") for one in tablet.page.locator("section.kind").all()] == [
        f"kind-{k}" for k in kinds
    ]
    assert not tablet.page.locator(".faces .read:visible").count()
    tall = tablet.page.locator("html").bounding_box()
    assert tall and tall["height"] <= MOST_SCREENS * TABLET[1]
    faces.nth(6).tap()
    opened = tablet.page.locator(".faces .read:visible")
    opened.first.wait_for()
    assert opened.count() == 1
    text = title("la-cosa").words["es"].raw(f"cards.{cards[6].slug}.text")
    assert text[:40] in opened.inner_text()
    opened.locator("a.choice").tap()
    opened.first.wait_for(state="hidden")


def test_the_cards_are_what_is_seen_first(house: House) -> None:
    """The search above the cards takes at most 45 % of the first screen, on a low phone on its side 80 %."""
    tablet = house.tablet()
    for path in ("/rules", f"/games/{house.game()}/rules"):
        tablet.open(path)
        for (width, height), most in ((TABLET, 0.45), (PORTRAIT, 0.3), (PHONE, 0.35), (PHONE[::-1], 0.8)):
            tablet.resize(width, height)
            box = tablet.page.locator(".faces .face").first.bounding_box()
            assert box and box["y"] <= most * height, (path, width, box)


def test_who_chooses_a_figure_has_the_button_that_keeps_it_within_the_screen(house: House) -> None:
    tablet = house.tablet()
    tablet.open(f"/games/{house.game(TWELVE)}/figures")
    for width, height in (TABLET, PORTRAIT):
        tablet.resize(width, height)
        keep, last = (tablet.page.locator(f".figures {one}").last.bounding_box() for one in ("button", ".segment"))
        assert keep and keep["y"] + keep["height"] <= height - 12, (width, keep)
        assert last and last["y"] + last["height"] <= keep["y"], "it lies over what is chosen"
