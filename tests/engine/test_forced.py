"""Vuelta y vuelta with a hand of nothing but ¡Infectado!: one of them is given, since nobody can get out of it."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.engine.hidden.line import line
from companion.engine.hidden.referee import Finding, Memory
from tests.games.play import Sitting

PLAYERS = ["Ana", "Carla", "Beto", "Dani"]
SICK = ["infectado.2", "infectado.3", "infectado.4", "infectado.5"]


def round_after(hand: list[str]) -> Finding:
    """Carla is known to be La Cosa; after four laps Beto shows this hand, then gives an ¡Infectado! to Dani."""
    here = title("la-cosa")
    referee = here.game.referee
    assert referee is not None
    sitting, memory = Sitting(here.game, here.decklist, {"players": PLAYERS}), Memory()

    def check(remember: bool = True, **thing: object) -> Finding:
        nonlocal memory
        asked = referee.read({"action": "check", **thing})
        finding = referee.judge(here.decklist, line(sitting.course, memory, referee), asked)
        if remember:
            memory = memory.with_sight(asked, sitting.course.version, finding)
        return finding

    check(what="hand", player="Carla", cards=["la-cosa.1", "whisky.1", "sospecha.1", "sospecha.2"], occasion="private")
    for k in range(16):
        player, other = PLAYERS[k % 4], PLAYERS[(k + 1) % 4]
        for said in (
            {"action": "draw", "player": player, "back": "away"},
            {"action": "discard", "player": player},
            {"action": "respond", "player": other, "card": None},
        ):
            assert sitting.say(**said) == "ok"
    assert sitting.say(action="draw", player="Ana", back="panic", card="vuelta-y-vuelta") == "ok"
    assert check(what="hand", player="Beto", cards=hand, occasion="private").verdict != "illegal"
    gives = {"Ana": "hacha.1", "Beto": "infectado.2", "Carla": "whisky.1", "Dani": "sospecha.3"}
    return check(False, what="round", gives=gives)


def test_who_has_nothing_else_gives_one_lawfully() -> None:
    finding = round_after(SICK)
    assert (finding.verdict, finding.rules, finding.needs) == ("legal", (), ())


def test_who_has_another_card_is() -> None:
    finding = round_after([*SICK[:3], "seduccion.1"])
    assert finding.verdict == "illegal"
    assert set(finding.rules) <= {"exchange.human-gives-infected", "exchange.infected-to-non-thing"}


@pytest.mark.parametrize("kept", [1, 2])
def test_the_rest_of_the_hand_decides(kept: int) -> None:
    plain = ["seduccion.1", "seduccion.2"][:kept]
    assert round_after([*SICK[: 4 - kept], *plain]).verdict == "illegal"
