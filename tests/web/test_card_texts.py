"""A card on the screens says what this table decided, also when it decides otherwise in the middle of a game."""

from __future__ import annotations

from typing import Any

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.web.serving import HOST, KEY

FIVE = ["Ana", "Beto", "Carla", "Dani", "Eva"]
STOPPED, FREE = "Entre vecinos, lo impide una puerta.", "Ninguna puerta lo impide."


def test_a_card_that_is_drawn_and_the_list_of_cards() -> None:
    client = create_app(GameService(MemoryStore(), title), Settings(KEY)).test_client()
    setup = {"playthrough": 1, "game": "la-cosa", "players": FIVE, "options": {"quarantine_rounds": 3}}
    game = client.post("/api/games", json=setup, headers=HOST).get_json()["id"]

    def say(**action: Any) -> None:
        assert client.post(f"/api/games/{game}/actions", json=action, headers=HOST).status_code == 200

    def page(path: str) -> str:
        return client.get(f"{path}", headers=HOST).get_data(as_text=True)

    say(action="draw", player="Ana", back="panic", card="sal-de-aqui")
    assert STOPPED in page(f"/games/{game}")
    assert STOPPED in page(f"/games/{game}/rules")
    assert "tres rondas" in page(f"/games/{game}/rules")
    assert "dos rondas" in page("/rules")
    say(action="override", set={"options": {"door_stops_ranged": False}}, reason="so we play")
    for path in (f"/games/{game}", f"/games/{game}/rules"):
        assert FREE in page(path)
        assert STOPPED not in page(path)
    assert STOPPED in page("/rules")
