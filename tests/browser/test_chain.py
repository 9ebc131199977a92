"""An evening of six at its end: who was infected tells it on their own phone, by touch, and the film follows."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.browser.conftest import House
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
