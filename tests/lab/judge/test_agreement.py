"""The judge by another hand beside the product's referee, and how few lines the two share.

The judge was written from the rules by somebody who had not seen the referee: that both agree is no echo.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import companion
from tests.lab.judge.agreement import Agreement, one_game
from tests.lab.judge.product import Product

HERE = Path(__file__).parent
PACKAGE = Path(companion.__file__).parent
LEAST_LETTERS, MOST_SHARED = 12, 0.03
JUDGE = ("course", "judge", "listing", "public", "small_games", "solver", "table", "verdicts", "worlds")
"""The files of the judge and of its own truth, without what plugs it in."""


def agreed(seed: str, games: int) -> Agreement:
    """Play games of the twin, each check put to both."""
    found = Agreement()
    for number in range(games):
        one_game(seed, number, Product, found)
    return found


@pytest.mark.short
def test_a_game_on_which_both_say_the_same() -> None:
    found = agreed("a short", 1)
    assert sum(found.counts.values()) > 10
    assert [(one.kind, one.check) for one in found.differences if one.is_false] == []


def test_some_games_on_which_neither_is_wrong() -> None:
    found = agreed("some", 20)
    assert sum(found.counts.values()) > 500
    assert [(one.kind, one.check) for one in found.differences if one.is_false] == []


def test_the_judge_shares_hardly_a_line_with_the_product() -> None:
    product = {line for path in PACKAGE.rglob("*.py") if "lab" not in path.parts for line in long_lines(path)}
    judge = [line for name in JUDGE for line in long_lines(HERE / f"{name}.py")]
    shared = [line for line in judge if line in product]
    assert len(shared) / len(judge) <= MOST_SHARED, shared


def long_lines(path: Path) -> list[str]:
    """List the lines of a file that have letters enough to be somebody's; what is imported or decorates is nobody's."""
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    nobodys = ("import ", "from ", "@")
    return [line for line in lines if sum(map(str.isalpha, line)) >= LEAST_LETTERS and not line.startswith(nobodys)]
