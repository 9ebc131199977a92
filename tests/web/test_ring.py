"""The geometry of the ring: everybody has a place however it is spun, and keeps it; nothing lies on anything."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import facts as f
from companion.engine.history import Entry
from companion.engine.scripts import text_width
from companion.engine.state import Table
from companion.games.the_thing.base import SHEETS
from companion.games.the_thing_coop.base import NAMES
from companion.web.pages.table import geometry
from companion.web.pages.table.board import Thing
from companion.web.pages.table.frame import frame
from companion.web.pages.table.geometry import (
    CARD,
    HEIGHT,
    STEPS,
    WIDTH,
    SeatSpot,
    corners,
    ring,
    short_names,
    shortened,
)
from companion.web.pages.table.places import PLACES
from companion.web.pages.table.ring import persons_around
from tests.web.sitting import Sitting, seated
from tests.web.test_board_in_the_ring import board

LOOKED_AT = Path(__file__).with_name("told") / "ring.txt"
"""Where everything lies on the rings, as they were looked at; `python -m tests.web.test_ring` writes it anew."""
RINGS = {
    **{f"{seats}": ring(seats) for seats in range(3, 13)},
    "5 the other way": ring(5, clockwise=False),
    "6 spun": ring(6, spin=1),
    **{
        f"round a board {persons}": frame(tuple(persons))
        for persons in ("aabc", "abcdefgh", "aabbccdd", "abcdefghijkl")
    },
    "round a board spun": frame(tuple("aabbcd"), 2),
    **{f"rooms {many}": board(many, crowd=many == 9, quarter=many % 2) for many in (1, 4, 9, 13, 14)},
}


def numbers(thing: object) -> Iterator[float]:
    """Yield every measure of a drawing, and of each plate where its token lies."""
    if isinstance(thing, SeatSpot):
        yield from (*thing.token, thing.left, thing.top, thing.quarter)
    if isinstance(thing, Thing):
        yield from (thing.width, thing.x, thing.y)
    if isinstance(thing, tuple):
        for one in thing:
            yield from numbers(one)
    elif isinstance(thing, int | float):
        yield float(thing)


@pytest.mark.parametrize("name", RINGS)
def test_a_ring_is_as_it_was_looked_at(name: str) -> None:
    lines = dict(line.split(": ") for line in LOOKED_AT.read_text("utf-8").splitlines())
    assert [*numbers(RINGS[name])] == pytest.approx([float(one) for one in lines[name].split()], abs=0.15)


@pytest.mark.parametrize("seats", range(3, 13))
def test_they_follow_clockwise_from_the_bottom(seats: int) -> None:
    spots = ring(seats).seats
    assert spots[0].y > geometry.CENTRE[1] and abs(spots[0].x - geometry.CENTRE[0]) < 2
    turns = [math.atan2(s.y - geometry.CENTRE[1], s.x - geometry.CENTRE[0]) for s in spots]
    steps = [(b - a) % (2 * math.pi) for a, b in zip(turns, turns[1:] + turns[:1], strict=True)]
    assert all(0 < step < math.pi for step in steps)
    assert sum(steps) == pytest.approx(2 * math.pi)


@pytest.mark.parametrize("seats", range(3, 13))
def test_a_gap_lies_between_its_two_seats(seats: int) -> None:
    drawn = ring(seats)
    for k, gap in enumerate(drawn.gaps):
        near = sorted(range(seats), key=lambda n: math.dist((gap.x, gap.y), (drawn.seats[n].x, drawn.seats[n].y)))
        assert set(near[:2]) == {k, (k + 1) % seats}


def test_arrows_turn_with_the_direction() -> None:
    there, back = ring(6, True).arrows, ring(6, False).arrows
    assert [(a.angle + 180) % 360 for a in there] == [b.angle % 360 for b in back]
    right = max(there, key=lambda arrow: arrow.x)
    assert right.angle == pytest.approx(90)


@pytest.mark.parametrize("seats", range(2, 13))
def test_lines_end_before_the_plates(seats: int) -> None:
    drawn = ring(seats)
    for b in range(1, seats):
        line = drawn.line(0, b)
        for x, y in (line.start, line.end):
            for spot in (drawn.seats[0], drawn.seats[b]):
                assert abs(x - spot.x) >= spot.width / 2 or abs(y - spot.y) >= spot.height / 2


@given(st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=12, unique=True))
def test_short_names_fit_and_differ(names: list[str]) -> None:
    short = short_names(tuple(names), 3.4)
    assert all(short)
    assert all(text_width(text) <= 3.4 + 0.5 for text in short)


def test_names_are_shortened_at_words() -> None:
    assert shortened("Ana", 3.4) == "Ana"
    assert shortened("Ana María de los Ángeles", 3.4) == "Ana M."
    assert shortened("Maximiliano", 3.4) == "Maxim…"
    assert short_names(("María Luisa", "María Lourdes", "Ana"), 3.4) == ("María1", "María2", "Ana")


def _token(spot: SeatSpot) -> tuple[float, float]:
    """Return the middle of the token of a role beside a plate."""
    turned, (across, down) = math.radians(spot.angle), spot.token
    x = spot.x + across * math.cos(turned) - down * math.sin(turned)
    return x, spot.y + across * math.sin(turned) + down * math.cos(turned)


@pytest.mark.parametrize("seats", range(3, 13))
def test_the_token_of_a_role_leaves_the_corners_of_the_tools_free(seats: int) -> None:
    """Both are round: a token of 38 units and a tool of 57, whose middle lies 60 from either edge."""
    for spin in range(geometry.STEPS):
        for spot in ring(seats, spin=spin).seats:
            x, y = _token(spot)
            assert y >= 38, (spin, spot, "the bar of the page cuts it")
            for tool in ((60, 60), (60, geometry.HEIGHT - 60)):
                assert math.dist((x, y), tool) >= 38 + 57, (spin, spot)


@pytest.mark.parametrize(
    "persons", [("Ana",) * 6, ("Ana", "Ana", "Ana", "Beto", "Beto", "Beto"), *(("",) * n for n in (4, 6, 8))], ids=str
)
def test_round_a_board_the_token_of_a_role_lies_on_their_plate_alone(persons: tuple[str, ...]) -> None:
    spots = frame(persons).seats
    for spot in spots:
        x, y = _token(spot)
        for other in spots:
            wide, high = (other.width, other.height) if other.angle % 180 == 0 else (other.height, other.width)
            away = math.hypot(max(abs(x - other.x) - wide / 2, 0), max(abs(y - other.y) - high / 2, 0))
            assert away == 0 if other is spot else away >= 38, (spot, other)


Corners = list[tuple[float, float]]


def _corners(spot: SeatSpot) -> Corners:
    turn = math.radians(spot.angle)
    c, s = math.cos(turn), math.sin(turn)
    half = [(a * spot.width / 2, b * spot.height / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [(spot.x + c * x - s * y, spot.y + s * x + c * y) for x, y in half]


def _apart(one: Corners, other: Corners) -> float:
    """Return the distance of two plates, measured across the edges of both; negative where they overlap."""
    best = -math.inf
    for mine, theirs in ((one, other), (other, one)):
        for (ax, ay), (bx, by) in zip(mine, mine[1:] + mine[:1], strict=True):
            long = math.hypot(bx - ax, by - ay)
            best = max(best, min(((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / long for x, y in theirs))
    return best


@pytest.mark.parametrize("seats", range(1, 13))
def test_no_plate_leaves_the_picture_or_lies_over_another(seats: int) -> None:
    for spin in range(STEPS * seats):
        plates = [_corners(spot) for spot in ring(seats, True, spin).seats]
        assert len(plates) == seats
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for plate in plates for x, y in plate)
        assert all(_apart(plates[k], plates[(k + 1) % seats]) > 2 for k in range(seats if seats > 1 else 0))


@pytest.mark.parametrize("seats", range(4, 13))
def test_a_whole_seat_of_spin_moves_everybody_by_one(seats: int) -> None:
    still, spun = ring(seats).seats, ring(seats, True, STEPS).seats
    assert spun == still[1:] + still[:1]


def test_every_plate_faces_outward() -> None:
    below, left, above, right = (ring(4).seats[k] for k in range(4))
    assert [spot.angle for spot in (below, left, above, right)] == [0, 90, 180, 270]
    assert [spot.quarter for spot in (below, left, above, right)] == [0, 1, 2, 3]


@pytest.mark.parametrize("people", range(2, 13))
def test_no_card_in_a_gap_touches_a_plate(people: int) -> None:
    """However the ring was spun, and with two cards in one gap."""
    for spin in range(STEPS):
        drawn = ring(people, True, spin)
        plates = [_corners(spot) for spot in drawn.seats]
        for gap in drawn.gaps:
            side = CARD * gap.scale
            for k in range(2):
                card = corners(gap.x + k * gap.step[0], gap.y + k * gap.step[1], side, side, gap.angle)
                assert min(_apart(card, plate) for plate in plates) > 0, (people, spin, gap)


@pytest.mark.parametrize(("people", "quarters"), [(("Ana",), [0, 0, 0, 0]), (("Ana", "Beto"), [0, 0, 0, 2])])
def test_the_question_stays_with_the_person_whoever_of_theirs_moves(
    people: tuple[str, ...], quarters: list[int]
) -> None:
    sheets = {"action": "take-sheets", "who": dict(zip("123456", SHEETS, strict=False))}
    begun = (sheets, "weather sunny", "upkeep generator=0 boiler=0")
    sitting, found = seated(*begun, game="the-thing-coop", players=people), list[str]()
    for name in NAMES[:4]:
        page = sitting.look().html
        found += re.findall(r'id="actor" data-quarter="(\d)"', page)
        assert ('class="echo"' in page) == (len(people) > 1)  # alone there is no player across
        sitting.say(action="place", player=name, at="kitchen" if name == "MacReady" else "radio")
    assert found == [str(one) for one in quarters]


@pytest.mark.parametrize("gone", ["A", "B", "C", "D", "E", "F", "AC", "CD", "DF"])
def test_whoever_has_gone_stays_on_the_side_of_their_person(gone: str) -> None:
    sides = dict(zip("ABCDEF", "xxxyyy", strict=True))
    left = {name: side for name, side in sides.items() if name not in gone}
    assert persons_around("ABCDEF", left) == tuple(sides.values())


EMPTY = re.compile(r'<g class="empty" id="empty-(\d)" data-slot="(\d)" role="img" aria-label="([^"]*)">')
SEAT = re.compile(r'id="seat-(\d)" data-slot="(\d)"')


def around(*facts: f.Fact) -> tuple[str, ...]:
    """Return the places after these facts."""
    opened = f.TableOpened("g", ("A", "B", "C", "D"), "A", {}, 4, 9, "draw")
    return PLACES.over([(Entry(1, {}, (opened, *facts)), Table())]).order


def test_an_empty_place_stays_while_the_others_change_theirs() -> None:
    assert around(f.PlayerOut("B", "x")) == ("A", "B", "C", "D")
    assert around(f.PlayerOut("B", "x"), f.PlayersMoved(("D", "C", "A"))) == ("D", "B", "C", "A")
    assert around(f.PlayersMoved(("B", "A", "C", "D")), f.PlayerOut("A", "x")) == ("B", "A", "C", "D")
    assert around(f.PlayerOut("B", "x"), f.PlayerBack("B", "C")) == ("A", "C", "B", "D")
    assert around(f.PlayerOut("B", "x"), f.Renamed("B", "Z")) == ("A", "Z", "C", "D")


def drawn(sitting: Sitting, page: str = "") -> tuple[list[tuple[str, ...]], dict[str, str]]:
    """Return the empty places, and the place of every seat."""
    html = sitting.get(f"/games/{sitting.game}{page}").html
    return EMPTY.findall(html), dict(SEAT.findall(html))


def test_the_burned_keep_their_place_on_every_ring() -> None:
    sitting = seated("draw Ana away", "play Ana lanzallamas Beto", "respond Beto")
    for page in ("", "/room", "/film/4"):
        assert drawn(sitting, page) == ([("1", "1", "Beto: Fuera")], {"0": "0", "2": "2", "3": "3", "4": "4", "5": "5"})
    sitting.say(action="undo")
    assert drawn(sitting)[0] == []
    assert drawn(sitting, "/at/4")[0] == [("1", "1", "Beto: Fuera")]


def test_who_had_changed_seats_goes_where_they_sat_then() -> None:
    sitting = seated("draw Ana away", "play Ana cambio-de-lugar Beto", "respond Beto")
    sitting.say(action="override", set={"eliminated": ["Ana"]}, reason="")
    empty, seats = drawn(sitting)
    assert empty == [("0", "1", "Ana: Fuera")]
    assert seats["1"] == "0"


if __name__ == "__main__":
    found = (f"{name}: {' '.join(f'{one:g}' for one in numbers(drawn))}\n" for name, drawn in RINGS.items())
    LOOKED_AT.write_text("".join(found), "utf-8")
