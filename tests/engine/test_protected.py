"""Whoever takes a card by ¡Fallaste! is not infected by it, whatever made the offer; the next one is."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.referee import Finding
from tests.engine.case_lines import OTHER, answer, discard, draw, panic, play
from tests.engine.evening import Refereed

SEVEN = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gema"]
CLEAN = [*OTHER[:3], "sospecha.5"]

OFFERS: dict[str, tuple[dict[str, Any], ...]] = {
    "the end of a turn": (draw("Ana"), discard("Ana")),
    "Seducción": (draw("Ana"), play("Ana", "seduccion", "Beto")),
    "¿No podemos ser amigos?": (
        panic("Ana", "no-podemos-ser-amigos"),
        play("Ana", "no-podemos-ser-amigos", "Beto"),
    ),
}


def verdict(table: Refereed, player: str, cards: list[str]) -> tuple[str, tuple[str, ...]]:
    found = table.check(what="hand", player=player, cards=cards)
    assert isinstance(found, Finding)
    return found.verdict, found.rules


def offered(lines: tuple[dict[str, Any], ...], *refusing: str) -> Refereed:
    """Ana, who is La Cosa, makes an offer; these pass it on, and she gives the next one an ¡Infectado!."""
    here = title("la-cosa")
    table = Refereed(here.game, here.decklist, {"players": SEVEN, "first": "Gema"})
    assert verdict(table, "Ana", ["la-cosa.1", "whisky.1", "seduccion.1", "no-gracias.1"]) == ("legal", ())
    drew = (draw("Gema"), discard("Gema"), answer("Ana", "no-gracias"))  # so that Ana may have an ¡Infectado!
    for line in (*drew, *lines, *(answer(player, "fallaste") for player in refusing)):
        assert table.say(**line) == "ok", line
    taker = SEVEN[SEVEN.index(refusing[-1]) + 1] if refusing else "Beto"
    found = table.check(what="exchange", **{"from": "Ana"}, to=taker, gives="infectado.1", takes="hacha.1")
    assert isinstance(found, Finding)
    assert found.verdict == "legal"
    assert table.say(**answer(taker)) == "ok"
    return table


@pytest.mark.parametrize("offer", OFFERS)
@pytest.mark.parametrize("refusing", [("Beto",), ("Beto", "Carla")])
def test_who_takes_it_instead_is_spared(offer: str, refusing: tuple[str, ...]) -> None:
    table = offered(OFFERS[offer], *refusing)
    assert verdict(table, SEVEN[len(refusing) + 1], CLEAN) == ("legal", ())


@pytest.mark.parametrize("offer", OFFERS)
def test_without_it_nobody_is(offer: str) -> None:
    assert verdict(offered(OFFERS[offer]), "Beto", CLEAN) == ("illegal", ("hand.infected-keeps-one",))
