"""The leader's reader: what a step reads aloud stands on the table's page, for any game that has the words."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from tests.web.sitting import Sitting

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]


def sitting(game: str) -> Sitting:
    made = Sitting(GameService(MemoryStore(), title))
    made.game = made.tables.open({"playthrough": 1, "game": game, "players": FIVE, "first": "Ana"}).id
    return made


@pytest.mark.parametrize("slug", ["the-thing", "the-thing-outpost"])
def test_every_phase_has_the_words_of_the_reader_in_both_languages(slug: str) -> None:
    here = title(slug)
    for phase in here.game.phases:
        if phase == "ending":
            continue
        for lang in ("es", "en"):
            said = [here.words[lang].raw(f"read.{phase}.{part}") for part in ("aloud", "hands", "next")]
            assert all(len(one) > 3 and not one.startswith("read.") for one in said), (phase, lang)


def test_the_phase_is_read_aloud() -> None:
    page = sitting("the-thing")
    page.tables.say(page.game, {"action": "take-sheets"})
    words = title("the-thing").words["es"]
    html = page.get(f"/games/{page.game}").html
    reader = html.partition('id="reader"')[2].partition("</div>")[0]
    assert all(words.raw(f"read.weather.{part}") in reader for part in ("aloud", "hands", "next"))


@pytest.mark.parametrize("game", ["la-cosa", "la-criatura"])
def test_a_game_without_phases_to_read_shows_none(game: str) -> None:
    page = sitting(game)
    assert 'id="reader"' not in page.get(f"/games/{page.game}").html


def test_nothing_is_read_aloud_when_the_game_is_over() -> None:
    page = sitting("the-thing")
    page.tables.say(page.game, {"action": "take-sheets"})
    page.tables.say(page.game, {"action": "end", "cause": "abandoned"})
    assert 'id="reader"' not in page.get(f"/games/{page.game}").html
