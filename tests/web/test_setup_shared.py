"""The set-up shared out: who does which of the steps that can be done at once, and each phone's own part."""

from __future__ import annotations

import re

from companion.decks.catalog import title
from tests.web.sitting import Page, Sitting, seated
from tests.web.test_seats import Phone

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]
HERE = title("the-thing")


def tablet() -> Sitting:
    return seated(game="the-thing", players=FIVE, first="Ana")


def shares(page: Page) -> list[str]:
    return re.findall(r'<b class="whose">([^<]*)</b>', page.html)


def test_the_steps_that_can_be_done_at_once_are_shared_out_and_the_others_are_everybodys() -> None:
    here = tablet()
    plan = HERE.game.plan(HERE.decklist, 5, HERE.words["es"])
    page = here.get(f"/games/{here.game}/setup")
    assert shares(page) == [*FIVE, "Ana", "Beto", "Carla"] and plan.apart == 8
    assert page.html.count('type="checkbox"') == len(plan.steps)


def test_a_phone_finds_its_own_part_and_only_that_is_called_its_own() -> None:
    here = tablet()
    access = here.access
    phone = Phone(here)
    phone.client.set_cookie(access.cookie_name, access.sessions.claim(here.game, 1), domain="localhost")
    page = phone.get(f"/games/{here.game}/setup")
    assert shares(page) == ["Tu parte", "Tu parte", "Ana", "Carla", "Dani", "Eva", "Ana", "Carla"]
    first, last = page.html.index("Bolsa de Contagio"), page.html.rindex("Bolsa de Laboratorio:")
    assert first < last  # what all do together stands before what others do
    assert page.html.count('<li class="own">') == 2 and page.html.count('<li class="other">') == 6


def test_a_game_whose_steps_follow_each_other_is_not_shared_out() -> None:
    here = seated()
    assert shares(here.get(f"/games/{here.game}/setup")) == []
