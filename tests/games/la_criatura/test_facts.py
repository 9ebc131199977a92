"""Facts made for other things that this game uses: a weapon turned over where it lies, cards handed in and back."""

from __future__ import annotations

from companion.engine import facts as f
from companion.engine.places import front
from companion.engine.state import evolve
from tests.games.play import Sitting, seated

TO_THE_HELICOPTER = (
    "chief Ana", "pass Ana,Ciro,Berto", 'override {"two_weapons": ["Ana"], "weapons": {"Ana": 2}, "weapon_pile": 8}',
    "vote Ciro votes=", "vote Berto votes=", "vote Ana votes=", "move 5", "discard Ana,Ciro,Berto 0", "elect 3",
)  # fmt: skip


def sitting(*lines: str) -> Sitting:
    return seated("la-criatura", *lines, players=["Ana", "Berto", "Ciro"], abstention=True)


def test_a_card_turned_over_where_it_lies_is_seen_and_stays_there() -> None:
    at = sitting()
    table = at.course.table
    for count in (1, 2):
        table = evolve(table, f.CardsMoved(front("Ana"), front("Ana"), 1, ("cuchillo",)))
        assert table.fronts["Ana"] == ("cuchillo",) * count
    assert table.hands == at.course.table.hands and table.piles == at.course.table.piles


def test_two_unknown_weapons_can_lie_open_before_one_player() -> None:
    at = sitting(*TO_THE_HELICOPTER, "uncover Ana arma", "uncover Ana arma")
    assert at.state["shown_weapons"] == {"Ana": ["arma", "arma"]}
    assert at.state["weapons"] == {}
    assert at.say(action="uncover", player="Ana", card="arma") == "weapon.none"


def test_a_movement_is_cards_handed_in_shuffled_and_handed_back() -> None:
    at = sitting("chief Ana")
    moved = [fact for fact in at.course.entries[-1].facts if isinstance(fact, f.CardsMoved | f.StackShuffled)]
    assert [type(fact).__name__ for fact in moved] == ["CardsMoved"] * 3 + ["StackShuffled"] + ["CardsMoved"] * 3
    assert at.course.table.piles["characters"] == 0
