"""Small screens, where text was once cut or doubled: the bar of the past, the agreements, the words on the wall."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import PHONE, TABLET
from tests.length import later

pytestmark = pytest.mark.sight

SIDEWAYS = (844, 390)
BURNED = (
    {"action": "draw", "player": "Ana", "back": "away"},
    {"action": "play", "player": "Ana", "card": "lanzallamas", "target": "Beto"},
    {"action": "respond", "player": "Beto", "card": None},
)
ONE_ROW = 60
"""CSS px that one row of a bar takes at most."""
RIGHT = "all => Math.max(...all.map((one) => one.getBoundingClientRect().right))"


@pytest.mark.parametrize("lang", ["es", *later("en")])
def test_the_bar_of_the_past_is_one_row_on_a_phone(house: House, lang: str) -> None:
    game = house.game(None, *BURNED)
    phone = house.tablet(size=PHONE, lang=lang)
    for page in ("log", "at/2", "film", "story"):
        phone.open(f"/games/{game}/{page}")
        bar, right = (
            phone.page.locator(".bar").bounding_box(),
            phone.page.eval_on_selector_all(".bar :is(a, button)", RIGHT),
        )
        assert bar and bar["height"] <= ONE_ROW and right <= PHONE[0], page


@pytest.mark.parametrize("slug", ["the-thing-coop", *later("the-thing", "dos-barajas")])
def test_a_long_name_of_a_game_gives_way_before_a_link_does(house: House, slug: str) -> None:
    setup = {"playthrough": 1, "game": slug, "players": SIX[:4] if slug != "the-thing-coop" else SIX[:1], "options": {}}
    game = house.tables.open(setup).id
    phone = house.tablet(size=PHONE)
    for page in ("rules", "log", "film", "record"):
        phone.open(f"/games/{game}/{page}")
        bar = phone.page.locator(".bar").bounding_box()
        assert bar and bar["height"] <= ONE_ROW, page


def test_six_names_and_the_agreements_on_one_screen_of_a_phone_on_its_side(house: House) -> None:
    house.game(None, *BURNED)
    phone = house.tablet(size=SIDEWAYS)
    phone.open("/new")
    for k in range(4, len(SIX)):
        phone.tap("button.add")
        phone.page.locator("input[name=name]").nth(k).wait_for()
    for k, name in enumerate(SIX):
        phone.page.locator("input[name=name]").nth(k).fill(name)
    phone.tap("h1")
    for part in (".names li >> nth=0", ".names li >> nth=3", ".rulings > summary", ".lot", ".newcomers", "button.main"):
        box = phone.page.locator(part).bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= SIDEWAYS[1] + 1, part


@pytest.mark.parametrize("size", [TABLET, (1024, 768), *later((1920, 1080))], ids=str)
def test_no_word_on_the_wall_is_broken(house: House, size: tuple[int, int]) -> None:
    """The longest words of what is asked stand whole beside the ring."""
    _, wall = house.at(*BURNED, page="/room", host=False, size=size)
    wide = wall.page.evaluate(
        "(() => { const p = document.querySelector('#prompt'); return p.scrollWidth <= p.clientWidth; })()"
    )
    broken = wall.page.evaluate("""(() => {
      const text = document.querySelector('#prompt').firstChild, range = document.createRange(), tops = [];
      for (const word of text.data.matchAll(/\\S+/g)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) tops.push(word[0]);
      }
      return tops;
    })()""")
    assert wide and broken == []
