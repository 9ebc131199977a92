"""An evening of six at its end: who was infected tells it on their own phone, by touch, and the film follows."""

from __future__ import annotations

from pathlib import Path

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
    beto.tap("#question .choice:has-text('Cuenta quién te infectó')")
    beto.page.wait_for_selector("h1:has-text('¿Quién te infectó?')")
    beto.shot("chain-phone-who")
    beto.tap("#question .choice:has-text('Ana')")
    beto.page.wait_for_selector("h1:has-text('¿En qué intercambio te infectó Ana?')")
    beto.shot("chain-phone-when")
    beto.tap("#question .choice:has-text('N.º 7')")
    beto.page.wait_for_selector("#recap :text('intercambio n.º 7')")
    beto.shot("chain-phone-told")

    eva = phones["Eva"]
    eva.tap("#question .choice:has-text('Cuenta quién te infectó')")
    eva.tap("#question .choice:has-text('Dani')")
    eva.page.wait_for_selector("#recap :text('La Cosa era Ana')")
    carla = phones["Carla"]
    carla.tap("#question .choice:has-text('Cuenta quién te infectó')")
    carla.tap("#question .choice:has-text('No lo sé')")
    carla.page.wait_for_selector("#undo:has-text('Carla no sabe')")
    assert not phones["Dani"].page.locator("#question .choice:has-text('infectó')").count()  # Dani stayed human

    tablet.page.wait_for_selector("#recap :text('La Cosa era Ana')")
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
def test_the_film_is_recorded_by_the_browser_and_kept(house: House) -> None:
    game = house.game(SIX, *EVENING, END)
    tablet = house.tablet()
    tablet.open(f"/games/{game}/story")
    tablet.tap("#keep-make")
    tablet.page.wait_for_function("() => /^[1-9]/.test(document.getElementById('keep-at').textContent)")
    tablet.page.locator("#keep").scroll_into_view_if_needed()
    tablet.shot("keep-recording")
    tablet.tap("#keep-make")
    tablet.page.wait_for_selector("#keep-link")
    tablet.shot("keep-recorded")
    with tablet.page.expect_download() as kept:
        tablet.tap("#keep-link")
    video, name = Path(kept.value.path()).read_bytes(), kept.value.suggested_filename
    assert name in (f"{game}.mp4", f"{game}.webm")
    assert len(video) > 1000 and (b"ftyp" in video[:16] if name.endswith("mp4") else video.startswith(b"\x1aE\xdf\xa3"))


def test_a_browser_that_cannot_record_says_so(house: House) -> None:
    game = house.game(SIX, *EVENING, END)
    tablet = house.tablet()
    tablet.page.add_init_script("delete window.MediaRecorder")
    tablet.open(f"/games/{game}/story")
    tablet.page.wait_for_selector("#keep:has-text('no sabe grabar vídeo')")
    assert not tablet.page.locator("#keep-make").count()
