"""The figures: the same seed gives the same, in one process or several; rates come with n and interval."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from click.testing import CliRunner

from tests.lab.commands.simulate import command
from tests.lab.harness.many_games import Series
from tests.lab.results.exact import KEPT
from tests.lab.results.intervals import interval
from tests.lab.small.proof import checks
from tests.lab.small.shrugs import counted


def simulate(*words: str) -> tuple[int, str]:
    outcome = CliRunner().invoke(command, [*words])
    return outcome.exit_code, outcome.output


def figures(*words: str) -> dict[str, Any]:
    code, out = simulate(*words, "--json")
    assert code == 0, out
    found: dict[str, Any] = json.loads(out)
    return found


def test_the_same_seed_gives_the_same_numbers_in_any_number_of_processes() -> None:
    once = figures("--games", "45", "--seed", "7", "--turns", "8")
    assert figures("--games", "45", "--seed", "7", "--turns", "8", "--jobs", "2") == once
    assert figures("--games", "45", "--seed", "8", "--turns", "8") != once


def test_the_figures_add_up() -> None:
    found = figures("--games", "24", "--players", "5-6", "--people", "sensible", "--cheats", "0")
    assert found["games"] == sum(row["games"] for row in found["outcomes"]) == 24
    assert sum(found["endings"].values()) == 24
    assert [row["players"] for row in found["outcomes"]] == [5, 6]
    for row in found["outcomes"]:
        assert sum(side["hits"] for side in row["winning_side"].values()) == row["games"]
        assert row["wins_of_a_seat_by_final_role"]["la-cosa"]["n"] == row["games"]
        assert row["turns"]["least"] <= row["turns"]["median"] <= row["turns"]["most"]
    assert sum(found["refusals"].values()) == found["near_misses"]["refused"] > 0
    assert found["differences"] == 0


def test_unchecked_games_are_the_same_games() -> None:
    checked = figures("--games", "18", "--seed", "3", "--turns", "30")
    plain = figures("--games", "18", "--seed", "3", "--turns", "30", "--unchecked")
    assert (plain["actions"], plain["endings"]) == (checked["actions"], checked["endings"])
    assert plain["refusals"] == {}


def test_it_says_how_often_the_referee_shrugs_where_the_truth_is_decidable() -> None:
    """Exact on small decks only, and said so; what is kept of them has no wrong verdict."""
    words = ("--games", "4", "--turns", "20", "--looks", "0.2", "--slips", "0")
    exact = figures(*words)["undetermined_where_decidable"]
    assert exact["wrong"] == 0 and exact["checks"] > 1_000
    lawful = [row["undetermined"] for row in exact["by_check"] if row["truth"] == "legal"]
    assert exact["all"]["legal"]["n"] == sum(row["n"] for row in lawful) > 500
    assert exact["all"]["legal"]["hits"] == sum(row["hits"] for row in lawful)
    assert 0 < exact["all"]["legal"]["rate"] < 0.002 and exact["all"]["illegal"]["rate"] < 0.001
    _, out = simulate(*words)
    assert "Undetermined where decidable: 0." in out and "Counted on small decks" in out
    assert figures("--games", "2", "--turns", "5", "--cheats", "0")["undetermined_where_decidable"] is None


def test_the_kept_shrugs_are_what_is_counted() -> None:
    """Of the same series, cut short: the same keys, and shares that fit the kept ones."""
    kept = {(row["what"], row["truth"]): row for row in json.loads(KEPT.read_text("utf-8"))["decidable"]}
    now = counted(checks("long", 15, 8))
    assert now["wrong"] == 0
    for row in cast("list[dict[str, Any]]", now["decidable"]):
        low, high = interval(row["undetermined"], row["n"])
        there = kept[row["what"], row["truth"]]
        assert low <= there["undetermined"] / there["n"] <= max(high, 0.01), row


def test_it_is_printed_for_people_in_english_whatever_is_asked() -> None:
    assert "agree in everything" in simulate("--games", "2", "--turns", "5", "--lang", "es")[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--players", "3"), "4 to 12"),
        (("--players", "9-5"), "4 to 12"),
        (("--players", "x"), "4 to 12"),
        (("--option", "quarantine_rounds=9"), "There is no option"),
        (("--option", "nada"), "There is no option"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(words: tuple[str, ...], sentence: str) -> None:
    code, out = simulate(*words)
    assert code == 1
    assert sentence in out
    assert "Traceback" not in out


def test_an_option_is_fixed_for_all_games() -> None:
    from tests.lab.commands.simulate import option_sets

    sets = option_sets("la-cosa", "singles", ("quarantine_rounds=3", "door_stops_ranged=false"))
    assert all(options["quarantine_rounds"] == 3 and options["door_stops_ranged"] is False for options in sets)


def test_the_usual_options_are_played_more_often_where_all_are_compared_with_them() -> None:
    words = (
        "--games",
        "130",
        "--players",
        "4",
        "--options",
        "singles",
        "--usual",
        "3",
        "--people",
        "fair",
        "--unchecked",
    )
    rows = figures(*words, "--turns", "2")["by_options"]
    assert [row["games"] for row in rows] == [30] + [10] * 10
    assert [row["options"] for row in rows].count({}) == 1


def test_games_go_round_players_and_option_sets() -> None:
    series = Series("la-cosa", 12, "1", (4, 5), ({}, {"self_quarantine": True}))
    plans = list(series.plans())
    assert [plan.players for plan in plans] == [4, 5] * 6
    assert [dict(plan.options) for plan in plans[:4]] == [{}, {}, {"self_quarantine": True}, {"self_quarantine": True}]


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(0, 0, 0.0, 1.0), (5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)],
)
def test_wilsons_interval(hits: int, n: int, low: float, high: float) -> None:
    """Known values (E. B. Wilson 1927; as computed by R's binom.confint)."""
    assert interval(hits, n) == pytest.approx((low, high), abs=5e-4)
