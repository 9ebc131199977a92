"""The phone of a seat says that seat's own moves in every game, and nothing of the table's."""

from __future__ import annotations

from companion.web.seats import may_say


def test_a_seat_votes_and_attacks_for_itself_only() -> None:
    assert may_say("Ana", {"action": "vote", "player": "Ana", "votes": ["Berto"]})
    assert may_say("Ana", {"action": "attack", "player": "Ana", "target": "Berto", "dice": [5]})
    assert not may_say("Ana", {"action": "vote", "player": "Berto", "votes": ["Ana"]})
    assert not may_say("Ana", {"action": "event", "player": "Ana", "card": "evento", "anyway": "r"})


def test_what_the_table_sees_the_table_says() -> None:
    for said in (
        {"action": "move", "dice": [2]},
        {"action": "override", "set": {}},
        {"action": "end", "player": "Ana"},
    ):
        assert not may_say("Ana", said)
