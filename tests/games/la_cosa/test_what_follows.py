"""Questions besides the move itself: cards given openly, whether a burned player was La Cosa, panics unseen."""

from __future__ import annotations

import pytest

from companion.engine.actions import Malformed
from companion.games.la_cosa.prompts import Prompts
from tests.games.play import seated

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]


def test_which_card_somebody_in_quarantine_gave_is_asked_for_and_one_tap_says_only_that_it_is_done() -> None:
    game = seated("la-cosa", "draw Ana away", "play Ana cuarentena Beto", players=FIVE)
    done, note = game.ask().groups[0].choices
    assert done.done, "one tap, as ever"
    which = game.ask(note.said)
    assert which.text == "¿Qué carta da Beto a la vista?"
    axe = next(choice for choice in which.groups[0].choices if choice.card == "hacha")
    assert axe.done and game.game.assemble(game.decklist, game.course.table, axe.said, {}) == {
        "action": "respond", "player": "Beto", "card": None, "gives": {"Beto": "hacha"},
    }  # fmt: skip


def test_whoever_is_said_to_have_been_la_cosa_when_burned_ends_the_game() -> None:
    game = seated("la-cosa", "draw Ana away", "play Ana lanzallamas Beto", "respond Beto", players=FIVE)
    (yes,) = game.ask().groups[0].choices
    assert yes.done and yes.said == {"action": "reveal", "player": "Beto", "role": "la-cosa"}
    assert game.say(**yes.said) == "ok" and game.state["status"] == "declared"
    view = game.game.view(game.decklist, game.course.table, game.words())
    assert view.links == () and not any(seat.is_asked for seat in view.seats), "no exchange is waited for"


def test_as_many_panics_are_met_as_twice_those_of_the_deck() -> None:
    """Each can be met twice in one draw, when the pile is shuffled anew in the middle of it; of six players eight."""
    sitting = seated("la-cosa", "draw Ana away", "discard Ana", players=[*FIVE, "Fede"])
    field = Prompts(sitting.game, sitting.decklist, sitting.course.table, {}, sitting.words()).skipped_field()
    assert (field.least, field.most) == (0, 16)
    said = {"action": "respond", "player": "Beto", "card": "no-gracias"}
    with pytest.raises(Malformed):
        sitting.say(**said, skipped=17)
    assert sitting.say(**said, skipped=16) == "ok"
    assert sitting.state["hands"]["Beto"] == 4
