"""Vuelta y vuelta with a hand of nothing but ¡Infectado!: one of them is given, since no player can refuse."""

from __future__ import annotations

import pytest

from tests.engine.evening import table_of

PLAYERS = ["Ana", "Carla", "Beto", "Dani"]
SICK = ["infectado.2", "infectado.3", "infectado.4", "infectado.5"]


def round_after(hand: list[str]) -> tuple[str, tuple[str, ...]]:
    """Return the verdict and rules when Beto shows this hand after four laps, and then gives an ¡Infectado! to Dani.

    Carla is known to be La Cosa.
    """
    table = table_of("la-cosa", players=PLAYERS)
    assert table.verdict("Carla", ["la-cosa.1", "whisky.1", "sospecha.1", "sospecha.2"]) == "legal"
    for k in range(16):
        player, other = PLAYERS[k % 4], PLAYERS[(k + 1) % 4]
        table.do(f"draw {player} away", f"discard {player}", f"respond {other}")
    table.do("draw Ana panic vuelta-y-vuelta")
    assert table.verdict("Beto", hand) != "illegal"
    gives = {"Ana": "hacha.1", "Beto": "infectado.2", "Carla": "whisky.1", "Dani": "sospecha.3"}
    return table.answer(what="round", gives=gives)


def test_who_has_nothing_else_gives_one_lawfully() -> None:
    assert round_after(SICK) == ("legal", ())


@pytest.mark.parametrize("kept", [1, 2])
def test_who_has_another_card_gives_it_instead(kept: int) -> None:
    verdict, rules = round_after([*SICK[: 4 - kept], *["seduccion.1", "seduccion.2"][:kept]])
    assert verdict == "illegal"
    assert set(rules) <= {"exchange.human-gives-infected", "exchange.infected-to-non-thing"}
