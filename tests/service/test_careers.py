"""What each person has played: counts, shares with their interval, and silence where there is too little."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from companion.service.history.film import Played
from companion.service.people.careers import Career, Share, careers, evenings, season, table_of_games

FOUR = ("Ana", "Beto", "Carla", "Dani")
LOST = {"Ana": "la-cosa", "Beto": "infected", "Carla": "human", "Dani": "human"}


def game(number: int = 1, roles: dict[str, str] = LOST, winners: tuple[str, ...] = ("Carla", "Dani")) -> Played:
    when = f"2026-01-{number:02}T20:00:00+00:00"
    return Played(f"g{number}", FOUR, roles, winners, (), "la-cosa", when, (("Carla", "Ana"),))


def career(games: list[Played], name: str) -> Career:
    return next(one for one in careers(games) if one.name == name)


@pytest.mark.parametrize(
    # By hand from the formula; the first is that of Wilson's for 0 of 10: 0 to 1.96² / (10 + 1.96²).
    ("hits", "of", "bounds"),
    [(0, 10, (0, 28)), (10, 10, (72, 100)), (5, 10, (24, 76)), (50, 100, (40, 60)), (0, 0, (0, 100))],
)
def test_wilsons_interval(hits: int, of: int, bounds: tuple[int, int]) -> None:
    assert Share(hits, of).bounds == bounds


def test_below_ten_games_nothing_but_the_count_is_told() -> None:
    nine, ten = ([game(k + 1) for k in range(count)] for count in (9, 10))
    assert not career(nine, "Carla").wins.is_told and career(ten, "Carla").wins.is_told
    assert (career(nine, "Carla").partner, career(nine, "Ana").nemesis) == (None, None)
    partner, nemesis = career(ten, "Carla").partner, career(ten, "Ana").nemesis
    assert partner is not None and (partner.name, partner.wins) == ("Dani", (10, 10))
    assert (career(ten, "Ana").partner, career(ten, "Carla").nemesis) == (None, None)  # who only loses, who only wins
    assert nemesis is not None and nemesis.name in ("Carla", "Dani") and nemesis.wins == (0, 10)


def shared(other: str, hits: int, of: int, together: bool) -> list[Played]:
    """Return games of Ana and somebody else, of which she won `hits` beside them, or lost as many against them."""
    roles = {"Ana": "human", other: "human" if together else "infected"}
    won = [("Ana",) if (k < hits) == together else () for k in range(of)]
    return [game()._replace(players=("Ana", other), roles=roles, winners=winners) for winners in won]


@pytest.mark.parametrize("together", [True, False])
def test_whoever_is_surest_is_told_and_of_halves_nobody(together: bool) -> None:
    half, ten = shared("Dani", 5, 10, together), shared("Beto", 10, 10, together)
    ana = career([*half, *ten, *shared("Carla", 30, 32, together)], "Ana")
    assert (ana.partner if together else ana.nemesis) == ("Carla", (30 if together else 2, 32))
    assert (career(half, "Ana").partner, career(half, "Ana").nemesis) == (None, None)


def test_wins_stand_by_side_and_by_role() -> None:
    won = game(2, {**LOST, "Beto": "la-cosa", "Ana": "human", "Carla": "infected"}, ("Beto", "Carla"))
    ana, carla = career([game(), won], "Ana"), career([game(), won], "Carla")
    assert ana.sides == ((True, (0, 1)), (False, (0, 1)))
    assert carla.sides == ((True, (1, 1)), (False, (1, 1)))
    assert ana.roles == (("la-cosa", "human", (1, 2), (0, 1)), ("la-cosa", "la-cosa", (1, 2), (0, 1)))
    assert ana.burned_by == (("Carla", 2),)
    assert carla.burned_by == ()
    assert [(one.name, one.evenings) for one in careers([game(), won])] == [
        ("Carla", 2), ("Beto", 2), ("Dani", 2), ("Ana", 2),
    ]  # fmt: skip


def test_an_evening_is_what_is_begun_within_one() -> None:
    times = ["2026-01-03T20:00:00", "2026-01-01T20:00:00", "2026-01-02T10:00:00", "2026-01-02T01:00:00", "?"]
    assert evenings(times) == 2
    assert season(game()) == "2026"


def test_a_name_is_no_formula_in_a_spreadsheet_and_the_oldest_game_comes_first() -> None:
    odd = game(2)._replace(players=("=1+1", "Beto", *"+-@\t\r"), roles={**LOST, "=1+1": "human"})
    lines = list(csv.reader(StringIO(table_of_games([odd, game(1, {"Ana": "la-cosa", "Carla": "human"})]))))
    assert lines[:7] == [
        ["date", "game", "id", "players", "person", "role", "side", "won"],
        ["2026-01-01", "la-cosa", "g1", "4", "Ana", "la-cosa", "other", "0"],
        ["2026-01-01", "la-cosa", "g1", "4", "Beto", "", "", "0"],
        ["2026-01-01", "la-cosa", "g1", "4", "Carla", "human", "human", "1"],
        ["2026-01-01", "la-cosa", "g1", "4", "Dani", "", "", "1"],
        ["2026-01-02", "la-cosa", "g2", "7", "'=1+1", "human", "human", "0"],
        ["2026-01-02", "la-cosa", "g2", "7", "Beto", "infected", "other", "0"],
    ]
    assert [line[4] for line in lines[7:]] == ["'+", "'-", "'@", "'\t", "'\r"]
