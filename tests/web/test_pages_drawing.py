"""The geometry of the ring: everybody has a place, nobody sits on anybody, clockwise is clockwise."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.pages.table import geometry
from companion.web.pages.table.geometry import ring, short_names, shortened, text_width

EVERY_NUMBER = range(1, 13)


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


@pytest.mark.parametrize("seats", range(3, 13))
def test_the_token_of_a_role_leaves_the_corners_of_the_tools_free(seats: int) -> None:
    """Both are round: a token of 38 units and a tool of 57, whose middle lies 60 from either edge."""
    for spin in range(geometry.STEPS):
        for spot in ring(seats, spin=spin).seats:
            across, down = spot.token
            turned = math.radians(spot.angle)
            x = spot.x + across * math.cos(turned) - down * math.sin(turned)
            y = spot.y + across * math.sin(turned) + down * math.cos(turned)
            for tool in ((60, 60), (60, geometry.HEIGHT - 60)):
                assert math.dist((x, y), tool) >= 38 + 57, (spin, spot)
