"""The past under a finger: the time line scrubbed, an old entry changed, the film played, the chronicle read."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.states import NAMES
from tests.browser.tablet import PHONE, TABLET, Tablet
from tests.browser.waiting import nothing_comes
from tests.history.telling import told
from tests.history.test_past import BEGUN, FOUR


def scrubbed(tablet: Tablet, number: int, many: int) -> None:
    """Tap a place on the time line, and wait for its frame."""
    box = tablet.page.locator("#scrub").bounding_box()
    assert box is not None
    thumb = 40.0
    x = box["x"] + thumb / 2 + (box["width"] - thumb) * (number - 1) / (many - 1)
    tablet.page.touchscreen.tap(x, box["y"] + box["height"] / 2)
    tablet.page.wait_for_selector(f'#frame[data-number="{number}"]')


def test_an_old_entry_is_changed_from_its_line_of_the_log(house: House) -> None:
    game, tablet = house.at(*BEGUN, players=FOUR)
    tablet.tap(tablet.page.locator("#line-3 a").first)
    tablet.page.wait_for_selector("#timeline.live")
    assert tablet.page.locator("#frame").get_attribute("data-number") == "3"
    scrubbed(tablet, 6, 9)
    assert tablet.page.url.endswith("/at/6")
    assert "Vigila tus espaldas" in tablet.page.inner_text("#told")
    for _ in range(3):
        tablet.tap("#earlier")
    tablet.page.wait_for_selector('#frame[data-number="3"]')
    tablet.shot("past-changed-at")
    tablet.push("#frame a[href*='/edit/']")
    assert tablet.prompt == "¿Qué pasó en realidad?"
    tablet.do("play", card="puerta-atrancada")
    tablet.do("play", target="Dani")
    tablet.shot("past-changed-see")
    with tablet.page.expect_navigation():
        tablet.tap(tablet.page.locator("#troubles label:has(input[name=keep])").first)
    assert tablet.page.locator('input[name="keep"]').is_checked()
    assert tablet.page.locator("button[data-again]").is_hidden()
    tablet.push("#accept")
    state = house.tables.seen(game).state
    assert (state["doors"], state["against"]) == ([["Dani", "Ana"]], "lanzallamas")


def test_the_film_plays_by_itself_and_stops_at_a_touch(house: House) -> None:
    _, game = told(house.tables)
    tablet = house.tablet(host=False, size=PHONE)
    tablet.open(f"/games/{game}/film")
    tablet.tap("input[name=speed][value='500']", force=True)
    tablet.tap("#play")
    tablet.page.wait_for_selector('#frame[data-number="18"]')
    tablet.page.wait_for_function("() => document.getElementById('play').getAttribute('aria-pressed') === 'false'")
    assert tablet.page.inner_text("#prompt").startswith("Gana")
    tablet.tap("input[name=speed][value='2000']", force=True)
    tablet.tap("#play")
    tablet.page.wait_for_function(
        "() => { const n = Number(document.getElementById('frame').dataset.number); return n > 1 && n < 18; }"
    )
    tablet.tap("#play")
    stopped = tablet.page.locator("#frame").get_attribute("data-number")
    nothing_comes(tablet.page, 700)
    assert int(tablet.page.locator("#frame").get_attribute("data-number") or 0) - int(stopped or 0) <= 1
    scrubbed(tablet, 18, 18)
    tablet.push("#frame a[href$='/story']")
    assert "A quién infectó La Cosa" in tablet.page.inner_text("#tree")


@pytest.mark.short
def test_what_could_be_known_follows_the_time_line_and_the_seat(house: House) -> None:
    game = told(house.tables)[1]
    tablet = house.tablet(host=False, size=PHONE)
    tablet.open(f"/games/{game}/at/3")
    tablet.page.wait_for_selector("#known .curves")
    chances = tablet.page.locator("#known [data-root]")
    assert chances.all_inner_texts() == ["20"] * 5
    scrubbed(tablet, 4, 18)
    assert "Tras la entrada 4. Posibilidades de quién es qué: 4." in tablet.page.inner_text(".place-known")
    assert chances.all_inner_texts() == ["0", *["25"] * 4]
    tablet.tap(".seats-known a[href$='seat=Eva']")
    tablet.page.wait_for_selector(".seats-known a[href$='seat=Eva'][aria-current]")
    assert chances.nth(4).inner_text() == "0"
    assert tablet.page.url.endswith("/at/4")
    tablet.shot("film-known")


def test_the_keyboard_is_enough(house: House) -> None:
    _, game = told(house.tables)
    tablet = house.tablet()
    tablet.open(f"/games/{game}/film/2")
    tablet.page.locator("#scrub").focus()
    tablet.page.keyboard.press("ArrowRight")
    tablet.page.wait_for_selector('#frame[data-number="3"]')
    tablet.page.keyboard.press("End")
    tablet.page.wait_for_selector('#frame[data-number="18"]')
    assert tablet.page.locator("#scrub").get_attribute("aria-label") == "Línea del tiempo: 18 entradas"


def test_the_tree_of_twelve_can_be_read_on_a_phone(house: House) -> None:
    over = house.game(NAMES, {"action": "declare", "player": NAMES[0]})
    roles = {name: "la-cosa" if name == NAMES[0] else "infected" for name in NAMES}
    house.tables.say(over, {"action": "end", "cause": "la-cosa-declared", "roles": roles, "infected": NAMES[:0:-1]})
    for size, least in ((PHONE, 14), (TABLET, 20)):
        tablet = house.tablet(size=size)
        tablet.open(f"/games/{over}/story")
        page = tablet.page
        texts = page.eval_on_selector_all(
            "#tree b, #tree .role",
            """all => all.map((one) => {
                const drawn = one.ownerSVGElement
                    ? one.getBoundingClientRect().height / one.getBBox().height : 1;
                const box = one.getBoundingClientRect();
                return [one.textContent, parseFloat(getComputedStyle(one).fontSize) * drawn, box.left, box.right];
            })""",
        )
        assert [name for name, *_ in texts if name in NAMES] == [NAMES[0], *NAMES[:0:-1]]
        assert min(points for _, points, *_ in texts) >= least
        assert all(left >= 0 and right <= size[0] for _, _, left, right in texts)
        page.locator("#tree").scroll_into_view_if_needed()
        tablet.shot(f"story-tree-{size[0]}")
