"""La Criatura's twin against the companion: no difference, every phase, ending and rule reached."""

from __future__ import annotations

import pytest

from companion.games.la_criatura import judge, phases
from companion.games.la_criatura.hidden import witness
from companion.sim.others import Series, document, play_all

PLAYERS = tuple(range(3, 11))


def test_some_games_of_every_size_agree() -> None:
    series = Series("la-criatura", 16, "short", PLAYERS)
    found = document(series, play_all(series))
    assert found["differences"] == 0, found["shortest"][:1]
    assert sum(found["endings"].values()) == 16


def test_a_rule_left_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin has eyes: without the rule of the voting order, or with nobody waking, it differs."""
    series = Series("la-criatura", 8, "planted", PLAYERS)
    order = judge.ORDER
    without = tuple(rule for rule in order["vote"] if rule.id != "vote.order")
    with monkeypatch.context() as patched:
        patched.setattr(judge, "ORDER", {**order, "vote": without})
        assert play_all(series).differing
    with monkeypatch.context() as patched:
        patched.setattr(phases, "wake", lambda deed, before: None)
        assert play_all(series).differing
    with monkeypatch.context() as patched:
        patched.setattr(witness, "too_many", lambda *things: True)
        assert play_all(series).differing


@pytest.mark.long
def test_five_thousand_games_agree_and_reach_everything() -> None:
    series = Series("la-criatura", 5000, "long", PLAYERS)
    found = document(series, play_all(series, jobs=2))
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["unreached"] == []
    assert found["verdicts"]["round undetermined"] > 0
