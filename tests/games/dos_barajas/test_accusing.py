"""Right to accuse: a trio of coins takes three cards, or two with an ace, so a player with fewer is not offered it."""

from __future__ import annotations

import pytest

from companion.decks.catalog import title
from tests.games.play import seated

PEOPLE = ("Ana", "Beto", "Carla", "Dani", "Eva")


@pytest.mark.parametrize(("held", "can"), [(0, False), (1, False), (2, True), (3, True)])
def test_whoever_holds_fewer_cards_than_a_trio_takes_is_not_offered(held: int, can: bool) -> None:
    sitting = seated("dos-barajas", "skip", players=PEOPLE)
    sitting.do({"action": "override", "set": {"hands": {"Beto": held}}, "reason": ""})
    here = title("dos-barajas")
    asked = here.game.ask(here.decklist, sitting.course.table, {}, here.words["es"])
    refused = {
        choice.player: choice.refusal and choice.refusal.rule
        for group in asked.groups
        for choice in group.choices
        if choice.player
    }
    assert refused == dict.fromkeys(PEOPLE) | ({} if can else {"Beto": "hand.too-few"})
