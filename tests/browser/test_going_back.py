"""Going back: from the moment that was opened, with what goes said before, and one tap puts it all back."""

from __future__ import annotations

import pytest

from tests.browser.conftest import House
from tests.browser.tablet import LAPTOP, PHONE, PORTRAIT, RETURN, TABLET, Tablet
from tests.length import later

LOW = (844, 390)


def a_plain_turn(tablet: Tablet) -> None:
    """Draw and discard in one tap, exchange in the other."""
    tablet.do("draw", then=["discard"])
    tablet.do("respond")


def played(house: House, size: tuple[int, int] = TABLET) -> tuple[Tablet, str]:
    """Tap three turns, and return the tablet and the game."""
    game, tablet = house.at(size=size)
    for _ in range(3):
        a_plain_turn(tablet)
    return tablet, game


def test_a_stray_tap_beside_a_line_takes_nothing_back(house: House) -> None:
    tablet, game = played(house)
    version = tablet.version()
    for path in (f"/games/{game}", f"/games/{game}/log"):
        tablet.open(path)
        assert tablet.page.locator(".lines form, .lines button").count() == 0
        box = tablet.page.locator("#line-3").bounding_box()
        assert box is not None
        tablet.tap("#line-3", position={"x": box["width"] - 20, "y": box["height"] / 2})
        tablet.page.wait_for_load_state()
        assert house.tables.seen(game).version == version


# The same way at the sizes between: what stands where is measured in test_another_language.py and test_sight.py.
@pytest.mark.parametrize("size", [TABLET, *later(LAPTOP, PORTRAIT, PHONE, LOW)], ids=str)
def test_what_goes_is_said_before_and_one_tap_puts_it_all_back(house: House, size: tuple[int, int]) -> None:
    tablet, game = played(house, size)
    before = house.tables.seen(game).state
    tablet.tap("#line-4 a")
    tablet.page.wait_for_url("**/at/4")
    assert tablet.page.locator("#takes li").count() == 6
    assert "Entradas posteriores que se quitarían: 6" in tablet.page.inner_text("#takes summary")
    assert "Beto descarta una carta." in tablet.page.inner_text("#takes")
    tablet.shot(f"going-back-{size[0]}")
    tablet.push(RETURN)
    assert house.tables.seen(game).state["turn"] == "Beto"
    redo = tablet.page.locator("#redo")
    assert "6 entradas juntas. La primera: Beto roba" in redo.inner_text()
    tablet.shot(f"going-back-{size[0]}-redo")
    tablet.tap(redo)
    tablet.page.wait_for_function("() => !document.getElementById('redo')")
    assert {**house.tables.seen(game).state, "version": 0} == {**before, "version": 0}
    assert "6 entradas juntas." in tablet.page.inner_text("#undo")


def test_two_taps_in_one_millisecond_are_two(house: House) -> None:
    """The clock of an old machine stands still for longer than two taps take."""
    house.tables.clock = lambda: "2026-11-20T20:00:00.000Z"
    _, tablet = house.at()
    tablet.do("draw", back="away")
    tablet.do("discard")
    assert "roba" not in tablet.page.inner_text("#undo")
    tablet.push("#undo")
    assert tablet.prompt == "Ana juega o descarta una carta"
