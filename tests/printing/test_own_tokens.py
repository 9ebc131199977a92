"""A game that writes down its own markers gets those, and no arrow or obstacle of another game."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from companion.decks.catalog import title
from companion.printing.order import Order
from companion.printing.source import Source
from companion.printing.tokens import tokens


def _printed(game: str) -> Counter[str]:
    here = title(game)
    made = cast("dict[str, Any]", tokens(Order("tokens"), Source(here.decklist, here.words["es"])))
    return Counter(token["words"] for page in made["pages"] for token in page["tokens"])


def test_the_markers_of_la_criatura_are_those_of_its_box() -> None:
    found = _printed("la-criatura")
    own = {"Jefe": 1, "Voto": 15, "Triunfo": 20, "Sedado": 5, "Reloj": 1, "Helicóptero": 1, "Turnos": 9}
    assert found == own


def test_a_game_that_writes_down_none_has_the_usual_ones() -> None:
    assert "Jefe" not in _printed("la-cosa") and _printed("la-cosa")["Cuarentena"] == 2
