"""The judge by another hand beside the product's referee, and how few lines the two share.

The judge was written from the rules by somebody who had not seen the referee: that both agree is no echo.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import pytest

import companion
from tests.lab.judge.agreement import Agreement, Difference
from tests.lab.judge.parts import GAMES
from tests.lab.judge.product import Product

HERE = Path(__file__).parent
PACKAGE = Path(companion.__file__).parent
LEAST_LETTERS, MOST_SHARED = 12, 0.03
EVERYWHERE = ("course", "follower", "public", "solver")
PILES = (*EVERYWHERE, "piles", "piles_listing", "piles_small")
PARTS = ("judge", "listing", "small", "table", "verdicts", "worlds", "__init__")
JUDGES = {
    "la-cosa": (*EVERYWHERE, "judge", "listing", "small_games", "table", "verdicts", "worlds"),
    "dos-barajas": (*PILES, *(f"dos_barajas/{name}" for name in PARTS)),
    "la-criatura": (*PILES, *(f"la_criatura/{name}" for name in PARTS)),
}
"""The files of each judge and of its own truth, without what plugs it in."""


def agreed(game: str, seed: str, numbers: Iterable[int]) -> Agreement:
    """Play games of the twin, each check put to both."""
    found = Agreement()
    for number in numbers:
        import_module(GAMES[game]).one_game(seed, number, Product, found)
    return found


def false(found: Agreement) -> list[Difference]:
    """List the verdicts that are false."""
    return [one for one in found.differences if one.is_false]


@pytest.mark.short
@pytest.mark.parametrize(
    ("game", "number", "least"), [("la-cosa", 7, 200), ("dos-barajas", 0, 30), ("la-criatura", 0, 50)]
)
def test_a_game_on_which_both_say_the_same(game: str, number: int, least: int) -> None:
    """Compare over a game of few people: where twelve play the judge looks for worlds for minutes, in the long run."""
    found = agreed(game, "a short", [number])
    assert sum(found.counts.values()) > least
    assert [(one.kind, one.check) for one in false(found)] == []


@pytest.mark.parametrize(
    ("game", "games", "least"), [("la-cosa", 20, 500), ("dos-barajas", 8, 80), ("la-criatura", 3, 80)]
)
def test_some_games_on_which_neither_is_wrong(game: str, games: int, least: int) -> None:
    found = agreed(game, "some", range(games))
    assert sum(found.counts.values()) > least
    assert [(one.kind, one.check) for one in false(found)] == []


@pytest.mark.parametrize("game", JUDGES)
def test_the_judge_shares_hardly_a_line_with_the_product(game: str) -> None:
    product = {line for path in PACKAGE.rglob("*.py") for line in long_lines(path)}
    judge = [line for name in JUDGES[game] for line in long_lines(HERE / f"{name}.py")]
    shared = [line for line in judge if line in product]
    assert len(shared) / len(judge) <= MOST_SHARED, shared


def long_lines(path: Path) -> list[str]:
    """List the lines of a file with letters enough to be an author's own; imports and decorators do not count."""
    lines = (line.strip() for line in path.read_text("utf-8").splitlines())
    nobodys = ("import ", "from ", "@")
    return [line for line in lines if sum(map(str.isalpha, line)) >= LEAST_LETTERS and not line.startswith(nobodys)]
