"""Plates that lie along the ring: however it is spun, none leaves the picture and none lies over another."""

from __future__ import annotations

import math
import re

import pytest

from companion.games.the_thing.base import SHEETS
from companion.games.the_thing_coop.base import NAMES
from companion.web.pages.table.geometry import CARD, CENTRE, HEIGHT, STEPS, WIDTH, SeatSpot, corners, ring, with_hands
from companion.web.server.app import create_app
from companion.web.server.settings import Settings
from tests.houses import new_house
from tests.web.sitting import SIX, Sitting, seated

Corners = list[tuple[float, float]]


def _corners(spot: SeatSpot) -> Corners:
    turn = math.radians(spot.angle)
    c, s = math.cos(turn), math.sin(turn)
    half = [(a * spot.width / 2, b * spot.height / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return [(spot.x + c * x - s * y, spot.y + s * x + c * y) for x, y in half]


def _apart(one: Corners, other: Corners) -> float:
    """How far two plates lie apart, measured across the edges of both; negative where they overlap."""
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


@pytest.mark.parametrize("gone", range(6))
def test_who_is_left_stays_where_they_sat(gone: int) -> None:
    sitting = seated()
    before = _angles(sitting)
    sitting.say(action="override", set={"eliminated": [SIX[gone]]}, reason="")
    after = _angles(sitting)
    assert len(after) == 5
    for name, angle in after.items():
        assert abs((angle - before[name] + 180) % 360 - 180) < 0.1


def _angles(sitting: Sitting) -> dict[str, float]:
    """At which angle everybody is drawn."""
    found = re.findall(
        r'class="seat[^>]*aria-label="(\w+),.*?translate\(([\d.]+) ([\d.]+)\)',
        sitting.get(f"/games/{sitting.game}").html,
        re.DOTALL,
    )
    return {name: math.degrees(math.atan2(float(y) - CENTRE[1], float(x) - CENTRE[0])) for name, x, y in found}


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


def _hands(persons: str, spin: int = 0) -> list[tuple[float, int]]:
    return [(spot.angle, spot.quarter) for spot in with_hands(ring(6, True, spin).seats, [*persons])]


def test_somebody_with_several_plates_reads_from_one_place() -> None:
    assert {*_hands("aaaaaa")} == {(0, 0)}
    assert {*_hands("aaaaaa", 3 * STEPS)} == {(180, 2)}
    assert [quarter for _, quarter in _hands("aaabbb")] == [1, 1, 1, 3, 3, 3]
    assert [quarter for _, quarter in _hands("aabbcc")] == [0, 0, 2, 2, 3, 3]
    assert [angle for angle, _ in _hands("aaabbb")] == [spot.angle for spot in ring(6).seats]


def test_upright_plates_leave_room_for_each_other() -> None:
    for spin in range(STEPS * 6):
        plates = [_corners(spot) for spot in with_hands(ring(6, True, spin).seats, ["a"] * 6)]
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for plate in plates for x, y in plate)
        assert all(_apart(plates[k], plates[(k + 1) % 6]) > 2 for k in range(6)), spin


@pytest.mark.parametrize(("people", "quarters"), [(("Ana",), [0, 0, 0, 0]), (("Ana", "Beto"), [1, 1, 1, 3])])
def test_the_question_stays_with_the_person_whoever_of_theirs_moves(
    people: tuple[str, ...], quarters: list[int]
) -> None:
    tables = new_house()
    game = tables.open({"playthrough": 1, "game": "the-thing-coop", "players": [*people], "options": {}}).id
    client = create_app(tables, Settings("key", 5000)).test_client()
    for action in (
        {"action": "take-sheets", "who": dict(zip("123456", SHEETS, strict=False))},
        {"action": "weather", "face": "sunny"},
        {"action": "upkeep", "generator": 0, "boiler": 0},
    ):
        tables.say(game, action)
    found = []
    for name in NAMES[:4]:
        page = client.get(f"/games/{game}").text
        found += re.findall(r'id="actor" data-quarter="(\d)"', page)
        assert ('class="echo"' in page) == (len(people) > 1)  # alone nobody sits across
        tables.say(game, {"action": "place", "player": name, "at": "kitchen" if name == "MacReady" else "radio"})
    assert found == [str(one) for one in quarters]
