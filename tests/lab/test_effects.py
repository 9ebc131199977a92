"""Effect of an option: a difference with its interval, checked against published values and by counting."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.lab.laboratory_page import BEGINS, ENDS, PAGE, PICTURE, told
from tests.lab.results.intervals import difference
from tests.lab.results.messages import NOTICED, SLIPS
from tests.lab.results.option_effects import HIDDEN_SIDE, effects, outcome_rows, usual_rows, won
from tests.lab.results.plot import svg
from tests.lab.results.stored import measured
from tests.lab.test_report import figures
from tests.lab.twin.la_cosa.cheats import DECLARED


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [((56, 70, 48, 80), 0.0524, 0.3339), ((9, 10, 3, 10), 0.1705, 0.8090), ((10, 10, 0, 10), 0.6075, 1.0)],
)
def test_newcombes_interval(counts: tuple[int, int, int, int], low: float, high: float) -> None:
    """Table II of R. G. Newcombe, Statistics in Medicine 17 (1998), method 10."""
    assert difference(*counts)[1:] == pytest.approx((low, high), abs=5e-4)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng = Random(1)
    held, times = 0, 2000
    for _ in range(times):
        a, b = (sum(rng.random() < chance for _ in range(80)) for chance in (0.35, 0.5))
        _, low, high = difference(a, 80, b, 80)
        held += low <= -0.15 <= high
    assert 0.93 < held / times < 0.98


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    return figures("--games", "240", "--players", "5-6", "--options", "singles", "--turns", "15", "--unchecked")


def test_every_option_stands_beside_the_usual(found: dict[str, Any]) -> None:
    each = effects(found)
    assert len(each) == 14 * 2 * 2
    assert all(len(one.options) == 1 for one in each)
    assert sum(row["games"] for row in found["by_options"]) == 240
    for one in each:
        row = next(
            r for r in found["by_options"]
            if (r["options"], r["people"], r["players"]) == (one.options, one.people, one.players)
        )  # fmt: skip
        assert (one.here.hits, one.here.n) == (row["winning_side"]["humans"]["hits"], row["games"])
        assert one.low <= one.apart <= one.high
        assert one.apart == pytest.approx(one.here.percent - one.usual.percent)


def test_few_games_are_put_together(found: dict[str, Any]) -> None:
    assert outcome_rows(found) == (found["outcomes"], True), "five games a row tell nothing"
    rows, together = outcome_rows(measured("options"))
    assert not together
    assert {row["games"] for row in rows} == {2100}
    assert all(row["options"] == {} for row in rows)


def test_nothing_played_says_nothing() -> None:
    assert difference(0, 0, 5, 10) == (0.0, -1.0, 1.0)


def test_the_hidden_side_is_la_cosa_with_hers_or_alone(found: dict[str, Any]) -> None:
    for row in usual_rows(found):
        assert row["options"] == {}
        sides = row["winning_side"]
        together = won(row, HIDDEN_SIDE).hits
        assert together == sides["la-cosa"]["hits"] + sides["la-cosa alone"]["hits"]
        assert together + won(row, "humans").hits + sides["nobody"]["hits"] == row["games"]


def test_the_page_shows_what_was_measured() -> None:
    """`python -m tests.lab.laboratory_page` writes table and picture."""
    assert PAGE.read_text("utf-8").partition(BEGINS)[2].partition(ENDS)[0] == told()
    assert PICTURE.read_text("utf-8") == svg(measured("options")) + "\n"


def test_every_declared_slip_has_its_words() -> None:
    assert {declared.name.lower().replace(" ", "-") for declared in DECLARED} == set(SLIPS)
    assert {declared.when for declared in DECLARED} <= set(NOTICED)
