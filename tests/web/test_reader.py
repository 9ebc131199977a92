"""The leader's reader: what a step reads aloud stands on the table's page, for any game that has the words."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from companion.decks.catalog import title
from tests.web.sitting import Sitting, seated

TAKEN = {"action": "take-sheets"}
FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]


def sitting(game: str, *said: dict[str, Any], **more: object) -> Sitting:
    return seated(*said, game=game, players=FIVE, first="Ana", **more)


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
    page = sitting("the-thing", TAKEN)
    words = title("the-thing").words["es"]
    reader = page.look().html.partition('id="reader"')[2].partition("</div>")[0]
    assert all(words.raw(f"read.weather.{part}") in reader for part in ("aloud", "hands", "next"))
    assert 'id="reader"' not in page.say(action="end", cause="abandoned").html


def told(page: Sitting) -> str:
    """Return the text beside the question of the table, or ""."""
    found = re.findall(r'<p class="told" id="told">(.*?)</p>', page.get(f"/games/{page.game}").html)
    assert len(found) < 2
    return html.unescape(found[0]) if found else ""


BOARD = json.dumps({"weather-low": {"storm": {"generator": 5, "boiler": 2}}})


@pytest.mark.parametrize("game", ["the-thing", "the-thing-outpost"])
def test_a_sum_is_seen_before_it_is_done(game: str) -> None:
    page = sitting(game, TAKEN, {"action": "weather", "face": "storm"}, options={"board": BOARD})
    assert told(page) == "Sala del Generador: 4 − 5, falta 1: daño 1 de 2. Sala de Calderas: 4 − 2 = 2."
    page.tables.say(page.game, {"action": "upkeep"})
    assert not told(page)
    meal = {"step": "food", "food": {"pantry": 15}}
    page.tables.say(page.game, {"action": "override", "set": meal, "reason": "r"})
    assert told(page) == "Cocina vacía. Despensa: 15 − 4 = 11."


def test_in_the_dark_it_is_said_out_of_whose_hand_a_card_comes() -> None:
    dark = {"step": "plan", "damage": {"generator": 2}, "hands": dict.fromkeys(FIVE, 3)}
    page = sitting("the-thing", TAKEN, {"action": "override", "set": dark, "reason": "r"})
    assert told(page) == "Apagón: la carta de Beto se roba al azar de la mano de Ana."


def test_the_title_asks_what_the_numbers_below_it_mean() -> None:
    page = sitting("the-thing", TAKEN, {"action": "weather", "face": "storm"})
    shown = page.get(f"/games/{page.game}").html
    assert 'id="prompt">Tormenta. ¿Cuánto combustible gasta el generador?</h1>' in shown
    assert '<p class="lead">' not in shown
