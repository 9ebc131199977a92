"""What is told of a game that is over, from a game whose story is known."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from companion.engine.game import Past
from companion.engine.view import Recalled
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]


HERE = title("la-cosa")


def stood(*actions: dict[str, object]) -> tuple[Past, ...]:
    """What stands after these actions."""
    tables = GameService(MemoryStore(), title)
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": FIVE, "options": {}}).id
    for action in actions:
        tables.say(game, action)
    return tuple(tables.playing(game).course.standing)


def told(*actions: dict[str, object]) -> dict[str, Recalled]:
    """The recap by its labels after these actions."""
    assert HERE.game.recap is not None
    return {one.label: one for one in HERE.game.recap(HERE.decklist, stood(*actions), HERE.words["es"])}


def turn(player: str) -> list[dict[str, object]]:
    """Drawn, discarded, exchanged."""
    return [{"action": "draw", "player": player, "back": "away"}, {"action": "discard", "player": player}]


def test_a_game_is_told() -> None:
    agreed: dict[str, object] = {"action": "respond", "player": "Beto", "card": None}
    roles = {**dict.fromkeys(["Ana", "Beto", "Clara"], "human"), "Dani": "la-cosa", "Eva": "infected"}
    end = {"action": "end", "cause": "la-cosa-eliminated", "roles": roles}
    found = told(
        *turn("Ana"), agreed,
        {"action": "draw", "player": "Beto", "back": "away"},
        {"action": "play", "player": "Beto", "card": "whisky"},
        {"action": "respond", "player": "Carla", "card": None},
        {"action": "draw", "player": "Carla", "back": "away"},
        {"action": "play", "player": "Carla", "card": "lanzallamas", "target": "Dani"},
        {"action": "respond", "player": "Dani", "card": None},
        {"action": "rename", "player": "Carla", "to": "Clara"},
        end,
    )  # fmt: skip
    assert found["Turnos jugados"].number == 3
    assert found["Intercambios"].number == 2
    assert found["Quién salió"].lines == ("Clara quemó a Dani",)
    assert found["A quién infectó La Cosa"].lines == ("Dani infectó a Eva",)
    assert found["Cartas jugadas"].lines == ("Lanzallamas: 1", "Whisky: 1")
    assert "La Cuarentena más larga" not in found


def test_the_longest_quarantine_is_told() -> None:
    found = told(
        {"action": "draw", "player": "Ana", "back": "away"},
        {"action": "play", "player": "Ana", "card": "cuarentena", "target": "Beto"},
        {"action": "respond", "player": "Beto", "card": None},
        {"action": "draw", "player": "Beto", "back": "away"},
        {"action": "discard", "player": "Beto", "card": "whisky"},
        {"action": "end", "cause": "abandoned"},
    )
    assert found["La Cuarentena más larga"].lines == ("Beto (turnos de la mesa: 1)",)


def test_a_name_changed_to_itself_does_not_keep_the_tale_from_ending() -> None:
    found = told(
        {"action": "rename", "player": "Ana", "to": "Ana"}, *turn("Ana"), {"action": "end", "cause": "abandoned"}
    )
    assert "Turnos jugados" in found


QUARANTINED: list[dict[str, object]] = [
    {"action": "draw", "player": "Ana", "back": "away"},
    {"action": "play", "player": "Ana", "card": "cuarentena", "target": "Beto"},
    {"action": "respond", "player": "Beto", "card": None},
    {"action": "draw", "player": "Beto", "back": "away"},
    {"action": "discard", "player": "Beto", "card": "whisky"},
    {"action": "respond", "player": "Carla", "card": None},
]
"""Two turns have begun since Ana's, in which she laid it: Beto's and Carla's."""
NOT_NOTED: dict[str, object] = {"action": "override", "set": {"turn": "Eva", "step": "draw"}, "reason": "se nos pasó"}


def test_a_quarantine_has_one_length_wherever_it_is_told() -> None:
    said = [*QUARANTINED, NOT_NOTED, *turn("Eva"), {"action": "respond", "player": "Ana", "card": None}]
    end: dict[str, object] = {"action": "end", "cause": "abandoned"}
    assert told(*said, end)["La Cuarentena más larga"].lines == ("Beto (turnos de la mesa: 3)",)
    assert HERE.game.chronicle is not None
    feats = HERE.game.chronicle(HERE.decklist, stood(*said, end), HERE.words["es"]).feats
    assert [(feat.player, feat.count) for feat in feats if feat.key == "quarantine"] == [("Beto", 3)]


def test_two_quarantines_that_lasted_as_long_are_both_told() -> None:
    found = told(
        *QUARANTINED,
        {"action": "draw", "player": "Carla", "back": "away"},
        {"action": "play", "player": "Carla", "card": "hacha", "target": "Beto", "remove": {"quarantine": "Beto"}},
        {"action": "respond", "player": "Dani", "card": None},
        {"action": "draw", "player": "Dani", "back": "away"},
        {"action": "play", "player": "Dani", "card": "cuarentena", "target": "Carla"},
        {"action": "respond", "player": "Eva", "card": None},
        *turn("Eva"),
        {"action": "respond", "player": "Ana", "card": None},
        {"action": "end", "cause": "abandoned"},
    )
    two = ("Beto (turnos de la mesa: 2)", "Carla (turnos de la mesa: 2)")
    assert found["La Cuarentena más larga"].lines == two


def test_every_kind_of_card_that_was_played_is_told() -> None:
    kinds = ["whisky", "sospecha", "analisis", "vigila-tus-espaldas", "cambio-de-lugar", "mas-vale-que-corras",
             "seduccion", "lanzallamas", "puerta-atrancada", "cuarentena"]  # fmt: skip
    tables = GameService(MemoryStore(), title)
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": FIVE, "options": {}}).id
    for card in kinds:
        table = tables.playing(game).course.table
        target = {} if card in ("whisky", "vigila-tus-espaldas") else {"target": table.next_after(table.turn)}
        tables.say(game, {"action": "draw", "player": table.turn, "back": "away"})
        tables.say(game, {"action": "play", "player": table.turn, "card": card, **target})
        while (prompt := tables.playing(game).course.table.prompt) is not None:
            tables.say(game, {"action": "respond", "player": prompt.to, "card": None})
    past = tuple(tables.playing(game).course.standing)
    assert HERE.game.recap is not None
    found = {one.label: one for one in HERE.game.recap(HERE.decklist, past, HERE.words["es"])}
    assert set(found["Cartas jugadas"].lines) == {f"{HERE.words['es'].card(card)}: 1" for card in kinds}


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
