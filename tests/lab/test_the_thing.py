"""The twins of the board game, its cooperative mode and the Norwegian base against the companion: no difference, every
phase, moment, ending and rule reached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.decks.catalog import title
from companion.engine.state import Table
from companion.games.the_thing import meetings, sums
from companion.games.the_thing_coop import queries as alone
from companion.games.the_thing_outpost import queries as outpost
from companion.lab.harness.many_games import play_all
from companion.lab.harness.runner_others import Series, Sum, document
from tests.games.dropped import without

GAMES = ("the-thing", "the-thing-coop", "the-thing-outpost")
PLAYERS = {game: (1, 2, 3) if game == "the-thing-coop" else (4, 5, 6, 7, 8) for game in GAMES}
A_FEW = {"the-thing": 5, "the-thing-coop": 3, "the-thing-outpost": 5}
PLANTED = {"the-thing": 5, "the-thing-coop": 6, "the-thing-outpost": 10}
RULE = {"the-thing": "plan.order", "the-thing-coop": "dice.lie", "the-thing-outpost": "test.no-light"}
"""A rule that is left out: the order of planning, dice rolled over others, the card a look at teeth costs."""


@pytest.mark.parametrize("game", GAMES)
def test_some_games_of_every_size_agree(game: str) -> None:
    series = Series(game, A_FEW[game], "short", PLAYERS[game])
    found = document(series, play_all(series, Sum))
    assert found["differences"] == 0, found["shortest"][:1]
    assert sum(found["endings"].values()) == A_FEW[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_left_out_is_noticed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = title(game)
    derived = replace(here, game=without(here.game, RULE[game]))
    monkeypatch.setattr("companion.lab.harness.runner_others.title", lambda name: derived)
    assert play_all(Series(game, PLANTED[game], "planted", PLAYERS[game]), Sum).differing


def too_early(end: Callable[[Table], int | None]) -> Callable[[Table], int | None]:
    """The dog on the run is away a space too early."""

    def planted(table: Table) -> int | None:
        last = end(table)
        return None if last is None else last - 1

    return planted


LATER = pytest.mark.long
WRONG_SUMS = [
    pytest.param("the-thing", sums.Meal, "from_pantry", property(lambda meal: 3), id="a meal"),
    pytest.param("the-thing-coop", sums.Meal, "from_pantry", property(lambda meal: 3), id="a meal of Characters"),
    pytest.param("the-thing-outpost", outpost, "end_of_run", too_early(outpost.end_of_run), id="a dog away too early"),
    pytest.param(
        "the-thing", meetings, "end_of_looking", lambda _: None, id="an Alien that breaks nothing", marks=LATER
    ),
    pytest.param("the-thing-coop", alone, "crowd", lambda _: 1, id="an Alien that attacks too weakly", marks=LATER),
    pytest.param("the-thing-outpost", outpost, "escaped", lambda _: (), id="vehicles that nobody counts", marks=LATER),
]


@pytest.mark.parametrize(("game", "where", "name", "wrong"), WRONG_SUMS)
def test_a_wrong_sum_is_noticed(
    game: str, where: object, name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, wrong)
    assert play_all(Series(game, PLANTED[game], "planted", PLAYERS[game]), Sum).differing


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_five_thousand_games_agree_and_reach_everything(game: str) -> None:
    series = Series(game, 5000, "long", PLAYERS[game])
    found = document(series, play_all(series, Sum, jobs=2))
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["unreached"] == []
