"""Panics discarded unseen: each can be met twice in one draw, when the pile is shuffled anew in the middle of it."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.engine.actions import Malformed, read
from companion.games.la_cosa.prompts import Prompts
from tests.games.play import Sitting

SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]
PANICS = 8
"""Of six players, by the rulebook's list."""


def answer(skipped: int) -> dict[str, object]:
    return {"action": "respond", "player": "Beto", "card": "no-gracias", "skipped": skipped}


def test_as_many_as_twice_the_panics_of_the_deck() -> None:
    here = title("la-cosa")
    sitting = Sitting(here.game, here.decklist, {"players": SIX})
    assert sitting.say(action="draw", player="Ana", back="away") == "ok"
    assert sitting.say(action="discard", player="Ana") == "ok"
    here.game.check_form(here.decklist, 6, read(here.game.verbs, answer(2 * PANICS)))
    field = Prompts(here.game, here.decklist, sitting.course.table, {}, here.words["es"]).skipped_field()
    assert (field.least, field.most) == (0, 2 * PANICS)
    assert sitting.say(**answer(2 * PANICS)) == "ok"
    assert sitting.state["hands"]["Beto"] == 4
    with pytest.raises(Malformed):
        here.game.check_form(here.decklist, 6, read(here.game.verbs, answer(2 * PANICS + 1)))
