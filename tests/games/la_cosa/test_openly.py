"""Cards that everybody sees leave a hand: whoever is in quarantine discards and gives any card but La Cosa. And panics
discarded unseen: each can be met twice in one draw, when the pile is shuffled anew in the middle of it."""

from __future__ import annotations

import pytest

from companion.engine.actions import Malformed
from companion.games.la_cosa.prompts import Prompts
from tests.games.play import seated

SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]
SHUT_IN = ("draw Ana away", "play Ana cuarentena Beto", "respond Beto")
"""Beto's turn, whom Ana has put into quarantine."""
PANICS = 8
"""Of six players, by the rulebook's list."""


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((), {"action": "draw", "player": "Beto", "back": "away"}),
        (("draw Beto away",), {"action": "discard", "player": "Beto"}),
        (("draw Beto away", "discard Beto whisky"),
         {"action": "respond", "player": "Carla", "card": None, "about": "Beto"}),
    ],
    ids=["drawn", "discarded", "given"],
)  # fmt: skip
def test_la_cosa_is_not_among_the_cards_that_all_see(lines: tuple[str, ...], said: dict[str, object]) -> None:
    asked = seated("la-cosa", *SHUT_IN, *lines, players=SIX).ask(said)
    cards = {choice.card for group in asked.groups for choice in group.choices if choice.card}
    assert {"infectado", "lanzallamas", "puerta-atrancada"} <= cards
    assert "la-cosa" not in cards


def test_as_many_panics_are_met_as_twice_those_of_the_deck() -> None:
    sitting = seated("la-cosa", "draw Ana away", "discard Ana", players=SIX)
    field = Prompts(sitting.game, sitting.decklist, sitting.course.table, {}, sitting.words()).skipped_field()
    assert (field.least, field.most) == (0, 2 * PANICS)
    said = {"action": "respond", "player": "Beto", "card": "no-gracias"}
    with pytest.raises(Malformed):
        sitting.say(**said, skipped=2 * PANICS + 1)
    assert sitting.say(**said, skipped=2 * PANICS) == "ok"
    assert sitting.state["hands"]["Beto"] == 4
