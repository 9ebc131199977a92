"""Taking back, in words: what the hands must do puts every card where it was; and what everybody knows of a hand."""

from __future__ import annotations

import pytest

from companion.engine.kit.known_cards import SEEN
from companion.engine.kit.known_cards import known as known_cards
from tests.games.play import Sitting, seated


def sitting(*lines: str) -> Sitting:
    return seated("la-cosa", *lines, players=["Ana", "Beto", "Carla", "Dani", "Eva"], self_quarantine=True)


def taken_back(*lines: str) -> list[str]:
    game = sitting(*lines)
    (_, before), (entry, _) = game.course.standing[-2:]
    return list(game.game.undo_hints(before, entry.facts, game.words()))


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["draw Ana away"], ["Vuelve encima del mazo 1 carta de la mano de Ana."]),
        (["draw Ana away", "discard Ana"], ["Ana recupera 1 carta de los descartes."]),
        (
            ["draw Ana away", "play Ana lanzallamas Beto", "respond Beto"],
            [
                "Beto vuelve a sentarse.",
                "Beto recupera 4 cartas de los descartes.",
                "Vuelve a la mesa 1 carta de los descartes.",
            ],
        ),
        (
            ["draw Ana away", "discard Ana", "respond Beto"],
            ["La carta de turno vuelve a Ana.", "Ana y Beto se devuelven la carta que intercambiaron."],
        ),
        (
            ["draw Ana away", "play Ana cuarentena Ana"],
            ["Ana recupera 1 carta de delante de Ana.", "Ana vuelve a estar sin Cuarentena."],
        ),
        (
            ["draw Ana panic olvidadizo", "play Ana olvidadizo"],
            [
                "Ana recupera 3 cartas de los descartes.",
                "Vuelven encima del mazo 3 cartas de la mano de Ana.",
                "Vuelve a la mesa 1 carta de los descartes.",
            ],
        ),
        (
            ["draw Ana away", "play Ana mas-vale-que-corras Carla", "respond Carla"],
            [
                "Los asientos vuelven a ser, en sentido horario: Ana, Beto, Carla, Dani y Eva.",
                "Vuelve a la mesa 1 carta de los descartes.",
            ],
        ),
        (
            ["draw Ana away", "play Ana analisis Beto"],
            ["Ana recupera 1 carta de los descartes.", "Lo que se ha visto, visto está."],
        ),
    ],
)
def test_what_the_hands_must_do(lines: list[str], wanted: list[str]) -> None:
    assert sorted(taken_back(*lines)) == sorted(wanted)


def test_a_shuffle_cannot_be_taken_back() -> None:
    assert "barajado" in " ".join(taken_back('override {"draw_pile": 0, "discard_pile": 21}', "draw Ana away"))


def known(game: Sitting) -> dict[str, tuple[list[str], str]]:
    found = known_cards(game.decklist, SEEN.over(game.course.standing), game.course.table.seats, game.words())
    return {row.player: ([badge.icon for badge in row.cards], row.since) for row in found}


def test_what_everybody_saw_is_kept_and_what_happened_since_is_said() -> None:
    game = sitting("show Ana cards=whisky,hacha to=all")
    assert known(game) == {"Ana": (["whisky", "hacha"], "Desde entonces nada ha cambiado a escondidas.")}
    game.do("draw Ana away", "discard Ana hacha", "respond Beto")
    assert known(game) == {"Ana": (["whisky"], "Desde entonces: 1 intercambio y 1 carta robada.")}


def test_a_private_look_says_nothing_of_the_cards() -> None:
    game = sitting("show Ana to=Beto", "draw Ana away", "play Ana analisis Beto")
    assert known(game) == {}


def test_the_back_of_the_next_card_is_kept_until_the_next_draw() -> None:
    def label(*lines: str) -> str:
        game = sitting(*lines)
        return game.game.view(game.decklist, game.course.table, game.words()).piles[0].label

    assert label() == "Mazo"
    assert label("next panic") == "Arriba: ¡Pánico!"
    assert label("next panic", "next away") == "Arriba: ¡Aléjate!"
    assert label("next panic", "draw Ana panic olvidadizo") == "Mazo"
    assert label("draw Ana away", "next panic", "discard Ana", "respond Beto no-gracias") == "Mazo"
