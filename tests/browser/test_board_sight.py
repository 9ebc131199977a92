"""A count, at every step of the games and every size, of what a table app must not do: ask in lists, answer for people,
hide the board or what can be touched, change its size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import House
from tests.browser.sight import SIDEWAYS, looks
from tests.browser.states import Moment, moments
from tests.browser.tablet import PHONE, PORTRAIT, TABLET, Tablet
from tests.length import later

pytestmark = pytest.mark.sight

BOARDS = {"the-thing": (4, 6, 8), "the-thing-coop": (1, 2, 3), "the-thing-outpost": (4, 5, 8)}
"""The games with a board, with the smallest, the usual and the largest number of people."""
SIZES = (TABLET, (1024, 768), PORTRAIT, PHONE, SIDEWAYS)
LEAST = 0.45
"""How much of a tablet's height the board keeps."""
COUNTED = (Path(__file__).parent / "board.js").read_text("utf-8").rstrip().rstrip(";")


def measured(
    tablet: Tablet, house: House, game: str, found: list[Moment], at: Sequence[tuple[int, int]] = SIZES
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what is counted at each moment and size, with its name."""
    for where in looks(tablet, house, game, found, at):
        yield where, tablet.page.evaluate(COUNTED)


@pytest.mark.parametrize("game", ["the-thing", *later("the-thing-coop", "the-thing-outpost")])
@pytest.mark.parametrize("at", [1, *later(0, 2)])
def test_the_board_stays_in_sight_and_nothing_is_chosen_for_anybody(house: House, game: str, at: int) -> None:
    people = BOARDS[game][at]
    tablet = house.tablet()
    faults: list[str] = []
    sizes: dict[str, set[str]] = {}
    for where, one in measured(tablet, house, game, moments(game, people)):
        faults += [
            f"{where}, {kind}: {what}"
            for kind in ("selects", "preset", "small", "unseen", "lost")
            for what in one[kind]
        ]
        if one["board"] < LEAST:
            faults.append(f"{where}: the board has {one['board']:.2f} of the height")
        sizes.setdefault(where.rpartition(" at ")[2], set()).add(one["ring"])
    assert faults == [], "\n".join(faults)
    assert {size: len(rings) for size, rings in sizes.items()} == dict.fromkeys(sizes, 1), sizes


@pytest.mark.parametrize("game", ["la-cosa", *later("la-criatura", "dos-barajas")])
def test_the_ring_keeps_its_size(house: House, game: str) -> None:
    """Whatever can be taken back, and however long it takes to say. With names of forty letters a form of dice may
    stand before the ring; who was what is asked on the ring itself."""
    sizes: dict[str, set[str]] = {}
    found = [
        one for one in moments(game, 6) if not any(f.kind == "dice" or f.name == "role.0" for f in one.question.fields)
    ]
    for where, one in measured(house.tablet(), house, game, found, SIZES[:2]):
        sizes.setdefault(where.rpartition(" at ")[2], set()).add(one["ring"])
    assert {size: len(rings) for size, rings in sizes.items()} == dict.fromkeys(sizes, 1), sizes
