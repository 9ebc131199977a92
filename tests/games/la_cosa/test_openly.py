"""Cards that everybody sees leave a hand: whoever is in quarantine discards and gives any card but La Cosa."""

from __future__ import annotations

from companion.decks.catalog import title
from companion.games.la_cosa.prompts import Prompts
from tests.games.play import Sitting

SIX = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede"]


def offered(sitting: Sitting, **said: object) -> set[str]:
    """The cards that the question behind this choice has to choose from."""
    here = title("la-cosa")
    asked = Prompts(here.game, here.decklist, sitting.course.table, said, here.words["es"]).question()
    return {choice.card for group in asked.groups for choice in group.choices if choice.card}


def in_quarantine() -> Sitting:
    """Beto's turn, whom Ana has put into quarantine."""
    here = title("la-cosa")
    sitting = Sitting(here.game, here.decklist, {"players": SIX})
    assert sitting.say(action="draw", player="Ana", back="away") == "ok"
    assert sitting.say(action="play", player="Ana", card="cuarentena", target="Beto") == "ok"
    assert sitting.say(action="respond", player="Beto", card=None) == "ok"
    return sitting


def test_la_cosa_is_not_among_the_cards_that_are_drawn_openly() -> None:
    cards = offered(in_quarantine(), action="draw", player="Beto", back="away")
    assert {"infectado", "lanzallamas", "puerta-atrancada"} <= cards
    assert "la-cosa" not in cards


def test_la_cosa_is_not_among_the_cards_that_are_discarded_openly() -> None:
    sitting = in_quarantine()
    assert sitting.say(action="draw", player="Beto", back="away") == "ok"
    cards = offered(sitting, action="discard", player="Beto")
    assert {"infectado", "lanzallamas", "puerta-atrancada"} <= cards
    assert "la-cosa" not in cards


def test_la_cosa_is_not_among_the_cards_that_are_given_openly() -> None:
    sitting = in_quarantine()
    assert sitting.say(action="draw", player="Beto", back="away") == "ok"
    assert sitting.say(action="discard", player="Beto", card="whisky") == "ok"
    cards = offered(sitting, action="respond", player="Carla", card=None, about="Beto")
    assert {"infectado", "lanzallamas", "puerta-atrancada"} <= cards
    assert "la-cosa" not in cards
