"""Recap of a finished game whose story is known."""

from __future__ import annotations

import pytest

from companion.engine.view import Recalled
from tests.games.play import Sitting, seated

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]
LONGEST = "La Cuarentena más larga"


def evening(*lines: str | dict[str, object]) -> Sitting:
    """Return a table of five people after these lines."""
    return seated("la-cosa", *lines, players=FIVE)


def recap(sitting: Sitting) -> dict[str, Recalled]:
    """Return the recap of the standing entries, by its labels."""
    assert sitting.game.recap is not None
    return {one.label: one for one in sitting.game.recap(sitting.decklist, sitting.course.standing, sitting.words())}


def told(*lines: str | dict[str, object]) -> dict[str, Recalled]:
    """Return the recap by its labels after these lines."""
    return recap(evening(*lines))


def test_a_game_is_told() -> None:
    roles = {**dict.fromkeys(["Ana", "Beto", "Clara"], "human"), "Dani": "la-cosa", "Eva": "infected"}
    found = told(
        "draw Ana away", "discard Ana", "respond Beto",
        "draw Beto away", "play Beto whisky", "respond Carla",
        "draw Carla away", "play Carla lanzallamas Dani", "respond Dani", "rename Carla to=Clara",
        {"action": "end", "cause": "la-cosa-eliminated", "roles": roles},
    )  # fmt: skip
    assert found["Turnos jugados"].number == 3
    assert found["Intercambios"].number == 2
    assert found["Quién quedó fuera"].lines == ("Clara quemó a Dani",)
    assert found["A quién infectó La Cosa"].lines == ("Dani infectó a Eva",)
    assert found["Cartas jugadas"].lines == ("Lanzallamas: 1", "Whisky: 1")
    assert LONGEST not in found


LAID = ("draw Ana away", "play Ana cuarentena Beto", "respond Beto", "draw Beto away", "discard Beto whisky")
QUARANTINED = (*LAID, "respond Carla")
"""Two turns have begun since Ana's, in which she laid it: Beto's and Carla's."""


def test_the_longest_quarantine_is_told() -> None:
    assert told(*LAID, "end abandoned")[LONGEST].lines == ("Beto (turnos de la mesa: 1)",)


def test_a_name_changed_to_itself_does_not_keep_the_tale_from_ending() -> None:
    assert "Turnos jugados" in told("rename Ana to=Ana", "draw Ana away", "discard Ana", "end abandoned")


def test_a_quarantine_has_one_length_wherever_it_is_told() -> None:
    not_noted = 'override {"turn": "Eva", "step": "draw"} reason=missed'
    sitting = evening(*QUARANTINED, not_noted, "draw Eva away", "discard Eva", "respond Ana", "end abandoned")
    assert recap(sitting)[LONGEST].lines == ("Beto (turnos de la mesa: 3)",)
    assert sitting.game.chronicle is not None
    feats = sitting.game.chronicle(sitting.decklist, sitting.course.standing, sitting.words()).feats
    assert [(feat.player, feat.count) for feat in feats if feat.key == "quarantine"] == [("Beto", 3)]


def test_two_quarantines_that_lasted_as_long_are_both_told() -> None:
    found = told(
        *QUARANTINED,
        "draw Carla away", 'play Carla hacha Beto remove={"quarantine": "Beto"}', "respond Dani",
        "draw Dani away", "play Dani cuarentena Carla", "respond Eva",
        "draw Eva away", "discard Eva", "respond Ana", "end abandoned",
    )  # fmt: skip
    assert found[LONGEST].lines == ("Beto (turnos de la mesa: 2)", "Carla (turnos de la mesa: 2)")


def test_every_kind_of_card_that_was_played_is_told() -> None:
    kinds = ["whisky", "sospecha", "analisis", "vigila-tus-espaldas", "cambio-de-lugar", "mas-vale-que-corras",
             "seduccion", "lanzallamas", "puerta-atrancada", "cuarentena"]  # fmt: skip
    sitting = evening()
    for card in kinds:
        table = sitting.course.table
        target = "" if card in ("whisky", "vigila-tus-espaldas") else table.next_after(table.turn)
        sitting.do(f"draw {table.turn} away", f"play {table.turn} {card} {target}")
        while (prompt := sitting.course.table.prompt) is not None:
            sitting.do(f"respond {prompt.to}")
    assert set(recap(sitting)["Cartas jugadas"].lines) == {f"{sitting.words().card(card)}: 1" for card in kinds}


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ({}, ("Dani infectó a Ana", "Dani infectó a Carla", "Dani infectó a Eva")),
        ({"infected": ["Eva"]}, ("Dani infectó a Eva", "Dani infectó a Ana", "Dani infectó a Carla")),
        (
            {"infected": ["Eva", "Ana"]},
            ("Dani infectó a Eva", "Dani infectó a Ana", "Dani infectó a Carla", "En este orden: Eva, después Ana"),
        ),
        ({"infections": {"Eva": "Dani"}}, ("Dani infectó a Ana", "Dani infectó a Carla", "Dani infectó a Eva")),
    ],
)
def test_every_infection_comes_from_la_cosa_and_of_the_order_only_what_is_known(
    said: dict[str, object], lines: tuple[str, ...]
) -> None:
    roles = {**dict.fromkeys(FIVE, "infected"), "Dani": "la-cosa", "Beto": "human"}
    found = told({"action": "end", "cause": "la-cosa-caught", "roles": roles, **said})
    assert found["A quién infectó La Cosa"].lines == lines
