"""The set-up for every number of people (the table of the worked-out facts), and what the command prints of it."""

from __future__ import annotations

from typing import Any, cast

import pytest

from companion.decks.catalog import title
from tests.cli.running import lines, run
from tests.games.play import Sitting

NAMES = ["Ana", "Beto", "Carla", "Dani", "Eva", "Fede", "Gema", "Hugo", "Inés"]
TABLE = [
    (4, 17, 37, 53), (5, 21, 33, 49), (6, 25, 29, 45), (7, 29, 25, 41), (8, 33, 21, 37), (9, 37, 17, 33),
]  # fmt: skip
"""People, cards dealt, left with decks of 40, left with decks of 48."""


@pytest.mark.parametrize(("players", "dealt", "forty", "forty_eight"), TABLE)
def test_the_figures(players: int, dealt: int, forty: int, forty_eight: int) -> None:
    for deck, main, left in ((40, 54, forty), (48, 70, forty_eight)):
        option = ("--option", f"deck={deck}")
        found = lines(run("deck", "--game", "dos-barajas", "--players", str(players), *option, "--json"))
        plan = cast("dict[str, Any]", found[0])
        assert (plan["main_deck"], plan["draw_pile"], plan["initial_deal"]["cards"]) == (main, left, dealt)
        assert plan["set_aside"] == {"rey-de-bastos": 1, "rey-de-espadas": 1, "others": players - 2}
        assert plan["total"] == sum(row["copies"] for row in plan["cards"]) == main + players
        assert plan["total"] + sum(row["copies"] for row in plan["box"]) == 2 * deck
        assert plan["steps"] and all("{" not in step for step in plan["steps"])
        here = title("dos-barajas")
        setup = {"players": NAMES[:players], "first": "Beto", "options": {"deck": deck}}
        state = Sitting(here.game, here.decklist, setup).state
        assert (state["draw_pile"], sum(state["hands"].values()), state["hands"]["Beto"]) == (left, dealt, 5)


def test_sd_1_the_court_cards_of_six() -> None:
    plan = cast("dict[str, Any]", lines(run("deck", "--game", "dos-barajas", "--players", "6", "--json"))[0])
    figures = {row["slug"]: row["copies"] for row in plan["cards"] if row["kind"] == "figuras"}
    assert figures == {"rey-de-bastos": 1, "rey-de-espadas": 1, "sota-de-oros": 2, "sota-de-copas": 2}
    assert plan["draw_pile"] == 29


def test_every_copy_has_its_tag() -> None:
    tags = lines(run("tags", "--game", "dos-barajas", "--json"))
    assert len(tags) == 96 == len({tag["payload"] for tag in tags})


def test_an_answer_nobody_offered_is_refused() -> None:
    found = run("deck", "--game", "dos-barajas", "--players", "6", "--option", "deck=52", "--lang", "en")
    assert found.exit_code == 1 and "deck=48" in found.stderr


@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        ({"players": ["Ana", "Beto", "Carla"]}, "setup.player-count"),
        ({"players": [f"P{k}" for k in range(10)]}, "setup.player-count"),
        ({"players": ["Ana", "Beto", "Carla", "ana"]}, "setup.names"),
        ({"players": ["Ana", "Beto", "Carla", "Dani"], "first": "Zoe"}, "setup.first-player"),
        ({"players": ["Ana", "Beto", "Carla", "Dani"], "options": {"deck": 44}}, "setup.option"),
        ({"players": ["Ana", "Beto", "Carla", "Dani"], "options": {"deck": 48}}, None),
    ],
)
def test_who_may_sit_down(setup: dict[str, Any], rule: str | None) -> None:
    here = title("dos-barajas")
    refused = Sitting(here.game, here.decklist, setup).refused
    assert (refused.rule if refused else None) == rule


def test_what_a_correction_names_has_not_changed() -> None:
    """A correction offers no field for the players who have rolled in a combat; the other fields are unchanged."""
    names = title("dos-barajas").game.verbs["override"].fields["set"].schema["properties"]
    piles = {"draw_pile", "discard_pile", "middle", "hands"}
    assert set(names) == {"seats", "turn", "phase", "first", "round", "eliminated", "revealed", "options", *piles}
