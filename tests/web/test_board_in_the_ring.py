"""A board with rooms, in the ring and beneath it, clear of the plates; and the page of its figures."""

from __future__ import annotations

import io
import re
from itertools import combinations

import pytest

from companion.decks.catalog import title
from companion.engine.view import Badge, RoomView
from companion.web.pages.table import frame
from companion.web.pages.table.board import PAD, ROW, Tile, tiles
from companion.web.pages.table.geometry import SeatSpot
from tests.games.play import seated
from tests.web.sitting import Sitting

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Guille", "Hugo")
BOX = frame.Box(140, 180, 720, 580)
THUMB = 64 / 0.672
"""64 px of a tablet of 1024×768, in units of the drawing."""


def person(name: str) -> tuple[str, str]:
    return "p0", "p0"


def icon(name: str, kind: str) -> str:
    return name


def board(many: int, *, crowd: bool = False, quarter: int = 0) -> tuple[Tile, ...]:
    marks = tuple(Badge("fuel", f"Combustible: {k}", "action", k) for k in range(1, 5))
    rooms = [RoomView(f"r{k}", "Estación Meteorológica", NAMES if crowd else (), marks) for k in range(many)]
    return tiles(rooms, BOX, person, icon, quarter)


def _inside(tile: Tile) -> bool:
    """Within its room, whether it is turned by a quarter or not."""
    low = (2 * tile.top + PAD - len(tile.lines) * tile.size) / tile.scale
    wide = tile.width / tile.scale / 2
    return all(abs(one.x) + one.width / 2 <= wide and one.y + ROW / 2 <= low + 1 for one in tile.things)


def _apart(one: Tile, other: Tile) -> bool:
    x, y = abs(one.middle[0] - other.middle[0]), abs(one.middle[1] - other.middle[1])
    return x >= (one.width + other.width) / 2 or y >= (one.height + other.height) / 2


@pytest.mark.parametrize("quarter", [0, 1])
@pytest.mark.parametrize("many", [1, 4, 9, 13, 15])
def test_rooms_do_not_lie_on_each_other_and_hold_what_is_there(many: int, quarter: int) -> None:
    found = board(many, crowd=True, quarter=quarter)
    assert len(found) == many and all(map(_inside, found))
    assert all(_apart(a, b) for a, b in combinations(found, 2))
    assert all(tile.x >= BOX.x and tile.x + tile.width <= BOX.x + BOX.width + 0.1 for tile in found)
    assert all(tile.y >= BOX.y and tile.y + tile.height <= BOX.y + BOX.height + 0.1 for tile in found)


def test_a_room_tells_everything_aloud_and_its_tokens_are_counted_by_dots() -> None:
    marks = (Badge("fire", "En llamas", "danger", 1), Badge("food", "Alimentos: 7", "action", 7))
    (tile,) = tiles([RoomView("r", "Sala", ("Ana",), marks, ("Ana",))], BOX, person, icon)
    assert tile.said == "Sala: Ana, En llamas, Alimentos: 7"
    ana, fire, food = tile.things
    assert ana.lies and ana.is_person and (len(fire.dots), len(food.dots)) == (1, 0)


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize("quarter", [0, 1])
@pytest.mark.parametrize(("game", "people"), [("the-thing", 8), ("the-thing-coop", 3), ("the-thing-outpost", 8)])
def test_every_room_is_as_large_as_a_thumb_and_its_name_is_read(
    game: str, people: int, quarter: int, lang: str
) -> None:
    """The largest table at the beginning, when all of it stand in one room."""
    here = title(game)
    table = seated(game, players=NAMES[:people]).course.table
    rooms = here.game.view(here.decklist, table, here.words[lang]).rooms
    found = tiles(rooms, BOX, person, icon, quarter)
    assert len(found) == len(rooms) and not any("…" in line for tile in found for line in tile.lines)
    assert all(_apart(a, b) for a, b in combinations(found, 2))
    assert min(min(tile.width, tile.height) for tile in found) >= THUMB
    assert min(tile.size for tile in found) >= (24 if quarter else 28)
    assert all(tile.label == room.label for tile, room in zip(found, rooms, strict=True))


