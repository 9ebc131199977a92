"""A board with rooms, in the ring and beneath it: each with who and what is there, clear of the plates."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.decks.catalog import title
from companion.engine.ring_line import CENTRE
from companion.engine.view import Badge, RoomView
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore
from companion.web.auth.access import Access
from companion.web.pages.table import geometry
from companion.web.pages.table.board import MARK, REACHES, ROW, TALL, WAYS, Fit, Tile, fit, tiles
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.games.play import seated
from tests.web.serving import HOST, KEY

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Guille", "Hugo")


def person(name: str) -> tuple[str, str]:
    return "p0", "p0"


def icon(name: str, kind: str) -> str:
    return name


def board(many: int, *, crowd: bool = False) -> tuple[Tile, ...]:
    marks = tuple(Badge("fuel", f"Combustible: {k}", "action", k) for k in range(1, 5))
    rooms = [RoomView(f"r{k}", "Estación Meteorológica", NAMES if crowd else (), marks) for k in range(many)]
    return tiles(rooms, REACHES[0], person, icon)


def _inside(tile: Tile) -> bool:
    high = (tile.height - len(tile.lines) * tile.size) / tile.scale
    wide = tile.width / tile.scale / 2
    return all(abs(one.x) + one.width / 2 <= wide and one.y + ROW / 2 <= high + 1 for one in tile.things)


@pytest.mark.parametrize("many", [1, 4, 9, 13, 15])
def test_rooms_do_not_lie_on_each_other_and_hold_what_is_there(many: int) -> None:
    found = board(many, crowd=True)
    assert len(found) == many and all(map(_inside, found))
    spots = {(tile.x, tile.y) for tile in found}
    assert len(spots) == many
    rows = sorted({tile.y for tile in found})
    assert all(b - a >= found[0].height for a, b in pairwise(rows))
    left, right = min(tile.x for tile in found), max(tile.x + tile.width for tile in found)
    assert right - left <= 2 * REACHES[0] and rows[-1] + found[0].height - rows[0] <= TALL


@pytest.mark.parametrize("people", range(4, 9))
@pytest.mark.parametrize("quarter", range(4))
def test_the_block_is_drawn_as_large_as_the_plates_leave_room(people: int, quarter: int) -> None:
    """The block stays readable; overlaps are tested in the browser."""
    assert fit(tuple(geometry.ring(people, True, 0).seats), quarter, 13).scale >= 0.8


def test_a_plate_in_the_middle_leaves_no_room() -> None:
    plate = geometry.SeatSpot(*CENTRE, 200, 150, 30)
    assert fit((plate,), 0, 13).scale == WAYS[-1]
    aside = geometry.SeatSpot(CENTRE[0] + 2 * REACHES[0], CENTRE[1], 200, 150, 30)
    assert fit((aside,), 0, 13) == Fit(REACHES[0], 1.0)


def test_a_room_tells_everything_aloud_and_one_of_a_kind_has_no_number() -> None:
    room = RoomView("r", "Sala", ("Ana",), (Badge("fire", "En llamas", "danger", 1),), ("Ana",))
    (tile,) = tiles([room], REACHES[0], person, icon)
    assert tile.said == "Sala: Ana, En llamas"
    ana, fire = tile.things
    assert ana.lies and ana.is_person and fire.count is None and fire.width == MARK


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(("game", "people"), [("the-thing", 8), ("the-thing", 4), ("the-thing-outpost", 8)])
def test_no_name_of_a_room_is_cut_or_small(game: str, people: int, lang: str) -> None:
    """The largest table at the beginning, when all of it stand in one room: some 22 px on a tablet."""
    here = title(game)
    table = seated(game, players=NAMES[:people]).course.table
    rooms = here.game.view(here.decklist, table, here.words[lang]).rooms
    reach = fit(tuple(geometry.ring(people, True, 0).seats), 0, len(rooms)).reach
    found = tiles(rooms, reach, person, icon)
    assert len(found) == len(rooms) and not any("…" in line for tile in found for line in tile.lines)
    assert min(tile.size for tile in found) >= 30
    assert all(tile.label == room.label for tile, room in zip(found, rooms, strict=True))


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
