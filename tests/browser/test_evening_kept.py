"""Forgetting, by touch: a person out of every game, a game for good; a page says what is kept and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.conftest import House


@pytest.mark.parametrize("js", [True, pytest.param(False, marks=pytest.mark.long)])
def test_a_person_and_a_game_are_forgotten(house: House, tmp_path: Path, js: bool) -> None:
    game, other = house.game(), house.game(["Ana", "Beto", "Carla", "Zoe"])
    house.door.app.config["DATA_FOLDER"] = tmp_path
    tablet = house.tablet(js=js)
    tablet.open("/")
    tablet.click("a[href='/kept']")
    assert str(tmp_path) in tablet.page.inner_text("main")
    tablet.click("form:has(input[name=person][value=Carla]) button")
    assert "Carla" in tablet.page.inner_text("#sure") and "2 partidas" in tablet.page.inner_text("#sure")
    assert house.tables.seen(game).table.players[2] == "Carla"
    tablet.click("#sure button")
    tablet.page.wait_for_selector("main .forgotten")
    assert [house.tables.seen(one).table.players[2] for one in (game, other)] == ["Alguien 1", "Alguien 1"]
    assert "Carla" not in tablet.page.inner_text("main")
    tablet.shot("evening-kept")
    tablet.click(tablet.page.locator("form:has(input[name=game]) button").first)
    tablet.click("#sure button")
    tablet.page.wait_for_selector("main .forgotten li:nth-child(2)")
    assert len(house.tables.headings()) == 1
