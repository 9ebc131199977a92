"""A board with rooms on the page of the table: who is where and what lies there; and several who are asked at once."""

from __future__ import annotations

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.auth.access import Access
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.web.serving import HOST, KEY

PLACED = {"Ana": "kitchen", "Berto": "radio", "Ciro": "kitchen", "Dora": "kitchen"}


def page_after(step: str, *said: dict[str, object]) -> str:
    tables = GameService(MemoryStore(), title)
    game = tables.open({"playthrough": 1, "game": "the-thing", "players": [*PLACED], "first": "Ana"}).id
    access = Access(Settings(KEY, 8080))
    client = create_app(tables, access.settings, access).test_client()
    placed = {"action": "override", "set": {"step": step, "rooms": PLACED}, "reason": "t"}
    for thing in ({"action": "take-sheets"}, placed, *said):
        assert client.post(f"/api/games/{game}/actions", json=thing, headers=HOST).status_code == 200, thing
    return client.get(f"/games/{game}", headers=HOST).get_data(as_text=True)


def test_the_rooms_with_those_who_are_there_and_what_lies_there() -> None:
    rooms = page_after("actions").partition('id="rooms"')[2].partition("</section>")[0]
    kitchen = rooms.partition("Cocina")[2].partition("</div>")[0]
    assert "Ana, Ciro, Dora" in kitchen and "Daño: 4" in rooms.partition("Sala de Radio")[2].partition("</div>")[0]


def test_everybody_who_is_asked_finds_what_they_are_asked() -> None:
    page = page_after("encounters", {"action": "meet", "at": "kitchen"})
    assert all(f"¿De quién mira una ficha {player}?" in page for player in ("Ana", "Ciro", "Dora"))
    assert "¿De quién mira una ficha Berto?" not in page
