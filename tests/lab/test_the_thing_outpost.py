"""The twin of the Norwegian base against the companion: no difference, every phase, moment, ending and rule reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.decks.catalog import title
from companion.games.the_thing_outpost import queries
from companion.lab.harness.many_games import play_all
from companion.lab.harness.runner_others import Series, Sum, document
from tests.games.dropped import without

PLAYERS = tuple(range(4, 9))


def test_some_games_of_every_size_agree() -> None:
    series = Series("the-thing-outpost", 10, "short", PLAYERS)
    found = document(series, play_all(series, Sum))
    assert found["differences"] == 0, found["shortest"][:1]
    assert sum(found["endings"].values()) == 10


def test_a_rule_left_out_or_a_wrong_sum_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin has eyes: without the card a look at teeth costs, with a dog that is away a space too early, or where
    nobody counts which vehicles have left."""
    series = Series("the-thing-outpost", 10, "planted", PLAYERS)
    here, end = title("the-thing-outpost"), queries.end_of_run
    with monkeypatch.context() as patched:
        derived = replace(here, game=without(here.game, "test.no-light"))
        patched.setattr("companion.lab.harness.runner_others.title", lambda game: derived)
        assert play_all(series, Sum).differing
    with monkeypatch.context() as patched:
        patched.setattr(queries, "end_of_run", lambda table: None if end(table) is None else end(table) - 1)
        assert play_all(series, Sum).differing
    with monkeypatch.context() as patched:
        patched.setattr(queries, "escaped", lambda table: ())
        assert play_all(series, Sum).differing


@pytest.mark.long
def test_five_thousand_games_agree_and_reach_everything() -> None:
    series = Series("the-thing-outpost", 5000, "long", PLAYERS)
    found = document(series, play_all(series, Sum, jobs=2))
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["unreached"] == []
