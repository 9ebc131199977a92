"""La Criatura's twin against the companion: no difference, every phase, ending and rule reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.decks.catalog import title
from companion.games.la_criatura import turns
from companion.games.la_criatura.referee import judging
from companion.lab.harness.many_games import play_all
from companion.lab.harness.runner_others import Series, Sum, document
from tests.games.dropped import without

PLAYERS = tuple(range(3, 11))


def test_some_games_of_every_size_agree() -> None:
    series = Series("la-criatura", 8, "short", PLAYERS)
    found = document(series, play_all(series, Sum))
    assert found["differences"] == 0, found["shortest"][:1]
    assert sum(found["endings"].values()) == 8


def test_a_rule_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin has eyes: without the rule of the voting order, or with nobody waking, it differs."""
    series = Series("la-criatura", 8, "planted", PLAYERS)
    here = title("la-criatura")
    with monkeypatch.context() as patched:
        derived = replace(here, game=without(here.game, "vote.order"))
        patched.setattr("companion.lab.harness.runner_others.title", lambda game: derived)
        assert play_all(series, Sum).differing
    with monkeypatch.context() as patched:
        patched.setattr(turns, "wake", lambda effects, before: None)
        assert play_all(series, Sum).differing
    with monkeypatch.context() as patched:
        patched.setattr(judging, "lie", lambda *things: False)
        assert play_all(series, Sum).differing


@pytest.mark.long
def test_five_thousand_games_agree_and_reach_everything() -> None:
    series = Series("la-criatura", 5000, "long", PLAYERS)
    found = document(series, play_all(series, Sum, jobs=2))
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["unreached"] == []
    assert found["verdicts"]["round undetermined"] > 0
