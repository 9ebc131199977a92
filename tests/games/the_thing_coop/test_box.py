"""The set-up for one, two and three people, against the rulebook (preparación 7 to 16) by arithmetic."""

from __future__ import annotations

from typing import Any

import pytest

from companion.decks.catalog import title
from companion.service.live.games import GameService
from companion.store.memory import MemoryStore

WEAPONS = {"lanzallamas": 1, "dinamita": 3, "arma-cuerpo-a-cuerpo": 4, "pistola": 2}
OBJECTS = {"llaves": 2, "linterna": 3, "herramientas": 3, "combustible": 3, "cable": 2}
HERE = title("the-thing-coop")
NAMES = ("Ana", "Berto", "Ciro")


def figures(players: int) -> Any:
    return HERE.game.plan(HERE.decklist, players, HERE.words["es"]).figures["figures"]


@pytest.mark.parametrize("players", (1, 2, 3))
def test_the_quantities_of_the_set_up(players: int) -> None:
    found, deck = figures(players), HERE.decklist
    assert {slug: deck.how_many(slug, players) for slug in WEAPONS} == WEAPONS
    assert {slug: deck.how_many(slug, players) for slug in OBJECTS} == OBJECTS
    assert (found["weapon_deck"], found["object_deck"], found["action_deck"]) == (10, 13, 0)
    assert found["lab_bag"] == {"green": 12, "black": 18}
    assert found["fuel"] == {"generator": 4, "boiler": 4, "warehouse": 14, "reserve": 5, "rescue": 1, "box": 6}
    assert found["damage"] == {"shed": 1, "helicopter": 4, "radio": 6, "operations": 9}
    assert (found["food"], found["first_strength"], found["weather_side"]) == (16, 5, "1-6")
    assert (found["role_cards"], found["first_threat"], found["most_suspicion"]) == (8, 6, 6)
    assert found["sheets"] * players == found["characters"] == 6


@pytest.mark.parametrize("players", (1, 2, 3))
def test_the_box_holds_what_is_laid_out(players: int) -> None:
    found = figures(players)
    assert sum(found["fuel"].values()) == 34 and sum(found["damage"].values()) == 20
    told = " ".join(HERE.game.plan(HERE.decklist, players, HERE.words["es"]).steps)
    assert f"{6 // players} hojas de personaje" in told and "{" not in told


@pytest.mark.parametrize("players", (1, 2, 3))
def test_the_table_opens_as_it_was_laid_out(players: int) -> None:
    names = [*NAMES[:players]]
    tables, found = GameService(MemoryStore(), title), figures(players)
    opened = tables.open({"playthrough": 1, "game": "the-thing-coop", "players": names, "first": names[-1]})
    state: Any = opened.state
    assert state["fuel"] == {name: found["fuel"][name] for name in ("generator", "boiler", "warehouse", "reserve")}
    assert state["damage"] == {name: found["damage"][name] for name in ("shed", "helicopter", "radio")}
    assert (state["threat"], set(state["suspicion"].values()), len(state["seats"])) == (6, {1}, 6)
    assert state["people"][state["leader"]] == names[-1]
    assert [list(state["people"].values()).count(name) for name in names] == [found["sheets"]] * players
    tables.say(opened.id, {"action": "take-sheets"})
    after: Any = tables.playing(opened.id).state()
    assert after["seats"] == ["Bennings", "Clark", "Windows", "MacReady", "Garry", "Norris"]
    assert after["people"][after["leader"]] == names[-1]


def test_no_more_than_three_play() -> None:
    setup = HERE.game.refuse_setup
    assert setup(HERE.decklist, _setup(*NAMES, "Dora")) and setup(HERE.decklist, _setup("Ana")) is None


def _setup(*names: str) -> Any:
    from companion.engine.game import Setup

    return Setup(names, names[0], {})
