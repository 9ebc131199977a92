"""The past under a finger: the time line scrubbed, an old entry changed, the film played, the chronicle read."""

from __future__ import annotations

from tests.browser.conftest import House
from tests.browser.states import NAMES
from tests.browser.tablet import PHONE, TABLET


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
