"""A board with rooms before eight people with long names: nothing overlaps, whoever's turn it is, and the reader's
sentence can be read across the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import House
from tests.length import later

EIGHT = ["Ana María", "Bartolomé", "Carla", "Maximiliano", "Inés", "Federico", "Guillermina", "Hugo"]
WHERE = ["radio", "radio", "radio", "generator", "laboratory", "laboratory", "station", "dormitory"]
TABLETS = ((1180, 820), (800, 1280), (1024, 768))
PHONES = ((390, 844), (844, 390))
OVERLAPS = """() => {
  const corners = (e) => {
    const b = e.getBBox(), m = e.getScreenCTM();
    return [[b.x, b.y], [b.x + b.width, b.y], [b.x + b.width, b.y + b.height], [b.x, b.y + b.height]]
      .map(([x, y]) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f]);
  };
  const apart = (p, q) => [p, q].some((poly) => poly.some((a, k) => {
    const b = poly[(k + 1) % 4], n = [b[1] - a[1], a[0] - b[0]];
    const on = (s) => s.map(([x, y]) => n[0] * x + n[1] * y);
    const [u, v] = [on(p), on(q)];
    return Math.max(...u) <= Math.min(...v) + 2 || Math.max(...v) <= Math.min(...u) + 2;
  }));
  const of = (s) => [...document.querySelectorAll(s)].map((e) => [
    e.parentNode.getAttribute("aria-label") || e.id, corners(e)]);
  const tiles = of(".tile .ground"), plates = of(".seat .plate");
  const found = [];
  for (const [name, tile] of tiles) for (const [, plate] of plates) if (!apart(tile, plate)) found.push(name);
  return {tiles: tiles.length, plates: plates.length, found};
}"""


def table(house: House, leader: str, people: int = 8) -> str:
    names = EIGHT[:people]
    ident = house.tables.open({"playthrough": 1, "game": "the-thing", "players": names, "first": leader}).id
    rooms: dict[str, Any] = dict(zip(names, WHERE, strict=False))
    set_ = {"rooms": rooms, "dogs": {"kitchen": 1, "generator": 1, "kennel": 2}, "damage": {"boiler": 2}}
    for said in ({"action": "take-sheets"}, {"action": "override", "set": set_, "reason": "t"}):
        house.tables.say(ident, said)
    return ident


@pytest.mark.parametrize("size", [*TABLETS[1:], *later(TABLETS[0])])
@pytest.mark.parametrize("seated", [(8, 0), *later((4, 3), (8, 2), (8, 5), (5, 1))])
def test_no_room_lies_under_a_plate(house: House, size: tuple[int, int], seated: tuple[int, int]) -> None:
    people, leader = seated
    device = house.tablet(size=size)
    device.open(f"/games/{table(house, EIGHT[leader], people)}")
    device.page.wait_for_selector(".tile")
    for lies in (True, False):  # on the table, or standing as a laptop does
        device.page.evaluate("lies => document.documentElement.classList.toggle('lying', lies)", lies)
        found = device.page.evaluate(OVERLAPS)
        assert (found["tiles"], found["plates"], found["found"]) == (15, people, []), lies


@pytest.mark.parametrize("size", [TABLETS[2], *later(*TABLETS[:2])])
def test_the_sentence_to_read_aloud_is_large(house: House, size: tuple[int, int]) -> None:
    device = house.tablet(size=size)
    device.open(f"/games/{table(house, EIGHT[0])}")
    px = device.page.eval_on_selector("#reader .aloud", "e => parseFloat(getComputedStyle(e).fontSize)")
    assert px >= 22
    assert device.page.eval_on_selector("#reader", "e => e.getBoundingClientRect().bottom <= innerHeight")


@pytest.mark.parametrize("size", PHONES)
def test_a_phone_has_the_rooms_beside_the_question_as_large_as_a_thumb(house: House, size: tuple[int, int]) -> None:
    device = house.tablet(size=size)
    device.open(f"/games/{table(house, EIGHT[0])}")
    assert not device.page.locator(".tile").first.is_visible()
    rooms = device.page.locator("#rooms .board-room").evaluate_all("all => all.map((e) => e.getBoundingClientRect())")
    assert len(rooms) == 15 and all(one["width"] >= 48 and one["height"] >= 48 for one in rooms)
    for turn in (0, 30):  # as the sheet stands, and while it turns to its reader
        device.page.evaluate("turn => { document.getElementById('sheet').style.rotate = turn + 'deg'; }", turn)
        assert device.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