def _covers(spot: SeatSpot) -> tuple[float, float, float, float]:
    wide, high = (spot.height, spot.width) if spot.angle % 180 else (spot.width, spot.height)
    return spot.x - wide / 2, spot.y - high / 2, spot.x + wide / 2, spot.y + high / 2


@pytest.mark.parametrize(
    "persons",
    [("",) * n for n in range(1, 13)] + [("a",) * 6, ("a", "a", "a", "b", "b", "b"), ("a", "a", "b", "b", "c", "c")],
)
def test_plates_stand_in_quarter_turns_round_the_rooms(persons: tuple[str, ...]) -> None:
    found = frame.frame(persons).seats
    box = frame.middle(found)
    covered = [_covers(one) for one in found]
    assert all(one.angle % 90 == 0 for one in found) and box.width >= 700 and box.height >= 550
    assert all(x >= 0 and y >= frame.TOP and r <= 1000 and b <= frame.TOP + frame.HIGH for x, y, r, b in covered)
    whole = (box.x, box.y, box.x + box.width, box.y + box.height)
    for one, other in combinations([*covered, whole], 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_everybodys_plates_stand_at_their_own_side() -> None:
    assert [one.quarter for one in frame.frame(("a", "a", "a", "b", "b", "b")).seats] == [0, 0, 0, 2, 2, 2]
    assert {one.angle for one in frame.frame(("a",) * 6).seats} == {0.0}
    assert [one.quarter for one in frame.frame(("",) * 4).seats] == [0, 1, 2, 3]
    assert [one.quarter for one in frame.frame(("",) * 4, 4).seats] == [1, 2, 3, 0]


KEY = "the-thing/the-thing"
DECK = title("the-thing").decklist
EVERY = {".".join(cell) for measure in DECK.measures for cell in measure.cells}


@pytest.fixture
def host() -> Sitting:
    return Sitting()


def test_every_figure_is_asked_with_where_to_look_and_none_is_filled_in(host: Sitting) -> None:
    page = host.get(f"/board?box={KEY}")
    fields = dict(re.findall(r'<input type="number"[^>]* name="([^"]+)" value="([^"]*)"', page.html))
    assert fields == dict.fromkeys(EVERY, "")
    words = title("the-thing").words["es"]
    for measure in DECK.measures:
        assert all(words.raw(f"measures.{measure.name}.{part}") in page.html for part in ("name", "where", "count"))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"rescue": "1"}, "de 2 a 60"),
        ({"rescue": "eleven"}, "«eleven»"),
        ({"rescue": "-3"}, "«-3»"),
        ({"fuel-spaces.shed": "99"}, "de 1 a 12"),
        ({"die.sunny": "1", "die.storm": "1", "die.other": "1", "die.another": "0"}, "suman 3"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_typed_is_lost(host: Sitting, typed: dict[str, str], told: str) -> None:
    page = host.post("/board", {"box": KEY, "do": "keep", "freezing": "7", **typed})
    assert page.status == 422 and told in page.text
    assert 'name="freezing" value="7"' in page.html
    assert host.tables.boards.of(DECK) == {}


def test_the_file_of_one_house_is_taken_by_another(host: Sitting) -> None:
    host.post("/board", {"box": KEY, "do": "keep", "rescue": "11"})
    file = host.client.get(f"/board/file?box={KEY}", headers=host.headers).data
    other = Sitting()
    for data, status in ((b"{}", 422), (file.replace(b"the-thing", b"la-cosa"), 422), (b"\xff\0", 422), (file, 303)):
        sent = {"box": KEY, "do": "load", "file": (io.BytesIO(data), "x.json")}
        assert other.client.post("/board", data=sent, headers=other.headers).status_code == status
    assert other.tables.boards.of(DECK) == {("rescue",): 11}


def test_a_game_without_a_board_has_no_such_page(host: Sitting) -> None:
    assert host.get("/board?box=la-cosa/la-cosa").status == 404
    assert host.get("/board?box=chess/chess").status == 400
