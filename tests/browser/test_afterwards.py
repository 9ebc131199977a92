"""After an evening: the tree of who infected whom is read on a phone, and the film is recorded."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.browser.conftest import House
from tests.browser.states import NAMES
from tests.browser.tablet import PHONE, TABLET
from tests.history.test_chain import END, EVENING, SIX


@pytest.mark.long
def test_the_film_is_recorded_by_the_browser_and_plays_for_half_a_minute(house: House) -> None:
    game = house.game(SIX, *EVENING, END)
    tablet = house.tablet()
    tablet.open(f"/games/{game}/story")
    tablet.tap("#keep-make")
    tablet.page.wait_for_function("() => /^[1-9]/.test(document.getElementById('keep-at').textContent)")
    tablet.page.locator("#keep").scroll_into_view_if_needed()
    tablet.shot("keep-recording")
    tablet.page.wait_for_selector("#keep-link", timeout=120_000)
    tablet.shot("keep-recorded")
    with tablet.page.expect_download() as kept:
        tablet.tap("#keep-link")
    assert kept.value.suggested_filename in (f"{game}.mp4", f"{game}.webm")
    video = cv2.VideoCapture(str(kept.value.path()))
    frames, ms = [], 0.0
    while (read := video.read())[0]:
        ms = video.get(cv2.CAP_PROP_POS_MSEC)
        frames.append(read[1] if len(frames) % 100 == 0 else None)
    seen = [frame for frame in frames if frame is not None]
    assert seen[0].shape == (720, 1280, 3)
    assert 27_000 < ms < 33_000
    assert all(np.any(one != other) for one, other in pairwise(seen))


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
