"""Questions besides the move itself: cards given openly, and whether a burned player was La Cosa."""

from __future__ import annotations

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
