"""The box and the set-up for every number of people, against the rulebook (preparación 6 to 12) by arithmetic."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.games.the_thing.box import deck_size
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore

TABLE: dict[int, dict[str, Any]] = {
    4: {"weapons": (1, 3, 3, 1), "objects": (2, 2, 2, 2, 1), "warehouse": 10, "left": (12, 13), "strength": 2},
    5: {"weapons": (1, 3, 3, 1), "objects": (2, 2, 2, 2, 1), "warehouse": 10, "left": (11, 11), "strength": 2},
    6: {"weapons": (1, 3, 4, 2), "objects": (2, 3, 2, 2, 1), "warehouse": 14, "left": (6, 9), "strength": 3},
    7: {"weapons": (1, 3, 4, 2), "objects": (2, 3, 3, 3, 2), "warehouse": 18, "left": (1, 7), "strength": 3},
    8: {"weapons": (2, 4, 4, 2), "objects": (2, 3, 4, 4, 2), "warehouse": 18, "left": (0, 5), "strength": 4},
}
"""Flamethrower, dynamite, melee, pistol; keys, flashlights, tools, fuel, wires; what is left of fuel and damage."""
WEAPONS = ("lanzallamas", "dinamita", "arma-cuerpo-a-cuerpo", "pistola")
OBJECTS = ("llaves", "linterna", "herramientas", "combustible", "cable")


def figures(players: int) -> Any:
    here = title("the-thing")
    return here.game.plan(here.decklist, players, here.words["es"]).figures["figures"]


@pytest.mark.parametrize("players", range(4, 9))
def test_the_quantities_of_the_set_up(players: int) -> None:
    found, want, deck = figures(players), TABLE[players], title("the-thing").decklist
    assert tuple(deck.how_many(slug, players) for slug in WEAPONS) == want["weapons"]
    assert tuple(deck.how_many(slug, players) for slug in OBJECTS) == want["objects"]
    assert (found["weapon_deck"], found["object_deck"]) == (sum(want["weapons"]), sum(want["objects"]))
    assert (found["action_deck"], found["food"], found["first_strength"]) == (51, 16, want["strength"])
    assert found["lab_bag"] == {"green": 2 * players, "black": 3 * players}
    fuel, damage = found["fuel"], found["damage"]
    assert (fuel["generator"], fuel["boiler"], fuel["warehouse"]) == (4, 4, want["warehouse"])
    assert (fuel["reserve"], fuel["box"]) == (players - 1, want["left"][0])
    assert (damage["shed"], damage["helicopter"], damage["radio"]) == (1, players - 2, players)
    assert damage["operations"] == want["left"][1]


@pytest.mark.parametrize("players", range(4, 9))
def test_the_box_holds_what_is_laid_out(players: int) -> None:
    found = figures(players)
    assert sum(found["fuel"].values()) == 34 and sum(found["damage"].values()) == 20
    assert min(*found["fuel"].values(), *found["damage"].values()) >= 0


def test_eight_people_use_the_whole_box() -> None:
    deck, found = title("the-thing").decklist, figures(8)
    assert deck.in_play(8) == deck.copies
    assert (found["weapon_deck"], found["object_deck"], found["lab_bag"]) == (12, 15, {"green": 16, "black": 24})
    assert found["fuel"]["box"] == 0 and found["damage"]["operations"] == 3 + 2  # boiler and generator, whole


def test_the_wires_of_seven_are_a_question_of_the_house() -> None:
    """C1: set-up 8 says two wires with seven, the profile of the warehouse one more of fuel and tools, and no wire."""
    deck = title("the-thing").decklist
    assert [deck_size(deck, n, "object") for n in range(4, 9)] == [9, 9, 10, 13, 15]
    assert [deck_size(deck.answered({"wires": 1}), n, "object") for n in range(4, 9)] == [9, 9, 10, 12, 14]


@pytest.mark.parametrize("players", range(4, 9))
def test_the_table_opens_as_it_was_laid_out(players: int) -> None:
    names = [f"P{k}" for k in range(players)]
    tables = GameService(MemoryStore(), title)
    state: Any = tables.open({"playthrough": 1, "game": "the-thing", "players": names, "first": "P0"}).state
    found = figures(players)
    assert state["fuel"] == {name: found["fuel"][name] for name in ("generator", "boiler", "warehouse", "reserve")}
    assert state["damage"] == {name: found["damage"][name] for name in ("shed", "helicopter", "radio")}


@pytest.mark.parametrize(("players", "wires"), [(6, 1), (7, 1), (8, 1), (8, 2)])
def test_what_is_laid_out_and_what_stays_in_the_box_is_everything(players: int, wires: int) -> None:
    """The wire that a table plays without lies in the box."""
    here = title("the-thing")
    found = here.game.plan(here.decklist.answered({"wires": wires}), players, here.words["es"]).figures
    counts: dict[str, int] = {}
    for card in (*found["cards"], *found["box"]):  # type: ignore[misc]
        counts[card["slug"]] = counts.get(card["slug"], 0) + card["copies"]
    assert counts == {card.slug: card.copies for card in here.decklist.cards}
    boxed = {card["slug"]: card["copies"] for card in found["box"]}  # type: ignore[attr-defined]
    assert boxed.get("cable", 0) == (0 if wires == 2 else 1)
