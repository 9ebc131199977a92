"""Log lines of a card: its targets, who sees what, what follows, and why nothing does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.play import Sitting, seated

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]
SEVEN = [*FIVE, "Fede", "Gema"]
FRIENDS = "no-podemos-ser-amigos"


def table(*lines: str, players: list[str] = FIVE, **options: Any) -> Sitting:
    """Return a table of five people after these lines."""
    return seated("la-cosa", *lines, players=players, **options)


def played(card: str, target: str = "Dani", panic: bool = False, **options: Any) -> str:
    """Return the log line of a card that Ana plays at `target`."""
    drawn = f"panic {card}" if panic else "away"
    return table(f"draw Ana {drawn}", f"play Ana {card} {target}", players=SEVEN, **options).told()


@pytest.mark.parametrize("card", ["whisky", "vigila-tus-espaldas"])
def test_a_card_that_is_aimed_at_nobody(card: str) -> None:
    assert "Dani" not in played(card)


@pytest.mark.parametrize("card", ["es-aqui-la-fiesta", "olvidadizo", "vuelta-y-vuelta"])
def test_a_panic_that_is_aimed_at_nobody(card: str) -> None:
    assert played(card, panic=True) == played(card, "", panic=True)


def test_friends_that_does_nothing() -> None:
    lines = ('override {"quarantine": {"Ana": 2}, "draw_pile": 34, "discard_pile": 0}', f"draw Ana panic {FRIENDS}")
    assert "Dani" not in table(*lines, f"play Ana {FRIENDS} Dani", players=SEVEN, quarantine_exchange="blocked").told()


@pytest.mark.parametrize("card", ["seduccion", "mas-vale-que-corras", FRIENDS, "sal-de-aqui", "uno-dos"])
def test_whom_a_card_does_reach(card: str) -> None:
    assert "Dani" in played(card, panic=card in (FRIENDS, "sal-de-aqui", "uno-dos"))


@pytest.mark.parametrize("card", ["lanzallamas", "sospecha", "cuarentena", "puerta-atrancada", "cambio-de-lugar"])
def test_whom_a_card_reaches_beside_one(card: str) -> None:
    assert "Beto" in played(card, "Beto")


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["play Ana sospecha Beto"],
         "Ana juega «Sospecha» sobre Beto. Ana mira una carta de Beto. Sigue el intercambio con Beto."),
        (["play Ana analisis Eva"],
         "Ana juega «Análisis» sobre Eva. Ana mira toda la mano de Eva. Sigue el intercambio con Beto."),
        (["play Ana whisky"], "Ana juega «Whisky». Ana enseña toda su mano a todos. Sigue el intercambio con Beto."),
        (["discard Ana", "respond Beto no-gracias"],
         "Beto responde con «¡No, gracias!». Repone la defensa con 1 carta ¡Aléjate! del mazo."),
        (["discard Ana", "respond Beto aterrador"],
         "Beto responde con «Aterrador». Repone la defensa con 1 carta ¡Aléjate! del mazo. "
         "Beto mira la carta que le ofrecía Ana, que vuelve a su mano."),
        (["play Ana lanzallamas Beto", "respond Beto nada-de-barbacoas"],
         "Beto responde con «¡Nada de barbacoas!». Beto se salva del fuego. "
         "Repone la defensa con 1 carta ¡Aléjate! del mazo. Sigue el intercambio con Beto."),
        (["play Ana cambio-de-lugar Beto", "respond Beto aqui-estoy-bien"],
         "Beto responde con «Aquí estoy bien». Nadie cambia de sitio. "
         "Repone la defensa con 1 carta ¡Aléjate! del mazo. Sigue el intercambio con Beto."),
        (["play Ana puerta-atrancada Beto"],
         "Ana juega «Puerta atrancada» sobre Beto. No hay intercambio: hay una puerta entre Ana y Beto."),
    ],
)  # fmt: skip
def test_who_sees_what_and_what_follows(lines: list[str], wanted: str) -> None:
    assert table("draw Ana away", *lines).told() == wanted


ONE_TURN = ("draw Ana away", "discard Ana", "respond Beto")
"""After it there are discards, out of which a correction takes the obstacles it lays."""


@pytest.mark.parametrize("whose", ["Ana", "Beto"])
def test_a_quarantine_that_prevents_the_exchange_is_said_by_its_name(whose: str) -> None:
    fix = f'override {{"quarantine": {{"{whose}": 1}}, "turn": "Ana", "step": "act"}}'
    said = table(*ONE_TURN, fix, "discard Ana", quarantine_exchange="blocked").told()
    assert f"No hay intercambio: lo impide la Cuarentena de {whose}." in said


@pytest.mark.parametrize(
    ("fix", "players", "why"),
    [
        ('"doors": [["Beto", "Carla"]]', FIVE, "lo impide una puerta."),
        ('"quarantine": {"Carla": 2}', FIVE, "lo impide una Cuarentena."),
        ('"eliminated": ["Carla", "Dani"]', FIVE[:4], "le tocaría a Ana, que lo ofrecía."),
    ],
)
def test_a_missed_exchange_that_nobody_takes_on_says_why(fix: str, players: list[str], why: str) -> None:
    correction = f'override {{{fix}, "turn": "Ana", "step": "draw"}}'
    sitting = table(*ONE_TURN, correction, "draw Ana away", "discard Ana", "respond Beto fallaste", players=players)
    assert sitting.told().endswith(f"Nadie recoge el intercambio: {why}")
    assert sitting.course.table.turn == "Beto"


def test_a_missed_exchange_that_somebody_takes_on_says_who() -> None:
    said = table("draw Ana away", "discard Ana", "respond Beto fallaste").told()
    assert said.endswith("El intercambio pasa a Carla.") and "Nadie recoge" not in said
