"""End of a game in its heading's own field: no name, title or agreement can look like it."""

from __future__ import annotations

import pytest

from companion.service.live.games import GameService
from companion.store.base import GameInfo
from tests.houses import new_house
from tests.web.sitting import Sitting

WORDS = ["ended", '"ended"', '"status": "ended"', "Dani"]
OVER = {"action": "end", "cause": "la-cosa-caught", "roles": dict.fromkeys(WORDS[1:], "human") | {"ended": "la-cosa"}}


@pytest.fixture
def tables() -> GameService:
    return new_house()


def opened(tables: GameService) -> str:
    return tables.open({"playthrough": 1, "game": "la-cosa", "players": WORDS, "house": '"ended"'}).id


def test_a_name_that_is_a_status_is_a_name(tables: GameService) -> None:
    game = opened(tables)
    assert (tables.heading(game).players, tables.heading(game).status) == (tuple(WORDS), "playing")
    assert not tables.heading(game).is_over
    tables.say(game, OVER)
    assert tables.heading(game).is_over
    assert tables.heading(game).players == tuple(WORDS)


def test_only_a_game_that_is_over_is_printed_as_a_chronicle(tables: GameService) -> None:
    sitting = Sitting(tables)
    running = opened(tables)
    fields = {"what": "report", "lang": "es"}
    answer = sitting.client.post("/print/pdf", data=fields, headers=sitting.headers)
    assert answer.status_code == 422
    over = opened(tables)
    tables.say(over, OVER)
    tables.say(running, {"action": "draw", "player": "ended", "back": "away"})  # changed last: it would come first
    page = sitting.get("/print?what=report")
    assert f'value="{over}"' in page.html
    assert f'value="{running}"' not in page.html
    answer = sitting.client.post("/print/pdf", data=fields, headers=sitting.headers)
    assert (answer.status_code, answer.data[:4]) == (200, b"%PDF")


@pytest.mark.parametrize("glance", ["", "{", "[]", '{"players": "ended", "status": ["ended"]}', '{"players": [3]}'])
def test_a_heading_that_keeps_nothing_readable_says_nothing(glance: str) -> None:
    heading = GameInfo("x", "la-cosa", glance=glance)
    assert (heading.players, heading.status, heading.is_over) == ((), "", False)
