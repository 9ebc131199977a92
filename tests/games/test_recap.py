"""What is told of a game that is over, from a game whose story is known."""

from __future__ import annotations

from companion.catalog import title
from companion.referee.view import Recalled
from companion.service.tables import Tables
from companion.store.memory import MemoryStore

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]


def told(*actions: dict[str, object]) -> dict[str, Recalled]:
    """The recap by its labels after these actions."""
    tables = Tables(MemoryStore(), title)
    game = tables.open({"playthrough": 1, "game": "la-cosa", "players": FIVE, "options": {}}).id
    for action in actions:
        tables.say(game, action)
    here = title("la-cosa")
    assert here.game.recap is not None
    past = tuple(tables.playing(game).course.standing)
    return {one.label: one for one in here.game.recap(here.decklist, past, here.words["es"])}


def turn(player: str) -> list[dict[str, object]]:
    """Drawn, discarded, exchanged."""
    return [{"action": "draw", "player": player, "back": "away"}, {"action": "discard", "player": player}]


def test_a_game_is_told() -> None:
    agreed: dict[str, object] = {"action": "respond", "player": "Beto", "card": None}
    roles = {**dict.fromkeys(["Ana", "Beto", "Clara"], "human"), "Dani": "la-cosa", "Eva": "infected"}
    end = {"action": "end", "cause": "la-cosa-eliminated", "roles": roles, "infections": {"Eva": "Dani"}}
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
    assert found["Quién infectó a quién"].lines == ("Dani infectó a Eva",)
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
