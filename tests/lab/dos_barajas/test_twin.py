"""The twin of the two decks against the companion: no difference, everything reached; and a planted fault is seen."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.decks.catalog import title
from companion.engine import facts as f
from companion.engine.hidden.places import HiddenPlaces
from companion.games.dos_barajas import queries
from companion.lab.harness.many_games import play_all
from companion.lab.harness.runner_others import Series, Sum, document
from tests.cli.running import lines, run
from tests.games.dropped import without
from tests.length import examples, later

EVERY = (4, 5, 6, 7, 8, 9)


def _is_seen() -> bool:
    """Whether some game of a few dozen differs; the first that does is enough."""
    return any(play_all(Series("dos-barajas", 3, f"fault {k}", (4, 5, 6)), Sum).differing for k in range(30))


def test_some_games_without_a_difference() -> None:
    found = document(series := Series("dos-barajas", 12, "short", EVERY), play_all(series, Sum))
    assert found["differences"] == 0, found["shortest"][:1]
    assert found["games"] == 12 and found["verdicts"]["hand legal"] > 50
    assert {"phase combat", "phase take", "accused a human"} <= set(found["reached"])


@pytest.mark.long
def test_five_thousand_games_reach_everything() -> None:
    found = document(series := Series("dos-barajas", 5000, "long", EVERY), play_all(series, Sum, 2))
    assert (found["differences"], found["unreached"]) == (0, []), found["shortest"][:1]


def test_the_command_plays_another_game() -> None:
    result = run("simulate", "--game", "dos-barajas", "--players", "5", "--games", "3", "--option", "deck=48", "--json")
    assert result.exit_code == 0
    assert {key: lines(result)[0][key] for key in ("game", "games", "players", "differences")} == {
        "game": "dos-barajas", "games": 3, "players": [5], "differences": 0,
    }  # fmt: skip
    assert run("simulate", "--game", "dos-barajas", "--players", "12").exit_code == 1
    assert run("simulate", "--game", "dos-barajas", "--option", "deck=44").exit_code == 1


def test_a_threshold_that_is_off_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "needed_to_hit", lambda *_: 11)
    assert _is_seen()


def test_a_bonus_that_is_off_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "bonus", lambda *_: 2)
    assert _is_seen()


@pytest.mark.parametrize(
    "rule", ["take.count", "attack.rolled", "turn.not-yours", *later("leave.starving", "trio.surplus")]
)
def test_a_dropped_rule_is_seen(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = title("dos-barajas")
    monkeypatch.setattr(
        "companion.lab.harness.runner_others.title", lambda game: replace(here, game=without(here.game, rule))
    )
    assert _is_seen()


@pytest.mark.long  # it takes dozens of games until it is seen
def test_a_referee_that_accuses_whoever_took_cards_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever took from the middle may be a Thing: accusing them is the worst a referee can do."""
    monkeypatch.setattr(HiddenPlaces, "as_marked", lambda self, card: -self.clauses.yes)
    assert _is_seen()


def test_a_first_player_who_is_not_succeeded_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.games.dos_barajas import effects

    def leaves(self: effects.Effects, player: str, cause: str) -> None:
        self.discard(player, self.table.hands[player])
        self.do(f.PlayerOut(player, cause))

    monkeypatch.setattr(effects.Effects, "leave", leaves)
    assert _is_seen()


def test_the_same_seed_gives_the_same_numbers() -> None:
    series = Series("dos-barajas", examples(6), "again", (4, 6))
    other = replace(series, seed="other")
    once, again, else_ = (
        json.dumps(document(one, play_all(one, Sum)), sort_keys=True) for one in (series, series, other)
    )
    assert once == again != else_
