"""The twin of the board game against the companion: no difference, every phase, moment, ending and rule reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.decks.catalog import title
from companion.games.the_thing import meetings, sums
from companion.lab.harness.many_games import play_all
from companion.lab.harness.runner_others import Series, Sum, document
from tests.games.dropped import without

PLAYERS = tuple(range(4, 9))


def test_some_games_of_every_size_agree() -> None:
    series = Series("the-thing", 10, "short", PLAYERS)
    found = document(series, play_all(series, Sum))
    assert found["differences"] == 0, found["shortest"][:1]
    assert sum(found["endings"].values()) == 10


def test_a_rule_left_out_or_a_wrong_sum_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin has eyes: without the order of planning, with a wrong meal, or with an Alien that breaks nothing."""
    series = Series("the-thing", 5, "planted", PLAYERS)
    here = title("the-thing")
    with monkeypatch.context() as patched:
        derived = replace(here, game=without(here.game, "plan.order"))
        patched.setattr("companion.lab.harness.runner_others.title", lambda game: derived)
        assert play_all(series, Sum).differing
    with monkeypatch.context() as patched:
        patched.setattr(sums.Meal, "from_pantry", property(lambda meal: 3))
        assert play_all(series, Sum).differing
    with monkeypatch.context() as patched:
        patched.setattr(meetings, "end_of_looking", lambda effects: None)
        assert play_all(series, Sum).differing


@pytest.mark.long
def test_five_thousand_games_agree_and_reach_everything() -> None:
    series = Series("the-thing", 5000, "long", PLAYERS)
    found = document(series, play_all(series, Sum, jobs=2))
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["unreached"] == []
