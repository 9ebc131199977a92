"""`companion games`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.running import lines, run
from tests.decks.decks import written


def test_each_game_is_a_line_of_json() -> None:
    first = lines(run("games", "--json"))[0]
    told = {part: first.pop(part) for part in ("refereed", "tracked", "unavailable")}
    assert told["refereed"] and told["tracked"] and isinstance(told["unavailable"], list)
    assert first == {
        "slug": "la-cosa",
        "name": "La Cosa",
        "deck": "la-cosa",
        "players": [4, 12],
        "cards": 108,
    }


def test_a_person_reads_a_table() -> None:
    result = run("games")
    assert result.exit_code == 0
    assert "La Cosa" in result.stdout and "4–12" in result.stdout and "108" in result.stdout


def test_hosts_decks_are_listed_and_faulty_ones_named(tmp_path: Path) -> None:
    written(tmp_path / "casa", deck='base = "la-cosa"\nmissing = ["whisky.1"]\n')
    written(tmp_path / "rota", deck='base = "la-cosa"\nmissing = ["whisky.9"]\n')
    result = run("games", "--json", "--decks", tmp_path)
    decks = [(row["deck"], row["cards"]) for row in lines(result)]
    assert decks == [
        ("la-cosa", 108),
        ("dos-barajas", 96),
        ("la-criatura", 93),
        ("the-thing", 145),
        ("the-thing-coop", 72),
        ("the-thing-outpost", 185),
        ("la-cosa-ru", 108),
        ("casa", 107),
    ]
    assert "rota" in result.stderr and "companion check" in result.stderr


def test_one_game_alone_says_what_is_done_of_it() -> None:
    result = run("games", "--game", "la-cosa")
    assert result.exit_code == 0 and "Arbitra: " in result.stdout
    assert run("games", "--game", "parchis").exit_code == 1
