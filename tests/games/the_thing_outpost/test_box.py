"""The box and the set-up of the Norwegian base for every number of people, against the rulebook by arithmetic."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore

WEAPONS = ("lanzallamas", "granada", "arma-cuerpo-a-cuerpo", "rifle-de-francotirador", "pistola")
OBJECTS = ("llaves", "linterna", "herramientas", "combustible")
TABLE: dict[int, dict[str, Any]] = {
    4: {"weapons": (1, 3, 4, 3, 1), "objects": (3, 5, 2, 2), "warehouse": 10, "strength": 2},
    5: {"weapons": (1, 3, 4, 3, 1), "objects": (3, 5, 2, 2), "warehouse": 10, "strength": 2},
    6: {"weapons": (1, 3, 4, 3, 2), "objects": (3, 6, 2, 2), "warehouse": 14, "strength": 3},
    7: {"weapons": (1, 3, 4, 3, 2), "objects": (3, 6, 3, 3), "warehouse": 18, "strength": 3},
    8: {"weapons": (2, 4, 4, 3, 2), "objects": (3, 6, 4, 4), "warehouse": 18, "strength": 4},
}
EVERY = pytest.mark.parametrize("players", range(4, 9))


def figures(players: int) -> Any:
    here = title("the-thing-outpost")
    return here.game.plan(here.decklist.answered({}), players, here.words["es"]).figures["figures"]


@EVERY
def test_the_decks(players: int) -> None:
    deck, found, want = title("the-thing-outpost").decklist, figures(players), TABLE[players]
    assert tuple(deck.how_many(slug, players) for slug in WEAPONS) == want["weapons"]
    assert tuple(deck.how_many(slug, players) for slug in OBJECTS) == want["objects"]
    assert (found["weapon_deck"], found["object_deck"]) == (sum(want["weapons"]), sum(want["objects"]))
    assert (found["action_deck"], found["food"], found["first_strength"]) == (51, 16, want["strength"])
    assert found["lab_bag"] == {"green": 2 * players, "black": 3 * players}
    assert (found["location_deck"], found["role_cards"], found["dental_cards"]) == (10, 2 * players, 2 * players)


@EVERY
def test_what_lies_in_the_rooms(players: int) -> None:
    found = figures(players)
    fuel, damage = found["fuel"], found["damage"]
    assert (fuel["generator"], fuel["boiler"]) == (4, 4)
    assert (fuel["warehouse"], fuel["reserve"]) == (TABLE[players]["warehouse"], players - 1)
    assert (damage["snowcats"], damage["helicopter"], damage["radio"]) == (0, players - 2, players)
    assert sum(fuel.values()) == 34 and sum(damage.values()) == 20
    assert min(*fuel.values(), *damage.values()) >= 0


@EVERY
def test_tokens(players: int) -> None:
    found = figures(players)
    assert found["npc_tokens"] == {"dealt": players, "alien": 1, "bag": 9, "human": 7}
    tokens = found["launch_tokens"]
    assert (tokens["1"], tokens["2"], tokens["3"]) == (10, 8, 4)
    assert tokens["face_up"] + tokens["face_down"] == 22 and tokens["face_up"] == len(found["sectors"]) == 8
    assert sum(found["launch_cards"]) == 20 and sorted(found["sectors"]) == [1, 1, 1, 1, 2, 2, 3, 4]


def test_what_goes_back_to_the_box() -> None:
    deck = title("the-thing-outpost").decklist
    assert "jaula" not in deck.by_slug and "caseta" in deck.by_slug
    assert [deck.answered({"cables": kept}).how_many("cable", 8) for kept in ("none", "box")] == [0, 2]
    assert [deck.how_many("dinamita", players) for players in range(4, 9)] == [0] * 5


def test_eight_people_use_all_other_cards() -> None:
    deck = title("the-thing-outpost").decklist
    assert {copy.slug for copy in deck.copies if copy not in deck.in_play(8)} == {"dinamita"}


@pytest.mark.parametrize("players", [3, 9])
def test_it_is_for_four_to_eight(players: int) -> None:
    here, names = title("the-thing-outpost"), [f"P{k}" for k in range(players)]
    with pytest.raises(Exception, match=r"setup\.player-count"):
        GameService(MemoryStore(), lambda *_: here).open(
            {"playthrough": 1, "game": "the-thing-outpost", "players": names, "first": "P0"}
        )


@EVERY
def test_the_table_opens_as_it_was_laid_out(players: int) -> None:
    names = [f"P{k}" for k in range(players)]
    tables = GameService(MemoryStore(), title)
    state: Any = tables.open({"playthrough": 1, "game": "the-thing-outpost", "players": names, "first": "P0"}).state
    found = figures(players)
    assert state["fuel"] == {name: found["fuel"][name] for name in ("generator", "boiler", "warehouse", "reserve")}
    assert state["damage"] == {name: found["damage"][name] for name in ("helicopter", "radio")}
    assert (state["weapon_pile"], state["object_pile"]) == (found["weapon_deck"], found["object_deck"])
