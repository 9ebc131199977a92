"""What the log says of a target that was named with a card: nothing where the card does nothing to anybody."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.actions import read
from tests.games.play import Sitting

SEVEN = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gema"]


def told(*lines: dict[str, Any], **options: Any) -> str:
    """What the log says of the last of these."""
    here = title("la-cosa")
    sitting = Sitting(here.game, here.decklist, {"players": SEVEN, "options": options})
    for line in lines:
        before = sitting.course.table
        assert sitting.say(**line) == "ok", line
    facts = sitting.course.entries[-1].facts
    return here.game.tell(before, read(here.game.verbs, lines[-1]), facts, here.words["es"])


def play(card: str, **more: Any) -> dict[str, Any]:
    return {"action": "play", "player": "Ana", "card": card, "target": "Dani", **more}


def panic(card: str) -> dict[str, Any]:
    return {"action": "draw", "player": "Ana", "back": "panic", "card": card}


DRAW = {"action": "draw", "player": "Ana", "back": "away"}
SHUT_IN = {"quarantine": {"Ana": 2}, "draw_pile": 34, "discard_pile": 0}
QUARANTINED = {"action": "override", "set": SHUT_IN, "reason": ""}


@pytest.mark.parametrize("card", ["whisky", "vigila-tus-espaldas"])
def test_a_card_that_is_aimed_at_nobody(card: str) -> None:
    assert "Dani" not in told(DRAW, play(card))


@pytest.mark.parametrize("card", ["es-aqui-la-fiesta", "olvidadizo", "vuelta-y-vuelta"])
def test_a_panic_that_is_aimed_at_nobody(card: str) -> None:
    with_target, without = told(panic(card), play(card)), told(panic(card), play(card, target=None))
    assert with_target == without


def test_friends_that_does_nothing() -> None:
    card = "no-podemos-ser-amigos"
    assert "Dani" not in told(QUARANTINED, panic(card), play(card), quarantine_exchange="blocked")


@pytest.mark.parametrize(
    ("first", "card"),
    [
        (DRAW, "seduccion"),
        (DRAW, "mas-vale-que-corras"),
        (panic("no-podemos-ser-amigos"), "no-podemos-ser-amigos"),
        (panic("sal-de-aqui"), "sal-de-aqui"),
        (panic("uno-dos"), "uno-dos"),
    ],
)
def test_whom_a_card_does_reach(first: dict[str, Any], card: str) -> None:
    assert "Dani" in told(first, play(card))


@pytest.mark.parametrize("card", ["lanzallamas", "sospecha", "cuarentena", "puerta-atrancada", "cambio-de-lugar"])
def test_whom_a_card_reaches_beside_one(card: str) -> None:
    assert "Beto" in told(DRAW, play(card, target="Beto"))
