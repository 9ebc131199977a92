"""What is told with facts made for other things: a weapon turned over where it lies, cards handed in and back."""

from __future__ import annotations

from typing import Any

from companion.table import facts as f
from companion.table.places import front
from companion.table.state import evolve
from tests.games.la_criatura.cases import say, sitting

SETUP: dict[str, Any] = {"players": ["Ana", "Berto", "Ciro"], "options": {"abstention": True}, "deck": ""}
TO_THE_HELICOPTER = (
    "chief Ana", "pass *", 'set {"two_weapons": ["Ana"], "weapons": {"Ana": 2}, "weapon_pile": 8}', "vote Ciro",
    "vote Berto", "vote Ana", "move 5", "discard *", "elect 3",
)  # fmt: skip


def test_a_card_turned_over_where_it_lies_is_seen_and_stays_there() -> None:
    at = sitting(SETUP)
    table = at.course.table
    for count in (1, 2):
        table = evolve(table, f.CardsMoved(front("Ana"), front("Ana"), 1, ("cuchillo",)))
        assert table.fronts["Ana"] == ("cuchillo",) * count
    assert table.hands == at.course.table.hands and table.piles == at.course.table.piles


def test_two_unknown_weapons_can_lie_open_before_one_player() -> None:
    at = sitting(SETUP)
    for text in (*TO_THE_HELICOPTER, "uncover Ana arma", "uncover Ana arma"):
        assert say(at, text) == "ok", text
    assert at.state["shown_weapons"] == {"Ana": ["arma", "arma"]}
    assert at.state["weapons"] == {}
    assert say(at, "uncover Ana arma") == "weapon.none"


def test_a_movement_is_cards_handed_in_shuffled_and_handed_back() -> None:
    at = sitting(SETUP)
    assert say(at, "chief Ana") == "ok"
    moved = [fact for fact in at.course.entries[-1].facts if isinstance(fact, f.CardsMoved | f.StackShuffled)]
    assert [type(fact).__name__ for fact in moved] == ["CardsMoved"] * 3 + ["StackShuffled"] + ["CardsMoved"] * 3
    assert at.course.table.piles["characters"] == 0
