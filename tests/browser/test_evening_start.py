"""The start: people remembered, seats dragged, the first by lot, house rules, somebody late, three games in a row."""

from __future__ import annotations

import pytest

from tests.browser.conftest import SIX, House
from tests.browser.tablet import Tablet


def names(tablet: Tablet) -> list[str]:
    """The names in the form, in order."""
    return [box.input_value() for box in tablet.page.locator('input[name="name"]').all() if box.input_value()]


def begin(tablet: Tablet) -> None:
    """From the form through the set-up to the table."""
    tablet.page.locator("button.main").first.click()
    tablet.page.get_by_role("link", name="Empezar a jugar").click()
    tablet.page.wait_for_selector("#prompt")


@pytest.mark.parametrize("js", [True, False])
def test_people_of_other_evenings_are_seated_by_tapping(house: House, js: bool) -> None:
    house.game()
    tablet = house.tablet(js=js)
    tablet.open("/new")
    for name in ("Carla", "Ana", "Fede", "Beto", "Eva"):
        tablet.page.locator(".chips button", has_text=name).click()
    tablet.page.locator('input[name="name"][value="Eva"], .names li:nth-child(5) input[name="name"]').first.wait_for()
    assert names(tablet) == ["Carla", "Ana", "Fede", "Beto", "Eva"]
    assert tablet.page.locator(".chips button").all_inner_texts() == ["Dani"]
    tablet.page.get_by_label("A suertes").check()
    begin(tablet)
    said = house.tables.playing(house.tables.headings()[0].id).entries[0].action
    assert said["players"] == ["Carla", "Ana", "Fede", "Beto", "Eva"]
    assert said["first"] in SIX


def test_seats_are_dragged_round_the_ring(house: House) -> None:
    house.game()
    tablet = house.tablet()
    tablet.open("/new")
    for name in ("Ana", "Beto", "Carla", "Dani"):
        tablet.page.locator(".chips button", has_text=name).click()
    tablet.page.get_by_label("Empieza", exact=True).nth(1).check()
    seats = tablet.page.locator("#room .chair")
    seats.nth(3).scroll_into_view_if_needed()
    start, end = seats.nth(3).bounding_box(), seats.nth(1).bounding_box()
    assert start and end
    tablet.page.mouse.move(start["x"] + 30, start["y"] + 20)
    tablet.page.mouse.down()
    tablet.page.mouse.move(end["x"] + 60, end["y"] + 30, steps=5)
    tablet.page.mouse.up()
    assert names(tablet) == ["Ana", "Dani", "Beto", "Carla"]
    tablet.shot("evening-new")
    begin(tablet)
    assert tablet.prompt == "Beto roba una carta"


def test_somebody_late_sits_down_before_the_first_turn(house: House) -> None:
    tables = house.tables
    setup = {"playthrough": 1, "game": "la-cosa", "players": SIX, "first": "Beto", "house": "Sin atajos"}
    early = tables.open(setup).id
    tablet = house.tablet()
    tablet.open(f"/games/{early}/setup")
    assert "Sin atajos" in tablet.page.inner_text("main")
    tablet.page.get_by_role("link", name="Ha llegado alguien más").click()
    tablet.page.locator('input[name="name"]').last.fill("Gala")
    begin(tablet)
    now = tables.headings()
    assert [heading.archived for heading in now if heading.id == early] == [True]
    said = tables.playing(tablet.page.url.rsplit("/", 1)[1]).entries[0].action
    assert said["players"] == [*SIX, "Gala"]
    assert (said["first"], said["house"]) == ("Beto", "Sin atajos")
    assert "Sin atajos" in tablet.page.inner_text("#house")


def test_three_games_in_a_row(house: House) -> None:
    tables = house.tables
    first = tables.open({"playthrough": 1, "game": "la-cosa", "players": SIX, "options": {"self_quarantine": True}}).id
    tablet = house.tablet()
    game = first
    for k, (thing, infected) in enumerate((("Ana", "Beto"), ("Eva", "Ana"), ("Fede", "Dani"))):
        tables.label(game, name=f"{k}")
        roles = {name: "la-cosa" if name == thing else "infected" if name == infected else "human" for name in SIX}
        tables.say(game, {"action": "end", "cause": "la-cosa-caught", "roles": roles})
        tablet.open(f"/games/{game}")
        assert f"de {k + 1} con esta gente" in tablet.page.inner_text("#standings")
        if k == 2:
            break
        tablet.choice("Otra partida con los mismos").click()
        assert names(tablet) == SIX
        assert tablet.page.locator("#standings").count()
        begin(tablet)
        game = tablet.page.url.rsplit("/", 1)[1]
        said = tables.playing(game).entries[0].action
        assert said["first"] == SIX[k + 1]
        assert isinstance(said["options"], dict) and said["options"]["self_quarantine"] is True
    rows = tablet.page.locator("#standings li").all_inner_texts()
    assert [row.split() for row in rows] == [
        ["Carla", "3"], ["Beto", "2"], ["Dani", "2"], ["Eva", "2"], ["Fede", "2"], ["Ana", "1"],
    ]  # fmt: skip
    tablet.shot("evening-standings")
