"""A board as the middle of the ring: every room with who and what is there, clear of the plates of eight people."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.engine.ring_line import CENTRE
from companion.engine.view import Badge, RoomView
from companion.web.pages.table import geometry
from companion.web.pages.table.board import MARK, ROW, Tile, tiles

NAMES = ("Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Guille", "Hugo")


def person(name: str) -> tuple[str, str]:
    return "p0", "p0"


def icon(name: str, kind: str) -> str:
    return name


def board(many: int, *, crowd: bool = False) -> tuple[Tile, ...]:
    marks = tuple(Badge("fuel", f"Combustible: {k}", "action", k) for k in range(1, 5))
    rooms = [RoomView(f"r{k}", "Estación Meteorológica", NAMES if crowd else (), marks) for k in range(many)]
    return tiles(rooms, person, icon)


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


@pytest.mark.parametrize("people", range(4, 9))
@pytest.mark.parametrize("quarter", range(4))
def test_no_plate_lies_on_a_room(people: int, quarter: int) -> None:
    found = board(15)
    wide = (found[0].x, found[-1].x + found[-1].width)
    high = (found[0].y, found[-1].y + found[-1].height)
    block = (wide[1] - wide[0], high[1] - high[0])
    across, along = block if quarter % 2 == 0 else (block[1], block[0])
    for spot in geometry.ring(people, True, 0).seats:
        if round(spot.angle) % 90:
            continue  # a plate that stands askew is looked at in the browser
        flat = round(spot.angle / 90) % 2 == 0
        half = (spot.width / 2, spot.height / 2) if flat else (spot.height / 2, spot.width / 2)
        clear_x = abs(spot.x - CENTRE[0]) - half[0] >= across / 2
        clear_y = abs(spot.y - CENTRE[1]) - half[1] >= along / 2
        assert clear_x or clear_y, (people, quarter, spot)


def test_a_room_tells_everything_aloud_and_one_of_a_kind_has_no_number() -> None:
    room = RoomView("r", "Sala", ("Ana",), (Badge("fire", "En llamas", "danger", 1),), (), ("Ana",))
    (tile,) = tiles([room], person, icon)
    assert tile.said == "Sala: Ana, En llamas"
    ana, fire = tile.things
    assert ana.lies and ana.is_person and fire.count is None and fire.width == MARK
