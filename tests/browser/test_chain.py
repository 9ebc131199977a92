"""An evening of six at its end: who was infected tells it on their own phone, by touch, and the film follows."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.browser.conftest import House
from tests.browser.test_seats import handed
from tests.history.test_chain import END, EVENING, SIX


@pytest.mark.long
def test_the_chain_is_told_on_the_phones_of_those_who_were_infected(house: House) -> None:
    game = house.game(SIX, *EVENING)
    tablet = house.tablet()
    phones = {name: handed(house, tablet, game, SIX.index(name)) for name in ("Beto", "Carla", "Dani", "Eva")}
    house.tables.say(game, END)
    tablet.open(f"/games/{game}")
    tablet.shot("chain-tablet-before")

    beto = phones["Beto"]
    beto.page.wait_for_selector("#table[data-over]")
    beto.shot("chain-phone-asked")
    beto.do("tell", player="Beto")
    beto.shot("chain-phone-who")
    beto.do("tell", **{"player": "Beto", "from": "Ana"})
    beto.shot("chain-phone-when")
    beto.do("tell", **{"player": "Beto", "from": "Ana", "exchange": 7})
    assert "7" in beto.page.inner_text("#recap .story li")
    beto.shot("chain-phone-told")

    contradicted = "#recap > .story:nth-child(5)"
    eva = phones["Eva"]
    eva.do("tell", player="Eva")
    eva.do("tell", **{"player": "Eva", "from": "Dani", "exchange": 4})
    eva.page.wait_for_selector(contradicted)
    carla = phones["Carla"]
    carla.do("tell", player="Carla")
    carla.tap("""#question .choice[value*='"from":null']""")
    carla.page.wait_for_selector("#undo")
    assert not phones["Dani"].page.locator("#question .choice").count()  # Dani stayed human

    tablet.page.wait_for_selector(contradicted)
    tablet.shot("chain-tablet-told")
    tablet.open(f"/games/{game}/at/23")
    assert tablet.page.inner_text("#turned li.now b") == "Beto"
    assert tablet.page.locator(".ticks .turned").count() == 1
    assert tablet.page.locator(".role-token[data-name=Beto]").count() == 1
    tablet.open(f"/games/{game}/at/22")
    assert tablet.page.locator(".role-token[data-name=Beto]").count() == 0  # not yet
    tablet.shot("chain-film")
    tablet.open(f"/games/{game}/story")
    assert "intercambio n.º 7" in tablet.page.inner_text("#tree")
    tablet.shot("chain-story")


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


def test_a_browser_that_cannot_record_says_so(house: House) -> None:
    game = house.game(SIX, *EVENING, END)
    tablet = house.tablet()
    tablet.page.add_init_script("delete window.MediaRecorder")
    tablet.open(f"/games/{game}/story")
    tablet.page.wait_for_selector("#keep:not(:has(*))")
    assert not tablet.page.locator("#keep-make").count()
