"""Putting the table right by touching it: a gap, a plate, a pile, the arrow; first it is shown what would change."""

from __future__ import annotations

import html as entities
import json
import re
from typing import Any
from urllib.parse import quote

import pytest

from companion.decks.catalog import title
from tests.web.sitting import SIX, Sitting, seated

GRIP = re.compile(r'<a class="grip" href="([^"]+)" aria-label="([^"]*)"')


def _sitting(game: str = "la-cosa") -> Sitting:
    sitting = seated(game=game, players=SIX[: title(game).decklist.most])
    if game == "la-cosa":  # cards that doors and quarantines can come from
        sitting.say(action="override", set={"draw_pile": 24, "discard_pile": 6}, reason="")
    return sitting


@pytest.fixture
def sitting() -> Sitting:
    return _sitting()


def _grips(sitting: Sitting) -> dict[str, str]:
    """Return the addresses of the places to touch, by their labels."""
    found = GRIP.findall(sitting.get(f"/games/{sitting.game}/fix").html)
    return {entities.unescape(label): entities.unescape(href) for href, label in found}


def _state(sitting: Sitting) -> Any:
    return sitting.tables.seen(sitting.game).table


def _kept(sitting: Sitting, href: str) -> None:
    """Look at what would change, and keep it."""
    before = _state(sitting)
    page = sitting.get(href)
    assert 'id="changes"' in page.html
    assert _state(sitting) == before
    said = re.search(r'name="said" value="([^"]+)"', page.html)
    assert said
    version = sitting.tables.seen(sitting.game).version
    form = {"version": str(version), "action_id": f"x{version}", "said": entities.unescape(said[1])}
    sitting.post(f"/games/{sitting.game}/fix", form)


def test_a_door_goes_into_a_gap_and_out_of_it_by_a_touch(sitting: Sitting) -> None:
    into = next(href for label, href in _grips(sitting).items() if "Ana" in label and "Beto" in label)
    _kept(sitting, into)
    assert [len(lying) for lying in _state(sitting).gaps] == [1, 0, 0, 0, 0, 0]
    out = next(href for label, href in _grips(sitting).items() if "Ana" in label and "Beto" in label)
    _kept(sitting, out)
    assert not any(_state(sitting).gaps)


def test_the_places_of_the_piles_lie_about_the_middle_of_the_ring(sitting: Sitting) -> None:
    drawn = re.findall(r"translate\((\d+)\.0 (340|606)\.0\)", sitting.get(f"/games/{sitting.game}/fix").html)
    assert drawn == [("415", "340"), ("415", "606"), ("585", "340"), ("585", "606")]


@pytest.mark.parametrize(
    ("said", "status", "told"),
    [
        ({"eliminated": ["Eva"]}, 200, "Fuera de la partida: Eva (ahora no hay nadie fuera)"),
        ({"seats": ["Beto"]}, 422, "El orden de los asientos tiene que nombrar a quienes siguen en juego"),
    ],
)
def test_a_correction_tells_before_what_it_changes_or_why_it_cannot(
    table: Sitting, said: dict[str, list[str]], status: int, told: str
) -> None:
    before = table.state()
    page = table.get(f"/games/{table.game}/fix?said={quote(json.dumps({'action': 'override', 'set': said}))}")
    assert page.status == status and told in page.text
    assert table.state() == before
    assert ('class="sure"' in page.html) == (status == 200)
