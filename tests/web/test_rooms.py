"""A board with rooms on the page of the table: who is where and what lies there; and several who are asked at once."""

from __future__ import annotations

from companion.decks.catalog import Title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.auth.access import Access
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.games.outpost import outpost
from tests.web.serving import HOST, KEY

HERE = outpost()
PLACED = {"Ana": "kennel", "Berto": "boiler", "Ciro": "kennel"}


def find(game: str, deck: str = "") -> Title:
    assert game == "outpost"
    return HERE


def page_after(*said: dict[str, object]) -> str:
    tables = GameService(MemoryStore(), find)
    game = tables.open({"playthrough": 1, "game": "outpost", "players": [*PLACED], "first": "Ana"}).id
    access = Access(Settings(KEY, 8080))
    client = create_app(tables, access.settings, access).test_client()
    for thing in ({"action": "begin"}, {"action": "override", "set": {"rooms": PLACED}, "reason": "t"}, *said):
        assert client.post(f"/api/games/{game}/actions", json=thing, headers=HOST).status_code == 200, thing
    return client.get(f"/games/{game}", headers=HOST).get_data(as_text=True)


def test_the_rooms_with_those_who_are_there_and_what_lies_there() -> None:
    rooms = page_after().partition('id="rooms"')[2].partition("</section>")[0]
    assert "Perrera" in rooms and "Ana, Ciro" in rooms and "Daño: 2" in rooms
    assert "Al lado: Laboratorio, Perrera" in rooms


def test_everybody_who_is_asked_finds_what_they_are_asked() -> None:
    page = page_after({"action": "begin"}, {"action": "meet", "at": "kennel"})
    assert all(f"¿De quién mira una ficha {player}?" in page for player in ("Ana", "Ciro"))
    assert "¿De quién mira una ficha Berto?" not in page


def test_a_die_with_pictures_is_pressed_by_its_pictures() -> None:
    said = ({"action": "begin"}, {"action": "give", "player": "Ana"}, {"action": "shuffle"})
    page = page_after(*said, {"action": "repair", "to": "Berto"})
    assert all(f"<span>{side}</span>" in page for side in ("Calma", "Viento", "Ventisca"))
    assert 'value="4"' not in page.partition("d.weather:0")[2].partition("</fieldset>")[0]
