"""Who has gone keeps a place on the ring, where they sat at last, on the table, in its past and in the film."""

from __future__ import annotations

import re
from typing import Any

from companion.engine import facts as f
from companion.engine.history import Entry
from companion.engine.state import Table
from companion.web.pages.table.places import PLACES
from tests.web.sitting import Sitting, seated

EMPTY = re.compile(r'<g class="empty" id="empty-(\d)" data-slot="(\d)" role="img" aria-label="([^"]*)">')
SEAT = re.compile(r'id="seat-(\d)" data-slot="(\d)"')
BURNED: list[dict[str, Any]] = [
    {"action": "draw", "player": "Ana", "back": "away"},
    {"action": "play", "player": "Ana", "card": "lanzallamas", "target": "Beto"},
    {"action": "respond", "player": "Beto", "card": None},
]
SWAP: list[dict[str, Any]] = [
    {"action": "draw", "player": "Ana", "back": "away"},
    {"action": "play", "player": "Ana", "card": "cambio-de-lugar", "target": "Beto"},
    {"action": "respond", "player": "Beto", "card": None},
]


def around(*facts: f.Fact) -> tuple[str, ...]:
    """The places after these facts."""
    opened = f.TableOpened("g", ("A", "B", "C", "D"), "A", {}, 4, 9, "draw")
    return PLACES.over([(Entry(1, {}, (opened, *facts)), Table())]).order


def test_an_empty_place_stays_while_the_others_change_theirs() -> None:
    assert around(f.PlayerOut("B", "x")) == ("A", "B", "C", "D")
    assert around(f.PlayerOut("B", "x"), f.PlayersMoved(("D", "C", "A"))) == ("D", "B", "C", "A")
    assert around(f.PlayersMoved(("B", "A", "C", "D")), f.PlayerOut("A", "x")) == ("B", "A", "C", "D")


def test_who_comes_back_sits_where_the_table_says_and_who_is_renamed_keeps_the_place() -> None:
    assert around(f.PlayerOut("B", "x"), f.PlayerBack("B", "C")) == ("A", "C", "B", "D")
    assert around(f.PlayerOut("B", "x"), f.Renamed("B", "Z")) == ("A", "Z", "C", "D")


def drawn(sitting: Sitting, page: str = "") -> tuple[list[tuple[str, ...]], dict[str, str]]:
    """The empty places, and the place of every seat."""
    html = sitting.get(f"/games/{sitting.game}{page}").html
    return EMPTY.findall(html), dict(SEAT.findall(html))


def test_the_burned_keep_their_place_on_every_ring() -> None:
    sitting = seated(*BURNED)
    for page in ("", "/room", "/film/4"):
        assert drawn(sitting, page) == ([("1", "1", "Beto: Fuera")], {"0": "0", "2": "2", "3": "3", "4": "4", "5": "5"})
    sitting.say(action="undo")
    assert drawn(sitting)[0] == []
    assert drawn(sitting, "/at/4")[0] == [("1", "1", "Beto: Fuera")]


def test_who_had_changed_seats_goes_where_they_sat_then() -> None:
    sitting = seated(*SWAP)
    sitting.say(action="override", set={"eliminated": ["Ana"]}, reason="")
    empty, seats = drawn(sitting)
    assert empty == [("0", "1", "Ana: Fuera")]
    assert seats["1"] == "0"
