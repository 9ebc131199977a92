"""The page of a board's figures: what is asked, what is kept, what is refused beside its field, sent and taken."""

from __future__ import annotations

import io
import re

import pytest

from companion.decks.catalog import title
from tests.web.sitting import Sitting

KEY = "the-thing/the-thing"
BOX = title("the-thing").decklist
EVERY = {".".join(cell) for measure in BOX.measures for cell in measure.cells}


@pytest.fixture
def host() -> Sitting:
    return Sitting()


def test_every_figure_is_asked_with_where_to_look_and_none_is_filled_in(host: Sitting) -> None:
    page = host.get(f"/board?box={KEY}")
    fields = dict(re.findall(r'<input type="number"[^>]* name="([^"]+)" value="([^"]*)"', page.html))
    assert fields == dict.fromkeys(EVERY, "")
    words = title("the-thing").words["es"]
    for measure in BOX.measures:
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
    assert host.tables.boards.of(BOX) == {}


def test_the_file_of_one_house_is_taken_by_another(host: Sitting) -> None:
    host.post("/board", {"box": KEY, "do": "keep", "rescue": "11"})
    file = host.client.get(f"/board/file?box={KEY}", headers=host.headers).data
    other = Sitting()
    for data, status in ((b"{}", 422), (file.replace(b"the-thing", b"la-cosa"), 422), (b"\xff\0", 422), (file, 303)):
        sent = {"box": KEY, "do": "load", "file": (io.BytesIO(data), "x.json")}
        assert other.client.post("/board", data=sent, headers=other.headers).status_code == status
    assert other.tables.boards.of(BOX) == {("rescue",): 11}


def test_a_game_without_a_board_has_no_such_page(host: Sitting) -> None:
    assert host.get("/board?box=la-cosa/la-cosa").status == 404
    assert host.get("/board?box=chess/chess").status == 400
