"""Taking a name back moves nothing: the hands are told only of what lies otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.games import SLUGS
from tests.games.play import Sitting

PEOPLE = ["Ana", "Beto", "Carla", "Dani"]


def sitting(slug: str) -> Sitting:
    here = title(slug)
    people = PEOPLE[: here.decklist.most]
    game = Sitting(here.game, here.decklist, {"players": people, "options": {}})
    assert game.refused is None
    return game


def hands(game: Sitting) -> list[str]:
    """Return the steps for the hands when the last action is taken back."""
    (_, before), (entry, _) = game.course.standing[-2:]
    return list(game.game.undo_hints(before, entry.facts, title(game.game.slug).words["es"]))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_name(slug: str) -> None:
    game = sitting(slug)
    game.do({"action": "rename", "player": "Beto", "to": "Berta"})
    assert hands(game) == []


def test_characters_that_were_given_out() -> None:
    game = sitting("the-thing-coop")
    game.do({"action": "take-sheets"})
    assert hands(game) == []
    swapped: dict[str, Any] = {"Bennings": "clark", "Clark": "bennings"}
    game.do({"action": "take-sheets", "who": swapped})
    assert hands(game) == []
