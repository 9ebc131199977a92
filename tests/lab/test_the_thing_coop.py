"""The twin of the cooperative mode against the companion: no difference, every phase, ending and rule reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.decks.catalog import title
from companion.games.the_thing import sums
from companion.games.the_thing_coop import queries
from companion.lab.harness.many_games import play_all
from companion.lab.harness.runner_others import Series, Sum, document
from tests.games.dropped import without

PLAYERS = (1, 2, 3)


def test_some_games_of_every_size_agree() -> None:
    series = Series("the-thing-coop", 9, "short", PLAYERS)
    found = document(series, play_all(series, Sum))
    assert found["differences"] == 0, found["shortest"][:1]
    assert sum(found["endings"].values()) == 9


def test_a_rule_left_out_or_a_wrong_sum_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin has eyes: dice rolled over others, a wrong meal, an Alien that attacks too weakly."""
    series = Series("the-thing-coop", 6, "planted", PLAYERS)
    here = title("the-thing-coop")
    with monkeypatch.context() as patched:
        derived = replace(here, game=without(here.game, "dice.lie"))
        patched.setattr("companion.lab.harness.runner_others.title", lambda game: derived)
        assert play_all(series, Sum).differing
    with monkeypatch.context() as patched:
        patched.setattr(sums.Meal, "from_pantry", property(lambda meal: 3))
        assert play_all(series, Sum).differing
    with monkeypatch.context() as patched:
        patched.setattr(queries, "crowd", lambda table: 1)
        assert play_all(series, Sum).differing


@pytest.mark.long
def test_five_thousand_games_agree_and_reach_everything() -> None:
    series = Series("the-thing-coop", 5000, "long", PLAYERS)
    found = document(series, play_all(series, Sum, jobs=2))
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["unreached"] == []
